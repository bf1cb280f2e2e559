/*
 * The decision on one new password: loads the policy, has the library decide on each text that the password
 * may be, and passes the result on to the user and to the log.
 */
#include "decide.h"
#include "failure.h"

#include <stdio.h>
#include <string.h>
#include <syslog.h>

/* The text for the user if the library cannot decide; the log says why. */
#define NO_DECISION "The password policy of this server cannot be applied, so the password was not changed. " \
                   "Please tell your administrator."

/* One call of decide_change. */
struct call {
    const struct account_change *change;
    struct decision *result;
};

struct account_change account_change_of(const char *service, const char *user)
{
    struct account_change change = { 0 };

    change.context = (passwordrules_context)PASSWORDRULES_CONTEXT_INIT;
    change.context.service = service;
    change.context.user = user;
    return change;
}

static void log_line(const struct call *call, int priority, const char *line)
{
    if (call->change->log != NULL)
        call->change->log(call->change->log_data, priority, line);
}

/* The maximum length of the text for the user, excluding its NUL. */
static size_t limit_of(const struct account_change *change)
{
    if (change->limit > 0 && change->limit < DECISION_TEXT_SIZE)
        return change->limit;
    return DECISION_TEXT_SIZE - 1;
}

/* The account as the log names it. */
static const char *account_of(const struct account_change *change, char *account, size_t size)
{
    const passwordrules_context *context = &change->context;
    char user[257];

    copy_printable(user, sizeof user, context->user != NULL ? context->user : "unknown");
    snprintf(account, size, "%s user %s", context->service, user);
    return account;
}

/* Refuses the password because the library could not decide. Logs the account and the status. */
static void fail(const struct call *call, int is_loaded, int status)
{
    const char *reason = passwordrules_status_text(status);
    char account[300], line[512];

    account_of(call->change, account, sizeof account);
    if (is_loaded)
        snprintf(line, sizeof line, LOG_NOT_CHECKED, account, reason);
    else
        snprintf(line, sizeof line, LOG_NOT_LOADED, reason, account);
    log_line(call, LOG_ERR, line);
    call->result->is_refused = 1;
    snprintf(call->result->text, limit_of(call->change) + 1, "%s", NO_DECISION);
}

/* Adopts the library's decision, and logs its lines. */
static void adopt(const struct call *call, const passwordrules_decision *decision)
{
    struct decision *result = call->result;
    const size_t limit = limit_of(call->change);
    const passwordrules_report *report = passwordrules_decision_report(decision);
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;

    result->is_refused = passwordrules_decision_refused(decision);
    result->is_weak = report != NULL && !passwordrules_report_accepted(report);
    if (passwordrules_decision_get_info(decision, &info) == PASSWORDRULES_OK)
        result->candidate = info.form;
    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (!outcome.met)
            result->unmet |= UINT64_C(1) << outcome.kind;
    if (passwordrules_decision_text(decision, call->change->is_text_logged ? PASSWORDRULES_TEXT_LOGGED : 0, limit, NULL,
                                    result->text, limit + 1, NULL) != PASSWORDRULES_OK)
        result->text[0] = '\0';
    for (size_t i = 0; passwordrules_decision_log(decision, i, &line) == PASSWORDRULES_OK; i++)
        log_line(call, line.priority, line.text);
}

/* Adopts the library's decision on loading, and frees the diagnostics. Returns 0 if the change is refused. */
static int adopt_load(const struct call *call, int status, passwordrules_diagnostics *diagnostics)
{
    passwordrules_decision *decision = NULL;
    const int decided = passwordrules_decide_load(status, diagnostics, &call->change->context,
                                                  PASSWORDRULES_DECIDE_SERVICE, &decision);

    if (decided == PASSWORDRULES_OK)
        adopt(call, decision);
    else
        fail(call, 0, decided);
    passwordrules_decision_free(decision);
    passwordrules_diagnostics_free(diagnostics);
    return !call->result->is_refused;
}

/* Finds the policy for the account. Returns NULL if it cannot be applied; the result says so. */
static passwordrules_policy *find_policy(const struct call *call, const passwordrules_policy *all)
{
    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    const int status = passwordrules_policy_for_service_account(all, &call->change->context, &policy, &diagnostics);

    if (!adopt_load(call, status, diagnostics)) {
        passwordrules_policy_free(policy);
        policy = NULL;
    }
    return policy;
}

