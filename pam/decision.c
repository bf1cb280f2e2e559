/*
 * Passes on what the library decides: its lines to the log, its text to the user.
 */
#define _GNU_SOURCE
#include "decision.h"
#include "messages.h"

#include <failure.h>

#include <stdlib.h>
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

int tell_decision(struct change *change)
{
    char *text = make_text(change, write_decision);

    if (text == NULL)
        return 0;
    log_decision(change);
    /* Reasons are as long as the rules make them; other texts are whole sentences, which dialogs show in one line. */
    if (passwordrules_decision_report(change->decision) != NULL)
        say_reasons(change, text);
    else
        say_lines(change, PAM_ERROR_MSG, text);
    free(text);
    return 1;
}

int fail_to_load(const struct change *change, int status)
{
    pam_syslog(change->pamh, LOG_CRIT, LOG_NOT_LOADED, passwordrules_status_text(status), change->account);
    say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
    return PAM_BUF_ERR;
}

int fail_to_check(const struct change *change, int status)
{
    pam_syslog(change->pamh, LOG_ERR, LOG_NOT_CHECKED, change->account, passwordrules_status_text(status));
    say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
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
