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
    /* They are optional. */
    rules = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, NULL), status);
    assert_int_equal(rules != NULL, status == PASSWORDRULES_OK);
    passwordrules_rules_free(rules);
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
    assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PROPERTY);
    assert_string_equal(diagnostic.source, "");
    assert_int_equal(diagnostic.line, 2);
    assert_int_equal(diagnostic.column, 3);
    assert_int_equal(diagnostic.offset, 19);
    assert_int_equal(diagnostic.length, 9);
    assert_non_null(strstr(diagnostic.text, "minlenght"));
    assert_non_null(strstr(diagnostic.text, "minlength"));
    passwordrules_diagnostics_free(diagnostics);
}

static void mistakes_and_remarks_come_in_the_order_of_their_places(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int status;
        struct {
            int severity, code;
            size_t offset;
        } found[5];
    } cases[] = {
        {"required: digits, [\xC3\xA9_]", PASSWORDRULES_OK,
         {{PASSWORDRULES_SEVERITY_NOTE, 150, 10}, {PASSWORDRULES_SEVERITY_WARNING, 151, 19}}},
        {"required: digits; minlenght: 8; required: [\xC3\xA9_];\nmaxlength: -1; allowed: uper; minlength: 4",
         PASSWORDRULES_EDESCRIPTOR,
         {{PASSWORDRULES_SEVERITY_NOTE, 150, 10}, {PASSWORDRULES_SEVERITY_ERROR, 101, 18},
          {PASSWORDRULES_SEVERITY_WARNING, 151, 43}, {PASSWORDRULES_SEVERITY_ERROR, 112, 60},
          {PASSWORDRULES_SEVERITY_ERROR, 105, 73}}},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_diagnostics *diagnostics = diagnostics_of(cases[index].text, cases[index].status);
        size_t count = passwordrules_diagnostics_count(diagnostics);
        assert_int_equal(count, index == 0 ? 2 : 5);
        for (size_t which = 0; which < count; which++) {
            passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, which);
            assert_int_equal(diagnostic.severity, cases[index].found[which].severity);
            assert_int_equal(diagnostic.code, cases[index].found[which].code);
            assert_int_equal(diagnostic.offset, cases[index].found[which].offset);
            /* The texts live as long as the diagnostics. */
            assert_ptr_equal(diagnostic.text, diagnostic_at(diagnostics, which).text);
            assert_ptr_equal(diagnostic.source, diagnostic_at(diagnostics, which).source);
            assert_string_not_equal(diagnostic.text, "");
        }
        passwordrules_diagnostics_free(diagnostics);
    }
}

/* However many there are, a bounded number is kept, and of an error at least one. */
static void diagnostics_are_bounded(void **state)
{
    (void)state;
    const char note[] = "required:digits;";
    const size_t size = strlen(note), length = 4000 * size;
    char *text = malloc(length + 2);
    assert_non_null(text);
    for (size_t index = 0; index < length; index++)
        text[index] = note[index % size];
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
    /* A struct of another size is not written to: its end is unknown. */
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(diagnostic), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        memset(&diagnostic, 0x5A, sizeof(diagnostic));
        diagnostic.size = sizes[index];
        passwordrules_diagnostic before = diagnostic;
        assert_int_equal(passwordrules_diagnostics_get(diagnostics, 0, &diagnostic), PASSWORDRULES_ESIZE);
        assert_memory_equal(&diagnostic, &before, sizeof(diagnostic));
    }
    passwordrules_diagnostics_free(diagnostics);
    /* Nothing is no diagnostics, and can be freed. */
    assert_int_equal(passwordrules_diagnostics_count(NULL), 0);
    passwordrules_diagnostics_free(NULL);
    passwordrules_rules_free(NULL);
}

int run_diagnostics_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mistake_has_its_place_and_words),
        cmocka_unit_test(mistakes_and_remarks_come_in_the_order_of_their_places),
        cmocka_unit_test(diagnostics_are_bounded),
        cmocka_unit_test(texts_are_one_line_of_printable_ascii),
        cmocka_unit_test(diagnostics_get_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("diagnostics", tests, NULL, NULL);
}
