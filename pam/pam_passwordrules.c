/*
 * pam_passwordrules - a PAM password module that applies a password rules descriptor
 *
 * This file speaks PAM: passes, prompts, messages, return codes. What the policy means and what is said of a password comes
 * from libpasswordrules.
 */
#define _GNU_SOURCE
#include "change.h"
#include "messages.h"

#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

/* ---- Circumstances -------------------------------------------------------------------------------------------- */

/* An item of libpam's; NULL if there is none. */
static const void *item_of(pam_handle_t *pamh, int type)
{
    const void *item = NULL;

    return pam_get_item(pamh, type, &item) == PAM_SUCCESS ? item : NULL;
}

/*
 * Finds out whether a user types the answers and reads what is shown. chpasswd and newusers give one fixed answer to every
 * prompt, and their output ends up in the logs of scripts; so does that of passwd if its input is not a terminal. If only its
 * output is not a terminal, a user types, and may try again, but messages go to a file or a pipe. Other services, such as sshd
 * and login, show messages to the user by other means. Of an unknown service it is assumed that nobody types.
 */
static void find_audience(struct change *change)
{
    const char *service = change->context.service != NULL ? change->context.service : "";
    const int is_passwd = strcmp(service, "passwd") == 0;

    change->is_for_many = strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0;
    change->is_unattended = service[0] == '\0' || change->is_for_many || (is_passwd && !isatty(STDIN_FILENO));
    change->is_read = !change->is_unattended && !change->is_silent && (!is_passwd || isatty(STDOUT_FILENO));
}

/* Finds out who makes the change, and for whom: root at the keyboard, or a program that runs as root for a user. */
static void find_maker(struct change *change)
{
    const void *old = NULL;

    change->old_password_status = pam_get_item(change->pamh, PAM_OLDAUTHTOK, &old);
    /* If that fails, the user may know it. */
    change->context.by_administrator = getuid() == 0 && change->old_password_status == PAM_SUCCESS;
    if (change->old_password_status == PAM_SUCCESS && old != NULL) {
        change->context.old_password = old;
        change->context.old_password_length = strlen(old);
    }
}

/* Reads the options. The library refuses one that does not exist; try_first_pass and authtok_type are for libpam alone. */
static void read_options(struct change *change)
{
    for (size_t i = 0; i < change->argument_count; i++) {
        const char *argument = change->arguments[i];
        change->is_debugging |= strcmp(argument, "debug") == 0;
        change->is_token_given |= strcmp(argument, "use_authtok") == 0 || strcmp(argument, "use_first_pass") == 0;
    }
}

