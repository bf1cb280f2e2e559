/*
 * Scores passwords. Bars of callers go by them: 75, which GNOME calls good, is what 10^10 guesses make, 90 what 10^16 make.
 */
#include "score.h"

#define LEAST_GOOD 50
#define MOST 100
/* Where nothing is added any more, as a power of ten. */
#define MOST_GUESSES 20.0

/* The power of ten of the guesses; 0 where no estimate can be made. */
static double guesses(pwquality_settings_t *pwq, const passwordrules_context *context, const char *password, size_t length)
{
    passwordrules_strength *strength = NULL;
    passwordrules_strength_info info = { .size = sizeof info };

    if (pwq->ranks == NULL && !pwq->has_no_ranks)
        pwq->has_no_ranks = passwordrules_ranks_open(NULL, 0, &pwq->ranks, NULL) != PASSWORDRULES_OK;
    if (pwq->ranks == NULL ||
        passwordrules_strength_estimate(pwq->ranks, context, password, length, &strength) != PASSWORDRULES_OK ||
        passwordrules_strength_get_info(strength, &info) != PASSWORDRULES_OK)
        info.guesses_log10 = 0;
    passwordrules_strength_free(strength);
    return info.guesses_log10 < MOST_GUESSES ? info.guesses_log10 : MOST_GUESSES;
}

int score(pwquality_settings_t *pwq, const passwordrules_context *context, const char *password, size_t length, int is_met)
{
    const double share = guesses(pwq, context, password, length) / MOST_GUESSES;

    return is_met ? LEAST_GOOD + (int)(share * (MOST - LEAST_GOOD)) : 1 + (int)(share * (LEAST_GOOD - 2));
}
