/*
 * odd_library - libpasswordrules giving answers that it never gives to a module that calls it as it should
 *
 * To be loaded before it. ODD_CALLS names functions, with a comma before and behind each, of which the call with the number
 * ODD_NUMBER, or else each, does nothing and returns ODD_STATUS. Out parameters are as the header promises then.
 */
#define _GNU_SOURCE
#include <passwordrules.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* `name` has a comma before and behind it. */
static int is_odd(const char *name)
{
    static int calls;
    const char *odd = getenv("ODD_CALLS"), *number = getenv("ODD_NUMBER");

    if (odd == NULL || strstr(odd, name) == NULL)
        return 0;
    calls++;
    return number == NULL || calls == atoi(number);
}

static int odd_status(void)
{
    const char *status = getenv("ODD_STATUS");

    return status != NULL ? atoi(status) : PASSWORDRULES_EINVAL;
}

#define ODD(name, parameters, arguments, clear)       \
    int name parameters                               \
    {                                                 \
        int(*next) parameters;                        \
                                                      \
        if (is_odd("," #name ",")) {                          \
            clear;                                    \
            return odd_status();                      \
        }                                             \
        *(void **)&next = dlsym(RTLD_NEXT, #name);    \
        return next arguments;                        \
    }

ODD(passwordrules_policy_load,
    (const char *path, const char *const *settings, size_t count, unsigned flags, passwordrules_policy **policy,
     passwordrules_diagnostics **diagnostics),
    (path, settings, count, flags, policy, diagnostics), (*policy = NULL, *diagnostics = NULL))
ODD(passwordrules_policy_for_user,
    (const passwordrules_policy *all, const char *user, passwordrules_policy **policy,
     passwordrules_diagnostics **diagnostics),
    (all, user, policy, diagnostics), (*policy = NULL, *diagnostics = NULL))
ODD(passwordrules_policy_get_info, (const passwordrules_policy *policy, passwordrules_policy_info *info), (policy, info),
    (void)0)
ODD(passwordrules_policy_describe_in,
    (const passwordrules_policy *policy, const passwordrules_context *context, const passwordrules_language *language,
     char *buffer, size_t size, size_t *needed),
    (policy, context, language, buffer, size, needed), (needed != NULL ? (void)(*needed = 0) : (void)0))
ODD(passwordrules_policy_check,
    (const passwordrules_policy *policy, const passwordrules_context *context, const char *password, size_t length,
     passwordrules_report **report),
    (policy, context, password, length, report), (*report = NULL))
ODD(passwordrules_diagnostics_get,
    (const passwordrules_diagnostics *diagnostics, size_t index, passwordrules_diagnostic *diagnostic),
    (diagnostics, index, diagnostic), (void)0)
ODD(passwordrules_report_outcome,
    (const passwordrules_report *report, size_t index, passwordrules_outcome *outcome), (report, index, outcome), (void)0)
ODD(passwordrules_report_message,
    (const passwordrules_report *report, size_t index, char *buffer, size_t size, size_t *needed),
    (report, index, buffer, size, needed), (void)0)
ODD(passwordrules_report_message_in,
    (const passwordrules_report *report, size_t index, const passwordrules_language *language, char *buffer, size_t size,
     size_t *needed),
    (report, index, language, buffer, size, needed), (void)0)
