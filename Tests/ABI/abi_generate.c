/* ABI tests: generating passwords: the defaults, buffers, styles, and rules that permit few passwords or none. The meaning of
   each rule and style is tested by GeneratorTests, GenerationPlanTests and StyleTests. */
#include "abi_generate.h"

#include <stdlib.h>
#include <string.h>

#define RANDOM PASSWORDRULES_STYLE_RANDOM
#define READABLE PASSWORDRULES_STYLE_READABLE
#define WORDS PASSWORDRULES_STYLE_WORDS

/* ---- What is generated ---- */

static void what_was_generated_is_told(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        double entropy;
    } cases[] = {
        {"", 20, 20 * LOG2_95},
        {"minlength: 1024", 1024, 1024 * LOG2_95},
        {"maxlength: 100000", 20, 20 * LOG2_95},
        {"minlength: 4; maxlength: 6", 6, 6 * LOG2_95},
        {"maxlength: 0", 20, 20 * LOG2_95},
        {"required: unicode; minlength: 24", 24, 24 * LOG2_95},
        /* 71 bits take more characters. */
        {"allowed: digit", 22, 22 * LOG2_10},
        {"allowed: [ab]; maxlength: 30", 30, 30},
        {"allowed: [a]", 20, 0},
        {"required: digit; maxlength: 1", 1, LOG2_10},
        {"required: [a]; required: [b]; maxlength: 3", 3, 1 + LOG2_3},
        {"allowed: [abc]; max-repeating: 1; minlength: 101; maxlength: 101", 101, 100 + LOG2_3},
    };
    const passwordrules_generate_options zeros = {.size = sizeof(zeros)};
    const passwordrules_generate_options defaults = {sizeof(defaults), 0, 71, RANDOM, "none", 1};
    const passwordrules_generate_options *all[] = {NULL, &zeros, &defaults};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        for (size_t which = 0; which < 3; which++) {
            passwordrules_generated generated = describe_generated(cases[index].descriptor, all[which]);
            assert_int_equal(generated.style, RANDOM);
            assert_int_equal(generated.length, cases[index].length);
            assert_bits(generated.entropy, cases[index].entropy);
            assert_int_equal(generated.excluded, 1);
        }
    }
}

static void every_password_is_equally_likely(void **state)
{
    (void)state;
    const char *passwords[] = {"aab", "aba", "abb", "baa", "bab", "bba"};
    enum { COUNT = 6, ROUNDS = 600 };
    passwordrules_rules *rules = rules_of("required: [a]; required: [b]; maxlength: 3");
    size_t seen[COUNT] = {0};
    for (size_t round = 0; round < COUNT * ROUNDS; round++) {
        char password[8];
        size_t which = 0;
        assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), NULL, NULL), PASSWORDRULES_OK);
        while (which < COUNT && strcmp(password, passwords[which]) != 0)
            which++;
        assert_true(which < COUNT);
        seen[which]++;
    }
    /* Each is expected 600 times, plus or minus 23. The probability that one is off by 170 is below 10^-12. */
    for (size_t which = 0; which < COUNT; which++)
        assert_in_range(seen[which], ROUNDS - 170, ROUNDS + 170);
    passwordrules_rules_free(rules);
}

/* ---- Styles ---- */

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define LETTERS LOWER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Whether it is groups of six letters, with one digit, such as vubkem-roxPit-4cazud. */
static int is_readable(const char *password)
{
    for (;;) {
        size_t length = strspn(password, LETTERS "0123456789");
        password += length;
        if (length != 6 || *password == '\0')
            return length == 6;
        if (*password++ != '-')
            return 0;
    }
}

/* Whether it is words such as lemon-orbit-tulip. */
static int is_words(const char *password)
{
    for (;;) {
        size_t length = strspn(password, LOWER);
        password += length;
        if (length < 3 || length > 6 || *password == '\0')
            return length >= 3 && length <= 6;
        if (*password++ != '-')
            return 0;
    }
}

static void styles_have_their_form(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("");
    for (int style = READABLE; style <= WORDS; style++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .style = style, .count = 200};
        passwordrules_generated generated;
        char *passwords = generate(rules, &options, &generated);
        assert_int_equal(generated.style, style);
        assert_true(generated.entropy >= 71);
        for (char *password = strtok(passwords, "\n"); password != NULL; password = strtok(NULL, "\n"))
            assert_true(style == READABLE ? is_readable(password) : is_words(password));
        free(passwords);
    }
    passwordrules_rules_free(rules);
}

