/* ABI tests: estimates of guesses, with a password's pieces and advice. Tests/Vectors/strength.tsv tests the numbers. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static passwordrules_ranks *ranks;

static int set_up(void **state)
{
    (void)state;
    ranks = open_ranks();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    passwordrules_ranks_free(ranks);
    return 0;
}

static passwordrules_strength_info info_of(const passwordrules_strength *strength)
{
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    assert_int_equal(passwordrules_strength_get_info(strength, &info), PASSWORDRULES_OK);
    assert_int_equal(info.size, sizeof(info));
    return info;
}

static passwordrules_piece piece_at(const passwordrules_strength *strength, size_t index)
{
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    assert_int_equal(passwordrules_strength_piece(strength, index, &piece), PASSWORDRULES_OK);
    assert_int_equal(piece.size, sizeof(piece));
    return piece;
}

/* Checks the promises about every estimate of a password of `count` scalar values. */
static void assert_sound(const passwordrules_strength *strength, size_t count)
{
    const double least[] = {0, 3, 6, 8, 10, 1e9};
    passwordrules_strength_info info = info_of(strength);
    assert_in_range(info.level, PASSWORDRULES_STRENGTH_VERY_WEAK, PASSWORDRULES_STRENGTH_STRONG);
    assert_true(info.guesses_log10 >= least[info.level] && info.guesses_log10 < least[info.level + 1]);
    assert_int_equal(info.cut, count > 256);
    assert_true(info.advice_count <= 3 && (info.advice_count == 0) == (info.level == PASSWORDRULES_STRENGTH_STRONG));
    /* guesses_log10 is a multiple of 0.001. */
    double thousandths = info.guesses_log10 * 1000, whole = (double)(long)(thousandths + 0.5);
    assert_true(thousandths - whole < 1e-6 && whole - thousandths < 1e-6);
    size_t end = 0;
    for (size_t index = 0; index < info.piece_count; index++) {
        passwordrules_piece piece = piece_at(strength, index);
        assert_true(piece.start >= end && piece.end > piece.start && piece.end <= count && piece.end <= 256);
        assert_in_range(piece.kind, PASSWORDRULES_PIECE_CHARACTERS, PASSWORDRULES_PIECE_YEAR);
        int is_ranked = piece.kind == PASSWORDRULES_PIECE_WORD || piece.kind == PASSWORDRULES_PIECE_REVERSED_WORD;
        assert_int_equal(piece.rank > 0, is_ranked);
        assert_int_equal(piece.rank & (piece.rank - 1), 0);
        end = piece.end;
    }
    assert_int_equal(info.piece_count == 0, count == 0);
    passwordrules_piece unchanged = {.size = sizeof(unchanged), .kind = 77};
    assert_int_equal(passwordrules_strength_piece(strength, info.piece_count, &unchanged), PASSWORDRULES_ERANGE);
    assert_int_equal(unchanged.kind, 77);
}

/* ---- Estimates ---- */

static void password_has_pieces_with_names(void **state)
{
    (void)state;
    const struct {
        const char *password;
        size_t count;
        struct {
            int kind;
            size_t start, end;
            const char *name;
        } pieces[2];
    } cases[] = {
        {"dragon1987", 2, {{PASSWORDRULES_PIECE_WORD, 0, 6, "word"}, {PASSWORDRULES_PIECE_YEAR, 6, 10, "year"}}},
        {"nogard", 1, {{PASSWORDRULES_PIECE_REVERSED_WORD, 0, 6, "reversed-word"}}},
        {"zxcvbnm,./", 1, {{PASSWORDRULES_PIECE_KEYBOARD_WALK, 0, 10, "keyboard-walk"}}},
        {"efghijklmnopq", 1, {{PASSWORDRULES_PIECE_SEQUENCE, 0, 13, "sequence"}}},
        {"dragondragondragon", 1, {{PASSWORDRULES_PIECE_REPETITION, 0, 18, "repetition"}}},
        {"24.12.1987", 1, {{PASSWORDRULES_PIECE_DATE, 0, 10, "date"}}},
        {"q7#Vz!k2Wm@x9Lp$", 1, {{PASSWORDRULES_PIECE_CHARACTERS, 0, 16, "characters"}}},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_strength *strength = estimate_of(ranks, cases[index].password);
        assert_sound(strength, strlen(cases[index].password));
        assert_int_equal(info_of(strength).piece_count, cases[index].count);
        for (size_t number = 0; number < cases[index].count; number++) {
            passwordrules_piece piece = piece_at(strength, number);
            assert_int_equal(piece.kind, cases[index].pieces[number].kind);
            assert_int_equal(piece.start, cases[index].pieces[number].start);
            assert_int_equal(piece.end, cases[index].pieces[number].end);
            assert_string_equal(piece.name, cases[index].pieces[number].name);
        }
        passwordrules_strength_free(strength);
    }
}

