/*
 * ABI tests: a struct whose size differs from this library's is refused, because a program that was compiled with a
 * different header may have less memory than the struct needs. Valgrind detects any access past its end.
 */
#include "abi.h"

#include <stdlib.h>
#include <string.h>

/* The objects that the calls use. */
static struct {
    passwordrules_rules *rules;
    passwordrules_report *report;
    passwordrules_policy *policy, *login_policy;
    passwordrules_diagnostics *diagnostics;
    passwordrules_blocklist *blocklist;
    passwordrules_ranks *ranks;
    passwordrules_strength *strength;
    passwordrules_decision *decision; /* a refusal */
    passwordrules_report *refused; /* of a password that is easy to guess */
    passwordrules_context context;
} given;

static int set_up(void **state)
{
    passwordrules_rules *none;
    if (make_folder(state) != 0)
        return -1;
    write_list();
    given.rules = rules_of("minlength: 12;");
    given.report = report_of(given.rules, "a", 0);
    given.policy = policy_of("rules=minlength: 12;", "enforce=warn");
    given.login_policy = policy_of("rules=minlength: 12;", "at-login=warn");
    given.blocklist = open_list(0);
    given.context = context_of(0, 0);
    given.ranks = open_ranks();
    given.strength = estimate_of(given.ranks, "dragon1987");
    passwordrules_policy *enforced = policy_of("rules=minlength: 12;", NULL);
    if (passwordrules_decide(enforced, &given.context, "a", 1, 0, &given.decision) != PASSWORDRULES_OK)
        return -1;
    passwordrules_policy_free(enforced);
    given.refused = refused_as_easy_to_guess("dragon1987");
    return passwordrules_parse("wrong", 5, 0, &none, &given.diagnostics) != PASSWORDRULES_EDESCRIPTOR;
}

static int tear_down(void **state)
{
    passwordrules_report_free(given.refused);
    passwordrules_decision_free(given.decision);
    passwordrules_strength_free(given.strength);
    passwordrules_ranks_free(given.ranks);
    passwordrules_blocklist_free(given.blocklist);
    passwordrules_diagnostics_free(given.diagnostics);
    passwordrules_policy_free(given.login_policy);
    passwordrules_policy_free(given.policy);
    passwordrules_report_free(given.report);
    passwordrules_rules_free(given.rules);
    return remove_files(state) + remove_folder(state);
}

/* ---- The calls that take or fill in a struct ---- */

/* After an error, the buffer has an empty text, and the needed size is 0. */
static int written(int status, const char *buffer, size_t needed)
{
    if (status != PASSWORDRULES_OK) {
        assert_string_equal(buffer, "");
        assert_int_equal(needed, 0);
    }
    return status;
}

#define CALL_THAT_WRITES(name, call)                                                                                  \
    static int name(void *taken)                                                                                      \
    {                                                                                                                 \
        char buffer[2048] = "stale";                                                                                  \
        const size_t size = sizeof(buffer);                                                                           \
        size_t needed = 12345;                                                                                        \
        int status = call;                                                                                            \
        return written(status, buffer, needed);                                                                       \
    }

CALL_THAT_WRITES(explain, passwordrules_explain(given.rules, taken, buffer, size, &needed))
CALL_THAT_WRITES(message, passwordrules_report_message(given.report, 0, taken, buffer, size, &needed))
CALL_THAT_WRITES(summary, passwordrules_report_summary(given.report, NULL, 0, taken, buffer, size, &needed))
CALL_THAT_WRITES(demands, passwordrules_report_demands(given.report, NULL, 0, taken, buffer, size, &needed))
CALL_THAT_WRITES(describe,
                 passwordrules_policy_describe(given.policy, &given.context, taken, buffer, size, &needed))
CALL_THAT_WRITES(decision_text, passwordrules_decision_text(given.decision, 0, 0, taken, buffer, size, &needed))
CALL_THAT_WRITES(advice, passwordrules_strength_advice(given.strength, 0, taken, buffer, size, &needed))
CALL_THAT_WRITES(generate, passwordrules_generate(given.rules, taken, buffer, size, &needed, NULL))
CALL_THAT_WRITES(generated, passwordrules_generate(given.rules, NULL, buffer, size, &needed, taken))
CALL_THAT_WRITES(describe_context,
                 passwordrules_policy_describe(given.policy, taken, NULL, buffer, size, &needed))
CALL_THAT_WRITES(suggested,
                 passwordrules_policy_suggest(given.policy, &given.context, buffer, size, &needed, taken))
CALL_THAT_WRITES(suggest, passwordrules_policy_suggest(given.policy, taken, buffer, size, &needed, NULL))

