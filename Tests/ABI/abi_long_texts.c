/* ABI tests: unusual texts, long ones and random ones. */
#include "abi_text.h"

#include <stdlib.h>
#include <string.h>

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

static void the_longest_text_is_read(void **state)
{
    (void)state;
    /* Whatever else is wrong with a longer text. */
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
        assert_writes(format_minified, rules, "");
        passwordrules_rules_free(rules);
        free(text);
    }
}

/* Checks that a parse's diagnostics are inside the text, and frees them. Returns how many are errors. */
static size_t count_errors(passwordrules_diagnostics *diagnostics, size_t length)
{
    size_t errors = 0, count = passwordrules_diagnostics_count(diagnostics);
    for (size_t index = 0; index < count; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_true(diagnostic.offset <= length && diagnostic.length <= length - diagnostic.offset);
        assert_string_not_equal(diagnostic.text, "");
        errors += diagnostic.severity == PASSWORDRULES_SEVERITY_ERROR;
    }
    passwordrules_diagnostics_free(diagnostics);
    return errors;
}

/*
 * Parses any text in all modes. They agree about its mistakes; what the lenient mode keeps can be written and parses again,
 * and without a mistake it equals the result of the exact mode; and it is explained in lines of printable ASCII.
 */
static void assert_reads_in_all_ways(const char *text, size_t length)
{
    passwordrules_rules *exact, *lenient;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(text, length, 0, &exact, &diagnostics);
    assert_int_equal(exact != NULL, status == PASSWORDRULES_OK);
    size_t errors = count_errors(diagnostics, length);
    assert_int_equal(status, errors > 0 ? PASSWORDRULES_EDESCRIPTOR : PASSWORDRULES_OK);
    assert_int_equal(passwordrules_parse(text, length, PASSWORDRULES_PARSE_LENIENT, &lenient, &diagnostics),
                     PASSWORDRULES_OK);
    assert_int_equal(count_errors(diagnostics, length), errors);

    char *minified = text_of(format_minified, lenient), *canonical = text_of(format_canonical, lenient);
    if (exact != NULL)
        assert_writes(format_minified, exact, minified);
    if (strlen(minified) <= LONGEST && strlen(canonical) <= LONGEST)
        assert_reads_back(minified, minified, canonical);
    free(canonical);
    free(minified);
    char *words = text_of(explain, lenient);
    assert_in_range(words[0], '1', 'Z');
    for (const char *next = words; *next != '\0'; next++) {
        if (*next != '\n')
            assert_in_range(*next, 0x20, 0x7E);
        else
            assert_true(next[1] != '\n' && next[1] != '\0');
    }
    free(words);
    passwordrules_rules_free(lenient);
    passwordrules_rules_free(exact);
    passwordrules_diagnostics_free(lint(text, length, status));
}

/* Each is read once, and as often as the longest text has room for it. */
static void odd_texts_are_read_in_all_ways(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        /* Properties: as many as there is room for. */
        {BYTES("minlength:9;")}, {BYTES("required:[a];")}, {BYTES("required:lower,[-!];")}, {BYTES("allowed:[-]];")},
        {BYTES("allowed:[a],")}, {BYTES("allowed:digits;")}, {BYTES("minlength:9 ")}, {BYTES("max-consecutive:1;")},
        {BYTES("required:[a")}, {BYTES("allowed:[\xC3\xA9" "a];")},
        /* Mistakes: from 10,000 to 65,536. */
        {BYTES("x:1;\n")}, {BYTES("x;")}, {BYTES(";")}, {BYTES("[")}, {BYTES("]")}, {BYTES("[;")}, {BYTES("[];")},
        {BYTES("][;")}, {BYTES("-")}, {BYTES(",")}, {BYTES(":")}, {BYTES("\n")}, {BYTES("\0")}, {BYTES("a")},
        {BYTES("9")}, {BYTES("\xC3\xA9")}, {BYTES("\xFF;")}, {BYTES("\xF0\x9F\x98\x80")}, {BYTES("a ")},
        {BYTES("minlenght:9;")}, {BYTES("required:uper,[;];")}, {BYTES("minlength:-1;")}, {BYTES("required:[-;]")},
        {BYTES("required: []")}, {BYTES("a\0b")}, {BYTES("{\"rules\": 1}")}, {BYTES("minlength: 99999999999")},
    };
    char *text = malloc(LONGEST);
    assert_non_null(text);
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        size_t length = cases[index].length;
        memset(text, ' ', LONGEST);
        for (size_t start = 0; start + length <= LONGEST; start += length)
            memcpy(text + start, cases[index].text, length);
        assert_reads_in_all_ways(text, length);
        assert_reads_in_all_ways(text, LONGEST);
    }
    free(text);
}

/* The same texts each time. */
static size_t random_below(size_t bound)
{
    static uint64_t random_state = 20260919;
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)((random_state >> 16) % bound);
}

/* Bytes, and pieces of the language in any order, which get further than bytes do. */
static void random_texts_are_read_in_all_ways(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "required", "allowed", "minlength", "maxlength", "max-repeating", "max-sequential", "max-consecutive", ":", ":",
        ": ", ";", ";", "; ", ",", ", ", " ", "\n", "[", "]", "[", "]", "-", "upper", "lower", "digit", "digits",
        "special", "unicode", "ascii-printable", "[a]", "[-]", "[]]", "[-a]]", "[;]", "0", "1", "8", "20", "2147483648",
        "\xC3\xA9", "\xF0\x9F", "\xFF", "uper", ".", "\"", "\t", "required: ", "allowed: ", "minlength: 8",
        "required: upper; ", "maxlength: 5;", "max-repeating: 1;",
    };
    for (int round = 0; round < 5000; round++) {
        char text[400];
        size_t length = 0;
        for (size_t count = random_below(round < 2000 ? 100 : 16); count > 0; count--) {
            const char byte = (char)random_below(256), *piece = pieces[random_below(sizeof(pieces) / sizeof(*pieces))];
            size_t size = round < 2000 ? 1 : strlen(piece);
            memcpy(text + length, round < 2000 ? &byte : piece, size);
            length += size;
        }
        /* An allocation of exactly this length, so that valgrind sees a read past the end. */
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
        cmocka_unit_test(odd_texts_are_read_in_all_ways),
        cmocka_unit_test(random_texts_are_read_in_all_ways),
    };
    return cmocka_run_group_tests_name("long texts", tests, NULL, NULL);
}
