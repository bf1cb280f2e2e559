/*
 * Checks a password. Returns a score, or the error whose hint in the callers' screens fits best.
 */
#include "errors.h"
#include "policy.h"
#include "score.h"
#include "text.h"

#include <string.h>

/* ---- Errors ---- */

/* The error for missing characters of a class. */
static struct error_of_kind error_of_class(const passwordrules_report *report, size_t index)
{
    static const struct { const char *name; int error; } classes[] = {
        { "digit", PWQ_ERROR_MIN_DIGITS },
        { "upper", PWQ_ERROR_MIN_UPPERS },
        { "lower", PWQ_ERROR_MIN_LOWERS },
        { "special", PWQ_ERROR_MIN_OTHERS },
    };
    char characters[256];

    if (passwordrules_report_class(report, index, characters, sizeof characters, NULL) == PASSWORDRULES_OK)
        for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
            if (strcmp(characters, classes[i].name) == 0)
                return (struct error_of_kind){ classes[i].error, 1, NULL };
    return (struct error_of_kind){ PWQ_ERROR_MIN_CLASSES, 0, NULL };
}

/* Returns the first specific error of a report, or else PWQ_ERROR_CRACKLIB_CHECK. Sets its auxerror. */
static int error_of_report(const passwordrules_report *report, void **auxerror)
{
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    struct error_of_kind found = { 0, 0, "it is not acceptable" };
    size_t limit = 0;

    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++) {
        struct error_of_kind next = { 0, 0, NULL };
        if (outcome.met)
            continue;
        if (outcome.kind == PASSWORDRULES_KIND_REQUIRED || outcome.kind == PASSWORDRULES_KIND_AT_LEAST)
            next = error_of_class(report, i);
        else if (outcome.kind < (int)(sizeof errors / sizeof *errors))
            next = errors[outcome.kind];
        if (next.error == 0 || (next.error == PWQ_ERROR_CRACKLIB_CHECK && found.error != 0))
            continue;
        found = next;
        limit = outcome.limit;
        if (found.error != PWQ_ERROR_CRACKLIB_CHECK)
            break;
    }
    if (found.error == 0)
        found.error = PWQ_ERROR_CRACKLIB_CHECK;
    if (auxerror != NULL && found.has_number)
        *auxerror = (void *)(long)limit;
    else if (auxerror != NULL)
        *auxerror = (void *)found.phrase;
    return found.error;
}

/* ---- The check ---- */

static int check(passwordrules_context *context, const passwordrules_policy *policy,
                 const char *password, void **auxerror)
{
    const size_t length = strlen(password);
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    passwordrules_decision *decision = NULL;
    int result;
    const int status = passwordrules_decide(policy, context, password, length, 0, &decision);
    const passwordrules_report *report = passwordrules_decision_report(decision);

    if (status != PASSWORDRULES_OK || passwordrules_decision_get_info(decision, &info) != PASSWORDRULES_OK) {
        result = note_text(status == PASSWORDRULES_ENOMEM ? PWQ_ERROR_MEM_ALLOC : PWQ_ERROR_FATAL_FAILURE, MSG_NOT_APPLIED, NULL);
    } else if (!passwordrules_decision_refused(decision)) {
        const int is_met = report == NULL || passwordrules_report_accepted(report);
        result = score(context, password, length, is_met || info.enforcement < PASSWORDRULES_ENFORCE_WARN);
    } else if (report != NULL) {
        result = note_reasons(error_of_report(report, auxerror), decision);
    } else {
        log_failure("/etc/nsswitch.conf", 0, 0, "the account databases do not say whether the user exists", SEE_CHECK);
        result = note_text(PWQ_ERROR_FATAL_FAILURE, MSG_NOT_APPLIED, NULL);
    }
    passwordrules_decision_free(decision);
    return result;
}

int pwquality_check(pwquality_settings_t *pwq, const char *password, const char *oldpassword, const char *user,
                    void **auxerror)
{
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_policy *policy = NULL;

    if (auxerror != NULL)
        *auxerror = NULL;
    forget_text();
    context.user = user;
    if (password == NULL || *password == '\0')
        return PWQ_ERROR_EMPTY_PASSWORD;
    /* GNOME Settings passes "" if it does not know the old password. */
    if (oldpassword != NULL && *oldpassword != '\0') {
        context.old_password = oldpassword;
        context.old_password_length = strlen(oldpassword);
    }
    int result = load_policy(pwq, &context, 0, &policy);
    if (result == PWQ_ERROR_SUCCESS)
        result = check(&context, policy, password, auxerror);
    passwordrules_policy_free(policy);
    return result;
}