static int check(void *taken)
{
    passwordrules_report *report = STALE;
    int status = passwordrules_policy_check(given.policy, taken, "lemon-orbit", 11, &report);
    assert_int_equal(report == NULL, status != PASSWORDRULES_OK);
    passwordrules_report_free(report);
    return status;
}

static int check_suggesting(void *taken)
{
    passwordrules_report *report = STALE;
    char buffer[64] = "stale";
    int status = passwordrules_policy_check_suggesting(given.policy, taken, "a", 1, &report, buffer, sizeof(buffer));
    assert_int_equal(report == NULL, status != PASSWORDRULES_OK);
    passwordrules_report_free(report);
    return written(status, buffer, 0);
}

static int decide(void *taken)
{
    passwordrules_decision *decision = STALE;
    int status = passwordrules_decide(given.policy, taken, "lemon-orbit", 11, 0, &decision);
    assert_int_equal(decision == NULL, status != PASSWORDRULES_OK);
    passwordrules_decision_free(decision);
    return status;
}

/* The decision before the call is made with a struct of the right size. */
static int add_history(void *taken)
{
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_decision *decision = STALE;
    assert_int_equal(passwordrules_decide(given.policy, &context, "lemon-orbit", 11, 0, &decision), PASSWORDRULES_OK);
    int status = passwordrules_decision_add_history(decision, given.policy, taken, PASSWORDRULES_HISTORY_NEW);
    passwordrules_decision_free(decision);
    return status;
}

static int decide_load(void *taken)
{
    passwordrules_decision *decision = STALE;
    int status = passwordrules_decide_load(PASSWORDRULES_OK, NULL, taken, 0, &decision);
    assert_int_equal(decision == NULL, status != PASSWORDRULES_OK);
    passwordrules_decision_free(decision);
    return status;
}

static int for_service_account(void *taken)
{
    passwordrules_policy *policy = STALE;
    int status = passwordrules_policy_for_service_account(given.policy, taken, &policy, NULL);
    assert_null(policy);
    /* EINVAL means that a struct of the right size was read: it names no service. */
    return status == PASSWORDRULES_EINVAL ? PASSWORDRULES_OK : status;
}

static int estimate(void *taken)
{
    passwordrules_strength *strength = STALE;
    int status = passwordrules_strength_estimate(given.ranks, taken, "lemon-orbit", 11, &strength);
    assert_int_equal(strength == NULL, status != PASSWORDRULES_OK);
    passwordrules_strength_free(strength);
    return status;
}

/* passwordrules_policy_enforcement returns no status. The given policy warns, but for a struct of the wrong size the call
 * returns the strictest enforcement. */
static int enforcement(void *taken)
{
    int found = passwordrules_policy_enforcement(given.policy, taken);
    return found == PASSWORDRULES_ENFORCE_WARN ? PASSWORDRULES_OK : PASSWORDRULES_ESIZE;
}

/* passwordrules_policy_at_login returns no status. The given policy warns, but for a struct of the wrong size the call
 * returns that nothing happens. */
static int at_login(void *taken)
{
    int found = passwordrules_policy_at_login(given.login_policy, taken);
    return found == PASSWORDRULES_AT_LOGIN_WARN ? PASSWORDRULES_OK : PASSWORDRULES_ESIZE;
}

static int diagnostic(void *taken)
{
    return passwordrules_diagnostics_get(given.diagnostics, 0, taken);
}

static int outcome(void *taken)
{
    return passwordrules_report_outcome(given.report, 0, taken);
}

static int origin(void *taken)
{
    return passwordrules_policy_origin(given.policy, given.report, 0, taken);
}

static int blocklist_info(void *taken)
{
    return passwordrules_blocklist_get_info(given.blocklist, taken);
}

static int decision_info(void *taken)
{
    return passwordrules_decision_get_info(given.decision, taken);
}

static int log_line(void *taken)
{
    return passwordrules_decision_log(given.decision, 0, taken);
}

static int policy_info(void *taken)
{
    return passwordrules_policy_get_info(given.policy, taken);
}

static int strength_info(void *taken)
{
    return passwordrules_strength_get_info(given.strength, taken);
}

static int strength_piece(void *taken)
{
    return passwordrules_strength_piece(given.strength, 0, taken);
}

static int report_piece(void *taken)
{
    return passwordrules_report_piece(given.refused, 0, taken);
}

/* ---- Sizes ---- */

