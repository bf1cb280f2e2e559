/*
 * change.h - a password change, and the policy that applies to it
 */
#ifndef PAM_PASSWORDRULES_CHANGE_H
#define PAM_PASSWORDRULES_CHANGE_H

#include <passwordrules.h>

#include <security/pam_modules.h>

/* One password change, or a login that may lead to one: what all functions of the module share. */
struct change {
    pam_handle_t *pamh;

    /* The PAM line. */
    const char **arguments;
    size_t argument_count;
    int is_debugging;

    /* The circumstances. */
    char account[5 + 64];    /* "user NAME" for the log, truncated if necessary */
    const char *printable_user; /* the name in it */
    int is_preliminary;      /* the first pass: the second follows */
    int is_silent;
    int is_batch;            /* several users' passwords are set, so each has one line, with the name */
    int is_interactive;      /* a user types the answers, and may try again */
    int is_output_private;   /* only the user sees what is shown, so a password may be suggested */
    int is_token_given;      /* another module has asked for the new password, so this one must not */
    int old_password_status; /* from libpam; PAM_SUCCESS also if there is none */
    const passwordrules_language *language; /* NULL: English */
    passwordrules_context context;

    /* The policy. */
    passwordrules_policy *policy;       /* the policy that applies; NULL: the password is not checked */
    passwordrules_policy *owned_policy; /* the same, if this struct owns it; NULL if libpam does */
    passwordrules_policy_info info;
    int enforcement;         /* PASSWORDRULES_ENFORCE_* */
    int is_failure_reported; /* the policy could not be applied, and that was reported */
    unsigned reloads;        /* how often the policy was loaded again */

    /* The dialogue. */
    unsigned tries; /* including this one */
    unsigned max_tries;
    int are_rules_shown;
    passwordrules_decision *decision; /* the last one: on the load, the account or a password */
    size_t logged;                    /* how many of its lines are in the log */
    char suggestion[PASSWORDRULES_GENERATE_MAX + 1]; /* wiped when the change ends */
};

/* An item of libpam; NULL if there is none. */
static inline const void *item_of(pam_handle_t *pamh, int type)
{
    const void *item = NULL;

    return pam_get_item(pamh, type, &item) == PAM_SUCCESS ? item : NULL;
}

/*
 * Loads the policy that the PAM line names, as it applies to the user, into change->owned_policy. Returns a
 * status of the library.
 */
int load_for_user(struct change *change, passwordrules_diagnostics **diagnostics);

/*
 * Loads the policy into change->policy. If it cannot be read completely, reports that and returns an error; for
 * root, unless the policy is enforced for root, returns PAM_SUCCESS with a NULL policy instead of the error.
 */
int load_policy(struct change *change);

/* Keeps the policy for the second pass, in place of what an earlier first pass kept. */
void keep_policy(struct change *change);

/*
 * Finds the policy that the first pass kept. Returns 0 if there is none, if another module has changed the
 * user since, or if a file of the policy has changed.
 */
int find_policy(struct change *change);

#endif
