/* ABI tests: the version, statuses and parsing. Tests/Vectors has the results for each descriptor. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void version_is_the_headers(void **state)
{
    (void)state;
    char numbers[64];
    snprintf(numbers, sizeof(numbers), "%d.%d.%d", PASSWORDRULES_VERSION_MAJOR, PASSWORDRULES_VERSION_MINOR,
             PASSWORDRULES_VERSION_PATCH);
    assert_string_equal(passwordrules_version(), PASSWORDRULES_VERSION);
    assert_string_equal(passwordrules_version(), numbers);
}

static void each_status_has_its_own_text(void **state)
{
    (void)state;
    const int statuses[] = {
        PASSWORDRULES_OK, PASSWORDRULES_EINVAL, PASSWORDRULES_ESIZE, PASSWORDRULES_ERANGE, PASSWORDRULES_ENOMEM,
        PASSWORDRULES_EDESCRIPTOR, PASSWORDRULES_EPOLICY, PASSWORDRULES_EBLOCKLIST, PASSWORDRULES_EACCOUNT,
        PASSWORDRULES_ECOUNT, PASSWORDRULES_ERANKS, PASSWORDRULES_EUNSATISFIABLE, PASSWORDRULES_ENOTFOUND,
        PASSWORDRULES_ELENGTH, PASSWORDRULES_ERANDOM, PASSWORDRULES_EREQUIREMENTS, PASSWORDRULES_ETOOFEW,
    };
    for (size_t index = 0; index < sizeof(statuses) / sizeof(*statuses); index++) {
        const char *text = passwordrules_status_text(statuses[index]);
        assert_string_not_equal(text, "");
        assert_string_not_equal(text, "unknown status");
        for (size_t other = 0; other < index; other++)
            assert_string_not_equal(text, passwordrules_status_text(statuses[other]));
    }
    const int unknown[] = {-1, 5, 9, 16, 19, 26, INT_MAX, INT_MIN};
    for (size_t index = 0; index < sizeof(unknown) / sizeof(*unknown); index++)
        assert_string_equal(passwordrules_status_text(unknown[index]), "unknown status");
}

static void parse_reads_the_empty_descriptor(void **state)
{
    (void)state;
    const char *texts[] = {NULL, ""};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_rules *rules;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_parse(texts[index], 0, 0, &rules, &diagnostics), PASSWORDRULES_OK);
        assert_null(diagnostics);
        passwordrules_report *report = report_of(rules, "", 0);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_int_equal(passwordrules_report_count(report), 0);
        passwordrules_report_free(report);
        passwordrules_rules_free(rules);
    }
}

/* The text has no NUL after it, and is freed before the rules are used. Valgrind detects a read past its end, and any use
 * after it was freed. */
static void parse_reads_only_the_given_length(void **state)
{
    (void)state;
    const char text[] = {'m', 'i', 'n', 'l', 'e', 'n', 'g', 't', 'h', ':', '8'};
    char *memory = malloc(sizeof(text));
    assert_non_null(memory);
    memcpy(memory, text, sizeof(text));
    passwordrules_rules *rules;
    assert_int_equal(passwordrules_parse(memory, sizeof(text), 0, &rules, NULL), PASSWORDRULES_OK);
    free(memory);
    passwordrules_report *report = report_of(rules, "1234567", 0);
    assert_int_equal(outcome_at(report, 0).limit, 8);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

static void parse_refuses_wrong_arguments(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t length;
        unsigned flags;
    } cases[] = {
        {NULL, 1, 0}, {NULL, SIZE_MAX, 0}, {"minlength: 8", TOO_LONG, 0}, {"minlength: 8", SIZE_MAX, 0},
        {"minlength: 8", 12, 1}, {"minlength: 8", 12, 4}, {"minlength: 8", 12, PASSWORDRULES_PARSE_LENIENT | 1},
        {"minlength: 8", 12, UINT_MAX}, {NULL, 0, 1}, {NULL, 1, PASSWORDRULES_PARSE_LENIENT},
        {"minlength: 8", TOO_LONG, PASSWORDRULES_PARSE_LENIENT},
    };
    passwordrules_diagnostics *diagnostics;
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = STALE;
        diagnostics = STALE;
        assert_int_equal(passwordrules_parse(cases[index].text, cases[index].length, cases[index].flags, &rules,
                                             &diagnostics),
                         PASSWORDRULES_EINVAL);
        assert_null(rules);
        assert_null(diagnostics);
    }
    diagnostics = STALE;
    assert_int_equal(passwordrules_parse("", 0, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_parse("minlength: x", 12, 0, NULL, NULL), PASSWORDRULES_EINVAL);
}

int run_rules_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_the_headers),
        cmocka_unit_test(each_status_has_its_own_text),
        cmocka_unit_test(parse_reads_the_empty_descriptor),
        cmocka_unit_test(parse_reads_only_the_given_length),
        cmocka_unit_test(parse_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
