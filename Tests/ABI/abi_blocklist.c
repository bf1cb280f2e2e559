/*
 * ABI tests: blocklists without a policy. BlocklistTests, BlocklistFormatTests and BlocklistFileTests test how a list is
 * read, and which damage is detected.
 */
#include "abi.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 64 };

/* Checks that a lookup fails with this status, and that a caller that ignores the status refuses the password. */
static void assert_lookup_fails(const passwordrules_blocklist *blocklist, const char *password, size_t length, int match,
                                int status)
{
    int found = 0;
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, password, length, match, &found), status);
    assert_int_equal(found, PASSWORDRULES_MATCH_EXACT);
}

/* Writes the list to other_path, with each byte of a range changed. */
static void write_damaged(size_t start, size_t end)
{
    struct list *list = common_list();
    for (size_t offset = start; offset < end; offset++)
        list->bytes[offset] ^= 0x20;
    write_list();
    for (size_t offset = start; offset < end; offset++)
        list->bytes[offset] ^= 0x20;
}

/* ---- Looking up ---- */

static void list_is_kept_in_memory_or_is_one_open_file(void **state)
{
    (void)state;
    const int files = count_open_files();
    for (unsigned flags = 0; flags <= PASSWORDRULES_BLOCKLIST_ONE_LOOKUP; flags++) {
        write_list();
        passwordrules_blocklist *first = open_list(flags), *second = open_list(flags);
        assert_int_equal(count_open_files(), files + 2 * (int)flags);
        assert_int_equal(look_up(first, "dragon", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
        assert_int_equal(count_open_files(), files + 2 * (int)flags);
        passwordrules_blocklist_free(first);
        assert_int_equal(count_open_files(), files + (int)flags);
        /* A list in memory no longer needs the file, and ignores changes to the file. */
        assert_int_equal(truncate(other_path, HEADER), 0);
        if (flags == 0)
            assert_int_equal(look_up(second, "dragon", PASSWORDRULES_MATCH_EXACT), PASSWORDRULES_MATCH_EXACT);
        for (int match = PASSWORDRULES_MATCH_AS_BUILT; flags != 0 && match <= PASSWORDRULES_MATCH_MANGLED; match++)
            assert_lookup_fails(second, "Lemon!", 6, match, PASSWORDRULES_EBLOCKLIST);
        passwordrules_blocklist_free(second);
        assert_int_equal(count_open_files(), files);
    }
}

static void lookup_uses_the_requested_comparison(void **state)
{
    (void)state;
    char *text = malloc(100000);
    assert_non_null(text);
    memset(text, '#', 100000);
    memcpy(text + 2000, "Dragon", 6);
    enum { AS_BUILT = PASSWORDRULES_MATCH_AS_BUILT, EXACT, FOLDED, MANGLED };
    const struct {
        const char *password;
        size_t length;
        int match, found;
    } cases[] = {
        {"dragon", 6, EXACT, EXACT}, {"TiGeR", 5, EXACT, 0}, {"TiGeR", 5, FOLDED, FOLDED}, {"TiGeR", 5, MANGLED, FOLDED},
        {"..Tig3r", 7, FOLDED, 0}, {"..Tig3r", 7, MANGLED, MANGLED}, {"..Tig3r", 7, AS_BUILT, MANGLED},
        {"vubkem-roxpit-4cazud", 20, AS_BUILT, 0}, {"ab\xFF\xFE", 4, FOLDED, 0},
        {NULL, 0, AS_BUILT, MANGLED}, {NULL, 0, FOLDED, 0},
        /* The password ends at its length, not at a NUL. */
        {"dragonfly", 6, AS_BUILT, EXACT}, {"dragon\0x", 8, FOLDED, 0},
        /* Passwords longer than 4,096 bytes are compared only as typed. */
        {text, 4096, AS_BUILT, MANGLED}, {text, 4097, AS_BUILT, 0}, {text, 100000, AS_BUILT, 0},
    };
    write_list();
    passwordrules_blocklist *blocklist = open_list(0);
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

/* The report has room only for the outcomes of its rules, so adding a lookup needs more memory. After an error the report
 * no longer accepts the password. */
static void lookup_is_added_to_a_report(void **state)
{
    (void)state;
    enum { AS_BUILT = PASSWORDRULES_MATCH_AS_BUILT, EXACT };
    write_list();
    passwordrules_blocklist *blocklist = open_list(0);
    passwordrules_rules *rules = rules_of("minlength: 5; required: lower");
    passwordrules_report *report = report_of(rules, "tiger", 0);
    char text[96];
    for (int times = 0; times < 2; times++) {
        assert_int_equal(passwordrules_report_accepted(report), 1 - times);
        assert_int_equal(passwordrules_report_add_lookup(report, blocklist, "tiger", 5, AS_BUILT), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_count(report), 3);
        assert_int_equal(outcome_at(report, 2).kind, PASSWORDRULES_KIND_BLOCKLIST);
        assert_int_equal(outcome_at(report, 2).actual, EXACT);
        assert_int_equal(passwordrules_report_message(report, 2, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_string_equal(text, "is a common or leaked password");
        assert_int_equal(passwordrules_report_class(report, 1, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_string_equal(text, "lower");
        assert_int_equal(passwordrules_report_class(report, 2, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_string_equal(text, "");
        assert_int_equal(passwordrules_report_class(report, 3, text, sizeof(text), NULL), PASSWORDRULES_ERANGE);
    }
    /* A new check into the same report removes the lookup. */
    assert_int_equal(passwordrules_check_into(rules, "tulip", 5, 0, report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_count(report), 2);
    const struct {
        passwordrules_blocklist *blocklist;
        const char *password;
        size_t length;
        int match;
    } wrong[] = {{NULL, "tulip", 5, EXACT}, {blocklist, NULL, 5, EXACT}, {blocklist, "tulip", TOO_LONG, EXACT},
                 {blocklist, "tulip", 5, -1}, {blocklist, "tulip", 5, 4}};
    for (size_t index = 0; index < sizeof(wrong) / sizeof(*wrong); index++) {
        assert_int_equal(passwordrules_check_into(rules, "tulip", 5, 0, report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_int_equal(passwordrules_report_add_lookup(report, wrong[index].blocklist, wrong[index].password,
                                                         wrong[index].length, wrong[index].match),
                         PASSWORDRULES_EINVAL);
        assert_int_equal(passwordrules_report_accepted(report), 0);
    }
    assert_int_equal(passwordrules_report_add_lookup(NULL, blocklist, "tulip", 5, EXACT), PASSWORDRULES_EINVAL);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    passwordrules_blocklist_free(blocklist);
}

/* passwordrules-blocklist(5) describes the header that this test reads. */
static void info_describes_the_list(void **state)
{
    (void)state;
    const struct list *list = common_list();
    write_list();
    passwordrules_blocklist *blocklist = open_list(0);
    passwordrules_blocklist_info info = PASSWORDRULES_BLOCKLIST_INFO_INIT;
    size_t count = 0;
    for (int offset = 31; offset >= 24; offset--)
        count = count << 8 | list->bytes[offset];
    assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_OK);
    assert_int_equal(info.size, sizeof(info));
    assert_int_equal(info.count, count);
    assert_int_equal(info.match, PASSWORDRULES_MATCH_MANGLED);
    /* The average number of entries in a bucket, divided by the number of values that 32 bits have. */
    double expected = (double)count / (1 << list->bytes[18]) / 4294967296.0;
    assert_true(info.false_positive_rate > expected * (1 - DBL_EPSILON));
    assert_true(info.false_positive_rate < expected * (1 + DBL_EPSILON));
    passwordrules_blocklist_free(blocklist);
}

/* ---- Damage ---- */

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

static void invalid_list_is_not_opened(void **state)
{
    (void)state;
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("", PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_not_opened("/", PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR);
    const struct list *list = common_list();
    write_list();
    assert_int_equal(chmod(other_path, 0620), 0);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS);
    const size_t sizes[] = {0, 7, 8, 63, 64, list->length - 1, list->length + 1};
    for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
        write_bytes(other_path, list->bytes, sizes[index]);
        assert_not_opened(other_path, sizes[index] < 8 ? PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST
                                                       : PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_WRONG_SIZE);
    }
    write_damaged(0, 1);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST);
    write_damaged(8, 9);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNKNOWN_VERSION);
    write_damaged(40, 41);
    assert_not_opened(other_path, PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_HEADER);
}

/* For a list in memory, only damage before it was opened matters. Any other list is read at each lookup, and later damage
 * makes the lookup fail. */
static void damaged_list_is_an_error(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags <= PASSWORDRULES_BLOCKLIST_ONE_LOOKUP; flags++) {
        write_list();
        passwordrules_blocklist *blocklist = flags != 0 ? open_list(flags) : NULL;
        write_damaged(HEADER, common_list()->length);
        if (blocklist == NULL)
            blocklist = open_list(flags);
        assert_lookup_fails(blocklist, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EBLOCKLIST);
        assert_lookup_fails(blocklist, "tiger", 5, PASSWORDRULES_MATCH_EXACT, PASSWORDRULES_EBLOCKLIST);
        /* Known properties stay known. */
        passwordrules_blocklist_info info = PASSWORDRULES_BLOCKLIST_INFO_INIT;
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_OK);
        assert_int_equal(info.match, PASSWORDRULES_MATCH_MANGLED);
        passwordrules_blocklist_free(blocklist);
    }
}

/* ---- Arguments ---- */

static void open_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_list();
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
    write_list();
    passwordrules_blocklist *blocklist = open_list(0);
    const int matches[] = {-1, 4, 256, INT_MAX, INT_MIN};
    for (size_t index = 0; index < sizeof(matches) / sizeof(*matches); index++)
        assert_lookup_fails(blocklist, "lemon", 5, matches[index], PASSWORDRULES_EINVAL);
    assert_lookup_fails(NULL, "lemon", 5, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, NULL, 1, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, "lemon", TOO_LONG, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_lookup_fails(blocklist, "lemon", SIZE_MAX, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, "lemon", 5, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_lookup(NULL, NULL, 0, 0, NULL), PASSWORDRULES_EINVAL);

    passwordrules_blocklist_info info = PASSWORDRULES_BLOCKLIST_INFO_INIT;
    assert_int_equal(passwordrules_blocklist_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_get_info(blocklist, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_blocklist_get_info(NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_blocklist_free(blocklist);
}

int run_blocklist_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(list_is_kept_in_memory_or_is_one_open_file, remove_files),
        cmocka_unit_test_teardown(lookup_uses_the_requested_comparison, remove_files),
        cmocka_unit_test_teardown(lookup_is_added_to_a_report, remove_files),
        cmocka_unit_test_teardown(info_describes_the_list, remove_files),
        cmocka_unit_test_teardown(invalid_list_is_not_opened, remove_files),
        cmocka_unit_test_teardown(damaged_list_is_an_error, remove_files),
        cmocka_unit_test_teardown(open_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(lookup_and_info_refuse_wrong_arguments, remove_files),
    };
    return cmocka_run_group_tests_name("blocklists", tests, make_folder, remove_folder);
}
