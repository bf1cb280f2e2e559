/* ABI tests: counting passwords, and finding the shortest length that has a given entropy. PasswordLanguageTests compares
 * the numbers with those of brute force and of other ways to count. GenerationPlanTests tests more lengths. */
#include "abi_generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Counting ---- */

/* The passwords to count. */
struct language {
    const passwordrules_rules *rules;
    size_t length;
};

static int write_count(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct language *language = subject;
    return passwordrules_count(language->rules, language->length, buffer, size, needed, NULL);
}

/* Checks the number of passwords of a length, and their entropy. */
static void assert_count(const char *descriptor, size_t length, const char *number, double entropy)
{
    passwordrules_rules *rules = rules_of(descriptor);
    const size_t room = strlen(number) + 1;
    char *digits = malloc(room);
    assert_non_null(digits);
    /* The entropy is right even if the buffer has no room for the number. A caller need not ask for the entropy. */
    const size_t sizes[] = {0, room - 1, room};
    for (size_t index = 0; index < 3; index++) {
        size_t needed = 12345;
        double bits = -5;
        assert_int_equal(passwordrules_count(rules, length, sizes[index] > 0 ? digits : NULL, sizes[index], &needed, &bits),
                         sizes[index] == room ? PASSWORDRULES_OK : PASSWORDRULES_ERANGE);
        assert_int_equal(needed, room);
        assert_bits(bits, entropy);
    }
    assert_string_equal(digits, number);
    assert_int_equal(passwordrules_count(rules, length, digits, room, NULL, NULL), PASSWORDRULES_OK);
    assert_string_equal(digits, number);

    struct language language = {rules, length};
    assert_int_equal(assert_writes_text(write_count, &language), room);
    free(digits);
    passwordrules_rules_free(rules);
}

static void known_numbers_are_right(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        const char *number;
        double entropy;
    } cases[] = {
        {"allowed: unicode", 2, "9025", 2 * LOG2_95},
        {"allowed: [ab]", 64, "18446744073709551616", 64},
        {"allowed: [a]", 1024, "1", 0},
        {"required: [a]; required: [b]", 3, "6", 1 + LOG2_3},
        /* A requirement that another one implies does not count, and similar requirements may be more than ten. */
        {TEN_REQUIREMENTS "required: [abc]; required: lower", 10, "3628800", 21.791061114716954},
        {TEN_REQUIREMENTS "required: [k]; required: [l]", 12, "479001600", 28.835455234075408},
        /* A repeated requirement asks for one more character. */
        {"required: [a]; required: [a]; required: [b]; required: [b]", 3, "0", 0},
        {"required: [a]; required: [a]; required: [b]; required: [b]", 4, "6", 1 + LOG2_3},
        {"required: digit; required: digit; allowed: lower", 8, "1969738028800", 40.841140905546794},
        {"required: [a]; required: [a]; allowed: [b]; max-repeating: 1", 3, "1", 0},
        {"allowed: [abc]; max-repeating: 1", 11, "3072", 10 + LOG2_3},
        {"allowed: digit; max-sequential: 2", 3, "984", 9.9425145053392399},
        /* The number may be 0. Length 0 means the length of a generated password. */
        {"minlength: 8", 7, "0", 0},
        {"minlength: 2000", 20, "0", 0},
        {"minlength: 9; maxlength: 8", 0, "0", 0},
        {"required: [a]; required: [b]; maxlength: 5", 0, "30", 4.9068905956085187},
        {"allowed: digit", 0, "10000000000000000000000", 22 * LOG2_10},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        assert_count(cases[index].descriptor, cases[index].length, cases[index].number, cases[index].entropy);
}

/* 95 to the power of 1,024 has 2,026 digits. The test calculates it by long multiplication, with the last digit first. */
static void longest_number_is_exact(void **state)
{
    (void)state;
    enum { DIGITS = 2026 };
    char digits[DIGITS] = {1}, text[DIGITS + 1] = "";
    for (size_t power = 1; power <= PASSWORDRULES_GENERATE_MAX; power++)
        for (size_t index = 0, carry = 0; index < DIGITS; index++) {
            carry += (size_t)digits[index] * 95;
            digits[index] = (char)(carry % 10);
            carry /= 10;
        }
    for (size_t index = 0; index < DIGITS; index++)
        text[index] = (char)('0' + digits[DIGITS - 1 - index]);
    assert_count("", PASSWORDRULES_GENERATE_MAX, text, PASSWORDRULES_GENERATE_MAX * LOG2_95);
}

static void uncountable_rules_are_refused(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        int status;
    } cases[] = {
        /* The library's own limit on the length applies, whatever the limit of the rules. */
        {"", PASSWORDRULES_GENERATE_MAX + 1, PASSWORDRULES_ELENGTH},
        {"maxlength: 8", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {"", TOO_LONG, PASSWORDRULES_ELENGTH},
        {"minlength: 2000", 0, PASSWORDRULES_ELENGTH},
        /* Limits on runs, over all of ASCII, would make counting too much work. */
        {"max-repeating: 2; max-sequential: 2; " TEN_REQUIREMENTS "allowed: ascii-printable", 1024, PASSWORDRULES_ELENGTH},
        {ELEVEN_REQUIREMENTS, 0, PASSWORDRULES_EREQUIREMENTS},
        {NULL, 8, PASSWORDRULES_EINVAL},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = cases[index].descriptor != NULL ? rules_of(cases[index].descriptor) : NULL;
        struct language language = {rules, cases[index].length};
        assert_writes_nothing(write_count, &language, cases[index].status);
        double entropy = -5;
        assert_int_equal(passwordrules_count(rules, cases[index].length, NULL, 0, NULL, &entropy), cases[index].status);
        assert_bits(entropy, 0);
        passwordrules_rules_free(rules);
    }
}

