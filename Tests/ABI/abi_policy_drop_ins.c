/* ABI tests: the folder beside a policy file. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned retry_of(const passwordrules_policy *policy)
{
    passwordrules_policy_info info = {.size = sizeof(info)};
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    return info.retry;
}

static unsigned loaded_retry(void)
{
    passwordrules_policy *policy = load_policy(NULL, 0);
    unsigned retry = retry_of(policy);
    passwordrules_policy_free(policy);
    return retry;
}

/* That the diagnostic is about this file of the folder, or the folder itself for "". */
static void assert_source(passwordrules_diagnostic diagnostic, const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s%s%s", drop_in_folder, *name != '\0' ? "/" : "", name);
    assert_string_equal(diagnostic.source, path);
}

static void later_files_come_over_earlier_ones_in_byte_order(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\nsuggest = no\n");
    assert_int_equal(loaded_retry(), 4);
    const char *names[] = {"10-b.conf", "2-a.conf", "B.conf", "a.conf", "\xC3\xA4.conf"};
    for (unsigned index = 0; index < 5; index++) {
        char text[64];
        snprintf(text, sizeof(text), "retry = %u\n", 10 + index);
        write_drop_in(names[index], text);
        assert_int_equal(loaded_retry(), 10 + index);
    }
    /* Key by key; one that is put in between changes nothing of what a later one says. */
    write_drop_in("15.conf", "retry = 99\nrules = minlength: 3; required: digit\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy_info info = {.size = sizeof(info)};
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    assert_int_equal(info.retry, 14);
    assert_int_equal(info.suggest, 0);
    /* What one demands, no other takes back unless it says so. */
    assert_int_equal(policy_accepts(policy, "ab1"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefgh"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefg1"), 1);
    passwordrules_policy_free(policy);
    write_drop_in("16.conf", "rules =\nrules = minlength: 3\n");
    policy = load_policy(NULL, 0);
    assert_int_equal(policy_accepts(policy, "abc"), 1);
    assert_int_equal(policy_accepts(policy, "ab"), 0);
    passwordrules_policy_free(policy);
    /* Settings override them. */
    const char *settings[] = {"retry=77"};
    policy = load_policy(settings, 1);
    assert_int_equal(retry_of(policy), 77);
    passwordrules_policy_free(policy);
}

static void other_files_are_left_alone(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\n");
    const char *names[] = {"10.conf.dpkg-old", "README", ".hidden.conf", ".conf", "10.conf~", "10.CONF", "conf",
                           "x.con"};
    for (size_t index = 0; index < sizeof(names) / sizeof(*names); index++)
        write_drop_in(names[index], "this is no policy\n");
    assert_int_equal(loaded_retry(), 4);
    write_drop_in("x.conf", "retry = 5\n");
    assert_int_equal(loaded_retry(), 5);
}

static void an_empty_folder_says_nothing(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\n");
    assert_int_equal(mkdir(drop_in_folder, 0700), 0);
    assert_int_equal(loaded_retry(), 4);
}

/* A folder without a main file can be the policy. */
static void the_folder_counts_where_the_file_is_optional(void **state)
{
    (void)state;
    write_drop_in("10.conf", "rules = minlength: 8\nretry = 6\n");
    passwordrules_policy *policy;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL),
                     PASSWORDRULES_OK);
    assert_int_equal(retry_of(policy), 6);
    passwordrules_policy_free(policy);
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 301);
    assert_string_equal(diagnostic_at(diagnostics, 0).source, policy_path);
    passwordrules_diagnostics_free(diagnostics);
}

static void mistakes_of_all_files_are_told_with_their_places(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretyr = 1\n");
    write_drop_in("20.conf", "# fine\n\n[user alice]\n  retry = 0\n[user alice]\n");
    write_drop_in("10.conf", "rules = required: digits\n[user]\n");
    const struct {
        const char *name;
        int code;
        size_t line, column, offset, length;
    } cases[] = {
        {NULL, 201, 2, 1, 21, 5},
        {"10.conf", 150, 1, 19, 18, 6},
        {"10.conf", 217, 2, 6, 30, 0},
        {"20.conf", 207, 4, 11, 31, 1},
        {"20.conf", 215, 5, 1, 33, 12},
    };
    passwordrules_diagnostics *diagnostics = fail_to_load("retry=0", 0);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 6);
    for (size_t index = 0; index < 5; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_int_equal(diagnostic.code, cases[index].code);
        assert_int_equal(diagnostic.line, cases[index].line);
        assert_int_equal(diagnostic.column, cases[index].column);
        assert_int_equal(diagnostic.offset, cases[index].offset);
        assert_int_equal(diagnostic.length, cases[index].length);
        if (cases[index].name == NULL)
            assert_string_equal(diagnostic.source, policy_path);
        else
            assert_source(diagnostic, cases[index].name);
    }
    assert_string_equal(diagnostic_at(diagnostics, 5).source, "retry");
    passwordrules_diagnostics_free(diagnostics);
}

