/*
 * decision.h - passes the library's decision on to the log and to the user
 */
#ifndef PAM_PASSWORDRULES_DECISION_H
#define PAM_PASSWORDRULES_DECISION_H

#include "change.h"

/* Replaces the decision of the change. Returns 0 if the library could not decide. */
int adopt_decision(struct change *change, int status, passwordrules_decision *decision);

/* Logs the decision, and shows the user its text. Returns 0, and does neither, if memory runs out. */
int tell_decision(struct change *change);

/* Only logs the decision. */
void log_decision(struct change *change);

/* Log and show that the library could not decide. Return the result of the change, or of this try. */
int fail_to_load(const struct change *change, int status);
int fail_to_check(const struct change *change, int status);

/* Logs a change that is made, and counts it for "passwordrules audit". */
void accept_change(struct change *change);

#endif
