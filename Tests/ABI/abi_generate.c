/* ABI tests: generating passwords: the defaults, lengths, buffers. */
#include "abi_generate.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is generated ---- */

static void generated_passwords_pass_both_readings_and_differ(void **state)
{
    (void)state;
    enum { ROUNDS = 25 };
    const char *descriptors[] = {
        "",
        "minlength: 12; required: upper; required: lower; required: digit; required: special",
        "required: unicode; minlength: 24",
        "allowed: lower; max-consecutive: 1",
        "required: upper, digit; allowed: [-_.]; max-repeating: 1; max-sequential: 2",
        "required: []]; required: [-]; required: [;]; allowed: digit",
        "minlength: 32; maxlength: 32; allowed: [ab]; max-repeating: 3",
        "required: lower; required: upper; required: [0]; maxlength: 10; minlength: 10",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        char passwords[ROUNDS][64];
        int duplicates = 0;
        for (size_t round = 0; round < ROUNDS; round++) {
            char *password = passwords[round];
            size_t needed;
            assert_int_equal(passwordrules_generate(rules, NULL, password, 64, &needed, NULL),
                             PASSWORDRULES_OK);
            assert_int_equal(needed, strlen(password) + 1);
            assert_int_equal(accepts(rules, password, PASSWORDRULES_CHECK_STRICT_READING), 1);
            assert_int_equal(accepts(rules, password, 0), 1);
            for (const char *next = password; *next != '\0'; next++)
                assert_in_range(*next, 0x20, 0x7E);
            for (size_t other = 0; other < round; other++)
                duplicates += strcmp(password, passwords[other]) == 0;
        }
        /* The smallest of these languages has some 10^8 passwords: the probability that two of 25 are equal is 10^-6. */
        assert_int_equal(duplicates, 0);
        passwordrules_rules_free(rules);
    }
}

static void every_password_is_equally_likely(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t count;
        const char *passwords[6];
    } cases[] = {
        {"required: [a]; allowed: [b]; minlength: 2; maxlength: 2", 3, {"aa", "ab", "ba"}},
        {"required: [a]; required: [b]; maxlength: 3", 6, {"aab", "aba", "abb", "baa", "bab", "bba"}},
        {"allowed: [abc]; max-sequential: 1; max-repeating: 1; minlength: 2; maxlength: 2", 2, {"ac", "ca"}},
    };
    enum { ROUNDS = 600 };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        size_t count = cases[index].count, seen[6] = {0};
        for (size_t round = 0; round < count * ROUNDS; round++) {
            char password[8];
            size_t which = 0;
            assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), NULL, NULL),
                             PASSWORDRULES_OK);
            while (which < count && strcmp(password, cases[index].passwords[which]) != 0)
                which++;
            assert_true(which < count);
            seen[which]++;
        }
        /* Each is expected 600 times, plus or minus 23. The probability that one is off by 170 is below 10^-12. */
        for (size_t which = 0; which < count; which++)
            assert_in_range(seen[which], ROUNDS - 170, ROUNDS + 170);
        passwordrules_rules_free(rules);
    }
}

static void what_was_generated_is_told(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        double entropy;
    } cases[] = {
        {"", 20, 20 * LOG2_95},
        {"allowed: [ab]; minlength: 3; maxlength: 3", 3, 3},
        {"allowed: digit; minlength: 24; maxlength: 24", 24, 24 * LOG2_10},
        {"allowed: [a]", 20, 0},
        {"required: digit; maxlength: 1", 1, LOG2_10},
        {"required: [a]; required: [b]; maxlength: 3", 3, 1 + LOG2_3},
        {"allowed: [abc]; max-repeating: 1; minlength: 101; maxlength: 101", 101, 100 + LOG2_3},
        {"allowed: [abc]; max-sequential: 1; max-repeating: 1; maxlength: 2", 2, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_generated generated = describe_generated(cases[index].descriptor, NULL);
        assert_int_equal(generated.style, PASSWORDRULES_STYLE_RANDOM);
        assert_int_equal(generated.length, cases[index].length);
        assert_bits(generated.entropy, cases[index].entropy);
        assert_int_equal(generated.excluded, 1);
    }
}

/* ---- Lengths and buffers ---- */

static void the_length_is_20_most_of_the_time(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
    } cases[] = {
        {"", 20}, {"minlength: 8", 20}, {"minlength: 20", 20}, {"minlength: 21", 21}, {"minlength: 1024", 1024},
        {"maxlength: 64", 20}, {"maxlength: 19", 19}, {"maxlength: 1", 1}, {"maxlength: 100000", 20},
        {"minlength: 4; maxlength: 6", 6}, {"minlength: 30; maxlength: 40", 30}, {"maxlength: 0", 20},
        /* 71 bits take more characters. */
        {"allowed: digit", 22}, {"allowed: [ab]", 71}, {"allowed: digit; maxlength: 8", 8},
        {"allowed: [ab]; maxlength: 30", 30}, {"allowed: [a]", 20},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        char password[PASSWORDRULES_GENERATE_MAX + 1];
        size_t needed;
        assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), &needed, NULL),
                         PASSWORDRULES_OK);
        assert_int_equal(strlen(password), cases[index].length);
        assert_int_equal(needed, cases[index].length + 1);
        passwordrules_rules_free(rules);
    }
}

