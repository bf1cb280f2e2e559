/* ABI tests: which policy files are read, and what happens while one cannot be. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Which files are read ---- */

/* Checks that the file at the path is refused as a whole, optional or not. */
static void assert_file_refused(int code)
{
    for (unsigned flags = 0; flags <= PASSWORDRULES_POLICY_OPTIONAL; flags++) {
        passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", flags);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(diagnostic.code, code);
        assert_string_equal(diagnostic.source, policy_path);
        assert_int_equal(diagnostic.line, 0);
        assert_int_equal(diagnostic.column, 0);
        assert_int_equal(diagnostic.offset, 0);
        assert_int_equal(diagnostic.length, 0);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void a_missing_file_is_a_mistake_unless_optional(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 301);
    assert_string_equal(diagnostic_at(diagnostics, 0).source, policy_path);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    passwordrules_diagnostics_free(diagnostics);

    passwordrules_policy *policy;
    const char *settings[] = {"rules=minlength: 8"};
    assert_int_equal(
        passwordrules_policy_load(policy_path, settings, 1, PASSWORDRULES_POLICY_OPTIONAL, &policy, &diagnostics),
        PASSWORDRULES_OK);
    assert_null(diagnostics);
    assert_int_equal(policy_accepts(policy, "abcdefg"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefgh"), 1);
    passwordrules_policy_free(policy);
}

static void an_optional_file_that_is_there_is_read(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_policy *policy;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL),
                     PASSWORDRULES_OK);
    assert_int_equal(policy_accepts(policy, "abcdefg"), 0);
    passwordrules_policy_free(policy);
}

static void a_file_that_others_may_write_is_refused(void **state)
{
    (void)state;
    const mode_t refused[] = {0620, 0664, 0602, 0666, 0777};
    const mode_t fine[] = {0600, 0644, 0444, 0755};
    for (size_t index = 0; index < sizeof(refused) / sizeof(*refused); index++) {
        write_policy("rules = minlength: 8\n");
        assert_int_equal(chmod(policy_path, refused[index]), 0);
        assert_file_refused(304);
    }
    for (size_t index = 0; index < sizeof(fine) / sizeof(*fine); index++) {
        assert_int_equal(chmod(policy_path, fine[index]), 0);
        passwordrules_policy_free(load_policy(NULL, 0));
    }
}

static void a_directory_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir(policy_path, 0700), 0);
    assert_file_refused(302);
}

static void a_fifo_is_refused_and_not_waited_for(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(policy_path, 0600), 0);
    /* The FIFO has no writer. A load that waits ends the program. */
    alarm(30);
    assert_file_refused(302);
    alarm(0);
}

static void a_file_has_at_most_1_MiB(void **state)
{
    (void)state;
    const char rules[] = "rules = minlength: 8\n";
    size_t limit = 1 << 20;
    char *text = malloc(limit + 1);
    assert_non_null(text);
    memset(text, '\n', limit + 1);
    memcpy(text, rules, strlen(rules));
    write_bytes(policy_path, text, limit + 1);
    assert_file_refused(305);
    write_bytes(policy_path, text, limit);
    free(text);
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(policy_accepts(policy, "abcdefg"), 0);
    passwordrules_policy_free(policy);
}

static void a_symbolic_link_counts_as_the_file_it_leads_to(void **state)
{
    (void)state;
    const char text[] = "rules = minlength: 8\n";
    write_bytes(other_path, text, strlen(text));
    assert_int_equal(symlink(other_path, policy_path), 0);
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(policy_accepts(policy, "abcdefg"), 0);
    passwordrules_policy_free(policy);

    assert_int_equal(chmod(other_path, 0660), 0);
    assert_file_refused(304);
    assert_int_equal(remove(policy_path), 0);
    assert_int_equal(symlink(policy_path, policy_path), 0);
    assert_file_refused(301);
}

static void a_file_of_another_user_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("skipped: only root can give a file away\n");
        skip();
    }
    write_policy("rules = minlength: 8\n");
    assert_int_equal(chown(policy_path, 65534, 65534), 0);
    assert_file_refused(303);
}

