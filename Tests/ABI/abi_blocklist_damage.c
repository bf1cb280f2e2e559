/* ABI tests: blocklists that are damaged, or turn out to be while they are open. BlocklistFormatTests and BlocklistTests change
   every bit of a header and of the buckets. */
#include "abi_blocklist.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files that are no lists ---- */

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
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("", PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("/", PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    assert_not_opened("/dev/zero", PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    assert_int_equal(mkfifo(other_path, 0600), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    assert_int_equal(remove(other_path), 0);

    size_t length = build_list(500, PASSWORDRULES_MATCH_EXACT, NULL);
    write_bytes(other_path, list, length);
    assert_int_equal(chmod(other_path, 0620), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS);
    const size_t sizes[] = {0, 7, 8, 63, 64, length - 1, length + 1};
    for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
        write_bytes(other_path, list, sizes[index]);
        assert_not_opened(other_path, sizes[index] < 8 ? PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST
                                                       : PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_WRONG_SIZE);
    }
    /* A byte of the header: of what it is, of its version, of the rest. */
    for (size_t offset = 0; offset < LIST_HEADER; offset++) {
        list[offset] ^= 0x10;
        write_bytes(other_path, list, length);
        assert_not_opened(other_path, offset < 8    ? PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST
                                      : offset < 12 ? PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNKNOWN_VERSION
                                                    : PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_HEADER);
        list[offset] ^= 0x10;
    }
}

/* ---- Damage behind the header ---- */

/* Writes one byte of the file at other_path, which keeps its length. */
static void write_byte(size_t offset, unsigned char byte)
{
    int descriptor = open(other_path, O_WRONLY);
    assert_true(descriptor >= 0);
    assert_int_equal(pwrite(descriptor, &byte, 1, (off_t)offset), 1);
    assert_int_equal(close(descriptor), 0);
}

/* A list that is kept in memory has the damage that existed when it was opened; another that of the look-up. */
static void a_damaged_bucket_is_no_answer(void **state)
{
    (void)state;
    size_t dragon[2];
    write_bytes(other_path, list, build_list(500, PASSWORDRULES_MATCH_EXACT, dragon));
    passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
    for (size_t offset = dragon[0]; offset < dragon[1]; offset++) {
        write_byte(offset, list[offset] ^ 0x20);
        passwordrules_blocklist *kept = open_list();
        assert_lookup_fails(blocklist, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EBLOCKLIST);
        write_byte(offset, list[offset]);
        assert_lookup_fails(kept, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EBLOCKLIST);
        /* In another bucket. */
        assert_int_equal(look_up(kept, "tiger", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
        passwordrules_blocklist_free(kept);
    }
    assert_int_equal(look_up(blocklist, "dragon", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
    passwordrules_blocklist_free(blocklist);
}

/* The list is changed before it is read: when it is opened, or at the look-up. */
static void no_change_of_the_index_makes_a_listed_password_a_good_one(void **state)
{
    (void)state;
    write_bytes(other_path, list, build_list(500, PASSWORDRULES_MATCH_EXACT, NULL));
    for (unsigned flags = 0; flags <= PASSWORDRULES_BLOCKLIST_ONE_LOOKUP; flags++) {
        size_t refusals = 0;
        for (size_t offset = LIST_HEADER; offset < LIST_HEADER + 8 * 9; offset++)
            for (int bit = 0; bit < 8; bit++) {
                int found = 0;
                passwordrules_blocklist *blocklist = flags != 0 ? open_list_with(flags) : NULL;
                write_byte(offset, (unsigned char)(list[offset] ^ 1 << bit));
                if (blocklist == NULL)
                    blocklist = open_list();
                refusals += passwordrules_blocklist_lookup(blocklist, "dragon", 6, 0, &found) == PASSWORDRULES_EBLOCKLIST;
                assert_int_equal(found, PASSWORDRULES_MATCH_EXACT);
                passwordrules_blocklist_free(blocklist);
                write_byte(offset, list[offset]);
            }
        /* One of the eight buckets counts: its start, its sum, and the start of the next one. */
        assert_int_equal(refusals, 8 * (5 + 3 + 5));
    }
}

/* The file is not mapped, so truncating it does not end the program. A short list is read whole, so every look-up fails
   without its last byte. */
static void a_list_that_is_cut_off_is_no_answer(void **state)
{
    (void)state;
    const size_t counts[] = {500, LONG_LIST};
    for (size_t size = 0; size < sizeof(counts) / sizeof(*counts); size++) {
        size_t length = build_list(counts[size], PASSWORDRULES_MATCH_MANGLED, NULL);
        write_bytes(other_path, list, length);
        passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP), *kept = open_list();
        const off_t sizes[] = {(off_t)length - 1, LIST_HEADER + 8, LIST_HEADER, 1, 0};
        for (size_t index = size; index < sizeof(sizes) / sizeof(*sizes); index++) {
            assert_int_equal(truncate(other_path, sizes[index]), 0);
            for (int match = PASSWORDRULES_MATCH_AS_BUILT; match <= PASSWORDRULES_MATCH_MANGLED; match++) {
                assert_lookup_fails(blocklist, "dragon", 6, match, PASSWORDRULES_EBLOCKLIST);
                assert_lookup_fails(blocklist, "Lemon!", 6, match, PASSWORDRULES_EBLOCKLIST);
            }
        }
        if (size == 0)
            assert_int_equal(look_up(kept, "dragon", PASSWORDRULES_MATCH_EXACT), PASSWORDRULES_MATCH_EXACT);
        /* The properties that are known stay known. */
        passwordrules_blocklist_info info = {.size = sizeof(info)};
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_OK);
        assert_int_equal(info.count, counts[size]);
        passwordrules_blocklist_free(kept);
        passwordrules_blocklist_free(blocklist);
    }
}

int run_blocklist_damage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_file_that_is_no_list_is_not_opened, remove_files),
        cmocka_unit_test_teardown(a_damaged_bucket_is_no_answer, remove_files),
        cmocka_unit_test_teardown(no_change_of_the_index_makes_a_listed_password_a_good_one, remove_files),
        cmocka_unit_test_teardown(a_list_that_is_cut_off_is_no_answer, remove_files),
    };
    return cmocka_run_group_tests_name("damaged blocklists", tests, make_folder, remove_folder);
}