static void the_length_can_be_chosen(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 8; maxlength: 4000");
    const struct {
        size_t wanted, length;
    } cases[] = {{0, 20}, {8, 8}, {9, 9}, {64, 64}, {1023, 1023}, {PASSWORDRULES_GENERATE_MAX, 1024}};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_generate_options options = {.size = sizeof(options), .length = cases[index].wanted};
        char password[PASSWORDRULES_GENERATE_MAX + 1];
        assert_int_equal(passwordrules_generate(rules, &options, password, sizeof(password), NULL, NULL),
                         PASSWORDRULES_OK);
        assert_int_equal(strlen(password), cases[index].length);
        assert_int_equal(accepts(rules, password, PASSWORDRULES_CHECK_STRICT_READING), 1);
    }
    passwordrules_rules_free(rules);
}

static void generate_keeps_to_its_buffer(void **state)
{
    (void)state;
    const passwordrules_generate_options defaults = {.size = sizeof(defaults)};
    const passwordrules_generate_options readable = {.size = sizeof(readable), .style = PASSWORDRULES_STYLE_READABLE};
    const passwordrules_generate_options several = {.size = sizeof(several), .count = 20};
    const passwordrules_generate_options *all[] = {NULL, &defaults, &readable, &several};
    const char *descriptors[] = {"", "minlength: 300", "required: digit; minlength: 2; maxlength: 2"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (size_t which = 0; which < 4; which++) {
            struct request request = {rules, all[which]};
            assert_writes_text(write_generated, &request);
        }
        passwordrules_rules_free(rules);
    }
    passwordrules_rules *rules = rules_of("maxlength: 1");
    struct request request = {rules, NULL};
    assert_int_equal(assert_writes_text(write_generated, &request), 2);
    passwordrules_rules_free(rules);
}

/* With a buffer that is too small, or none, nothing is done: the struct is unchanged. */
static void nothing_is_told_of_a_password_without_room(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("minlength: 20; maxlength: 20");
    for (size_t size = 0; size <= 20; size += 10) {
        passwordrules_generated generated = {sizeof(generated), -1, 77, -5, -1};
        char buffer[20];
        size_t needed = 12345;
        assert_int_equal(
            passwordrules_generate(rules, NULL, size > 0 ? buffer : NULL, size, &needed, &generated),
            PASSWORDRULES_ERANGE);
        assert_int_equal(needed, 21);
        assert_int_equal(generated.style, -1);
        assert_int_equal(generated.length, 77);
        assert_bits(generated.entropy, -5);
        assert_int_equal(generated.excluded, -1);
    }
    passwordrules_rules_free(rules);
}

static void generate_refuses_wrong_arguments(void **state)
{
    (void)state;
    assert_generates_nothing(NULL, NULL, PASSWORDRULES_EINVAL);

    passwordrules_rules *rules = rules_of("minlength: 8");
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(passwordrules_generate_options), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        passwordrules_generate_options options = {.size = sizes[index], .length = 8};
        assert_generates_nothing(rules, &options, PASSWORDRULES_ESIZE);
    }
    fill_wrong_sizes(sizeof(passwordrules_generated), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        passwordrules_generated generated = {sizes[index], -1, 77, -5, -1};
        char password[64] = "untouched";
        size_t needed = 12345;
        assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), &needed, &generated),
                         PASSWORDRULES_ESIZE);
        assert_string_equal(password, "");
        assert_int_equal(needed, 0);
        assert_int_equal(generated.size, sizes[index]);
        assert_int_equal(generated.style, -1);
        assert_int_equal(generated.length, 77);
        assert_bits(generated.entropy, -5);
        assert_int_equal(generated.excluded, -1);
    }
    char password[64] = "untouched";
    assert_int_equal(passwordrules_generate(rules, NULL, password, TOO_LONG, NULL, NULL), PASSWORDRULES_EINVAL);
    assert_string_equal(password, "untouched");
    passwordrules_rules_free(rules);
}

int run_generate_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_passwords_pass_both_readings_and_differ),
        cmocka_unit_test(every_password_is_equally_likely),
        cmocka_unit_test(what_was_generated_is_told),
        cmocka_unit_test(the_length_is_20_most_of_the_time),
        cmocka_unit_test(the_length_can_be_chosen),
        cmocka_unit_test(generate_keeps_to_its_buffer),
        cmocka_unit_test(nothing_is_told_of_a_password_without_room),
        cmocka_unit_test(generate_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