/* One more character without a pattern raises the level by at most one, so no level is skipped. */
static void every_level_is_reached(void **state)
{
    (void)state;
    const char password[] = "xq7v2kwp9mf4zt8h";
    int level = PASSWORDRULES_STRENGTH_VERY_WEAK;
    for (size_t length = 1; length < sizeof(password); length++) {
        passwordrules_strength *strength = STALE;
        assert_int_equal(passwordrules_strength_estimate(ranks, NULL, password, length, &strength), PASSWORDRULES_OK);
        assert_sound(strength, length);
        assert_in_range(info_of(strength).level, level, level + 1);
        level = info_of(strength).level;
        passwordrules_strength_free(strength);
    }
    assert_int_equal(level, PASSWORDRULES_STRENGTH_STRONG);
}

/* The text has no NUL after it, and text and lists are freed before the estimate is used. Valgrind detects a read past the
 * end of the text, and any use of freed memory. */
static void estimate_reads_only_the_given_length(void **state)
{
    (void)state;
    passwordrules_ranks *own = open_ranks();
    char *memory = malloc(6);
    passwordrules_strength *strength = STALE;
    assert_non_null(memory);
    memcpy(memory, "dragon", 6);
    assert_int_equal(passwordrules_strength_estimate(own, NULL, memory, 6, &strength), PASSWORDRULES_OK);
    free(memory);
    passwordrules_ranks_free(own);
    assert_sound(strength, 6);
    assert_int_equal(piece_at(strength, 0).end, 6);
    passwordrules_strength_free(strength);
}

/* A password ends at its length, not at a NUL. */
static void any_bytes_are_estimated(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    char *text = malloc(LONG);
    assert_non_null(text);
    for (size_t index = 0; index < LONG; index++)
        text[index] = (char)(33 + 7 * index % 94);
    const struct {
        const char *password;
        size_t length, count;
    } cases[] = {
        {NULL, 0, 0}, {"dragon", 0, 0}, {"\0", 1, 1}, {"dragon\0monkey", 13, 13}, {"\xFF\xFE\x80", 3, 3}, {"\xC3\xA9", 2, 1},
        {"\xF0\x9F\x94\x91\xF0\x9F", 6, 2}, {text, 255, 255}, {text, 256, 256}, {text, 257, 257}, {text, LONG, LONG},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_strength *strength = STALE;
        assert_int_equal(passwordrules_strength_estimate(ranks, NULL, cases[index].password, cases[index].length, &strength),
                         PASSWORDRULES_OK);
        /* Several ill-formed bytes may count as one character. */
        if (cases[index].password != NULL && cases[index].password[0] == '\xFF')
            assert_in_range(info_of(strength).piece_count, 1, 3);
        else
            assert_sound(strength, cases[index].count);
        passwordrules_strength_free(strength);
    }
    free(text);
}

/* ---- Persons ---- */

/* Whether a password is found to be a word of the person. */
static int is_personal(const passwordrules_context *context, const char *password)
{
    passwordrules_strength *strength = STALE;
    assert_int_equal(passwordrules_strength_estimate(ranks, context, password, strlen(password), &strength), PASSWORDRULES_OK);
    assert_sound(strength, strlen(password));
    int is_found = piece_at(strength, 0).kind == PASSWORDRULES_PIECE_PERSONAL_WORD;
    passwordrules_strength_free(strength);
    return is_found;
}

