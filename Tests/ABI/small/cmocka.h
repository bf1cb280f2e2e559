/*
 * The parts of cmocka that these tests use, for targets that have no cmocka in Debian. A failed test ends the program,
 * because some of these targets have no setjmp.
 */
#ifndef CMOCKA_H
#define CMOCKA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};

#define cmocka_unit_test(test) {#test, test, NULL, NULL}
#define cmocka_unit_test_teardown(test, teardown) {#test, test, NULL, teardown}
#define cmocka_unit_test_setup_teardown(test, setup, teardown) {#test, test, setup, teardown}
#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    cmocka_run(name, tests, sizeof(tests) / sizeof(*(tests)), setup, teardown)

#define print_message printf
/* Ends the current test without a failure. */
#define skip() do { printf("%s: skipped\n", __func__); return; } while (0)

static inline void cmocka_require(int holds, const char *condition, const char *file, int line)
{
    if (holds)
        return;
    printf("%s:%d: %s\n", file, line, condition);
    exit(1);
}

static inline void cmocka_call(int (*function)(void **state), const char *name)
{
    void *state = NULL;
    cmocka_require(function == NULL || function(&state) == 0, "setup or teardown", name, 0);
}

static inline int cmocka_run(const char *group, const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                             int (*teardown)(void **state))
{
    void *state = NULL;
    cmocka_call(setup, group);
    for (size_t index = 0; index < count; index++) {
        cmocka_call(tests[index].setup, tests[index].name);
        tests[index].test(&state);
        cmocka_call(tests[index].teardown, tests[index].name);
    }
    cmocka_call(teardown, group);
    printf("%s: %zu passed\n", group, count);
    return 0;
}

/* A function, because compilers warn if an unsigned number is compared with 0 in place. */
static inline int cmocka_is_within(uintmax_t value, uintmax_t low, uintmax_t high)
{
    return value >= low && value <= high;
}

#define cmocka_assert(condition, text) cmocka_require(condition, text, __FILE__, __LINE__)
#define assert_true(value) cmocka_assert(!!(value), #value)
#define assert_false(value) cmocka_assert(!(value), "not " #value)
#define assert_null(pointer) cmocka_assert((pointer) == NULL, #pointer " is NULL")
#define assert_non_null(pointer) cmocka_assert((pointer) != NULL, #pointer " is not NULL")
#define assert_ptr_equal(a, b) cmocka_assert((const void *)(a) == (const void *)(b), #a " == " #b)
#define assert_int_equal(a, b) cmocka_assert((intmax_t)(a) == (intmax_t)(b), #a " == " #b)
#define assert_int_not_equal(a, b) cmocka_assert((intmax_t)(a) != (intmax_t)(b), #a " != " #b)
#define assert_in_range(value, low, high) \
    cmocka_assert(cmocka_is_within((uintmax_t)(value), (uintmax_t)(low), (uintmax_t)(high)), #value " is from " #low " to " #high)
#define assert_string_equal(a, b) cmocka_assert(strcmp(a, b) == 0, #a " is the text " #b)
#define assert_string_not_equal(a, b) cmocka_assert(strcmp(a, b) != 0, #a " is not the text " #b)
#define assert_memory_equal(a, b, size) cmocka_assert(memcmp(a, b, size) == 0, #a " has the bytes of " #b)

#endif
