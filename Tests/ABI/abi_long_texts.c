/* ABI tests: unusual texts, long ones and random ones. */
#include "abi_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Long texts ---- */

/* A text of this length that repeats a pattern as often as the whole of it fits, and ends in spaces. */
static char *fill(const char *pattern, size_t pattern_length, size_t length)
{
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    for (size_t start = 0; start + pattern_length <= length; start += pattern_length)
        memcpy(text + start, pattern, pattern_length);
    return text;
}

static void the_longest_text_is_read(void **state)
{
    (void)state;
    char *text = malloc(LONGEST + 1);
    assert_non_null(text);
    memset(text, ' ', LONGEST + 1);
    memcpy(text, "minlength: 8", 12);
    assert_null(lint(text, LONGEST, PASSWORDRULES_OK));

    passwordrules_diagnostics *diagnostics = lint(text, LONGEST + 1, PASSWORDRULES_EDESCRIPTOR);
    const struct remark too_long = {ERROR, 116, 1, LONGEST, 1};
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_has_remark(diagnostics, 0, &too_long);
    passwordrules_diagnostics_free(diagnostics);

    /* The whole text is the mistake, so nothing is kept. */
    passwordrules_rules *rules = STALE;
    assert_int_equal(passwordrules_parse(text, LONGEST + 1, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics),
                     PASSWORDRULES_OK);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_has_remark(diagnostics, 0, &too_long);
    assert_writes(format_minified, rules, "");
    assert_writes(format_canonical, rules, "allowed: ascii-printable;");
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_rules_free(rules);
    free(text);
}

/* Checks that a parse's diagnostics are inside the text. Returns how many are errors. */
static size_t assert_inside(const passwordrules_diagnostics *diagnostics, size_t length)
{
    size_t errors = 0;
    size_t count = passwordrules_diagnostics_count(diagnostics);
    for (size_t index = 0; index < count; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_true(diagnostic.offset <= length && diagnostic.length <= length - diagnostic.offset);
        assert_string_not_equal(diagnostic.text, "");
        errors += diagnostic.severity == ERROR;
    }
    return errors;
}

/*
 * Parses any text in all modes. They agree about whether it has a mistake; what the lenient mode keeps can be written and
 * parses again; and without a mistake it equals the result of the strict mode.
 */
static void assert_reads_in_all_ways(const char *text, size_t length)
{
    passwordrules_rules *strict, *lenient;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(text, length, 0, &strict, &diagnostics);
    assert_int_equal(strict != NULL, status == PASSWORDRULES_OK);
    assert_int_equal(status, assert_inside(diagnostics, length) > 0 ? PASSWORDRULES_EDESCRIPTOR : PASSWORDRULES_OK);
    size_t count = passwordrules_diagnostics_count(diagnostics);
    passwordrules_diagnostics_free(diagnostics);

    assert_int_equal(passwordrules_parse(text, length, PASSWORDRULES_PARSE_LENIENT, &lenient, &diagnostics),
                     PASSWORDRULES_OK);
    assert_non_null(lenient);
    assert_int_equal(assert_inside(diagnostics, length) > 0, status != PASSWORDRULES_OK);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), count);
    passwordrules_diagnostics_free(diagnostics);

    char *minified = text_of(format_minified, lenient);
    char *canonical = text_of(format_canonical, lenient);
    if (strict != NULL)
        assert_writes(format_minified, strict, minified);
    if (strlen(minified) <= LONGEST && strlen(canonical) <= LONGEST) {
        passwordrules_rules *rules = read_back(minified);
        assert_writes(format_minified, rules, minified);
        assert_writes(format_canonical, rules, canonical);
        passwordrules_rules_free(rules);
    }
    free(canonical);
    free(minified);
    char *words = text_of(explain, lenient);
    assert_string_not_equal(words, "");
    free(words);
    passwordrules_rules_free(lenient);
    passwordrules_rules_free(strict);

    passwordrules_diagnostics_free(lint(text, length, status));
}

