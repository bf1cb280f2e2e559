/*
 * Passes the library's decision on: its lines to the log, its text to the user.
 */
#define _GNU_SOURCE
#include "decision.h"
#include "messages.h"

#include <failure.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

void log_decision(struct change *change)
{
    passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;

    for (; passwordrules_decision_log(change->decision, change->logged, &line) == PASSWORDRULES_OK; change->logged++)
        pam_syslog(change->pamh, line.priority, "%s", line.text);
}

static int write_decision(const struct change *change, char *text, size_t size, size_t *needed)
{
    return passwordrules_decision_text(change->decision, PASSWORDRULES_TEXT_LIST, 0, change->language, text, size, needed);
}

int adopt_decision(struct change *change, int status, passwordrules_decision *decision)
{
    passwordrules_decision_free(change->decision);
    change->decision = decision;
    change->logged = 0;
    return status == PASSWORDRULES_OK;
}

/*
 * In a batch, each user has one line, with the name and without wrapping, so that it can be found in a log. A
 * warning begins with the heading of the list. Sentences that do not fit are replaced by "...".
 */
static int tell_in_one_line(struct change *change, const char *list)
{
    const char *end_of_heading = strchr(list, '\n');
    const size_t length = end_of_heading != NULL ? (size_t)(end_of_heading - list) : 0;
    const int is_warning =
        passwordrules_decision_report(change->decision) != NULL && !passwordrules_decision_refused(change->decision);
    char line[PAM_MAX_MSG_SIZE];
    size_t start = (size_t)snprintf(line, sizeof line, "%s: ", change->printable_user);

    /* A long translation must leave room for sentences. */
    if (is_warning && length > 0 && length < sizeof line / 2) {
        memcpy(line + start, list, length);
        start += length;
        line[start++] = ' ';
    }
    if (passwordrules_decision_text(change->decision, 0, sizeof line - 1 - start, change->language, line + start,
                                    sizeof line - start, NULL) != PASSWORDRULES_OK)
        return 0;
    log_decision(change);
    if (list[0] != '\0')
        say(change, PAM_ERROR_MSG, line);
    return 1;
}

static void tell_in_lines(struct change *change, char *text)
{
    log_decision(change);
    /* A list of reasons is wrapped. Other texts are sentences, which dialogs show in one line each. */
    if (passwordrules_decision_report(change->decision) != NULL)
        say_reasons(change, text);
    else
        say_lines(change, PAM_ERROR_MSG, text);
}

int tell_decision(struct change *change)
{
    char *text = make_text(change, write_decision);
    int is_shown = text != NULL;

    if (is_shown && change->is_batch)
        is_shown = tell_in_one_line(change, text);
    else if (is_shown)
        tell_in_lines(change, text);
    free(text);
    return is_shown;
}

/* Says that the policy could not be applied: there is no decision to show. */
static void say_broken(const struct change *change)
{
    char line[PAM_MAX_MSG_SIZE];

    snprintf(line, sizeof line, "%s%s%s", change->is_batch ? change->printable_user : "", change->is_batch ? ": " : "",
             translated(change, MSG_BROKEN));
    say(change, PAM_ERROR_MSG, line);
}

int fail_to_load(const struct change *change, int status)
{
    pam_syslog(change->pamh, LOG_CRIT, LOG_NOT_LOADED, passwordrules_status_text(status), change->account);
    say_broken(change);
    return PAM_BUF_ERR;
}

int fail_to_check(const struct change *change, int status)
{
    pam_syslog(change->pamh, LOG_ERR, LOG_NOT_CHECKED, change->account, passwordrules_status_text(status));
    say_broken(change);
    return PAM_TRY_AGAIN;
}

void accept_change(struct change *change)
{
    const int status = passwordrules_decision_accept(change->decision);

    log_decision(change);
    if (status != PASSWORDRULES_OK && change->enforcement != PASSWORDRULES_ENFORCE_YES)
        pam_syslog(change->pamh, LOG_WARNING, LOG_NOT_COUNTED, change->account,
                   passwordrules_status_text(status));
}
