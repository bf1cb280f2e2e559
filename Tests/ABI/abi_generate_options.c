/* ABI tests: generating passwords: the options for entropy, exclusions and numbers. */
#include "abi_generate.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM PASSWORDRULES_STYLE_RANDOM
#define READABLE PASSWORDRULES_STYLE_READABLE
#define WORDS PASSWORDRULES_STYLE_WORDS

static void wrong_options_are_refused(void **state)
{
    (void)state;
    const size_t size = sizeof(passwordrules_generate_options);
    const passwordrules_generate_options wrong[] = {
        {.size = size, .style = -1}, {.size = size, .style = WORDS + 1}, {.size = size, .style = INT_MAX},
        {.size = size, .style = INT_MIN},
        {.size = size, .entropy = (double)NAN}, {.size = size, .entropy = -(double)NAN}, {.size = size, .entropy = -1},
        {.size = size, .entropy = -1e-300}, {.size = size, .entropy = -(double)INFINITY},
        {.size = size, .entropy = (double)INFINITY}, {.size = size, .entropy = 1024.0000001},
        {.size = size, .entropy = 1e300},
        {.size = size, .count = PASSWORDRULES_GENERATE_COUNT_MAX + 1}, {.size = size, .count = TOO_LONG},
        {.size = size, .count = SIZE_MAX}, {.size = size, .count = SIZE_MAX / 21 + 1},
    };
    const char *mistakes[] = {
        "", " ", ",", "vowels", "ambigous", "ambiguous,", ",ambiguous", "ambiguous;", "ambiguous digit", "[aeiou",
        "aeiou]", "[\xC3\xA9]", "\xFF", "none, digit", "digit, none", "none none", "none;", "0O1lI|",
        "space-at-ends space", "allowed: digit", "-", "[a][b]", "[]",
    };
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(wrong) / sizeof(*wrong); index++) {
        /* Entropy has no effect together with a length, but is refused. */
        passwordrules_generate_options with_length = wrong[index];
        with_length.length = 20;
        assert_generates_nothing(rules, &wrong[index], PASSWORDRULES_EINVAL);
        assert_generates_nothing(rules, &with_length, PASSWORDRULES_EINVAL);
    }
    for (size_t index = 0; index < sizeof(mistakes) / sizeof(*mistakes); index++)
        for (int style = 0; style <= WORDS; style++) {
            const passwordrules_generate_options options = {.size = size, .style = style, .exclude = mistakes[index]};
            assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
        }
    passwordrules_rules_free(rules);
}

static void entropy_makes_passwords_longer_as_far_as_the_rules_permit(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double wanted;
        size_t length;
        double entropy;
    } cases[] = {
        {"", 1, 20, 20 * LOG2_95}, {"", 132, 21, 21 * LOG2_95}, {"", 1024, 156, 156 * LOG2_95},
        {"allowed: digit", 1e-300, 20, 20 * LOG2_10}, {"allowed: digit", 69, 21, 21 * LOG2_10},
        {"allowed: digit; maxlength: 8", 1024, 8, 8 * LOG2_10}, {"allowed: digit; minlength: 40", 100, 40, 40 * LOG2_10},
        {"allowed: [ab]", 20, 20, 20}, {"allowed: [ab]", 20.5, 21, 21},
        {"allowed: [ab]; maxlength: 100000", 1024, 1024, 1024}, {"allowed: [ab]; max-repeating: 1", 1024, 20, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_generate_options options = {.size = sizeof(options), .entropy = cases[index].wanted};
        passwordrules_generated generated = describe_generated(cases[index].descriptor, &options);
        assert_int_equal(generated.length, cases[index].length);
        assert_bits(generated.entropy, cases[index].entropy);
    }
    /* More entropy is more groups and words. With a length it is of no effect. */
    for (int style = RANDOM; style <= WORDS; style++) {
        double last = 0;
        for (double wanted = 20; wanted <= 1024; wanted += 251) {
            passwordrules_generate_options options = {.size = sizeof(options), .entropy = wanted, .style = style};
            passwordrules_generated generated = describe_generated("", &options);
            assert_true(generated.entropy >= wanted && generated.entropy >= last);
            last = generated.entropy;
            options.length = 20;
            assert_int_equal(describe_generated("", &options).length, 20);
        }
    }
}

/* Required characters stay; the other excluded ones are still left out. */
static void excluded_characters_do_not_occur(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *exclude, *missing;
        int excluded;
    } cases[] = {
        {"allowed: digit, [abcOlI|]", "ambiguous, [abc]", "abc0O1lI|", 1},
        {"allowed: [aeiouxyzt]", " [ae] , [iou],[t] ", "aeiout", 1},
        {"allowed: digit, [ ]", "[ ]", " ", 1},
        {"allowed: [ab]", "upper, digit, special", "A0-", 1},
        {"required: [0]", "ambiguous", "1OlI|", 0},
        {"required: digit; allowed: [ab]", "[a], digit", "a", 0},
        {"allowed: [ab]; max-repeating: 1", "[a]", "", 0},
        {"", "unicode", "", 0},
        {"", " none ", "", 1},
        {"required: [0]; required: [ ]", "ambiguous, space-at-ends, [ ]", "", 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {
            .size = sizeof(options), .exclude = cases[index].exclude};
        passwordrules_generated generated;
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int round = 0; round < 10; round++) {
            char *password = generate(rules, &options, &generated);
            assert_null(strpbrk(password, cases[index].missing));
            assert_int_equal(generated.excluded, cases[index].excluded);
            free(password);
        }
        passwordrules_rules_free(rules);
    }
}

