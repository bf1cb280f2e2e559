/* ABI tests: rules and descriptors in words: lint, format, explain. */
#include "abi_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lint ---- */

struct lint_case {
    const char *descriptor;
    int status;
    struct remark remarks[5];
};

/* Each warning, at its limit on both sides where it has one; then several in the order of their places. */
static const struct lint_case lint_cases[] = {
    {"required: lower; required: upper; allowed: digit; minlength: 15;", PASSWORDRULES_OK, {{0}}},
    {"allowed: unicode; minlength: 8; maxlength: 64; max-repeating: 2; max-sequential: 3", PASSWORDRULES_OK, {{0}}},
    {"max-consecutive: 2; minlength: 8", PASSWORDRULES_OK, {{WARNING, 160, 1, 0, 18}}},
    {"minlength: 8;\n max-consecutive : 0 ;", PASSWORDRULES_OK, {{WARNING, 160, 2, 15, 19}}},
    {"required: digit; allowed: lower; minlength: 8; required: [0123456789];", PASSWORDRULES_OK,
     {{WARNING, 161, 1, 47, 22}}},
    {"required: digit; required: digit, upper; allowed: lower; minlength: 8", PASSWORDRULES_OK, {{0}}},
    {"required: lower; required: lower; required: lower; minlength: 8; allowed: digit", PASSWORDRULES_OK,
     {{WARNING, 161, 1, 17, 15}, {WARNING, 161, 1, 34, 15}}},
    {"minlength: 8; required: digit", PASSWORDRULES_OK, {{WARNING, 162, 0, 0, 0}}},
    {"minlength: 8; maxlength: 63", PASSWORDRULES_OK, {{WARNING, 163, 1, 14, 13}}},
    {"minlength: 8; maxlength: 64", PASSWORDRULES_OK, {{0}}},
    {"minlength: 8; maxlength: 0", PASSWORDRULES_OK, {{0}}},
    {"minlength: 7", PASSWORDRULES_OK, {{WARNING, 164, 1, 0, 12}}},
    {"minlength: 8", PASSWORDRULES_OK, {{0}}},
    {"minlength: 7; minlength: 8", PASSWORDRULES_OK, {{0}}},
    {"minlength: 0", PASSWORDRULES_OK, {{WARNING, 164, 1, 0, 12}}},
    {"allowed: lower", PASSWORDRULES_OK, {{WARNING, 165, 0, 0, 0}}},
    {"", PASSWORDRULES_OK, {{WARNING, 165, 0, 0, 0}}},
    {" ;\n; ", PASSWORDRULES_OK, {{WARNING, 165, 0, 0, 0}}},
    {"minlength: 8; allowed: upper, [BA]", PASSWORDRULES_OK, {{WARNING, 166, 1, 30, 4}}},
    {"minlength: 8; allowed: lower; required: lower", PASSWORDRULES_OK, {{WARNING, 166, 1, 23, 5}}},
    {"minlength: 8; allowed: [ab], [bc]", PASSWORDRULES_OK, {{WARNING, 166, 1, 29, 4}}},
    {"minlength: 8; allowed: [ab], [cd]", PASSWORDRULES_OK, {{0}}},
    {"minlength: 65; maxlength: 64", PASSWORDRULES_OK, {{WARNING, 167, 1, 15, 13}}},
    {"allowed: [a]; max-repeating: 7; minlength: 8", PASSWORDRULES_OK, {{WARNING, 167, 0, 0, 0}}},
    {"allowed: [a]; max-repeating: 8; minlength: 8", PASSWORDRULES_OK, {{0}}},
    {"required: [a]; allowed: [b]; max-repeating: 1; max-sequential: 1; minlength: 8", PASSWORDRULES_OK,
     {{WARNING, 167, 0, 0, 0}}},
    {"allowed: [\xC3\xA9" "a]; minlength: 8; max-repeating: 1; maxlength: 99", PASSWORDRULES_OK,
     {{WARNING, 151, 1, 10, 2}, {WARNING, 167, 1, 48, 13}}},
    {"minlength: 8; allowed: [ab]; max-sequential: 1; max-repeating: 1", PASSWORDRULES_OK, {{WARNING, 167, 0, 0, 0}}},
    {"minlength: 8; allowed: [ac]; max-sequential: 1; max-repeating: 1", PASSWORDRULES_OK, {{0}}},
    {"allowed: [ab]; max-consecutive: 1; minlength: 8", PASSWORDRULES_OK,
     {{WARNING, 168, 0, 0, 0}, {WARNING, 160, 1, 15, 18}}},
    {"allowed: digit;\nmaxlength: 20; required: digits;\nminlength: 4; max-consecutive: 2", PASSWORDRULES_OK,
     {{WARNING, 166, 1, 9, 5}, {WARNING, 163, 2, 16, 13}, {NOTE, 150, 2, 41, 6}, {WARNING, 164, 3, 49, 12},
      {WARNING, 160, 3, 63, 18}}},
    /* Rules that were parsed only in part get no diagnostics about the whole set. */
    {"required: digits; minlenght: 8; maxlength: 20", PASSWORDRULES_EDESCRIPTOR,
     {{NOTE, 150, 1, 10, 6}, {ERROR, 101, 1, 18, 9}, {WARNING, 163, 1, 32, 13}}},
    {"maxlength: 2; minlength: 3; x", PASSWORDRULES_EDESCRIPTOR,
     {{WARNING, 163, 1, 0, 12}, {ERROR, 101, 1, 28, 1}}},
    {"required: [\xC3\xA9]", PASSWORDRULES_EDESCRIPTOR, {{ERROR, 109, 1, 10, 4}, {WARNING, 151, 1, 11, 2}}},
};

