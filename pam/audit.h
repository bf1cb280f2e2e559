/*
 * Counts of what a policy would have refused, for an administrator who tries it out by `enforce = audit` or `warn`.
 */
#ifndef AUDIT_H
#define AUDIT_H

#define AUDIT_FOLDER "/var/lib/passwordrules"
#define AUDIT_FILE AUDIT_FOLDER "/audit"

/*
 * Counts a change of a password that passes: `unmet` has the names of the rules that it does not meet, separated by ", ", or is
 * NULL if it meets the policy. Only for the effective user root; for others it does nothing. NULL if that was done, else why
 * not, in words that stay as they are. It waits for others at most a second, and never ends the process.
 */
const char *count_change(const char *unmet);

#endif
