/* ABI tests: passwordrules_format and passwordrules_explain, which write rules as text. DescriptorWriterTests and
 * ExplanationTests test more cases. */
#include "abi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The library's functions that write text about rules, with the same parameters as all write_text functions. */
static int format_canonical(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_format(rules, 0, buffer, size, needed);
}

static int format_minified(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_format(rules, PASSWORDRULES_FORMAT_MINIFIED, buffer, size, needed);
}

static int explain(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_explain(rules, NULL, buffer, size, needed);
}

/* The text that a function writes about rules. The caller frees it. */
static char *text_of(write_text *write, const passwordrules_rules *rules)
{
    size_t needed;
    assert_int_equal(write(rules, NULL, 0, &needed), PASSWORDRULES_ERANGE);
    char *text = malloc(needed);
    assert_non_null(text);
    assert_int_equal(write(rules, text, needed, NULL), PASSWORDRULES_OK);
    return text;
}

static void assert_writes(write_text *write, const passwordrules_rules *rules, const char *expected)
{
    char *text = text_of(write, rules);
    assert_string_equal(text, expected);
    free(text);
}

/* Parses a text of passwordrules_format without any diagnostic, and checks that the rules are formatted to the same text. */
static void assert_reads_back(const char *text, const char *minified, const char *canonical)
{
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics), PASSWORDRULES_OK);
    assert_null(diagnostics);
    assert_writes(format_minified, rules, minified);
    assert_writes(format_canonical, rules, canonical);
    passwordrules_rules_free(rules);
}

/* ---- Format ---- */

static const struct format_case {
    const char *descriptor, *canonical, *minified;
} format_cases[] = {
    {" ;;\n", "allowed: ascii-printable;", ""},
    /* In brackets "-" comes first and "]" last, whatever their order as code points. */
    {"allowed: [b], [-], []], [!]; minlength: 5", "allowed: [-!b]]; minlength: 5;", "allowed: [-!b]]; minlength: 5;"},
    {"required: [;,:\"\\[ ]", "required: [ \",:;[\\]; allowed: [ \",:;[\\];", "required: [ \",:;[\\];"},
    /* A full range is written as its name, but not if one of its characters is missing. */
    {"allowed: [-!\"#$%&'()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|}~ ]]",
     "allowed: ascii-printable;", "allowed: ascii-printable;"},
    {"allowed: [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~ ], []], [0123456789ABCDEFGHIJKLMNOPQRSTUVWXY]",
     "allowed: digit,special,[ABCDEFGHIJKLMNOPQRSTUVWXY];", "allowed: digit,special,[ABCDEFGHIJKLMNOPQRSTUVWXY];"},
    {"required: unicode; allowed: [a_\xC3\xA9]", "required: unicode; allowed: unicode;",
     "required: unicode; allowed: [_a];"},
    /* If a property is repeated, all requirements are kept, but only the strictest number that has an effect. */
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

static void formatted_text_parses_to_the_same_rules(void **state)
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

static void explain_writes_one_sentence_per_line(void **state)
{
    (void)state;
    const char *cases[][2] = {
        {"minlength: 0; maxlength: 1",
         "At most 1 character.\n"
         "Any characters are allowed, but some password managers will generate only printable ASCII characters.\n"
         "Generated: 1 character, 94 possibilities, 6.6 bits of entropy."},
        {"minlength: 8; maxlength: 8; required: unicode; allowed: [a]",
         "Exactly 8 characters.\nMust contain any character.\nMay contain any characters.\n"
         "Generated: 8 characters, 6.50e15 possibilities, 52.5 bits of entropy."},
        {"allowed: ascii-printable; max-repeating: 1; maxlength: 1",
         "At most 1 character.\nMay contain only printable ASCII characters.\n"
         "No more than 1 of the same character in a row.\nGenerated: 1 character, 94 possibilities, 6.6 bits of entropy."},
        {"allowed: digit, upper, [-_]; allowed: [ ]",
         "May contain only A-Z, 0-9, \"-_\" and space.\nGenerated: 20 characters, 6.29e31 possibilities, 105.6 bits of entropy."},
        {"required: digit; required: digit; allowed: lower",
         "Must contain at least 2 digits (0-9).\nMay contain only a-z, 0-9.\n"
         "Generated: 20 characters, 1.32e31 possibilities, 103.4 bits of entropy."},
        {"allowed: [a]; max-repeating: 1; minlength: 2",
         "At least 2 characters.\nMay contain only \"a\".\nNo more than 1 of the same character in a row.\n"
         "No password can satisfy these rules."},
        {"allowed: [a]", "May contain only \"a\".\nGenerated: 20 characters, 1 possibility, 0.0 bits of entropy."},
        {"minlength: 2000; allowed: unicode",
         "At least 2000 characters.\nMay contain any characters.\nNo password can be generated under these rules."},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index][0]);
        assert_writes(explain, rules, cases[index][1]);
        passwordrules_rules_free(rules);
    }
}

/* ---- All functions that write text ---- */

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

/* ---- Long texts; the fuzzer reads others ---- */

#define LONGEST 65536

/* Each piece is repeated until the text is as long as permitted. Both modes of parsing agree, and the rules that the lenient
 * mode keeps can be written, read back and explained. */
static void longest_texts_are_parsed(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "minlength:9;", "required:[a];", "allowed:[a],", "allowed:digits;", ("allowed:[\xC3\xA9" "a];"), "required:[a",
        "x:1;\n", ";", "[", "][;", "-", ":", "a", "\xFF;", "\xF0\x9F\x98\x80", "minlenght:9;", "required:uper,[;];",
    };
    char *text = malloc(LONGEST);
    assert_non_null(text);
    for (size_t index = 0; index < sizeof(pieces) / sizeof(*pieces); index++) {
        const size_t length = strlen(pieces[index]);
        memset(text, ' ', LONGEST);
        for (size_t start = 0; start + length <= LONGEST; start += length)
            memcpy(text + start, pieces[index], length);
        passwordrules_rules *exact, *lenient;
        int status = passwordrules_parse(text, LONGEST, 0, &exact, NULL);
        assert_int_equal(exact != NULL, status == PASSWORDRULES_OK);
        assert_int_equal(passwordrules_parse(text, LONGEST, PASSWORDRULES_PARSE_LENIENT, &lenient, NULL), PASSWORDRULES_OK);
        char *minified = text_of(format_minified, lenient), *canonical = text_of(format_canonical, lenient);
        if (exact != NULL)
            assert_writes(format_minified, exact, minified);
        if (strlen(minified) <= LONGEST && strlen(canonical) <= LONGEST)
            assert_reads_back(minified, minified, canonical);
        free(canonical);
        free(minified);
        free(text_of(explain, lenient));
        passwordrules_rules_free(lenient);
        passwordrules_rules_free(exact);
        passwordrules_diagnostics *diagnostics;
        assert_int_equal(passwordrules_lint(text, LONGEST, 0, &diagnostics), status);
        passwordrules_diagnostics_free(diagnostics);
    }
    free(text);
}

int run_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formatted_text_parses_to_the_same_rules),
        cmocka_unit_test(format_refuses_unknown_flags),
        cmocka_unit_test(explain_writes_one_sentence_per_line),
        cmocka_unit_test(texts_fit_their_buffers),
        cmocka_unit_test(longest_texts_are_parsed),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
