/* ABI tests: checking a password, and the report. Tests/Vectors/check.tsv has the outcomes for each rule, and MessageTests
 * the messages. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checking ---- */

static void outcomes_outlive_their_report_and_rules(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 4");
    passwordrules_report *report = report_of(rules, "bbbc\xFF", 0);
    passwordrules_outcome outcomes[] = {outcome_at(report, 0), outcome_at(report, 1)};
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    assert_int_equal(outcomes[0].kind, PASSWORDRULES_KIND_ENCODING);
    assert_string_equal(outcomes[0].rule, "encoding");
    assert_int_equal(outcomes[1].kind, PASSWORDRULES_KIND_MINLENGTH);
    assert_string_equal(outcomes[1].rule, "minlength");
}

static void empty_password_may_be_null(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 1");
    passwordrules_report *report;
    assert_int_equal(passwordrules_check(rules, NULL, 0, 0, &report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_int_equal(outcome_at(report, 0).actual, 0);
    assert_int_equal(passwordrules_check_into(rules, "x", 1, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 1);
    assert_int_equal(passwordrules_check_into(rules, NULL, 0, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

/* The password's memory ends in the middle of a character: valgrind sees any read beyond it. */
static void check_reads_only_the_given_length(void **state)
{
    (void)state;
    const char truncated[] = {'a', '\xF0', '\x9F', '\x98'};
    passwordrules_rules *rules = rules_of("minlength: 1");
    for (size_t length = 1; length <= sizeof(truncated); length++) {
        char *password = malloc(length);
        passwordrules_report *report;
        assert_non_null(password);
        memcpy(password, truncated, length);
        assert_int_equal(passwordrules_check(rules, password, length, 0, &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), length == 1);
        passwordrules_report_free(report);
        free(password);
    }
    passwordrules_rules_free(rules);
}

static void check_takes_any_length(void **state)
{
    (void)state;
    const size_t count = 200000;
    char *password = malloc(2 * count);
    assert_non_null(password);
    for (size_t index = 0; index < count; index++)
        memcpy(password + 2 * index, "\xC3\xA9", 2);
    passwordrules_rules *rules = rules_of("maxlength: 10; max-repeating: 2");
    passwordrules_report *report;
    assert_int_equal(passwordrules_check(rules, password, 2 * count, 0, &report), PASSWORDRULES_OK);
    assert_int_equal(outcome_at(report, 0).actual, count);
    assert_int_equal(outcome_at(report, 1).actual, count);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    free(password);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 2; required: digit");
    const struct {
        const passwordrules_rules *rules;
        const char *password;
        size_t length;
        unsigned flags;
    } cases[] = {
        {NULL, "abc", 3, 0}, {NULL, NULL, 0, 0}, {rules, NULL, 1, 0}, {rules, NULL, SIZE_MAX, 0},
        {rules, "abc", TOO_LONG, 0}, {rules, "abc", SIZE_MAX, 0}, {rules, "abc", 3, 2},
        {rules, "abc", 3, PASSWORDRULES_CHECK_STRICT_READING | 2}, {rules, "abc", 3, UINT_MAX},
    };
    passwordrules_report *used = report_of(rules, "a1", 0);
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_report *report = STALE;
        assert_int_equal(passwordrules_check(cases[index].rules, cases[index].password, cases[index].length,
                                             cases[index].flags, &report),
                         PASSWORDRULES_EINVAL);
        assert_null(report);
        assert_int_equal(passwordrules_check_into(cases[index].rules, cases[index].password, cases[index].length,
                                                  cases[index].flags, used),
                         PASSWORDRULES_EINVAL);
    }
    assert_int_equal(passwordrules_check(rules, "abc", 3, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check(NULL, "abc", 3, 2, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", 1, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_create(NULL), PASSWORDRULES_EINVAL);
    /* The report is unchanged. */
    assert_int_equal(passwordrules_report_accepted(used), 1);
    assert_int_equal(passwordrules_report_count(used), 2);
    assert_int_equal(outcome_at(used, 0).actual, 2);
    assert_int_equal(outcome_at(used, 1).met, 1);
    passwordrules_report_free(used);
    passwordrules_rules_free(rules);
}

/* ---- Using a report again ---- */

/* One report is used for checks with between none and thousands of outcomes. It begins as a new report, which accepts
 * nothing, and no check leaves an outcome to the next one. */
static void check_into_takes_any_number_of_outcomes(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 2, 1, 19, 0, 20, 3, 4000, 19, 4000, 1};
    char symbols[94] = "";
    for (char symbol = '!'; symbol <= '~'; symbol++)
        if (strchr("-[]", symbol) == NULL)
            strncat(symbols, &symbol, 1);
    passwordrules_report *report = STALE;
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    assert_int_equal(passwordrules_report_create(&report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_true(passwordrules_report_progress(report) <= 0);
    assert_int_equal(passwordrules_report_count(report), 0);
    assert_int_equal(passwordrules_report_outcome(report, 0, &outcome), PASSWORDRULES_ERANGE);
    for (size_t index = 0; index < sizeof(counts) / sizeof(*counts); index++) {
        const size_t count = counts[index];
        char *text = malloc(14 * count + 1);
        assert_non_null(text);
        text[0] = '\0';
        /* Each requirement has a different pair of characters, because a repeated requirement has only one outcome. */
        for (size_t number = 0, first = 0, second = 1; number < count; number++) {
            sprintf(text + 14 * number, "required:[%c%c];", symbols[first], symbols[second]);
            if (++second == strlen(symbols))
                second = ++first + 1;
        }
        passwordrules_rules *rules = rules_of(text);
        assert_int_equal(passwordrules_check_into(rules, symbols, strlen(symbols), 0, report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_count(report), count);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_true(passwordrules_report_progress(report) >= 1);
        /* This password has none of the required characters, and is not well-formed UTF-8. */
        assert_int_equal(passwordrules_check_into(rules, "\xFF", 1, 0, report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_count(report), count + 1);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_true(passwordrules_report_progress(report) < 1);
        for (size_t number = 0; number <= count; number++)
            assert_int_equal(outcome_at(report, number).met, 0);
        passwordrules_rules_free(rules);
        free(text);
    }
    passwordrules_report_free(report);
}

/* ---- Reading a report ---- */

static void null_report_is_a_refusal(void **state)
{
    (void)state;
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    assert_int_equal(passwordrules_report_accepted(NULL), 0);
    assert_true(passwordrules_report_progress(NULL) <= 0);
    assert_int_equal(passwordrules_report_count(NULL), 0);
    assert_int_equal(passwordrules_report_outcome(NULL, 0, &outcome), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_outcome(NULL, 0, NULL), PASSWORDRULES_EINVAL);
    passwordrules_report_free(NULL);
}

/* One outcome of a report. */
struct message {
    const passwordrules_report *report;
    size_t index;
};

static int write_message(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct message *message = subject;
    return passwordrules_report_message(message->report, message->index, NULL, buffer, size, needed);
}

static void outcome_and_message_refuse_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: digit");
    passwordrules_report *report = report_of(rules, "abc", 0);
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    const size_t past_the_end[] = {2, 3, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++) {
        struct message message = {report, past_the_end[index]};
        assert_int_equal(passwordrules_report_outcome(report, past_the_end[index], &outcome), PASSWORDRULES_ERANGE);
        assert_writes_nothing(write_message, &message, PASSWORDRULES_ERANGE);
    }
    struct message no_report = {NULL, 0};
    assert_writes_nothing(write_message, &no_report, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_outcome(report, 0, NULL), PASSWORDRULES_EINVAL);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

static void messages_keep_to_their_buffer(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 20; required: digit; required: upper, [_]; allowed: lower; maxlength: 4");
    const char *passwords[] = {"qqxwzy!!vut", "q\xFFx\xC3\xA9z\x1B[Hw"};
    for (size_t which = 0; which < 2; which++) {
        passwordrules_report *report = report_of(rules, passwords[which], 0);
        assert_in_range(passwordrules_report_count(report), 1, 9);
        for (size_t index = 0; index < passwordrules_report_count(report); index++) {
            struct message message = {report, index};
            assert_in_range(assert_writes_text(write_message, &message), 2, 512);
        }
        passwordrules_report_free(report);
    }
    passwordrules_rules_free(rules);
}

int run_check_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_outlive_their_report_and_rules),
        cmocka_unit_test(empty_password_may_be_null),
        cmocka_unit_test(check_reads_only_the_given_length),
        cmocka_unit_test(check_takes_any_length),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(check_into_takes_any_number_of_outcomes),
        cmocka_unit_test(null_report_is_a_refusal),
        cmocka_unit_test(outcome_and_message_refuse_wrong_arguments),
        cmocka_unit_test(messages_keep_to_their_buffer),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
