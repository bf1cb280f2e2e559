/* ABI tests: counting passwords. */
#include "abi_generate.h"

#include <stdlib.h>
#include <string.h>

/* With limits on runs, counting takes much work; with these over all of ASCII, above 128 characters too much. */
#define LIMITED "max-repeating: 2; max-sequential: 2; allowed: ascii-printable"

/* ---- Counting ---- */

/* What to count. */
struct language {
    const passwordrules_rules *rules;
    size_t length;
};

static int write_count(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct language *language = subject;
    return passwordrules_count(language->rules, language->length, buffer, size, needed, NULL);
}

/* Checks the number of passwords of a length, in digits, and what follows from it. */
static void assert_count(const char *descriptor, size_t length, const char *number, double entropy)
{
    passwordrules_rules *rules = rules_of(descriptor);
    size_t needed = 12345, room = strlen(number) + 1;
    char *digits = malloc(room);
    assert_non_null(digits);
    double bits = -5;
    assert_int_equal(passwordrules_count(rules, length, digits, room, &needed, &bits), PASSWORDRULES_OK);
    assert_string_equal(digits, number);
    assert_int_equal(needed, room);
    assert_bits(bits, entropy);

    /* The entropy is right without room for the number, and is optional itself. */
    for (size_t size = 0; size < room; size += room - 1) {
        bits = -5;
        needed = 12345;
        assert_int_equal(passwordrules_count(rules, length, size > 0 ? digits : NULL, size, &needed, &bits),
                         PASSWORDRULES_ERANGE);
        assert_int_equal(needed, room);
        assert_bits(bits, entropy);
    }
    assert_string_equal(digits, "");
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
        {"", 1, "95", LOG2_95},
        {"", 2, "9025", 2 * LOG2_95},
        {"allowed: unicode", 2, "9025", 2 * LOG2_95},
        {"allowed: digit", 18, "1000000000000000000", 18 * LOG2_10},
        {"allowed: digit", 20, "100000000000000000000", 20 * LOG2_10},
        {"allowed: [ab]", 64, "18446744073709551616", 64},
        {"allowed: [a]", 1024, "1", 0},
        {"required: [a]; required: [b]", 2, "2", 1},
        {"required: [a]; required: [b]", 3, "6", 1 + LOG2_3},
        {"required: [a]; required: [b]", 1, "0", 0},
        {"required: [a]; required: [a]", 1, "1", 0},
        {"required: digit; required: [0]", 2, "19", 4.2479275134435857},
        {SIX_REQUIREMENTS, 6, "720", 3 + 2 * LOG2_3 + LOG2_10},
        {SIX_REQUIREMENTS "allowed: ascii-printable", 6, "720", 3 + 2 * LOG2_3 + LOG2_10},
        {TEN_REQUIREMENTS, 9, "0", 0},
        {TEN_REQUIREMENTS, 10, "3628800", 21.791061114716954},
        {TEN_REQUIREMENTS "allowed: ascii-printable", 10, "3628800", 21.791061114716954},
        {"allowed: [ab]; max-repeating: 1", 1000, "2", 1},
        {"allowed: [ab]; max-repeating: 1; max-sequential: 1", 2, "0", 0},
        {"allowed: [abc]; max-repeating: 1", 11, "3072", 10 + LOG2_3},
        {"allowed: digit; max-sequential: 2", 3, "984", 9.9425145053392399},
        {"minlength: 8", 7, "0", 0},
        {"maxlength: 8", 9, "0", 0},
        {"minlength: 9; maxlength: 8", 8, "0", 0},
        {"minlength: 2000", 20, "0", 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        assert_count(cases[index].descriptor, cases[index].length, cases[index].number, cases[index].entropy);
}

/* Multiplies by hand, as at school. The longest number has 2,026 digits. */
static void powers_of_95_are_exact(void **state)
{
    (void)state;
    char digits[2048] = {1}, text[2048];
    size_t count = 1;
    for (size_t length = 1; length <= PASSWORDRULES_GENERATE_MAX; length++) {
        unsigned carry = 0;
        for (size_t index = 0; index < count || carry > 0; index++) {
            assert_true(index < sizeof(digits));
            unsigned product = (unsigned)digits[index] * 95 + carry;
            digits[index] = (char)(product % 10);
            carry = product / 10;
            if (index == count)
                count++;
        }
        if (length > 3 && length != 20 && length != 127 && length != 128 && length != 129
            && length != PASSWORDRULES_GENERATE_MAX)
            continue;
        for (size_t index = 0; index < count; index++)
            text[index] = (char)('0' + digits[count - 1 - index]);
        text[count] = '\0';
        assert_count("", length, text, (double)length * LOG2_95);
    }
    assert_int_equal(count, 2026);
}

/* All texts of some characters, up to four of them, are checked one by one. */
static void as_many_are_counted_as_are_accepted(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "allowed: [abc23]",
        "required: [ab]; allowed: [c23]",
        "required: [a]; required: [2]; allowed: [bc3]",
        "required: [ab]; required: [bc]; required: [23]",
        "allowed: [abc23]; max-repeating: 1",
        "allowed: [abc23]; max-repeating: 2; required: [3]",
        "allowed: [abc23]; max-sequential: 1",
        "allowed: [abc23]; max-sequential: 2; max-repeating: 3",
        "required: [abc]; allowed: [23]; max-consecutive: 2",
        "required: [a]; required: [b]; required: [c]; allowed: [23]; max-sequential: 1; max-repeating: 1",
        "required: [c]; allowed: [ab23]; minlength: 2; maxlength: 3",
    };
    const char characters[] = "abc23";
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        passwordrules_report *report;
        assert_int_equal(passwordrules_report_create(&report), PASSWORDRULES_OK);
        size_t candidates = 1;
        for (size_t length = 1; length <= 4; length++) {
            long accepted = 0;
            candidates *= 5;
            for (size_t number = 0; number < candidates; number++) {
                char password[4], digits[16];
                size_t rest = number;
                for (size_t place = 0; place < length; place++, rest /= 5)
                    password[place] = characters[rest % 5];
                assert_int_equal(
                    passwordrules_check_into(rules, password, length, PASSWORDRULES_CHECK_STRICT_READING, report),
                    PASSWORDRULES_OK);
                accepted += passwordrules_report_accepted(report);
                if (number + 1 < candidates)
                    continue;
                assert_int_equal(passwordrules_count(rules, length, digits, sizeof(digits), NULL, NULL),
                                 PASSWORDRULES_OK);
                assert_int_equal(strtol(digits, NULL, 10), accepted);
            }
        }
        passwordrules_report_free(report);
        passwordrules_rules_free(rules);
    }
}