static void personal_words_are_known(void **state)
{
    (void)state;
    const char *words[] = {"xoqvar", "", "Zyldam"};
    passwordrules_context context = context_of(0, 0);
    assert_int_equal(is_personal(NULL, "kvothe"), 0);
    assert_int_equal(is_personal(&context, "kvothe"), 0);
    context.user = "kvothe";
    context.full_name = "Arliden Brandur,Room 7";
    context.words = words;
    context.word_count = 3;
    const char *known[] = {"kvothe", "KV0THE", "ehtovk", "arliden", "Brandur", "xoqvar", "zyldam"};
    for (size_t index = 0; index < sizeof(known) / sizeof(*known); index++)
        assert_int_equal(is_personal(&context, known[index]), 1);
    context.word_count = 2;
    assert_int_equal(is_personal(&context, "zyldam"), 0);
    context.word_count = 0;
    assert_int_equal(is_personal(&context, "xoqvar"), 0);
    /* Estimates do not use the home directory, the old password or the service. */
    context = context_of(1, 1);
    context.home = "/home/kvothe";
    context.old_password = "kvothe";
    context.old_password_length = 6;
    context.service = "kvothe";
    assert_int_equal(is_personal(&context, "kvothe"), 0);
}

/* Only the first 64 of all names and words of a person count. */
static void first_of_many_words_are_known(void **state)
{
    (void)state;
    enum { MOST = 64, MANY = 1000 };
    const char *words[MANY];
    passwordrules_context context = context_of(0, 0);
    for (size_t index = 0; index < MANY; index++)
        words[index] = "someone-else";
    context.words = words;
    const struct {
        const char *user, *full_name;
        size_t position;
        int is_known;
    } cases[] = {
        {NULL, NULL, 0, 1}, {NULL, NULL, MOST - 1, 1}, {NULL, NULL, MOST, 0}, {NULL, NULL, MANY - 1, 0},
        {"alice", NULL, MOST - 2, 1}, {"alice", NULL, MOST - 1, 0}, {"alice", "Alice  Liddell", MOST - 4, 1},
        {"alice", "Alice  Liddell", MOST - 3, 0}, {"", "", MOST - 1, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        context.user = cases[index].user;
        context.full_name = cases[index].full_name;
        words[cases[index].position] = "kvothe";
        context.word_count = cases[index].position + 1;
        assert_int_equal(is_personal(&context, "kvothe"), cases[index].is_known);
        context.word_count = MANY;
        assert_int_equal(is_personal(&context, "kvothe"), cases[index].is_known);
        words[cases[index].position] = "someone-else";
    }
}

/* ---- Advice ---- */

static int advice_at_first(const void *subject, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_strength_advice(subject, 0, NULL, buffer, size, needed);
}

static int advice_past_the_end(const void *subject, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_strength_advice(subject, 3, NULL, buffer, size, needed);
}

static void pieces_have_advice(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "Common words are guessed first, even with capitals, with digits or symbols for letters, or reversed.",
        "Dates and years are easy to guess.",
        "Add another word or two; uncommon ones are better.",
    };
    passwordrules_strength *strength = estimate_of(ranks, "dragon1987");
    passwordrules_strength_info info = info_of(strength);
    assert_int_equal(info.advice_count, 3);
    for (size_t index = 0; index < info.advice_count; index++) {
        char text[512];
        size_t needed = 0;
        assert_int_equal(passwordrules_strength_advice(strength, index, NULL, text, sizeof(text), &needed), PASSWORDRULES_OK);
        assert_int_equal(needed, strlen(text) + 1);
        assert_int_equal(text[needed - 2], '.');
        assert_null(strstr(text, "dragon"));
        assert_null(strstr(text, "1987"));
        assert_string_equal(text, expected[index]);
    }
    passwordrules_strength_free(strength);
}

