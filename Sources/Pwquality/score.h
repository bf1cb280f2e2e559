/*
 * score.h - the score of an accepted password
 */
#ifndef PASSWORDRULES_PWQUALITY_SCORE_H
#define PASSWORDRULES_PWQUALITY_SCORE_H

#include <passwordrules.h>

/*
 * Scores a password by the guesses that it withstands, estimated with the bundled list of ranked words.
 *
 * Returns: 50 to 100 if the password meets the policy: 50, and 2.5 for each power of ten; otherwise 1 to 49.
 *   Without an estimate, the lowest of these.
 */
int score(const passwordrules_context *context, const char *password, size_t length, int is_met);

#endif
