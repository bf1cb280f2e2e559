/* ABI tests: generating passwords: the options for entropy and numbers. */
#include "abi_generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM PASSWORDRULES_STYLE_RANDOM
#define READABLE PASSWORDRULES_STYLE_READABLE
#define WORDS PASSWORDRULES_STYLE_WORDS

static void members_of_0_stand_for_the_defaults(void **state)
{
    (void)state;
    const passwordrules_generate_options zeros = {.size = sizeof(zeros)};
    const passwordrules_generate_options defaults = {sizeof(defaults), 0, 71, RANDOM, "none", 1};
    const passwordrules_generate_options *all[] = {NULL, &zeros, &defaults};
    const char *descriptors[] = {"", "allowed: digit", "minlength: 30", "maxlength: 3"};
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_generated expected = describe_generated(descriptors[index], NULL);
        for (size_t which = 0; which < 3; which++) {
            passwordrules_generated generated = describe_generated(descriptors[index], all[which]);
            assert_int_equal(generated.style, RANDOM);
            assert_int_equal(generated.length, expected.length);
            assert_bits(generated.entropy, expected.entropy);
            assert_int_equal(generated.excluded, 1);
        }
    }
}

/* ---- Entropy ---- */

static void entropy_makes_passwords_longer_as_far_as_the_rules_permit(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double wanted;
        size_t length;
        double entropy;
    } cases[] = {
        {"", 0, 20, 20 * LOG2_95}, {"", 1, 20, 20 * LOG2_95}, {"", 131, 20, 20 * LOG2_95},
        {"", 132, 21, 21 * LOG2_95}, {"", 1024, 156, 156 * LOG2_95},
        {"allowed: digit", 0, 22, 22 * LOG2_10}, {"allowed: digit", 1e-300, 20, 20 * LOG2_10},
        {"allowed: digit", 70, 22, 22 * LOG2_10}, {"allowed: digit", 69, 21, 21 * LOG2_10},
        {"allowed: digit", 1024, 309, 309 * LOG2_10},
        {"allowed: digit; maxlength: 8", 0, 8, 8 * LOG2_10}, {"allowed: digit; maxlength: 8", 1024, 8, 8 * LOG2_10},
        {"allowed: digit; minlength: 40", 100, 40, 40 * LOG2_10},
        {"allowed: digit; maxlength: 21", 0, 21, 21 * LOG2_10},
        {"allowed: [ab]", 0, 71, 71}, {"allowed: [ab]", 20, 20, 20}, {"allowed: [ab]", 20.5, 21, 21},
        {"allowed: [ab]", 1024, 1024, 1024}, {"allowed: [ab]; maxlength: 100000", 1024, 1024, 1024},
        {"allowed: [ab]; max-repeating: 1", 1024, 20, 1}, {"allowed: [a]", 1024, 20, 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .entropy = cases[index].wanted};
        passwordrules_generated generated = describe_generated(cases[index].descriptor, &options);
        assert_int_equal(generated.length, cases[index].length);
        assert_bits(generated.entropy, cases[index].entropy);
    }
}

static void entropy_is_of_no_effect_together_with_a_length(void **state)
{
    (void)state;
    for (int style = 0; style <= WORDS; style++) {
        const passwordrules_generate_options options = {
            .size = sizeof(options), .length = 20, .entropy = 1024, .style = style};
        assert_int_equal(describe_generated("", &options).length, 20);
    }
    const passwordrules_generate_options options = {.size = sizeof(options), .length = 5, .entropy = 1024};
    assert_bits(describe_generated("allowed: digit", &options).entropy, 5 * LOG2_10);
}

static void entropy_outside_0_to_1024_is_refused(void **state)
{
    (void)state;
    const double wrong[] = {(double)NAN, -(double)NAN, -1, -1e-300, -(double)INFINITY, (double)INFINITY, 1025,
                            1024.0000001, 1e300};
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(wrong) / sizeof(*wrong); index++) {
        for (int style = 0; style <= WORDS; style++) {
            for (size_t length = 0; length <= 20; length += 20) {
                const passwordrules_generate_options options = {
                    .size = sizeof(options), .length = length, .entropy = wrong[index], .style = style};
                assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
            }
        }
    }
    passwordrules_rules_free(rules);
}

/* ---- Numbers ---- */

