/*
 * text.h - the texts that pwquality_strerror returns
 *
 * Callers free the settings before they ask for the text, and some drop the auxerror, so the text of the last
 * check is kept for each thread.
 */
#ifndef PASSWORDRULES_PWQUALITY_TEXT_H
#define PASSWORDRULES_PWQUALITY_TEXT_H

#include <language.h>

/*
 * Notes a message for an error of this thread, followed by another text if both fit; NULL for none. Returns
 * the error.
 */
int note_text(int error, const char *message, const char *more);

/* Notes all reasons why a password is refused. Returns the error. */
int note_reasons(int error, const passwordrules_decision *decision);

/*
 * Logs why the policy cannot be applied, unless the thread has just logged the same: some programs ask at
 * each key. After forget_failure, it is logged again.
 *
 * Parameters:
 *   source        the file
 *   line, column  in it; 0 for none
 *   advice        a sentence and a blank; "" for none
 */
void log_failure(const char *source, size_t line, size_t column, const char *reason, const char *advice);

/* The advice for mistakes that this command also finds. */
#define SEE_CHECK "See \"passwordrules policy --check\". "

/* Notes that the policy could be applied, so the next failure is logged. */
void forget_failure(void);

/* Forgets the text of this thread. */
void forget_text(void);

#endif
