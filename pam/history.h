/*
 * history.h - compares the new password with earlier ones, and saves the present one
 */
#ifndef PAM_PASSWORDRULES_HISTORY_H
#define PAM_PASSWORDRULES_HISTORY_H

#include "change.h"

/*
 * Finds out whether this machine has the hashes of the user's passwords, for policies with the key history.
 * Sets has_history in the context: 0 for accounts that are not in /etc/passwd. Returns PAM_SUCCESS, or an
 * error that was shown.
 */
int prepare_history(struct change *change);

/*
 * Compares a password that is accepted otherwise with the hashes that the decision asks for, and adds the
 * result to the decision. Returns a status of the library.
 */
int compare_history(struct change *change, const char *token);

/*
 * Saves the hash of the present password before another module stores the new one. Returns PAM_SUCCESS, or an
 * error that was shown.
 */
int save_history(struct change *change);

#endif
