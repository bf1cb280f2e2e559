/* ABI tests: messages in other languages than English. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A catalogue with one message, which records what it was asked for. */
struct catalogue {
    const char *known, *translation;
    int calls, plural_calls;
    unsigned long count;
    const char *last;
};

static void look_up(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    assert_null(*translated);
    struct catalogue *catalogue = data;
    catalogue->calls++;
    catalogue->plural_calls += many != NULL;
    catalogue->count = count;
    catalogue->last = one;
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

static passwordrules_language language_of(struct catalogue *catalogue)
{
    return (passwordrules_language){sizeof(passwordrules_language), look_up, catalogue};
}

#define RULES "required: upper; minlength: 12; max-repeating: 2;"
#define MORE "{count} more character needed ({actual} of {limit})"

/* One message, in a language or in English. */
static void assert_message(const passwordrules_report *report, size_t index, const passwordrules_language *language,
                           const char *expected)
{
    char text[512];
    size_t needed;
    assert_int_equal(passwordrules_report_message_in(report, index, language, text, sizeof text, &needed),
                     PASSWORDRULES_OK);
    assert_string_equal(text, expected);
    assert_int_equal(needed, strlen(expected) + 1);
}

static void messages_are_looked_up(void **state)
{
    (void)state;
    struct catalogue catalogue = {.known = MORE, .translation = "falta: {count}; h\xC3\xA1 {actual} de {limit}"};
    passwordrules_language language = language_of(&catalogue);
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_report *report = report_of(rules, "weak", 0);
    assert_message(report, 0, &language, "falta: 8; h\xC3\xA1 4 de 12");
    assert_int_equal(catalogue.calls, 1);
    assert_int_equal(catalogue.plural_calls, 1);
    assert_int_equal(catalogue.count, 8);
    assert_message(report, 1, &language, "needs an uppercase letter");
    assert_int_equal(catalogue.calls, 3);
    assert_int_equal(catalogue.plural_calls, 1);
    assert_message(report, 1, NULL, "needs an uppercase letter");
    assert_int_equal(catalogue.calls, 3);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

/* Without a catalogue, or if it finds nothing, the texts are those of the functions without a language. */
static void english_is_what_is_left(void **state)
{
    (void)state;
    const passwordrules_language none[] = {
        {sizeof(passwordrules_language), NULL, NULL},
        {sizeof(passwordrules_language), find_nothing, NULL},
    };
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_policy *policy = policy_of("rules=" RULES, "min-words=2");
    passwordrules_context context = context_of(0, 0);
    char english[1024], text[1024];
    for (size_t index = 0; index < 2; index++) {
        passwordrules_report *report = report_of(rules, index == 0 ? "weak" : "Long-enough-1", 0);
        for (size_t outcome = 0; outcome < passwordrules_report_count(report); outcome++) {
            assert_int_equal(passwordrules_report_message(report, outcome, english, sizeof english, NULL), PASSWORDRULES_OK);
            assert_message(report, outcome, &none[index], english);
        }
        passwordrules_report_free(report);
        assert_int_equal(passwordrules_explain(rules, english, sizeof english, NULL), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_explain_in(rules, &none[index], text, sizeof text, NULL), PASSWORDRULES_OK);
        assert_string_equal(text, english);
        assert_int_equal(passwordrules_policy_describe(policy, &context, english, sizeof english, NULL), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_policy_describe_in(policy, &context, &none[index], text, sizeof text, NULL),
                         PASSWORDRULES_OK);
        assert_string_equal(text, english);
    }
    passwordrules_policy_free(policy);
    passwordrules_rules_free(rules);
}

static void descriptions_are_looked_up(void **state)
{
    (void)state;
    struct catalogue catalogue = {.known = "no character more than {count} time in a row", .translation = "max {count}"};
    passwordrules_language language = language_of(&catalogue);
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_policy *policy = policy_of("rules=" RULES, NULL);
    passwordrules_context context = context_of(0, 0);
    char text[1024];
    assert_int_equal(passwordrules_explain_in(rules, &language, text, sizeof text, NULL), PASSWORDRULES_OK);
    assert_non_null(strstr(text, "\nMax 2.\n"));
    assert_int_equal(passwordrules_policy_describe_in(policy, &context, &language, text, sizeof text, NULL),
                     PASSWORDRULES_OK);
    assert_string_equal(text, "Password rules: 12 characters or more, with an uppercase letter; max 2.");
    passwordrules_policy_free(policy);
    passwordrules_rules_free(rules);
}

/* A catalogue may be wrong: at worst, a placeholder in it gives a strange text. */
static void wrong_catalogues_do_no_harm(void **state)
{
    (void)state;
    static const char *const translations[] = {"", "{", "{count", "{count}}", "{nothing}", "%s%n%d", "\xFF\xFE{count}\x80"};
    static const char *const texts[] = {"", "{", "{count", "8}", "{nothing}", "%s%n%d", "\xFF\xFE" "8\x80"};
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_report *report = report_of(rules, "weak", 0);
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
        struct catalogue catalogue = {.known = MORE, .translation = translations[index]};
        passwordrules_language language = language_of(&catalogue);
        assert_message(report, 0, &language, texts[index]);
    }
    /* A very long one gives a status and the size, and so do all its places. */
    char *often = calloc(1, 70001);
    assert_non_null(often);
    for (size_t index = 0; index < 10000; index++)
        memcpy(often + index * 7, "{count}", 7);
    struct catalogue catalogue = {.known = MORE, .translation = often};
    passwordrules_language language = language_of(&catalogue);
    char text[512] = "stale";
    size_t needed = 0;
    assert_int_equal(passwordrules_report_message_in(report, 0, &language, text, sizeof text, &needed), PASSWORDRULES_ERANGE);
    assert_int_equal(needed, 10001);
    assert_string_equal(text, "");
    free(often);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct catalogue catalogue = {0};
    passwordrules_language language = language_of(&catalogue);
    passwordrules_rules *rules = rules_of(RULES);
    passwordrules_report *report = report_of(rules, "weak", 0);
    passwordrules_policy *policy = policy_of("rules=" RULES, NULL);
    passwordrules_context context = context_of(0, 0);
    size_t sizes[WRONG_SIZE_COUNT], needed = 1;
    char text[512] = "stale";

    fill_wrong_sizes(sizeof language, sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        language.size = sizes[index];
        assert_int_equal(passwordrules_report_message_in(report, 0, &language, text, sizeof text, &needed), PASSWORDRULES_ESIZE);
        assert_int_equal(passwordrules_explain_in(rules, &language, text, sizeof text, &needed), PASSWORDRULES_ESIZE);
        assert_int_equal(passwordrules_policy_describe_in(policy, &context, &language, text, sizeof text, &needed),
                         PASSWORDRULES_ESIZE);
        assert_string_equal(text, "");
        assert_int_equal(needed, 0);
    }
    language.size = sizeof language;
    assert_int_equal(passwordrules_report_message_in(report, 99, &language, text, sizeof text, &needed), PASSWORDRULES_ERANGE);
    assert_int_equal(needed, 0);
    assert_int_equal(passwordrules_report_message_in(NULL, 0, &language, text, sizeof text, &needed), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_explain_in(NULL, &language, text, sizeof text, &needed), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_describe_in(NULL, &context, &language, text, sizeof text, &needed),
                     PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_describe_in(policy, NULL, &language, text, sizeof text, &needed),
                     PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_explain_in(rules, &language, NULL, 1, &needed), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_explain_in(rules, &language, NULL, 0, &needed), PASSWORDRULES_ERANGE);
    assert_true(needed > 1);
    assert_int_equal(passwordrules_explain_in(rules, &language, text, TOO_LONG, &needed), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}

int run_language_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_looked_up),
        cmocka_unit_test(english_is_what_is_left),
        cmocka_unit_test(descriptions_are_looked_up),
        cmocka_unit_test(wrong_catalogues_do_no_harm),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("language", tests, NULL, NULL);
}
