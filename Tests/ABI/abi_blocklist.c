/* ABI tests: blocklists, opened and looked up by themselves. */
#include "abi_blocklist.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Opening ---- */

static void open_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_list(2, PASSWORDRULES_MATCH_EXACT);
    const struct {
        const char *path;
        unsigned flags;
    } cases[] = {{NULL, 0}, {other_path, 2}, {other_path, 3}, {other_path, 1u << 31}, {other_path, UINT_MAX}, {NULL, 1}};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_blocklist *blocklist = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(
            passwordrules_blocklist_open(cases[index].path, cases[index].flags, &blocklist, &diagnostics),
            PASSWORDRULES_EINVAL);
        assert_null(blocklist);
        assert_null(diagnostics);
        blocklist = STALE;
        assert_int_equal(passwordrules_blocklist_open(cases[index].path, cases[index].flags, &blocklist, NULL),
                         PASSWORDRULES_EINVAL);
        assert_null(blocklist);
    }
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_blocklist_open(other_path, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_blocklist_open(NULL, 0, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_blocklist_free(NULL);
}

static void assert_not_opened(const char *path, int code)
{
    passwordrules_blocklist *blocklist = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    int files = count_open_files();
    assert_int_equal(passwordrules_blocklist_open(path, 0, &blocklist, &diagnostics), PASSWORDRULES_EBLOCKLIST);
    assert_null(blocklist);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_int_equal(diagnostic.code, code);
    assert_string_equal(diagnostic.source, path);
    assert_int_equal(diagnostic.line + diagnostic.column + diagnostic.offset + diagnostic.length, 0);
    assert_string_not_equal(diagnostic.text, "");
    passwordrules_diagnostics_free(diagnostics);
    /* The diagnostics are optional. */
    blocklist = STALE;
    assert_int_equal(passwordrules_blocklist_open(path, 0, &blocklist, NULL), PASSWORDRULES_EBLOCKLIST);
    assert_null(blocklist);
    assert_int_equal(count_open_files(), files);
}

static void a_file_that_is_no_list_is_not_opened(void **state)
{
    (void)state;
    assert_not_opened(other_path, 301);
    assert_not_opened("", 301);
    assert_not_opened("/", 302);
    assert_not_opened("/dev/zero", 302);
    assert_int_equal(mkfifo(other_path, 0600), 0);
    assert_not_opened(other_path, 302);
    assert_int_equal(remove(other_path), 0);

    size_t length = build_list(500, PASSWORDRULES_MATCH_EXACT, NULL);
    write_bytes(other_path, list, length);
    assert_int_equal(chmod(other_path, 0620), 0);
    assert_not_opened(other_path, 304);
    const size_t sizes[] = {0, 7, 8, 63, 64, 200, length - 1};
    for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
        write_bytes(other_path, list, sizes[index]);
        assert_not_opened(other_path, sizes[index] < 8 ? 320 : 323);
    }
    write_bytes(other_path, list, length + 1);
    assert_not_opened(other_path, 323);
    for (size_t offset = 0; offset < LIST_HEADER; offset++) {
        list[offset] ^= 0x10;
        write_bytes(other_path, list, length);
        assert_not_opened(other_path, offset < 8 ? 320 : offset < 12 ? 321 : 322);
        list[offset] ^= 0x10;
    }
}

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

