/*
 * calls - one function of the library, again and again with another fault
 *
 * calls POLICY BLOCKLIST SWEEP... FUNCTION; "calls --list" names the functions.
 *
 * All that the function needs is made before the fault and given back after it. A run tells the "status", or what the function
 * returns in place of one; for each out parameter "NAME" and what it holds: "NULL" or "object", a number, or a text; and "live",
 * the blocks that were not given back. Out parameters are something else before: "untouched" numbers are 77, texts "before".
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

/* What a call takes and gives. */
static struct {
    const char *policy_path, *list_path;
    passwordrules_rules *rules;
    passwordrules_report *report, *other_report;
    passwordrules_policy *policy, *user_policy;
    passwordrules_blocklist *list;
    passwordrules_diagnostics *diagnostics;
    passwordrules_context context;
    passwordrules_language language;
} given;

static char buffer[8192] = "before";
static size_t needed = 77;

static const char OBJECT_BEFORE;
#define UNTOUCHED ((void *)(uintptr_t)&OBJECT_BEFORE)

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

static void tell_object(const char *name, const void *object)
{
    sweep_tell(name, object == NULL ? "NULL" : object == UNTOUCHED ? "untouched" : "object");
}

static void tell_text(int status)
{
    sweep_tell_number("status", status);
    sweep_tell("buffer", buffer);
    sweep_tell_number("needed", (long)needed);
}

static void tell_diagnostics(passwordrules_diagnostics *diagnostics)
{
    tell_object("diagnostics", diagnostics);
    passwordrules_diagnostics_free(diagnostics);
}

/* ---- The calls ------------------------------------------------------------------------------------------------ */

#define FAULTY(call)                                                                                                 \
    sweep_arm();                                                                                                     \
    call;                                                                                                            \
    sweep_disarm()

