/* ABI tests: messages in other languages than English. TranslatorTests tests which texts are looked up. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A catalogue with one message. It records its calls. */
struct catalogue {
    const char *known, *translation;
    int calls, plural_calls;
    unsigned long count;
};

static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    assert_null(*translated);
    struct catalogue *catalogue = data;
    catalogue->calls++;
    catalogue->plural_calls += many != NULL;
    catalogue->count = count;
    *translated = many != NULL && count != 1 ? many : one;
    if (catalogue->known != NULL && strcmp(one, catalogue->known) == 0)
        *translated = catalogue->translation;
}

static void find_nothing(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    (void)one;
    (void)many;
    (void)count;
    (void)translated;
}

#define RULES "required: upper; minlength: 12; max-repeating: 2;"
#define MORE "{count} more character needed ({actual} of {limit})"

/* What all of these tests write about. */
static struct {
    passwordrules_rules *rules;
    passwordrules_report *report;
    passwordrules_policy *policy;
    passwordrules_context context;
} given;

static int set_up(void **state)
{
    (void)state;
    given.rules = rules_of(RULES);
    given.report = report_of(given.rules, "weak", 0);
    given.policy = policy_of("rules=" RULES, NULL);
    given.context = context_of(0, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    passwordrules_policy_free(given.policy);
    passwordrules_report_free(given.report);
    passwordrules_rules_free(given.rules);
    return 0;
}

/* Three functions that take a language, with the same parameters as all write_text functions. */
static int write_message(const void *language, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_report_message(given.report, 0, language, buffer, size, needed);
}

static int write_explain(const void *language, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_explain(given.rules, language, buffer, size, needed);
}

static int write_describe(const void *language, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_policy_describe(given.policy, &given.context, language, buffer, size, needed);
}

static write_text *const writers[] = {write_message, write_explain, write_describe};

/* Checks one message of the report, in a language, or in English for NULL. */
static void assert_message(size_t index, const passwordrules_language *language, const char *expected)
{
    char text[512];
    size_t needed;
    assert_int_equal(passwordrules_report_message(given.report, index, language, text, sizeof text, &needed),
                     PASSWORDRULES_OK);
    assert_string_equal(text, expected);
    assert_int_equal(needed, strlen(expected) + 1);
}

static void texts_are_looked_up(void **state)
{
    (void)state;
    struct catalogue catalogue = {.known = MORE, .translation = "falta: {count}; h\xC3\xA1 {actual} de {limit}"};
    const passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, &catalogue);
    assert_message(0, &language, "falta: 8; h\xC3\xA1 4 de 12");
    assert_int_equal(catalogue.calls, 1);
    assert_int_equal(catalogue.plural_calls, 1);
    assert_int_equal(catalogue.count, 8);
    assert_message(1, &language, "needs an uppercase letter");
    assert_int_equal(catalogue.calls, 3);
    assert_int_equal(catalogue.plural_calls, 1);
    assert_message(1, NULL, "needs an uppercase letter");
    assert_int_equal(catalogue.calls, 3);

    char text[1024];
    catalogue.known = "no more than {count} of the same character in a row";
    catalogue.translation = "max {count}";
    assert_int_equal(write_explain(&language, text, sizeof text, NULL), PASSWORDRULES_OK);
    assert_non_null(strstr(text, "\nMax 2.\n"));
    assert_int_equal(write_describe(&language, text, sizeof text, NULL), PASSWORDRULES_OK);
    assert_string_equal(text, "Password rules:\n  - at least 12 characters\n  - an uppercase letter (A-Z)\n  - max 2");
}

/* Without a catalogue, or if the catalogue finds nothing, the texts are in English, as for a language of NULL. */
static void english_is_the_fallback(void **state)
{
    (void)state;
    const passwordrules_language none[] = {
        PASSWORDRULES_LANGUAGE_INIT(NULL, NULL), PASSWORDRULES_LANGUAGE_INIT(find_nothing, NULL)};
    char english[3][1024], text[1024];
    assert_int_equal(passwordrules_report_message(given.report, 0, NULL, english[0], 1024, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_explain(given.rules, NULL, english[1], 1024, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_policy_describe(given.policy, &given.context, NULL, english[2], 1024, NULL), PASSWORDRULES_OK);
    for (size_t writer = 0; writer < 3; writer++)
        for (size_t index = 0; index < 2; index++) {
            assert_int_equal(writers[writer](&none[index], text, sizeof text, NULL), PASSWORDRULES_OK);
            assert_string_equal(text, english[writer]);
        }
}

/* A catalogue may be wrong: at worst, a placeholder in it gives a strange text. */
static void wrong_catalogues_do_no_harm(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"", ""}, {"{", "{"}, {"{count", "{count"}, {"{count}}", "8}"}, {"{nothing}", "{nothing}"},
        {"%s%n%d", "%s%n%d"}, {"\xFF\xFE{count}\x80", "\xFF\xFE" "8\x80"},
    };
    struct catalogue catalogue = {.known = MORE};
    const passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, &catalogue);
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
        catalogue.translation = texts[index][0];
        assert_message(0, &language, texts[index][1]);
    }
    /* A very long translation with many placeholders gives a status and the needed size. */
    char *often = calloc(1, 70001), text[512] = "stale";
    assert_non_null(often);
    for (size_t index = 0; index < 10000; index++)
        memcpy(often + index * 7, "{count}", 7);
    catalogue.translation = often;
    size_t needed = 0;
    assert_int_equal(write_message(&language, text, sizeof text, &needed), PASSWORDRULES_ERANGE);
    assert_int_equal(needed, 10001);
    assert_string_equal(text, "");
    free(often);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct catalogue catalogue = {0};
    passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, &catalogue);
    size_t needed = 1;
    char text[512] = "stale";
    for (size_t writer = 0; writer < 3; writer++) {
        assert_writes_text(writers[writer], &language);
        assert_int_equal(writers[writer](&language, text, TOO_LONG, &needed), PASSWORDRULES_EINVAL);
    }
    const size_t size = sizeof text;
    const int statuses[][2] = {
        {passwordrules_report_message(given.report, 99, &language, text, size, &needed), PASSWORDRULES_ERANGE},
        {passwordrules_report_message(NULL, 0, &language, text, size, &needed), PASSWORDRULES_EINVAL},
        {passwordrules_explain(NULL, &language, text, size, &needed), PASSWORDRULES_EINVAL},
        {passwordrules_policy_describe(NULL, &given.context, &language, text, size, &needed), PASSWORDRULES_EINVAL},
        {passwordrules_policy_describe(given.policy, NULL, &language, text, size, &needed), PASSWORDRULES_EINVAL},
    };
    for (size_t index = 0; index < sizeof statuses / sizeof *statuses; index++)
        assert_int_equal(statuses[index][0], statuses[index][1]);
    assert_int_equal(needed, 0);
    assert_string_equal(text, "");
}

int run_language_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_looked_up),
        cmocka_unit_test(english_is_the_fallback),
        cmocka_unit_test(wrong_catalogues_do_no_harm),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("language", tests, set_up, tear_down);
}