/* It needs the file no more, and is not affected by its changes. */
static void a_list_is_kept_in_memory(void **state)
{
    (void)state;
    const size_t counts[] = {2, 500, LARGEST_LIST};
    for (size_t size = 0; size < sizeof(counts) / sizeof(*counts); size++) {
        write_list(counts[size], PASSWORDRULES_MATCH_MANGLED);
        int files = count_open_files();
        passwordrules_blocklist *blocklist = open_list();
        assert_int_equal(count_open_files(), files);
        write_bytes(other_path, "", 0);
        assert_int_equal(look_up(blocklist, "dragon", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
        assert_int_equal(look_up(blocklist, "..Tig3r", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_MANGLED);
        assert_int_equal(look_up(blocklist, "lemon", PASSWORDRULES_MATCH_AS_BUILT), 0);
        passwordrules_blocklist_free(blocklist);
    }
}

/* A list that is too long for that is one open file, with either flags. */
static void a_long_list_is_not_kept_in_memory(void **state)
{
    (void)state;
    write_list(LONG_LIST, PASSWORDRULES_MATCH_MANGLED);
    for (unsigned flags = 0; flags <= PASSWORDRULES_BLOCKLIST_ONE_LOOKUP; flags++) {
        int files = count_open_files();
        passwordrules_blocklist *blocklist = open_list_with(flags);
        assert_int_equal(count_open_files(), files + 1);
        assert_int_equal(look_up(blocklist, "dragon", PASSWORDRULES_MATCH_EXACT), PASSWORDRULES_MATCH_EXACT);
        assert_int_equal(look_up(blocklist, "DRAGON", PASSWORDRULES_MATCH_FOLDED), PASSWORDRULES_MATCH_FOLDED);
        assert_int_equal(look_up(blocklist, "..Tig3r", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_MANGLED);
        assert_int_equal(look_up(blocklist, "vubkem-roxpit-4cazud", PASSWORDRULES_MATCH_AS_BUILT), 0);
        passwordrules_blocklist_free(blocklist);
        assert_int_equal(count_open_files(), files);
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
    write_list(2, PASSWORDRULES_MATCH_MANGLED);
    passwordrules_blocklist *blocklist = open_list();
    int found = 12345;
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, NULL, 0, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, PASSWORDRULES_MATCH_MANGLED);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, NULL, 0, PASSWORDRULES_MATCH_FOLDED, &found),
                     PASSWORDRULES_OK);
    assert_int_equal(found, 0);
    /* The length counts, and no NUL. */
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, "dragonfly", 6, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, PASSWORDRULES_MATCH_EXACT);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, "dragon\0x", 8, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, 0);
    char *text = malloc(100000);
    assert_non_null(text);
    memset(text, '#', 100000);
    memcpy(text + 2000, "Dragon", 6);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, text, 4096, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, PASSWORDRULES_MATCH_MANGLED);
    /* Longer ones are compared only as they were typed. */
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, text, 4097, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, 0);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, text, 100000, 0, &found), PASSWORDRULES_OK);
    assert_int_equal(found, 0);
    free(text);
    passwordrules_blocklist_free(blocklist);
}

static void lookup_refuses_wrong_arguments(void **state)
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
    passwordrules_blocklist_free(blocklist);
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

        size_t sizes[WRONG_SIZE_COUNT];
        fill_wrong_sizes(sizeof(info), sizes);
        for (size_t wrong = 0; wrong < WRONG_SIZE_COUNT; wrong++) {
            info.size = sizes[wrong];
            assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_ESIZE);
        }
        info.size = sizeof(info);
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, NULL), PASSWORDRULES_EINVAL);
        passwordrules_blocklist_free(blocklist);
    }
    assert_int_equal(passwordrules_blocklist_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_get_info(NULL, NULL), PASSWORDRULES_EINVAL);
}

static void the_numbers_are_stable(void **state)
{
    (void)state;
    assert_int_equal(PASSWORDRULES_EBLOCKLIST, 12);
    assert_int_equal(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP, 1);
    assert_int_equal(PASSWORDRULES_MATCH_AS_BUILT, 0);
    assert_int_equal(PASSWORDRULES_MATCH_EXACT, 1);
    assert_int_equal(PASSWORDRULES_MATCH_FOLDED, 2);
    assert_int_equal(PASSWORDRULES_MATCH_MANGLED, 3);
    assert_string_not_equal(passwordrules_status_text(PASSWORDRULES_EBLOCKLIST), passwordrules_status_text(9999));
}

int run_blocklist_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(open_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(a_file_that_is_no_list_is_not_opened, remove_files),
        cmocka_unit_test_teardown(a_list_for_one_lookup_is_one_open_file_until_it_is_freed, remove_files),
        cmocka_unit_test_teardown(a_list_is_kept_in_memory, remove_files),
        cmocka_unit_test_teardown(a_long_list_is_not_kept_in_memory, remove_files),
        cmocka_unit_test_teardown(looks_up_as_far_as_it_is_asked, remove_files),
        cmocka_unit_test_teardown(lookup_takes_bytes_of_any_number, remove_files),
        cmocka_unit_test_teardown(lookup_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(info_tells_of_the_list, remove_files),
        cmocka_unit_test(the_numbers_are_stable),
    };
    return cmocka_run_group_tests_name("blocklists", tests, make_folder, remove_folder);
}
