/* ABI tests: rules and descriptors in words: lint, format, explain. DescriptorLintTests, DescriptorWriterTests and
   ExplanationTests have the other cases of each. */
#include "abi_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lint ---- */

#define NOTE PASSWORDRULES_SEVERITY_NOTE
#define WARNING PASSWORDRULES_SEVERITY_WARNING
#define ERROR PASSWORDRULES_SEVERITY_ERROR

struct lint_case {
    const char *descriptor;
    int status;
    /* A line of 0 says that it is about the whole. */
    struct {
        int severity, code;
        size_t line, offset, length;
    } remarks[5];
};

static const struct lint_case lint_cases[] = {
    {"allowed: unicode; minlength: 8; maxlength: 64; max-repeating: 2; max-sequential: 3", PASSWORDRULES_OK, {{0}}},
    {"", PASSWORDRULES_OK, {{WARNING, 165, 0, 0, 0}}},
    {"minlength: 8;\n max-consecutive : 0 ;", PASSWORDRULES_OK, {{WARNING, 160, 2, 15, 19}}},
    /* The same characters by name or one by one are repeated, others besides are not. */
    {"required: digit; required: digit; required: [0123456789]; required: digit, upper; allowed: lower; minlength: 8",
     PASSWORDRULES_OK, {{WARNING, 161, 1, 17, 15}, {WARNING, 161, 1, 34, 22}}},
    {"minlength: 65; maxlength: 64", PASSWORDRULES_OK, {{WARNING, 167, 1, 15, 13}}},
    {"allowed: [\xC3\xA9" "a]; minlength: 8; max-repeating: 1; maxlength: 99", PASSWORDRULES_OK,
     {{WARNING, 151, 1, 10, 2}, {WARNING, 167, 1, 48, 13}}},
    {"allowed: [a]; max-repeating: 8; minlength: 8", PASSWORDRULES_OK, {{0}}},
    {"allowed: [ab]; max-consecutive: 1; minlength: 8", PASSWORDRULES_OK,
     {{WARNING, 168, 0, 0, 0}, {WARNING, 160, 1, 15, 18}}},
    {"allowed: digit;\nmaxlength: 20; required: digits;\nminlength: 4; max-consecutive: 2", PASSWORDRULES_OK,
     {{WARNING, 166, 1, 9, 5}, {WARNING, 163, 2, 16, 13}, {NOTE, 150, 2, 41, 6}, {WARNING, 164, 3, 49, 12},
      {WARNING, 160, 3, 63, 18}}},
    /* Rules that were parsed only in part get no diagnostics about the whole set. */
    {"maxlength: 2; minlength: 3; x", PASSWORDRULES_EDESCRIPTOR,
     {{WARNING, 163, 1, 0, 12}, {ERROR, 101, 1, 28, 1}}},
    {NULL, PASSWORDRULES_OK, {{WARNING, 165, 0, 0, 0}}},
};

