/* ABI tests: version, statuses, parsing. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Version and statuses ---- */

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
        {PASSWORDRULES_OK, 0}, {PASSWORDRULES_EINVAL, 1}, {PASSWORDRULES_ESIZE, 2}, {PASSWORDRULES_ERANGE, 3},
        {PASSWORDRULES_EDESCRIPTOR, 10}, {PASSWORDRULES_EPOLICY, 11}, {PASSWORDRULES_EUNSATISFIABLE, 20},
        {PASSWORDRULES_ENOTFOUND, 21}, {PASSWORDRULES_ELENGTH, 22}, {PASSWORDRULES_ERANDOM, 23},
        {PASSWORDRULES_EREQUIREMENTS, 24}, {PASSWORDRULES_ETOOFEW, 25},
        {PASSWORDRULES_SEVERITY_NOTE, 1}, {PASSWORDRULES_SEVERITY_WARNING, 2}, {PASSWORDRULES_SEVERITY_ERROR, 3},
        {PASSWORDRULES_KIND_MINLENGTH, 1}, {PASSWORDRULES_KIND_REQUIRED, 2}, {PASSWORDRULES_KIND_ALLOWED, 3},
        {PASSWORDRULES_KIND_MAXLENGTH, 4}, {PASSWORDRULES_KIND_MAX_REPEATING, 5},
        {PASSWORDRULES_KIND_MAX_SEQUENTIAL, 6}, {PASSWORDRULES_KIND_MAX_CONSECUTIVE, 7},
        {PASSWORDRULES_KIND_ENCODING, 8}, {PASSWORDRULES_KIND_MAX_BYTES, 9}, {PASSWORDRULES_PARSE_LENIENT, 2},
        {PASSWORDRULES_CHECK_STRICT_READING, 1}, {PASSWORDRULES_GENERATE_MAX, 1024}, {PASSWORDRULES_GENERATE_COUNT_MAX, 1000000},
        {PASSWORDRULES_STYLE_RANDOM, 1}, {PASSWORDRULES_STYLE_READABLE, 2}, {PASSWORDRULES_STYLE_WORDS, 3},
        {PASSWORDRULES_POLICY_OPTIONAL, 1},
        {PASSWORDRULES_ENFORCE_NO, 0}, {PASSWORDRULES_ENFORCE_AUDIT, 1}, {PASSWORDRULES_ENFORCE_WARN, 2},
        {PASSWORDRULES_ENFORCE_YES, 3},
    };
    for (size_t index = 0; index < sizeof(numbers) / sizeof(*numbers); index++)
        assert_int_equal(numbers[index][0], numbers[index][1]);
    assert_string_equal(PASSWORDRULES_POLICY_PATH, "/etc/security/passwordrules.conf");
}

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    const int statuses[] = {
        PASSWORDRULES_OK, PASSWORDRULES_EINVAL, PASSWORDRULES_ESIZE, PASSWORDRULES_ERANGE, PASSWORDRULES_EDESCRIPTOR,
        PASSWORDRULES_EPOLICY, PASSWORDRULES_EUNSATISFIABLE, PASSWORDRULES_ENOTFOUND, PASSWORDRULES_ELENGTH,
        PASSWORDRULES_ERANDOM, PASSWORDRULES_EREQUIREMENTS, PASSWORDRULES_ETOOFEW,
    };
    const int unknown[] = {-1, 4, 9, 12, 19, 26, INT_MAX, INT_MIN};
    size_t count = sizeof(statuses) / sizeof(*statuses);
    for (size_t index = 0; index < count; index++) {
        const char *text = passwordrules_status_text(statuses[index]);
        assert_non_null(text);
        assert_string_not_equal(text, "");
        for (size_t other = 0; other < index; other++)
            assert_string_not_equal(text, passwordrules_status_text(statuses[other]));
        for (size_t other = 0; other < sizeof(unknown) / sizeof(*unknown); other++)
            assert_string_not_equal(text, passwordrules_status_text(unknown[other]));
    }
    for (size_t index = 0; index < sizeof(unknown) / sizeof(*unknown); index++)
        assert_string_not_equal(passwordrules_status_text(unknown[index]), "");
}

