/* ABI tests: the diagnostics of passwordrules_parse and passwordrules_lint. DescriptorLintTests tests more remarks. */
#include "abi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The diagnostics of a text that parses with this status. */
static passwordrules_diagnostics *diagnostics_of(const char *text, int status)
{
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics), status);
    assert_int_equal(rules != NULL, status == PASSWORDRULES_OK);
    passwordrules_rules_free(rules);
    assert_non_null(diagnostics);
    /* The diagnostics are optional. */
    rules = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, NULL), status);
    assert_int_equal(rules != NULL, status == PASSWORDRULES_OK);
    passwordrules_rules_free(rules);
    return diagnostics;
}

static void mistake_has_a_position_and_a_message(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics =
        diagnostics_of("required: upper;\n  minlenght: 8", PASSWORDRULES_EDESCRIPTOR);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PROPERTY);
    assert_string_equal(diagnostic.source, "");
    assert_int_equal(diagnostic.line, 2);
    assert_int_equal(diagnostic.column, 3);
    assert_int_equal(diagnostic.offset, 19);
    assert_int_equal(diagnostic.length, 9);
    assert_non_null(strstr(diagnostic.text, "minlenght"));
    assert_non_null(strstr(diagnostic.text, "minlength"));
    /* The texts live as long as the diagnostics. */
    assert_ptr_equal(diagnostic.text, diagnostic_at(diagnostics, 0).text);
    assert_ptr_equal(diagnostic.source, diagnostic_at(diagnostics, 0).source);
    passwordrules_diagnostics_free(diagnostics);
}

/* A descriptor may come from anywhere, and its diagnostics go to terminals and logs. */
static void texts_are_one_line_of_printable_ascii(void **state)
{
    (void)state;
    const char *texts[] = {
        "\x1B[31mred\x07: 5", "required: \x1B]0;title\x07", ("minlength: \x9B" "5"), "required: upper \r\n\tlower\x7F",
        "required: \xE2\x80\xAEreppu",
        "minlength: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    };
    for (size_t index = 0; index < sizeof(texts) / sizeof(*texts); index++) {
        passwordrules_diagnostics *diagnostics = diagnostics_of(texts[index], PASSWORDRULES_EDESCRIPTOR);
        const char *text = diagnostic_at(diagnostics, 0).text;
        assert_in_range(strlen(text), 10, 200);
        for (; *text != '\0'; text++)
            assert_in_range(*text, 0x20, 0x7E);
        passwordrules_diagnostics_free(diagnostics);
    }
}

/* The bytes of a literal, which may have NUL bytes, and their number. */
#define BYTES(literal) literal, sizeof(literal) - 1

/* ---- Lint ---- */

/* Lints a text, and checks every promise: the positions are in order and inside the text, and each diagnostic
 * has a message. */
static passwordrules_diagnostics *lint(const char *text, size_t length, int expected_status)
{
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_lint(text, length, 0, &diagnostics), expected_status);
    size_t count = passwordrules_diagnostics_count(diagnostics), last = 0;
    assert_int_equal(diagnostics != NULL, count > 0);
    for (size_t index = 0; index < count; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_in_range(diagnostic.severity, PASSWORDRULES_SEVERITY_NOTE, PASSWORDRULES_SEVERITY_ERROR);
        assert_in_range(diagnostic.code, 100, 199);
        assert_string_equal(diagnostic.source, "");
        assert_string_not_equal(diagnostic.text, "");
        assert_true(diagnostic.offset <= length && diagnostic.length <= length - diagnostic.offset);
        assert_int_equal(diagnostic.line == 0, diagnostic.column == 0);
        assert_true(last <= diagnostic.offset);
        last = diagnostic.offset;
    }
    return diagnostics;
}

#define NOTE PASSWORDRULES_SEVERITY_NOTE
#define WARNING PASSWORDRULES_SEVERITY_WARNING
#define ERROR PASSWORDRULES_SEVERITY_ERROR

struct lint_case {
    const char *text;
    size_t length;
    int status;
    /* A remark in line 0 is about the whole text. */
    struct {
        int severity, code;
        size_t line, offset, length;
    } remarks[5];
};