static void lint_says_all_that_there_is_to_say(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(lint_cases) / sizeof(*lint_cases); index++) {
        const struct lint_case *lint_case = &lint_cases[index];
        const char *text = lint_case->descriptor;
        passwordrules_diagnostics *diagnostics = lint(text, strlen(text), lint_case->status);
        size_t count = 0;
        while (count < 5 && lint_case->remarks[count].code != 0)
            count++;
        /* So that a failure shows which case it was. */
        if (passwordrules_diagnostics_count(diagnostics) != count)
            assert_string_equal("a descriptor with the expected number of diagnostics", text);
        for (size_t place = 0; place < count; place++)
            assert_has_remark(diagnostics, place, &lint_case->remarks[place]);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void lint_says_what_was_meant(void **state)
{
    (void)state;
    const char *text = "required: uppercase; minlenght: 8";
    passwordrules_diagnostics *diagnostics = lint(text, strlen(text), PASSWORDRULES_EDESCRIPTOR);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 2);
    assert_non_null(strstr(diagnostic_at(diagnostics, 0).text, "\"upper\""));
    assert_non_null(strstr(diagnostic_at(diagnostics, 1).text, "\"minlength\""));
    passwordrules_diagnostics_free(diagnostics);
}

static void lint_refuses_wrong_arguments(void **state)
{
    (void)state;
    const unsigned flags[] = {1, PASSWORDRULES_PARSE_LENIENT, 4, 0x80000000, UINT_MAX};
    for (size_t index = 0; index < sizeof(flags) / sizeof(*flags); index++) {
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_lint("x", 1, flags[index], &diagnostics), PASSWORDRULES_EINVAL);
        assert_null(diagnostics);
    }
    const size_t lengths[] = {1, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < sizeof(lengths) / sizeof(*lengths); index++) {
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_lint(NULL, lengths[index], 0, &diagnostics), PASSWORDRULES_EINVAL);
        assert_null(diagnostics);
    }
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_lint("x", TOO_LONG, 0, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_lint("minlength: 8", 12, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_lint(NULL, 0, 1, NULL), PASSWORDRULES_EINVAL);
}

static void lint_takes_no_text_as_an_empty_one(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = lint(NULL, 0, PASSWORDRULES_OK);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 165);
    passwordrules_diagnostics_free(diagnostics);
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
        assert_non_null(strchr(diagnostic_at(diagnostics, 0).text, ' '));
        passwordrules_diagnostics_free(diagnostics);
    }
    assert_null(lint("minlength: 99x", 13, PASSWORDRULES_OK));
}

/* ---- Format ---- */

struct format_case {
    const char *descriptor, *canonical, *minified;
};

