/* ABI tests: rules and policies that many threads use at once. */
#include "abi.h"

#include <pthread.h>
#include <string.h>

enum { THREAD_COUNT = 8, ROUND_COUNT = 30 };

/* What all threads share, and what one of them found. cmocka's assertions belong to the main thread. */
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
    if (passwordrules_check_again(worker->rules, password, strlen(password), 0, report) == PASSWORDRULES_OK
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
            passwordrules_generate(worker->rules, NULL, password, sizeof(password), NULL) != PASSWORDRULES_OK;
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

int run_thread_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_rules_and_a_policy)};
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