/* ---- Parsing ---- */

static void parse_reads_a_descriptor(void **state)
{
    (void)state;
    const char *text = "required: upper; minlength: 8;";
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(rules);
    assert_ptr_not_equal(rules, STALE);
    assert_null(diagnostics);
    passwordrules_rules_free(rules);
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

static void assert_parse_refuses(const char *text, size_t length, unsigned flags)
{
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, length, flags, &rules, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(rules);
    assert_null(diagnostics);
}

static void parse_refuses_wrong_arguments(void **state)
{
    (void)state;
    assert_parse_refuses(NULL, 1, 0);
    assert_parse_refuses(NULL, SIZE_MAX, 0);
    assert_parse_refuses("minlength: 8", TOO_LONG, 0);
    assert_parse_refuses("minlength: 8", SIZE_MAX, 0);
    assert_parse_refuses("minlength: 8", 12, 1);
    assert_parse_refuses("minlength: 8", 12, 4);
    assert_parse_refuses("minlength: 8", 12, PASSWORDRULES_PARSE_LENIENT | 1);
    assert_parse_refuses("minlength: 8", 12, UINT_MAX);
    assert_parse_refuses(NULL, 0, 1);
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse("", 0, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_parse("minlength: x", 12, 0, NULL, NULL), PASSWORDRULES_EINVAL);
}

/* Parses `length` bytes, of which all after the beginning are spaces. */
static int parse_padded(const char *beginning, size_t length, passwordrules_rules **rules,
                        passwordrules_diagnostics **diagnostics)
{
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, beginning, strlen(beginning));
    int status = passwordrules_parse(text, length, 0, rules, diagnostics);
    free(text);
    return status;
}

