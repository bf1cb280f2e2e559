/* ABI tests: the source of randomness. UniformityTests proves that it is used without bias. */
#include "abi_generate.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>

/* <unistd.h> does not declare this function for POSIX programs. */
long syscall(long number, ...);

/* The main thread sets these variables while no other thread runs. */
static int is_failing, is_counting;
static size_t calls;

/* Replaces libc's function, to count calls and to make them fail. Otherwise it makes the same system call. */
ssize_t getrandom(void *buffer, size_t length, unsigned flags)
{
    if (is_counting)
        calls++;
    if (is_failing) {
        errno = ENOSYS;
        return -1;
    }
    return (ssize_t)syscall(SYS_getrandom, buffer, length, flags);
}

static int restore_randomness(void **state)
{
    (void)state;
    is_failing = is_counting = 0;
    return 0;
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
    /* Each password is expected 600 times, with a standard deviation of 22. The probability that one of the counts is off by
     * more than 170 is below 10^-12. */
    for (size_t which = 0; which < COUNT; which++)
        assert_in_range(seen[which], ROUNDS - 170, ROUNDS + 170);
    passwordrules_rules_free(rules);
}

/* Only generating passwords needs randomness, in each style. Asking for the size does not, nor does any other function for
 * rules. */
static void passwords_alone_cost_randomness(void **state)
{
    (void)state;
    const size_t counts[] = {1, 2, PASSWORDRULES_GENERATE_COUNT_MAX};
    passwordrules_rules *rules = rules_of("required: upper; required: digit; allowed: ascii-printable");
    is_counting = 1;
    for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
        passwordrules_generate_options options = OPTIONS(.style = style);
        calls = 0;
        char password[64];
        size_t needed;
        assert_int_equal(passwordrules_generate(rules, &options, password, sizeof(password), NULL, NULL), PASSWORDRULES_OK);
        assert_true(calls > 0);
        calls = 0;
        for (size_t index = 0; index < 3; index++) {
            options.count = counts[index];
            assert_int_equal(passwordrules_generate(rules, &options, NULL, 0, &needed, NULL), PASSWORDRULES_ERANGE);
            assert_int_equal(passwordrules_generate(rules, &options, password, 8, NULL, NULL), PASSWORDRULES_ERANGE);
        }
        assert_int_equal(calls, 0);
    }
    char text[1024];
    size_t length;
    assert_int_equal(passwordrules_count(rules, 0, text, sizeof(text), NULL, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_shortest_length(rules, 71, &length), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_explain(rules, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_format(rules, 0, text, sizeof(text), NULL), PASSWORDRULES_OK);
    passwordrules_report_free(report_of(rules, "weak", 0));
    passwordrules_rules_free(rules);
    assert_int_equal(calls, 0);
}

static void without_randomness_nothing_is_generated(void **state)
{
    (void)state;
    const char *descriptors[] = {"", TEN_REQUIREMENTS "maxlength: 10",
                                 "allowed: digit; max-repeating: 1; max-sequential: 1; minlength: 300"};
    is_failing = 1;
    errno = 0;
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
            const passwordrules_generate_options options = OPTIONS(.style = style);
            assert_generates_nothing(rules, &options, PASSWORDRULES_GENERATE_MAX + 1, PASSWORDRULES_ERANDOM);
            assert_int_equal(errno, 0);
        }
        passwordrules_rules_free(rules);
    }
}

int run_randomness_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_password_is_equally_likely),
        cmocka_unit_test_teardown(passwords_alone_cost_randomness, restore_randomness),
        cmocka_unit_test_teardown(without_randomness_nothing_is_generated, restore_randomness),
    };
    return cmocka_run_group_tests_name("randomness", tests, NULL, NULL);
}
