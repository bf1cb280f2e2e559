/* ABI tests: checking a password, and the report. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checking ---- */

static void check_gives_every_outcome(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *password;
        int kind;
        const char *rule;
        size_t limit, actual;
        int met;
    } cases[] = {
        {"minlength: 4", "abc", PASSWORDRULES_KIND_MINLENGTH, "minlength", 4, 3, 0},
        {"minlength: 4", "abcd", PASSWORDRULES_KIND_MINLENGTH, "minlength", 4, 4, 1},
        {"required: upper", "a", PASSWORDRULES_KIND_REQUIRED, "required", 1, 0, 0},
        {"required: upper", "A", PASSWORDRULES_KIND_REQUIRED, "required", 1, 1, 1},
        {"allowed: digit", "1ab", PASSWORDRULES_KIND_ALLOWED, "allowed", 0, 2, 0},
        {"allowed: digit", "1", PASSWORDRULES_KIND_ALLOWED, "allowed", 0, 0, 1},
        {"maxlength: 2", "abc", PASSWORDRULES_KIND_MAXLENGTH, "maxlength", 2, 3, 0},
        {"maxlength: 2", "ab", PASSWORDRULES_KIND_MAXLENGTH, "maxlength", 2, 2, 1},
        {"max-repeating: 2", "aaa", PASSWORDRULES_KIND_MAX_REPEATING, "max-repeating", 2, 3, 0},
        {"max-repeating: 2", "aa", PASSWORDRULES_KIND_MAX_REPEATING, "max-repeating", 2, 2, 1},
        {"max-sequential: 2", "abc", PASSWORDRULES_KIND_MAX_SEQUENTIAL, "max-sequential", 2, 3, 0},
        {"max-sequential: 2", "ab", PASSWORDRULES_KIND_MAX_SEQUENTIAL, "max-sequential", 2, 2, 1},
        {"max-consecutive: 2", "aaa", PASSWORDRULES_KIND_MAX_CONSECUTIVE, "max-consecutive", 2, 3, 0},
        {"max-consecutive: 2", "abc", PASSWORDRULES_KIND_MAX_CONSECUTIVE, "max-consecutive", 2, 1, 1},
        {"", "a\xFF\xFE", PASSWORDRULES_KIND_ENCODING, "encoding", 0, 2, 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        passwordrules_report *report = report_of(rules, cases[index].password, 0);
        assert_int_equal(passwordrules_report_count(report), 1);
        passwordrules_outcome outcome = outcome_at(report, 0);
        assert_int_equal(outcome.kind, cases[index].kind);
        assert_string_equal(outcome.rule, cases[index].rule);
        assert_int_equal(outcome.limit, cases[index].limit);
        assert_int_equal(outcome.actual, cases[index].actual);
        assert_int_equal(outcome.met, cases[index].met);
        assert_int_equal(passwordrules_report_accepted(report), cases[index].met);
        passwordrules_report_free(report);
        passwordrules_rules_free(rules);
        /* The name lives longer than all that it came from. */
        assert_string_equal(outcome.rule, cases[index].rule);
    }
}

static void strict_is_the_narrower_reading(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("required: upper; required: lower; max-consecutive: 2");
    const struct {
        const char *password;
        int written, strict;
    } cases[] = {{"Correct", 1, 1}, {"Correct-Horse", 1, 0}, {"Abc", 1, 1}, {"Xabc", 1, 0}, {"Xaaa", 0, 0}};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_report *written = report_of(rules, cases[index].password, 0);
        passwordrules_report *strict = report_of(rules, cases[index].password, PASSWORDRULES_CHECK_STRICT_READING);
        assert_int_equal(passwordrules_report_accepted(written), cases[index].written);
        assert_int_equal(passwordrules_report_accepted(strict), cases[index].strict);
        passwordrules_report_free(written);
        passwordrules_report_free(strict);
    }
    passwordrules_rules_free(rules);
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

static void assert_check_refuses(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags)
{
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_check(rules, password, length, flags, &report), PASSWORDRULES_EINVAL);
    assert_null(report);
    assert_int_equal(passwordrules_check(rules, password, length, flags, NULL), PASSWORDRULES_EINVAL);
}

static void check_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 1");
    assert_check_refuses(NULL, "abc", 3, 0);
    assert_check_refuses(NULL, NULL, 0, 0);
    assert_check_refuses(rules, NULL, 1, 0);
    assert_check_refuses(rules, NULL, SIZE_MAX, 0);
    assert_check_refuses(rules, "abc", TOO_LONG, 0);
    assert_check_refuses(rules, "abc", SIZE_MAX, 0);
    assert_check_refuses(rules, "abc", 3, 2);
    assert_check_refuses(rules, "abc", 3, PASSWORDRULES_CHECK_STRICT_READING | 2);
    assert_check_refuses(rules, "abc", 3, UINT_MAX);
    assert_int_equal(passwordrules_check(rules, "abc", 3, 0, NULL), PASSWORDRULES_EINVAL);
    passwordrules_rules_free(rules);
}

