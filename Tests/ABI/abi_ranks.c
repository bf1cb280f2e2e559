/* ABI tests: lists of ranked words, and invalid files. Tests/Unit/Engine tests which damage is detected. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 64, LONGEST = 4 << 20 };

/* The bytes of the bundled list. */
static struct list *ranked_list(void)
{
    static struct list list;
    if (list.length == 0) {
        FILE *stream = fopen(common_ranks(), "r");
        assert_non_null(stream);
        list.length = fread(list.bytes, 1, sizeof(list.bytes), stream);
        assert_in_range(list.length, HEADER + 1, sizeof(list.bytes) - 1);
        fclose(stream);
    }
    return &list;
}

static void write_ranks(void)
{
    write_bytes(other_path, ranked_list()->bytes, ranked_list()->length);
}

/* Writes the list to other_path with one byte changed. */
static void write_damaged(size_t offset)
{
    ranked_list()->bytes[offset] ^= 0x20;
    write_ranks();
    ranked_list()->bytes[offset] ^= 0x20;
}

static double guesses(const passwordrules_ranks *ranks, const char *password)
{
    passwordrules_strength *strength = estimate_of(ranks, password);
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    assert_int_equal(passwordrules_strength_get_info(strength, &info), PASSWORDRULES_OK);
    passwordrules_strength_free(strength);
    return info.guesses_log10;
}

static void lists_are_read_whole_and_closed(void **state)
{
    (void)state;
    const int files = count_open_files();
    passwordrules_ranks *one = open_ranks(), *both = STALE;
    write_ranks();
    const char *paths[] = {common_ranks(), other_path};
    assert_int_equal(passwordrules_ranks_open(paths, 2, &both, NULL), PASSWORDRULES_OK);
    assert_int_equal(count_open_files(), files);
    assert_int_equal(truncate(other_path, HEADER), 0);
    assert_int_equal(remove(other_path), 0);
    /* A list that is opened twice gives the same estimates as once. */
    const char *passwords[] = {"dragon", "dragon monkey", "Dr4g0n!", "vubkem-roxpit"};
    for (size_t index = 0; index < sizeof(passwords) / sizeof(*passwords); index++) {
        double expected = guesses(one, passwords[index]), found = guesses(both, passwords[index]);
        assert_true(found >= expected && found <= expected);
    }
    assert_true(guesses(one, "dragon") < 3);
    passwordrules_ranks_free(one);
    passwordrules_ranks_free(both);
}

/* The bundled list exists if the package with the lists is installed. */
static void bundled_list_is_the_default(void **state)
{
    (void)state;
    const char *path = other_path;
    const char *const *arrays[] = {NULL, &path};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_ranks *ranks = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        int status = passwordrules_ranks_open(arrays[index], 0, &ranks, &diagnostics);
        if (status == PASSWORDRULES_OK) {
            assert_null(diagnostics);
            assert_true(guesses(ranks, "dragon") < 3);
        } else {
            assert_int_equal(status, PASSWORDRULES_ERANKS);
            assert_null(ranks);
            passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
            assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
            assert_non_null(strstr(diagnostic.source, "/common.ranks"));
        }
        passwordrules_diagnostics_free(diagnostics);
        passwordrules_ranks_free(ranks);
    }
}

/* ---- Invalid files ---- */

/* Checks that the path is refused, alone and after a good list. */
static void assert_not_opened(const char *path, int code)
{
    const char *paths[] = {common_ranks(), path};
    const int files = count_open_files();
    for (size_t first = 0; first <= 1; first++) {
        passwordrules_ranks *ranks = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_ranks_open(paths + first, 2 - first, &ranks, &diagnostics), PASSWORDRULES_ERANKS);
        assert_null(ranks);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
        assert_int_equal(diagnostic.code, code);
        assert_string_equal(diagnostic.source, path);
        assert_int_equal(diagnostic.line + diagnostic.column + diagnostic.offset + diagnostic.length, 0);
        assert_string_not_equal(diagnostic.text, "");
        passwordrules_diagnostics_free(diagnostics);
    }
    /* The diagnostics are optional. */
    passwordrules_ranks *ranks = STALE;
    assert_int_equal(passwordrules_ranks_open(&path, 1, &ranks, NULL), PASSWORDRULES_ERANKS);
    assert_null(ranks);
    assert_int_equal(count_open_files(), files);
}

