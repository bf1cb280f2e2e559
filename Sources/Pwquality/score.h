/*
 * score.h - how good a password is that may be used
 */
#ifndef PASSWORDRULES_PWQUALITY_SCORE_H
#define PASSWORDRULES_PWQUALITY_SCORE_H

#include <passwordrules.h>

/*
 * Scores a password by the estimate of the guesses that it withstands, by the list of ranked words that comes along.
 *
 * Returns: 50 to 100 where the password meets the policy, 2.5 for each power of ten above 50; else 1 to 49. Where no estimate can
 *   be made, the lowest of these.
 */
int score(const passwordrules_context *context, const char *password, size_t length, int is_met);

#endif
