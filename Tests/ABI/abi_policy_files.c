/* ABI tests: which files of a policy are read, and what happens while one cannot be. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char rules[] = "rules = minlength: 8\n";

/* The value of "retry" of the policy in the files, by which the tests tell policies apart. */
static unsigned loaded_retry(unsigned flags)
{
    passwordrules_policy_info info = {.size = sizeof(info)};
    passwordrules_policy *policy;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, flags, &policy, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    return info.retry;
}

/* That the diagnostic is about this file of the folder, "" for the folder itself, or NULL for the policy file. */
static void assert_source(passwordrules_diagnostic diagnostic, const char *name)
{
    char path[512];
    if (name == NULL)
        snprintf(path, sizeof(path), "%s", policy_path);
    else
        snprintf(path, sizeof(path), "%s%s%s", drop_in_folder, *name != '\0' ? "/" : "", name);
    assert_string_equal(diagnostic.source, path);
}

/* Frees the diagnostics, after a look at what they say of a change by the user, by root, and by root for login. */
static void assert_meanwhile(passwordrules_diagnostics *diagnostics, int by_root)
{
    passwordrules_context user = context_of(0, 0), root = context_of(1, 0), expired = context_of(1, 1);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &user), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), by_root);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &expired), PASSWORDRULES_ENFORCE_YES);
    passwordrules_diagnostics_free(diagnostics);
}

/*
 * Checks that something is refused as a whole, whether or not the policy file is optional; and that root is bound, because
 * what was not read may bind root.
 */
static void assert_refused(int code, const char *name)
{
    for (unsigned flags = 0; flags <= PASSWORDRULES_POLICY_OPTIONAL; flags++) {
        passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", flags);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        assert_int_equal(diagnostic.code, code);
        assert_source(diagnostic, name);
        assert_int_equal(diagnostic.line, 0);
        assert_int_equal(diagnostic.column, 0);
        assert_int_equal(diagnostic.offset, 0);
        assert_int_equal(diagnostic.length, 0);
        assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_YES);
    }
}

/* ---- Which files are read ---- */

static void a_missing_file_is_a_mistake_unless_optional(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 301);
    assert_source(diagnostic_at(diagnostics, 0), NULL);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_WARN);
    assert_meanwhile(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
    passwordrules_policy_free(policy_of("rules=minlength: 8", NULL));
    /* The folder can be the policy. An optional file that is there is read. */
    write_drop_in("10.conf", "rules = minlength: 8\nretry = 6\n");
    assert_int_equal(loaded_retry(PASSWORDRULES_POLICY_OPTIONAL), 6);
    write_policy("retry = 4\nsuggest = no\n");
    assert_int_equal(loaded_retry(PASSWORDRULES_POLICY_OPTIONAL), 6);
}

static void files_of_the_folder_are_read_in_byte_order(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\n");
    assert_int_equal(loaded_retry(0), 4);
    assert_int_equal(mkdir(drop_in_folder, 0700), 0);
    assert_int_equal(loaded_retry(0), 4);
    const char *names[] = {"10-b.conf", "2-a.conf", "B.conf", "a.conf", "\xC3\xA4.conf"};
    for (unsigned index = 0; index < 5; index++) {
        char text[64];
        snprintf(text, sizeof(text), "retry = %u\n", 10 + index);
        write_drop_in(names[index], text);
        assert_int_equal(loaded_retry(0), 10 + index);
    }
    write_drop_in("15.conf", "retry = 99\n");
    assert_int_equal(loaded_retry(0), 14);
    const char *others[] = {"10.conf.dpkg-old", "README", ".hidden.conf", ".conf", "10.conf~", "z.CONF", "conf", "z.con"};
    for (size_t index = 0; index < sizeof(others) / sizeof(*others); index++)
        write_drop_in(others[index], "this is no policy\n");
    assert_int_equal(loaded_retry(0), 14);
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
        assert_source(diagnostic, cases[index].name);
    }
    assert_string_equal(diagnostic_at(diagnostics, 5).source, "retry");
    passwordrules_diagnostics_free(diagnostics);
}

/* ---- What is refused ---- */

static void what_others_may_write_is_refused(void **state)
{
    (void)state;
    const mode_t refused[] = {0620, 0664, 0602, 0666, 0777, 01777}, fine[] = {0600, 0644, 0444, 0755};
    char path[512];
    write_policy(rules);
    write_drop_in("10.conf", "retry = 5\n");
    snprintf(path, sizeof(path), "%s/10.conf", drop_in_folder);
    const struct {
        const char *path, *name;
    } places[] = {{policy_path, NULL}, {path, "10.conf"}, {drop_in_folder, ""}};
    for (size_t place = 0; place < 3; place++) {
        for (size_t index = 0; index < sizeof(refused) / sizeof(*refused); index++) {
            assert_int_equal(chmod(places[place].path, refused[index]), 0);
            if (place == 2 || refused[index] < 01000)
                assert_refused(304, places[place].name);
        }
        for (size_t index = 0; index < sizeof(fine) / sizeof(*fine); index++) {
            assert_int_equal(chmod(places[place].path, fine[index]), 0);
            if (geteuid() == 0 || (fine[index] & 0100) != 0 || place < 2)
                assert_int_equal(loaded_retry(0), 5);
        }
    }
}