/* NULL with a size is an invalid argument, not a buffer that is too small. */
static void null_buffer_with_a_size_is_invalid(void **state)
{
    (void)state;
    passwordrules_rules *rules = rules_of("");
    char digits[8] = "same";
    double entropy = 0;
    size_t needed = 12345;
    assert_int_equal(passwordrules_count(rules, 8, NULL, 64, &needed, &entropy), PASSWORDRULES_EINVAL);
    assert_int_equal(needed, 0);
    assert_bits(entropy, 0);
    assert_int_equal(passwordrules_count(rules, 8, digits, TOO_LONG, &needed, &entropy), PASSWORDRULES_EINVAL);
    assert_string_equal(digits, "same");
    assert_int_equal(needed, 0);
    assert_bits(entropy, 0);
    passwordrules_rules_free(rules);
}

/* ---- The shortest length ---- */

/* A length has the entropy that is counted for it, and the length before it has less. */
static void shortest_length_is_found(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double wanted;
        size_t length;
    } cases[] = {
        {"", 0, 1}, {"", 6.5, 1}, {"", 6.6, 2}, {"", 1024, 156}, {"allowed: [ab]", 1, 1}, {"allowed: [ab]", 1.0000001, 2},
        {"allowed: [ab]", 1023.5, 1024}, {"maxlength: 5000", 30, 5}, {"allowed: digit; minlength: 1024", 0, 1024},
        {"allowed: digit; max-repeating: 1; max-sequential: 1", 71, 25}, {"required: [a]; required: [b]", 1.1, 3},
        {TEN_REQUIREMENTS, 21, 10},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        size_t length = 12345, again = 0;
        double entropy = -5, less = -5;
        char digits[2048];
        assert_int_equal(passwordrules_shortest_length(rules, cases[index].wanted, &length), PASSWORDRULES_OK);
        assert_int_equal(length, cases[index].length);
        assert_int_equal(passwordrules_count(rules, length, digits, sizeof(digits), NULL, &entropy), PASSWORDRULES_OK);
        assert_true(entropy >= cases[index].wanted);
        if (length > 1) {
            assert_int_equal(passwordrules_count(rules, length - 1, digits, sizeof(digits), NULL, &less), PASSWORDRULES_OK);
            assert_true(less < cases[index].wanted || strcmp(digits, "0") == 0);
        }
        /* Asking for exactly the entropy of this length gives the same length. */
        if (entropy <= 1024) {
            assert_int_equal(passwordrules_shortest_length(rules, entropy, &again), PASSWORDRULES_OK);
            assert_int_equal(again, length);
        }
        passwordrules_rules_free(rules);
    }
}

static void no_length_may_suffice(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        double wanted;
        int status;
    } cases[] = {
        {"maxlength: 4", 26.3, PASSWORDRULES_EUNSATISFIABLE}, {"allowed: [a]", 1e-300, PASSWORDRULES_EUNSATISFIABLE},
        {"required: [a]; required: [b]; maxlength: 1", 0, PASSWORDRULES_EUNSATISFIABLE},
        /* No length up to the maximum has any passwords. */
        {"minlength: 9; maxlength: 8", 0, PASSWORDRULES_EUNSATISFIABLE},
        {"minlength: 1025", 10, PASSWORDRULES_EUNSATISFIABLE},
        {ELEVEN_REQUIREMENTS, 0, PASSWORDRULES_EREQUIREMENTS},
        {"", (double)NAN, PASSWORDRULES_EINVAL}, {"", -(double)NAN, PASSWORDRULES_EINVAL},
        {"maxlength: 4", -1, PASSWORDRULES_EINVAL}, {"", -1e-300, PASSWORDRULES_EINVAL},
        {"", -(double)INFINITY, PASSWORDRULES_EINVAL}, {"maxlength: 4", (double)INFINITY, PASSWORDRULES_EINVAL},
        {"", 1024.0000001, PASSWORDRULES_EINVAL}, {NULL, 71, PASSWORDRULES_EINVAL},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = cases[index].descriptor != NULL ? rules_of(cases[index].descriptor) : NULL;
        size_t length = 12345;
        assert_int_equal(passwordrules_shortest_length(rules, cases[index].wanted, &length), cases[index].status);
        assert_int_equal(length, 0);
        assert_int_equal(passwordrules_shortest_length(rules, cases[index].wanted, NULL), PASSWORDRULES_EINVAL);
        passwordrules_rules_free(rules);
    }
}

int run_count_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers_are_right),
        cmocka_unit_test(longest_number_is_exact),
        cmocka_unit_test(uncountable_rules_are_refused),
        cmocka_unit_test(null_buffer_with_a_size_is_invalid),
        cmocka_unit_test(shortest_length_is_found),
        cmocka_unit_test(no_length_may_suffice),
    };
    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
