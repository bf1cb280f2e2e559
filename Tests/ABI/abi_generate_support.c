#include "abi_generate.h"

#include <stdlib.h>
#include <string.h>

void assert_bits(double actual, double expected)
{
    assert_true(actual - expected < 1e-9 && expected - actual < 1e-9);
}

int write_generated(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct request *request = subject;
    return passwordrules_generate(request->rules, request->options, buffer, size, needed, NULL);
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes the text apart at its line feeds. */
static void assert_all_good(char *text, size_t count, const passwordrules_rules *rules,
                            const passwordrules_generated *generated)
{
    char **passwords = malloc(count * sizeof(*passwords));
    assert_non_null(passwords);
    size_t found = 0;
    for (char *start = text; start != NULL;) {
        char *end = strchr(start, '\n');
        if (end != NULL)
            *end = '\0';
        assert_true(found < count);
        passwords[found++] = start;
        /* Only words differ in length. */
        if (generated->style == PASSWORDRULES_STYLE_WORDS)
            assert_in_range(strlen(start), 1, generated->length);
        else
            assert_int_equal(strlen(start), generated->length);
        for (const char *next = start; *next != '\0'; next++)
            assert_in_range(*next, 0x20, 0x7E);
        assert_int_equal(accepts(rules, start, PASSWORDRULES_CHECK_STRICT_READING), 1);
        assert_int_equal(accepts(rules, start, 0), 1);
        start = end != NULL ? end + 1 : NULL;
    }
    assert_int_equal(found, count);
    qsort(passwords, count, sizeof(*passwords), compare_strings);
    for (size_t index = 1; index < count; index++)
        assert_string_not_equal(passwords[index - 1], passwords[index]);
    free(passwords);
}

char *generate(const passwordrules_rules *rules, const passwordrules_generate_options *options,
               passwordrules_generated *generated)
{
    size_t count = options != NULL && options->count != 0 ? options->count : 1;
    size_t room = 0, needed = 0;
    assert_int_equal(passwordrules_generate(rules, options, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
    char *text = malloc(room), *copy = malloc(room);
    assert_non_null(text);
    assert_non_null(copy);
    *generated = (passwordrules_generated){.size = sizeof(*generated)};
    assert_int_equal(passwordrules_generate(rules, options, text, room, &needed, generated), PASSWORDRULES_OK);
    assert_int_equal(generated->size, sizeof(*generated));
    assert_in_range(generated->style, PASSWORDRULES_STYLE_RANDOM, PASSWORDRULES_STYLE_WORDS);
    assert_in_range(generated->length, 1, PASSWORDRULES_GENERATE_MAX);
    assert_in_range(generated->excluded, 0, 1);
    assert_true(generated->entropy >= 0);
    assert_int_equal(needed, strlen(text) + 1);
    assert_int_equal(room, count * (generated->length + 1));
    memcpy(copy, text, needed);
    assert_all_good(copy, count, rules, generated);
    free(copy);
    return text;
}

passwordrules_generated describe_generated(const char *descriptor, const passwordrules_generate_options *options)
{
    passwordrules_generated generated;
    passwordrules_rules *rules = rules_of(descriptor);
    free(generate(rules, options, &generated));
    passwordrules_rules_free(rules);
    return generated;
}

void assert_generates_nothing(const passwordrules_rules *rules, const passwordrules_generate_options *options,
                              int status)
{
    struct request request = {rules, options};
    assert_writes_nothing(write_generated, &request, status);
    passwordrules_generated before, after;
    memset(&before, '#', sizeof(before));
    before.size = sizeof(before);
    memcpy(&after, &before, sizeof(after));
    char password[PASSWORDRULES_GENERATE_MAX + 1];
    assert_int_equal(passwordrules_generate(rules, options, password, sizeof(password), NULL, &after), status);
    assert_memory_equal(&after, &before, sizeof(after));
}
