/* ABI tests: generating passwords without some characters. */
#include "abi_generate.h"

#include <stdlib.h>
#include <string.h>

static void excluded_characters_do_not_occur(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *exclude, *missing;
        size_t length;
        double entropy;
    } cases[] = {
        {"", NULL, "", 20, 20 * LOG2_95},
        {"", "none", "", 20, 20 * LOG2_95},
        {"", " none ", "", 20, 20 * LOG2_95},
        {"allowed: digit, [abcOlI|]", "ambiguous, [abc]", "abc0O1lI|", 24, 24 * 3},
        {"allowed: digit, [ab]", "[ab]", "ab", 22, 22 * LOG2_10},
        {"allowed: digit, lower", "lower", "abcdefghijklmnopqrstuvwxyz", 22, 22 * LOG2_10},
        {"allowed: digit, [ ]", "[ ]", " ", 22, 22 * LOG2_10},
        {"allowed: [ab]", "upper, digit, special", "A0-", 71, 71},
        {"allowed: [aeiouxyzt]", " [ae] , [iou],[t] ", "aeiout", 45, 45 * LOG2_3},
        {"required: [abc]; maxlength: 4", "[c]", "c", 4, 4},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .exclude = cases[index].exclude};
        passwordrules_generated generated;
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int round = 0; round < 20; round++) {
            char *password = generate(rules, &options, &generated);
            assert_null(strpbrk(password, cases[index].missing));
            free(password);
        }
        assert_int_equal(generated.length, cases[index].length);
        assert_bits(generated.entropy, cases[index].entropy);
        assert_int_equal(generated.excluded, 1);
        passwordrules_rules_free(rules);
    }
}

/* Required characters stay; the other excluded ones are still left out. */
static void excluded_characters_that_the_rules_need_stay(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *exclude, *missing;
    } cases[] = {
        {"required: [0]", "ambiguous", "1OlI|"},
        {"required: [0]; allowed: digit", "ambiguous", "1"},
        {"required: digit; allowed: [ab]", "[a], digit", "a"},
        {"required: digit; required: lower", "ascii-printable", ""},
        {"allowed: [a]", "[a]", ""},
        {"allowed: [ab]; max-repeating: 1", "[a]", ""},
        {"allowed: [abc]; max-sequential: 1; max-repeating: 1; minlength: 2", "[a]", ""},
        {"", "ascii-printable", ""},
        {"", "unicode", ""},
        {"required: [0]; required: [ ]", "ambiguous, space-at-ends, [ ]", ""},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .exclude = cases[index].exclude};
        passwordrules_generated generated;
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int round = 0; round < 5; round++) {
            char *password = generate(rules, &options, &generated);
            assert_null(strpbrk(password, cases[index].missing));
            free(password);
        }
        assert_int_equal(generated.excluded, 0);
        passwordrules_rules_free(rules);
    }
}

static int has_space_at_ends(const char *password)
{
    return password[0] == ' ' || password[strlen(password) - 1] == ' ';
}

static void spaces_stay_inside_where_the_rules_permit_that(void **state)
{
    (void)state;
    const struct {
        const char *descriptor, *exclude;
        int excluded;
    } cases[] = {
        {"", "space-at-ends", 1},
        {"allowed: [ ab]; maxlength: 3", "space-at-ends", 1},
        {"allowed: [ a]; minlength: 3; maxlength: 3", " space-at-ends ", 1},
        {"required: [ ]; required: [a]; maxlength: 3", "space-at-ends", 1},
        {"required: [ ]; allowed: lower, upper; minlength: 3; maxlength: 3", "lower, space-at-ends", 1},
        {"allowed: lower", "space-at-ends", 1},
        {"required: [ ]; required: [a]; maxlength: 2", "space-at-ends", 0},
        {"required: [ ]; required: [a]; required: [b]; maxlength: 3", "space-at-ends", 1},
        {"required: [ ]", "space-at-ends", 0},
        {"allowed: [ ]; maxlength: 1", "space-at-ends", 0},
        {"allowed: [ a]; max-repeating: 1; minlength: 4; maxlength: 4", "space-at-ends", 0},
        {"allowed: [ a]; max-repeating: 1; minlength: 5; maxlength: 5", "space-at-ends", 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .exclude = cases[index].exclude};
        passwordrules_generated generated;
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int round = 0; round < 20; round++) {
            char *password = generate(rules, &options, &generated);
            assert_int_equal(generated.excluded, cases[index].excluded);
            assert_int_equal(has_space_at_ends(password), !cases[index].excluded);
            free(password);
        }
        passwordrules_rules_free(rules);
    }
    const passwordrules_generate_options options = {.size = sizeof(options), .exclude = "space-at-ends"};
    assert_bits(describe_generated("", &options).entropy, 18 * LOG2_95 + 2 * LOG2_94);
    assert_bits(describe_generated("allowed: [ a]; minlength: 3; maxlength: 3", &options).entropy, 1);
    assert_bits(describe_generated("required: [ ]; required: [a]; maxlength: 3", &options).entropy, 0);
}

/* Rules that cannot be counted also permit passwords without a space at an end. */
static void spaces_stay_inside_with_many_requirements(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of(ELEVEN_REQUIREMENTS "required: [ ]; minlength: 200");
    const passwordrules_generate_options options = {.size = sizeof(options), .exclude = "space-at-ends"};
    for (int round = 0; round < 50; round++) {
        passwordrules_generated generated;
        char *password = generate(rules, &options, &generated);
        assert_int_equal(generated.excluded, 1);
        assert_int_equal(has_space_at_ends(password), 0);
        free(password);
    }
    passwordrules_rules_free(rules);
}

static void mistakes_in_exclusions_are_refused(void **state)
{
    (void)state;
    const char *mistakes[] = {
        "", " ", ",", "vowels", "ambigous", "ambiguous,", ",ambiguous", "ambiguous;", "ambiguous digit", "[aeiou",
        "aeiou]", "[\xC3\xA9]", "\xFF", "none, digit", "digit, none", "none none", "none;", "0O1lI|",
        "space-at-ends space", "allowed: digit", "-", "[a][b]",
    };
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(mistakes) / sizeof(*mistakes); index++) {
        for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
            const passwordrules_generate_options options = {
                .size = sizeof(options), .style = style, .exclude = mistakes[index]};
            assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
        }
    }
    passwordrules_rules_free(rules);
}

/* A mistake in a descriptor, and so one here. */
static void a_class_without_characters_is_refused(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("");
    const passwordrules_generate_options options = {.size = sizeof(options), .exclude = "[]"};
    assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
    passwordrules_rules_free(rules);
}

int run_exclude_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(excluded_characters_do_not_occur),
        cmocka_unit_test(excluded_characters_that_the_rules_need_stay),
        cmocka_unit_test(spaces_stay_inside_where_the_rules_permit_that),
        cmocka_unit_test(spaces_stay_inside_with_many_requirements),
        cmocka_unit_test(mistakes_in_exclusions_are_refused),
        cmocka_unit_test(a_class_without_characters_is_refused),
    };
    return cmocka_run_group_tests_name("generate: exclude", tests, NULL, NULL);
}