/* ---- Using a report again ---- */

static void a_new_report_accepts_nothing(void **state)
{
    (void)state;
    passwordrules_report *report = STALE;
    passwordrules_outcome outcome = {.size = sizeof(outcome)};
    assert_int_equal(passwordrules_report_create(&report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_true(passwordrules_report_progress(report) <= 0);
    assert_int_equal(passwordrules_report_count(report), 0);
    assert_int_equal(passwordrules_report_outcome(report, 0, &outcome), PASSWORDRULES_ERANGE);
    passwordrules_report_free(report);
    assert_int_equal(passwordrules_report_create(NULL), PASSWORDRULES_EINVAL);
}

static void check_into_leaves_nothing_of_the_check_before(void **state)
{
    (void)state;
    passwordrules_rules *many = rules_of("minlength: 4; required: upper; required: digit; maxlength: 8");
    passwordrules_rules *few = rules_of("minlength: 4");
    passwordrules_report *report;
    assert_int_equal(passwordrules_report_create(&report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_check_into(many, "ab", 2, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), 4);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_int_equal(passwordrules_check_into(many, "abC4", 4, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), 4);
    assert_int_equal(passwordrules_report_accepted(report), 1);
    assert_int_equal(passwordrules_check_into(few, "abc", 3, PASSWORDRULES_CHECK_STRICT_READING, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), 2);
    assert_int_equal(outcome_at(report, 0).actual, 3);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    passwordrules_report_free(report);
    passwordrules_rules_free(many);
    passwordrules_rules_free(few);
}

/* Checks with each of the characters that the rules below require, and with none, which is ill-formed besides. */
static void assert_checks_again(const passwordrules_rules *rules, size_t count, passwordrules_report *report)
{
    assert_int_equal(passwordrules_check_into(rules, "abcdefghijklmn", 14, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), count);
    assert_int_equal(passwordrules_report_accepted(report), 1);
    assert_true(passwordrules_report_progress(report) >= 1);
    assert_int_equal(passwordrules_check_into(rules, "\xFF", 1, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), count + 1);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_int_equal(outcome_at(report, 0).kind, PASSWORDRULES_KIND_ENCODING);
    for (size_t index = 1; index <= count; index++)
        assert_int_equal(outcome_at(report, index).met, 0);
}

static void check_into_takes_any_number_of_outcomes(void **state)
{
    (void)state;
    enum { MOST = 20 };
    passwordrules_rules *rules[MOST];
    for (size_t count = 0; count < MOST; count++) {
        char text[32 * MOST] = "";
        for (size_t index = 0; index < count; index++)
            sprintf(text + strlen(text), "required: [%c]; ", "abcdefghijklmn"[index % 14]);
        rules[count] = rules_of(text);
    }
    for (size_t first = 0; first < MOST; first++)
        for (size_t second = 0; second < MOST; second++) {
            passwordrules_report *reports[] = {report_of(rules[first], "a", 0), NULL};
            assert_int_equal(passwordrules_report_create(&reports[1]), PASSWORDRULES_OK);
            for (size_t index = 0; index < 2; index++) {
                assert_checks_again(rules[second], second, reports[index]);
                assert_checks_again(rules[first], first, reports[index]);
                passwordrules_report_free(reports[index]);
            }
        }
    for (size_t count = 0; count < MOST; count++)
        passwordrules_rules_free(rules[count]);
}

static void check_into_leaves_the_report_after_an_error(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 2; required: digit");
    passwordrules_report *report = report_of(rules, "a1", 0);
    assert_int_equal(passwordrules_check_into(NULL, "a", 1, 0, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, NULL, 1, 0, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", TOO_LONG, 0, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", SIZE_MAX, 0, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", 1, 2, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", 1, UINT_MAX, report), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_check_into(rules, "a", 1, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_accepted(report), 1);
    assert_int_equal(passwordrules_report_count(report), 2);
    assert_int_equal(outcome_at(report, 0).actual, 2);
    assert_int_equal(outcome_at(report, 1).met, 1);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

/* ---- Reading a report ---- */

static void progress_grows_to_1_with_the_password(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: upper; required: digit; max-repeating: 2");
    const char password[] = "correcT7horse";
    double last = 0;
    passwordrules_report *report = report_of(rules, "", 0);
    assert_true(passwordrules_report_progress(report) <= 0);
    for (size_t length = 1; length < sizeof(password); length++) {
        assert_int_equal(passwordrules_check_into(rules, password, length, 0, report), PASSWORDRULES_OK);
        double progress = passwordrules_report_progress(report);
        assert_true(progress >= last && progress <= 1);
        assert_int_equal(passwordrules_report_accepted(report), progress >= 1);
        last = progress;
    }
    assert_int_equal(passwordrules_report_accepted(report), 1);
    /* Everything that is demanded is there, but the password is not accepted. */
    assert_int_equal(passwordrules_check_into(rules, "correcT777", 10, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_true(passwordrules_report_progress(report) < 1);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

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

static void outcome_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; required: digit");
    passwordrules_report *report = report_of(rules, "abc", 0);
    passwordrules_outcome outcome = {.size = sizeof(outcome)};
    const size_t past_the_end[] = {2, 3, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++)
        assert_int_equal(passwordrules_report_outcome(report, past_the_end[index], &outcome), PASSWORDRULES_ERANGE);
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

/* ---- Messages ---- */

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

/* Checks every message about this password: short, one line, and without any part of the password. */
static void assert_messages(const char *descriptor, const char *password, unsigned flags)
{
    passwordrules_rules *rules = rules_of(descriptor);
    passwordrules_report *report = report_of(rules, password, flags);
    size_t count = passwordrules_report_count(report);
    assert_true(count > 0);
    for (size_t index = 0; index < count; index++) {
        struct message message = {report, index};
        char text[512];
        size_t needed = assert_writes_text(write_message, &message);
        assert_in_range(needed, 2, sizeof(text));
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

static void messages_are_short_and_tell_nothing(void **state)
{
    (void)state;
    const char *all = "minlength: 20; required: digit; required: upper, [_]; allowed: lower; maxlength: 4; "
                      "max-repeating: 1; max-sequential: 1; max-consecutive: 1";
    assert_messages(all, "qqxwzy!!vut", 0);
    assert_messages(all, "qqxwzy!!vut", PASSWORDRULES_CHECK_STRICT_READING);
    assert_messages(all, "q\xFFx\xC3\xA9z\x1B[Hw", 0);
    /* The same kinds, all of them met. */
    all = "minlength: 2; required: lower; allowed: [$]; maxlength: 9; max-repeating: 2; max-sequential: 2; "
          "max-consecutive: 2";
    assert_messages(all, "qx$zw", 0);
    assert_messages(all, "qx$zw", PASSWORDRULES_CHECK_STRICT_READING);
    assert_messages("minlength: 1; maxlength: 1", "q", PASSWORDRULES_CHECK_STRICT_READING);
}

/* A class without one character of each kind has the longest list of characters. */
static void messages_are_never_longer_than_511_bytes(void **state)
{
    (void)state;
    const char *long_class = "[ !\"#$%&'()*+,./012345678:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXY[\\^_`"
                             "abcdefghijklmnopqrstuvwxy{|}]";
    char descriptor[400] = "minlength: 2147483647; max-repeating: 2147483647; max-sequential: 2147483647; "
                           "max-consecutive: 2147483647; required: unicode; required: ascii-printable; required: ";
    strcat(descriptor, long_class);
    strcat(descriptor, "; allowed: ");
    strcat(descriptor, long_class);
    assert_messages(descriptor, "Z", 0);
    assert_messages(descriptor, "~", PASSWORDRULES_CHECK_STRICT_READING);
    assert_messages("required: upper, lower, digit; required: special, upper; allowed: [_]", "", 0);
}

static void message_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8");
    passwordrules_report *report = report_of(rules, "abc", 0);
    const size_t past_the_end[] = {1, 2, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++) {
        struct message message = {report, past_the_end[index]};
        assert_writes_nothing(write_message, &message, PASSWORDRULES_ERANGE);
    }
    struct message no_report = {NULL, 0};
    assert_writes_nothing(write_message, &no_report, PASSWORDRULES_EINVAL);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

int run_check_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_gives_every_outcome),
        cmocka_unit_test(strict_is_the_narrower_reading),
        cmocka_unit_test(the_empty_password_may_be_null),
        cmocka_unit_test(check_reads_no_further_than_the_length),
        cmocka_unit_test(check_takes_any_length),
        cmocka_unit_test(check_refuses_wrong_arguments),
        cmocka_unit_test(a_new_report_accepts_nothing),
        cmocka_unit_test(check_into_leaves_nothing_of_the_check_before),
        cmocka_unit_test(check_into_takes_any_number_of_outcomes),
        cmocka_unit_test(check_into_leaves_the_report_after_an_error),
        cmocka_unit_test(progress_grows_to_1_with_the_password),
        cmocka_unit_test(no_report_is_the_most_careful_answer),
        cmocka_unit_test(outcome_refuses_wrong_arguments),
        cmocka_unit_test(messages_are_short_and_tell_nothing),
        cmocka_unit_test(messages_are_never_longer_than_511_bytes),
        cmocka_unit_test(message_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