static const struct format_case format_cases[] = {
    {"", "allowed: ascii-printable;", ""},
    {" ;;\n", "allowed: ascii-printable;", ""},
    {"minlength: 8", "allowed: ascii-printable; minlength: 8;", "minlength: 8;"},
    /* In brackets "-" comes first and "]" last, wherever the characters stand in the order of code points. */
    {"required: [-a]", "required: [-a]; allowed: [-a];", "required: [-a];"},
    {"required: [-]", "required: [-]; allowed: [-];", "required: [-];"},
    {"allowed: []]", "allowed: []];", "allowed: []];"},
    {"allowed: [-]]", "allowed: [-]];", "allowed: [-]];"},
    {"allowed: [b], [-], []], [!]", "allowed: [-!b]];", "allowed: [-!b]];"},
    {"allowed: upper,[-]] ;", "allowed: upper,[-]];", "allowed: upper,[-]];"},
    {"required: []]; allowed: [a]]", "required: []]; allowed: [a]];", "required: []]; allowed: [a]];"},
    {"allowed: [;,:\"\\[ ]; minlength: 5", "allowed: [ \",:;[\\]; minlength: 5;",
     "allowed: [ \",:;[\\]; minlength: 5;"},
    {"allowed: [ ]", "allowed: [ ];", "allowed: [ ];"},
    /* Full ranges have names; all but one character of them have not. */
    {"allowed: [-!\"#$%&'()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|}~ ]]",
     "allowed: ascii-printable;", "allowed: ascii-printable;"},
    {"required: upper, lower, digit, special", "required: ascii-printable; allowed: ascii-printable;",
     "required: ascii-printable;"},
    {"allowed: [-!\"#$%&'()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|} ]]",
     "allowed: upper,lower,digit,[- !\"#$%&'()*+,./:;<=>?@[\\^_`{|}]];",
     "allowed: upper,lower,digit,[- !\"#$%&'()*+,./:;<=>?@[\\^_`{|}]];"},
    {"allowed: [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~ ]]", "allowed: special;", "allowed: special;"},
    {"allowed: [ZYXWVUTSRQPONMLKJIHGFEDCBA]", "allowed: upper;", "allowed: upper;"},
    {"allowed: [YXWVUTSRQPONMLKJIHGFEDCBA]", "allowed: [ABCDEFGHIJKLMNOPQRSTUVWXY];",
     "allowed: [ABCDEFGHIJKLMNOPQRSTUVWXY];"},
    {"allowed: [], digits, [_], [987], SPECIAL", "allowed: digit,special;", "allowed: digit,special;"},
    /* unicode includes all classes before and after it. */
    {"allowed: [a], unicode", "allowed: unicode;", "allowed: unicode;"},
    {"allowed: unicode, [a]", "allowed: unicode;", "allowed: unicode;"},
    {"required: unicode; allowed: [a]", "required: unicode; allowed: unicode;", "required: unicode; allowed: [a];"},
    {"allowed: [_\xC3\xA9]", "allowed: [_];", "allowed: [_];"},
    /* Repeated properties: each requirement stays, and the strictest number that has an effect. */
    {"required: digit, upper; required: [z], lower, [!]; required: upper, digit",
     "required: upper,digit; required: lower,[!]; required: upper,digit; allowed: upper,lower,digit,[!];",
     "required: upper,digit; required: lower,[!]; required: upper,digit;"},
    {"allowed: upper; required: digit; allowed: [_]", "required: digit; allowed: upper,digit,[_];",
     "required: digit; allowed: upper,[_];"},
    {"MINLENGTH: 8; minlength: 12; minlength: 0; maxlength: 64; maxlength: 20; maxlength: 0; max-repeating: 3; "
     "max-repeating: 2; max-sequential: 4; max-sequential: 5; max-consecutive: 7; max-consecutive: 6",
     "allowed: ascii-printable; max-consecutive: 6; max-repeating: 2; max-sequential: 4; minlength: 12; maxlength: 20;",
     "max-consecutive: 6; max-repeating: 2; max-sequential: 4; minlength: 12; maxlength: 20;"},
    {"minlength: 0; maxlength: 0; max-repeating: 0; max-sequential: 0; max-consecutive: 0", "allowed: ascii-printable;",
     ""},
    {"maxlength: 64;minlength: 8; max-sequential: 3; max-repeating: 2; max-consecutive: 4; allowed: digit; "
     "required: lower",
     "required: lower; allowed: lower,digit; max-consecutive: 4; max-repeating: 2; max-sequential: 3; minlength: 8; "
     "maxlength: 64;",
     "required: lower; allowed: digit; max-consecutive: 4; max-repeating: 2; max-sequential: 3; minlength: 8; "
     "maxlength: 64;"},
    {"minlength: 2147483647; maxlength: 00012", "allowed: ascii-printable; minlength: 2147483647; maxlength: 12;",
     "minlength: 2147483647; maxlength: 12;"},
    {"minlength: 9; maxlength: 8", "allowed: ascii-printable; minlength: 9; maxlength: 8;",
     "minlength: 9; maxlength: 8;"},
};

