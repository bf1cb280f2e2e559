/*
 * Counts what a policy would have refused, for an administrator who audits it with `enforce = audit` or `warn`.
 */
#ifndef AUDIT_H
#define AUDIT_H

#define AUDIT_FOLDER "/var/lib/passwordrules"
#define AUDIT_FILE AUDIT_FOLDER "/audit"

/*
 * Counts a password change that is accepted: `unmet` has the names of the rules that the password does not meet, separated by ",
 * ", or is NULL if it meets the policy. Only for the effective user root; otherwise it does nothing. NULL on success, else the
 * reason as a static text. It waits for other processes for at most a second, and never ends the process.
 */
const char *count_change(const char *unmet);

#endif
