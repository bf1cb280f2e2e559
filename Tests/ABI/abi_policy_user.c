/* ABI tests: the policy for one user. Tests/Vectors/policies.txt, which abi_policy_tables.c runs, tests which sections
 * count. */
#include "abi.h"

#ifdef __GLIBC__
#include <nss.h>
#endif
#include <stdlib.h>
#include <string.h>

/* A name that no user has. */
#define NOBODY_AT_ALL "no-such-user-here"

/* The policy for a user, which must be found without remarks. */
static passwordrules_policy *policy_for(const passwordrules_policy *policy, const char *user)
{
    passwordrules_policy *user_policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_for_user(policy, user, &user_policy, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(user_policy);
    assert_null(diagnostics);
    return user_policy;
}

static unsigned retry_of(const passwordrules_policy *policy)
{
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    return info.retry;
}

/* The value of "retry", which differs between the policies of a test. */
static unsigned retry_for(const passwordrules_policy *policy, const char *user)
{
    passwordrules_policy *user_policy = policy_for(policy, user);
    unsigned retry = retry_of(user_policy);
    passwordrules_policy_free(user_policy);
    return retry;
}

/* Whether the policy for a user accepts a password, a C string. */
static int accepts_for(const passwordrules_policy *policy, const char *user, const char *password)
{
    passwordrules_policy *user_policy = policy_for(policy, user);
    int accepted = policy_accepts(user_policy, password);
    passwordrules_policy_free(user_policy);
    return accepted;
}

/* ---- Arguments ---- */

static void for_user_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nretry = 5\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const struct {
        const passwordrules_policy *policy;
        const char *user;
    } cases[] = {{NULL, "alice"}, {policy, NULL}, {NULL, NULL}};
    passwordrules_diagnostics *diagnostics;
    for (size_t index = 0; index < 2 * 3; index++) {
        passwordrules_policy *user_policy = STALE;
        diagnostics = STALE;
        assert_int_equal(passwordrules_policy_for_user(cases[index / 2].policy, cases[index / 2].user, &user_policy,
                                                       index % 2 == 0 ? &diagnostics : NULL),
                         PASSWORDRULES_EINVAL);
        assert_null(user_policy);
        assert_ptr_equal(diagnostics, index % 2 == 0 ? NULL : STALE);
    }
    diagnostics = STALE;
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", NULL, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_for_user(NULL, NULL, NULL, NULL), PASSWORDRULES_EINVAL);

    /* The diagnostics are optional. */
    passwordrules_policy *user_policy;
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, NULL), PASSWORDRULES_OK);
    assert_int_equal(retry_of(user_policy), 5);
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

/* ---- Sections ---- */