static void the_next_lower_style_is_used_where_the_rules_do_not_permit_one(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        int readable, words;
    } cases[] = {
        {"", 0, READABLE, WORDS},
        {"maxlength: 20", 0, READABLE, READABLE},
        {"maxlength: 19", 0, RANDOM, RANDOM},
        {"allowed: special", 0, RANDOM, RANDOM},
        {"required: lower; required: upper; required: digit", 0, RANDOM, WORDS},
        {"allowed: ascii-printable; " TEN_REQUIREMENTS, 0, RANDOM, RANDOM},
        {"allowed: ascii-printable; " THIRTY_REQUIREMENTS "minlength: 1000", 0, RANDOM, RANDOM},
        /* One word has no hyphen. */
        {"required: [-]; allowed: lower", 6, RANDOM, RANDOM},
        {"", 20, READABLE, WORDS},
        {"", 25, RANDOM, WORDS},
        {"", 2, RANDOM, RANDOM},
        /* Words of any length are found, however rarely freely chosen words have it. */
        {"", 56, RANDOM, WORDS},
        {"", 700, RANDOM, WORDS},
        {"", PASSWORDRULES_GENERATE_MAX, RANDOM, WORDS},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const int expected[] = {RANDOM, RANDOM, cases[index].readable, cases[index].words};
        for (int style = 0; style <= WORDS; style++) {
            const passwordrules_generate_options options = {
                .size = sizeof(options), .length = cases[index].length, .style = style, .count = 10};
            passwordrules_generated generated = describe_generated(cases[index].descriptor, &options);
            assert_int_equal(generated.style, expected[style]);
            if (cases[index].length != 0)
                assert_int_equal(generated.length, cases[index].length);
        }
    }
}

/* ---- Few passwords, or none ---- */

static void there_may_be_none(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        int status;
    } cases[] = {
        {"minlength: 8", 7, PASSWORDRULES_ELENGTH}, {"maxlength: 8", 9, PASSWORDRULES_ELENGTH},
        {"maxlength: 8", SIZE_MAX, PASSWORDRULES_ELENGTH}, {"", 1025, PASSWORDRULES_ELENGTH},
        {"", TOO_LONG, PASSWORDRULES_ELENGTH}, {"", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {"minlength: 1025", 0, PASSWORDRULES_ELENGTH}, {"minlength: 2147483647", 0, PASSWORDRULES_ELENGTH},
        {"minlength: 100000", 20, PASSWORDRULES_ELENGTH}, {"minlength: 100000", 100000, PASSWORDRULES_ELENGTH},
        {"minlength: 9; maxlength: 8", 0, PASSWORDRULES_EUNSATISFIABLE},
        {"required: upper; required: lower; required: digit", 2, PASSWORDRULES_EUNSATISFIABLE},
        {SIX_REQUIREMENTS "maxlength: 5", 0, PASSWORDRULES_EUNSATISFIABLE},
        {"allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", 0, PASSWORDRULES_EUNSATISFIABLE},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int style = 0; style <= WORDS; style++) {
            const passwordrules_generate_options options = {
                .size = sizeof(options), .length = cases[index].length, .style = style};
            assert_generates_nothing(rules, &options, cases[index].status);
        }
        passwordrules_rules_free(rules);
    }
}

/* Few among many candidates, too many to count: a way to find them finds them every time. */
static void rare_and_long_passwords_are_found(void **state)
{
    (void)state;
    const char *descriptors[] = {
        SIX_REQUIREMENTS "maxlength: 6; allowed: ascii-printable",
        TEN_REQUIREMENTS "minlength: 10; maxlength: 10; allowed: ascii-printable",
        TEN_REQUIREMENTS "maxlength: 19; max-sequential: 1; max-repeating: 1",
        "allowed: digit; max-repeating: 1; max-sequential: 1; minlength: 300",
        "allowed: [abc]; max-repeating: 1; max-sequential: 1; minlength: 1024",
        "max-repeating: 1; max-sequential: 1; minlength: 1024",
        "max-consecutive: 1; allowed: lower, digit; minlength: 500",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++)
        for (int round = 0; round < 3; round++)
            assert_int_equal(describe_generated(descriptors[index], NULL).style, RANDOM);
}

