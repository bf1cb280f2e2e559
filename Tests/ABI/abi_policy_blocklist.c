/* ABI tests: the blocklists that policies name. */
#include "abi_blocklist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NO_LIST "/nonexistent/list"

/* Writes the policy file; "%s" in the text is the path of the list. */
static void write_policy_with_list(const char *text)
{
    char filled[2048];
    const char *place = strstr(text, "%s");
    if (place == NULL)
        snprintf(filled, sizeof(filled), "%s", text);
    else
        snprintf(filled, sizeof(filled), "%.*s%s%s", (int)(place - text), text, other_path, place + 2);
    write_policy(filled);
}

static passwordrules_report *check(const passwordrules_policy *policy, const char *password)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report;
    assert_int_equal(passwordrules_policy_check(policy, &context, password, strlen(password), &report),
                     PASSWORDRULES_OK);
    return report;
}

/* The message of the only outcome of a kind, for the caller to free, compared with the expected values; NULL if there is none. */
static char *message_of(const passwordrules_report *report, int kind, int met, size_t actual)
{
    char *message = NULL;
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        if (outcome.kind != kind)
            continue;
        assert_null(message);
        assert_int_equal(outcome.met, met);
        assert_int_equal(outcome.limit, 0);
        assert_int_equal(outcome.actual, actual);
        assert_string_equal(outcome.rule, kind == PASSWORDRULES_KIND_BLOCKLIST ? "blocklist" : "blocklist-unreadable");
        message = malloc(256);
        assert_non_null(message);
        assert_int_equal(passwordrules_report_message(report, index, message, 256, NULL), PASSWORDRULES_OK);
    }
    return message;
}

static void assert_outcome(const passwordrules_policy *policy, const char *password, int way, const char *expected)
{
    passwordrules_report *report = check(policy, password);
    char *message = message_of(report, PASSWORDRULES_KIND_BLOCKLIST, way == 0, (size_t)way);
    assert_non_null(message);
    assert_string_equal(message, expected);
    assert_null(message_of(report, PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE, 0, 0));
    assert_int_equal(passwordrules_report_accepted(report), way == 0);
    free(message);
    passwordrules_report_free(report);
}

/* ---- Lists that can be read ---- */

static void a_policy_says_how_a_password_is_listed(void **state)
{
    (void)state;
    write_list(500, PASSWORDRULES_MATCH_MANGLED);
    write_policy_with_list("rules = minlength: 4\nblocklist = %s\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_outcome(policy, "dragon", PASSWORDRULES_MATCH_EXACT, "is a common or leaked password");
    assert_outcome(policy, "DRAGON", PASSWORDRULES_MATCH_FOLDED,
                   "differs from a common or leaked password only in case");
    assert_outcome(policy, "dr4g0n!", PASSWORDRULES_MATCH_MANGLED,
                   "is too similar to a common or leaked password");
    assert_outcome(policy, "lemon", 0, "not a common or leaked password");
    passwordrules_policy_free(policy);
}

/* The policy of the file, for one change. */
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

static void lists_for_one_change_stay_open_as_long_as_a_policy_that_names_them(void **state)
{
    (void)state;
    write_list(500, PASSWORDRULES_MATCH_EXACT);
    write_policy_with_list("rules = minlength: 4\n[user alice]\nblocklist = %s\n[user bob]\nenforce = no\n");
    int files = count_open_files();
    passwordrules_policy *policy = load_for_one_change(), *alice, *bob;
    assert_int_equal(count_open_files(), files);
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &alice, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_policy_for_user(policy, "bob", &bob, NULL), PASSWORDRULES_OK);
    assert_int_equal(count_open_files(), files + 1);
    assert_int_equal(policy_accepts(policy, "dragon"), 1);
    passwordrules_policy_free(policy);
    assert_int_equal(policy_accepts(alice, "dragon"), 0);
    assert_int_equal(policy_accepts(alice, "lemon"), 1);
    assert_int_equal(policy_accepts(bob, "dragon"), 1);
    passwordrules_policy_free(alice);
    passwordrules_policy_free(bob);
    assert_int_equal(count_open_files(), files);
}

/* Lists in memory have no open file, and changes of the file do not affect the policy. */
static void lists_for_many_changes_are_in_memory(void **state)
{
    (void)state;
    write_list(500, PASSWORDRULES_MATCH_EXACT);
    write_policy_with_list("rules = minlength: 4\nblocklist = %s\n[user alice]\nretry = 1\n");
    int files = count_open_files();
    passwordrules_policy *policy = load_policy(NULL, 0), *alice;
    assert_int_equal(count_open_files(), files);
    write_bytes(other_path, "", 0);
    /* The policy of a user has the lists that the loaded one has. */
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &alice, NULL), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    assert_int_equal(policy_accepts(alice, "dragon"), 0);
    assert_int_equal(policy_accepts(alice, "lemon"), 1);
    assert_int_equal(count_open_files(), files);
    passwordrules_policy_free(alice);
}

/* ---- Lists that cannot ---- */