static const struct lint_case lint_cases[] = {
    {BYTES("allowed: unicode; minlength: 8; maxlength: 64; max-repeating: 2; max-sequential: 3"), PASSWORDRULES_OK, {{0}}},
    {NULL, 0, PASSWORDRULES_OK, {{NOTE, 165, 0, 0, 0}}},
    {BYTES(""), PASSWORDRULES_OK, {{NOTE, 165, 0, 0, 0}}},
    {BYTES("minlength: 8;\n max-consecutive : 0 ;"), PASSWORDRULES_OK, {{NOTE, 160, 2, 15, 19}}},
    /* Several lines with the same class are not a mistake: each asks for one more character. */
    {BYTES("required: digit; required: digit; required: [0123456789]; required: digit, upper; allowed: lower; minlength: 8"),
     PASSWORDRULES_OK, {{0}}},
    {BYTES("minlength: 65; maxlength: 64"), PASSWORDRULES_OK, {{WARNING, 167, 1, 15, 13}}},
    {BYTES("allowed: [\xC3\xA9" "a]; minlength: 8; max-repeating: 1; maxlength: 99"), PASSWORDRULES_OK,
     {{WARNING, 151, 1, 10, 2}, {WARNING, 167, 1, 48, 13}}},
    {BYTES("allowed: [a]; max-repeating: 8; minlength: 8"), PASSWORDRULES_OK, {{0}}},
    {BYTES("allowed: [ab]; max-consecutive: 1; minlength: 8"), PASSWORDRULES_OK,
     {{WARNING, 168, 0, 0, 0}, {NOTE, 160, 1, 15, 18}}},
    {BYTES("allowed: digit;\nmaxlength: 20; required: digits;\nminlength: 4; max-consecutive: 2"), PASSWORDRULES_OK,
     {{NOTE, 166, 1, 9, 5}, {NOTE, 163, 2, 16, 13}, {NOTE, 150, 2, 41, 6}, {NOTE, 164, 3, 49, 12},
      {NOTE, 160, 3, 63, 18}}},
    /* Rules that were parsed only in part get no diagnostics about the whole set. */
    {BYTES("maxlength: 2; minlength: 3; x"), PASSWORDRULES_EDESCRIPTOR,
     {{NOTE, 163, 1, 0, 12}, {ERROR, 101, 1, 28, 1}}},
    /* A text ends at its length, not at a NUL. */
    {BYTES("minlength: 9; required: upper\0; allowed: digit"), PASSWORDRULES_EDESCRIPTOR, {{ERROR, 115, 1, 29, 1}}},
    {BYTES("\0minlength: 9"), PASSWORDRULES_EDESCRIPTOR, {{ERROR, 102, 1, 0, 11}}},
    {BYTES("minlength: 9; allowed: [a\0b]"), PASSWORDRULES_EDESCRIPTOR, {{ERROR, 107, 1, 25, 1}}},
    {BYTES("minlength: 9\0"), PASSWORDRULES_EDESCRIPTOR, {{ERROR, 111, 1, 11, 2}}},
    {"minlength: 99x", 13, PASSWORDRULES_OK, {{0}}},
};

static void lint_returns_all_diagnostics(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(lint_cases) / sizeof(*lint_cases); index++) {
        const struct lint_case *expected = &lint_cases[index];
        passwordrules_diagnostics *diagnostics = lint(expected->text, expected->length, expected->status);
        size_t count = 0;
        for (; count < 5 && expected->remarks[count].code != 0; count++) {
            passwordrules_diagnostic actual = diagnostic_at(diagnostics, count);
            assert_int_equal(actual.code, expected->remarks[count].code);
            assert_int_equal(actual.severity, expected->remarks[count].severity);
            assert_int_equal(actual.line, expected->remarks[count].line);
            assert_int_equal(actual.offset, expected->remarks[count].offset);
            assert_int_equal(actual.length, expected->remarks[count].length);
        }
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), count);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void lint_refuses_wrong_arguments(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t length;
        unsigned flags;
    } cases[] = {
        {"x", 1, 1}, {"x", 1, PASSWORDRULES_PARSE_LENIENT}, {"x", 1, 4}, {"x", 1, 0x80000000}, {"x", 1, UINT_MAX},
        {NULL, 1, 0}, {NULL, TOO_LONG, 0}, {NULL, SIZE_MAX, 0}, {"x", TOO_LONG, 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_lint(cases[index].text, cases[index].length, cases[index].flags, &diagnostics),
                         PASSWORDRULES_EINVAL);
        assert_null(diagnostics);
    }
    assert_int_equal(passwordrules_lint("minlength: 8", 12, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_lint(NULL, 0, 1, NULL), PASSWORDRULES_EINVAL);
}