static void a_file_that_may_not_be_read_is_refused(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        print_message("skipped: root may read every file\n");
        skip();
    }
    write_policy("rules = minlength: 8\n");
    assert_int_equal(chmod(policy_path, 0), 0);
    assert_file_refused(301);
}

/* ---- What happens while a policy cannot be read ---- */

/* Frees the diagnostics, after a look at what they say of a change by the user, by root, and by root for login. */
static void assert_meanwhile(passwordrules_diagnostics *diagnostics, int by_root)
{
    passwordrules_context user = context_of(0, 0);
    passwordrules_context root = context_of(1, 0);
    passwordrules_context expired = context_of(1, 1);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &user), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), by_root);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &expired), PASSWORDRULES_ENFORCE_YES);
    passwordrules_diagnostics_free(diagnostics);
}

static void root_is_warned_while_a_policy_has_a_mistake(void **state)
{
    (void)state;
    write_policy("rules = minlength: x\n");
    assert_meanwhile(fail_to_load(NULL, 0), PASSWORDRULES_ENFORCE_WARN);
    write_policy("rules = minlength: 8\n");
    assert_meanwhile(fail_to_load("retry=0", 0), PASSWORDRULES_ENFORCE_WARN);
    write_policy("");
    passwordrules_diagnostics *without_rules = fail_to_load(NULL, 0);
    assert_string_equal(diagnostic_at(without_rules, 0).source, policy_path);
    assert_int_equal(diagnostic_at(without_rules, 0).line, 0);
    assert_meanwhile(without_rules, PASSWORDRULES_ENFORCE_WARN);
    remove(policy_path);
    assert_meanwhile(fail_to_load("rules=minlength: 8", 0), PASSWORDRULES_ENFORCE_WARN);
    assert_meanwhile(fail_to_load("retry=1", PASSWORDRULES_POLICY_OPTIONAL), PASSWORDRULES_ENFORCE_WARN);
    assert_meanwhile(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
}

static void root_is_refused_while_the_file_cannot_be_seen(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    assert_int_equal(chmod(policy_path, 0660), 0);
    assert_meanwhile(fail_to_load(NULL, 0), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(remove(policy_path), 0);
    assert_int_equal(mkdir(policy_path, 0700), 0);
    assert_meanwhile(fail_to_load(NULL, 0), PASSWORDRULES_ENFORCE_YES);
}

static void without_a_failed_load_everybody_is_refused(void **state)
{
    (void)state;
    assert_meanwhile(NULL, PASSWORDRULES_ENFORCE_YES);

    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    assert_int_equal(passwordrules_parse("upper", 5, 0, &rules, &diagnostics), PASSWORDRULES_EDESCRIPTOR);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_YES);

    passwordrules_policy *policy;
    write_policy("rules = required: digits\n");
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &diagnostics), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    assert_meanwhile(diagnostics, PASSWORDRULES_ENFORCE_YES);
}

static void without_a_right_context_everybody_is_refused(void **state)
{
    (void)state;
    write_policy("rules = minlength: x\n");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
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
        cmocka_unit_test_teardown(an_optional_file_that_is_there_is_read, remove_files),
        cmocka_unit_test_teardown(a_file_that_others_may_write_is_refused, remove_files),
        cmocka_unit_test_teardown(a_directory_is_refused, remove_files),
        cmocka_unit_test_teardown(a_fifo_is_refused_and_not_waited_for, remove_files),
        cmocka_unit_test_teardown(a_file_has_at_most_1_MiB, remove_files),
        cmocka_unit_test_teardown(a_symbolic_link_counts_as_the_file_it_leads_to, remove_files),
        cmocka_unit_test_teardown(a_file_of_another_user_is_refused, remove_files),
        cmocka_unit_test_teardown(a_file_that_may_not_be_read_is_refused, remove_files),
        cmocka_unit_test_teardown(root_is_warned_while_a_policy_has_a_mistake, remove_files),
        cmocka_unit_test_teardown(root_is_refused_while_the_file_cannot_be_seen, remove_files),
        cmocka_unit_test_teardown(without_a_failed_load_everybody_is_refused, remove_files),
        cmocka_unit_test_teardown(without_a_right_context_everybody_is_refused, remove_files),
    };
    return cmocka_run_group_tests_name("policy files", tests, make_folder, remove_folder);
}