static void parse_reads_65536_bytes(void **state)
{
    (void)state;
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    assert_int_equal(parse_padded("minlength: 3;", 65536, &rules, &diagnostics), PASSWORDRULES_OK);
    assert_null(diagnostics);
    passwordrules_rules_free(rules);

    /* Whatever else is wrong with a longer text. */
    const size_t lengths[] = {65537, 65536 + 4096, 1 << 20};
    const char *beginnings[] = {"minlength: 3;", "minlength: x;", "[[["};
    for (size_t index = 0; index < 3; index++) {
        rules = STALE;
        assert_int_equal(parse_padded(beginnings[index], lengths[index], &rules, &diagnostics),
                         PASSWORDRULES_EDESCRIPTOR);
        assert_null(rules);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(diagnostic.code, 116);
        assert_int_equal(diagnostic.offset, 65536);
        assert_int_equal(diagnostic.length, lengths[index] - 65536);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void parse_reads_thousands_of_properties(void **state)
{
    (void)state;
    const char property[] = "required:[x];";
    size_t length = strlen(property);
    size_t count = 65536 / length;
    char *text = malloc(count * length);
    assert_non_null(text);
    for (size_t index = 0; index < count; index++)
        memcpy(text + index * length, property, length);
    passwordrules_rules *rules;
    assert_int_equal(passwordrules_parse(text, count * length, 0, &rules, NULL), PASSWORDRULES_OK);
    passwordrules_report *report = report_of(rules, "x", 0);
    assert_int_equal(passwordrules_report_count(report), count);
    assert_int_equal(passwordrules_report_accepted(report), 1);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    free(text);
}

/* ---- Lenient parsing ---- */

/* The rules of a text that is read leniently. With a mistake in it there must be diagnostics. */
static passwordrules_rules *lenient_rules_of(const char *text, size_t length, int has_mistake)
{
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, length, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(rules);
    assert_int_equal(diagnostics != NULL, has_mistake);
    passwordrules_diagnostics_free(diagnostics);
    return rules;
}

static void lenient_parsing_keeps_what_has_no_mistake(void **state)
{
    (void)state;
    const char *text = "required: digit; minlenght: 8; required: uper; maxlength: -1; minlength: 4; allowed: [a-z;]; ;";
    passwordrules_rules *rules = lenient_rules_of(text, strlen(text), 1);
    passwordrules_report *report = report_of(rules, "12", 0);
    assert_int_equal(passwordrules_report_count(report), 2);
    assert_int_equal(outcome_at(report, 0).kind, PASSWORDRULES_KIND_MINLENGTH);
    assert_int_equal(outcome_at(report, 0).limit, 4);
    assert_int_equal(outcome_at(report, 1).kind, PASSWORDRULES_KIND_REQUIRED);
    assert_int_equal(outcome_at(report, 1).met, 1);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

static void lenient_parsing_agrees_where_there_is_no_mistake(void **state)
{
    (void)state;
    const char *text = "required: upper; required: [;]; minlength: 4; max-repeating: 2";
    passwordrules_rules *lenient = lenient_rules_of(text, strlen(text), 0);
    passwordrules_rules *strict = rules_of(text);
    const char *passwords[] = {"", "A;bc", "Abc", "Aaaa;"};
    for (size_t index = 0; index < 4; index++) {
        passwordrules_report *of_lenient = report_of(lenient, passwords[index], 0);
        passwordrules_report *of_strict = report_of(strict, passwords[index], 0);
        assert_int_equal(passwordrules_report_count(of_lenient), 4);
        assert_int_equal(passwordrules_report_count(of_strict), 4);
        for (size_t outcome = 0; outcome < 4; outcome++)
            assert_int_equal(outcome_at(of_lenient, outcome).actual, outcome_at(of_strict, outcome).actual);
        passwordrules_report_free(of_lenient);
        passwordrules_report_free(of_strict);
    }
    passwordrules_rules_free(strict);
    passwordrules_rules_free(lenient);
}

static void lenient_parsing_never_fails(void **state)
{
    (void)state;
    const char *texts[] = {"x", ":", "[", "]", "required", "required: [", "minlength:", "\xFF\xFE", "required: []",
                           "required: [a]; x: [;", "{\"rules\": 1}", "minlength: 99999999999"};
    for (size_t index = 0; index < sizeof(texts) / sizeof(*texts); index++)
        passwordrules_rules_free(lenient_rules_of(texts[index], strlen(texts[index]), 1));
    passwordrules_rules_free(lenient_rules_of("a\0b", 3, 1));
    passwordrules_rules_free(lenient_rules_of(NULL, 0, 0));

    size_t length = 65537;
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ';', length);
    passwordrules_rules_free(lenient_rules_of(text, length, 1));
    memset(text, '[', length);
    passwordrules_rules_free(lenient_rules_of(text, length - 1, 1));
    free(text);

    assert_parse_refuses(NULL, 1, PASSWORDRULES_PARSE_LENIENT);
    assert_parse_refuses("minlength: 8", TOO_LONG, PASSWORDRULES_PARSE_LENIENT);
}

int run_rules_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_the_headers),
        cmocka_unit_test(numbers_are_as_published),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(parse_reads_a_descriptor),
        cmocka_unit_test(parse_reads_the_empty_descriptor),
        cmocka_unit_test(parse_keeps_nothing_and_reads_no_further),
        cmocka_unit_test(parse_refuses_wrong_arguments),
        cmocka_unit_test(parse_reads_65536_bytes),
        cmocka_unit_test(parse_reads_thousands_of_properties),
        cmocka_unit_test(lenient_parsing_keeps_what_has_no_mistake),
        cmocka_unit_test(lenient_parsing_agrees_where_there_is_no_mistake),
        cmocka_unit_test(lenient_parsing_never_fails),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
