/* ABI tests: rules, policies and lists that many threads use at once. */
#include "abi.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREAD_COUNT = 64, ROUND_COUNT = 4, GENERATING = 8 };

#define RULES \
    "minlength: 8; required: upper; required: digit; required: lower; required: special; max-repeating: 2; max-sequential: 3"

/* The objects that all threads share, and the results that each thread must get. */
struct shared {
    const passwordrules_rules *rules;
    const passwordrules_policy *policy;
    const passwordrules_blocklist *list;
    const passwordrules_ranks *ranks;
    const passwordrules_strength *strength;
    size_t listed;
    char count[64];
    double entropy;
    size_t length;
};

/* One thread. It counts its failures, because cmocka's assertions work only in the main thread. Only every eighth thread
 * generates and counts passwords, which takes long. */
struct worker {
    const struct shared *shared;
    int number, failures;
};

/* 1 if rules and policy both accept the password, 0 if both refuse it, and -1 otherwise. */
static int judge(const struct shared *shared, const char *password, passwordrules_report *report)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *of_policy = NULL;
    int accepted = -1;
    if (passwordrules_check_into(shared->rules, password, strlen(password), 0, report) == PASSWORDRULES_OK
        && passwordrules_policy_check(shared->policy, &context, password, strlen(password), &of_policy) == PASSWORDRULES_OK
        && passwordrules_report_accepted(report) == passwordrules_report_accepted(of_policy))
        accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(of_policy);
    return accepted;
}

static int is_found(const struct shared *shared, const char *password, int match, int expected)
{
    int found = 12345;
    return passwordrules_blocklist_lookup(shared->list, password, strlen(password), match, &found) == PASSWORDRULES_OK
           && found == expected;
}

static int is_generated(const struct shared *shared, int style, passwordrules_report *report)
{
    const passwordrules_generate_options options = {
        .size = sizeof(options), .style = style, .exclude = "ambiguous, space-at-ends", .count = 5};
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
    char passwords[512];
    int accepted = 0;
    if (passwordrules_generate(shared->rules, &options, passwords, sizeof(passwords), NULL, &generated) != PASSWORDRULES_OK)
        return 0;
    for (char *rest, *password = strtok_r(passwords, "\n", &rest); password != NULL; password = strtok_r(NULL, "\n", &rest))
        accepted += judge(shared, password, report) == 1;
    return accepted == 5 && generated.style == style && generated.entropy >= 71 && generated.excluded == 1;
}

static int is_counted(const struct shared *shared)
{
    char number[64];
    double entropy = 0;
    size_t length = 0;
    return passwordrules_count(shared->rules, 20, number, sizeof(number), NULL, &entropy) == PASSWORDRULES_OK
           && strcmp(number, shared->count) == 0 && entropy >= shared->entropy && entropy <= shared->entropy
           && passwordrules_shortest_length(shared->rules, 100, &length) == PASSWORDRULES_OK && length == shared->length;
}

/* Whether a user gets the right policy. `which` is 0 for a group's section, 1 for a user's, and 2 for no section. */
static int is_policy_found(const struct shared *shared, int which)
{
    static const char *const users[] = {"root", "alice", "no-such-user-here"};
    const unsigned retries[] = {5, 6, 4};
    passwordrules_policy *policy = NULL;
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report = NULL;
    int is_right = passwordrules_policy_for_user(shared->policy, users[which], &policy, NULL) == PASSWORDRULES_OK
                   && passwordrules_policy_get_info(policy, &info) == PASSWORDRULES_OK && info.retry == retries[which]
                   && passwordrules_policy_check(policy, &context, "Correct-Horse-9", 15, &report) == PASSWORDRULES_OK
                   && passwordrules_report_accepted(report) == 1;
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
    return is_right;
}

/* Whether this thread's estimate of a password equals the estimate that all threads share. Also asks the shared estimate
 * for a piece and for advice. */
static int is_estimated(const struct shared *shared, passwordrules_context *context)
{
    passwordrules_strength *strength = NULL;
    passwordrules_strength_info own = PASSWORDRULES_STRENGTH_INFO_INIT, common = own;
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    char text[512];
    int is_right = passwordrules_strength_estimate(shared->ranks, context, "dragon1987", 10, &strength) == PASSWORDRULES_OK
                   && passwordrules_strength_get_info(strength, &own) == PASSWORDRULES_OK
                   && passwordrules_strength_get_info(shared->strength, &common) == PASSWORDRULES_OK
                   && memcmp(&own, &common, sizeof(own)) == 0
                   && passwordrules_strength_piece(shared->strength, 1, &piece) == PASSWORDRULES_OK
                   && piece.kind == PASSWORDRULES_PIECE_YEAR
                   && passwordrules_strength_advice(shared->strength, 1, NULL, text, sizeof(text), NULL) == PASSWORDRULES_OK
                   && strcmp(text, "Dates and years are easy to guess.") == 0;
    passwordrules_strength_free(strength);
    return is_right;
}