/* Above ten requirements nothing is counted, so little is known: a password, or that there is none, or none was found. */
static void many_requirements_end_with_a_password_or_a_status(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        int is_found; /* for certain, if most of the candidates meet all rules */
    } cases[] = {
        {ELEVEN_REQUIREMENTS, 0},
        {ELEVEN_REQUIREMENTS "minlength: 11; maxlength: 11; allowed: ascii-printable", 0},
        {ELEVEN_REQUIREMENTS "max-repeating: 1; max-sequential: 1; minlength: 40; maxlength: 40", 0},
        {THIRTY_REQUIREMENTS "allowed: ascii-printable", 0},
        {THIRTY_REQUIREMENTS "maxlength: 29", 0},
        {ELEVEN_REQUIREMENTS "minlength: 100", 1},
        {THIRTY_REQUIREMENTS "minlength: 1000", 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        for (int style = RANDOM; style <= WORDS; style++) {
            const passwordrules_generate_options options = {.size = sizeof(options), .style = style};
            passwordrules_generated generated = {.size = sizeof(generated), .entropy = -5};
            char password[PASSWORDRULES_GENERATE_MAX + 1];
            int status = passwordrules_generate(rules, &options, password, sizeof(password), NULL, &generated);
            if (status == PASSWORDRULES_OK) {
                assert_int_equal(accepts(rules, password, PASSWORDRULES_CHECK_STRICT_READING), 1);
                assert_bits(generated.entropy, 0);
            } else {
                assert_true(status == PASSWORDRULES_ENOTFOUND || status == PASSWORDRULES_EUNSATISFIABLE);
                assert_int_equal(cases[index].is_found, 0);
                assert_string_equal(password, "");
            }
        }
        passwordrules_rules_free(rules);
    }
}

/* ---- Arguments ---- */

static void generate_keeps_to_its_buffer(void **state)
{
    (void)state;
    const passwordrules_generate_options readable = {.size = sizeof(readable), .style = READABLE};
    const passwordrules_generate_options several = {.size = sizeof(several), .count = 20};
    const passwordrules_generate_options *all[] = {NULL, &readable, &several};
    const char *descriptors[] = {"", "minlength: 300", "required: digit; minlength: 2; maxlength: 2"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (size_t which = 0; which < 3; which++) {
            struct request request = {rules, all[which]};
            const size_t room = assert_writes_text(write_generated, &request) - 1;
            /* No part of a password is in a buffer that is too small. */
            char *buffer = malloc(room);
            assert_non_null(buffer);
            memset(buffer, '#', room);
            assert_int_equal(write_generated(&request, buffer, room, NULL), PASSWORDRULES_ERANGE);
            for (size_t place = 1; place < room; place++)
                assert_int_equal(buffer[place], '#');
            free(buffer);
        }
        passwordrules_rules_free(rules);
    }
}

static void generate_refuses_wrong_arguments(void **state)
{
    (void)state;
    assert_generates_nothing(NULL, NULL, PASSWORDRULES_EINVAL);
    passwordrules_rules *rules = rules_of("minlength: 20; maxlength: 20");
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(passwordrules_generate_options), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        const passwordrules_generate_options options = {.size = sizes[index], .length = 20};
        assert_generates_nothing(rules, &options, PASSWORDRULES_ESIZE);
    }
    /* With a struct of another size, and with a buffer that is too small, the struct is as it was. */
    fill_wrong_sizes(sizeof(passwordrules_generated), sizes);
    for (size_t index = 0; index <= WRONG_SIZE_COUNT; index++) {
        int is_small = index == WRONG_SIZE_COUNT;
        passwordrules_generated generated, before;
        memset(&before, 0x5A, sizeof(before));
        before.size = is_small ? sizeof(before) : sizes[index];
        memcpy(&generated, &before, sizeof(before));
        char password[64] = "untouched";
        size_t needed = 12345;
        assert_int_equal(passwordrules_generate(rules, NULL, password, is_small ? 20 : 64, &needed, &generated),
                         is_small ? PASSWORDRULES_ERANGE : PASSWORDRULES_ESIZE);
        assert_string_equal(password, "");
        assert_int_equal(needed, is_small ? 21 : 0);
        assert_memory_equal(&generated, &before, sizeof(before));
    }
    char password[64] = "untouched";
    assert_int_equal(passwordrules_generate(rules, NULL, password, TOO_LONG, NULL, NULL), PASSWORDRULES_EINVAL);
    assert_string_equal(password, "untouched");
    passwordrules_rules_free(rules);
}

int run_generate_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_generated_is_told),
        cmocka_unit_test(every_password_is_equally_likely),
        cmocka_unit_test(styles_have_their_form),
        cmocka_unit_test(the_next_lower_style_is_used_where_the_rules_do_not_permit_one),
        cmocka_unit_test(there_may_be_none),
        cmocka_unit_test(rare_and_long_passwords_are_found),
        cmocka_unit_test(many_requirements_end_with_a_password_or_a_status),
        cmocka_unit_test(generate_keeps_to_its_buffer),
        cmocka_unit_test(generate_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