static void spaces_stay_inside_where_the_rules_permit_that(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        int excluded;
        double entropy;
    } cases[] = {
        {"", 1, 18 * LOG2_95 + 2 * LOG2_94},
        {"allowed: [ a]; minlength: 3; maxlength: 3", 1, 1},
        {"required: [ ]; required: [a]; maxlength: 3", 1, 0},
        {"allowed: [ ]; maxlength: 1", 0, 0},
        {"allowed: [ a]; max-repeating: 1; minlength: 4; maxlength: 4", 0, 1},
        /* What is too much to count has passwords without a space at an end, too. */
        {ELEVEN_REQUIREMENTS "required: [ ]; minlength: 200", 1, 0},
    };
    const passwordrules_generate_options options = {.size = sizeof(options), .exclude = "space-at-ends"};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_generated generated;
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int round = 0; round < 30; round++) {
            char *password = generate(rules, &options, &generated);
            assert_int_equal(password[0] == ' ' || password[strlen(password) - 1] == ' ', !cases[index].excluded);
            assert_int_equal(generated.excluded, cases[index].excluded);
            assert_bits(generated.entropy, cases[index].entropy);
            free(password);
        }
        passwordrules_rules_free(rules);
    }
}

/* ---- Numbers ---- */

static void so_many_passwords_are_generated_and_all_differ(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 2, 1000};
    const char *descriptors[] = {"", "required: upper; required: lower; required: digit; required: [-]; minlength: 8",
                                 "allowed: digit; max-repeating: 2; max-sequential: 2", "allowed: [ab]; maxlength: 10"};
    for (size_t index = 0; index < 4 * 4; index++)
        for (int style = RANDOM; style <= WORDS; style++) {
            const passwordrules_generate_options options = {
                .size = sizeof(options), .style = style, .count = counts[index % 4]};
            describe_generated(descriptors[index / 4], &options);
        }
}

static void all_there_are_can_be_generated_and_no_more(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *exclude;
        size_t count;
        double entropy;
    } cases[] = {
        {"required: digit; maxlength: 1", NULL, 10, LOG2_10},
        {"required: digit; maxlength: 1", "ambiguous", 8, 3},
        {"allowed: [a]", NULL, 1, 0},
        {"allowed: [ab]; max-repeating: 1; minlength: 1000", NULL, 2, 1},
        {"allowed: [ a]; minlength: 5; maxlength: 5", "space-at-ends", 8, 3},
        {SIX_REQUIREMENTS "maxlength: 6", NULL, 720, LOG2_10 + 3 + 2 * LOG2_3},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_generate_options options = {
            .size = sizeof(options), .exclude = cases[index].exclude, .count = cases[index].count};
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        passwordrules_generated generated;
        size_t room, needed = 12345;
        free(generate(rules, &options, &generated));
        assert_bits(generated.entropy, cases[index].entropy);

        options.count++;
        assert_int_equal(passwordrules_generate(rules, &options, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
        char *buffer = malloc(room);
        assert_non_null(buffer);
        passwordrules_generated before;
        memcpy(&before, &generated, sizeof(before));
        assert_int_equal(passwordrules_generate(rules, &options, buffer, room, &needed, &generated),
                         PASSWORDRULES_ETOOFEW);
        assert_string_equal(buffer, "");
        assert_int_equal(needed, 0);
        assert_memory_equal(&generated, &before, sizeof(before));
        free(buffer);
        passwordrules_rules_free(rules);
    }
}

static void the_most_can_be_asked_for(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("");
    const passwordrules_generate_options most = {.size = sizeof(most), .count = PASSWORDRULES_GENERATE_COUNT_MAX};
    size_t room;
    assert_int_equal(passwordrules_generate(rules, &most, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
    assert_int_equal(room, 21 * PASSWORDRULES_GENERATE_COUNT_MAX);
    passwordrules_rules_free(rules);
}

static void all_options_work_together(void **state)
{
    (void)state;
    const struct {
        passwordrules_generate_options options;
        const char *missing;
        size_t length;
    } cases[] = {
        {{sizeof(cases->options), 0, 100, READABLE, "ambiguous, [aqz], space-at-ends", 50}, "0O1lI|aqz ", 34},
        {{sizeof(cases->options), 30, 1024, WORDS, "[xyz]", 50}, "xyz ", 30},
        {{sizeof(cases->options), 40, 1, RANDOM, "special, upper, [0]", 50}, "-_ ABZ0", 40},
    };
    passwordrules_rules *rules = rules_of("minlength: 12; max-repeating: 2");
    for (size_t index = 0; index < 3; index++) {
        passwordrules_generated generated;
        char *passwords = generate(rules, &cases[index].options, &generated);
        assert_int_equal(generated.style, cases[index].options.style);
        assert_int_equal(generated.length, cases[index].length);
        assert_int_equal(generated.excluded, 1);
        assert_null(strpbrk(passwords, cases[index].missing));
        free(passwords);
    }
    passwordrules_rules_free(rules);
}

int run_generate_option_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(entropy_makes_passwords_longer_as_far_as_the_rules_permit),
        cmocka_unit_test(excluded_characters_do_not_occur),
        cmocka_unit_test(spaces_stay_inside_where_the_rules_permit_that),
        cmocka_unit_test(so_many_passwords_are_generated_and_all_differ),
        cmocka_unit_test(all_there_are_can_be_generated_and_no_more),
        cmocka_unit_test(the_most_can_be_asked_for),
        cmocka_unit_test(all_options_work_together),
    };
    return cmocka_run_group_tests_name("generate: options", tests, NULL, NULL);
}
