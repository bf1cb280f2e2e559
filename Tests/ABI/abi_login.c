/*
 * ABI tests: what happens at a login with a listed password. Sections and services are tested by policies.txt, which
 * abi_policy_tables.c runs, comparisons of passwords by PolicyLoginTests, and the counts in their file by Tests/PAM.
 */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The policy of a file that names the list at other_path. A skipped list is not a mistake. */
static passwordrules_policy *load_with_list(const char *word, unsigned flags)
{
    passwordrules_policy *policy = STALE;
    char text[2048];
    snprintf(text, sizeof(text),
             "rules = minlength: 4\nat-login = change\nblocklist = %s %s\n[user alice]\nretry = 1\n"
             "[user bob]\nat-login = warn\n[user carol]\nenforce = no\n[user dave]\nlocal-users-only = yes\n",
             word, other_path);
    write_policy(text);
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, flags, &policy, NULL), PASSWORDRULES_OK);
    return policy;
}

static passwordrules_policy *policy_for(const passwordrules_policy *policy, const char *user)
{
    passwordrules_policy *found = STALE;
    assert_int_equal(passwordrules_policy_for_user(policy, user, &found, NULL), PASSWORDRULES_OK);
    return found;
}

static int action_at(const passwordrules_policy *policy, const char *service)
{
    passwordrules_context context = context_of(0, 0);
    context.service = service;
    return passwordrules_policy_at_login(policy, &context);
}

/* 1 if a password is listed, even if not all lists can be read; 0 if it is not; or the status of a lookup that fails. */
static int find(const passwordrules_policy *policy, const char *password)
{
    int listed = 12345;
    const int status = passwordrules_policy_lookup(policy, password, strlen(password), &listed);
    if (status == PASSWORDRULES_OK || listed == 1)
        return listed;
    assert_int_equal(listed, 0);
    return status;
}

/* ---- What happens ---- */

static void user_and_service_decide(void **state)
{
    (void)state;
    static const struct {
        const char *user, *service;
        int action;
    } cases[] = {
        {"alice", "login", PASSWORDRULES_AT_LOGIN_CHANGE}, {"alice", "sshd", PASSWORDRULES_AT_LOGIN_CHANGE},
        {"alice", "sudo", PASSWORDRULES_AT_LOGIN_WARN},    {"alice", "", PASSWORDRULES_AT_LOGIN_WARN},
        {"alice", NULL, PASSWORDRULES_AT_LOGIN_WARN},      {"bob", "login", PASSWORDRULES_AT_LOGIN_WARN},
        {"carol", "login", PASSWORDRULES_AT_LOGIN_NO},     {"nobody-has-this", "login", PASSWORDRULES_AT_LOGIN_CHANGE},
        /* Not a user of this machine. */
        {"dave", "login", PASSWORDRULES_AT_LOGIN_NO},
    };
    write_list();
    passwordrules_policy *policy = load_with_list("", 0);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        passwordrules_policy *own = policy_for(policy, cases[i].user);
        assert_int_equal(action_at(own, cases[i].service), cases[i].action);
        passwordrules_policy_free(own);
    }
    passwordrules_policy_free(policy);
}

/* It does not matter who logs in, or whether the password has expired. */
static void root_is_not_exempt(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("at-login=change", "rules=minlength: 4");
    for (int i = 0; i < 4; i++) {
        passwordrules_context context = context_of(i & 1, i >> 1);
        context.service = "login";
        assert_int_equal(passwordrules_policy_at_login(policy, &context), PASSWORDRULES_AT_LOGIN_CHANGE);
    }
    passwordrules_policy_free(policy);
}

/* The new password might be in the skipped list, too, so the user is only warned. */
static void skipped_list_asks_for_no_change(void **state)
{
    (void)state;
    write_bytes(other_path, "", 0);
    passwordrules_policy *policy = load_with_list("optional", 0), *alice = policy_for(policy, "alice");
    assert_int_equal(action_at(policy, "login"), PASSWORDRULES_AT_LOGIN_WARN);
    assert_int_equal(action_at(alice, "login"), PASSWORDRULES_AT_LOGIN_WARN);
    /* The policy's only list is skipped, so it finds no password. */
    assert_int_equal(find(alice, "dragon"), 0);
    passwordrules_policy_free(alice);
    passwordrules_policy_free(policy);
}

static void wrong_arguments_do_nothing(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("at-login=change", "rules=minlength: 4");
    passwordrules_context context = context_of(0, 0);
    context.service = "login";
    assert_int_equal(passwordrules_policy_at_login(policy, &context), PASSWORDRULES_AT_LOGIN_CHANGE);
    assert_int_equal(passwordrules_policy_at_login(NULL, &context), PASSWORDRULES_AT_LOGIN_NO);
    assert_int_equal(passwordrules_policy_at_login(policy, NULL), PASSWORDRULES_AT_LOGIN_NO);
    assert_int_equal(passwordrules_policy_at_login(NULL, NULL), PASSWORDRULES_AT_LOGIN_NO);
    passwordrules_policy_free(policy);
}

/* ---- Lookups ---- */