/* Checks that a load fails for this reason, and that root is bound, because an unread part may bind root. */
static void assert_folder_refused(int code, const char *name)
{
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.code, code);
    assert_source(diagnostic, name);
    assert_int_equal(diagnostic.line, 0);
    passwordrules_context root = context_of(1, 0);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), PASSWORDRULES_ENFORCE_YES);
    passwordrules_diagnostics_free(diagnostics);
}

static void a_folder_that_others_may_write_is_refused(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    assert_int_equal(mkdir(drop_in_folder, 0700), 0);
    const mode_t refused[] = {0720, 0702, 0777, 01777};
    const mode_t fine[] = {0700, 0755, 0500};
    for (size_t index = 0; index < sizeof(refused) / sizeof(*refused); index++) {
        assert_int_equal(chmod(drop_in_folder, refused[index]), 0);
        assert_folder_refused(304, "");
    }
    for (size_t index = 0; index < sizeof(fine) / sizeof(*fine); index++) {
        assert_int_equal(chmod(drop_in_folder, fine[index]), 0);
        passwordrules_policy_free(load_policy(NULL, 0));
    }
}

static void a_file_in_the_place_of_the_folder_is_refused(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    write_bytes(drop_in_folder, "retry = 1\n", 10);
    assert_folder_refused(306, "");
}

static void a_folder_of_another_user_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("skipped: only root can give a folder away\n");
        skip();
    }
    write_policy("rules = minlength: 8\n");
    assert_int_equal(mkdir(drop_in_folder, 0755), 0);
    assert_int_equal(chown(drop_in_folder, 65534, 65534), 0);
    assert_folder_refused(303, "");
}

/* Each file must be as trusted as the policy file. */
static void a_file_that_is_not_trusted_is_refused(void **state)
{
    (void)state;
    char path[512];
    write_policy("rules = minlength: 8\n");
    write_drop_in("10.conf", "retry = 5\n");
    snprintf(path, sizeof(path), "%s/10.conf", drop_in_folder);
    assert_int_equal(chmod(path, 0660), 0);
    assert_folder_refused(304, "10.conf");
    remove(path);
    assert_int_equal(symlink("/nonexistent/file", path), 0);
    assert_folder_refused(301, "10.conf");
    remove(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(30);
    assert_folder_refused(302, "10.conf");
    alarm(0);
}

static void there_are_at_most_4096_files(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    char name[32];
    for (unsigned number = 0; number < 4096; number++) {
        snprintf(name, sizeof(name), "%04u.conf", number);
        write_drop_in(name, "");
    }
    write_drop_in("4095.conf", "retry = 9\n");
    assert_int_equal(loaded_retry(), 9);
    write_drop_in("4096.conf", "");
    assert_folder_refused(307, "");
}

/* Comments and line ends, so that valgrind has little to read. */
static void all_files_have_at_most_8_MiB_together(void **state)
{
    (void)state;
    const size_t size = 1 << 20;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, '#', size);
    text[size - 1] = '\n';
    text[size] = '\0';
    const char rules[] = "rules = minlength: 8\n";
    write_policy(rules);
    char name[16];
    for (unsigned number = 0; number < 7; number++) {
        snprintf(name, sizeof(name), "%u.conf", number);
        write_drop_in(name, text);
    }
    /* The last has as much room as the policy file leaves it. */
    text[size - strlen(rules) - 1] = '\n';
    text[size - strlen(rules)] = '\0';
    write_drop_in("8.conf", text);
    passwordrules_policy_free(load_policy(NULL, 0));
    write_drop_in("9.conf", "\n");
    assert_folder_refused(308, "9.conf");
    free(text);
}

int run_policy_drop_in_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(later_files_come_over_earlier_ones_in_byte_order, remove_files),
        cmocka_unit_test_teardown(other_files_are_left_alone, remove_files),
        cmocka_unit_test_teardown(an_empty_folder_says_nothing, remove_files),
        cmocka_unit_test_teardown(the_folder_counts_where_the_file_is_optional, remove_files),
        cmocka_unit_test_teardown(mistakes_of_all_files_are_told_with_their_places, remove_files),
        cmocka_unit_test_teardown(a_folder_that_others_may_write_is_refused, remove_files),
        cmocka_unit_test_teardown(a_file_in_the_place_of_the_folder_is_refused, remove_files),
        cmocka_unit_test_teardown(a_folder_of_another_user_is_refused, remove_files),
        cmocka_unit_test_teardown(a_file_that_is_not_trusted_is_refused, remove_files),
        cmocka_unit_test_teardown(there_are_at_most_4096_files, remove_files),
        cmocka_unit_test_teardown(all_files_have_at_most_8_MiB_together, remove_files),
    };
    return cmocka_run_group_tests_name("policy drop-ins", tests, make_folder, remove_folder);
}