static void unreadable_file_is_not_opened(void **state)
{
    (void)state;
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("", PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("/", PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    write_ranks();
    assert_int_equal(chmod(other_path, 0620), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS);
    assert_int_equal(chmod(other_path, 0602), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS);
    /* The longest file that is read, and a file with one byte more. */
    assert_int_equal(chmod(other_path, 0600), 0);
    assert_int_equal(truncate(other_path, LONGEST), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_RANKS_WRONG_SIZE);
    assert_int_equal(truncate(other_path, LONGEST + 1), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_TOO_LARGE);
}

/* A FIFO without a writer must not hold up the caller. */
static void fifo_and_foreign_file_are_not_opened(void **state)
{
    (void)state;
#ifdef __wasi__
    skip();
#else
    assert_int_equal(mkfifo(other_path, 0600), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    assert_int_equal(remove(other_path), 0);
    if (geteuid() != 0)
        skip();
    write_ranks();
    assert_int_equal(chown(other_path, 12345, (gid_t)-1), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_WRONG_OWNER);
#endif
}

static void invalid_or_damaged_list_is_not_opened(void **state)
{
    (void)state;
    const struct list *list = ranked_list();
    const size_t sizes[] = {0, 7, 8, 63, 64, list->length - 1, list->length + 1};
    for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
        write_bytes(other_path, list->bytes, sizes[index]);
        assert_not_opened(other_path, sizes[index] < 8 ? PASSWORDRULES_DIAGNOSTIC_RANKS_NOT_RANKED_WORDS
                                                       : PASSWORDRULES_DIAGNOSTIC_RANKS_WRONG_SIZE);
    }
    write_list();
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_RANKS_NOT_RANKED_WORDS);
    for (size_t offset = 0; offset < HEADER; offset += 4) {
        write_damaged(offset);
        /* The file begins with 8 bytes that mark it as a list of ranked words. The version follows. */
        int code = offset < 8    ? PASSWORDRULES_DIAGNOSTIC_RANKS_NOT_RANKED_WORDS
                   : offset < 12 ? PASSWORDRULES_DIAGNOSTIC_RANKS_UNKNOWN_VERSION
                                : PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED_HEADER;
        assert_not_opened(other_path, code);
    }
    const size_t offsets[] = {HEADER, HEADER + 1, HEADER + 20000, list->length / 2, list->length - 9, list->length - 1};
    for (size_t index = 0; index < sizeof(offsets) / sizeof(*offsets); index++) {
        write_damaged(offsets[index]);
        assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED);
    }
}

/* ---- Arguments ---- */

static void open_refuses_wrong_arguments(void **state)
{
    (void)state;
    const char *one[] = {common_ranks()}, *with_null[] = {common_ranks(), NULL}, *null[] = {NULL};
    const struct {
        const char *const *paths;
        size_t count;
    } cases[] = {{NULL, 1}, {null, 1}, {with_null, 2}, {one, TOO_LONG}, {one, SIZE_MAX}, {NULL, SIZE_MAX}};
    passwordrules_diagnostics *diagnostics;
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++)
        for (int has_diagnostics = 0; has_diagnostics <= 1; has_diagnostics++) {
            passwordrules_ranks *ranks = STALE;
            diagnostics = STALE;
            assert_int_equal(passwordrules_ranks_open(cases[index].paths, cases[index].count, &ranks,
                                                      has_diagnostics ? &diagnostics : NULL),
                             PASSWORDRULES_EINVAL);
            assert_null(ranks);
            assert_ptr_equal(diagnostics, has_diagnostics ? NULL : STALE);
        }
    diagnostics = STALE;
    assert_int_equal(passwordrules_ranks_open(one, 1, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_ranks_open(NULL, 0, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_ranks_free(NULL);
}

int run_ranks_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lists_are_read_whole_and_closed, remove_files),
        cmocka_unit_test(bundled_list_is_the_default),
        cmocka_unit_test_teardown(unreadable_file_is_not_opened, remove_files),
        cmocka_unit_test_teardown(fifo_and_foreign_file_are_not_opened, remove_files),
        cmocka_unit_test_teardown(invalid_or_damaged_list_is_not_opened, remove_files),
        cmocka_unit_test(open_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("ranked words", tests, make_folder, remove_folder);
}