/* The same, by the shared policy or by one that is loaded now. */
static passwordrules_policy *load_policy(const struct call *call)
{
    passwordrules_policy *all = NULL, *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    /* Lists are kept while there are several texts to look up. */
    const unsigned flags = call->change->candidate_count > 1 ? 0 : PASSWORDRULES_POLICY_ONE_CHANGE;

    if (call->change->shared != NULL && passwordrules_policy_is_current(call->change->shared))
        return find_policy(call, call->change->shared);
    const int status = passwordrules_policy_load(call->change->config, NULL, 0, flags, &all, &diagnostics);
    if (adopt_load(call, status, diagnostics))
        policy = find_policy(call, all);
    passwordrules_policy_free(all);
    return policy;
}

/* Logs the first error of a policy that cannot be shared, or the status if it has none. */
static void log_load_failure(const struct account_change *change, int status, const passwordrules_diagnostics *diagnostics)
{
    const struct call call = { change, NULL };
    passwordrules_diagnostic one = PASSWORDRULES_DIAGNOSTIC_INIT;
    char line[1024];

    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &one) == PASSWORDRULES_OK; i++) {
        if (one.severity != PASSWORDRULES_SEVERITY_ERROR)
            continue;
        if (one.line > 0)
            snprintf(line, sizeof line, LOG_MISTAKE, one.source, one.line, one.column, one.text);
        else
            snprintf(line, sizeof line, LOG_UNUSABLE, one.source, one.text);
        log_line(&call, LOG_ERR, line);
        return;
    }
    snprintf(line, sizeof line, LOG_NOT_SHARED, passwordrules_status_text(status));
    log_line(&call, LOG_ERR, line);
}

passwordrules_policy *load_to_share(const struct account_change *change)
{
    passwordrules_policy *all = NULL, *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    int status = passwordrules_policy_load(change->config, NULL, 0, 0, &all, &diagnostics);

    if (status == PASSWORDRULES_OK) {
        passwordrules_diagnostics_free(diagnostics);
        /* Opens the lists that only sections for the service name. */
        status = passwordrules_policy_for_service_account(all, &change->context, &policy, &diagnostics);
    }
    if (status != PASSWORDRULES_OK)
        log_load_failure(change, status, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_policy_free(all);
    return policy;
}

/* Decides on all candidates. Fails if one cannot be checked, or there is none. */
static int decide(const struct account_change *change, const passwordrules_policy *policy, passwordrules_decision **decision)
{
    const struct candidate *candidates = change->candidates;

    if (change->candidate_count == 0)
        return PASSWORDRULES_EINVAL;
    int status = passwordrules_decide(policy, &change->context, candidates[0].text, candidates[0].length,
                                      PASSWORDRULES_DECIDE_SERVICE, decision);
    for (size_t i = 1; status == PASSWORDRULES_OK && i < change->candidate_count; i++)
        status = passwordrules_decision_add(*decision, policy, &change->context, candidates[i].text, candidates[i].length);
    return status;
}

static void check(const struct call *call, const passwordrules_policy *policy)
{
    passwordrules_decision *decision = NULL;
    char account[300], line[512];
    int status = decide(call->change, policy, &decision);

    if (status != PASSWORDRULES_OK) {
        fail(call, 1, status);
    } else {
        status = passwordrules_decision_accept(decision);
        adopt(call, decision);
        snprintf(line, sizeof line, LOG_NOT_COUNTED, account_of(call->change, account, sizeof account),
                 passwordrules_status_text(status));
        if (status != PASSWORDRULES_OK)
            log_line(call, LOG_WARNING, line);
    }
    passwordrules_decision_free(decision);
}

void decide_change(const struct account_change *change, struct decision *decision)
{
    const struct call call = { change, decision };

    memset(decision, 0, sizeof *decision);
    passwordrules_policy *policy = load_policy(&call);
    if (policy != NULL)
        check(&call, policy);
    else if (!decision->is_refused)
        fail(&call, 0, PASSWORDRULES_EPOLICY);
    passwordrules_policy_free(policy);
}