static void so_many_passwords_are_generated_and_all_differ(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 2, 1000};
    const char *descriptors[] = {"", "required: upper; required: lower; required: digit; required: [-]; minlength: 8",
                                 "allowed: digit; max-repeating: 2; max-sequential: 2", "allowed: [ab]; maxlength: 10"};
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        for (size_t which = 0; which < 4; which++) {
            for (int style = RANDOM; style <= WORDS; style++) {
                const passwordrules_generate_options options = {
                    .size = sizeof(options), .style = style, .count = counts[which]};
                describe_generated(descriptors[index], &options);
            }
        }
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
        {"allowed: [ab]; minlength: 3; maxlength: 3", NULL, 8, 3},
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
        passwordrules_generated generated = {.size = sizeof(generated)};
        size_t room, needed = 12345;
        free(generate(rules, &options, &generated));
        assert_bits(generated.entropy, cases[index].entropy);

        options.count++;
        assert_int_equal(passwordrules_generate(rules, &options, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
        char *buffer = malloc(room);
        assert_non_null(buffer);
        generated = (passwordrules_generated){sizeof(generated), -1, 77, -5, -1};
        assert_int_equal(passwordrules_generate(rules, &options, buffer, room, &needed, &generated),
                         PASSWORDRULES_ETOOFEW);
        assert_string_equal(buffer, "");
        assert_int_equal(needed, 0);
        assert_int_equal(generated.style, -1);
        assert_int_equal(generated.length, 77);
        assert_bits(generated.entropy, -5);
        assert_int_equal(generated.excluded, -1);
        free(buffer);
        passwordrules_rules_free(rules);
    }
}

/* Of words, the text mostly takes less than what is always enough. */
static void the_room_is_for_the_longest(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("");
    for (int style = RANDOM; style <= WORDS; style++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .style = style, .count = 10};
        passwordrules_generated generated = {.size = sizeof(generated)};
        size_t room, needed = 12345;
        assert_int_equal(passwordrules_generate(rules, &options, NULL, 0, &room, &generated), PASSWORDRULES_ERANGE);
        char *buffer = malloc(room);
        assert_non_null(buffer);
        memset(buffer, '#', room);
        assert_int_equal(passwordrules_generate(rules, &options, buffer, room - 1, &needed, NULL),
                         PASSWORDRULES_ERANGE);
        assert_int_equal(needed, room);
        assert_string_equal(buffer, "");
        for (size_t index = 1; index < room; index++)
            assert_int_equal(buffer[index], '#');
        assert_int_equal(passwordrules_generate(rules, &options, buffer, room, &needed, &generated),
                         PASSWORDRULES_OK);
        assert_int_equal(room, 10 * (generated.length + 1));
        assert_true(needed <= room);
        free(buffer);
    }
    const passwordrules_generate_options most = {.size = sizeof(most), .count = PASSWORDRULES_GENERATE_COUNT_MAX};
    size_t room;
    assert_int_equal(passwordrules_generate(rules, &most, NULL, 0, &room, NULL), PASSWORDRULES_ERANGE);
    assert_int_equal(room, 21 * PASSWORDRULES_GENERATE_COUNT_MAX);
    passwordrules_rules_free(rules);
}

static void more_than_a_million_are_refused(void **state)
{
    (void)state;
    const size_t counts[] = {PASSWORDRULES_GENERATE_COUNT_MAX + 1, TOO_LONG, SIZE_MAX, SIZE_MAX / 21 + 1};
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(counts) / sizeof(*counts); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .count = counts[index]};
        assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
    }
    passwordrules_rules_free(rules);
}

static void all_options_work_together(void **state)
{
    (void)state;
    const passwordrules_generate_options readable = {
        sizeof(readable), 0, 100, READABLE, "ambiguous, [aqz], space-at-ends", 50};
    const passwordrules_generate_options words = {sizeof(words), 30, 1024, WORDS, "[xyz]", 50};
    const passwordrules_generate_options random = {sizeof(random), 40, 1, RANDOM, "special, upper, [0]", 50};
    const struct {
        const passwordrules_generate_options *options;
        const char *missing;
        size_t length;
    } cases[] = {{&readable, "0O1lI|aqz ", 34}, {&words, "xyz ", 30}, {&random, "-_ ABZ0", 40}};
    passwordrules_rules *rules = rules_of("minlength: 12; max-repeating: 2");
    for (size_t index = 0; index < 3; index++) {
        passwordrules_generated generated;
        char *passwords = generate(rules, cases[index].options, &generated);
        assert_int_equal(generated.style, cases[index].options->style);
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
        cmocka_unit_test(members_of_0_stand_for_the_defaults),
        cmocka_unit_test(entropy_makes_passwords_longer_as_far_as_the_rules_permit),
        cmocka_unit_test(entropy_is_of_no_effect_together_with_a_length),
        cmocka_unit_test(entropy_outside_0_to_1024_is_refused),
        cmocka_unit_test(so_many_passwords_are_generated_and_all_differ),
        cmocka_unit_test(all_there_are_can_be_generated_and_no_more),
        cmocka_unit_test(the_room_is_for_the_longest),
        cmocka_unit_test(more_than_a_million_are_refused),
        cmocka_unit_test(all_options_work_together),
    };
    return cmocka_run_group_tests_name("generate: options", tests, NULL, NULL);
}
