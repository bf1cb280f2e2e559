/* ABI tests: blocklists, opened and looked up by themselves. How a list is read is tested in BlocklistTests.swift. */
#include "abi_blocklist.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Opening ---- */

static void a_list_for_one_lookup_is_one_open_file_until_it_is_freed(void **state)
{
    (void)state;
    write_list(500, PASSWORDRULES_MATCH_MANGLED);
    int files = count_open_files();
    passwordrules_blocklist *first = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
    passwordrules_blocklist *second = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
    assert_int_equal(count_open_files(), files + 2);
    look_up(first, "dragon", PASSWORDRULES_MATCH_AS_BUILT);
    assert_int_equal(count_open_files(), files + 2);
    passwordrules_blocklist_free(first);
    assert_int_equal(count_open_files(), files + 1);
    assert_int_equal(remove(other_path), 0);
    assert_int_equal(look_up(second, "dragon", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
    passwordrules_blocklist_free(second);
    assert_int_equal(count_open_files(), files);
}

/* It needs the file no more, and is not affected by its changes. A list that is too long for that is one open file. */
static void a_list_is_kept_in_memory(void **state)
{
    (void)state;
    const size_t counts[] = {2, 500, LARGEST_LIST, LONG_LIST};
    for (size_t size = 0; size < sizeof(counts) / sizeof(*counts); size++) {
        int is_long = counts[size] == LONG_LIST;
        write_list(counts[size], PASSWORDRULES_MATCH_MANGLED);
        for (unsigned flags = 0; flags <= (is_long ? PASSWORDRULES_BLOCKLIST_ONE_LOOKUP : 0); flags++) {
            int files = count_open_files();
            passwordrules_blocklist *blocklist = open_list_with(flags);
            assert_int_equal(count_open_files(), files + is_long);
            if (!is_long)
                write_bytes(other_path, "", 0);
            assert_int_equal(look_up(blocklist, "dragon", PASSWORDRULES_MATCH_EXACT), PASSWORDRULES_MATCH_EXACT);
            assert_int_equal(look_up(blocklist, "DRAGON", PASSWORDRULES_MATCH_FOLDED), PASSWORDRULES_MATCH_FOLDED);
            assert_int_equal(look_up(blocklist, "..Tig3r", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_MANGLED);
            assert_int_equal(look_up(blocklist, "vubkem-roxpit-4cazud", PASSWORDRULES_MATCH_AS_BUILT), 0);
            passwordrules_blocklist_free(blocklist);
            assert_int_equal(count_open_files(), files);
        }
    }
}

/* ---- Looking up ---- */

static void looks_up_as_far_as_it_is_asked(void **state)
{
    (void)state;
    /* By exact, folded and mangled comparisons. */
    const struct {
        const char *password;
        int found[3];
    } cases[] = {
        {"dragon", {1, 1, 1}}, {"Dragon", {0, 2, 2}}, {"dr4gon", {0, 0, 3}}, {"..Nogard77", {0, 0, 3}},
        {"tigertiger", {0, 0, 3}}, {"lemon", {0, 0, 0}}, {"drago", {0, 0, 0}}, {"ab\xFF\xFE", {0, 0, 0}},
        /* Without symbols, with an incomplete last repetition, in another width, with marks and invisible characters. */
        {"d.r.a.g.o.n", {0, 0, 3}}, {"Tiger Tiger", {0, 0, 3}}, {"tigertig", {0, 0, 3}},
        {"\xEF\xBD\x84ragon", {0, 2, 2}}, {"dr\xC3\xA4gon", {0, 2, 2}}, {"dra\xE2\x80\x8Bgon", {0, 2, 2}},
        /* Of very few different characters. */
        {"", {0, 0, 3}}, {"zzzzzzzzzzzz", {0, 0, 3}}, {"\xFF\xFE", {0, 0, 3}}, {"zyzyzyzyzy", {0, 0, 3}},
    };
    const size_t counts[] = {2, 64, 65, 500, LARGEST_LIST};
    for (size_t size = 0; size < sizeof(counts) / sizeof(*counts); size++)
        for (int own = 1; own <= 3; own++) {
            write_list(counts[size], own);
            passwordrules_blocklist *blocklist = open_list_with((unsigned)own & PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
            for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
                for (int match = 1; match <= 3; match++)
                    assert_int_equal(look_up(blocklist, cases[index].password, match), cases[index].found[match - 1]);
                assert_int_equal(look_up(blocklist, cases[index].password, PASSWORDRULES_MATCH_AS_BUILT),
                                 cases[index].found[own - 1]);
            }
            passwordrules_blocklist_free(blocklist);
        }
}

static void lookup_takes_bytes_of_any_number(void **state)
{
    (void)state;
    char *text = malloc(100000);
    assert_non_null(text);
    memset(text, '#', 100000);
    memcpy(text + 2000, "Dragon", 6);
    const struct {
        const char *password;
        size_t length;
        int match, found;
    } cases[] = {
        {NULL, 0, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_MATCH_MANGLED}, {NULL, 0, PASSWORDRULES_MATCH_FOLDED, 0},
        /* The length counts, and no NUL. */
        {"dragonfly", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_MATCH_EXACT},
        {"dragon\0x", 8, PASSWORDRULES_MATCH_AS_BUILT, 0},
        {text, 4096, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_MATCH_MANGLED},
        /* Longer ones are compared only as they were typed. */
        {text, 4097, PASSWORDRULES_MATCH_AS_BUILT, 0}, {text, 100000, PASSWORDRULES_MATCH_AS_BUILT, 0},
    };
    write_list(2, PASSWORDRULES_MATCH_MANGLED);
    passwordrules_blocklist *blocklist = open_list();
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        int found = 12345;
        assert_int_equal(passwordrules_blocklist_lookup(blocklist, cases[index].password, cases[index].length,
                                                        cases[index].match, &found),
                         PASSWORDRULES_OK);
        assert_int_equal(found, cases[index].found);
    }
    passwordrules_blocklist_free(blocklist);
    free(text);
}

static void info_tells_of_the_list(void **state)
{
    (void)state;
    passwordrules_blocklist_info info = {.size = sizeof(info)};
    const size_t counts[] = {2, 64, 500};
    for (size_t index = 0; index < 3; index++) {
        int match = (int)index + 1;
        write_list(counts[index], match);
        passwordrules_blocklist *blocklist = open_list();
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_OK);
        assert_int_equal(info.size, sizeof(info));
        assert_int_equal(info.count, counts[index]);
        assert_int_equal(info.match, match);
        /* The entries of a bucket, on average, by the values of 32 bits. */
        double expected = (double)counts[index] / (index == 2 ? 8 : 1) / 4294967296.0;
        assert_true(info.false_positive_rate > expected * (1 - DBL_EPSILON));
        assert_true(info.false_positive_rate < expected * (1 + DBL_EPSILON));
        passwordrules_blocklist_free(blocklist);
    }
}

/* ---- Arguments ---- */

static void open_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_list(2, PASSWORDRULES_MATCH_EXACT);
    const struct {
        const char *path;
        unsigned flags;
    } cases[] = {{NULL, 0}, {other_path, 2}, {other_path, 3}, {other_path, 1u << 31}, {other_path, UINT_MAX}, {NULL, 1}};
    passwordrules_diagnostics *diagnostics;
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        for (int has_diagnostics = 0; has_diagnostics <= 1; has_diagnostics++) {
            passwordrules_blocklist *blocklist = STALE;
            diagnostics = STALE;
            assert_int_equal(passwordrules_blocklist_open(cases[index].path, cases[index].flags, &blocklist,
                                                          has_diagnostics ? &diagnostics : NULL),
                             PASSWORDRULES_EINVAL);
            assert_null(blocklist);
            assert_ptr_equal(diagnostics, has_diagnostics ? NULL : STALE);
        }
    diagnostics = STALE;
    assert_int_equal(passwordrules_blocklist_open(other_path, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_blocklist_open(NULL, 0, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_blocklist_free(NULL);
}

static void lookup_and_info_refuse_wrong_arguments(void **state)
{
    (void)state;
    write_list(2, PASSWORDRULES_MATCH_EXACT);
    passwordrules_blocklist *blocklist = open_list();
    const int matches[] = {-1, 4, 256, INT_MAX, INT_MIN};
    for (size_t index = 0; index < sizeof(matches) / sizeof(*matches); index++)
        assert_lookup_fails(blocklist, "lemon", 5, matches[index], PASSWORDRULES_EINVAL);
    assert_lookup_fails(NULL, "lemon", 5, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, NULL, 1, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, "lemon", TOO_LONG, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, "lemon", SIZE_MAX, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, "lemon", 5, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_lookup(NULL, NULL, 0, 0, NULL), PASSWORDRULES_EINVAL);

    passwordrules_blocklist_info info = {.size = sizeof(info)};
    size_t sizes[WRONG_SIZE_COUNT];
    assert_int_equal(passwordrules_blocklist_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_get_info(blocklist, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_get_info(NULL, NULL), PASSWORDRULES_EINVAL);
    fill_wrong_sizes(sizeof(info), sizes);
    for (size_t wrong = 0; wrong < WRONG_SIZE_COUNT; wrong++) {
        info.size = sizes[wrong];
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_ESIZE);
    }
    passwordrules_blocklist_free(blocklist);
}

int run_blocklist_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_list_for_one_lookup_is_one_open_file_until_it_is_freed, remove_files),
        cmocka_unit_test_teardown(a_list_is_kept_in_memory, remove_files),
        cmocka_unit_test_teardown(looks_up_as_far_as_it_is_asked, remove_files),
        cmocka_unit_test_teardown(lookup_takes_bytes_of_any_number, remove_files),
        cmocka_unit_test_teardown(info_tells_of_the_list, remove_files),
        cmocka_unit_test_teardown(open_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(lookup_and_info_refuse_wrong_arguments, remove_files),
    };
    return cmocka_run_group_tests_name("blocklists", tests, make_folder, remove_folder);
}
