/*
 * calls - one function of the library, again and again with another fault
 *
 * calls POLICY BLOCKLIST SWEEP... FUNCTION; "calls --list" names the functions.
 *
 * All that the function needs is made before the fault and given back after it. A run tells the "status", or what the function
 * "returned" in place of one; of the members of `out` those that are not what they were, under their names; and "live", the
 * blocks that were not given back.
 */
#define _GNU_SOURCE
#include "sweep.h"

#include <passwordrules.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DESCRIPTOR "required: upper; required: digit; minlength: 12; max-repeating: 2; color: blue;"
#define WRONG "required: uper; minlength: 12"
#define WEAK "zqxj"

/* What a call takes. */
static struct {
    const char *policy_path, *list_path;
    passwordrules_rules *rules;
    passwordrules_report *report;
    passwordrules_policy *policy, *user_policy;
    passwordrules_blocklist *list;
    passwordrules_diagnostics *diagnostics;
    passwordrules_context context;
    passwordrules_language language;
    passwordrules_generate_options options;
} given;

static const char OBJECT_BEFORE;
#define UNTOUCHED ((void *)(uintptr_t)&OBJECT_BEFORE)

/* What it gives. */
static struct {
    passwordrules_rules *rules;
    passwordrules_report *report;
    passwordrules_policy *policy;
    passwordrules_blocklist *list;
    passwordrules_diagnostics *diagnostics;
    char buffer[8192];
    size_t needed, length;
    double entropy;
    int found;
    passwordrules_generated generated;
    passwordrules_blocklist_info list_info;
    passwordrules_policy_info policy_info;
    passwordrules_outcome outcome;
    passwordrules_diagnostic diagnostic;
    passwordrules_report *refilled; /* of an earlier check, which had accepted */
} out = {
    .rules = UNTOUCHED, .report = UNTOUCHED, .policy = UNTOUCHED, .list = UNTOUCHED, .diagnostics = UNTOUCHED,
    .buffer = "before", .needed = 77, .length = 77, .entropy = 77, .found = 77,
    .generated = { .size = sizeof out.generated, .length = 77 },
    .list_info = { .size = sizeof out.list_info, .count = 77 },
    .policy_info = { .size = sizeof out.policy_info, .retry = 77 },
    .outcome = { .size = sizeof out.outcome, .kind = 77 },
    .diagnostic = { .size = sizeof out.diagnostic, .code = 77 },
};

/* ---- The calls ------------------------------------------------------------------------------------------------ */

#define BUFFER out.buffer, sizeof out.buffer, &out.needed

/* clang-format off */
#define STATUS_CALLS(CALL) \
    CALL(parse, (DESCRIPTOR, sizeof DESCRIPTOR - 1, PASSWORDRULES_PARSE_LENIENT, &out.rules, &out.diagnostics)) \
    CALL(lint, (DESCRIPTOR, sizeof DESCRIPTOR - 1, 0, &out.diagnostics)) \
    CALL(format, (given.rules, 0, BUFFER)) \
    CALL(explain, (given.rules, BUFFER)) \
    CALL(explain_in, (given.rules, &given.language, BUFFER)) \
    CALL(check, (given.rules, WEAK, 4, 0, &out.report)) \
    CALL(check_into, (given.rules, WEAK, 4, 0, out.refilled)) \
    CALL(report_create, (&out.report)) \
    CALL(report_outcome, (given.report, 0, &out.outcome)) \
    CALL(report_message, (given.report, 0, BUFFER)) \
    CALL(report_message_in, (given.report, 0, &given.language, BUFFER)) \
    CALL(diagnostics_get, (given.diagnostics, 0, &out.diagnostic)) \
    CALL(generate, (given.rules, &given.options, BUFFER, &out.generated)) \
    CALL(count, (given.rules, 0, BUFFER, &out.entropy)) \
    CALL(shortest_length, (given.rules, 80, &out.length)) \
    CALL(blocklist_open, (given.list_path, 0, &out.list, &out.diagnostics)) \
    CALL(blocklist_lookup, (given.list, "P@ssw0rd-P@ssw0rd", 17, PASSWORDRULES_MATCH_AS_BUILT, &out.found)) \
    CALL(blocklist_get_info, (given.list, &out.list_info)) \
    CALL(policy_load, (given.policy_path, NULL, 0, 0, &out.policy, &out.diagnostics)) \
    CALL(policy_for_user, (given.policy, "alice", &out.policy, &out.diagnostics)) \
    CALL(policy_get_info, (given.policy, &out.policy_info)) \
    CALL(policy_describe, (given.user_policy, &given.context, BUFFER)) \
    CALL(policy_describe_in, (given.user_policy, &given.context, &given.language, BUFFER)) \
    CALL(policy_check, (given.user_policy, &given.context, WEAK, 4, &out.report)) \
    CALL(policy_check_suggesting, \
         (given.user_policy, &given.context, WEAK, 4, &out.report, out.buffer, sizeof out.buffer)) \
    CALL(policy_suggest, (given.user_policy, &given.context, BUFFER))