/* Length 0 stands for the length of a generated password, which has the entropy that is counted. */
static void counts_agree_with_what_is_generated(void **state)
{
    (void)state;
    const char *descriptors[] = {
        "", "allowed: digit", "maxlength: 3", "minlength: 200", "required: [a]; required: [b]; maxlength: 5",
        "required: upper; required: lower; required: digit; required: special; minlength: 12; max-consecutive: 2",
        "allowed: [ab]; max-repeating: 3", TEN_REQUIREMENTS "max-repeating: 2; max-sequential: 2",
    };
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_generated generated = describe_generated(descriptors[index], NULL);
        passwordrules_rules *rules = rules_of(descriptors[index]);
        char usual[600], same[600];
        double usual_entropy, entropy;
        assert_int_equal(passwordrules_count(rules, 0, usual, sizeof(usual), NULL, &usual_entropy), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_count(rules, generated.length, same, sizeof(same), NULL, &entropy),
                         PASSWORDRULES_OK);
        assert_string_equal(usual, same);
        assert_bits(usual_entropy, generated.entropy);
        assert_bits(entropy, generated.entropy);
        passwordrules_rules_free(rules);
    }
}

static void what_is_too_much_is_not_counted(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length;
        int status;
    } cases[] = {
        {"", PASSWORDRULES_GENERATE_MAX + 1, PASSWORDRULES_ELENGTH},
        {"", TOO_LONG, PASSWORDRULES_ELENGTH},
        {"", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {"minlength: 2000", 2000, PASSWORDRULES_ELENGTH},
        {"minlength: 2000", 0, PASSWORDRULES_ELENGTH},
        {"maxlength: 8", SIZE_MAX, PASSWORDRULES_ELENGTH},
        {TEN_REQUIREMENTS LIMITED, 129, PASSWORDRULES_ELENGTH},
        {TEN_REQUIREMENTS LIMITED, 1024, PASSWORDRULES_ELENGTH},
        {ELEVEN_REQUIREMENTS, 0, PASSWORDRULES_EREQUIREMENTS},
        {ELEVEN_REQUIREMENTS, 1, PASSWORDRULES_EREQUIREMENTS},
        {ELEVEN_REQUIREMENTS, 11, PASSWORDRULES_EREQUIREMENTS},
        {ELEVEN_REQUIREMENTS LIMITED, 128, PASSWORDRULES_EREQUIREMENTS},
        {THIRTY_REQUIREMENTS, 40, PASSWORDRULES_EREQUIREMENTS},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        struct language language = {rules, cases[index].length};
        assert_writes_nothing(write_count, &language, cases[index].status);
        double entropy = 0;
        assert_int_equal(passwordrules_count(rules, cases[index].length, NULL, 0, NULL, &entropy),
                         cases[index].status);
        assert_bits(entropy, 0);
        passwordrules_rules_free(rules);
    }
}

