/* ABI tests: generating passwords. */
#include "abi.h"

#include <string.h>

/* What to generate from; options may be NULL. */
struct request {
    const passwordrules_rules *rules;
    const passwordrules_generate_options *options;
};

static int write_generated(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct request *request = subject;
    return passwordrules_generate(request->rules, request->options, buffer, size, needed);
}

static int accepts(const passwordrules_rules *rules, const char *password, unsigned flags)
{
    passwordrules_report *report = report_of(rules, password, flags);
    int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return accepted;
}

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
            assert_int_equal(passwordrules_generate(rules, NULL, password, 64, &needed), PASSWORDRULES_OK);
            assert_int_equal(needed, strlen(password) + 1);
            assert_int_equal(accepts(rules, password, PASSWORDRULES_STRICT), 1);
            assert_int_equal(accepts(rules, password, 0), 1);
            for (const char *next = password; *next != '\0'; next++)
                assert_in_range(*next, 0x20, 0x7E);
            for (size_t other = 0; other < round; other++)
                duplicates += strcmp(password, passwords[other]) == 0;
        }
        /* The smallest of these languages has some 10^8 passwords: that two of 25 meet has a chance of 10^-6. */
        assert_int_equal(duplicates, 0);
        passwordrules_rules_free(rules);
    }
}

static void every_password_of_a_small_language_turns_up(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("required: digit; maxlength: 1");
    int seen[10] = {0};
    /* The chance that one of ten digits is missing from 300 draws is below 10^-12. */
    for (int round = 0; round < 300; round++) {
        char password[2];
        assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), NULL), PASSWORDRULES_OK);
        assert_in_range(password[0], '0', '9');
        seen[password[0] - '0'] = 1;
    }
    for (int digit = 0; digit < 10; digit++)
        assert_int_equal(seen[digit], 1);
    passwordrules_rules_free(rules);
}

static void the_length_is_20_or_the_nearest_that_is_allowed(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
    } cases[] = {
        {"", 20}, {"minlength: 8", 20}, {"minlength: 20", 20}, {"minlength: 21", 21}, {"minlength: 1024", 1024},
        {"maxlength: 64", 20}, {"maxlength: 19", 19}, {"maxlength: 1", 1}, {"maxlength: 100000", 20},
        {"minlength: 4; maxlength: 6", 6}, {"minlength: 30; maxlength: 40", 30}, {"maxlength: 0", 20},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        char password[PASSWORDRULES_GENERATE_MAX + 1];
        size_t needed;
        assert_int_equal(passwordrules_generate(rules, NULL, password, sizeof(password), &needed), PASSWORDRULES_OK);
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
        assert_int_equal(passwordrules_generate(rules, &options, password, sizeof(password), NULL), PASSWORDRULES_OK);
        assert_int_equal(strlen(password), cases[index].length);
        assert_int_equal(accepts(rules, password, PASSWORDRULES_STRICT), 1);
    }
    passwordrules_rules_free(rules);
}

static void generate_keeps_to_its_buffer(void **state)
{
    (void)state;
    const char *descriptors[] = {"", "maxlength: 1", "minlength: 300"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        struct request request = {rules, NULL};
        assert_writes_text(write_generated, &request);
        passwordrules_rules_free(rules);
    }
}

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
        passwordrules_generate_options options = {.size = sizeof(options), .length = cases[index].length};
        struct request request = {rules, &options};
        assert_writes_nothing(write_generated, &request, PASSWORDRULES_ELENGTH);
        passwordrules_rules_free(rules);
    }
}

/* Why nothing is generated from a descriptor: the status, which must come with an empty buffer. */
static int reason_for_nothing(const char *descriptor)
{
    char password[PASSWORDRULES_GENERATE_MAX + 1] = "untouched";
    size_t needed = 12345;
    passwordrules_rules *rules = rules_of(descriptor);
    int status = passwordrules_generate(rules, NULL, password, sizeof(password), &needed);
    passwordrules_rules_free(rules);
    assert_string_equal(password, "");
    assert_int_equal(needed, 0);
    return status;
}

static void contradictions_are_told(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "minlength: 9; maxlength: 8",
        "required: upper; required: lower; required: digit; maxlength: 2",
        "allowed: [a]; max-repeating: 1; minlength: 2",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++)
        assert_int_equal(reason_for_nothing(descriptors[index]), PASSWORDRULES_EUNSATISFIABLE);
}

/* There is no such password. Whether that is proved or only none is found, what counts is that the search ends. */
static void a_vain_search_ends(void **state)
{
    (void)state;
    int status = reason_for_nothing("allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64");
    assert_true(status == PASSWORDRULES_EUNSATISFIABLE || status == PASSWORDRULES_ENOTFOUND);
}

static void generate_refuses_wrong_arguments(void **state)
{
    (void)state;
    struct request no_rules = {NULL, NULL};
    assert_writes_nothing(write_generated, &no_rules, PASSWORDRULES_EINVAL);

    passwordrules_rules *rules = rules_of("minlength: 8");
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(passwordrules_generate_options), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        passwordrules_generate_options options = {.size = sizes[index], .length = 8};
        struct request request = {rules, &options};
        assert_writes_nothing(write_generated, &request, PASSWORDRULES_ESIZE);
    }
    passwordrules_rules_free(rules);
}

int run_generate_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_passwords_pass_both_readings_and_differ),
        cmocka_unit_test(every_password_of_a_small_language_turns_up),
        cmocka_unit_test(the_length_is_20_or_the_nearest_that_is_allowed),
        cmocka_unit_test(the_length_can_be_chosen),
        cmocka_unit_test(generate_keeps_to_its_buffer),
        cmocka_unit_test(lengths_outside_the_rules_or_the_maximum_are_refused),
        cmocka_unit_test(contradictions_are_told),
        cmocka_unit_test(a_vain_search_ends),
        cmocka_unit_test(generate_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