static const struct {
    size_t size;
    int (*call)(void *taken);
    int is_filled_in;
} structs[] = {
#define LANGUAGE(call) {sizeof(passwordrules_language), call, 0}
    LANGUAGE(explain), LANGUAGE(message), LANGUAGE(describe), LANGUAGE(advice), LANGUAGE(summary), LANGUAGE(demands),
    LANGUAGE(decision_text),
#define CONTEXT(call) {sizeof(passwordrules_context), call, 0}
    CONTEXT(describe_context), CONTEXT(suggest), CONTEXT(check), CONTEXT(check_suggesting), CONTEXT(enforcement),
    CONTEXT(at_login), CONTEXT(estimate), CONTEXT(for_service_account), CONTEXT(decide), CONTEXT(add_history), CONTEXT(decide_load),
    {sizeof(passwordrules_generate_options), generate, 0},
    {sizeof(passwordrules_generated), generated, 1},
    {sizeof(passwordrules_generated), suggested, 1},
    {sizeof(passwordrules_diagnostic), diagnostic, 1},
    {sizeof(passwordrules_outcome), outcome, 1},
    {sizeof(passwordrules_origin), origin, 1},
    {sizeof(passwordrules_blocklist_info), blocklist_info, 1},
    {sizeof(passwordrules_policy_info), policy_info, 1},
    {sizeof(passwordrules_decision_info), decision_info, 1},
    {sizeof(passwordrules_log_line), log_line, 1},
    {sizeof(passwordrules_strength_info), strength_info, 1},
    {sizeof(passwordrules_piece), strength_piece, 1},
    {sizeof(passwordrules_piece), report_piece, 1},
};

/* Memory of `room` bytes whose first member claims a struct of `size` bytes. The rest is 0. */
static void *make_struct(size_t size, size_t room)
{
    void *memory = calloc(1, room);
    assert_non_null(memory);
    memcpy(memory, &size, sizeof(size));
    return memory;
}

static void structs_of_other_sizes_are_refused(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(structs) / sizeof(*structs); index++) {
        const size_t right = structs[index].size;
        void *taken = make_struct(right, right), *before = make_struct(right, right);
        assert_int_equal(structs[index].call(taken), PASSWORDRULES_OK);
        assert_memory_equal(taken, before, sizeof(size_t));
        assert_int_equal(memcmp(taken, before, right) != 0, structs[index].is_filled_in);
        free(before);
        free(taken);
        for (size_t step = 0; step <= right + 65; step++) {
            const size_t size = step == right + 65 ? SIZE_MAX : step;
            if (size == right)
                continue;
            /* If the size is wrong, nothing else is read, and nothing is written. */
            size_t *wrong = make_struct(size, sizeof(size));
            assert_int_equal(structs[index].call(wrong), PASSWORDRULES_ESIZE);
            assert_int_equal(*wrong, size);
            free(wrong);
        }
    }
}

/* Compares an initialized struct with a struct in which only the size is set. */
#define assert_initialized(type, initializer)                                                                         \
    do {                                                                                                              \
        static const type made = initializer;                                                                         \
        type expected;                                                                                                \
        memset(&expected, 0, sizeof(expected));                                                                       \
        expected.size = sizeof(expected);                                                                             \
        assert_memory_equal(&made, &expected, sizeof(expected));                                                      \
    } while (0)

static void initializers_set_only_the_size(void **state)
{
    (void)state;
    assert_initialized(passwordrules_diagnostic, PASSWORDRULES_DIAGNOSTIC_INIT);
    assert_initialized(passwordrules_outcome, PASSWORDRULES_OUTCOME_INIT);
    assert_initialized(passwordrules_generate_options, PASSWORDRULES_GENERATE_OPTIONS_INIT);
    assert_initialized(passwordrules_generated, PASSWORDRULES_GENERATED_INIT);
    assert_initialized(passwordrules_blocklist_info, PASSWORDRULES_BLOCKLIST_INFO_INIT);
    assert_initialized(passwordrules_policy_info, PASSWORDRULES_POLICY_INFO_INIT);
    assert_initialized(passwordrules_decision_info, PASSWORDRULES_DECISION_INFO_INIT);
    assert_initialized(passwordrules_log_line, PASSWORDRULES_LOG_LINE_INIT);
    assert_initialized(passwordrules_context, PASSWORDRULES_CONTEXT_INIT);
    assert_initialized(passwordrules_origin, PASSWORDRULES_ORIGIN_INIT);
    assert_initialized(passwordrules_strength_info, PASSWORDRULES_STRENGTH_INFO_INIT);
    assert_initialized(passwordrules_piece, PASSWORDRULES_PIECE_INIT);
    assert_initialized(passwordrules_language, PASSWORDRULES_LANGUAGE_INIT(NULL, NULL));
}

int run_struct_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_of_other_sizes_are_refused),
        cmocka_unit_test(initializers_set_only_the_size),
    };
    return cmocka_run_group_tests_name("structs", tests, set_up, tear_down);
}
