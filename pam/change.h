/*
 * change.h - a password change, and the arguments that the module has for it
 */
#ifndef PAM_PASSWORDRULES_CHANGE_H
#define PAM_PASSWORDRULES_CHANGE_H

#include <passwordrules.h>

#include <security/pam_modules.h>

struct options {
    const char *config;
    const char **settings; /* the arguments that override the policy file's keys, in its grammar */
    size_t setting_count;
    int is_token_given; /* another module asked for the new password; we must not */
    int debug;
};

/* One password change; everything that the functions below need to know of it. */
struct change {
    pam_handle_t *pamh;
    char user[64]; /* for the log: printable, perhaps cut */
    int is_silent;
    int is_preliminary; /* the first pass: the second will come */
    int is_unattended; /* the answers come from a file or a program */
    int is_read; /* a person reads what is shown, and it is kept nowhere: a password can be suggested */
    int is_debugging;
    int is_told;       /* that the policy cannot be read, and nothing is checked */
    int enforcement;   /* PASSWORDRULES_ENFORCE_*, of the policy that is loaded */
    unsigned tries;    /* how often it has a person asked */
    unsigned renewals; /* how often it was read again */
    int old_password_status; /* whether the old password could be asked for, known or not */
    const passwordrules_language *language; /* NULL for English */
    passwordrules_context context;
    passwordrules_policy *policy;
    passwordrules_policy_info info;
    char *names; /* where the account's names are */
    char suggestion[PASSWORDRULES_GENERATE_MAX + 1];
    int is_met; /* the password at hand meets the policy */
    char unmet[512]; /* else the names of the rules that it does not meet */
};

#endif
