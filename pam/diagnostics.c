/*
 * Reports what is wrong with a policy, in the log and to the user.
 */
#define _GNU_SOURCE
#include "diagnostics.h"
#include "messages.h"

#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

/* The most that a message quotes of a path, and of the reason after it, in bytes. */
#define QUOTED_MAX 200

/*
 * Whether a diagnostic is about a file. If not, it is about an argument of the PAM line, a user or a limit.
 */
static int is_about_file(const passwordrules_diagnostic *diagnostic)
{
    return diagnostic->source[0] == '/';
}

/* Writes what follows the source of a diagnostic: its line and column, if it has them, and a colon. */
static const char *write_position(const passwordrules_diagnostic *diagnostic, char *position, size_t size)
{
    if (diagnostic->line == 0)
        snprintf(position, size, ": ");
    else
        snprintf(position, size, ":%zu:%zu: ", diagnostic->line, diagnostic->column);
    return position;
}

/*
 * Whether root reads what is shown. A daemon that runs as root shows it to its user, who must not read what
 * it quotes from files that only root may read.
 */
static int is_read_by_root(const struct change *change)
{
    const char *service = change->context.service;

    if (!change->context.by_administrator || change->context.expired || change->context.old_password != NULL)
        return 0;
    if (service == NULL)
        return 0;
    return strcmp(service, "passwd") == 0 || strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0;
}

/* Tells the user that the policy cannot be applied, and what becomes of the change. */
static void say_broken(const struct change *change, const passwordrules_diagnostic *error, int is_refused)
{
    const int is_mistake = error->code < PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE;
    const char *message;

    if (error->code == PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT) {
        /* The user can raise the limit, so is told its name. */
        char line[PAM_MAX_MSG_SIZE];
        snprintf(line, sizeof line, "%s %s", translated(change, MSG_LIMIT), error->source);
        say(change, PAM_ERROR_MSG, line);
        return;
    }
    if (!is_refused)
        message = is_mistake ? MSG_MISTAKE_WARNED : MSG_BROKEN_WARNED;
    else if (is_read_by_root(change))
        message = is_mistake ? MSG_MISTAKE : MSG_UNUSABLE;
    else
        message = MSG_BROKEN;
    say(change, PAM_ERROR_MSG, translated(change, message));
}

/* Shows an error to root. */
static void say_error(const struct change *change, const passwordrules_diagnostic *error)
{
    char position[64], line[PAM_MAX_MSG_SIZE];
    const char *text = error->text, *ellipsis = "";
    const size_t length = strlen(text);

    /*
     * A path may be longer than a message. The reason is at the end of the text, so only its beginning is
     * left out.
     */
    if (length > QUOTED_MAX) {
        text += length - QUOTED_MAX;
        ellipsis = "...";
    }
    snprintf(line, sizeof line, "%.*s%s%s%s", QUOTED_MAX, error->source,
             write_position(error, position, sizeof position), ellipsis, text);
    say(change, PAM_ERROR_MSG, line);
    if (is_about_file(error))
        say(change, PAM_ERROR_MSG, translated(change, MSG_SEE_CHECK));
}

static void log_error(const struct change *change, const passwordrules_diagnostic *error, int is_refused)
{
    char position[64];
    const int is_question = error->text[strlen(error->text) - 1] == '?';

    pam_syslog(change->pamh, LOG_ERR, "%s%s%s%s%s Password change for user %s %s.", error->source,
               write_position(error, position, sizeof position), error->text, is_question ? "" : ".",
               is_about_file(error) ? " See \"passwordrules policy --check\"." : "", change->printable_user,
               is_refused ? "refused" : "is not checked");
}

int report_broken_policy(struct change *change, const passwordrules_diagnostics *diagnostics)
{
    const int is_refused =
        passwordrules_diagnostics_enforcement(diagnostics, &change->context) != PASSWORDRULES_ENFORCE_WARN;
    passwordrules_diagnostic d = PASSWORDRULES_DIAGNOSTIC_INIT;
    int count = 0;

    /* What does not refuse the change is reported once, by the second pass. */
    if (!is_refused && (change->is_preliminary || change->is_failure_reported))
        return PAM_SUCCESS;
    change->is_failure_reported = 1;
    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++) {
        if (d.severity != PASSWORDRULES_SEVERITY_ERROR)
            continue;
        /*
         * "passwordrules policy --check" shows the other errors in files; only the module sees those of the
         * PAM line.
         */
        if (count > 0 && is_about_file(&d))
            continue;
        if (count == 0)
            say_broken(change, &d, is_refused);
        count++;
        log_error(change, &d, is_refused);
        if (is_read_by_root(change) && d.code != PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT)
            say_error(change, &d);
    }
    if (count == 0)
        return PAM_BUF_ERR;
    return is_refused ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}

void log_warnings(const struct change *change, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic d = PASSWORDRULES_DIAGNOSTIC_INIT;
    char position[64];

    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++) {
        if (d.code == PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT) {
            pam_syslog(change->pamh, LOG_WARNING, "in doubt: %s: %s.", d.source, d.text);
            continue;
        }
        pam_syslog(change->pamh, LOG_WARNING,
                   "%s%s%s. It is optional, so the new password of user %s is not compared with it.", d.source,
                   write_position(&d, position, sizeof position), d.text, change->printable_user);
    }
}