static void advice_fills_a_buffer_like_all_texts(void **state)
{
    (void)state;
    passwordrules_strength *weak = estimate_of(ranks, "dragon1987"), *strong = estimate_of(ranks, "vubkem-roxpit-4cazud");
    assert_in_range(assert_writes_text(advice_at_first, weak), 2, 512);
    assert_writes_nothing(advice_past_the_end, weak, PASSWORDRULES_ERANGE);
    assert_writes_nothing(advice_at_first, strong, PASSWORDRULES_ERANGE);
    assert_writes_nothing(advice_at_first, NULL, PASSWORDRULES_EINVAL);
    char text[512] = "stale";
    size_t needed = 12345;
    assert_int_equal(passwordrules_strength_advice(weak, SIZE_MAX, NULL, text, sizeof(text), &needed), PASSWORDRULES_ERANGE);
    assert_int_equal(needed, 0);
    assert_string_equal(text, "");
    assert_int_equal(passwordrules_strength_advice(weak, 0, NULL, text, TOO_LONG, &needed), PASSWORDRULES_EINVAL);
    passwordrules_strength_free(weak);
    passwordrules_strength_free(strong);
}

/* Counts its calls, and translates one sentence. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)count;
    assert_null(many);
    ++*(int *)data;
    if (strcmp(one, "Dates and years are easy to guess.") == 0)
        *translated = "F\xC3\xA9" "chas.";
}

static void advice_is_in_the_requested_language(void **state)
{
    (void)state;
    int calls = 0;
    const passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, &calls);
    passwordrules_strength *strength = estimate_of(ranks, "dragon1987");
    char text[512], english[512];
    assert_int_equal(passwordrules_strength_advice(strength, 1, &language, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_string_equal(text, "F\xC3\xA9" "chas.");
    assert_int_equal(calls, 1);
    /* Messages without a translation are in English. */
    assert_int_equal(passwordrules_strength_advice(strength, 0, NULL, english, sizeof(english), NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_strength_advice(strength, 0, &language, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_string_equal(text, english);
    assert_int_equal(calls, 2);
    assert_int_equal(passwordrules_strength_advice(strength, 3, &language, text, sizeof(text), NULL), PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_strength_advice(NULL, 0, &language, text, sizeof(text), NULL), PASSWORDRULES_EINVAL);
    passwordrules_strength_free(strength);
}

/* ---- What makes a refused password easy to guess ---- */

static void refused_password_has_pieces_without_ranks(void **state)
{
    (void)state;
    passwordrules_report *report = refused_as_easy_to_guess("dragon1987");
    const int kinds[] = {PASSWORDRULES_PIECE_WORD, PASSWORDRULES_PIECE_YEAR};
    const size_t ends[] = {6, 10};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_piece piece = {.size = sizeof(piece), .rank = 77};
        assert_int_equal(passwordrules_report_piece(report, index, &piece), PASSWORDRULES_OK);
        assert_int_equal(piece.kind, kinds[index]);
        assert_int_equal(piece.start, index == 0 ? 0 : ends[index - 1]);
        assert_int_equal(piece.end, ends[index]);
        assert_int_equal(piece.rank, 0);
        assert_string_not_equal(piece.name, "");
    }
    const size_t beyond[] = {2, 3, SIZE_MAX};
    for (size_t index = 0; index < sizeof(beyond) / sizeof(*beyond); index++) {
        passwordrules_piece piece = {.size = sizeof(piece), .kind = 77};
        assert_int_equal(passwordrules_report_piece(report, beyond[index], &piece), PASSWORDRULES_ERANGE);
        assert_int_equal(piece.kind, 77);
    }
    size_t count = passwordrules_report_count(report);
    passwordrules_outcome outcome = outcome_at(report, count - 1);
    assert_int_equal(outcome.kind, PASSWORDRULES_KIND_MIN_GUESSES);
    assert_int_equal(outcome.limit, 10);
    assert_true(!outcome.met && outcome.actual < 10);
    char text[512];
    assert_int_equal(passwordrules_report_message(report, count - 1, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_non_null(strstr(text, "easy to guess"));
    assert_null(strstr(text, "dragon"));
    /* A new check into the same report removes the pieces. */
    passwordrules_rules *rules = rules_of("minlength: 12");
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    assert_int_equal(passwordrules_check_into(rules, "lemon", 5, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_int_equal(passwordrules_report_piece(report, 0, &piece), PASSWORDRULES_ERANGE);
    passwordrules_rules_free(rules);
    passwordrules_report_free(report);
}

static void accepted_password_has_no_pieces(void **state)
{
    (void)state;
    /* The second policy refuses the password for its length. It still has no pieces, because it is not easy to guess. */
    for (int is_long = 0; is_long <= 1; is_long++) {
        passwordrules_policy *policy = policy_of_guesses(is_long ? "rules=minlength: 30" : NULL);
        passwordrules_context context = context_of(0, 0);
        passwordrules_report *report;
        passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
        assert_int_equal(passwordrules_policy_check(policy, &context, "vubkem-roxpit-4cazud", 20, &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), !is_long);
        assert_int_equal(passwordrules_report_piece(report, 0, &piece), PASSWORDRULES_ERANGE);
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
}

/* ---- Arguments ---- */

static void estimate_refuses_wrong_arguments(void **state)
{
    (void)state;
    const char *words[] = {"xoqvar", NULL};
    passwordrules_context null_word = context_of(0, 0), no_words = context_of(0, 0), many_words = context_of(0, 0);
    null_word.words = many_words.words = words;
    null_word.word_count = 2;
    no_words.word_count = 1;
    many_words.word_count = TOO_LONG;
    const struct {
        const passwordrules_ranks *ranks;
        const passwordrules_context *context;
        const char *password;
        size_t length;
    } cases[] = {
        {NULL, NULL, "dragon", 6}, {ranks, NULL, NULL, 6}, {ranks, NULL, "dragon", TOO_LONG}, {ranks, NULL, "dragon", SIZE_MAX},
        {ranks, &null_word, "dragon", 6}, {ranks, &no_words, "dragon", 6}, {ranks, &many_words, "dragon", 6},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_strength *strength = STALE;
        assert_int_equal(passwordrules_strength_estimate(cases[index].ranks, cases[index].context, cases[index].password,
                                                         cases[index].length, &strength),
                         PASSWORDRULES_EINVAL);
        assert_null(strength);
    }
    assert_int_equal(passwordrules_strength_estimate(ranks, NULL, "dragon", 6, NULL), PASSWORDRULES_EINVAL);
    /* A policy's check refuses the same wrong words. */
    passwordrules_policy *policy = policy_of("rules=minlength: 4", NULL);
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check(policy, &null_word, "dragon", 6, &report), PASSWORDRULES_EINVAL);
    assert_null(report);
    passwordrules_policy_free(policy);
    passwordrules_strength_free(NULL);
}

static void questions_refuse_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_strength *strength = estimate_of(ranks, "dragon");
    passwordrules_rules *rules = rules_of("minlength: 12");
    passwordrules_report *report = report_of(rules, "dragon", 0);
    passwordrules_strength_info info = {.size = sizeof(info), .level = 77};
    passwordrules_piece piece = {.size = sizeof(piece), .kind = 77};
    assert_int_equal(passwordrules_strength_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_strength_get_info(strength, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_strength_piece(NULL, 0, &piece), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_strength_piece(strength, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_strength_piece(strength, SIZE_MAX, &piece), PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_report_piece(NULL, 0, &piece), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_piece(report, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_report_piece(report, 0, &piece), PASSWORDRULES_ERANGE);
    assert_int_equal(info.level, 77);
    assert_int_equal(piece.kind, 77);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    passwordrules_strength_free(strength);
}

int run_strength_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(password_has_pieces_with_names),
        cmocka_unit_test(every_level_is_reached),
        cmocka_unit_test(estimate_reads_only_the_given_length),
        cmocka_unit_test(any_bytes_are_estimated),
        cmocka_unit_test(personal_words_are_known),
        cmocka_unit_test(first_of_many_words_are_known),
        cmocka_unit_test(pieces_have_advice),
        cmocka_unit_test(advice_fills_a_buffer_like_all_texts),
        cmocka_unit_test(advice_is_in_the_requested_language),
        cmocka_unit_test(refused_password_has_pieces_without_ranks),
        cmocka_unit_test(accepted_password_has_no_pieces),
        cmocka_unit_test(estimate_refuses_wrong_arguments),
        cmocka_unit_test(questions_refuse_wrong_arguments),
    };
    return cmocka_run_group_tests_name("strength", tests, set_up, tear_down);
}