static int is_listed(const struct shared *shared, const char *password, int expected)
{
    int listed = -1;
    return passwordrules_policy_lookup(shared->policy, password, strlen(password), &listed) == PASSWORDRULES_OK
           && listed == expected;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    const struct shared *shared = worker->shared;
    passwordrules_context root = context_of(1, 0);
    passwordrules_report *report = NULL;
    char text[512];
    int failures = passwordrules_report_create(&report) != PASSWORDRULES_OK;
    if (worker->number % GENERATING == 0) {
        failures += !is_generated(shared, PASSWORDRULES_STYLE_RANDOM + worker->number / GENERATING % 3, report);
        failures += !is_counted(shared);
        failures += passwordrules_policy_suggest(shared->policy, &root, text, sizeof(text), NULL, NULL) != PASSWORDRULES_OK;
        failures += judge(shared, text, report) != 1;
    }
    for (int round = 0; round < ROUND_COUNT; round++) {
        passwordrules_blocklist_info info = PASSWORDRULES_BLOCKLIST_INFO_INIT;
        failures += judge(shared, "Correct-Horse-9", report) != 1;
        failures += judge(shared, "horse", report) != 0;
        failures += passwordrules_report_count(report) != 7;
        failures += passwordrules_report_message(report, 0, NULL, text, sizeof(text), NULL) != PASSWORDRULES_OK;
        failures += passwordrules_policy_describe(shared->policy, &root, NULL, text, sizeof(text), NULL) != PASSWORDRULES_OK;
        failures += passwordrules_policy_enforcement(shared->policy, &root) != PASSWORDRULES_ENFORCE_WARN;
        failures += judge(shared, "77Dr4gon!", report) != -1;
        failures += !is_listed(shared, "77Dr4gon!", 1) || !is_listed(shared, "vubkem-roxpit", 0);
        failures += !is_policy_found(shared, (worker->number + round) % 3);
        failures += !is_found(shared, "dragon", PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_MATCH_EXACT);
        failures += !is_found(shared, "TiGeR", PASSWORDRULES_MATCH_FOLDED, PASSWORDRULES_MATCH_FOLDED);
        failures += !is_found(shared, "77Dr4gon!", PASSWORDRULES_MATCH_MANGLED, PASSWORDRULES_MATCH_MANGLED);
        failures += !is_found(shared, "vubkem-roxpit", PASSWORDRULES_MATCH_MANGLED, 0);
        failures += passwordrules_blocklist_get_info(shared->list, &info) != PASSWORDRULES_OK || info.count != shared->listed;
        failures += !is_estimated(shared, &root);
    }
    passwordrules_report_free(report);
    worker->failures = failures;
    return NULL;
}

/* Tests lists that are kept in memory, and lists that are read at each lookup. */
static void threads_share_rules_policy_and_lists(void **state)
{
    (void)state;
    write_list();
    char text[1024];
    snprintf(text, sizeof(text), "rules = " RULES "\nretry = 4\nblocklist = %s\n[group root]\nretry = 5\n[user alice]\nretry = 6\n",
             other_path);
    write_policy(text);
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_ranks *ranks = open_ranks();
    passwordrules_strength *strength = estimate_of(ranks, "dragon1987");
    for (unsigned is_for_one = 0; is_for_one <= 1; is_for_one++) {
        passwordrules_policy *policy = STALE;
        assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, is_for_one * PASSWORDRULES_POLICY_ONE_CHANGE, &policy,
                                                   NULL),
                         PASSWORDRULES_OK);
        passwordrules_blocklist *opened = open_list(is_for_one * PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
        struct shared shared = {.rules = rules, .policy = policy, .list = opened, .ranks = ranks, .strength = strength};
        passwordrules_blocklist_info info = PASSWORDRULES_BLOCKLIST_INFO_INIT;
        assert_int_equal(passwordrules_blocklist_get_info(opened, &info), PASSWORDRULES_OK);
        shared.listed = info.count;
        assert_int_equal(passwordrules_count(rules, 20, shared.count, 64, NULL, &shared.entropy), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_shortest_length(rules, 100, &shared.length), PASSWORDRULES_OK);
        const int files = count_open_files();
        pthread_t threads[THREAD_COUNT];
        struct worker workers[THREAD_COUNT];
        for (int index = 0; index < THREAD_COUNT; index++) {
            workers[index] = (struct worker){.shared = &shared, .number = index};
            assert_int_equal(pthread_create(&threads[index], NULL, work, &workers[index]), 0);
        }
        for (int index = 0; index < THREAD_COUNT; index++) {
            assert_int_equal(pthread_join(threads[index], NULL), 0);
            assert_int_equal(workers[index].failures, 0);
        }
        assert_int_equal(count_open_files(), files);
        passwordrules_policy_free(policy);
        passwordrules_blocklist_free(opened);
    }
    passwordrules_strength_free(strength);
    passwordrules_ranks_free(ranks);
    passwordrules_rules_free(rules);
}

int run_thread_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(threads_share_rules_policy_and_lists, remove_files),
    };
    return cmocka_run_group_tests_name("threads", tests, make_folder, remove_folder);
}
