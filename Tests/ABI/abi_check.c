/* ABI tests: checking a password, and the report. Tests/Vectors/check.tsv has what is checked. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checking ---- */

static void outcomes_come_in_their_order(void **state)
{
    (void)state;
    const struct {
        int kind;
        const char *rule;
        size_t limit, actual;
        int met;
    } expected[] = {
        {PASSWORDRULES_KIND_ENCODING, "encoding", 0, 1, 0},
        {PASSWORDRULES_KIND_MINLENGTH, "minlength", 4, 5, 1},
        {PASSWORDRULES_KIND_REQUIRED, "required", 1, 0, 0},
        {PASSWORDRULES_KIND_ALLOWED, "allowed", 0, 2, 0},
        {PASSWORDRULES_KIND_MAXLENGTH, "maxlength", 3, 5, 0},
        {PASSWORDRULES_KIND_MAX_REPEATING, "max-repeating", 2, 3, 0},
        {PASSWORDRULES_KIND_MAX_SEQUENTIAL, "max-sequential", 2, 2, 1},
        {PASSWORDRULES_KIND_MAX_CONSECUTIVE, "max-consecutive", 2, 3, 0},
    };
    const size_t count = sizeof(expected) / sizeof(*expected);
    passwordrules_rules *rules = rules_of("max-consecutive: 2; max-sequential: 2; max-repeating: 2; maxlength: 3; "
                                          "allowed: [b]; required: [a]; minlength: 4");
    passwordrules_report *report = report_of(rules, "bbbc\xFF", 0);
    assert_int_equal(passwordrules_report_count(report), count);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    passwordrules_outcome outcomes[8];
    for (size_t index = 0; index < count; index++)
        outcomes[index] = outcome_at(report, index);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    for (size_t index = 0; index < count; index++) {
        assert_int_equal(outcomes[index].kind, expected[index].kind);
        assert_int_equal(outcomes[index].limit, expected[index].limit);
        assert_int_equal(outcomes[index].actual, expected[index].actual);
        assert_int_equal(outcomes[index].met, expected[index].met);
        /* The name lives longer than all that it came from. */
        assert_string_equal(outcomes[index].rule, expected[index].rule);
    }
}

static void the_empty_password_may_be_null(void **state)
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

/* The password's memory ends in the middle of a character: valgrind sees any look further. */
static void check_reads_no_further_than_the_length(void **state)
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
    /* The report is as it was. */
    assert_int_equal(passwordrules_report_accepted(used), 1);
    assert_int_equal(passwordrules_report_count(used), 2);
    assert_int_equal(outcome_at(used, 0).actual, 2);
    assert_int_equal(outcome_at(used, 1).met, 1);
    passwordrules_report_free(used);
    passwordrules_rules_free(rules);
}

/* ---- Using a report again ---- */

