/*
 * pam_passwordrules - a PAM password module that applies a password policy
 *
 * This file speaks PAM: passes, prompts, log, return codes. libpasswordrules decides what the policy means
 * and what is wrong with a password.
 */
#define _GNU_SOURCE
#include "decision.h"
#include "history.h"
#include "login.h"
#include "messages.h"

#include <failure.h>

#include <string.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

/* ---- Circumstances ------------------------------------------------------------------------------------- */

/*
 * Finds out whether a user types the answers, and whether only that user sees the messages.
 *
 * chpasswd and newusers answer every prompt with the same password, and scripts log their output. If the
 * input of passwd is not a terminal, a script may have run it. If only the output is not a terminal, a user
 * types, but the messages go to a file or a pipe. Other services, such as sshd and login, show messages to
 * the user in their own way. So does pwupd-passwd: a passwd without set-user-ID is in another process, whose
 * terminal cannot be seen from the daemon. If the service has no name, nobody is assumed to type. The library
 * makes suggestions only at the services in suggest-services.
 */
static void find_audience(struct change *change)
{
    const char *service = change->context.service != NULL ? change->context.service : "";

    if (service[0] == '\0')
        return;
    if (strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0) {
        change->is_batch = 1;
    } else if (strcmp(service, "passwd") == 0) {
        change->is_interactive = isatty(STDIN_FILENO);
        change->is_output_private = change->is_interactive && isatty(STDOUT_FILENO);
    } else {
        change->is_interactive = 1;
        change->is_output_private = 1;
    }
    if (change->is_silent)
        change->is_output_private = 0;
}

/*
 * Finds out whether root, or a program that runs as root, asks for the change, and takes the old password if
 * the user has typed it. Set-user-ID programs, and daemons such as pwupdd, have the user's real user ID, and
 * only the effective one is root's.
 */
static void find_requester(struct change *change)
{
    const void *old = NULL;

    change->old_password_status = pam_get_item(change->pamh, PAM_OLDAUTHTOK, &old);
    /* If libpam cannot tell, the user may have typed the old password, so nobody is exempt. */
    if (change->old_password_status != PAM_SUCCESS)
        return;
    change->context.by_administrator = getuid() == 0;
    if (old != NULL) {
        change->context.old_password = old;
        change->context.old_password_length = strlen(old);
    }
}

/* Reads the options for the module itself. The library reads the others, and refuses unknown ones. */
static void read_options(struct change *change)
{
    for (size_t i = 0; i < change->argument_count; i++) {
        const char *argument = change->arguments[i];
        if (strcmp(argument, "debug") == 0)
            change->is_debugging = 1;
        else if (strcmp(argument, "use_authtok") == 0 || strcmp(argument, "use_first_pass") == 0)
            change->is_token_given = 1;
    }
}

/* Precedes the user's name in the log. */
#define ACCOUNT "user "