static void lint_says_all_that_there_is_to_say(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(lint_cases) / sizeof(*lint_cases); index++) {
        const struct lint_case *expected = &lint_cases[index];
        const char *text = expected->descriptor;
        passwordrules_diagnostics *diagnostics = lint(text, text != NULL ? strlen(text) : 0, expected->status);
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

/* The length ends a text, not a NUL. */
static void lint_reads_past_a_nul_and_not_past_the_end(void **state)
{
    (void)state;
    struct {
        const char *text;
        size_t length;
        int code;
        size_t offset;
    } cases[] = {
        {BYTES("minlength: 9; required: upper\0; allowed: digit"), 115, 29},
        {BYTES("\0minlength: 9"), 102, 0},
        {BYTES("minlength: 9; allowed: [a\0b]"), 107, 25},
        {BYTES("minlength: 9\0"), 111, 11},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_diagnostics *diagnostics =
            lint(cases[index].text, cases[index].length, PASSWORDRULES_EDESCRIPTOR);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        assert_int_equal(diagnostic_at(diagnostics, 0).code, cases[index].code);
        assert_int_equal(diagnostic_at(diagnostics, 0).offset, cases[index].offset);
        passwordrules_diagnostics_free(diagnostics);
    }
    assert_null(lint("minlength: 99x", 13, PASSWORDRULES_OK));
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

/* ---- Format ---- */

static const struct format_case {
    const char *descriptor, *canonical, *minified;
} format_cases[] = {
    {" ;;\n", "allowed: ascii-printable;", ""},
    /* In brackets "-" comes first and "]" last, wherever the characters stand in the order of code points. */
    {"allowed: [b], [-], []], [!]; minlength: 5", "allowed: [-!b]]; minlength: 5;", "allowed: [-!b]]; minlength: 5;"},
    {"required: [;,:\"\\[ ]", "required: [ \",:;[\\]; allowed: [ \",:;[\\];", "required: [ \",:;[\\];"},
    /* Full ranges have names; all but one character of them have not. */
    {"allowed: [-!\"#$%&'()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|}~ ]]",
     "allowed: ascii-printable;", "allowed: ascii-printable;"},
    {"allowed: [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~ ], []], [0123456789ABCDEFGHIJKLMNOPQRSTUVWXY]",
     "allowed: digit,special,[ABCDEFGHIJKLMNOPQRSTUVWXY];", "allowed: digit,special,[ABCDEFGHIJKLMNOPQRSTUVWXY];"},
    {"required: unicode; allowed: [a_\xC3\xA9]", "required: unicode; allowed: unicode;",
     "required: unicode; allowed: [_a];"},
    /* Repeated properties: each requirement stays, and the strictest number that has an effect. */
    {"required: digit, upper; required: [z], lower, [!]; required: upper, digit",
     "required: upper,digit; required: lower,[!]; required: upper,digit; allowed: upper,lower,digit,[!];",
     "required: upper,digit; required: lower,[!]; required: upper,digit;"},
    {"MINLENGTH: 8; minlength: 12; minlength: 0; maxlength: 64; maxlength: 0020; maxlength: 0; max-repeating: 3; "
     "max-repeating: 2; max-sequential: 4; max-sequential: 5; max-consecutive: 7; max-consecutive: 6",
     "allowed: ascii-printable; max-consecutive: 6; max-repeating: 2; max-sequential: 4; minlength: 12; maxlength: 20;",
     "max-consecutive: 6; max-repeating: 2; max-sequential: 4; minlength: 12; maxlength: 20;"},
    {"maxlength: 8; minlength: 2147483647; max-repeating: 0; max-sequential: 0; max-consecutive: 0",
     "allowed: ascii-printable; minlength: 2147483647; maxlength: 8;", "minlength: 2147483647; maxlength: 8;"},
};

#define FORMAT_CASE_COUNT (sizeof(format_cases) / sizeof(*format_cases))

static void format_writes_text_that_reads_back(void **state)
{
    (void)state;
    for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
        const struct format_case *expected = &format_cases[index];
        passwordrules_rules *rules = rules_of(expected->descriptor);
        assert_writes(format_canonical, rules, expected->canonical);
        assert_writes(format_minified, rules, expected->minified);
        passwordrules_rules_free(rules);
        assert_reads_back(expected->minified, expected->minified, expected->canonical);
        assert_reads_back(expected->canonical, expected->canonical, expected->canonical);
    }
}

static void format_refuses_unknown_flags(void **state)
{
    (void)state;
    const unsigned flags[] = {2, 3, 4, 0x80000000, UINT_MAX};
    passwordrules_rules *rules = rules_of("minlength: 8");
    for (size_t index = 0; index < sizeof(flags) / sizeof(*flags); index++) {
        char buffer[100] = "stale";
        size_t needed = 12345;
        assert_int_equal(passwordrules_format(rules, flags[index], buffer, sizeof(buffer), &needed),
                         PASSWORDRULES_EINVAL);
        assert_string_equal(buffer, "");
        assert_int_equal(needed, 0);
    }
    passwordrules_rules_free(rules);
}

/* ---- Explain ---- */

static void explain_says_a_sentence_a_line(void **state)
{
    (void)state;
    const char *cases[][2] = {
        {"minlength: 0; maxlength: 1",
         "At most 1 character.\n"
         "Any characters are allowed, but some password managers will generate only printable ASCII characters.\n"
         "Generated: 1 character, 95 possibilities, 6.6 bits of entropy."},
        {"minlength: 8; maxlength: 8; required: unicode; allowed: [a]",
         "Exactly 8 characters.\nMust contain any character.\nMay contain any characters.\n"
         "Generated: 8 characters, 6.63e15 possibilities, 52.6 bits of entropy."},
        {"allowed: ascii-printable; max-repeating: 1; maxlength: 1",
         "At most 1 character.\nMay contain only printable ASCII characters.\n"
         "No more than 1 of the same character in a row.\nGenerated: 1 character, 95 possibilities, 6.6 bits of entropy."},
        {"allowed: digit, upper, [-_]; allowed: [ ]",
         "May contain only A-Z, 0-9, -_ and space.\nGenerated: 20 characters, 6.63e31 possibilities, 105.7 bits of entropy."},
        {"required: digit; required: digit; allowed: lower",
         "Must contain a digit (0-9).\nMay contain only a-z, 0-9.\n"
         "Generated: 20 characters, 1.33e31 possibilities, 103.4 bits of entropy."},
        {"allowed: [a]; max-repeating: 1; minlength: 2",
         "At least 2 characters.\nMay contain only a.\nNo more than 1 of the same character in a row.\n"
         "No password can satisfy these rules."},
        {"allowed: [a]", "May contain only a.\nGenerated: 20 characters, 1 possibility, 0.0 bits of entropy."},
        /* What cannot be generated, or counted, is not. */
        {"minlength: 2000; allowed: unicode", "At least 2000 characters.\nMay contain any characters."},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index][0]);
        assert_writes(explain, rules, cases[index][1]);
        passwordrules_rules_free(rules);
    }
}

/* ---- All that write text ---- */

static void texts_fit_their_buffers(void **state)
{
    (void)state;
    write_text *const writers[] = {format_canonical, format_minified, explain};
    for (size_t writer = 0; writer < 3; writer++) {
        for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
            passwordrules_rules *rules = rules_of(format_cases[index].descriptor);
            assert_writes_text(writers[writer], rules);
            char byte = '#';
            size_t needed = 12345;
            assert_int_equal(writers[writer](rules, &byte, TOO_LONG, &needed), PASSWORDRULES_EINVAL);
            assert_int_equal(needed, 0);
            passwordrules_rules_free(rules);
        }
        assert_writes_nothing(writers[writer], NULL, PASSWORDRULES_EINVAL);
    }
}

int run_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lint_says_all_that_there_is_to_say),
        cmocka_unit_test(lint_reads_past_a_nul_and_not_past_the_end),
        cmocka_unit_test(lint_refuses_wrong_arguments),
        cmocka_unit_test(format_writes_text_that_reads_back),
        cmocka_unit_test(format_refuses_unknown_flags),
        cmocka_unit_test(explain_says_a_sentence_a_line),
        cmocka_unit_test(texts_fit_their_buffers),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
