/*
 * policy.h - loads the policy of a change, and passes it from the first pass to the second
 */
#ifndef PAM_PASSWORDRULES_POLICY_H
#define PAM_PASSWORDRULES_POLICY_H

#include "change.h"

/*
 * Loads the policy into change->policy. Where it cannot be read whole, says so; then either returns an error, or, for
 * root who is not enforced upon, PAM_SUCCESS with a policy of NULL.
 */
int load_policy(struct change *change, const struct options *options);

/* Keeps the policy for the second pass, which loads it again where there is none. What an earlier pass has left goes. */
void leave_policy(struct change *change, const char **argv);

/* Takes what the first pass has left, unless another module has put another user in the place of ours, or a file has changed. */
int take_policy(struct change *change, const char **argv);

#endif
