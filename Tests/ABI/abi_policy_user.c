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

/* There may be no sections: then both handles may be the same, but each is freed, in either order. */
static void either_policy_outlives_the_other(void **state)
{
    (void)state;
    const char *texts[] = {"rules = minlength: 8\nretry = 4\n", "rules = minlength: 8\n[user alice]\nretry = 4\n"};
    for (size_t text = 0; text < 2; text++) {
        write_policy(texts[text]);
        passwordrules_policy *policy = load_policy(NULL, 0);
        passwordrules_policy *first = policy_for(policy, "alice"), *second = policy_for(first, "alice");
        passwordrules_policy_free(first);
        assert_int_equal(retry_of(second), 4);
        passwordrules_policy_free(policy);
        assert_int_equal(retry_of(second), 4);
        passwordrules_policy_free(second);
    }
}

/* Whatever the name: it comes from any user who wants to log in. */
static void every_name_has_a_policy(void **state)
{
    (void)state;
    const char *texts[] = {"rules = minlength: 8\nretry = 4\n",
                           "rules = minlength: 8\nretry = 4\n[user alice]\nretry = 5\n",
                           "rules = minlength: 8\nretry = 4\n[group no-such-group-here]\nretry = 5\n"};
    char *long_name = malloc(100001);
    assert_non_null(long_name);
    memset(long_name, 'x', 100000);
    long_name[100000] = '\0';
    const char *names[] = {NOBODY_AT_ALL, "root", "", " ", "alice ", "Alice", "alic", "[user alice]", "a\nb",
                           "\xFF\xFE", "alice\xC3", "../../etc/passwd", "0", "%s%n", long_name};
    for (size_t text = 0; text < 3; text++) {
        write_policy(texts[text]);
        passwordrules_policy *policy = load_policy(NULL, 0);
        for (size_t index = 0; index < sizeof(names) / sizeof(*names); index++)
            assert_int_equal(retry_for(policy, names[index]), 4);
        passwordrules_policy_free(policy);
    }
    free(long_name);
}

/* ---- Sections ---- */

static void a_user_section_adds_demands_and_overrides_the_rest_key_by_key(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n"
                 "retry = 4\n"
                 "enforce = warn\n"
                 "suggest = no\n"
                 "[user alice]\n"
                 "rules = minlength: 9; required: digit\n"
                 "enforce = yes\n"
                 "local-users-only = yes\n"
                 "[user bob]\n"
                 "retry = 6\n"
                 "suggest = yes\n"
                 "rules = minlength: 3\n"
                 "[user carol]\n"
                 "enforce =\n"
                 "rules =\n"
                 "rules = minlength: 3\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const struct {
        const char *user;
        unsigned retry;
        int enforcement, suggest, local_users_only, accepts_three, accepts_eight, accepts_digit;
    } cases[] = {
        {"alice", 4, PASSWORDRULES_ENFORCE_YES, 0, 1, 0, 0, 1},
        /* A weaker line weakens nothing. */
        {"bob", 6, PASSWORDRULES_ENFORCE_WARN, 1, 0, 0, 1, 1},
        /* An empty value drops what was said for everybody. */
        {"carol", 4, PASSWORDRULES_ENFORCE_YES, 0, 0, 1, 1, 1},
        {NOBODY_AT_ALL, 4, PASSWORDRULES_ENFORCE_WARN, 0, 0, 0, 1, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *user_policy = policy_for(policy, cases[index].user);
        passwordrules_policy_info info = {.size = sizeof(info)};
        assert_int_equal(passwordrules_policy_get_info(user_policy, &info), PASSWORDRULES_OK);
        assert_int_equal(info.retry, cases[index].retry);
        assert_int_equal(info.suggest, cases[index].suggest);
        assert_int_equal(info.local_users_only, cases[index].local_users_only);
        passwordrules_context context = context_of(0, 0);
        assert_int_equal(passwordrules_policy_enforcement(user_policy, &context), cases[index].enforcement);
        assert_int_equal(policy_accepts(user_policy, "ab1"), cases[index].accepts_three);
        assert_int_equal(policy_accepts(user_policy, "abcdefgh"), cases[index].accepts_eight);
        assert_int_equal(policy_accepts(user_policy, "abcdefgh1"), cases[index].accepts_digit);
        passwordrules_policy_free(user_policy);
    }
    /* The loaded policy is unchanged. */
    assert_int_equal(retry_of(policy), 4);
    assert_int_equal(policy_accepts(policy, "ab1"), 0);
    passwordrules_policy_free(policy);
}

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

