/*
 * ABI tests: where the randomness comes from. The program's own getrandom takes the place of libc's for the library,
 * so that it can be counted and made to fail; else it does what libc's does.
 */
#include "abi_generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>

/* <unistd.h> does not show this to POSIX programs. */
long syscall(long number, ...);

/* Only the main thread sets these, and the other threads are not running then. */
static int is_failing;
static int is_counting;
static size_t calls;

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

static int stop(void **state)
{
    (void)state;
    is_failing = is_counting = 0;
    return 0;
}

/* In each style; to ask for the room alone costs none, nor does counting. */
static void passwords_alone_cost_randomness(void **state)
{
    (void)state;
    const size_t counts[] = {1, 2, PASSWORDRULES_GENERATE_COUNT_MAX};
    const char *descriptor = "required: upper; required: digit; allowed: ascii-printable";
    passwordrules_rules *rules = rules_of(descriptor);
    is_counting = 1;
    for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
        passwordrules_generate_options options = {.size = sizeof(options), .style = style};
        calls = 0;
        describe_generated(descriptor, &options);
        assert_true(calls > 0);
        calls = 0;
        for (size_t index = 0; index < 3; index++) {
            options.count = counts[index];
            char password[8];
            size_t needed;
            assert_int_equal(passwordrules_generate(rules, &options, NULL, 0, &needed, NULL), PASSWORDRULES_ERANGE);
            assert_int_equal(passwordrules_generate(rules, &options, password, sizeof(password), NULL, NULL),
                             PASSWORDRULES_ERANGE);
        }
        assert_int_equal(calls, 0);
    }
    char digits[100];
    size_t length;
    assert_int_equal(passwordrules_count(rules, 0, digits, sizeof(digits), NULL, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_shortest_length(rules, 71, &length), PASSWORDRULES_OK);
    passwordrules_rules_free(rules);
    assert_int_equal(calls, 0);
}

static void without_randomness_nothing_is_generated(void **state)
{
    (void)state;
    const char *descriptors[] = {"", SIX_REQUIREMENTS "maxlength: 6",
                                 "allowed: digit; max-repeating: 1; max-sequential: 1; minlength: 300"};
    is_failing = 1;
    errno = 0;
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (int style = 0; style <= PASSWORDRULES_STYLE_WORDS; style++) {
            const passwordrules_generate_options options = {.size = sizeof(options), .style = style};
            char password[PASSWORDRULES_GENERATE_MAX + 1] = "untouched";
            size_t needed = 12345;
            passwordrules_generated generated, before;
            memset(&before, 0x5A, sizeof(before));
            before.size = sizeof(before);
            memcpy(&generated, &before, sizeof(before));
            assert_int_equal(
                passwordrules_generate(rules, &options, password, sizeof(password), &needed, &generated),
                PASSWORDRULES_ERANDOM);
            assert_string_equal(password, "");
            assert_int_equal(needed, 0);
            assert_memory_equal(&generated, &before, sizeof(before));
            assert_int_equal(errno, 0);
        }
        passwordrules_rules_free(rules);
    }
}

int run_randomness_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(passwords_alone_cost_randomness, stop),
        cmocka_unit_test_teardown(without_randomness_nothing_is_generated, stop),
    };
    return cmocka_run_group_tests_name("randomness", tests, NULL, NULL);
}
