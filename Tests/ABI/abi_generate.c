/*
 * ABI tests: generating passwords. GeneratorTests, GenerationPlanTests, GenerationEdgeTests and StyleTests test what each
 * rule, option and style means.
 */
#include "abi_generate.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM PASSWORDRULES_STYLE_RANDOM
#define READABLE PASSWORDRULES_STYLE_READABLE
#define WORDS PASSWORDRULES_STYLE_WORDS

/* ---- What is generated ---- */

/* What to generate from; options may be NULL. */
struct request {
    const passwordrules_rules *rules;
    const passwordrules_generate_options *options;
};

static int write_generated(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct request *request = subject;
    return passwordrules_generate(request->rules, request->options, buffer, size, needed, NULL);
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Splits the text at its line feeds, and checks each password and their number. */
static void assert_all_good(char *text, size_t count, const char *missing, const passwordrules_rules *rules,
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
        if (generated->style == WORDS)
            assert_in_range(strlen(start), 1, generated->length);
        else
            assert_int_equal(strlen(start), generated->length);
        assert_null(strpbrk(start, missing));
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

/*
 * Generates into a buffer of the size that the library asks for, and checks every promise about the passwords. Their
 * number is right, and all differ. Each is accepted with and without the strict reading of the rules, is printable ASCII
 * without the missing characters, and is not longer than reported.
 */
static passwordrules_generated generate(const passwordrules_rules *rules, const passwordrules_generate_options *options,
                                        const char *missing)
{
    size_t count = options != NULL && options->count != 0 ? options->count : 1;
    size_t room = 0, needed = 0;
    assert_int_equal(passwordrules_generate(rules, options, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
    char *text = malloc(room);
    assert_non_null(text);
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
    assert_int_equal(passwordrules_generate(rules, options, text, room, &needed, &generated), PASSWORDRULES_OK);
    assert_int_equal(generated.size, sizeof(generated));
    assert_in_range(generated.length, 1, PASSWORDRULES_GENERATE_MAX);
    assert_int_equal(needed, strlen(text) + 1);
    assert_int_equal(room, count * (generated.length + 1));
    assert_all_good(text, count, missing, rules, &generated);
    free(text);
    return generated;
}

static const struct {
    const char *descriptor;
    passwordrules_generate_options options;
    int style;
    size_t length;
    double entropy; /* -1 for any entropy of at least 71 bits */
    int excluded;
    const char *missing;
} cases[] = {
    /* If few characters are allowed, 71 bits take more than twenty of them. */
    {"", OPTIONS(0), RANDOM, 20, VISIBLE_ENDS(20), 1, ""},
    {"", OPTIONS(0, 71, RANDOM, "none", 1), RANDOM, 20, 20 * LOG2_95, 1, ""},
    {"minlength: 1024", OPTIONS(0), RANDOM, 1024, VISIBLE_ENDS(1024), 1, ""},
    {"minlength: 4; maxlength: 6", OPTIONS(0), RANDOM, 6, VISIBLE_ENDS(6), 1, ""},
    {"allowed: digit", OPTIONS(0), RANDOM, 22, 22 * LOG2_10, 1, ""},
    {"allowed: [a]", OPTIONS(0), RANDOM, 20, 0, 1, ""},
    {"required: [a]; required: [b]; maxlength: 3", OPTIONS(0), RANDOM, 3, 1 + LOG2_3, 1, ""},
    {TEN_REQUIREMENTS "maxlength: 10", OPTIONS(0), RANDOM, 10, 21.791061114716954, 1, ""},
    {"allowed: [abc]; max-repeating: 1; max-sequential: 1; minlength: 1024", OPTIONS(0), RANDOM, 1024, 1, 1, ""},
    {TEN_REQUIREMENTS "required: [k]; maxlength: 11", OPTIONS(0), RANDOM, 11, 25.25049273335425, 1, ""},
    {"required: digit; required: digit; allowed: lower; maxlength: 8", OPTIONS(0), RANDOM, 8, 40.841140905546794, 1, ""},
    /* More than ten overlapping requirements are not counted, so the entropy is unknown. */
    {ELEVEN_REQUIREMENTS "minlength: 100", OPTIONS(0), RANDOM, 100, 0, 1, ""},
    /* The wanted entropy is reached as far as the rules permit. Together with a length, it has no effect. */
    {"", OPTIONS(.entropy = 1), RANDOM, 20, VISIBLE_ENDS(20), 1, ""},
    {"", OPTIONS(.entropy = 1024), RANDOM, 156, VISIBLE_ENDS(156), 1, ""},
    {"allowed: digit; maxlength: 8", OPTIONS(.entropy = 1024), RANDOM, 8, 8 * LOG2_10, 1, ""},
    {"allowed: [ab]; maxlength: 100000", OPTIONS(.entropy = 1024), RANDOM, 1024, 1024, 1, ""},
    {"allowed: digit", OPTIONS(20, 1024), RANDOM, 20, 20 * LOG2_10, 1, ""},
    /* Exclusions do not remove required characters, nor spaces if nothing else is left. */
    {"allowed: [aeiouxyzt]", OPTIONS(.exclude = " [ae] , [iou],[t] "), RANDOM, 45, 45 * LOG2_3, 1, "aeiout"},
    {"required: [0]; required: lower", OPTIONS(.exclude = "ambiguous"), RANDOM, 20, -1, 0, "1OlI|"},
    {"allowed: [ab]; max-repeating: 1", OPTIONS(.exclude = "[a]"), RANDOM, 20, 1, 0, ""},
    {"", OPTIONS(.exclude = " none "), RANDOM, 20, 20 * LOG2_95, 1, ""},
    {"", OPTIONS(.exclude = "space-at-ends"), RANDOM, 20, VISIBLE_ENDS(20), 1, ""},
    {"allowed: [ a]; minlength: 3; maxlength: 3", OPTIONS(0), RANDOM, 3, 1, 1, ""},
    {"allowed: [ a]; minlength: 3; maxlength: 3", OPTIONS(.exclude = "[!]"), RANDOM, 3, 1, 1, ""},
    {"allowed: [ a]; minlength: 3; maxlength: 3", OPTIONS(.exclude = "none"), RANDOM, 3, 3, 1, ""},
    {"allowed: [ ]; maxlength: 1", OPTIONS(0), RANDOM, 1, 0, 0, ""},
    {"required: [ ]; allowed: digit; minlength: 2; maxlength: 2", OPTIONS(0), RANDOM, 2, 4.392317422778761, 0, ""},
    /* If the rules do not permit a style, the next one is used. */
    {"", OPTIONS(.style = READABLE), READABLE, 20, -1, 1, " "},
    {"", OPTIONS(.style = WORDS), WORDS, 41, -1, 1, " "},
    {"maxlength: 20", OPTIONS(.style = WORDS), READABLE, 20, -1, 1, " "},
    {"maxlength: 19", OPTIONS(.style = WORDS), RANDOM, 19, -1, 1, ""},
    {"", OPTIONS(25, .style = READABLE), RANDOM, 25, -1, 1, ""},
    {"", OPTIONS(60, .style = WORDS), WORDS, 60, -1, 1, " "},
    {"", OPTIONS(PASSWORDRULES_GENERATE_MAX, .style = WORDS), WORDS, PASSWORDRULES_GENERATE_MAX, -1, 1, " "},
    /* Numbers of passwords, up to all that the rules permit. */
    {"", OPTIONS(.count = 1000), RANDOM, 20, VISIBLE_ENDS(20), 1, ""},
    {"allowed: digit; max-repeating: 2; max-sequential: 2", OPTIONS(.count = 1000), RANDOM, 22, -1, 1, ""},
    {"", OPTIONS(.style = READABLE, .count = 200), READABLE, 20, -1, 1, " "},
    {"", OPTIONS(.style = WORDS, .count = 200), WORDS, 41, -1, 1, " "},
    {"required: digit; maxlength: 1", OPTIONS(.count = 10), RANDOM, 1, LOG2_10, 1, ""},
    {"required: digit; maxlength: 1", OPTIONS(.exclude = "ambiguous", .count = 8), RANDOM, 1, 3, 1, "01"},
    {"allowed: [ab]; max-repeating: 1; minlength: 1000", OPTIONS(.count = 2), RANDOM, 1000, 1, 1, ""},
    /* All options together. */
    {"minlength: 12; max-repeating: 2", OPTIONS(0, 100, READABLE, "ambiguous, [aqz], space-at-ends", 50), READABLE, 34, -1, 1,
     "0O1lI|aqz "},
    {"minlength: 12; max-repeating: 2", OPTIONS(60, 1024, WORDS, "[xyz]", 50), WORDS, 60, -1, 1, "xyz "},
    {"minlength: 12; max-repeating: 2", OPTIONS(40, 1, RANDOM, "special, upper, [0]", 50), RANDOM, 40, -1, 1, "-_ ABZ0"},
};

static void generated_struct_describes_the_passwords(void **state)
{
    (void)state;
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        /* NULL has the same effect as the default options. */
        for (int has_options = index == 0 ? 0 : 1; has_options <= 1; has_options++) {
            passwordrules_rules *rules = rules_of(cases[index].descriptor);
            passwordrules_generated generated =
                generate(rules, has_options ? &cases[index].options : NULL, cases[index].missing);
            passwordrules_rules_free(rules);
            assert_int_equal(generated.style, cases[index].style);
            assert_int_equal(generated.length, cases[index].length);
            assert_int_equal(generated.excluded, cases[index].excluded);
            const passwordrules_generate_options *options = &cases[index].options;
            assert_int_equal(generated.requested, options->style == 0 ? RANDOM : options->style);
            /* The entropy may be known even if the passwords are not counted. */
            if (generated.entropy > 0)
                assert_int_equal(generated.falls_short, generated.entropy < (options->entropy == 0 ? 71 : options->entropy));
            if (cases[index].entropy < 0)
                assert_true(generated.entropy >= 71);
            else
                assert_bits(generated.entropy, cases[index].entropy);
        }
}

/* ---- What is not generated ---- */

void assert_generates_nothing(const passwordrules_rules *rules, const passwordrules_generate_options *options, size_t room,
                              int status)
{
    passwordrules_generated before, after;
    memset(&before, '#', sizeof(before));
    before.size = sizeof(before);
    memcpy(&after, &before, sizeof(after));
    char *buffer = malloc(room);
    size_t needed = 12345;
    assert_non_null(buffer);
    memset(buffer, '#', room);
    assert_int_equal(passwordrules_generate(rules, options, buffer, room, &needed, &after), status);
    assert_string_equal(buffer, "");
    assert_int_equal(needed, 0);
    assert_memory_equal(&after, &before, sizeof(after));
    free(buffer);
}

static void there_may_be_none(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        int status;
    } none[] = {
        {"minlength: 8", 7, PASSWORDRULES_ELENGTH}, {"maxlength: 8", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {"", 1025, PASSWORDRULES_ELENGTH}, {"", TOO_LONG, PASSWORDRULES_ELENGTH}, {"", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {"minlength: 1025", 0, PASSWORDRULES_ELENGTH}, {"minlength: 2147483647", 0, PASSWORDRULES_ELENGTH},
        {"minlength: 9; maxlength: 8", 0, PASSWORDRULES_EUNSATISFIABLE},
        {"required: upper; required: lower; required: digit", 2, PASSWORDRULES_EUNSATISFIABLE},
        {"allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", 0, PASSWORDRULES_EUNSATISFIABLE},
    };
    for (size_t index = 0; index < sizeof(none) / sizeof(*none); index++) {
        passwordrules_rules *rules = rules_of(none[index].descriptor);
        for (int style = 0; style <= WORDS; style++) {
            const passwordrules_generate_options options = OPTIONS(none[index].length, .style = style);
            const struct request request = {rules, &options};
            assert_writes_nothing(write_generated, &request, none[index].status);
            assert_generates_nothing(rules, &options, PASSWORDRULES_GENERATE_MAX + 1, none[index].status);
        }
        passwordrules_rules_free(rules);
    }
    /* Hardly any candidate meets the first rules, so no password is found. The second rules permit only ten passwords. */
    passwordrules_rules *rare = rules_of(TWENTY_REQUIREMENTS "maxlength: 10"), *few = rules_of("required: digit; maxlength: 1");
    const passwordrules_generate_options eleven = OPTIONS(.count = 11);
    assert_generates_nothing(rare, NULL, 21, PASSWORDRULES_ENOTFOUND);
    assert_generates_nothing(few, &eleven, 22, PASSWORDRULES_ETOOFEW);
    passwordrules_rules_free(few);
    passwordrules_rules_free(rare);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    const passwordrules_generate_options wrong[] = {
        OPTIONS(.style = -1), OPTIONS(.style = WORDS + 1), OPTIONS(.style = INT_MAX), OPTIONS(.style = INT_MIN),
        OPTIONS(.entropy = (double)NAN), OPTIONS(.entropy = -(double)NAN), OPTIONS(.entropy = -1),
        OPTIONS(.entropy = -1e-300), OPTIONS(.entropy = -(double)INFINITY), OPTIONS(.entropy = (double)INFINITY),
        OPTIONS(.entropy = 1024.0000001), OPTIONS(.entropy = 1e300),
        OPTIONS(.count = PASSWORDRULES_GENERATE_COUNT_MAX + 1), OPTIONS(.count = TOO_LONG), OPTIONS(.count = SIZE_MAX),
        OPTIONS(.count = SIZE_MAX / 21 + 1),
        OPTIONS(.exclude = ""), OPTIONS(.exclude = "ambigous"), OPTIONS(.exclude = "ambiguous;"),
        OPTIONS(.exclude = "[aeiou"), OPTIONS(.exclude = "\xFF"), OPTIONS(.exclude = "none, digit"),
        OPTIONS(.exclude = "allowed: digit"), OPTIONS(.exclude = "[]"),
    };
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(wrong) / sizeof(*wrong); index++) {
        /* Together with a length, an entropy has no effect, but a wrong one is still refused. */
        passwordrules_generate_options with_length = wrong[index];
        with_length.length = 20;
        assert_generates_nothing(rules, &wrong[index], 100, PASSWORDRULES_EINVAL);
        assert_generates_nothing(rules, &with_length, 100, PASSWORDRULES_EINVAL);
    }
    assert_generates_nothing(NULL, NULL, 100, PASSWORDRULES_EINVAL);
    const struct request no_rules = {NULL, NULL};
    assert_writes_nothing(write_generated, &no_rules, PASSWORDRULES_EINVAL);
    passwordrules_rules_free(rules);
}

/* ---- Buffers ---- */

static void generate_keeps_to_its_buffer(void **state)
{
    (void)state;
    const passwordrules_generate_options readable = OPTIONS(.style = READABLE), several = OPTIONS(.count = 20);
    const passwordrules_generate_options *all[] = {NULL, &readable, &several};
    const char *descriptors[] = {"", "minlength: 300", "required: digit; minlength: 2; maxlength: 2"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (size_t which = 0; which < 3; which++) {
            struct request request = {rules, all[which]};
            const size_t room = assert_writes_text(write_generated, &request) - 1;
            /* A buffer that is too small gets no part of a password, and the struct is unchanged. */
            char *buffer = malloc(room);
            assert_non_null(buffer);
            memset(buffer, '#', room);
            passwordrules_generated generated = {.size = sizeof(generated), .length = 12345, .entropy = -5};
            assert_int_equal(passwordrules_generate(rules, all[which], buffer, room, NULL, &generated), PASSWORDRULES_ERANGE);
            for (size_t offset = 1; offset < room; offset++)
                assert_int_equal(buffer[offset], '#');
            assert_int_equal(generated.length, 12345);
            assert_bits(generated.entropy, -5);
            free(buffer);
        }
        passwordrules_rules_free(rules);
    }
    /* The largest count, and an invalid size of the buffer. */
    passwordrules_rules *rules = rules_of("");
    const passwordrules_generate_options most = OPTIONS(.count = PASSWORDRULES_GENERATE_COUNT_MAX);
    char password[64] = "untouched";
    size_t room;
    assert_int_equal(passwordrules_generate(rules, &most, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
    assert_int_equal(room, 21 * PASSWORDRULES_GENERATE_COUNT_MAX);
    assert_int_equal(passwordrules_generate(rules, NULL, password, TOO_LONG, NULL, NULL), PASSWORDRULES_EINVAL);
    assert_string_equal(password, "untouched");
    passwordrules_rules_free(rules);
}

int run_generate_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_struct_describes_the_passwords),
        cmocka_unit_test(there_may_be_none),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(generate_keeps_to_its_buffer),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
