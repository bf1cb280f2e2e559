/*
 * ABI tests: the blocklists that policies name. PolicyBlocklistChecksTests and PolicyBlocklistLoadingTests test which
 * lists count, and the diagnostics for unusable lists.
 */
#include "abi.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes a policy file that names the list at other_path. `before` is the text before its path, `after` the text in the
 * lines below. */
static void write_policy_with_list(const char *before, const char *after)
{
    char text[2048];
    snprintf(text, sizeof(text), "rules = minlength: 4\n%s%s\n%s", before, other_path, after);
    write_policy(text);
}

/* Checks the only outcome of a kind, and its message if one is expected. */
static void assert_outcome(const passwordrules_policy *policy, const char *password, int kind, const char *rule, int met,
                           size_t actual, const char *expected)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report;
    char message[256] = "";
    assert_int_equal(passwordrules_policy_check(policy, &context, password, strlen(password), &report), PASSWORDRULES_OK);
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        if (outcome.kind != kind)
            continue;
        assert_string_equal(message, "");
        assert_int_equal(outcome.met, met);
        assert_int_equal(outcome.limit, 0);
        assert_int_equal(outcome.actual, actual);
        assert_string_equal(outcome.rule, rule);
        assert_int_equal(passwordrules_report_message(report, index, NULL, message, sizeof(message), NULL), PASSWORDRULES_OK);
    }
    if (expected != NULL)
        assert_string_equal(message, expected);
    assert_string_not_equal(message, "");
    assert_int_equal(passwordrules_report_accepted(report), met);
    passwordrules_report_free(report);
}

static void assert_listed(const passwordrules_policy *policy, const char *password, int match, const char *expected)
{
    assert_outcome(policy, password, PASSWORDRULES_KIND_BLOCKLIST, "blocklist", match == 0, (size_t)match, expected);
}

/* Loads the policy of the file, for one change. */
static passwordrules_policy *load_for_one_change(void)
{
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, PASSWORDRULES_POLICY_ONE_CHANGE, &policy,
                                               &diagnostics),
                     PASSWORDRULES_OK);
    assert_null(diagnostics);
    return policy;
}

static void outcome_has_the_match(void **state)
{
    (void)state;
    write_list();
    write_policy_with_list("blocklist = ", "");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_listed(policy, "dragon", PASSWORDRULES_MATCH_EXACT, "is a common or leaked password");
    assert_listed(policy, "TiGeR", PASSWORDRULES_MATCH_FOLDED, "differs from a common or leaked password only in case");
    assert_listed(policy, "dr4g0n!", PASSWORDRULES_MATCH_MANGLED, "is too close to a common or leaked password");
    assert_listed(policy, "vubkem-roxpit", 0, "not a common or leaked password");
    passwordrules_policy_free(policy);
}

/* A policy for one change keeps its list's file open. A policy for many changes reads the list into memory, and closes the
 * file. */
static void list_stays_open_with_a_policy_for_one_change(void **state)
{
    (void)state;
    write_list();
    write_policy_with_list("[user alice]\nblocklist = ", "[user bob]\nenforce = no\n");
    const int files = count_open_files();
    for (int is_for_one = 0; is_for_one <= 1; is_for_one++) {
        passwordrules_policy *policy = is_for_one ? load_for_one_change() : load_policy(NULL, 0), *alice, *bob;
        assert_int_equal(count_open_files(), files);
        assert_int_equal(passwordrules_policy_for_user(policy, "alice", &alice, NULL), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_policy_for_user(policy, "bob", &bob, NULL), PASSWORDRULES_OK);
        assert_int_equal(count_open_files(), files + is_for_one);
        assert_int_equal(policy_accepts(policy, "dragon"), 1);
        passwordrules_policy_free(policy);
        assert_int_equal(policy_accepts(alice, "dragon"), 0);
        assert_int_equal(policy_accepts(alice, "vubkem-roxpit"), 1);
        assert_int_equal(policy_accepts(bob, "dragon"), 1);
        passwordrules_policy_free(alice);
        passwordrules_policy_free(bob);
        assert_int_equal(count_open_files(), files);
    }
}

static void unreadable_list_is_a_mistake_unless_optional(void **state)
{
    (void)state;
    char text[512];
    write_bytes(other_path, "", 0);
    write_policy_with_list("\n  blocklist = exact ", "");
    const int files = count_open_files();
    passwordrules_diagnostics *diagnostics = fail_to_load("retry=1", 0);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST);
    assert_string_equal(diagnostic.source, policy_path);
    assert_int_equal(diagnostic.line, 3);
    assert_int_equal(diagnostic.column, 15);
    assert_int_equal(diagnostic.offset, 36);
    assert_int_equal(diagnostic.length, strlen("exact ") + strlen(other_path));
    snprintf(text, sizeof(text), "blocklist %s is not a blocklist", other_path);
    assert_memory_equal(diagnostic.text, text, strlen(text));
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_WARN);
    assert_enforcement(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(count_open_files(), files);

    write_policy_with_list("blocklist = optional ", "");
    passwordrules_policy *policy = STALE, *user_policy = STALE;
    passwordrules_diagnostics *skipped[2] = {STALE, STALE};
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &skipped[0]), PASSWORDRULES_OK);
    /* A user without a section has the policy of all others, with the same diagnostics. */
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, &skipped[1]), PASSWORDRULES_OK);
    for (size_t index = 0; index < 2; index++) {
        assert_int_equal(passwordrules_diagnostics_count(skipped[index]), 1);
        diagnostic = diagnostic_at(skipped[index], 0);
        assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_WARNING);
        assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST);
        assert_int_equal(diagnostic.line, 2);
        passwordrules_diagnostics_free(skipped[index]);
    }
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

static void damaged_list_refuses_unless_optional(void **state)
{
    (void)state;
    for (int is_optional = 0; is_optional <= 1; is_optional++) {
        write_list();
        write_policy_with_list(is_optional ? "blocklist = optional " : "blocklist = ", "");
        passwordrules_policy *policy = load_for_one_change();
        assert_int_equal(policy_accepts(policy, "dragon"), 0);
        assert_int_equal(truncate(other_path, 64), 0);
        /* A skipped optional list is reported, too. */
        assert_outcome(policy, "vubkem-roxpit", PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE, "blocklist-unreadable",
                       is_optional, 1,
                       is_optional ? NULL
                                   : "could not be checked against the list of common passwords; please tell your "
                                     "administrator");
        passwordrules_policy_free(policy);
    }
}

int run_policy_blocklist_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(outcome_has_the_match, remove_files),
        cmocka_unit_test_teardown(list_stays_open_with_a_policy_for_one_change, remove_files),
        cmocka_unit_test_teardown(unreadable_list_is_a_mistake_unless_optional, remove_files),
        cmocka_unit_test_teardown(damaged_list_refuses_unless_optional, remove_files),
    };
    return cmocka_run_group_tests_name("policies with blocklists", tests, make_folder, remove_folder);
}