static const struct {
    const char *pattern;
    size_t length;
} patterns[] = {
    /* Properties: as many as there is room for. */
    {BYTES("minlength:9;")}, {BYTES("required:[a];")}, {BYTES("required:lower,[-!];")}, {BYTES("allowed:[-]];")},
    {BYTES("allowed:[a],")}, {BYTES("allowed:digits;")}, {BYTES("minlength:9 ")}, {BYTES("max-consecutive:1;")},
    {BYTES("required:[a")}, {BYTES("allowed:[\xC3\xA9" "a];")},
    /* Mistakes: from 10,000 to 65,536. */
    {BYTES("x:1;\n")}, {BYTES("x;")}, {BYTES(";")}, {BYTES("[")}, {BYTES("]")}, {BYTES("[;")}, {BYTES("[];")},
    {BYTES("][;")}, {BYTES("-")}, {BYTES(",")}, {BYTES(":")}, {BYTES("\n")}, {BYTES("\0")}, {BYTES("a")},
    {BYTES("9")}, {BYTES("\xC3\xA9")}, {BYTES("\xFF;")}, {BYTES("\xF0\x9F\x98\x80")}, {BYTES("a ")},
    {BYTES("minlenght:9;")}, {BYTES("required:uper,[;];")}, {BYTES("minlength:-1;")}, {BYTES("required:[-;]")},
};

static void long_texts_are_read_in_all_ways(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(patterns) / sizeof(*patterns); index++) {
        char *text = fill(patterns[index].pattern, patterns[index].length, LONGEST);
        assert_reads_in_all_ways(text, LONGEST);
        free(text);
    }
}

/* ---- Random texts ---- */

/* The same texts each time. */
static uint64_t random_state;

static size_t random_below(size_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)((random_state >> 16) % bound);
}

static void random_bytes_are_read_in_all_ways(void **state)
{
    (void)state;
    random_state = 20260919;
    for (int round = 0; round < 2000; round++) {
        size_t length = random_below(100);
        /* An allocation of exactly this length, so that valgrind sees a read past the end. */
        char *text = malloc(length > 0 ? length : 1);
        assert_non_null(text);
        for (size_t index = 0; index < length; index++)
            text[index] = (char)random_below(256);
        assert_reads_in_all_ways(text, length);
        free(text);
    }
}

/* Pieces of the language in any order get further than bytes do. */
static void random_pieces_are_read_in_all_ways(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "required", "allowed", "minlength", "maxlength", "max-repeating", "max-sequential", "max-consecutive", ":", ":",
        ": ", ";", ";", "; ", ",", ", ", " ", "\n", "[", "]", "[", "]", "-", "upper", "lower", "digit", "digits",
        "special", "unicode", "ascii-printable", "[a]", "[-]", "[]]", "[-a]]", "[;]", "0", "1", "8", "20", "2147483648",
        "\xC3\xA9", "\xF0\x9F", "\xFF", "uper", ".", "\"", "\t", "required: ", "allowed: ", "minlength: 8",
        "required: upper; ", "maxlength: 5;", "max-repeating: 1;",
    };
    random_state = 77770001;
    for (int round = 0; round < 3000; round++) {
        char text[400];
        size_t length = 0;
        for (size_t count = random_below(16); count > 0; count--) {
            const char *piece = pieces[random_below(sizeof(pieces) / sizeof(*pieces))];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        char *copy = malloc(length > 0 ? length : 1);
        assert_non_null(copy);
        memcpy(copy, text, length);
        assert_reads_in_all_ways(copy, length);
        free(copy);
    }
}

int run_long_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_text_is_read),
        cmocka_unit_test(long_texts_are_read_in_all_ways),
        cmocka_unit_test(random_bytes_are_read_in_all_ways),
        cmocka_unit_test(random_pieces_are_read_in_all_ways),
    };
    return cmocka_run_group_tests_name("long texts", tests, NULL, NULL);
}
