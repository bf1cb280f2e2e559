/*
 * policy.h - the policy of a check, and what it says of settings
 */
#ifndef PASSWORDRULES_PWQUALITY_POLICY_H
#define PASSWORDRULES_PWQUALITY_POLICY_H

#include "settings.h"

#include <passwordrules.h>

/* The list of common passwords. */
#ifndef COMMON_BLOCKLIST
#define COMMON_BLOCKLIST "/usr/share/passwordrules/common.blocklist"
#endif

/*
 * Loads the policy that applies: this machine's and what was set since, or the settings alone.
 *
 * Parameters:
 *   context  whose password it is. Where the user does not exist yet, "" is put in for names of the account.
 *   bits     suggestions have at least so many bits of entropy; 0: what the policy says
 *   policy   out: to be freed; NULL after an error
 * Returns: 0, or a PWQ_ERROR_*, of which the thread's text is noted.
 */
int load_policy(const pwquality_settings_t *pwq, passwordrules_context *context, int bits, passwordrules_policy **policy);

/* An integer setting, as the policy and what was set since have it. Where there is no policy, the most careful value. */
int number_of_policy(const pwquality_settings_t *pwq, int setting);

#endif
