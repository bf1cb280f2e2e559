/* ABI tests: generating passwords: the styles. */
#include "abi_generate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM PASSWORDRULES_STYLE_RANDOM
#define READABLE PASSWORDRULES_STYLE_READABLE
#define WORDS PASSWORDRULES_STYLE_WORDS

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

static int is_in(char character, const char *characters)
{
    return character != '\0' && strchr(characters, character) != NULL;
}

/* How many characters of the text are among these. */
static size_t count_of(const char *text, const char *characters)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += is_in(*text, characters) ? 1 : 0;
    return count;
}

/* Groups such as vubkem: consonant, vowel, consonant, and again; a digit stands at one end of a group. */
static void assert_readable(const char *password, size_t digits, size_t capitals)
{
    size_t length = strlen(password);
    assert_int_equal((length + 1) % 7, 0);
    for (size_t index = 0; index < length; index++) {
        char character = password[index];
        size_t place = index % 7;
        if (place == 6)
            assert_int_equal(character, '-');
        else if (is_in(character, DIGITS))
            assert_true(place == 0 || place == 5);
        else
            assert_int_equal(is_in(character, "aeiouyAEIOUY"), place == 1 || place == 4);
    }
    assert_int_equal(count_of(password, DIGITS), digits);
    assert_int_equal(count_of(password, UPPER), capitals);
    assert_int_equal(count_of(password, LOWER DIGITS UPPER "-"), length);
}

/* Words such as lemon, joined by a hyphen; an upper-case letter begins a word, and a digit follows one. */
static void assert_words(const char *password, size_t digits, size_t capitals)
{
    for (const char *word = password;;) {
        size_t letters = 1 + strspn(word + 1, LOWER);
        assert_true(is_in(*word, LOWER UPPER));
        assert_in_range(letters, 3, 6);
        word += letters;
        if (is_in(*word, DIGITS))
            word++;
        if (*word == '\0')
            break;
        /* If the rules permit no hyphen, an upper-case letter separates two words. */
        if (*word == '-')
            word++;
        else
            assert_null(strchr(password, '-'));
    }
    assert_int_equal(count_of(password, DIGITS), digits);
    if (strchr(password, '-') != NULL)
        assert_int_equal(count_of(password, UPPER), capitals);
}

static void readable_passwords_are_groups_of_syllables(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t groups, digits, capitals;
    } cases[] = {
        {"", 3, 1, 1},
        {"allowed: unicode", 3, 1, 1},
        {"required: upper; required: lower; required: digit; required: [-]; max-consecutive: 2", 3, 1, 1},
        {"required: special; allowed: ascii-printable; maxlength: 20", 3, 1, 1},
        {"minlength: 21", 4, 1, 1},
        {"allowed: lower, digit, [-]", 4, 1, 0},
        {"allowed: lower, upper, [-]", 4, 0, 1},
        {"allowed: lower, [-]", 4, 0, 0},
        {"max-repeating: 1; max-sequential: 1", 4, 1, 1},
    };
    const passwordrules_generate_options options = {.size = sizeof(options), .style = READABLE, .count = 200};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        passwordrules_generated generated;
        char *passwords = generate(rules, &options, &generated);
        assert_int_equal(generated.style, READABLE);
        assert_int_equal(generated.length, cases[index].groups * 7 - 1);
        assert_true(generated.entropy >= 71);
        for (char *password = strtok(passwords, "\n"); password != NULL; password = strtok(NULL, "\n"))
            assert_readable(password, cases[index].digits, cases[index].capitals);
        free(passwords);
        passwordrules_rules_free(rules);
    }
}

static void words_are_joined_and_have_what_the_rules_ask_for(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t digits, capitals;
    } cases[] = {
        {"", 0, 0},
        {"allowed: lower, [-]; minlength: 40", 0, 0},
        {"required: lower; required: special; allowed: ascii-printable", 0, 0},
        {"required: upper; required: special; allowed: lower", 0, 1},
        {"required: upper; required: digit; allowed: ascii-printable", 1, 1},
        {"required: digit; allowed: lower, [-]", 1, 0},
        {"required: upper; required: lower", 0, 0},
        {"required: upper; required: lower; required: digit", 1, 0},
        {"max-repeating: 1; max-sequential: 2", 0, 0},
    };
    const passwordrules_generate_options options = {.size = sizeof(options), .style = WORDS, .count = 200};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_rules *rules = rules_of(cases[index].descriptor);
        passwordrules_generated generated;
        char *passwords = generate(rules, &options, &generated);
        assert_int_equal(generated.style, WORDS);
        assert_true(generated.entropy >= 71);
        for (char *password = strtok(passwords, "\n"); password != NULL; password = strtok(NULL, "\n")) {
            assert_words(password, cases[index].digits, cases[index].capitals);
            /* The longest possible password has six letters in each word. */
            if (strchr(password, '-') != NULL)
                assert_int_equal(generated.length, count_of(password, "-") * 7 + 6 + cases[index].digits);
        }
        free(passwords);
        passwordrules_rules_free(rules);
    }
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
        {"allowed: digit", 0, RANDOM, RANDOM},
        {"allowed: special", 0, RANDOM, RANDOM},
        {"allowed: lower", 0, RANDOM, RANDOM},
        {"allowed: upper, [-]", 0, READABLE, READABLE},
        {"required: lower; required: upper; required: digit", 0, RANDOM, WORDS},
        {"allowed: ascii-printable; required: [a]", 0, RANDOM, RANDOM},
        {"allowed: ascii-printable; " TEN_REQUIREMENTS, 0, RANDOM, RANDOM},
        {"allowed: ascii-printable; " THIRTY_REQUIREMENTS "minlength: 1000", 0, RANDOM, RANDOM},
        {"", 20, READABLE, WORDS},
        {"", 27, READABLE, WORDS},
        {"", 25, RANDOM, WORDS},
        {"", 2, RANDOM, RANDOM},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const int expected[] = {RANDOM, RANDOM, cases[index].readable, cases[index].words};
        for (int style = 0; style <= WORDS; style++) {
            const passwordrules_generate_options options = {
                .size = sizeof(options), .length = cases[index].length, .style = style};
            passwordrules_generated generated = describe_generated(cases[index].descriptor, &options);
            assert_int_equal(generated.style, expected[style]);
            if (cases[index].length != 0)
                assert_int_equal(generated.length, cases[index].length);
        }
    }
}

