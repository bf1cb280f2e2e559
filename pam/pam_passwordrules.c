/*
 * pam_passwordrules - a PAM password module that applies a password rules descriptor
 *
 * This file speaks PAM: passes, prompts, messages, return codes. What the policy means and what is said of a password comes
 * from libpasswordrules.
 */
#define _GNU_SOURCE
#include "messages.h"
#include "policy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

/* ---- Circumstances -------------------------------------------------------------------------------------------- */

/*
 * Finds out whether a user types the answers and reads what is shown. chpasswd and newusers give one fixed answer to every
 * prompt, and their output ends up in the logs of scripts; so does that of passwd if its input is not a terminal. If only its
 * output is not a terminal, a user types, and may try again, but messages go to a file or a pipe. Other services, such as sshd
 * and login, show messages to the user by other means.
 */
static void find_audience(struct change *change)
{
    const void *item = NULL;

    change->is_unattended = 1;
    change->is_read = 0;
    change->is_for_many = 0;
    /* Unknown service: assume that it is unattended. */
    if (pam_get_item(change->pamh, PAM_SERVICE, &item) != PAM_SUCCESS || item == NULL)
        return;
    const char *service = item;
    change->is_for_many = strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0;
    if (change->is_for_many)
        return;
    int is_passwd = strcmp(service, "passwd") == 0;
    change->is_unattended = is_passwd && !isatty(STDIN_FILENO);
    change->is_read = !change->is_unattended && !change->is_silent && (!is_passwd || isatty(STDOUT_FILENO));
}

/* Finds out who makes the change, and for whom: root at the keyboard, or a program that runs as root for a user. */
static void find_maker(struct change *change)
{
    const void *item = NULL;

    change->context.by_root = getuid() == 0;
    if (pam_get_item(change->pamh, PAM_SERVICE, &item) == PAM_SUCCESS)
        change->context.service = item;
    change->old_password_status = pam_get_item(change->pamh, PAM_OLDAUTHTOK, &item);
    if (change->old_password_status != PAM_SUCCESS)
        change->context.by_root = 0; /* the user may know it */
    else if (item != NULL) {
        change->context.old_password = item;
        change->context.old_password_length = strlen(item);
    }
}

/* Reads the options. The library refuses one that does not exist; try_first_pass and authtok_type are for libpam alone. */
static void read_options(struct change *change, int argc, const char **argv)
{
    change->arguments = argv;
    change->argument_count = (size_t)argc;
    for (int i = 0; i < argc; i++) {
        change->is_debugging |= strcmp(argv[i], "debug") == 0;
        change->is_token_given |= strcmp(argv[i], "use_authtok") == 0 || strcmp(argv[i], "use_first_pass") == 0;
    }
}

