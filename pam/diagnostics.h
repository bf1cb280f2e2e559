/*
 * diagnostics.h - reports what is wrong with a policy, in the log and to the user
 */
#ifndef PAM_PASSWORDRULES_DIAGNOSTICS_H
#define PAM_PASSWORDRULES_DIAGNOSTICS_H

#include "change.h"

/*
 * Reports a policy that cannot be applied: its first error, and every error in the PAM line. The log and root
 * get the errors, an ordinary user is told to ask the administrator.
 *
 * Returns: PAM_SUCCESS if the password may be changed unchecked; PAM_BUF_ERR if there was no error to report; or another error.
 */
int report_broken_policy(struct change *change, const passwordrules_diagnostics *diagnostics);

/*
 * Logs the warnings about a policy that applies: groups that could not be looked up, and optional lists that
 * are not used.
 */
void log_warnings(const struct change *change, const passwordrules_diagnostics *diagnostics);

#endif