static void a_length_holds_for_every_word_password(void **state)
{
    (void)state;
    const size_t lengths[] = {20, 30, 41, 64};
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(lengths) / sizeof(*lengths); index++) {
        const passwordrules_generate_options options = {
            .size = sizeof(options), .length = lengths[index], .style = WORDS};
        for (int round = 0; round < 10; round++) {
            passwordrules_generated generated;
            char *password = generate(rules, &options, &generated);
            assert_int_equal(generated.style, WORDS);
            assert_int_equal(generated.length, lengths[index]);
            assert_int_equal(strlen(password), lengths[index]);
            assert_words(password, 0, 0);
            free(password);
        }
    }
    passwordrules_rules_free(rules);
}

/* Each has very many passwords, however rarely freely chosen words have this length. */
static void words_of_every_length_are_found(void **state)
{
    (void)state;
    const struct {
        const char *descriptor;
        size_t length, count;
    } cases[] = {
        {"", 39, 100}, {"", 56, 100}, {"", 150, 50}, {"", 250, 20}, {"", 700, 10}, {"", PASSWORDRULES_GENERATE_MAX, 10},
        {"minlength: 68", 0, 50}, {"minlength: 100", 0, 50}, {"minlength: 1024", 0, 10},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const passwordrules_generate_options options = {
            .size = sizeof(options), .length = cases[index].length, .style = WORDS, .count = cases[index].count};
        assert_int_equal(describe_generated(cases[index].descriptor, &options).style, WORDS);
    }
}

/* One word has no hyphen. Two have, or the next style does. */
static void a_hyphen_that_is_required_takes_two_words(void **state)
{
    (void)state;
    const passwordrules_generate_options all[] = {
        {.size = sizeof(*all), .style = WORDS, .entropy = 1},
        {.size = sizeof(*all), .style = WORDS, .length = 6},
        {.size = sizeof(*all), .style = WORDS, .length = 3},
    };
    const char *descriptors[] = {"required: [-]; allowed: lower",
                                 "required: upper; required: digit; required: [-]; allowed: lower"};
    for (size_t index = 0; index < 2; index++) {
        for (size_t which = 0; which < sizeof(all) / sizeof(*all); which++)
            describe_generated(descriptors[index], &all[which]);
    }
}

/* More entropy is more groups and words, and a buffer for the longest password holds them all. */
static void every_style_has_the_entropy_in_the_longest_buffer(void **state)
{
    (void)state;
    const double floors[] = {20, 71, 72, 100, 200.5, 512, 1024};
    const char *descriptors[] = {"", "required: upper; required: digit; required: [-]; allowed: lower",
                                 "required: upper; required: lower; required: digit"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_rules *rules = rules_of(descriptors[index]);
        for (int style = RANDOM; style <= WORDS; style++) {
            double last = 0;
            for (size_t which = 0; which < sizeof(floors) / sizeof(*floors); which++) {
                const passwordrules_generate_options options = {
                    .size = sizeof(options), .entropy = floors[which], .style = style};
                passwordrules_generated generated = {.size = sizeof(generated)};
                char password[PASSWORDRULES_GENERATE_MAX + 1];
                size_t needed;
                assert_int_equal(
                    passwordrules_generate(rules, &options, password, sizeof(password), &needed, &generated),
                    PASSWORDRULES_OK);
                assert_int_equal(needed, strlen(password) + 1);
                assert_true(generated.entropy >= floors[which] && generated.entropy >= last);
                last = generated.entropy;
            }
        }
        passwordrules_rules_free(rules);
    }
}

static void unknown_styles_are_refused(void **state)
{
    (void)state;
    const int styles[] = {-1, WORDS + 1, 100, INT_MAX, INT_MIN};
    passwordrules_rules *rules = rules_of("");
    for (size_t index = 0; index < sizeof(styles) / sizeof(*styles); index++) {
        const passwordrules_generate_options options = {.size = sizeof(options), .style = styles[index]};
        assert_generates_nothing(rules, &options, PASSWORDRULES_EINVAL);
    }
    passwordrules_rules_free(rules);
}

int run_style_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readable_passwords_are_groups_of_syllables),
        cmocka_unit_test(words_are_joined_and_have_what_the_rules_ask_for),
        cmocka_unit_test(the_next_lower_style_is_used_where_the_rules_do_not_permit_one),
        cmocka_unit_test(a_length_holds_for_every_word_password),
        cmocka_unit_test(words_of_every_length_are_found),
        cmocka_unit_test(a_hyphen_that_is_required_takes_two_words),
        cmocka_unit_test(every_style_has_the_entropy_in_the_longest_buffer),
        cmocka_unit_test(unknown_styles_are_refused),
    };
    return cmocka_run_group_tests_name("generate: styles", tests, NULL, NULL);
}