static int begin_change(struct change *change, unsigned flags)
{
    const char *user = NULL;
    const int status = pam_get_user(change->pamh, &user, NULL);

    if (status == PAM_CONV_AGAIN)
        return PAM_INCOMPLETE;
    if (status != PAM_SUCCESS || user == NULL)
        return PAM_USER_UNKNOWN;
    change->printable_user = change->account + strlen(ACCOUNT);
    memcpy(change->account, ACCOUNT, strlen(ACCOUNT));
    copy_printable(change->account + strlen(ACCOUNT), sizeof change->account - strlen(ACCOUNT), user);
    change->is_silent = (flags & PAM_SILENT) != 0;
    change->is_preliminary = (flags & PAM_PRELIM_CHECK) != 0;
    change->language = find_language();
    change->info = (passwordrules_policy_info)PASSWORDRULES_POLICY_INFO_INIT;
    change->context = (passwordrules_context)PASSWORDRULES_CONTEXT_INIT;
    change->context.user = user;
    change->context.service = item_of(change->pamh, PAM_SERVICE);
    change->context.expired = (flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0;
    find_audience(change);
    find_requester(change);
    return PAM_SUCCESS;
}

/* ---- The policy's settings ----------------------------------------------------------------------------- */

/*
 * Decides whether to ask for a password at all. A policy may compare the password with other data, such as
 * the old password. If that data is unavailable, an enforced policy refuses the change.
 */
static int decide_ahead(struct change *change)
{
    const int is_old_unknown = change->old_password_status != PAM_SUCCESS;
    passwordrules_decision *decision = NULL;
    const int status = passwordrules_decide(
        change->policy, &change->context, NULL, 0,
        PASSWORDRULES_DECIDE_AHEAD | (is_old_unknown ? PASSWORDRULES_DECIDE_OLD_UNKNOWN : 0), &decision);

    if (!adopt_decision(change, status, decision))
        return fail_to_load(change, status);
    if (!tell_decision(change))
        return fail_to_load(change, PASSWORDRULES_ENOMEM);
    if (!passwordrules_decision_refused(decision))
        return PAM_SUCCESS;
    return is_old_unknown ? PAM_AUTHTOK_RECOVERY_ERR : PAM_USER_UNKNOWN;
}

/* Applies the policy's settings to this change. Returns PAM_SUCCESS, or an error that was shown. */
static int apply_policy(struct change *change)
{
    change->enforcement = PASSWORDRULES_ENFORCE_NO;
    change->max_tries = 1;
    if (change->policy == NULL)
        return PAM_SUCCESS;
    if (passwordrules_policy_get_info(change->policy, &change->info) != PASSWORDRULES_OK)
        return PAM_SERVICE_ERR;
    /* A password from another module cannot be typed again, and a program would repeat its answer. */
    if (!change->is_token_given && change->is_interactive)
        change->max_tries = change->info.retry;
    change->enforcement = passwordrules_policy_enforcement(change->policy, &change->context);
    if (change->enforcement == PASSWORDRULES_ENFORCE_NO)
        return PAM_SUCCESS;
    /* Only an enforced policy refuses now. For others, the second pass logs what is unavailable, once. */
    if (change->is_preliminary && change->enforcement != PASSWORDRULES_ENFORCE_YES)
        return PAM_SUCCESS;
    /* NULL: the library looks up the names. */
    change->context.full_name = change->context.home = NULL;
    const int status = decide_ahead(change);
    /* Empty: the library does not look them up again, so the log reports the failure once. */
    if (change->info.account_unknown)
        change->context.full_name = change->context.home = "";
    return status == PAM_SUCCESS ? prepare_history(change) : status;
}

/*
 * Loads the policy again if a file has changed. A prompt may be open for a long time, and the policy that
 * applies is the one at the moment when the password is typed. Returns PAM_SUCCESS, or an error that was
 * shown.
 */
static int reload_policy(struct change *change)
{
    if (change->policy != NULL && passwordrules_policy_is_current(change->policy))
        return PAM_SUCCESS;
    passwordrules_policy_free(change->owned_policy);
    change->policy = change->owned_policy = NULL;
    /* The new policy may refuse the old suggestion, and has rules of its own to show. */
    explicit_bzero(change->suggestion, sizeof change->suggestion);
    change->are_rules_shown = 0;
    change->reloads++;
    const int status = load_policy(change);
    if (status != PAM_SUCCESS)
        return status;
    return apply_policy(change);
}

/* ---- The new password ---------------------------------------------------------------------------------- */

/*
 * Checks the password, and shows what is wrong with it. If a suggestion may be shown, the first check makes
 * it, and each refusal shows it. Returns PAM_SUCCESS, or PAM_TRY_AGAIN if the password is refused.
 */
static int check_password(struct change *change, const char *token)
{
    const int suggests = change->is_output_private && change->suggestion[0] == '\0';
    const unsigned flags =
        (suggests ? PASSWORDRULES_DECIDE_SUGGEST : 0) | (change->is_debugging ? PASSWORDRULES_DECIDE_DEBUG : 0);
    passwordrules_decision *decision = NULL;

    /* An empty password is always refused, even without a policy. */
    if (change->enforcement == PASSWORDRULES_ENFORCE_NO && token[0] != '\0')
        return PAM_SUCCESS;
    int status = passwordrules_decide(change->policy, &change->context, token, strlen(token), flags, &decision);
    if (!adopt_decision(change, status, decision))
        return fail_to_check(change, status);
    status = compare_history(change, token);
    if (status != PASSWORDRULES_OK)
        return fail_to_check(change, status);
    if (!tell_decision(change))
        return fail_to_check(change, PASSWORDRULES_ENOMEM);
    if (!passwordrules_decision_refused(decision))
        return PAM_SUCCESS;
    /* Without a report, the refusal is not about the password, so another one would not help. */
    if (passwordrules_decision_report(decision) == NULL)
        return PAM_AUTHTOK_ERR;
    /* A user who typed nothing needs no suggestion. */
    if (token[0] == '\0')
        return PAM_TRY_AGAIN;
    if (suggests) {
        status = passwordrules_decision_take_suggestion(decision, change->suggestion, sizeof change->suggestion, NULL);
        if (status != PASSWORDRULES_OK)
            change->suggestion[0] = '\0';
    }
    say_suggestion(change);
    return PAM_TRY_AGAIN;
}

/* ---- The dialogue -------------------------------------------------------------------------------------- */

/*
 * The result of a change if libpam returns this status and no password, because the user cancelled or nobody
 * can be asked.
 */
static int result_without_token(int status)
{
    switch (status) {
    case PAM_CONV_AGAIN:
        return PAM_INCOMPLETE;
    case PAM_SUCCESS:
        return PAM_AUTHTOK_ERR;
    default:
        return status;
    }
}

/*
 * Prompts for the new password, checks it, and has it typed again. Returns PAM_SUCCESS, PAM_TRY_AGAIN if it
 * was refused or mistyped, or an error that ends the change.
 */
static int ask(struct change *change)
{
    const char *token = NULL;
    int status = pam_get_authtok_noverify(change->pamh, &token, NULL);

    if (status != PAM_SUCCESS || token == NULL)
        return result_without_token(status);
    status = reload_policy(change);
    if (status == PAM_SUCCESS)
        status = check_password(change, token);
    if (status != PAM_SUCCESS)
        return status;
    /* The other module has already asked twice. libpam would ask a third time. */
    if (change->is_token_given)
        return PAM_SUCCESS;

    const unsigned reloads = change->reloads;
    status = pam_get_authtok_verify(change->pamh, &token, NULL);
    if (status != PAM_SUCCESS || token == NULL)
        return result_without_token(status);
    status = reload_policy(change);
    if (status != PAM_SUCCESS)
        return status;
    if (change->reloads != reloads)
        return check_password(change, token);
    return PAM_SUCCESS;
}

/*
 * Shows a policy's rules, once, before a user types a password. An audited policy shows none, because users
 * must not notice it.
 */
static void show_rules(struct change *change)
{
    if (change->are_rules_shown || change->enforcement < PASSWORDRULES_ENFORCE_WARN)
        return;
    if (change->is_token_given || !change->is_interactive)
        return;
    say_rules(change);
    change->are_rules_shown = 1;
}

/* Asks until a password is accepted and typed twice, or the user has had all tries. */
static int obtain_password(struct change *change)
{
    /* An earlier module has asked, and already has this password. The user must not type another. */
    if (item_of(change->pamh, PAM_AUTHTOK) != NULL)
        change->is_token_given = 1;
    int status = apply_policy(change);
    if (status != PAM_SUCCESS)
        return status;
    for (change->tries = 1; change->tries <= change->max_tries; change->tries++) {
        show_rules(change);
        status = ask(change);
        if (status == PAM_SUCCESS)
            return PAM_SUCCESS;
        /* The next module must not find a password that was refused. */
        pam_set_item(change->pamh, PAM_AUTHTOK, NULL);
        if (status != PAM_TRY_AGAIN)
            return status;
    }
    return change->max_tries > 1 ? PAM_MAXTRIES : PAM_AUTHTOK_ERR;
}

/* ---- The two passes ------------------------------------------------------------------------------------ */

/* The first pass fails, before the user types anything, if the second one could not work. */
static int prepare(struct change *change)
{
    int status = load_policy(change);

    if (status == PAM_SUCCESS)
        status = apply_policy(change);
    keep_policy(change);
    return status == PAM_AUTHTOK_ERR ? PAM_TRY_AGAIN : status;
}

/* The second pass asks for the password, checks it, and leaves it to the next module. */
static int change_password(struct change *change)
{
    int status = PAM_SUCCESS;

    if (!find_policy(change))
        status = load_policy(change);
    if (status == PAM_SUCCESS)
        status = obtain_password(change);
    if (status == PAM_SUCCESS)
        status = save_history(change);
    if (status != PAM_SUCCESS) {
        pam_set_item(change->pamh, PAM_AUTHTOK, NULL);
        return status;
    }
    if (change->enforcement != PASSWORDRULES_ENFORCE_NO)
        accept_change(change);
    forget_login(change->pamh);
    return PAM_SUCCESS;
}

__attribute__((visibility("default"))) int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    struct change change = { .pamh = pamh, .arguments = argv, .argument_count = (size_t)argc };

    if (((unsigned)flags & (PAM_PRELIM_CHECK | PAM_UPDATE_AUTHTOK)) == 0)
        return PAM_SERVICE_ERR;
    read_options(&change);
    int status = begin_change(&change, (unsigned)flags);
    if (status != PAM_SUCCESS)
        return status;
    status = change.is_preliminary ? prepare(&change) : change_password(&change);
    passwordrules_decision_free(change.decision);
    passwordrules_policy_free(change.owned_policy);
    explicit_bzero(change.suggestion, sizeof change.suggestion);
    return status;
}
