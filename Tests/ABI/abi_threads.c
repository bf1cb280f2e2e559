/* ABI tests: rules and policies that many threads use at once. */
#include "abi.h"

#include <pthread.h>
#include <string.h>

enum { THREAD_COUNT = 8, ROUND_COUNT = 30, COUNT_ROUND_COUNT = 8 };

/* The data that all threads share, and the result of one of them. cmocka's assertions only work in the main thread. */
struct worker {
    const passwordrules_rules *rules;
    const passwordrules_policy *policy;
    int failures;
};

/* 1 if the password is accepted by rules and policy alike, 0 if by neither, else -1. */
static int judge(const struct worker *worker, const char *password, passwordrules_report *report)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *policy_report = NULL;
    int accepted = -1;
    if (passwordrules_check_into(worker->rules, password, strlen(password), 0, report) == PASSWORDRULES_OK
        && passwordrules_policy_check(worker->policy, &context, password, strlen(password), &policy_report)
               == PASSWORDRULES_OK
        && passwordrules_report_accepted(report) == passwordrules_report_accepted(policy_report))
        accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(policy_report);
    return accepted;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    passwordrules_context context = context_of(1, 0);
    passwordrules_report *report;
    if (passwordrules_report_create(&report) != PASSWORDRULES_OK) {
        worker->failures++;
        return NULL;
    }
    for (int round = 0; round < ROUND_COUNT; round++) {
        char password[64], text[512];
        worker->failures += judge(worker, "Correct-Horse-9", report) != 1;
        worker->failures += judge(worker, "horse", report) != 0;
        worker->failures += passwordrules_report_count(report) != 4;
        worker->failures += passwordrules_report_message(report, 0, text, sizeof(text), NULL) != PASSWORDRULES_OK;
        worker->failures +=
            passwordrules_generate(worker->rules, NULL, password, sizeof(password), NULL, NULL) != PASSWORDRULES_OK;
        worker->failures += judge(worker, password, report) != 1;
        worker->failures += passwordrules_policy_suggest(worker->policy, &context, password, sizeof(password), NULL)
                            != PASSWORDRULES_OK;
        worker->failures += judge(worker, password, report) != 1;
        worker->failures +=
            passwordrules_policy_describe(worker->policy, &context, text, sizeof(text), NULL) != PASSWORDRULES_OK;
        worker->failures +=
            passwordrules_policy_enforcement(worker->policy, &context) != PASSWORDRULES_ENFORCE_WARN;
    }
    passwordrules_report_free(report);
    return NULL;
}

/* The result that all threads must find for the same rules, and that of one of them. */
struct counter {
    const passwordrules_rules *rules;
    const char *expected_count;
    double expected_entropy;
    size_t expected_length;
    int failures;
};

static void *generate_and_count(void *argument)
{
    struct counter *counter = argument;
    passwordrules_report *report;
    if (passwordrules_report_create(&report) != PASSWORDRULES_OK) {
        counter->failures++;
        return NULL;
    }
    for (int round = 0; round < COUNT_ROUND_COUNT; round++) {
        const passwordrules_generate_options options = {
            .size = sizeof(options), .style = round % 4, .exclude = "ambiguous, space-at-ends", .count = 5};
        passwordrules_generated generated = {.size = sizeof(generated)};
        char passwords[512], number[64];
        double entropy = 0;
        size_t length = 0;
        counter->failures += passwordrules_generate(counter->rules, &options, passwords, sizeof(passwords), NULL,
                                                    &generated)
                             != PASSWORDRULES_OK;
        counter->failures += generated.style != (options.style > 0 ? options.style : PASSWORDRULES_STYLE_RANDOM);
        counter->failures += generated.entropy < 71 || generated.excluded != 1;
        int accepted = 0;
        for (const char *password = passwords; *password != '\0';) {
            size_t size = strcspn(password, "\n");
            if (passwordrules_check_into(counter->rules, password, size, PASSWORDRULES_CHECK_STRICT_READING, report)
                == PASSWORDRULES_OK)
                accepted += passwordrules_report_accepted(report);
            password += password[size] == '\0' ? size : size + 1;
        }
        counter->failures += accepted != 5;
        counter->failures += passwordrules_count(counter->rules, 20, number, sizeof(number), NULL, &entropy)
                             != PASSWORDRULES_OK;
        counter->failures += strcmp(number, counter->expected_count) != 0;
        counter->failures += entropy < counter->expected_entropy || entropy > counter->expected_entropy;
        counter->failures += passwordrules_shortest_length(counter->rules, 100, &length) != PASSWORDRULES_OK;
        counter->failures += length != counter->expected_length;
    }
    passwordrules_report_free(report);
    return NULL;
}

static void threads_share_rules_and_a_policy(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: upper; required: digit; max-repeating: 2");
    passwordrules_policy *policy = policy_of("rules=minlength: 8; required: upper; required: digit; max-repeating: 2",
                                             NULL);
    pthread_t threads[THREAD_COUNT];
    struct worker workers[THREAD_COUNT];
    for (size_t index = 0; index < THREAD_COUNT; index++) {
        workers[index] = (struct worker){.rules = rules, .policy = policy};
        assert_int_equal(pthread_create(&threads[index], NULL, work, &workers[index]), 0);
    }
    for (size_t index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(pthread_join(threads[index], NULL), 0);
    for (size_t index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(workers[index].failures, 0);
    passwordrules_policy_free(policy);
    passwordrules_rules_free(rules);
}

static void threads_generate_and_count_from_the_same_rules(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: upper; required: digit; required: lower; "
                                          "required: special; max-repeating: 2; max-sequential: 3");
    char number[64];
    struct counter expected = {.rules = rules, .expected_count = number};
    assert_int_equal(passwordrules_count(rules, 20, number, sizeof(number), NULL, &expected.expected_entropy),
                     PASSWORDRULES_OK);
    assert_int_equal(passwordrules_shortest_length(rules, 100, &expected.expected_length), PASSWORDRULES_OK);
    pthread_t threads[THREAD_COUNT];
    struct counter counters[THREAD_COUNT];
    for (size_t index = 0; index < THREAD_COUNT; index++) {
        counters[index] = expected;
        assert_int_equal(pthread_create(&threads[index], NULL, generate_and_count, &counters[index]), 0);
    }
    for (size_t index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(pthread_join(threads[index], NULL), 0);
    for (size_t index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(counters[index].failures, 0);
    passwordrules_rules_free(rules);
}

int run_thread_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_rules_and_a_policy),
        cmocka_unit_test(threads_generate_and_count_from_the_same_rules),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
