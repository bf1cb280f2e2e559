/* ABI tests: sections for users and groups, and the policy that one user has. */
#include "abi.h"

#include <grp.h>
#ifdef __GLIBC__
#include <nss.h>
#endif
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
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
    passwordrules_policy_info info = {.size = sizeof(info)};
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    return info.retry;
}

/* The key "retry" tells the policies of a test apart. */
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
    for (size_t index = 0; index < 3; index++) {
        passwordrules_policy *user_policy = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(
            passwordrules_policy_for_user(cases[index].policy, cases[index].user, &user_policy, &diagnostics),
            PASSWORDRULES_EINVAL);
        assert_null(user_policy);
        assert_null(diagnostics);
        user_policy = STALE;
        assert_int_equal(passwordrules_policy_for_user(cases[index].policy, cases[index].user, &user_policy, NULL),
                         PASSWORDRULES_EINVAL);
        assert_null(user_policy);
    }
    passwordrules_diagnostics *diagnostics = STALE;
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

static void the_policy_of_a_user_is_told_in_words(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nrules = minlength: 37\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy *user_policy = policy_for(policy, "alice");
    passwordrules_context context = context_of(0, 0);
    char text[512], password[64];
    assert_int_equal(passwordrules_policy_describe(user_policy, &context, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_non_null(strstr(text, "37"));
    assert_int_equal(passwordrules_policy_suggest(user_policy, &context, password, sizeof(password), NULL),
                     PASSWORDRULES_OK);
    assert_true(strlen(password) >= 37);
    assert_int_equal(passwordrules_policy_describe(policy, &context, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_null(strstr(text, "37"));
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

/* The name of root's own group, "root" on most machines. */
static void find_group_of_root(char *name, size_t size)
{
    const struct passwd *account = getpwnam("root");
    const struct group *group = account != NULL ? getgrgid(account->pw_gid) : NULL;
    if (group == NULL || strlen(group->gr_name) >= size) {
        print_message("skipped: root has no group with a name here\n");
        skip();
    }
    strcpy(name, group->gr_name);
}

static void a_group_section_is_for_its_members(void **state)
{
    (void)state;
    char group[64], text[512];
    find_group_of_root(group, sizeof(group));
    snprintf(text, sizeof(text),
             "rules = minlength: 8\nretry = 4\n[group no-such-group-here]\nretry = 9\n"
             "[group %s]\nretry = 5\nrules = required: digit\n", group);
    write_policy(text);
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(retry_for(policy, "root"), 5);
    assert_int_equal(accepts_for(policy, "root", "abc1"), 0);
    assert_int_equal(accepts_for(policy, "root", "abcdefgh"), 0);
    assert_int_equal(accepts_for(policy, "root", "abcdefg1"), 1);
    assert_int_equal(retry_for(policy, NOBODY_AT_ALL), 4);
    assert_int_equal(accepts_for(policy, NOBODY_AT_ALL, "abcdefgh"), 1);
    passwordrules_policy_free(policy);
}

static void a_user_section_goes_over_a_group_section(void **state)
{
    (void)state;
    char group[64], text[512];
    find_group_of_root(group, sizeof(group));
    /* Whichever comes first. */
    const char *forms[] = {"[user root]\nretry = 6\n[group %s]\nretry = 5\nsuggest = no\n",
                           "[group %s]\nretry = 5\nsuggest = no\n[user root]\nretry = 6\n"};
    for (size_t form = 0; form < 2; form++) {
        strcpy(text, "rules = minlength: 8\n");
        char *place = strstr(forms[form], "%s");
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%.*s%s%s", (int)(place - forms[form]),
                 forms[form], group, place + 2);
        write_policy(text);
        passwordrules_policy *policy = load_policy(NULL, 0);
        passwordrules_policy *user_policy = policy_for(policy, "root");
        passwordrules_policy_info info = {.size = sizeof(info)};
        assert_int_equal(passwordrules_policy_get_info(user_policy, &info), PASSWORDRULES_OK);
        assert_int_equal(info.retry, 6);
        assert_int_equal(info.suggest, 0);
        passwordrules_policy_free(user_policy);
        passwordrules_policy_free(policy);
    }
}

/* ---- Ownership and threads ---- */

/* Valgrind sees what is used after it was freed, and what is not freed. */
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

    /* Without sections, both handles may be the same, but each is freed. */
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

/* The name's memory is gone before the policy is used. It may be as long as it likes. */
static void the_name_is_not_kept(void **state)
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

enum { THREAD_COUNT = 8, ROUND_COUNT = 25 };

/* The data that all threads share, and the result of one of them. cmocka's assertions only work in the main thread. */
struct seeker {
    const passwordrules_policy *policy;
    int number, failures;
};

/* Each thread asks for users in another order, one of them in a group, and uses what it finds. */
static void *seek(void *argument)
{
    struct seeker *seeker = argument;
    const char *users[] = {"root", "alice", NOBODY_AT_ALL};
    const unsigned retries[] = {5, 6, 4};
    for (int round = 0; round < ROUND_COUNT; round++) {
        int which = (seeker->number + round) % 3;
        passwordrules_policy *policy = NULL;
        passwordrules_policy_info info = {.size = sizeof(info)};
        passwordrules_context context = context_of(0, 0);
        context.user = users[which];
        passwordrules_report *report = NULL;
        seeker->failures +=
            passwordrules_policy_for_user(seeker->policy, users[which], &policy, NULL) != PASSWORDRULES_OK;
        seeker->failures += passwordrules_policy_get_info(policy, &info) != PASSWORDRULES_OK;
        seeker->failures += info.retry != retries[which];
        seeker->failures +=
            passwordrules_policy_check(policy, &context, "lemon-orbit", 11, &report) != PASSWORDRULES_OK;
        seeker->failures += passwordrules_report_accepted(report) != 1;
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
    return NULL;
}

static void threads_find_policies_at_once(void **state)
{
    (void)state;
    char group[64], text[512];
    find_group_of_root(group, sizeof(group));
    snprintf(text, sizeof(text), "rules = minlength: 8\nretry = 4\n[group %s]\nretry = 5\n[user alice]\nretry = 6\n",
             group);
    write_policy(text);
    passwordrules_policy *policy = load_policy(NULL, 0);
    pthread_t threads[THREAD_COUNT];
    struct seeker seekers[THREAD_COUNT];
    for (int index = 0; index < THREAD_COUNT; index++) {
        seekers[index] = (struct seeker){.policy = policy, .number = index};
        assert_int_equal(pthread_create(&threads[index], NULL, seek, &seekers[index]), 0);
    }
    for (int index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(pthread_join(threads[index], NULL), 0);
    for (int index = 0; index < THREAD_COUNT; index++)
        assert_int_equal(seekers[index].failures, 0);
    passwordrules_policy_free(policy);
}

/* ---- Diagnostics ---- */

/* A policy that is enforced for some users must have rules for them. */
static void a_user_without_rules_has_no_policy(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int by_root;
    } cases[] = {
        {"enforce = no\n[user alice]\nenforce = yes\n", PASSWORDRULES_ENFORCE_WARN},
        {"enforce = no\nenforce-for-root = no\n[user alice]\nenforce = yes\n", PASSWORDRULES_ENFORCE_WARN},
        {"enforce = no\nenforce-for-root = yes\n[user alice]\nenforce = yes\n", PASSWORDRULES_ENFORCE_YES},
    };
    for (size_t index = 0; index < 3; index++) {
        write_policy(cases[index].text);
        passwordrules_policy *policy = load_policy(NULL, 0);
        passwordrules_policy *user_policy = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, &diagnostics),
                         PASSWORDRULES_EPOLICY);
        assert_null(user_policy);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(diagnostic.severity, PASSWORDRULES_SEVERITY_ERROR);
        assert_int_equal(diagnostic.code, 214);
        assert_string_equal(diagnostic.source, policy_path);
        assert_int_equal(diagnostic.line, 0);
        assert_int_equal(diagnostic.column, 0);
        /* The loaded policy is freed; the diagnostics are not. */
        passwordrules_policy *other = policy_for(policy, NOBODY_AT_ALL);
        passwordrules_policy_free(other);
        user_policy = STALE;
        assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, NULL), PASSWORDRULES_EPOLICY);
        assert_null(user_policy);
        passwordrules_policy_free(policy);
        passwordrules_context user = context_of(0, 0), root = context_of(1, 0), expired = context_of(1, 1);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &user), PASSWORDRULES_ENFORCE_YES);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), cases[index].by_root);
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &expired), PASSWORDRULES_ENFORCE_YES);
        assert_string_not_equal(diagnostic_at(diagnostics, 0).text, "");
        passwordrules_diagnostics_free(diagnostics);
    }
}

/*
 * Users and groups of /etc/passwd and /etc/group alone: what other databases a machine has is not the matter here, and
 * their modules keep memory that valgrind would blame on us.
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
        cmocka_unit_test_teardown(the_policy_of_a_user_is_told_in_words, remove_files),
        cmocka_unit_test_teardown(a_group_section_is_for_its_members, remove_files),
        cmocka_unit_test_teardown(a_user_section_goes_over_a_group_section, remove_files),
        cmocka_unit_test_teardown(policies_may_be_freed_in_either_order, remove_files),
        cmocka_unit_test_teardown(the_name_is_not_kept, remove_files),
        cmocka_unit_test_teardown(threads_find_policies_at_once, remove_files),
        cmocka_unit_test_teardown(a_user_without_rules_has_no_policy, remove_files),
    };
    return cmocka_run_group_tests_name("policy users", tests, prepare, remove_folder);
}
