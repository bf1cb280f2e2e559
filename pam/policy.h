/*
 * policy.h - loads the policy of a change, and passes it from the first pass to the second
 */
#ifndef PAM_PASSWORDRULES_POLICY_H
#define PAM_PASSWORDRULES_POLICY_H

#include "change.h"

/*
 * Loads the policy into change->policy. If it cannot be read completely, reports that, and returns an error, or PAM_SUCCESS with
 * a NULL policy for root, unless the policy is enforced for root.
 */
int load_policy(struct change *change);

/* Keeps the policy for the second pass, which loads it again if there is none. Replaces what an earlier pass has left. */
void leave_policy(struct change *change);

/* Takes the policy of the first pass, unless another module has changed the user, or a file has changed. */
int take_policy(struct change *change);

#endif