static void what_is_no_file_is_refused_and_not_waited_for(void **state)
{
    (void)state;
    char path[512];
    assert_int_equal(mkdir(policy_path, 0700), 0);
    assert_refused(302, NULL);
    remove(policy_path);
    /* A FIFO without a writer: a load that waits ends the program. */
    alarm(30);
    assert_int_equal(mkfifo(policy_path, 0600), 0);
    assert_refused(302, NULL);
    remove(policy_path);
    write_policy(rules);
    snprintf(path, sizeof(path), "%s/10.conf", drop_in_folder);
    assert_int_equal(mkdir(drop_in_folder, 0700), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(302, "10.conf");
    alarm(0);
    /* A file in the place of the folder. */
    remove(path);
    remove(drop_in_folder);
    write_bytes(drop_in_folder, "retry = 1\n", 10);
    assert_refused(306, "");
}

static void a_symbolic_link_counts_as_the_file_it_leads_to(void **state)
{
    (void)state;
    char path[512];
    write_bytes(other_path, rules, strlen(rules));
    assert_int_equal(symlink(other_path, policy_path), 0);
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(policy_accepts(policy, "abcdefg"), 0);
    passwordrules_policy_free(policy);
    /* One that leads nowhere is a mistake, in the folder too. */
    write_drop_in("10.conf", "");
    snprintf(path, sizeof(path), "%s/10.conf", drop_in_folder);
    remove(path);
    assert_int_equal(symlink("/nonexistent/file", path), 0);
    assert_refused(301, "10.conf");
    remove(path);
    assert_int_equal(chmod(other_path, 0660), 0);
    assert_refused(304, NULL);
    assert_int_equal(remove(policy_path), 0);
    assert_int_equal(symlink(policy_path, policy_path), 0);
    for (unsigned flags = 0; flags <= PASSWORDRULES_POLICY_OPTIONAL; flags++) {
        passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", flags);
        assert_int_equal(diagnostic_at(diagnostics, 0).code, 301);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void what_belongs_to_another_user_is_refused(void **state)
{
    (void)state;
    write_policy(rules);
    if (geteuid() != 0) {
        /* Only root can give a file away, and root may read every file. */
        assert_int_equal(chmod(policy_path, 0), 0);
        assert_refused(301, NULL);
        return;
    }
    assert_int_equal(chown(policy_path, 65534, 65534), 0);
    assert_refused(303, NULL);
    remove(policy_path);
    write_policy(rules);
    assert_int_equal(mkdir(drop_in_folder, 0755), 0);
    assert_int_equal(chown(drop_in_folder, 65534, 65534), 0);
    assert_refused(303, "");
}

/* ---- What happens while a policy cannot be read; policy-mistakes.tsv has which lines bind root ---- */

static void without_a_failed_load_everybody_is_refused(void **state)
{
    (void)state;
    assert_meanwhile(NULL, PASSWORDRULES_ENFORCE_YES);
    passwordrules_rules *no_rules;
    passwordrules_diagnostics *diagnostics;
    assert_int_equal(passwordrules_parse("upper", 5, 0, &no_rules, &diagnostics), PASSWORDRULES_EDESCRIPTOR);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_YES);
    passwordrules_policy *policy;
    write_policy("rules = required: digits\n");
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &diagnostics), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_YES);
}

/* A policy without rules, which is about no line, and one that a setting spoils. */
static void root_is_warned_while_a_policy_has_a_mistake(void **state)
{
    (void)state;
    write_policy("");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    assert_source(diagnostic_at(diagnostics, 0), NULL);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).column, 0);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_WARN);
    write_policy("rules = minlength: x\n");
    assert_meanwhile(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
    diagnostics = fail_to_load(NULL, 0);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, NULL), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_diagnostics_enforcement(NULL, NULL), PASSWORDRULES_ENFORCE_YES);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(passwordrules_context), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        passwordrules_context context = context_of(1, 0);
        context.size = sizes[index];
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &context), PASSWORDRULES_ENFORCE_YES);
    }
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_WARN);
}

int run_policy_file_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_missing_file_is_a_mistake_unless_optional, remove_files),
        cmocka_unit_test_teardown(files_of_the_folder_are_read_in_byte_order, remove_files),
        cmocka_unit_test_teardown(mistakes_of_all_files_are_told_with_their_places, remove_files),
        cmocka_unit_test_teardown(what_others_may_write_is_refused, remove_files),
        cmocka_unit_test_teardown(what_is_no_file_is_refused_and_not_waited_for, remove_files),
        cmocka_unit_test_teardown(a_symbolic_link_counts_as_the_file_it_leads_to, remove_files),
        cmocka_unit_test_teardown(what_belongs_to_another_user_is_refused, remove_files),
        cmocka_unit_test_teardown(without_a_failed_load_everybody_is_refused, remove_files),
        cmocka_unit_test_teardown(root_is_warned_while_a_policy_has_a_mistake, remove_files),
    };
    return cmocka_run_group_tests_name("policy files", tests, make_folder, remove_folder);
}
