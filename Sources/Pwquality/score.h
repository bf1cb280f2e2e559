/*
 * score.h - the score of an accepted password
 */
#ifndef PASSWORDRULES_PWQUALITY_SCORE_H
#define PASSWORDRULES_PWQUALITY_SCORE_H

#include <passwordrules.h>

/*
 * Scores a password by the guesses that it withstands, estimated with the bundled list of ranked words.
 *
 * Returns: If the password meets the policy, 50 to 100: 10^n guesses give 50 + 2.5 n. Otherwise 1 to 49. Without
 *   an estimate, 50 or 1.
 */
int score(const passwordrules_context *context, const char *password, size_t length, int is_met);

#endif
