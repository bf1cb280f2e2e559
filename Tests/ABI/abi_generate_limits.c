/* ABI tests: generating passwords from rules that permit few of them, or none. */
#include "abi_generate.h"

static void lengths_outside_the_rules_or_the_maximum_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
    } cases[] = {
        {"minlength: 8", 7}, {"minlength: 8", 1}, {"maxlength: 8", 9}, {"maxlength: 8", SIZE_MAX}, {"", 1025},
        {"", TOO_LONG}, {"", SIZE_MAX}, {"minlength: 1025", 0}, {"minlength: 100000", 0},
        {"minlength: 2147483647", 0}, {"minlength: 100000", 20}, {"minlength: 100000", 100000},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
            passwordrules_generate_options options = {
                .size = sizeof(options), .length = cases[index].length, .style = style};
            assert_generates_nothing(rules, &options, PASSWORDRULES_ELENGTH);
        }
        passwordrules_rules_free(rules);
    }
}

static void contradictions_are_told(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
    } cases[] = {
        {"minlength: 9; maxlength: 8", 0},
        {"required: upper; required: lower; required: digit; maxlength: 2", 0},
        {"required: upper; required: lower; required: digit", 2},
        {SIX_REQUIREMENTS "maxlength: 5", 0},
        {"allowed: [a]; max-repeating: 1; minlength: 2", 0},
        {"allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        passwordrules_generate_options options = {.size = sizeof(options), .length = cases[index].length};
        assert_generates_nothing(rules, &options, PASSWORDRULES_EUNSATISFIABLE);
        passwordrules_rules_free(rules);
    }
}

/* Rules with few passwords among many candidates. Each has some, and a way to count them finds it. */
static void rare_passwords_are_found(void **state)
{
    (void)state;
    const char *descriptors[] = {
        SIX_REQUIREMENTS "maxlength: 6",
        SIX_REQUIREMENTS "maxlength: 6; allowed: ascii-printable",
        TEN_REQUIREMENTS "minlength: 10; maxlength: 10; allowed: ascii-printable",
        TEN_REQUIREMENTS "maxlength: 19; max-sequential: 1; max-repeating: 1",
        "allowed: digit; max-repeating: 1; max-sequential: 1; minlength: 300",
        "allowed: [abc]; max-repeating: 1; max-sequential: 1; minlength: 1024",
        "allowed: [ab]; max-repeating: 1; minlength: 1000",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++)
        assert_int_equal(describe_generated(descriptors[index], NULL).style, PASSWORDRULES_STYLE_RANDOM);
}

/* These have too many passwords to count: limits on runs rule out few of them. */
static void long_passwords_with_limits_are_found(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "max-repeating: 1; max-sequential: 1; minlength: 400",
        "max-repeating: 1; max-sequential: 1; minlength: 1024",
        "max-consecutive: 1; allowed: lower, digit; minlength: 500",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        for (int round = 0; round < 5; round++)
            describe_generated(descriptors[index], NULL);
    }
}

/* Above ten requirements nothing is counted, so little is known: a password, or that there is none, or none was found. */
static void many_requirements_end_with_a_password_or_a_status(void **state)
{
    (void)state;
    const char *descriptors[] = {
        ELEVEN_REQUIREMENTS,
        ELEVEN_REQUIREMENTS "minlength: 11; maxlength: 11",
        ELEVEN_REQUIREMENTS "minlength: 11; maxlength: 11; allowed: ascii-printable",
        ELEVEN_REQUIREMENTS "max-repeating: 1; max-sequential: 1; minlength: 40; maxlength: 40",
        THIRTY_REQUIREMENTS,
        THIRTY_REQUIREMENTS "allowed: ascii-printable",
        THIRTY_REQUIREMENTS "maxlength: 29",
        THIRTY_REQUIREMENTS "minlength: 1024",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (int style = PASSWORDRULES_STYLE_RANDOM; style <= PASSWORDRULES_STYLE_WORDS; style++) {
            passwordrules_generate_options options = {.size = sizeof(options), .style = style};
            passwordrules_generated generated = {.size = sizeof(generated), .entropy = -5};
            char password[PASSWORDRULES_GENERATE_MAX + 1];
            int status =
                passwordrules_generate(rules, &options, password, sizeof(password), NULL, &generated);
            if (status == PASSWORDRULES_OK) {
                assert_int_equal(accepts(rules, password, PASSWORDRULES_CHECK_STRICT_READING), 1);
                assert_bits(generated.entropy, 0);
            } else {
                assert_true(status == PASSWORDRULES_ENOTFOUND || status == PASSWORDRULES_EUNSATISFIABLE);
                assert_string_equal(password, "");
            }
        }
        passwordrules_rules_free(rules);
    }
    /* If most of the candidates meet all rules, a password is found for certain. */
    assert_bits(describe_generated(ELEVEN_REQUIREMENTS "minlength: 100", NULL).entropy, 0);
    assert_bits(describe_generated(THIRTY_REQUIREMENTS "minlength: 1000", NULL).entropy, 0);
}

int run_generate_limit_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_outside_the_rules_or_the_maximum_are_refused),
        cmocka_unit_test(contradictions_are_told),
        cmocka_unit_test(rare_passwords_are_found),
        cmocka_unit_test(long_passwords_with_limits_are_found),
        cmocka_unit_test(many_requirements_end_with_a_password_or_a_status),
    };
    return cmocka_run_group_tests_name("generate: limits", tests, NULL, NULL);
}
