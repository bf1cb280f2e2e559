/*
 * policy.h - the policy of a check, and the values of settings that follow from it
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
 * Loads the policy that applies: this machine's with later settings, or the settings alone.
 *
 * Parameters:
 *   context  whose password it is; if the user does not exist yet, the names of the account are set to ""
 *   bits     minimum entropy of suggestions in bits; 0 for the policy's own
 *   policy   out: to be freed; NULL after an error
 * Returns: 0, or a PWQ_ERROR_*, whose text is noted for the thread.
 */
int load_policy(const pwquality_settings_t *pwq, passwordrules_context *context, int bits, passwordrules_policy **policy);

/*
 * An integer setting, by the policy and later settings. If the policy cannot be read, the setting is as it
 * was set, or for a switch, the stricter value.
 */
int number_of_policy(const pwquality_settings_t *pwq, int setting);

#endif