/* If it cannot be found out whether a policy is current, it must be loaded again. */
#define OTHER_CALLS(CALL) \
    CALL(version, strlen(passwordrules_version())) \
    CALL(status_text, strlen(passwordrules_status_text(PASSWORDRULES_EPOLICY))) \
    CALL(report_accepted, passwordrules_report_accepted(given.report)) \
    CALL(report_progress, passwordrules_report_progress(given.report)) \
    CALL(report_count, passwordrules_report_count(given.report)) \
    CALL(diagnostics_count, passwordrules_diagnostics_count(given.diagnostics)) \
    CALL(diagnostics_enforcement, passwordrules_diagnostics_enforcement(given.diagnostics, &given.context)) \
    CALL(policy_enforcement, passwordrules_policy_enforcement(given.policy, &given.context)) \
    CALL(policy_is_current, passwordrules_policy_is_current(given.policy)) \
    CALL(rules_free, (passwordrules_rules_free(given.rules), given.rules = NULL, 0)) \
    CALL(report_free, (passwordrules_report_free(given.report), given.report = NULL, 0)) \
    CALL(policy_free, (passwordrules_policy_free(given.policy), given.policy = NULL, 0)) \
    CALL(blocklist_free, (passwordrules_blocklist_free(given.list), given.list = NULL, 0)) \
    CALL(diagnostics_free, (passwordrules_diagnostics_free(given.diagnostics), given.diagnostics = NULL, 0))
/* clang-format on */

#define STATUS_FUNCTION(name, arguments) static long name(void) { return passwordrules_##name arguments; }
#define OTHER_FUNCTION(name, call) static long name(void) { return (long)(call); }
STATUS_CALLS(STATUS_FUNCTION)
OTHER_CALLS(OTHER_FUNCTION)

#define STATUS_ROW(name, arguments) { "passwordrules_" #name, "status", name },
#define OTHER_ROW(name, call) { "passwordrules_" #name, "returned", name },
static const struct call {
    const char *name, *result;
    long (*make)(void);
} calls[] = { STATUS_CALLS(STATUS_ROW) OTHER_CALLS(OTHER_ROW) };

/* ---- Before and after ----------------------------------------------------------------------------------------- */

static void must(int status)
{
    if (status != PASSWORDRULES_OK) {
        fprintf(stderr, "calls: cannot prepare: %s\n", passwordrules_status_text(status));
        _Exit(3);
    }
}

static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL && count != 1 ? many : one;
}