/* A repeated requirement, or one that another implies, does not count as a different one. */
static void only_different_requirements_are_too_many(void **state)
{
    (void)state;
    assert_count(TEN_REQUIREMENTS TEN_REQUIREMENTS "required: [abc]; required: lower", 10, "3628800",
                 21.791061114716954);
}

/* The library's own limit on the length applies, whatever the limit of the rules. */
static void a_length_above_the_maximum_is_refused_whatever_the_rules(void **state)
{
    (void)state;
    const char *descriptors[] = {"", "maxlength: 20", "minlength: 2000", "minlength: 9; maxlength: 8"};
    for (size_t index = 0; index < sizeof(descriptors) / sizeof(*descriptors); index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        struct language language = {rules, PASSWORDRULES_GENERATE_MAX + 1};
        assert_writes_nothing(write_count, &language, PASSWORDRULES_ELENGTH);
        passwordrules_rules_free(rules);
    }
}

/* "0", with length 0 as with any other. */
static void no_password_is_a_number_too(void **state)
{
    (void)state;
    assert_count("minlength: 9; maxlength: 8", 0, "0", 0);
    assert_count("required: [a]; required: [b]; maxlength: 1", 0, "0", 0);
    assert_count("allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64", 0, "0", 0);
}

static void count_refuses_wrong_arguments(void **state)
{
    (void)state;
    struct language no_rules = {NULL, 8};
    assert_writes_nothing(write_count, &no_rules, PASSWORDRULES_EINVAL);
    double entropy = 0;
    assert_int_equal(passwordrules_count(NULL, 8, NULL, 0, NULL, &entropy), PASSWORDRULES_EINVAL);
    assert_bits(entropy, 0);
}

/* It is an invalid argument, not a buffer that is too small. */
static void a_buffer_that_cannot_be_is_nothing_done(void **state)
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

int run_count_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers_are_right),
        cmocka_unit_test(powers_of_95_are_exact),
        cmocka_unit_test(as_many_are_counted_as_are_accepted),
        cmocka_unit_test(counts_agree_with_what_is_generated),
        cmocka_unit_test(what_is_too_much_is_not_counted),
        cmocka_unit_test(only_different_requirements_are_too_many),
        cmocka_unit_test(a_length_above_the_maximum_is_refused_whatever_the_rules),
        cmocka_unit_test(no_password_is_a_number_too),
        cmocka_unit_test(count_refuses_wrong_arguments),
        cmocka_unit_test(a_buffer_that_cannot_be_is_nothing_done),
    };
    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
