/*
 * Loads the policy of a check, and computes the values of settings from it.
 */
#define _GNU_SOURCE
#include "policy.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/*
 * Notes why there is no policy, also in the log, because some programs do not show our text. Returns the
 * error.
 */
static int note_failure(int status, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic d = PASSWORDRULES_DIAGNOSTIC_INIT;
    size_t i = 0;

    if (status == PASSWORDRULES_ENOMEM)
        return note_text(PWQ_ERROR_MEM_ALLOC, MSG_NOT_APPLIED, NULL);
    while (passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK &&
           d.severity != PASSWORDRULES_SEVERITY_ERROR)
        i++;
    if (status != PASSWORDRULES_EPOLICY || d.severity != PASSWORDRULES_SEVERITY_ERROR) {
        log_failure(PASSWORDRULES_POLICY_PATH, 0, 0, passwordrules_status_text(status), SEE_CHECK);
        return note_text(PWQ_ERROR_FATAL_FAILURE, MSG_NOT_APPLIED, MSG_SEE_CHECK);
    }
    log_failure(d.source, d.line, d.column, d.text, SEE_CHECK);
    return note_text(d.code < PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE ? PWQ_ERROR_CFGFILE_MALFORMED : PWQ_ERROR_CFGFILE_OPEN,
                     MSG_NOT_APPLIED, MSG_SEE_CHECK);
}

/* Notes the mistake in a file of settings that the program has named, also in the log. Returns the error. */
static int note_own_file(const pwquality_settings_t *pwq)
{
    char position[sizeof pwq->file_position + 2];

    if (pwq->file_error != PWQ_ERROR_MEM_ALLOC)
        log_failure(pwq->file_position, 0, 0,
                    pwq->file_error == PWQ_ERROR_CFGFILE_OPEN ? "the settings cannot be read" : "this setting is wrong", "");
    snprintf(position, sizeof position, "(%s)", pwq->file_position);
    return note_text(pwq->file_error, MSG_NOT_APPLIED, position);
}

/* The policy for the context's user. */
static int find_users_policy(passwordrules_context *context, passwordrules_policy *everybody,
                             passwordrules_policy **policy, passwordrules_diagnostics **diagnostics)
{
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    int status = passwordrules_policy_for_user(everybody, context->user, policy, diagnostics);

    if (status == PASSWORDRULES_OK)
        status = passwordrules_policy_get_info(*policy, &info);
    /* Programs check the password of a user before they create the user. */
    if (status == PASSWORDRULES_OK && info.account_unknown == 2)
        context->full_name = context->home = "";
    return status;
}

int load_policy(const pwquality_settings_t *pwq, passwordrules_context *context, int bits, passwordrules_policy **policy)
{
    const char *settings[SETTING_COUNT + 1];
    char entropy[32];
    size_t count = 0;
    passwordrules_policy *everybody = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    /*
     * Without a policy there are no sections. A directory server must not ask account databases, which may
     * ask it.
     */
    const int is_for_account =
        context->user != NULL && (pwq->is_configured || pwq->numbers[PWQ_SETTING_GECOS_CHECK] != 0);
    const unsigned flags = PASSWORDRULES_POLICY_ONE_CHANGE | (pwq->is_configured ? 0 : PASSWORDRULES_POLICY_ALONE);

    *policy = NULL;
    if (!is_for_account)
        context->full_name = context->home = "";
    if (pwq->file_error != 0)
        return note_own_file(pwq);
    for (int number = 0; number < SETTING_COUNT; number++)
        if (settings_by_number[number].is_demand && is_set(pwq, number))
            settings[count++] = pwq->texts[number];
    if (bits > 0) {
        snprintf(entropy, sizeof entropy, "suggest-entropy=%d", bits);
        settings[count++] = entropy;
    }
    int status = passwordrules_policy_load_pwquality(NULL, settings, count, flags, &everybody, &diagnostics);
    if (status == PASSWORDRULES_OK && !is_for_account) {
        *policy = everybody;
        everybody = NULL;
    } else if (status == PASSWORDRULES_OK) {
        passwordrules_diagnostics_free(diagnostics);
        status = find_users_policy(context, everybody, policy, &diagnostics);
    }
    passwordrules_policy_free(everybody);
    const int result = status == PASSWORDRULES_OK ? PWQ_ERROR_SUCCESS : note_failure(status, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    if (result == PWQ_ERROR_SUCCESS) {
        forget_failure();
    } else {
        passwordrules_policy_free(*policy);
        *policy = NULL;
    }
    return result;
}

/* ---- Values of settings ---- */

/* The length that the policy demands, from the report of an empty password; 0 if none. */
static int demanded_length(const passwordrules_policy *policy, const passwordrules_context *context)
{
    passwordrules_report *report = NULL;
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    size_t length = 0;

    if (passwordrules_policy_check(policy, context, "", 0, &report) != PASSWORDRULES_OK)
        return 0;
    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (outcome.kind == PASSWORDRULES_KIND_MINLENGTH && outcome.limit > length)
            length = outcome.limit;
    passwordrules_report_free(report);
    return length < 1 << 20 ? (int)length : 1 << 20;
}

/* Whether passwd also refuses weak passwords that root sets. */
static int binds_root(const passwordrules_policy *policy)
{
    passwordrules_context root = PASSWORDRULES_CONTEXT_INIT;

    root.by_administrator = 1;
    root.service = "passwd";
    return passwordrules_policy_enforcement(policy, &root) == PASSWORDRULES_ENFORCE_YES;
}

static int larger(int first, int second)
{
    return first > second ? first : second;
}

int number_of_policy(const pwquality_settings_t *pwq, int setting)
{
    passwordrules_policy *policy = NULL;
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    const int set = pwq->numbers[setting], was_set = is_set(pwq, setting);
    int number = set;

    if (settings_by_number[setting].is_demand && setting != PWQ_SETTING_MIN_LENGTH)
        return set;
    if (setting == PWQ_SETTING_RETRY_TIMES && was_set)
        return set;
    /*
     * The check refuses only if the policy is enforced, and a section may be stricter than the lines for
     * everybody.
     */
    if (setting == PWQ_SETTING_ENFORCING)
        return 1;
    const int is_known = load_policy(pwq, &context, 0, &policy) == PWQ_ERROR_SUCCESS &&
                         passwordrules_policy_get_info(policy, &info) == PASSWORDRULES_OK;
    const int enforcement = passwordrules_policy_enforcement(policy, &context);
    switch (setting) {
    case PWQ_SETTING_MIN_LENGTH:
        /* Callers show this number to people, who must not notice a policy that is only audited. */
        if (is_known)
            number = larger(enforcement >= PASSWORDRULES_ENFORCE_WARN ? demanded_length(policy, &context) : 0,
                            was_set ? set : 0);
        break;
    case PWQ_SETTING_RETRY_TIMES:
        number = is_known ? (int)info.retry : set;
        break;
    case PWQ_SETTING_ENFORCE_ROOT:
        number = !is_known || (was_set && set) || binds_root(policy);
        break;
    default: /* PWQ_SETTING_LOCAL_USERS */
        number = is_known && info.local_users_only;
        break;
    }
    passwordrules_policy_free(policy);
    return number;
}