static int begin(struct change *change, unsigned flags)
{
    const char *user = NULL;
    const int status = pam_get_user(change->pamh, &user, NULL);

    if (status != PAM_SUCCESS || user == NULL)
        return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : PAM_USER_UNKNOWN;
    /* A name with a line feed in it must not forge a line in the log. */
    for (size_t i = 0; i + 1 < sizeof change->user && user[i] != '\0'; i++)
        change->user[i] = user[i] > ' ' && user[i] <= '~' ? user[i] : '?';
    change->is_silent = (flags & PAM_SILENT) != 0;
    change->is_preliminary = (flags & PAM_PRELIM_CHECK) != 0;
    change->language = find_language();
    change->info.size = sizeof change->info;
    change->context.size = sizeof change->context;
    change->context.user = user;
    change->context.service = item_of(change->pamh, PAM_SERVICE);
    change->context.expired = (flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0;
    find_audience(change);
    find_maker(change);
    return PAM_SUCCESS;
}

/* ---- The new password ----------------------------------------------------------------------------------------- */

/* Logs that lists of the policy were found damaged in this check. An optional one is met; any other is a reason to refuse. */
static void log_damaged_lists(const struct change *change)
{
    passwordrules_outcome outcome = { .size = sizeof outcome };

    for (size_t i = 0; passwordrules_report_outcome(change->report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (outcome.kind == PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE && !outcome.met)
            pam_syslog(change->pamh, LOG_ERR, "a blocklist of the policy is damaged or cannot be read; "
                       "\"passwordrules blocklist verify\" shows where");
        else if (outcome.kind == PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE)
            pam_syslog(change->pamh, LOG_WARNING,
                       "an optional blocklist of the policy is damaged or cannot be read, so the new password of user %s was "
                       "not compared with it; \"passwordrules blocklist verify\" shows where", change->user);
}

/* The names of the rules that are not met, for the log: no number, which would reveal something of the password. */
static const char *find_unmet(struct change *change)
{
    if (passwordrules_report_unmet_rules(change->report, change->unmet, sizeof change->unmet, NULL) != PASSWORDRULES_OK)
        change->unmet[0] = '\0';
    return change->unmet;
}

/*
 * Logs an accepted password, after it was typed twice, and counts it where the policy is not enforced. Rules that it does not
 * meet are only logged if the administrator asks for them: other readers of the log would learn whose password is weak, and why.
 */
static int note_accepted(struct change *change)
{
    passwordrules_diagnostics *diagnostics = NULL;
    passwordrules_diagnostic cause = { .size = sizeof cause };

    if (change->enforcement == PASSWORDRULES_ENFORCE_NO)
        return PAM_SUCCESS;
    if (!passwordrules_report_accepted(change->report)) {
        pam_syslog(change->pamh, LOG_NOTICE, "new password for user %s accepted %s: it does not meet the policy", change->user,
                   change->enforcement == PASSWORDRULES_ENFORCE_AUDIT ? "(enforce = audit)" : "with a warning");
        if (change->is_debugging)
            pam_syslog(change->pamh, LOG_DEBUG, "new password for user %s does not meet: %s", change->user, find_unmet(change));
    } else if (change->is_debugging)
        pam_syslog(change->pamh, LOG_DEBUG, "new password for user %s accepted", change->user);
    const int status = passwordrules_policy_count_change(change->policy, &change->context, change->report, &diagnostics);
    if (passwordrules_diagnostics_get(diagnostics, 0, &cause) == PASSWORDRULES_OK)
        pam_syslog(change->pamh, LOG_WARNING, "a password change was not counted in %s: %s", cause.source, cause.text);
    else if (status != PASSWORDRULES_OK && change->enforcement != PASSWORDRULES_ENFORCE_YES)
        pam_syslog(change->pamh, LOG_WARNING, "a password change was not counted: %s", passwordrules_status_text(status));
    passwordrules_diagnostics_free(diagnostics);
    return PAM_SUCCESS;
}

/* Checks the token, and makes the suggestion in the first check, if it may be shown. Returns a status of the library. */
static int check(struct change *change, const char *token)
{
    passwordrules_report_free(change->report);
    change->report = NULL;
    if (change->enforcement == PASSWORDRULES_ENFORCE_YES && change->info.suggest && change->is_read &&
        change->suggestion[0] == '\0')
        return passwordrules_policy_check_suggesting(change->policy, &change->context, token, strlen(token),
                                                     &change->report, change->suggestion, sizeof change->suggestion);
    return passwordrules_policy_check(change->policy, &change->context, token, strlen(token), &change->report);
}

/* Whether the token is refused: checks it, and shows what is wrong with it. */
static int is_refused(struct change *change, const char *token)
{
    if (change->enforcement == PASSWORDRULES_ENFORCE_NO)
        return 0;
    const int status = check(change, token);
    if (status != PASSWORDRULES_OK) {
        pam_syslog(change->pamh, LOG_ERR, "new password for user %s could not be checked: %s. Refused.", change->user,
                   passwordrules_status_text(status));
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
        return 1;
    }
    log_damaged_lists(change);
    if (passwordrules_report_accepted(change->report))
        return 0;
    if (change->enforcement != PASSWORDRULES_ENFORCE_YES) {
        if (change->enforcement == PASSWORDRULES_ENFORCE_WARN)
            say_reasons(change, MSG_WARNED);
        return 0;
    }
    pam_syslog(change->pamh, LOG_NOTICE, "new password for user %s refused: %s", change->user, find_unmet(change));
    say_reasons(change, MSG_REFUSED);
    say_suggestion(change);
    return 1;
}

/*
 * Applies the policy's settings to this change: PAM_SUCCESS, or an error that was shown. What the policy compares the password
 * with, and cannot be found out, is logged, and the password is checked without it, if the policy does not refuse.
 */
static int apply_policy(struct change *change)
{
    int status = PAM_SUCCESS;

    change->enforcement = PASSWORDRULES_ENFORCE_NO;
    change->tries = 1;
    if (change->policy == NULL)
        return PAM_SUCCESS;
    if (passwordrules_policy_get_info(change->policy, &change->info) != PASSWORDRULES_OK)
        return PAM_SERVICE_ERR;
    /* Another module's password is only checked once, and a second prompt to a program would get the same answer. */
    if (!change->is_token_given && !change->is_unattended)
        change->tries = change->info.retry;
    change->enforcement = passwordrules_policy_enforcement(change->policy, &change->context);
    /* The first pass leaves what does not refuse to the second, so that it is logged once. */
    const int refuses = change->enforcement == PASSWORDRULES_ENFORCE_YES;
    if (change->enforcement == PASSWORDRULES_ENFORCE_NO || (change->is_preliminary && !refuses))
        return PAM_SUCCESS;
    change->context.full_name = change->context.home = change->info.account_unknown ? "" : NULL;
    if (change->old_password_status != PAM_SUCCESS) {
        pam_syslog(change->pamh, LOG_ERR, "cannot ask for the old password of user %s", change->user);
        status = PAM_AUTHTOK_RECOVERY_ERR;
    } else if (change->info.account_unknown) {
        pam_syslog(change->pamh, LOG_ERR, "cannot look up the account of user %s, whose names the policy compares",
                   change->user);
        status = PAM_USER_UNKNOWN;
    }
    if (status == PAM_SUCCESS || !refuses)
        return PAM_SUCCESS;
    say(change, PAM_ERROR_MSG, translated(change, MSG_NO_ACCOUNT));
    return status;
}

/*
 * Loads the policy again if a file has changed: a prompt may have been open for a long time, and the policy at the moment when
 * the password is typed applies. PAM_SUCCESS, or an error that was shown.
 */
static int renew_policy(struct change *change)
{
    if (change->policy != NULL && passwordrules_policy_is_current(change->policy))
        return PAM_SUCCESS;
    passwordrules_policy_free(change->owned);
    change->policy = change->owned = NULL;
    explicit_bzero(change->suggestion, sizeof change->suggestion); /* it may not be accepted any more */
    change->are_rules_told = 0;
    change->renewals++;
    int status = load_policy(change);
    return status == PAM_SUCCESS ? apply_policy(change) : status;
}

/* How the change ends if libpam has no password: it was cancelled, or there is no user to ask. */
static int ended(int status)
{
    return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : status == PAM_SUCCESS ? PAM_AUTHTOK_ERR : status;
}

/*
 * Prompts for the new password, checks it, and has it typed again: PAM_SUCCESS; PAM_TRY_AGAIN if it was refused, or typed in two
 * ways; or how the change ends.
 */
static int ask(struct change *change)
{
    const char *token = NULL;
    int status = pam_get_authtok_noverify(change->pamh, &token, NULL);

    if (status != PAM_SUCCESS || token == NULL)
        return ended(status);
    if ((status = renew_policy(change)) != PAM_SUCCESS)
        return status;
    if (is_refused(change, token))
        return PAM_TRY_AGAIN;
    /* libpam would prompt again for a given one, which the other module has had typed twice. */
    if (change->is_token_given)
        return PAM_SUCCESS;
    const unsigned checked = change->renewals;
    status = pam_get_authtok_verify(change->pamh, &token, NULL);
    if (status != PAM_SUCCESS || token == NULL)
        return ended(status);
    if ((status = renew_policy(change)) != PAM_SUCCESS)
        return status;
    return checked != change->renewals && is_refused(change, token) ? PAM_TRY_AGAIN : PAM_SUCCESS;
}

/* Asks until a password is accepted and typed twice, up to the retry limit. */
static int obtain_token(struct change *change)
{
    /* One that the other module has not seen must not replace its own. */
    change->is_token_given |= item_of(change->pamh, PAM_AUTHTOK) != NULL;
    int status = apply_policy(change);

    while (status == PAM_SUCCESS && change->attempts++ < change->tries) {
        if (change->enforcement >= PASSWORDRULES_ENFORCE_WARN && !change->is_token_given && !change->is_unattended &&
            !change->are_rules_told)
            say_rules(change);
        change->are_rules_told = 1;
        status = ask(change);
        if (status == PAM_SUCCESS)
            return note_accepted(change);
        pam_set_item(change->pamh, PAM_AUTHTOK, NULL);
        if (status == PAM_TRY_AGAIN)
            status = PAM_SUCCESS;
    }
    return status != PAM_SUCCESS ? status : change->tries > 1 ? PAM_MAXTRIES : PAM_AUTHTOK_ERR;
}

/* The first pass only makes sure that the second can work, before the user types anything. */
static int prepare(struct change *change)
{
    int status = load_policy(change);

    if (status == PAM_SUCCESS)
        status = apply_policy(change);
    keep_policy(change);
    return status == PAM_AUTHTOK_ERR ? PAM_TRY_AGAIN : status;
}

static int change_password(struct change *change)
{
    int status = find_policy(change) ? PAM_SUCCESS : load_policy(change);

    if (status == PAM_SUCCESS)
        status = obtain_token(change);
    if (status != PAM_SUCCESS)
        pam_set_item(change->pamh, PAM_AUTHTOK, NULL);
    return status;
}

__attribute__((visibility("default"))) int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    struct change change = { .pamh = pamh, .arguments = argv, .argument_count = (size_t)argc };

    if (((unsigned)flags & (PAM_PRELIM_CHECK | PAM_UPDATE_AUTHTOK)) == 0)
        return PAM_SERVICE_ERR;
    read_options(&change);
    int status = begin(&change, (unsigned)flags);
    if (status != PAM_SUCCESS)
        return status;
    status = change.is_preliminary ? prepare(&change) : change_password(&change);
    passwordrules_report_free(change.report);
    passwordrules_policy_free(change.owned);
    explicit_bzero(change.suggestion, sizeof change.suggestion);
    return status;
}