#define FORMAT_CASE_COUNT (sizeof(format_cases) / sizeof(*format_cases))

static void format_writes_canonical_and_minified_text(void **state)
{
    (void)state;
    for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
        passwordrules_rules *rules = rules_of(format_cases[index].descriptor);
        assert_writes(format_canonical, rules, format_cases[index].canonical);
        assert_writes(format_minified, rules, format_cases[index].minified);
        passwordrules_rules_free(rules);
    }
}

static void what_format_writes_reads_back_to_the_same_text(void **state)
{
    (void)state;
    for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
        passwordrules_rules *rules = read_back(format_cases[index].minified);
        assert_writes(format_minified, rules, format_cases[index].minified);
        assert_writes(format_canonical, rules, format_cases[index].canonical);
        passwordrules_rules_free(rules);
        rules = read_back(format_cases[index].canonical);
        assert_writes(format_minified, rules, format_cases[index].canonical);
        assert_writes(format_canonical, rules, format_cases[index].canonical);
        passwordrules_rules_free(rules);
    }
}

/* The minified text means the same in either reading, the canonical one in the strict reading. */
static void what_format_writes_means_the_same(void **state)
{
    (void)state;
    const char *passwords[] = {"", "a-!", "abcz!1A", "aaa", "zz", "!!1A", "Az9_", "_-]", "aA1~aA1~aA1~", "\xC3\xA9"};
    for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
        passwordrules_rules *rules = rules_of(format_cases[index].descriptor);
        passwordrules_rules *minified = rules_of(format_cases[index].minified);
        passwordrules_rules *canonical = rules_of(format_cases[index].canonical);
        for (char character = 0x1F; character < 0x7F; character++) {
            const char password[] = {character, '\0'};
            assert_int_equal(accepts(minified, password, 0), accepts(rules, password, 0));
            assert_int_equal(accepts(canonical, password, PASSWORDRULES_CHECK_STRICT_READING),
                             accepts(rules, password, PASSWORDRULES_CHECK_STRICT_READING));
        }
        for (size_t other = 0; other < sizeof(passwords) / sizeof(*passwords); other++) {
            int is_accepted = accepts(rules, passwords[other], PASSWORDRULES_CHECK_STRICT_READING);
            assert_int_equal(accepts(minified, passwords[other], 0), accepts(rules, passwords[other], 0));
            assert_int_equal(accepts(minified, passwords[other], PASSWORDRULES_CHECK_STRICT_READING), is_accepted);
            assert_int_equal(accepts(canonical, passwords[other], PASSWORDRULES_CHECK_STRICT_READING), is_accepted);
        }
        passwordrules_rules_free(canonical);
        passwordrules_rules_free(minified);
        passwordrules_rules_free(rules);
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

#define ANY "Any characters may be used; strict readers of this descriptor permit printable ASCII characters only."
#define USUAL "20 characters, as generated: 3.58e39 passwords, 131.4 bits."

static void explain_says_a_sentence_a_line(void **state)
{
    (void)state;
    const char *cases[][2] = {
        {"", ANY "\n" USUAL},
        {"minlength: 0; maxlength: 0", ANY "\n" USUAL},
        {"minlength: 1", ANY "\n" USUAL},
        {"minlength: 12", "At least 12 characters.\n" ANY "\n" USUAL},
        {"maxlength: 1", "At most 1 character.\n" ANY "\n1 character, as generated: 95 passwords, 6.6 bits."},
        {"minlength: 8; maxlength: 64", "8 to 64 characters.\n" ANY "\n" USUAL},
        {"minlength: 8; maxlength: 8", 
         "Exactly 8 characters.\n" ANY "\n8 characters, as generated: 6.63e15 passwords, 52.6 bits."},
        {"minlength: 8; minlength: 12; maxlength: 20; maxlength: 16", 
         "12 to 16 characters.\n" ANY "\n16 characters, as generated: 4.40e31 passwords, 105.1 bits."},
        {"allowed: unicode", "May contain any characters.\n" USUAL},
        {"required: unicode; allowed: [a]", "Must contain any character.\nMay contain any characters.\n" USUAL},
        {"allowed: ascii-printable", "May contain only printable ASCII characters.\n" USUAL},
        {"allowed: digit, upper, [-_]; allowed: [ ]",
         "May contain only A-Z, 0-9, -_ and space.\n20 characters, as generated: 6.63e31 passwords, 105.7 bits."},
        {"required: digit; required: digit; allowed: lower",
         "Must contain a digit (0-9).\nMay contain only a-z, 0-9.\n"
         "20 characters, as generated: 1.33e31 passwords, 103.4 bits."},
        {"required: digit, upper; required: lower; allowed: [!]",
         "Must contain a lowercase letter (a-z) and either an uppercase letter (A-Z) or a digit (0-9).\n"
         "May contain only A-Z, a-z, 0-9, !\n20 characters, as generated: 9.70e35 passwords, 119.5 bits."},
        {"max-repeating: 2; max-sequential: 3; allowed: unicode",
         "May contain any characters.\nNo character more than 2 times in a row.\n"
         "No more than 3 letters or digits in sequence (like abc or 321).\n" USUAL},
        {"max-consecutive: 1; allowed: unicode",
         "May contain any characters.\n"
         "No character more than 1 time in a row; strict readers permit no longer sequence such as abc either.\n"
         "20 characters, as generated: 2.28e39 passwords, 130.7 bits."},
        {"max-repeating: 2; required: upper; minlength: 8",
         "At least 8 characters.\nMust contain an uppercase letter (A-Z).\nNo character more than 2 times in a row.\n"
         "Any other characters may be used; strict readers of this descriptor permit A-Z only.\n"
         "20 characters, as generated: 1.94e28 passwords, 94.0 bits."},
        {"allowed: [a]; max-repeating: 1; minlength: 2",
         "At least 2 characters.\nMay contain only a.\nNo character more than 1 time in a row.\n"
         "No password can satisfy these rules."},
        {"allowed: [a]", "May contain only a.\n20 characters, as generated: 1 password, 0.0 bits."},
        /* What cannot be generated, or counted, is not. */
        {"minlength: 2000", "At least 2000 characters.\n" ANY},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index][0]);
        assert_writes(explain, rules, cases[index][1]);
        passwordrules_rules_free(rules);
    }
}