static int begin(struct change *change, pam_handle_t *pamh, unsigned flags)
{
    const char *user = NULL;
    int status = pam_get_user(pamh, &user, NULL);

    if (status != PAM_SUCCESS || user == NULL)
        return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : PAM_USER_UNKNOWN;
    memset(change, 0, sizeof *change);
    change->pamh = pamh;
    /* A name with a line feed in it must not forge a line in the log. */
    for (size_t i = 0; i + 1 < sizeof change->user && user[i] != '\0'; i++)
        change->user[i] = user[i] > ' ' && user[i] <= '~' ? user[i] : '?';
    change->is_silent = (flags & PAM_SILENT) != 0;
    change->is_preliminary = (flags & PAM_PRELIM_CHECK) != 0;
    find_audience(change);
    change->context.size = sizeof change->context;
    change->context.user = user;
    find_maker(change);
    change->context.expired = (flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0;
    change->info.size = sizeof change->info;
    return PAM_SUCCESS;
}

/*
 * Logs what the policy compares the password with, and cannot be found out: an error, or PAM_SUCCESS. If the policy does not
 * refuse, the password is checked without the names of an account that is not known.
 */
static int report_unknowns(struct change *change)
{
    change->context.full_name = change->context.home = change->info.account_unknown ? "" : NULL;
    if (change->old_password_status != PAM_SUCCESS) {
        pam_syslog(change->pamh, LOG_ERR, "cannot ask for the old password of user %s", change->user);
        return PAM_AUTHTOK_RECOVERY_ERR;
    }
    if (change->info.account_unknown) {
        pam_syslog(change->pamh, LOG_ERR, "cannot look up the account of user %s, whose names the policy compares",
                   change->user);
        return PAM_USER_UNKNOWN;
    }
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

/* Logs which rules are not met: their names, but no number, which would reveal something of the password. */
static void log_unmet(const struct change *change, int priority, const char *verdict)
{
    char names[512];

    if (passwordrules_report_unmet_rules(change->report, names, sizeof names, NULL) != PASSWORDRULES_OK)
        names[0] = '\0';
    pam_syslog(change->pamh, priority, "new password for user %s %s: %s", change->user, verdict, names);
}

/*
 * Logs and counts an accepted password, after it was typed twice. The rules that it does not meet are only logged if the
 * administrator asks for them: other readers of the log would learn which accounts have weak passwords, and why.
 */
static void note_accepted(const struct change *change)
{
    passwordrules_diagnostics *diagnostics = NULL;
    passwordrules_diagnostic cause = { .size = sizeof cause };

    if (!passwordrules_report_accepted(change->report)) {
        pam_syslog(change->pamh, LOG_NOTICE, "new password for user %s accepted %s: it does not meet the policy", change->user,
                   change->enforcement == PASSWORDRULES_ENFORCE_AUDIT ? "(enforce = audit)" : "with a warning");
        if (change->is_debugging)
            log_unmet(change, LOG_DEBUG, "does not meet");
    } else if (change->is_debugging)
        pam_syslog(change->pamh, LOG_DEBUG, "new password for user %s accepted", change->user);
    if (passwordrules_policy_count_change(change->policy, &change->context, change->report, &diagnostics) ==
            PASSWORDRULES_ECOUNT && passwordrules_diagnostics_get(diagnostics, 0, &cause) == PASSWORDRULES_OK)
        pam_syslog(change->pamh, LOG_WARNING, "a password change was not counted in %s: %s", cause.source, cause.text);
    passwordrules_diagnostics_free(diagnostics);
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
    log_unmet(change, LOG_NOTICE, "refused");
    say_reasons(change, MSG_REFUSED);
    say_suggestion(change);
    return 1;
}

/* Whether there is a new password already, so that the user is not prompted for one. */
static int has_token(pam_handle_t *pamh)
{
    const void *token = NULL;

    return pam_get_item(pamh, PAM_AUTHTOK, &token) == PAM_SUCCESS && token != NULL;
}

/* Applies the policy's settings to this change: PAM_SUCCESS, or an error that was shown. */
static int apply_policy(struct change *change)
{
    change->enforcement = PASSWORDRULES_ENFORCE_NO;
    change->tries = 1;
    if (change->policy == NULL)
        return PAM_SUCCESS;
    if (passwordrules_policy_get_info(change->policy, &change->info) != PASSWORDRULES_OK)
        return PAM_SERVICE_ERR;
    change->tries = change->info.retry;
    change->enforcement = passwordrules_policy_enforcement(change->policy, &change->context);
    /* The first pass leaves what does not refuse to the second, so that it is logged once. */
    const int refuses = change->enforcement == PASSWORDRULES_ENFORCE_YES;
    if (change->enforcement == PASSWORDRULES_ENFORCE_NO || (change->is_preliminary && !refuses))
        return PAM_SUCCESS;
    int status = report_unknowns(change);
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
    passwordrules_policy_free(change->policy);
    change->policy = NULL;
    explicit_bzero(change->suggestion, sizeof change->suggestion); /* it may not be accepted any more */
    change->renewals++;
    int status = load_policy(change);
    return status == PAM_SUCCESS ? apply_policy(change) : status;
}

/* Prompts for the new password until one is accepted and typed twice, up to the retry limit. */
static int obtain_token(struct change *change)
{
    pam_handle_t *pamh = change->pamh;
    unsigned said = 0;
    int status = apply_policy(change);

    if (status != PAM_SUCCESS)
        return status;
    /* A password from another module is only checked once: one that the other module has not seen must not replace it. */
    const int is_token_given = change->is_token_given || has_token(pamh);
    /* A second prompt would get the same answer. */
    const int is_asked_once = is_token_given || change->is_unattended;

    for (unsigned i = 0; i < (is_asked_once ? 1 : change->tries); i++) {
        const char *token = NULL;
        if (change->enforcement >= PASSWORDRULES_ENFORCE_WARN && !is_asked_once && (i == 0 || said != change->renewals))
            say_rules(change);
        said = change->renewals;
        status = pam_get_authtok_noverify(pamh, &token, NULL);
        if (status != PAM_SUCCESS || token == NULL) /* cancelled, or there is no user to ask */
            return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : status != PAM_SUCCESS ? status : PAM_AUTHTOK_ERR;
        if ((status = renew_policy(change)) != PAM_SUCCESS)
            return status;
        change->is_last_try = is_asked_once || i + 1 >= change->tries;
        if (is_refused(change, token)) {
            pam_set_item(pamh, PAM_AUTHTOK, NULL);
            continue;
        }
        if (!is_token_given) { /* libpam would prompt again for a given one, unless it had it typed twice */
            const unsigned judged = change->renewals;
            status = pam_get_authtok_verify(pamh, &token, NULL);
            int renewal = status == PAM_SUCCESS && token != NULL ? renew_policy(change) : PAM_SUCCESS;
            if (renewal != PAM_SUCCESS)
                return renewal;
            if (status == PAM_SUCCESS && token != NULL && judged != change->renewals && is_refused(change, token)) {
                pam_set_item(pamh, PAM_AUTHTOK, NULL);
                continue;
            }
        }
        if (status == PAM_SUCCESS && token != NULL) {
            if (change->enforcement != PASSWORDRULES_ENFORCE_NO)
                note_accepted(change);
            return PAM_SUCCESS;
        }
        if (status != PAM_TRY_AGAIN) /* PAM_TRY_AGAIN: the two did not match, and libpam has shown a message */
            return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : status != PAM_SUCCESS ? status : PAM_AUTHTOK_ERR;
        pam_set_item(pamh, PAM_AUTHTOK, NULL);
    }
    return !is_asked_once && change->tries > 1 ? PAM_MAXTRIES : PAM_AUTHTOK_ERR;
}

/* ---- Entry point ---------------------------------------------------------------------------------------------- */

__attribute__((visibility("default"))) int pam_sm_chauthtok(pam_handle_t *pamh, int pam_flags, int argc,
                                                            const char **argv)
{
    unsigned flags = (unsigned)pam_flags;
    struct change change;
    int status;

    if ((flags & (PAM_PRELIM_CHECK | PAM_UPDATE_AUTHTOK)) == 0)
        return PAM_SERVICE_ERR;
    status = begin(&change, pamh, flags);
    if (status == PAM_SUCCESS) {
        change.language = find_language();
        read_options(&change, argc, argv);
        if (change.is_preliminary || !take_policy(&change))
            status = load_policy(&change);
        /* The first pass only makes sure that the second can work, before the user types anything. */
        if (change.is_preliminary) {
            if (status == PAM_SUCCESS)
                status = apply_policy(&change);
            leave_policy(&change);
            if (status == PAM_AUTHTOK_ERR)
                status = PAM_TRY_AGAIN;
        } else {
            if (status == PAM_SUCCESS)
                status = obtain_token(&change);
            if (status != PAM_SUCCESS)
                pam_set_item(pamh, PAM_AUTHTOK, NULL);
        }
        passwordrules_report_free(change.report);
        passwordrules_policy_free(change.policy);
        explicit_bzero(change.suggestion, sizeof change.suggestion);
    }
    return status;
}