/* An alternative is one to the rules of its own section; what other sections demand holds beside it. */
static void alternatives_belong_to_their_section(void **state)
{
    (void)state;
    write_policy("rules = minlength: 12\n"
                 "or = minlength: 6; required: digit\n"
                 "[user alice]\n"
                 "rules = minlength: 10\n"
                 "[user bob]\n"
                 "rules = minlength: 10\n"
                 "or = required: upper\n"
                 "[user carol]\n"
                 "or =\n"
                 "[user dave]\n"
                 "retry = 2\n"
                 "[user erin]\n"
                 "rules =\n"
                 "rules = minlength: 10\n"
                 "or = minlength: 4; required: upper\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const struct {
        const char *user;
        int twelve, ten, six_with_digit, four_with_upper, ten_with_digit, six_with_both;
    } cases[] = {
        {NOBODY_AT_ALL, 1, 0, 1, 0, 1, 1}, {"alice", 1, 0, 0, 0, 1, 0}, {"bob", 1, 0, 0, 0, 1, 1},
        {"carol", 1, 0, 0, 0, 0, 0}, {"dave", 1, 0, 1, 0, 1, 1}, {"erin", 1, 1, 0, 1, 1, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        assert_int_equal(accepts_for(policy, cases[index].user, "abcdefghijkl"), cases[index].twelve);
        assert_int_equal(accepts_for(policy, cases[index].user, "abcdefghij"), cases[index].ten);
        assert_int_equal(accepts_for(policy, cases[index].user, "abcde7"), cases[index].six_with_digit);
        assert_int_equal(accepts_for(policy, cases[index].user, "Abcd"), cases[index].four_with_upper);
        assert_int_equal(accepts_for(policy, cases[index].user, "abcdefghi7"), cases[index].ten_with_digit);
        assert_int_equal(accepts_for(policy, cases[index].user, "Abcde7"), cases[index].six_with_both);
    }
    passwordrules_policy_free(policy);
}

/* Of NIST 15 characters; of CIS 14, of four classes. */
static void presets_add_up(void **state)
{
    (void)state;
    write_policy("preset = cis-debian-12\n"
                 "blocklist =\n"
                 "retry = 4\n"
                 "[user alice]\n"
                 "preset = nist-800-63b-4\n"
                 "blocklist =\n"
                 "[user bob]\n"
                 "preset =\n"
                 "rules = minlength: 5\n"
                 "[user carol]\n"
                 "rules =\n"
                 "rules = minlength: 5\n"
                 "[user dave]\n"
                 "rules = minlength: 5\n"
                 "[user erin]\n"
                 "preset =\n"
                 "preset = nist-800-63b-4\n"
                 "blocklist =\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(accepts_for(policy, NOBODY_AT_ALL, "lemon-orbit-tulip"), 0);
    assert_int_equal(accepts_for(policy, NOBODY_AT_ALL, "Lemon-orbit-tulip-7"), 1);
    assert_int_equal(accepts_for(policy, NOBODY_AT_ALL, "Lemon-orbit-77"), 1);
    assert_int_equal(accepts_for(policy, "alice", "lemon-orbit-tulip"), 0);
    assert_int_equal(accepts_for(policy, "alice", "Lemon-orbit-77"), 0);
    assert_int_equal(accepts_for(policy, "alice", "Lemon-orbit-tulip-7"), 1);
    assert_int_equal(accepts_for(policy, "bob", "lemon"), 1);
    assert_int_equal(accepts_for(policy, "dave", "Le-m7"), 0);
    assert_int_equal(accepts_for(policy, "dave", "Lemon-orbit-tulip-7"), 1);
    assert_int_equal(accepts_for(policy, "erin", "lemon-orbit-tulip"), 1);
    assert_int_equal(accepts_for(policy, "erin", "Lemon-orbit-77"), 0);
    /* The rules are her own; the preset's min-classes = 4 stays. */
    assert_int_equal(accepts_for(policy, "carol", "lemon"), 0);
    assert_int_equal(accepts_for(policy, "carol", "Le-m7"), 1);
    assert_int_equal(retry_for(policy, "alice"), 4);
    /* CIS binds root; what only a dropped preset set is gone with it. */
    passwordrules_context root = context_of(1, 0);
    passwordrules_policy *alice = policy_for(policy, "alice"), *erin = policy_for(policy, "erin");
    assert_int_equal(passwordrules_policy_enforcement(policy, &root), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(alice, &root), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(erin, &root), PASSWORDRULES_ENFORCE_WARN);
    passwordrules_policy_free(alice);
    passwordrules_policy_free(erin);
    passwordrules_policy_free(policy);
}

static void settings_come_over_sections(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nretry = 5\nrules = required: digit\n");
    const char *settings[] = {"retry=7", "rules=minlength: 10", "rules=", "rules=minlength: 5"};
    passwordrules_policy *policy = load_policy(settings, 2);
    assert_int_equal(retry_for(policy, "alice"), 7);
    assert_int_equal(accepts_for(policy, "alice", "abcdefghij"), 0);
    assert_int_equal(accepts_for(policy, "alice", "abcdefgh1"), 0);
    assert_int_equal(accepts_for(policy, "alice", "abcdefghi1"), 1);
    assert_int_equal(accepts_for(policy, "bob", "abcdefghij"), 1);
    passwordrules_policy_free(policy);
    policy = load_policy(settings, 4);
    assert_int_equal(accepts_for(policy, "alice", "abcd"), 0);
    assert_int_equal(accepts_for(policy, "alice", "abcde"), 1);
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

/* A name is one of a user or of a group, never of both. */
static void names_of_users_and_groups_are_apart(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 4\n[group alice]\nretry = 5\n[user alice]\nretry = 6\n"
                 "[group bob]\nretry = 7\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(retry_for(policy, "alice"), 6);
    assert_int_equal(retry_for(policy, "bob"), 4);
    passwordrules_policy_free(policy);
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

    policy = load_policy(NULL, 0);
    alice = policy_for(policy, "alice");
    passwordrules_policy_free(alice);
    assert_int_equal(policy_accepts(policy, "abcde"), 0);
    assert_int_equal(accepts_for(policy, "alice", "abcde"), 1);
    passwordrules_policy_free(policy);
}

/* The name's memory is gone before the policy is used. */
static void the_name_is_not_kept(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[user alice]\nretry = 5\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    char *name = malloc(6);
    assert_non_null(name);
    memcpy(name, "alice", 6);
    passwordrules_policy *alice = policy_for(policy, name);
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
        cmocka_unit_test_teardown(either_policy_outlives_the_other, remove_files),
        cmocka_unit_test_teardown(every_name_has_a_policy, remove_files),
        cmocka_unit_test_teardown(a_user_section_adds_demands_and_overrides_the_rest_key_by_key, remove_files),
        cmocka_unit_test_teardown(the_policy_of_a_user_is_told_in_words, remove_files),
        cmocka_unit_test_teardown(alternatives_belong_to_their_section, remove_files),
        cmocka_unit_test_teardown(presets_add_up, remove_files),
        cmocka_unit_test_teardown(settings_come_over_sections, remove_files),
        cmocka_unit_test_teardown(a_group_section_is_for_its_members, remove_files),
        cmocka_unit_test_teardown(a_user_section_goes_over_a_group_section, remove_files),
        cmocka_unit_test_teardown(names_of_users_and_groups_are_apart, remove_files),
        cmocka_unit_test_teardown(policies_may_be_freed_in_either_order, remove_files),
        cmocka_unit_test_teardown(the_name_is_not_kept, remove_files),
        cmocka_unit_test_teardown(threads_find_policies_at_once, remove_files),
        cmocka_unit_test_teardown(a_user_without_rules_has_no_policy, remove_files),
    };
    return cmocka_run_group_tests_name("policy users", tests, prepare, remove_folder);
}
