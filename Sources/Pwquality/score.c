/*
 * Scores passwords, for the bars that callers draw: 10^10 guesses give 75, which GNOME calls good, and 10^16
 * give 90.
 */
#include "score.h"

#define LEAST_GOOD 50
#define MOST 100
/* The power of ten above which more guesses do not count. */
#define MOST_GUESSES 20.0

/* The power of ten of the guesses; 0 if there is no estimate. */
static double guesses(const passwordrules_context *context, const char *password, size_t length)
{
    passwordrules_ranks *ranks = NULL;
    passwordrules_strength *strength = NULL;
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;

    /* Reading the list for each check takes a quarter of a millisecond, and lets threads share settings. */
    if (passwordrules_ranks_open(NULL, 0, &ranks, NULL) != PASSWORDRULES_OK ||
        passwordrules_strength_estimate(ranks, context, password, length, &strength) != PASSWORDRULES_OK ||
        passwordrules_strength_get_info(strength, &info) != PASSWORDRULES_OK)
        info.guesses_log10 = 0;
    passwordrules_strength_free(strength);
    passwordrules_ranks_free(ranks);
    return info.guesses_log10 < MOST_GUESSES ? info.guesses_log10 : MOST_GUESSES;
}

int score(const passwordrules_context *context, const char *password, size_t length, int is_met)
{
    const double share = guesses(context, password, length) / MOST_GUESSES;

    return is_met ? LEAST_GOOD + (int)(share * (MOST - LEAST_GOOD)) : 1 + (int)(share * (LEAST_GOOD - 2));
}