/* Checks that a diagnostic is about a list that is named at a position of the policy file. */
static void assert_tells_of_list(const passwordrules_diagnostics *diagnostics, const char *path, size_t line,
                                 size_t column, int code)
{
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_int_equal(diagnostic.code, code);
    assert_string_equal(diagnostic.source, policy_path);
    assert_int_equal(diagnostic.line, line);
    assert_int_equal(diagnostic.column, column);
    assert_non_null(strstr(diagnostic.text, path));
    assert_memory_equal(diagnostic.text, "blocklist /", 11);
}

static void an_optional_list_is_passed_over(int code)
{
    passwordrules_policy *policy = STALE, *user_policy = STALE;
    passwordrules_diagnostics *diagnostics[2] = {STALE, STALE};
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &diagnostics[0]), PASSWORDRULES_OK);
    /* A user without a section has the policy of all others, with the same diagnostics. */
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, &diagnostics[1]), PASSWORDRULES_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(passwordrules_diagnostics_count(diagnostics[i]), 1);
        assert_int_equal(diagnostic_at(diagnostics[i], 0).severity, PASSWORDRULES_SEVERITY_WARNING);
        assert_int_equal(diagnostic_at(diagnostics[i], 0).code, code);
        assert_int_equal(diagnostic_at(diagnostics[i], 0).line, 2);
        passwordrules_diagnostics_free(diagnostics[i]);
    }
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

static void a_list_that_cannot_be_opened_is_a_mistake(void **state)
{
    (void)state;
    size_t length = build_list(500, PASSWORDRULES_MATCH_EXACT, NULL);
    write_policy("rules = minlength: 4\nblocklist = exact " NO_LIST "\n");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    assert_tells_of_list(diagnostics, NO_LIST, 2, 13, 301);
    assert_string_equal(diagnostic_at(diagnostics, 0).text,
                        "blocklist " NO_LIST " cannot be read: no such file");
    assert_int_equal(diagnostic_at(diagnostics, 0).offset, 33);
    assert_int_equal(diagnostic_at(diagnostics, 0).length, strlen("exact " NO_LIST));
    passwordrules_diagnostics_free(diagnostics);

    list[40] ^= 1;
    const struct {
        size_t length;
        int code;
    } cases[] = {{0, 320}, {length, 322}};
    for (size_t index = 0; index < 2; index++) {
        write_bytes(other_path, list, cases[index].length);
        write_policy_with_list("rules = minlength: 4\n\n  blocklist = %s\n");
        int files = count_open_files();
        diagnostics = fail_to_load("retry=1", 0);
        assert_tells_of_list(diagnostics, other_path, 3, 15, cases[index].code);
        passwordrules_context user = context_of(0, 0), root = context_of(1, 0);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &user), PASSWORDRULES_ENFORCE_YES);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), PASSWORDRULES_ENFORCE_WARN);
        passwordrules_diagnostics_free(diagnostics);
        diagnostics = fail_to_load("enforce-for-root=yes", 0);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), PASSWORDRULES_ENFORCE_YES);
        passwordrules_diagnostics_free(diagnostics);
        assert_int_equal(count_open_files(), files);
        const char *off = "enforce=no";
        passwordrules_policy_free(load_policy(&off, 1));
        write_policy_with_list("rules = minlength: 4\nblocklist = optional %s\n");
        an_optional_list_is_passed_over(cases[index].code);
    }
}

static void a_list_that_turns_out_damaged_refuses_unless_optional(void **state)
{
    (void)state;
    for (int is_optional = 0; is_optional <= 1; is_optional++) {
        write_list(500, PASSWORDRULES_MATCH_MANGLED);
        write_policy_with_list(is_optional ? "rules = minlength: 4\nblocklist = optional %s\n"
                                           : "rules = minlength: 4\nblocklist = %s\n");
        passwordrules_policy *policy = load_for_one_change();
        assert_int_equal(policy_accepts(policy, "dragon"), 0);
        assert_int_equal(truncate(other_path, LIST_HEADER), 0);
        const char *passwords[] = {"dragon", "lemon-lemon"};
        for (size_t index = 0; index < 2; index++) {
            passwordrules_report *report = check(policy, passwords[index]);
            /* A skipped optional list is reported, too. */
            char *message = message_of(report, PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE, is_optional, 1);
            assert_non_null(message);
            if (!is_optional)
                assert_string_equal(message, "could not be checked against the list of common passwords; please tell "
                                             "your administrator");
            free(message);
            free(message_of(report, PASSWORDRULES_KIND_BLOCKLIST, 1, 0));
            assert_int_equal(passwordrules_report_accepted(report), is_optional);
            passwordrules_report_free(report);
        }
        passwordrules_policy_free(policy);
    }
}

int run_policy_blocklist_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_policy_says_how_a_password_is_listed, remove_files),
        cmocka_unit_test_teardown(lists_for_one_change_stay_open_as_long_as_a_policy_that_names_them, remove_files),
        cmocka_unit_test_teardown(lists_for_many_changes_are_in_memory, remove_files),
        cmocka_unit_test_teardown(a_list_that_cannot_be_opened_is_a_mistake, remove_files),
        cmocka_unit_test_teardown(a_list_that_turns_out_damaged_refuses_unless_optional, remove_files),
    };
    return cmocka_run_group_tests_name("policies with blocklists", tests, make_folder, remove_folder);
}