static void prepare(void)
{
    passwordrules_rules *few;

    given.context = (passwordrules_context){ .size = sizeof given.context, .user = "alice", .full_name = "Alice Liddell",
                                             .home = "/home/alice", .old_password = "old", .old_password_length = 3 };
    given.language = (passwordrules_language){ .size = sizeof given.language, .translate = translate };
    given.options = (passwordrules_generate_options){ .size = sizeof given.options, .style = PASSWORDRULES_STYLE_READABLE,
                                                      .exclude = "ambiguous", .count = 3 };
    must(passwordrules_parse(DESCRIPTOR, sizeof DESCRIPTOR - 1, PASSWORDRULES_PARSE_LENIENT, &given.rules, NULL));
    must(passwordrules_check(given.rules, WEAK, 4, 0, &given.report));
    must(passwordrules_parse("minlength: 2", 12, 0, &few, NULL));
    must(passwordrules_check(few, WEAK, 4, 0, &out.refilled));
    passwordrules_rules_free(few);
    must(passwordrules_policy_load(given.policy_path, NULL, 0, 0, &given.policy, NULL));
    must(passwordrules_policy_for_user(given.policy, "alice", &given.user_policy, NULL));
    must(passwordrules_blocklist_open(given.list_path, PASSWORDRULES_BLOCKLIST_ONE_LOOKUP, &given.list, NULL));
    if (passwordrules_parse(WRONG, sizeof WRONG - 1, 0, &few, &given.diagnostics) != PASSWORDRULES_EDESCRIPTOR)
        _Exit(3);
}

static void tell_number(const char *name, long number, long before)
{
    if (number != before)
        sweep_tell_number(name, number);
}

#define TELL_AND_FREE(name, free_function)                                                                           \
    if (out.name != UNTOUCHED) {                                                                                     \
        sweep_tell(#name, out.name == NULL ? "NULL" : "object");                                                     \
        free_function(out.name);                                                                                     \
    }

static void tell_what_came_out(void)
{
    TELL_AND_FREE(rules, passwordrules_rules_free)
    TELL_AND_FREE(report, passwordrules_report_free)
    TELL_AND_FREE(policy, passwordrules_policy_free)
    TELL_AND_FREE(list, passwordrules_blocklist_free)
    TELL_AND_FREE(diagnostics, passwordrules_diagnostics_free)
    if (strcmp(out.buffer, "before") != 0)
        sweep_tell("buffer", out.buffer);
    tell_number("needed", (long)out.needed, 77);
    tell_number("length", (long)out.length, 77);
    tell_number("entropy", (long)out.entropy, 77);
    tell_number("found", out.found, 77);
    tell_number("generated", (long)out.generated.length, 77);
    tell_number("entries", (long)out.list_info.count, 77);
    tell_number("retry", out.policy_info.retry, 77);
    tell_number("kind", out.outcome.kind, 77);
    tell_number("code", out.diagnostic.code, 77);
    tell_number("count", (long)passwordrules_report_count(out.refilled), 1);
    tell_number("accepted", passwordrules_report_accepted(out.refilled), 1);
}

static void run(void *data)
{
    const struct call *call = data;
    long result;

    prepare();
    sweep_arm();
    result = call->make();
    sweep_disarm();
    sweep_tell_number(call->result, result);
    tell_what_came_out();
    passwordrules_rules_free(given.rules);
    passwordrules_report_free(given.report);
    passwordrules_report_free(out.refilled);
    passwordrules_policy_free(given.policy);
    passwordrules_policy_free(given.user_policy);
    passwordrules_blocklist_free(given.list);
    passwordrules_diagnostics_free(given.diagnostics);
    sweep_tell_number("live", sweep_live());
}

int main(int argc, char **argv)
{
    struct sweep sweep = { .plan = { .is_ours_only = 1 } };
    int is_list = argc == 2 && strcmp(argv[1], "--list") == 0;

    for (size_t k = 0; is_list && k < sizeof calls / sizeof *calls; k++)
        puts(calls[k].name);
    if (is_list || argc < 4)
        return is_list ? 0 : 2;
    given.policy_path = argv[1];
    given.list_path = argv[2];
    for (int i = 3; i < argc - 1; i++)
        if (!sweep_option(&sweep, argv, &i))
            return 2;
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (strcmp(argv[argc - 1], calls[k].name) == 0) {
            struct call call = calls[k];
            return sweep_run(&sweep, run, &call);
        }
    return 2;
}
