/* ABI tests: the shortest length with a given entropy. */
#include "abi_generate.h"

#include <math.h>

static void the_shortest_length_is_found(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double entropy;
        size_t length;
    } cases[] = {
        {"", 0, 1}, {"", 6.5, 1}, {"", 6.6, 2}, {"", 71, 11}, {"", 128, 20}, {"", 1024, 156},
        {"allowed: digit", 0, 1}, {"allowed: digit", 71, 22}, {"allowed: digit", 1024, 309},
        {"allowed: [ab]", 1, 1}, {"allowed: [ab]", 1.0000001, 2}, {"allowed: [ab]", 3, 3},
        {"allowed: [ab]", 1023.5, 1024}, {"allowed: [ab]", 1024, 1024}, {"allowed: [a]", 0, 1},
        {"allowed: digit; minlength: 30", 71, 30}, {"allowed: digit; minlength: 30; maxlength: 30", 99, 30},
        {"allowed: digit; minlength: 1024", 0, 1024}, {"maxlength: 4", 26, 4}, {"maxlength: 5000", 30, 5},
        {"allowed: [ab]; max-repeating: 1", 1, 1}, {"allowed: [abc]; max-repeating: 1", 11.5, 11},
        {"required: [a]; required: [b]", 0, 2}, {"required: [a]; required: [b]", 1, 2},
        {"required: [a]; required: [b]", 1.1, 3},
        {TEN_REQUIREMENTS, 0, 10}, {TEN_REQUIREMENTS, 21, 10}, {TEN_REQUIREMENTS, 22, 11},
        {SIX_REQUIREMENTS "allowed: ascii-printable", 9.4, 6}, {SIX_REQUIREMENTS "allowed: ascii-printable", 9.5, 7},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        size_t length = 12345;
        assert_int_equal(passwordrules_shortest_length(rules, cases[index].entropy, &length), PASSWORDRULES_OK);
        assert_int_equal(length, cases[index].length);
        passwordrules_rules_free(rules);
    }
}

/* It has the entropy that is counted for it, and the length before it has less. */
static void counts_prove_that_it_is_the_shortest(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "", "allowed: digit; max-repeating: 1; max-sequential: 1",
        "required: upper; required: lower; required: digit; required: special; max-consecutive: 2",
        "required: [a]; required: [b]; allowed: digit", "allowed: [ab]; max-repeating: 2",
        TEN_REQUIREMENTS "max-repeating: 1",
    };
    const double wanted[] = {1, 33.3, 71, 90};
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (size_t which = 0; which < 4; which++) {
            size_t length = 0;
            double entropy = -5, less = -5;
            char digits[200];
            assert_int_equal(passwordrules_shortest_length(rules, wanted[which], &length), PASSWORDRULES_OK);
            assert_int_equal(passwordrules_count(rules, length, digits, sizeof(digits), NULL, &entropy),
                             PASSWORDRULES_OK);
            assert_true(entropy >= wanted[which]);
            if (length > 1) {
                assert_int_equal(passwordrules_count(rules, length - 1, digits, sizeof(digits), NULL, &less),
                                 PASSWORDRULES_OK);
                assert_true(less < wanted[which]);
            }
            /* Its own entropy is not too much to ask for. */
            size_t again = 0;
            assert_int_equal(passwordrules_shortest_length(rules, entropy, &again), PASSWORDRULES_OK);
            assert_int_equal(again, length);
        }
        passwordrules_rules_free(rules);
    }
}

/* Checks that no length is found: the status, which must come with a length of 0. */
static void assert_no_length(const char *descriptor, double entropy, int status)
{
    passwordrules_rules *rules = rules_of(descriptor);
    size_t length = 12345;
    assert_int_equal(passwordrules_shortest_length(rules, entropy, &length), status);
    assert_int_equal(length, 0);
    passwordrules_rules_free(rules);
}

static void entropy_out_of_reach_is_told(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double entropy;
    } cases[] = {
        {"maxlength: 4", 100}, {"maxlength: 4", 1024}, {"maxlength: 4", 26.3}, {"allowed: [a]", 1e-300},
        {"allowed: [a]", 1024}, {"allowed: [ab]; maxlength: 1023", 1023.5}, {"allowed: [ab]; max-repeating: 1", 1.5},
        {"required: [a]; required: [b]; maxlength: 1", 0}, {SIX_REQUIREMENTS "maxlength: 5", 0},
        {SIX_REQUIREMENTS "maxlength: 6", 9.5},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        assert_no_length(cases[index].descriptor, cases[index].entropy, PASSWORDRULES_EUNSATISFIABLE);
}

/* No length up to the maximum has any passwords. */
static void rules_without_passwords_have_no_length(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "minlength: 9; maxlength: 8", "minlength: 1025", "minlength: 2000", "minlength: 100000",
        "minlength: 2147483647", "minlength: 2000; maxlength: 1000",
        "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64",
    };
    const double wanted[] = {0, 10, 1024};
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        for (size_t which = 0; which < 3; which++)
            assert_no_length(descriptors[index], wanted[which], PASSWORDRULES_EUNSATISFIABLE);
    }
}

static void what_is_not_counted_has_no_length(void **state)
{
    (void)state;
    const char limited[] = TEN_REQUIREMENTS "max-repeating: 2; max-sequential: 2; allowed: ascii-printable";
    assert_no_length(limited, 1024, PASSWORDRULES_ELENGTH);
    assert_no_length(ELEVEN_REQUIREMENTS, 0, PASSWORDRULES_EREQUIREMENTS);
    assert_no_length(ELEVEN_REQUIREMENTS, 71, PASSWORDRULES_EREQUIREMENTS);
    assert_no_length(THIRTY_REQUIREMENTS, 1024, PASSWORDRULES_EREQUIREMENTS);
}

static void shortest_length_refuses_wrong_arguments(void **state)
{
    (void)state;
    const double wrong[] = {(double)NAN, -(double)NAN, -1, -1e-300, -(double)INFINITY, (double)INFINITY,
                            1024.0000001, 1025};
    for (size_t index = 0; index < sizeof(wrong) / sizeof(*wrong); index++) {
        assert_no_length("", wrong[index], PASSWORDRULES_EINVAL);
        assert_no_length("maxlength: 4", wrong[index], PASSWORDRULES_EINVAL);
    }
    size_t length = 12345;
    assert_int_equal(passwordrules_shortest_length(NULL, 71, &length), PASSWORDRULES_EINVAL);
    assert_int_equal(length, 0);
    passwordrules_rules *rules = rules_of("");
    assert_int_equal(passwordrules_shortest_length(rules, 71, NULL), PASSWORDRULES_EINVAL);
    passwordrules_rules_free(rules);
}

int run_shortest_length_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_length_is_found),
        cmocka_unit_test(counts_prove_that_it_is_the_shortest),
        cmocka_unit_test(entropy_out_of_reach_is_told),
        cmocka_unit_test(rules_without_passwords_have_no_length),
        cmocka_unit_test(what_is_not_counted_has_no_length),
        cmocka_unit_test(shortest_length_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("shortest length", tests, NULL, NULL);
}