/* A policy for one change reads the file at each lookup. A policy for many changes has the list in memory. */
static void lookup_finds_listed_passwords(void **state)
{
    (void)state;
    write_list();
    for (unsigned is_for_one = 0; is_for_one <= 1; is_for_one++) {
        passwordrules_policy *policy = load_with_list("", is_for_one * PASSWORDRULES_POLICY_ONE_CHANGE);
        const char *users[] = {"alice", "bob"};
        for (size_t i = 0; i < 2; i++) {
            passwordrules_policy *own = policy_for(policy, users[i]);
            assert_int_equal(find(own, "dragon"), 1);
            assert_int_equal(find(own, "TiGeR"), 1);
            assert_int_equal(find(own, "dr4g0n!"), 1);
            assert_int_equal(find(own, "aaaaaaaaaaaa"), 1);
            assert_int_equal(find(own, "vubkem-roxpit"), 0);
            /* An empty password counts as listed. Programs do not look it up, because nobody typed a password. */
            assert_int_equal(find(own, ""), 1);
            passwordrules_policy_free(own);
        }
        passwordrules_policy_free(policy);
    }
    passwordrules_policy *without = policy_of("rules=minlength: 4", "at-login=change");
    assert_int_equal(find(without, "dragon"), 0);
    passwordrules_policy_free(without);
}

/* A list that was damaged after it was opened, even an optional one, leaves open whether a password is listed,
 * unless it is trivial. */
static void damaged_list_is_not_an_answer(void **state)
{
    (void)state;
    for (int is_optional = 0; is_optional <= 1; is_optional++) {
        write_list();
        passwordrules_policy *policy =
            load_with_list(is_optional ? "optional" : "", PASSWORDRULES_POLICY_ONE_CHANGE);
        passwordrules_policy *alice = policy_for(policy, "alice");
        assert_int_equal(find(alice, "dragon"), 1);
        assert_int_equal(truncate(other_path, 64), 0);
        assert_int_equal(find(alice, "dragon"), PASSWORDRULES_EBLOCKLIST);
        assert_int_equal(find(alice, "vubkem-roxpit"), PASSWORDRULES_EBLOCKLIST);
        assert_int_equal(find(alice, "aaaaaaaaaaaa"), 1);
        passwordrules_policy_free(alice);
        passwordrules_policy_free(policy);
    }
}

/* The password's memory has one byte: valgrind detects a read past it. */
static void overlong_password_is_not_read(void **state)
{
    (void)state;
    const size_t lengths[] = {73, 1 << 20, PTRDIFF_MAX};
    char *byte = malloc(1);
    assert_non_null(byte);
    *byte = 'a';
    write_list();
    passwordrules_policy *policy = load_with_list("", 0);
    passwordrules_policy_free(policy);
    const char *settings[] = {"max-bytes=72"};
    policy = load_policy(settings, 1);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        int listed = 12345;
        assert_int_equal(passwordrules_policy_lookup(policy, byte, lengths[i], &listed), PASSWORDRULES_OK);
        assert_int_equal(listed, 0);
    }
    passwordrules_policy_free(policy);
    free(byte);
}

static void lookup_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_list();
    passwordrules_policy *policy = load_with_list("", 0);
    const struct {
        const passwordrules_policy *policy;
        const char *password;
        size_t length;
    } cases[] = {{NULL, "dragon", 6}, {policy, NULL, 6}, {policy, "dragon", TOO_LONG}, {policy, "dragon", SIZE_MAX}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int listed = 12345;
        assert_int_equal(passwordrules_policy_lookup(cases[i].policy, cases[i].password, cases[i].length, &listed),
                         PASSWORDRULES_EINVAL);
        assert_int_equal(listed, 0);
        assert_int_equal(passwordrules_policy_lookup(cases[i].policy, cases[i].password, cases[i].length, NULL),
                         PASSWORDRULES_EINVAL);
    }
    assert_int_equal(passwordrules_policy_lookup(policy, "dragon", 6, NULL), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
}

/* ---- Counts ---- */

/* These policies look up no password. Any other policy would change this machine's counts. */
static void login_without_a_lookup_is_not_counted(void **state)
{
    (void)state;
    const char *settings[] = {"at-login=no", "enforce=no"};
    for (int listed = 0; listed <= 1; listed++) {
        for (size_t i = 0; i < 2; i++) {
            passwordrules_policy *policy = policy_of(settings[i], i == 0 ? "rules=minlength: 4" : "at-login=change");
            passwordrules_diagnostics *diagnostics = STALE;
            assert_int_equal(passwordrules_policy_count_login(policy, listed, &diagnostics), PASSWORDRULES_OK);
            assert_null(diagnostics);
            assert_int_equal(passwordrules_policy_count_login(policy, listed, NULL), PASSWORDRULES_OK);
            passwordrules_policy_free(policy);
        }
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_policy_count_login(NULL, listed, &diagnostics), PASSWORDRULES_EINVAL);
        assert_null(diagnostics);
        assert_int_equal(passwordrules_policy_count_login(NULL, listed, NULL), PASSWORDRULES_EINVAL);
    }
}

int run_login_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(user_and_service_decide, remove_files),
        cmocka_unit_test(root_is_not_exempt),
        cmocka_unit_test_teardown(skipped_list_asks_for_no_change, remove_files),
        cmocka_unit_test(wrong_arguments_do_nothing),
        cmocka_unit_test_teardown(lookup_finds_listed_passwords, remove_files),
        cmocka_unit_test_teardown(damaged_list_is_not_an_answer, remove_files),
        cmocka_unit_test_teardown(overlong_password_is_not_read, remove_files),
        cmocka_unit_test_teardown(lookup_refuses_wrong_arguments, remove_files),
        cmocka_unit_test(login_without_a_lookup_is_not_counted),
    };
    return cmocka_run_group_tests_name("logins", tests, make_folder, remove_folder);
}
