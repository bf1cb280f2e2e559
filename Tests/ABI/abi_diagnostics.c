/* ABI tests: diagnostics, as passwordrules_parse makes them. */
#include "abi.h"

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
    return diagnostics;
}

static void a_mistake_has_its_place_and_words(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics =
        diagnostics_of("required: upper;\n  minlenght: 8", PASSWORDRULES_EDESCRIPTOR);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_int_equal(diagnostic.code, 101);
    assert_string_equal(diagnostic.source, "");
    assert_int_equal(diagnostic.line, 2);
    assert_int_equal(diagnostic.column, 3);
    assert_int_equal(diagnostic.offset, 19);
    assert_int_equal(diagnostic.length, 9);
    assert_non_null(strstr(diagnostic.text, "minlenght"));
    assert_non_null(strstr(diagnostic.text, "minlength"));
    passwordrules_diagnostics_free(diagnostics);
}

static void a_mistake_without_diagnostics_wanted(void **state)
{
    (void)state;
    passwordrules_rules *rules = STALE;
    assert_int_equal(passwordrules_parse("upper", 5, 0, &rules, NULL), PASSWORDRULES_EDESCRIPTOR);
    assert_null(rules);
}

static void success_may_come_with_remarks(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = diagnostics_of("required: digits, [\xC3\xA9_]", PASSWORDRULES_OK);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 2);
    passwordrules_diagnostic note = diagnostic_at(diagnostics, 0);
    assert_int_equal(note.severity, PASSWORDRULES_SEVERITY_NOTE);
    assert_int_equal(note.code, 150);
    assert_int_equal(note.line, 1);
    assert_int_equal(note.column, 11);
    assert_int_equal(note.offset, 10);
    assert_int_equal(note.length, 6);
    passwordrules_diagnostic warning = diagnostic_at(diagnostics, 1);
    assert_int_equal(warning.severity, PASSWORDRULES_SEVERITY_WARNING);
    assert_int_equal(warning.code, 151);
    assert_int_equal(warning.offset, 19);
    assert_int_equal(warning.length, 2);
    passwordrules_diagnostics_free(diagnostics);
}

static void all_mistakes_and_remarks_come_in_the_order_of_their_places(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = diagnostics_of(
        "required: digits; minlenght: 8; required: [\xC3\xA9_];\nmaxlength: -1; allowed: uper; minlength: 4",
        PASSWORDRULES_EDESCRIPTOR);
    const int codes[] = {150, 101, 151, 112, 105};
    const size_t offsets[] = {10, 18, 43, 60, 73};
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 5);
    for (size_t index = 0; index < 5; index++) {
        assert_int_equal(diagnostic_at(diagnostics, index).code, codes[index]);
        assert_int_equal(diagnostic_at(diagnostics, index).offset, offsets[index]);
    }
    passwordrules_diagnostics_free(diagnostics);
}

/* However many there are, a bounded number is kept, and of an error at least one. */
static void diagnostics_are_bounded(void **state)
{
    (void)state;
    const char note[] = "required:digits;";
    size_t length = 4000 * strlen(note);
    char *text = malloc(length + 2);
    assert_non_null(text);
    for (size_t index = 0; index < 4000; index++)
        memcpy(text + index * strlen(note), note, strlen(note));
    strcpy(text + length, "x");
    passwordrules_diagnostics *diagnostics = diagnostics_of(text, PASSWORDRULES_EDESCRIPTOR);
    free(text);
    size_t count = passwordrules_diagnostics_count(diagnostics);
    int has_error = 0;
    for (size_t index = 0; index < count; index++)
        has_error |= diagnostic_at(diagnostics, index).severity == PASSWORDRULES_SEVERITY_ERROR;
    assert_in_range(count, 2, 100);
    assert_int_equal(has_error, 1);
    passwordrules_diagnostics_free(diagnostics);
}

static void texts_live_as_long_as_the_diagnostics(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics =
        diagnostics_of("required: digits; allowed: digits; minlength: -1", PASSWORDRULES_EDESCRIPTOR);
    size_t count = passwordrules_diagnostics_count(diagnostics);
    assert_int_equal(count, 3);
    passwordrules_diagnostic first[3];
    for (size_t index = 0; index < count; index++)
        first[index] = diagnostic_at(diagnostics, index);
    for (size_t index = 0; index < count; index++) {
        passwordrules_diagnostic again = diagnostic_at(diagnostics, index);
        assert_ptr_equal(again.text, first[index].text);
        assert_ptr_equal(again.source, first[index].source);
        assert_string_not_equal(again.text, "");
    }
    passwordrules_diagnostics_free(diagnostics);
}

/* A descriptor may come from anywhere, and its diagnostics go to terminals and logs. */
static void texts_are_one_line_of_printable_ascii(void **state)
{
    (void)state;
    const char *texts[] = {
        "\x1B[31mred\x07: 5", "required: \x1B]0;title\x07", "minlength: \x9B" "5", "required: upper \r\n\tlower\x7F",
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

static void diagnostics_get_refuses_wrong_sizes(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = diagnostics_of("upper", PASSWORDRULES_EDESCRIPTOR);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(passwordrules_diagnostic), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        /* A struct of another size is not written to: its end is unknown. */
        passwordrules_diagnostic diagnostic;
        memset(&diagnostic, 0x5A, sizeof(diagnostic));
        diagnostic.size = sizes[index];
        passwordrules_diagnostic before = diagnostic;
        assert_int_equal(passwordrules_diagnostics_get(diagnostics, 0, &diagnostic), PASSWORDRULES_ESIZE);
        assert_memory_equal(&diagnostic, &before, sizeof(diagnostic));
    }
    passwordrules_diagnostics_free(diagnostics);
}

static void diagnostics_get_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = diagnostics_of("upper", PASSWORDRULES_EDESCRIPTOR);
    passwordrules_diagnostic diagnostic = {.size = sizeof(diagnostic)};
    const size_t past_the_end[] = {1, 2, TOO_LONG, SIZE_MAX};
    for (size_t index = 0; index < 4; index++)
        assert_int_equal(passwordrules_diagnostics_get(diagnostics, past_the_end[index], &diagnostic),
                         PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_diagnostics_get(NULL, 0, &diagnostic), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_diagnostics_get(diagnostics, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_diagnostics_get(NULL, 0, NULL), PASSWORDRULES_EINVAL);
    passwordrules_diagnostics_free(diagnostics);
}

static void nothing_is_no_diagnostics_and_can_be_freed(void **state)
{
    (void)state;
    assert_int_equal(passwordrules_diagnostics_count(NULL), 0);
    passwordrules_diagnostics_free(NULL);
    passwordrules_rules_free(NULL);
}

int run_diagnostics_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mistake_has_its_place_and_words),
        cmocka_unit_test(a_mistake_without_diagnostics_wanted),
        cmocka_unit_test(success_may_come_with_remarks),
        cmocka_unit_test(all_mistakes_and_remarks_come_in_the_order_of_their_places),
        cmocka_unit_test(diagnostics_are_bounded),
        cmocka_unit_test(texts_live_as_long_as_the_diagnostics),
        cmocka_unit_test(texts_are_one_line_of_printable_ascii),
        cmocka_unit_test(diagnostics_get_refuses_wrong_sizes),
        cmocka_unit_test(diagnostics_get_refuses_wrong_arguments),
        cmocka_unit_test(nothing_is_no_diagnostics_and_can_be_freed),
    };
    return cmocka_run_group_tests_name("diagnostics", tests, NULL, NULL);
}