static void policy_of_a_user_is_described(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nrules = minlength: 37\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy *user_policy = policy_for(policy, "alice");
    passwordrules_context context = context_of(0, 0);
    char text[512], password[64];
    assert_int_equal(passwordrules_policy_describe(user_policy, &context, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_non_null(strstr(text, "37"));
    assert_int_equal(passwordrules_policy_suggest(user_policy, &context, password, sizeof(password), NULL, NULL),
                     PASSWORDRULES_OK);
    assert_true(strlen(password) >= 37);
    assert_int_equal(passwordrules_policy_describe(policy, &context, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_null(strstr(text, "37"));
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

static void group_section_applies_to_members(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\n[group no-such-group-here]\nretry = 9\n"
                 "[group root]\nretry = 5\nrules = required: digit\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(retry_for(policy, "root"), 5);
    assert_int_equal(accepts_for(policy, "root", "abc1"), 0);
    assert_int_equal(accepts_for(policy, "root", "abcdefgh"), 0);
    assert_int_equal(accepts_for(policy, "root", "abcdefg1"), 1);
    assert_int_equal(retry_for(policy, NOBODY_AT_ALL), 4);
    assert_int_equal(accepts_for(policy, NOBODY_AT_ALL, "abcdefgh"), 1);
    passwordrules_policy_free(policy);
}

static void policy_can_ignore_users_of_other_machines(void **state)
{
    (void)state;
    const char *settings[] = {"local-users-only=yes"};
    const passwordrules_context context = context_of(0, 0);
    const struct {
        const char *user;
        size_t count;
        int enforcement;
    } cases[] = {{"root", 1, PASSWORDRULES_ENFORCE_YES}, {NOBODY_AT_ALL, 1, PASSWORDRULES_ENFORCE_NO},
                 {NOBODY_AT_ALL, 0, PASSWORDRULES_ENFORCE_YES}};
    write_policy("rules = minlength: 8\n");
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = load_policy(settings, cases[index].count);
        passwordrules_policy *user_policy = policy_for(policy, cases[index].user);
        assert_int_equal(passwordrules_policy_enforcement(policy, &context), PASSWORDRULES_ENFORCE_YES);
        assert_int_equal(passwordrules_policy_enforcement(user_policy, &context), cases[index].enforcement);
        passwordrules_policy_free(user_policy);
        passwordrules_policy_free(policy);
    }
}

/* ---- Ownership ---- */

/* Valgrind detects the use of freed memory, and memory that is not freed. */
static void policies_may_be_freed_in_either_order(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nwords = lemonade, tulip\n[user alice]\nrules =\nrules = minlength: 5\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy *alice = policy_for(policy, "alice");
    passwordrules_policy *other = policy_for(policy, NOBODY_AT_ALL);
    passwordrules_policy_free(policy);
    assert_int_equal(policy_accepts(alice, "abcde"), 1);
    assert_int_equal(policy_accepts(alice, "xlemonade"), 0);
    assert_int_equal(policy_accepts(other, "abcde"), 0);
    passwordrules_policy_free(other);
    assert_int_equal(policy_accepts(alice, "abcde"), 1);
    passwordrules_policy_free(alice);

    /* In a policy without sections, both calls may return the same handle. It must still be freed twice. */
    write_policy("rules = minlength: 8\nretry = 4\n");
    policy = load_policy(NULL, 0);
    alice = policy_for(policy, "alice");
    other = policy_for(alice, "alice");
    passwordrules_policy_free(alice);
    assert_int_equal(retry_of(other), 4);
    passwordrules_policy_free(policy);
    assert_int_equal(policy_accepts(other, "abcde"), 0);
    passwordrules_policy_free(other);
}

/* The name's memory is freed before the policy is used. The name may have any length. */
static void name_is_not_kept(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nretry = 5\n[group no-such-group-here]\nretry = 6\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    char *name = malloc(100001);
    assert_non_null(name);
    memcpy(name, "alice", 6);
    passwordrules_policy *alice = policy_for(policy, name);
    memset(name, 'x', 100000);
    name[100000] = '\0';
    assert_int_equal(retry_for(policy, name), 3);
    free(name);
    assert_int_equal(retry_of(alice), 5);
    passwordrules_policy_free(alice);
    passwordrules_policy_free(policy);
}

/* ---- Diagnostics ---- */

/* A policy that is enforced for some users must have rules for them. */
static void user_without_rules_has_no_policy(void **state)
{
    (void)state;
    const char *keys[] = {"", "enforce-for-root = yes\n"};
    for (size_t index = 0; index < 2; index++) {
        char text[128] = "enforce = no\n";
        write_policy(strcat(strcat(text, keys[index]), "[user alice]\nenforce = yes\n"));
        passwordrules_policy *policy = load_policy(NULL, 0), *user_policy = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, NULL), PASSWORDRULES_EPOLICY);
        assert_null(user_policy);
        user_policy = STALE;
        assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, &diagnostics), PASSWORDRULES_EPOLICY);
        assert_null(user_policy);
        passwordrules_policy_free(policy_for(policy, NOBODY_AT_ALL));
        /* The diagnostics outlive the loaded policy. */
        passwordrules_policy_free(policy);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
        assert_int_equal(diagnostic.code, PASSWORDRULES_DIAGNOSTIC_NO_RULES);
        assert_string_equal(diagnostic.source, policy_path);
        assert_int_equal(diagnostic.line + diagnostic.column, 0);
        assert_string_not_equal(diagnostic.text, "");
        assert_enforcement(diagnostics, index == 0 ? PASSWORDRULES_ENFORCE_WARN : PASSWORDRULES_ENFORCE_YES);
    }
}

/*
 * Limits lookups to /etc/passwd and /etc/group. The modules of other databases keep memory, which valgrind would report as
 * our leak.
 */
static int prepare(void **state)
{
#ifdef __GLIBC__
    const char *databases[] = {"passwd", "group", "initgroups"};
    for (size_t index = 0; index < 3; index++)
        if (__nss_configure_lookup(databases[index], "files") != 0)
            return -1;
#endif
    return make_folder(state);
}

int run_policy_user_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(for_user_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(policy_of_a_user_is_described, remove_files),
        cmocka_unit_test_teardown(group_section_applies_to_members, remove_files),
        cmocka_unit_test_teardown(policy_can_ignore_users_of_other_machines, remove_files),
        cmocka_unit_test_teardown(policies_may_be_freed_in_either_order, remove_files),
        cmocka_unit_test_teardown(name_is_not_kept, remove_files),
        cmocka_unit_test_teardown(user_without_rules_has_no_policy, remove_files),
    };
    return cmocka_run_group_tests_name("policy users", tests, prepare, remove_folder);
}