static void explain_has_no_empty_line_and_no_control_character(void **state)
{
    (void)state;
    for (size_t index = 0; index < FORMAT_CASE_COUNT; index++) {
        passwordrules_rules *rules = rules_of(format_cases[index].descriptor);
        char *text = text_of(explain, rules);
        assert_true((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= '1' && text[0] <= '9'));
        for (const char *next = text; *next != '\0'; next++) {
            if (*next != '\n')
                assert_in_range(*next, 0x20, 0x7E);
            else
                assert_true(next[1] != '\n' && next[1] != '\0');
        }
        free(text);
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
    passwordrules_rules *rules = rules_of("");
    assert_int_equal(assert_writes_text(format_minified, rules), 1);
    passwordrules_rules_free(rules);
}

int run_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lint_says_all_that_there_is_to_say),
        cmocka_unit_test(lint_says_what_was_meant),
        cmocka_unit_test(lint_refuses_wrong_arguments),
        cmocka_unit_test(lint_takes_no_text_as_an_empty_one),
        cmocka_unit_test(lint_reads_past_a_nul_and_not_past_the_end),
        cmocka_unit_test(format_writes_canonical_and_minified_text),
        cmocka_unit_test(what_format_writes_reads_back_to_the_same_text),
        cmocka_unit_test(what_format_writes_means_the_same),
        cmocka_unit_test(format_refuses_unknown_flags),
        cmocka_unit_test(explain_says_a_sentence_a_line),
        cmocka_unit_test(explain_has_no_empty_line_and_no_control_character),
        cmocka_unit_test(texts_fit_their_buffers),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
