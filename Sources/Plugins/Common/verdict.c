/*
 * The policy's verdict on one new password: loads the policy, checks each text that the password may be, and
 * reports to the user and to the log.
 */
#include "verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

/* For the user if there is no verdict; the log says why. */
#define NO_VERDICT "The password policy of this server cannot be applied, so the password was not changed. " \
                   "Please tell your administrator."

/* One call of judge_password. */
struct judgement {
    const struct account_change *change;
    struct verdict *verdict;
    char account[300]; /* the service and the user, for the log */
};

struct account_change account_change_of(const char *service, const char *user)
{
    struct account_change change = { 0 };

    change.context = (passwordrules_context)PASSWORDRULES_CONTEXT_INIT;
    change.context.service = service;
    change.context.user = user;
    return change;
}

__attribute__((format(printf, 3, 4)))
static void log_line(const struct judgement *judgement, int priority, const char *format, ...)
{
    char line[4096];
    va_list arguments;

    if (judgement->change->log == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    judgement->change->log(judgement->change->log_data, priority, line);
}

/*
 * Writes the service and the user for the log, in which a line feed in the user's name must not forge a line.
 */
static void write_account(struct judgement *judgement)
{
    const passwordrules_context *context = &judgement->change->context;
    const char *user = context->user != NULL ? context->user : "unknown";
    char *account = judgement->account;

    snprintf(account, sizeof judgement->account, "%s user ", context->service);
    size_t length = strlen(account);
    for (; *user != '\0' && length + 1 < sizeof judgement->account; user++, length++) {
        const int is_printable = *user > ' ' && *user <= '~';
        account[length] = is_printable ? *user : '?';
    }
    account[length] = '\0';
}

/* The maximum length of the text for the user, excluding its NUL. */
static size_t limit_of(const struct account_change *change)
{
    if (change->limit > 0 && change->limit < VERDICT_TEXT_SIZE)
        return change->limit;
    return VERDICT_TEXT_SIZE - 1;
}

/* Refuses the password because there is no verdict. */
static void refuse(const struct judgement *judgement)
{
    judgement->verdict->is_refused = 1;
    snprintf(judgement->verdict->text, limit_of(judgement->change) + 1, "%s", NO_VERDICT);
}

/* Writes the source of a diagnostic, with its line and column if it has them: "FILE:LINE:COLUMN". */
static const char *write_location(const passwordrules_diagnostic *diagnostic, char *location, size_t size)
{
    if (diagnostic->line == 0)
        snprintf(location, size, "%s", diagnostic->source);
    else
        snprintf(location, size, "%s:%zu:%zu", diagnostic->source, diagnostic->line, diagnostic->column);
    return location;
}

/* Logs the first mistake of a policy that cannot be applied, or if there is none, the status. */
static void log_broken(const struct judgement *judgement, int status, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic d = PASSWORDRULES_DIAGNOSTIC_INIT;
    char location[1024];

    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++) {
        if (d.severity != PASSWORDRULES_SEVERITY_ERROR)
            continue;
        log_line(judgement, LOG_ERR, "%s: %s. See \"passwordrules policy --check\". Password change for %s refused.",
                 write_location(&d, location, sizeof location), d.text, judgement->account);
        return;
    }
    log_line(judgement, LOG_ERR, "%s. Password change for %s refused.", passwordrules_status_text(status),
             judgement->account);
}

/* Logs the optional lists that the password is not compared with. */
static void log_warnings(const struct judgement *judgement, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic d = PASSWORDRULES_DIAGNOSTIC_INIT;
    char location[1024];

    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++)
        if (d.severity == PASSWORDRULES_SEVERITY_WARNING)
            log_line(judgement, LOG_WARNING, "%s: %s. The new password of %s is not compared with it.",
                     write_location(&d, location, sizeof location), d.text, judgement->account);
}

/* Loads the policy for the account. NULL: it cannot be applied, which was logged. */
static passwordrules_policy *load_policy(const struct judgement *judgement)
{
    passwordrules_policy *all = NULL, *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    /* Lists are kept while there are several texts to look up. */
    const unsigned flags = judgement->change->candidate_count > 1 ? 0 : PASSWORDRULES_POLICY_ONE_CHANGE;
    int status = passwordrules_policy_load(judgement->change->config, NULL, 0, flags, &all, &diagnostics);

    if (status == PASSWORDRULES_OK) {
        log_warnings(judgement, diagnostics);
        passwordrules_diagnostics_free(diagnostics);
        status = passwordrules_policy_for_service_account(all, &judgement->change->context, &policy, &diagnostics);
        passwordrules_policy_free(all);
    }
    if (status != PASSWORDRULES_OK)
        log_broken(judgement, status, diagnostics);
    else
        log_warnings(judgement, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    return policy;
}

/* Notes which rules are not met, and logs the lists that were found damaged. */
static void read_outcomes(const struct judgement *judgement, const passwordrules_report *report)
{
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;

    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++) {
        if (!outcome.met)
            judgement->verdict->unmet |= UINT64_C(1) << outcome.kind;
        if (outcome.kind == PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE)
            log_line(judgement, outcome.met ? LOG_WARNING : LOG_ERR,
                     "a list of the policy is damaged or cannot be read; \"passwordrules blocklist verify\" shows where");
    }
}