/* The longest descriptor, in bytes. */
#define LONGEST 65536

/* The one diagnostic of a text that is too long. */
static void assert_is_too_long(passwordrules_diagnostics *diagnostics)
{
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_DESCRIPTOR_TOO_LONG);
    assert_int_equal(diagnostic.line, 1);
    assert_int_equal(diagnostic.offset, LONGEST);
    assert_int_equal(diagnostic.length, 1);
    passwordrules_diagnostics_free(diagnostics);
}

static void longest_text_is_read(void **state)
{
    (void)state;
    /* A longer text has no other diagnostic, even if it has other mistakes. */
    const char *beginnings[] = {"minlength: 8", "minlength: x", "[[["};
    for (size_t index = 0; index < 3; index++) {
        char *text = malloc(LONGEST + 1);
        assert_non_null(text);
        memset(text, ' ', LONGEST + 1);
        memcpy(text, beginnings[index], strlen(beginnings[index]));
        passwordrules_diagnostics *diagnostics = lint(text, LONGEST, index == 0 ? PASSWORDRULES_OK : PASSWORDRULES_EDESCRIPTOR);
        assert_int_equal(diagnostics == NULL, index == 0);
        passwordrules_diagnostics_free(diagnostics);
        assert_is_too_long(lint(text, LONGEST + 1, PASSWORDRULES_EDESCRIPTOR));

        passwordrules_rules *rules = STALE;
        assert_int_equal(passwordrules_parse(text, LONGEST + 1, 0, &rules, &diagnostics), PASSWORDRULES_EDESCRIPTOR);
        assert_null(rules);
        assert_is_too_long(diagnostics);
        /* The whole text is the mistake, so nothing is kept. */
        assert_int_equal(passwordrules_parse(text, LONGEST + 1, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics),
                         PASSWORDRULES_OK);
        assert_is_too_long(diagnostics);
        passwordrules_report *report = report_of(rules, "", 0);
        assert_int_equal(passwordrules_report_count(report), 0);
        passwordrules_report_free(report);
        passwordrules_rules_free(rules);
        free(text);
    }
}

/* ---- Arguments ---- */

static void diagnostics_get_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = diagnostics_of("upper", PASSWORDRULES_EDESCRIPTOR);
    passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
    const size_t past_the_end[] = {1, 2, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++)
        assert_int_equal(passwordrules_diagnostics_get(diagnostics, past_the_end[index], &diagnostic),
                         PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_diagnostics_get(NULL, 0, &diagnostic), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_diagnostics_get(diagnostics, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_diagnostics_get(NULL, 0, NULL), PASSWORDRULES_EINVAL);
    passwordrules_diagnostics_free(diagnostics);
    /* NULL has no diagnostics, and can be freed. */
    assert_int_equal(passwordrules_diagnostics_count(NULL), 0);
    passwordrules_diagnostics_free(NULL);
    passwordrules_rules_free(NULL);
}

int run_diagnostics_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lint_returns_all_diagnostics),
        cmocka_unit_test(lint_refuses_wrong_arguments),
        cmocka_unit_test(longest_text_is_read),
        cmocka_unit_test(mistake_has_a_position_and_a_message),
        cmocka_unit_test(texts_are_one_line_of_printable_ascii),
        cmocka_unit_test(diagnostics_get_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("diagnostics", tests, NULL, NULL);
}
