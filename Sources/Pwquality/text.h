/*
 * text.h - what pwquality_strerror says
 *
 * Callers free the settings before they ask for the text, and some drop what came with the error, so that the text of the last
 * check is kept for each thread.
 */
#ifndef PASSWORDRULES_PWQUALITY_TEXT_H
#define PASSWORDRULES_PWQUALITY_TEXT_H

#include <language.h>

/* Notes a message for an error of this thread, and another text behind it if both fit; NULL for none. Returns the error. */
int note_text(int error, const char *message, const char *more);

/* Notes all reasons for which a password is refused. Returns the error. */
int note_reasons(int error, const passwordrules_decision *decision);

/*
 * Logs why the policy cannot be applied, unless that is what the thread has logged last, and it could not be applied since: some
 * programs ask at each key.
 *
 * Parameters:
 *   source        the file
 *   line, column  in it; 0 for none
 *   advice        a sentence and a blank; "" for none
 */
void log_failure(const char *source, size_t line, size_t column, const char *reason, const char *advice);

/* The advice for what that command finds, too. */
#define SEE_CHECK "See \"passwordrules policy --check\". "

/* The policy could be applied: what fails from now on is logged again. */
void forget_failure(void);

/* Forgets what was noted in this thread. */
void forget_text(void);

#endif