/* Writes what the password lacks, for the user; without what was found in it, if the server logs the text. */
static void write_text(const struct judgement *judgement, const passwordrules_report *report)
{
    const size_t limit = limit_of(judgement->change);
    char *text = judgement->verdict->text;
    const int status = judgement->change->is_text_logged
                           ? passwordrules_report_demands(report, NULL, limit, NULL, text, limit + 1, NULL)
                           : passwordrules_report_summary(report, NULL, limit, NULL, text, limit + 1, NULL);

    if (status != PASSWORDRULES_OK)
        text[0] = '\0';
}

/* Reports a password that does not meet the policy, to the user and to the log, as the policy is enforced. */
static void report_weak(const struct judgement *judgement, const passwordrules_report *report, int enforcement)
{
    struct verdict *verdict = judgement->verdict;
    char unmet[1024] = "";

    verdict->is_weak = 1;
    verdict->is_refused = enforcement == PASSWORDRULES_ENFORCE_YES;
    if (enforcement >= PASSWORDRULES_ENFORCE_WARN)
        write_text(judgement, report);
    if (!verdict->is_refused) {
        log_line(judgement, LOG_NOTICE, "new password for %s accepted %s: it does not meet the policy", judgement->account,
                 enforcement == PASSWORDRULES_ENFORCE_AUDIT ? "(enforce = audit)" : "with a warning");
        return;
    }
    /* The names of the rules, without numbers, which would reveal something of the password. */
    if (passwordrules_report_unmet_rules(report, unmet, sizeof unmet, NULL) == PASSWORDRULES_OK)
        log_line(judgement, LOG_NOTICE, "new password for %s refused: %s", judgement->account, unmet);
}

/* Counts an accepted password for "passwordrules audit". */
static void count_change(const struct judgement *judgement, const passwordrules_policy *policy,
                         const passwordrules_report *report)
{
    passwordrules_diagnostics *diagnostics = NULL;
    passwordrules_diagnostic cause = PASSWORDRULES_DIAGNOSTIC_INIT;
    const int status = passwordrules_policy_count_change(policy, &judgement->change->context, report, &diagnostics);

    if (passwordrules_diagnostics_get(diagnostics, 0, &cause) == PASSWORDRULES_OK)
        log_line(judgement, LOG_WARNING, "a password change was not counted in %s: %s", cause.source, cause.text);
    else if (status != PASSWORDRULES_OK)
        log_line(judgement, LOG_WARNING, "a password change was not counted: %s", passwordrules_status_text(status));
    passwordrules_diagnostics_free(diagnostics);
}

static int is_text(const passwordrules_report *report)
{
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;

    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (outcome.kind == PASSWORDRULES_KIND_ENCODING)
            return 0;
    return 1;
}

/* What a candidate's report counts beside others': a refusal more than an acceptance, and bytes that are not text least. */
static int weight_of(const passwordrules_report *report)
{
    if (!is_text(report))
        return 1;
    return passwordrules_report_accepted(report) ? 2 : 3;
}

/*
 * Checks the candidates, and gives the report that decides, which the caller frees. Each is checked, even if it equals another
 * one: how often lists are looked into, and how long that takes, would tell other users which passwords have several forms.
 *
 * Returns: a status, which is not PASSWORDRULES_OK if a candidate could not be checked; there is no report then.
 */
static int check_candidates(const struct judgement *judgement, const passwordrules_policy *policy,
                            passwordrules_report **decisive)
{
    const struct account_change *change = judgement->change;
    int status = PASSWORDRULES_EINVAL; /* if there is none */
    int weight = 0;

    for (size_t i = 0; i < change->candidate_count; i++) {
        const struct candidate *candidate = &change->candidates[i];
        passwordrules_report *report = NULL;

        status = passwordrules_policy_check(policy, &change->context, candidate->text, candidate->length, &report);
        if (status != PASSWORDRULES_OK)
            break;
        if (weight_of(report) <= weight) {
            passwordrules_report_free(report);
            continue;
        }
        passwordrules_report_free(*decisive);
        *decisive = report;
        weight = weight_of(report);
        judgement->verdict->candidate = i;
    }
    if (status != PASSWORDRULES_OK) {
        passwordrules_report_free(*decisive);
        *decisive = NULL;
    }
    return status;
}

static void check(const struct judgement *judgement, const passwordrules_policy *policy)
{
    const int enforcement = passwordrules_policy_enforcement(policy, &judgement->change->context);
    passwordrules_report *report = NULL;

    if (enforcement == PASSWORDRULES_ENFORCE_NO)
        return;
    const int status = check_candidates(judgement, policy, &report);
    if (status != PASSWORDRULES_OK) {
        log_line(judgement, LOG_ERR, "new password for %s could not be checked: %s. Refused.", judgement->account,
                 passwordrules_status_text(status));
        refuse(judgement);
        return;
    }
    read_outcomes(judgement, report);
    if (!passwordrules_report_accepted(report))
        report_weak(judgement, report, enforcement);
    if (!judgement->verdict->is_refused)
        count_change(judgement, policy, report);
    passwordrules_report_free(report);
}

void judge_password(const struct account_change *change, struct verdict *verdict)
{
    struct judgement judgement = { change, verdict, "" };

    memset(verdict, 0, sizeof *verdict);
    write_account(&judgement);
    passwordrules_policy *policy = load_policy(&judgement);
    if (policy != NULL)
        check(&judgement, policy);
    else
        refuse(&judgement);
    passwordrules_policy_free(policy);
}
