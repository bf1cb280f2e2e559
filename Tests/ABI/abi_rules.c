/* ABI tests: version, numbers, statuses, parsing. What is made of each descriptor stands in Tests/Vectors. */
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

/* Programs that are already compiled have these numbers in them. */
static void numbers_are_as_published(void **state)
{
    (void)state;
    const int numbers[][2] = {
        {PASSWORDRULES_PARSE_LENIENT, 2}, {PASSWORDRULES_FORMAT_MINIFIED, 1}, {PASSWORDRULES_CHECK_STRICT_READING, 1},
        {PASSWORDRULES_POLICY_OPTIONAL, 1}, {PASSWORDRULES_BLOCKLIST_ONE_LOOKUP, 1},
        {PASSWORDRULES_SEVERITY_NOTE, 1}, {PASSWORDRULES_SEVERITY_WARNING, 2}, {PASSWORDRULES_SEVERITY_ERROR, 3},
        {PASSWORDRULES_KIND_MINLENGTH, 1}, {PASSWORDRULES_KIND_REQUIRED, 2}, {PASSWORDRULES_KIND_ALLOWED, 3},
        {PASSWORDRULES_KIND_MAXLENGTH, 4}, {PASSWORDRULES_KIND_MAX_REPEATING, 5},
        {PASSWORDRULES_KIND_MAX_SEQUENTIAL, 6}, {PASSWORDRULES_KIND_MAX_CONSECUTIVE, 7},
        {PASSWORDRULES_KIND_ENCODING, 8}, {PASSWORDRULES_KIND_MAX_BYTES, 9},
        {PASSWORDRULES_GENERATE_MAX, 1024}, {PASSWORDRULES_GENERATE_COUNT_MAX, 1000000},
        {PASSWORDRULES_STYLE_RANDOM, 1}, {PASSWORDRULES_STYLE_READABLE, 2}, {PASSWORDRULES_STYLE_WORDS, 3},
        {PASSWORDRULES_ENFORCE_NO, 0}, {PASSWORDRULES_ENFORCE_AUDIT, 1}, {PASSWORDRULES_ENFORCE_WARN, 2},
        {PASSWORDRULES_ENFORCE_YES, 3},
        {PASSWORDRULES_MATCH_AS_BUILT, 0}, {PASSWORDRULES_MATCH_EXACT, 1}, {PASSWORDRULES_MATCH_FOLDED, 2},
        {PASSWORDRULES_MATCH_MANGLED, 3},
    };
    for (size_t index = 0; index < sizeof(numbers) / sizeof(*numbers); index++)
        assert_int_equal(numbers[index][0], numbers[index][1]);
    assert_string_equal(PASSWORDRULES_POLICY_PATH, "/etc/security/passwordrules.conf");
}

static void every_status_has_its_number_and_a_text_of_its_own(void **state)
{
    (void)state;
    const int statuses[][2] = {
        {PASSWORDRULES_OK, 0}, {PASSWORDRULES_EINVAL, 1}, {PASSWORDRULES_ESIZE, 2}, {PASSWORDRULES_ERANGE, 3},
        {PASSWORDRULES_ENOMEM, 4}, {PASSWORDRULES_EDESCRIPTOR, 10}, {PASSWORDRULES_EPOLICY, 11},
        {PASSWORDRULES_EBLOCKLIST, 12}, {PASSWORDRULES_EACCOUNT, 13}, {PASSWORDRULES_EUNSATISFIABLE, 20},
        {PASSWORDRULES_ENOTFOUND, 21}, {PASSWORDRULES_ELENGTH, 22}, {PASSWORDRULES_ERANDOM, 23},
        {PASSWORDRULES_EREQUIREMENTS, 24}, {PASSWORDRULES_ETOOFEW, 25},
    };
    for (size_t index = 0; index < sizeof(statuses) / sizeof(*statuses); index++) {
        const char *text = passwordrules_status_text(statuses[index][0]);
        assert_int_equal(statuses[index][0], statuses[index][1]);
        assert_string_not_equal(text, "");
        assert_string_not_equal(text, "unknown status");
        for (size_t other = 0; other < index; other++)
            assert_string_not_equal(text, passwordrules_status_text(statuses[other][0]));
    }
    const int unknown[] = {-1, 5, 9, 14, 19, 26, INT_MAX, INT_MIN};
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

/* The text ends where its memory ends, and is gone before the rules are used: valgrind sees any other use of it. */
static void parse_keeps_nothing_and_reads_no_further(void **state)
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
        cmocka_unit_test(numbers_are_as_published),
        cmocka_unit_test(every_status_has_its_number_and_a_text_of_its_own),
        cmocka_unit_test(parse_reads_the_empty_descriptor),
        cmocka_unit_test(parse_keeps_nothing_and_reads_no_further),
        cmocka_unit_test(parse_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