/* From a new report on, which accepts nothing, to thousands of outcomes and back: nothing of a check is left to the next. */
static void check_into_takes_any_number_of_outcomes(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 2, 1, 19, 0, 20, 3, 5000, 19, 5000, 1};
    passwordrules_report *report = STALE;
    passwordrules_outcome outcome = {.size = sizeof(outcome)};
    assert_int_equal(passwordrules_report_create(&report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_true(passwordrules_report_progress(report) <= 0);
    assert_int_equal(passwordrules_report_count(report), 0);
    assert_int_equal(passwordrules_report_outcome(report, 0, &outcome), PASSWORDRULES_ERANGE);
    for (size_t index = 0; index < sizeof(counts) / sizeof(*counts); index++) {
        const size_t count = counts[index];
        char *text = malloc(13 * count + 1);
        assert_non_null(text);
        for (size_t number = 0; number < count; number++)
            sprintf(text + 13 * number, "required:[%c];", "abcdefghijklmn"[number % 14]);
        text[13 * count] = '\0';
        passwordrules_rules *rules = rules_of(text);
        assert_int_equal(passwordrules_check_into(rules, "abcdefghijklmn", 14, 0, report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_count(report), count);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_true(passwordrules_report_progress(report) >= 1);
        /* None of the characters, and ill-formed besides. */
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

static void no_report_is_the_most_careful_answer(void **state)
{
    (void)state;
    passwordrules_outcome outcome = {.size = sizeof(outcome)};
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
    return passwordrules_report_message(message->report, message->index, buffer, size, needed);
}

static void outcome_and_message_refuse_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: digit");
    passwordrules_report *report = report_of(rules, "abc", 0);
    passwordrules_outcome outcome = {.size = sizeof(outcome)};
    const size_t past_the_end[] = {2, 3, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++) {
        struct message message = {report, past_the_end[index]};
        assert_int_equal(passwordrules_report_outcome(report, past_the_end[index], &outcome), PASSWORDRULES_ERANGE);
        assert_writes_nothing(write_message, &message, PASSWORDRULES_ERANGE);
    }
    struct message no_report = {NULL, 0};
    assert_writes_nothing(write_message, &no_report, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_outcome(report, 0, NULL), PASSWORDRULES_EINVAL);

    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(outcome), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        memset(&outcome, 0x5A, sizeof(outcome));
        outcome.size = sizes[index];
        passwordrules_outcome before = outcome;
        assert_int_equal(passwordrules_report_outcome(report, 0, &outcome), PASSWORDRULES_ESIZE);
        assert_memory_equal(&outcome, &before, sizeof(outcome));
    }
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

/* A class without one character of each kind has the longest list of characters. */
#define LONG_CLASS "[ !\"#$%&'()*+,./012345678:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXY[\\^_`abcdefghijklmnopqrstuvwxy{|}]"

/* Short, one line, and without any part of the password. */
static void messages_are_short_and_tell_nothing(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *password;
    } cases[] = {
        {"minlength: 20; required: digit; required: upper, [_]; allowed: lower; maxlength: 4; max-repeating: 1; "
         "max-sequential: 1; max-consecutive: 1", "qqxwzy!!vut"},
        {"minlength: 20; required: digit; max-repeating: 1", "q\xFFx\xC3\xA9z\x1B[Hw"},
        /* The same kinds, all of them met. */
        {"minlength: 2; required: lower; allowed: [$]; maxlength: 9; max-repeating: 2; max-sequential: 2; "
         "max-consecutive: 2", "qx$zw"},
        {"minlength: 2147483647; max-repeating: 2147483647; max-sequential: 2147483647; max-consecutive: 2147483647; "
         "required: unicode; required: ascii-printable; required: " LONG_CLASS "; allowed: " LONG_CLASS, "~"},
        {"required: upper, lower, digit; required: special, upper; allowed: [_]", ""},
    };
    for (size_t which = 0; which < 2 * sizeof(cases) / sizeof(*cases); which++) {
        const char *password = cases[which / 2].password;
        passwordrules_rules *rules = rules_of(cases[which / 2].descriptor);
        passwordrules_report *report = report_of(rules, password, (unsigned)which % 2);
        for (size_t index = 0; index < passwordrules_report_count(report); index++) {
            struct message message = {report, index};
            char text[512];
            assert_in_range(assert_writes_text(write_message, &message), 2, sizeof(text));
            assert_int_equal(write_message(&message, text, sizeof(text), NULL), PASSWORDRULES_OK);
            for (const char *next = text; *next != '\0'; next++)
                assert_in_range(*next, 0x20, 0x7E);
            for (size_t start = 0; start + 3 <= strlen(password); start++) {
                char part[4] = {password[start], password[start + 1], password[start + 2], '\0'};
                assert_null(strstr(text, part));
            }
        }
        passwordrules_report_free(report);
        passwordrules_rules_free(rules);
    }
}

int run_check_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_come_in_their_order),
        cmocka_unit_test(the_empty_password_may_be_null),
        cmocka_unit_test(check_reads_no_further_than_the_length),
        cmocka_unit_test(check_takes_any_length),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(check_into_takes_any_number_of_outcomes),
        cmocka_unit_test(no_report_is_the_most_careful_answer),
        cmocka_unit_test(outcome_and_message_refuse_wrong_arguments),
        cmocka_unit_test(messages_are_short_and_tell_nothing),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
