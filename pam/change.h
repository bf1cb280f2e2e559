/*
 * change.h - a password change, and the policy that applies to it
 */
#ifndef PAM_PASSWORDRULES_CHANGE_H
#define PAM_PASSWORDRULES_CHANGE_H

#include <passwordrules.h>

#include <security/pam_modules.h>

/* One password change, with everything that the functions of the module need. */
struct change {
    pam_handle_t *pamh;
    const char **arguments; /* of the PAM line */
    size_t argument_count;
    char user[64]; /* for the log: printable, possibly cut off */
    int is_silent;
    int is_preliminary; /* the first pass: the second will come */
    int is_unattended; /* the answers come from a file or a program */
    int is_for_many; /* a program sets the passwords of several users, so messages name them */
    int is_read; /* a user reads what is shown, and it is not stored: a password can be suggested */
    int is_token_given; /* another module asked for the new password; this one must not */
    int is_debugging;
    int is_told;       /* the user was told that the policy could not be applied, and nothing is checked */
    int enforcement;   /* PASSWORDRULES_ENFORCE_* of the loaded policy */
    unsigned tries;    /* how often the policy lets the user try */
    unsigned attempts; /* how often the user has tried, this time included */
    int are_rules_told;
    unsigned renewals; /* how often the policy was loaded again */
    int old_password_status; /* whether the old password could be asked for, known or not */
    const passwordrules_language *language; /* NULL for English */
    passwordrules_context context;
    passwordrules_policy *policy; /* the one that applies */
    passwordrules_policy *owned;  /* the same, unless libpam keeps it from one pass to the next */
    passwordrules_policy_info info;
    passwordrules_report *report; /* of the last check */
    char suggestion[PASSWORDRULES_GENERATE_MAX + 1];
};

/*
 * Loads the policy into change->policy. If it cannot be read completely, reports that, and returns an error, or PAM_SUCCESS with
 * a NULL policy for root, unless the policy is enforced for root.
 */
int load_policy(struct change *change);

/* Keeps the policy for the second pass, which loads it again if there is none. Replaces what an earlier pass has left. */
void keep_policy(struct change *change);

/* Finds the policy of the first pass, unless another module has changed the user, or a file has changed: whether there is one. */
int find_policy(struct change *change);

#endif
