/*
 * Scores passwords. Bars of callers go by them: 75, which GNOME calls good, is what 10^10 guesses make, 90 what 10^16 make.
 */
#include "score.h"

#define LEAST_GOOD 50
#define MOST 100
/* Where nothing is added any more, as a power of ten. */
#define MOST_GUESSES 20.0

/* The power of ten of the guesses; 0 where no estimate can be made. */
static double guesses(const passwordrules_context *context, const char *password, size_t length)
{
    passwordrules_ranks *ranks = NULL;
    passwordrules_strength *strength = NULL;
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;

    /* Read for each check, which takes a quarter of a millisecond, so that threads can share settings. */
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