#define OBJECT_CALL(name, type, free_function, ...)                                                                  \
    static void name(void)                                                                                           \
    {                                                                                                                \
        type *out = UNTOUCHED;                                                                                       \
        passwordrules_diagnostics *diagnostics = NULL;                                                               \
        int status;                                                                                                  \
        (void)diagnostics;                                                                                           \
        FAULTY(status = passwordrules_##name(__VA_ARGS__));                                                          \
        sweep_tell_number("status", status);                                                                         \
        tell_object("out", out);                                                                                     \
        tell_diagnostics(diagnostics);                                                                               \
        if (out != UNTOUCHED)                                                                                        \
            free_function(out);                                                                                      \
    }

#define TEXT_CALL(name, ...)                                                                                         \
    static void name(void)                                                                                           \
    {                                                                                                                \
        int status;                                                                                                  \
        FAULTY(status = passwordrules_##name(__VA_ARGS__));                                                          \
        tell_text(status);                                                                                           \
    }

#define NUMBER_CALL(name, ...)                                                                                       \
    static void name(void)                                                                                           \
    {                                                                                                                \
        long number;                                                                                                 \
        FAULTY(number = (long)passwordrules_##name(__VA_ARGS__));                                                    \
        sweep_tell_number("returned", number);                                                                       \
    }

OBJECT_CALL(parse, passwordrules_rules, passwordrules_rules_free, DESCRIPTOR, sizeof DESCRIPTOR - 1,
            PASSWORDRULES_PARSE_LENIENT, &out, &diagnostics)
OBJECT_CALL(check, passwordrules_report, passwordrules_report_free, given.rules, WEAK, 4, 0, &out)
OBJECT_CALL(report_create, passwordrules_report, passwordrules_report_free, &out)
OBJECT_CALL(blocklist_open, passwordrules_blocklist, passwordrules_blocklist_free, given.list_path, 0, &out, &diagnostics)
OBJECT_CALL(policy_load, passwordrules_policy, passwordrules_policy_free, given.policy_path, NULL, 0, 0, &out,
            &diagnostics)
OBJECT_CALL(policy_for_user, passwordrules_policy, passwordrules_policy_free, given.policy, "alice", &out, &diagnostics)
OBJECT_CALL(policy_check, passwordrules_report, passwordrules_report_free, given.user_policy, &given.context, WEAK, 4, &out)

TEXT_CALL(format, given.rules, 0, buffer, sizeof buffer, &needed)
TEXT_CALL(explain, given.rules, buffer, sizeof buffer, &needed)
TEXT_CALL(explain_in, given.rules, &given.language, buffer, sizeof buffer, &needed)
TEXT_CALL(report_message, given.report, 0, buffer, sizeof buffer, &needed)
TEXT_CALL(report_message_in, given.report, 0, &given.language, buffer, sizeof buffer, &needed)
TEXT_CALL(policy_describe, given.user_policy, &given.context, buffer, sizeof buffer, &needed)
TEXT_CALL(policy_describe_in, given.user_policy, &given.context, &given.language, buffer, sizeof buffer, &needed)
TEXT_CALL(policy_suggest, given.user_policy, &given.context, buffer, sizeof buffer, &needed)

NUMBER_CALL(report_accepted, given.report)
NUMBER_CALL(report_progress, given.report)
NUMBER_CALL(report_count, given.report)
NUMBER_CALL(diagnostics_count, given.diagnostics)
NUMBER_CALL(policy_enforcement, given.policy, &given.context)
NUMBER_CALL(diagnostics_enforcement, given.diagnostics, &given.context)

static void version(void)
{
    const char *text;

    FAULTY(text = passwordrules_version());
    sweep_tell("returned", text);
}

static void status_text(void)
{
    const char *text;

    FAULTY(text = passwordrules_status_text(PASSWORDRULES_EPOLICY));
    sweep_tell("returned", text);
}

static void lint(void)
{
    passwordrules_diagnostics *diagnostics = UNTOUCHED;
    int status;

    FAULTY(status = passwordrules_lint(DESCRIPTOR, sizeof DESCRIPTOR - 1, 0, &diagnostics));
    sweep_tell_number("status", status);
    tell_object("diagnostics", diagnostics);
    if (diagnostics != UNTOUCHED)
        passwordrules_diagnostics_free(diagnostics);
}

/* A report that is filled by a larger one than it has room for; if that fails, it is unchanged. */
static void check_into(void)
{
    int status;

    FAULTY(status = passwordrules_check_into(given.rules, WEAK, 4, 0, given.other_report));
    sweep_tell_number("status", status);
    sweep_tell_number("count", (long)passwordrules_report_count(given.other_report));
    sweep_tell_number("accepted", passwordrules_report_accepted(given.other_report));
}

static void generate(void)
{
    passwordrules_generate_options options = { .size = sizeof options, .style = PASSWORDRULES_STYLE_READABLE,
                                               .exclude = "ambiguous", .count = 3 };
    passwordrules_generated generated = { .size = sizeof generated, .length = 77 };
    int status;

    FAULTY(status = passwordrules_generate(given.rules, &options, buffer, sizeof buffer, &needed, &generated));
    tell_text(status);
    sweep_tell_number("length", (long)generated.length);
}

static void policy_check_suggesting(void)
{
    passwordrules_report *report = UNTOUCHED;
    int status;

    needed = 0;
    FAULTY(status = passwordrules_policy_check_suggesting(given.user_policy, &given.context, WEAK, 4, &report, buffer,
                                                          sizeof buffer));
    /* The suggestion differs each time. */
    sweep_tell_number("status", status);
    sweep_tell("buffer", buffer[0] == '\0' ? "" : "a suggestion");
    tell_object("out", report);
    if (report != UNTOUCHED)
        passwordrules_report_free(report);
}

static void count(void)
{
    double entropy = 77;
    int status;

    FAULTY(status = passwordrules_count(given.rules, 0, buffer, sizeof buffer, &needed, &entropy));
    tell_text(status);
    sweep_tell_number("entropy", (long)entropy);
}

static void shortest_length(void)
{
    size_t length = 77;
    int status;

    FAULTY(status = passwordrules_shortest_length(given.rules, 80, &length));
    sweep_tell_number("status", status);
    sweep_tell_number("length", (long)length);
}

static void blocklist_lookup(void)
{
    int found = 77, status;

    FAULTY(status = passwordrules_blocklist_lookup(given.list, "P@ssw0rd-P@ssw0rd", 17, PASSWORDRULES_MATCH_AS_BUILT, &found));
    sweep_tell_number("status", status);
    sweep_tell_number("found", found);
}

static void blocklist_get_info(void)
{
    passwordrules_blocklist_info info = { .size = sizeof info, .count = 77 };
    int status;

    FAULTY(status = passwordrules_blocklist_get_info(given.list, &info));
    sweep_tell_number("status", status);
    sweep_tell_number("count", (long)info.count);
}

static void policy_get_info(void)
{
    passwordrules_policy_info info = { .size = sizeof info, .retry = 77 };
    int status;

    FAULTY(status = passwordrules_policy_get_info(given.policy, &info));
    sweep_tell_number("status", status);
    sweep_tell_number("retry", (long)info.retry);
}

static void report_outcome(void)
{
    passwordrules_outcome outcome = { .size = sizeof outcome, .kind = 77 };
    int status;

    FAULTY(status = passwordrules_report_outcome(given.report, 0, &outcome));
    sweep_tell_number("status", status);
    sweep_tell_number("kind", outcome.kind);
}

static void diagnostics_get(void)
{
    passwordrules_diagnostic diagnostic = { .size = sizeof diagnostic, .code = 77 };
    int status;

    FAULTY(status = passwordrules_diagnostics_get(given.diagnostics, 0, &diagnostic));
    sweep_tell_number("status", status);
    sweep_tell_number("code", diagnostic.code);
}

#define FREE_CALL(name, object)                                                                                      \
    static void name(void)                                                                                           \
    {                                                                                                                \
        FAULTY(passwordrules_##name(object));                                                                        \
        (object) = NULL;                                                                                             \
    }

/* It has no status: if that cannot be found out, the policy must be loaded again. */
static void policy_is_current(void)
{
    int is_current;

    FAULTY(is_current = passwordrules_policy_is_current(given.policy));
    sweep_tell_number("current", is_current);
}

FREE_CALL(rules_free, given.rules)
FREE_CALL(report_free, given.report)
FREE_CALL(policy_free, given.policy)
FREE_CALL(blocklist_free, given.list)
FREE_CALL(diagnostics_free, given.diagnostics)

#define CALL(name) { #name, name }

static const struct call {
    const char *name;
    void (*make)(void);
} calls[] = {
    CALL(version), CALL(status_text), CALL(parse), CALL(rules_free), CALL(lint), CALL(format), CALL(explain),
    CALL(explain_in), CALL(check), CALL(report_create), CALL(check_into), CALL(report_accepted), CALL(report_progress),
    CALL(report_count), CALL(report_outcome), CALL(report_message), CALL(report_message_in), CALL(report_free),
    CALL(diagnostics_count), CALL(diagnostics_get), CALL(diagnostics_free), CALL(diagnostics_enforcement),
    CALL(generate), CALL(count), CALL(shortest_length), CALL(blocklist_open), CALL(blocklist_lookup),
    CALL(blocklist_get_info), CALL(blocklist_free), CALL(policy_load), CALL(policy_for_user), CALL(policy_free),
    CALL(policy_is_current), CALL(policy_get_info), CALL(policy_enforcement), CALL(policy_describe), CALL(policy_describe_in), CALL(policy_check),
    CALL(policy_check_suggesting), CALL(policy_suggest),
};

/* ---- Before and after ----------------------------------------------------------------------------------------- */

static void run(void *data)
{
    const struct call *call = data;
    passwordrules_rules *few;

    given.context = (passwordrules_context){ .size = sizeof given.context, .user = "alice", .full_name = "Alice Liddell",
                                             .home = "/home/alice", .old_password = "old", .old_password_length = 3 };
    given.language = (passwordrules_language){ .size = sizeof given.language, .translate = translate };
    must(passwordrules_parse(DESCRIPTOR, sizeof DESCRIPTOR - 1, PASSWORDRULES_PARSE_LENIENT, &given.rules, NULL));
    must(passwordrules_check(given.rules, WEAK, 4, 0, &given.report));
    must(passwordrules_parse("minlength: 2", 12, 0, &few, NULL));
    must(passwordrules_check(few, WEAK, 4, 0, &given.other_report));
    passwordrules_rules_free(few);
    must(passwordrules_policy_load(given.policy_path, NULL, 0, 0, &given.policy, NULL));
    must(passwordrules_policy_for_user(given.policy, "alice", &given.user_policy, NULL));
    must(passwordrules_blocklist_open(given.list_path, PASSWORDRULES_BLOCKLIST_ONE_LOOKUP, &given.list, NULL));
    if (passwordrules_parse(WRONG, sizeof WRONG - 1, 0, &few, &given.diagnostics) != PASSWORDRULES_EDESCRIPTOR)
        _Exit(3);

    call->make();

    passwordrules_rules_free(given.rules);
    passwordrules_report_free(given.report);
    passwordrules_report_free(given.other_report);
    passwordrules_policy_free(given.policy);
    passwordrules_policy_free(given.user_policy);
    passwordrules_blocklist_free(given.list);
    passwordrules_diagnostics_free(given.diagnostics);
    sweep_tell_number("live", sweep_live());
}

int main(int argc, char **argv)
{
    struct sweep sweep = { .plan = { .is_ours_only = 1 } };
    int i;

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
            printf("passwordrules_%s\n", calls[k].name);
        return 0;
    }
    if (argc < 4)
        return 2;
    given.policy_path = argv[1];
    given.list_path = argv[2];
    for (i = 3; i < argc - 1; i++)
        if (!sweep_option(&sweep, argv, &i))
            return 2;
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (strncmp(argv[argc - 1], "passwordrules_", 14) == 0 && strcmp(argv[argc - 1] + 14, calls[k].name) == 0) {
            struct call call = calls[k];
            return sweep_run(&sweep, run, &call);
        }
    return 2;
}
