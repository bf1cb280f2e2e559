/* ABI tests: the account of a user, which the library looks up where the policy compares its names. */
#define _GNU_SOURCE
#include "abi.h"

#include <dlfcn.h>
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

/* ---- The account databases ---- */

/* `lookups` counts the library's calls. The first first_errors calls fail with `error`. Later calls find `account`, unless
 * that is NULL. */
static int lookups, error, first_errors;
static struct passwd *account;

/* A directory may find one account by several names. */
static int is_of_alice(const char *name)
{
    return strcmp(name, "alice") == 0 || strcmp(name, "rabbit@dir") == 0;
}

/* Replaces libc's function for these tests. Other tests get libc's answers. */
int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);

    *found = NULL;
    if (lookups++ < first_errors)
        return error;
    if (account != NULL && is_of_alice(name)) {
        *entry = *account;
        *found = entry;
        return 0;
    }
    *(void **)&next = dlsym(RTLD_NEXT, "getpwnam_r");
    return next(name, entry, buffer, size, found);
}

static int set_up(void **state)
{
    static char name[] = "alice", full_name[] = "Alice Liddell,,,", home[] = "/home/wonderland", shell[] = "", password[] = "x";
    static struct passwd alice = {.pw_name = name, .pw_passwd = password, .pw_uid = 1000, .pw_gid = 1000,
                                  .pw_gecos = full_name, .pw_dir = home, .pw_shell = shell};
    (void)state;
    account = &alice;
    lookups = first_errors = error = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    account = NULL;
    first_errors = 0;
    return 0;
}

/* ---- Policies ---- */

/* The policy for everybody, with these settings. The second setting may be NULL. */
static passwordrules_policy *policy_for_all(const char *first, const char *second)
{
    const char *settings[] = {"rules=minlength: 8", first, second};
    return policy_with(settings, second != NULL ? 3 : 2);
}

static passwordrules_policy *policy_for(const char *user, const char *first, const char *second)
{
    passwordrules_policy *all = policy_for_all(first, second), *policy = NULL;
    assert_int_equal(passwordrules_policy_for_user(all, user, &policy, NULL), PASSWORDRULES_OK);
    passwordrules_policy_free(all);
    return policy;
}

static int account_is_unknown(const passwordrules_policy *policy)
{
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    return info.account_unknown;
}

/* The kind of the outcome that is not met, 0 for an accepted password; or the negated status of the check. */
static int judge(const passwordrules_policy *policy, const passwordrules_context *context, const char *password)
{
    passwordrules_report *report = STALE;
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    int status = passwordrules_policy_check(policy, context, password, strlen(password), &report), kind = 0;
    if (status != PASSWORDRULES_OK) {
        assert_null(report);
        return -status;
    }
    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (!outcome.met)
            kind = outcome.kind;
    assert_int_equal(passwordrules_report_accepted(report), kind == 0);
    passwordrules_report_free(report);
    return kind;
}

/* ---- Tests ---- */

static void context_overrides_names_of_the_account(void **state)
{
    (void)state;
    const struct {
        const char *key, *full_name, *home, *password;
        int kind;
    } cases[] = {
        {"full-name=reject", NULL, NULL, "liddell-qzjx", PASSWORDRULES_KIND_FULL_NAME},
        {"full-name=reject", NULL, NULL, "hargreaves-qzjx", 0},
        {"full-name=reject", "Alice Hargreaves", NULL, "liddell-qzjx", 0},
        {"full-name=reject", "Alice Hargreaves", NULL, "hargreaves-qzjx", PASSWORDRULES_KIND_FULL_NAME},
        {"full-name=reject", "", NULL, "liddell-qzjx", 0},
        {"full-name=reject", NULL, "", "liddell-qzjx", 0},
        {"full-name=reject", NULL, NULL, "wonderland-qzjx", 0},
        {"home-directory=reject", NULL, NULL, "wonderland-qzjx", PASSWORDRULES_KIND_HOME_DIRECTORY},
        {"home-directory=reject", NULL, "/home/oxford", "wonderland-qzjx", 0},
        {"home-directory=reject", NULL, "/home/oxford", "oxford-qzjx", PASSWORDRULES_KIND_HOME_DIRECTORY},
        {"home-directory=reject", "Alice", NULL, "wonderland-qzjx", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        passwordrules_policy *policy = policy_for("alice", cases[i].key, NULL);
        const passwordrules_context context = {.size = sizeof context, .full_name = cases[i].full_name, .home = cases[i].home};
        assert_int_equal(account_is_unknown(policy), 0);
        assert_int_equal(judge(policy, &context, cases[i].password), cases[i].kind);
        passwordrules_policy_free(policy);
    }
}

/* Compared are the name that was typed, the name of the account, and further names in the context; each also without its
 * domain. */
static void every_name_of_the_user_is_compared(void **state)
{
    (void)state;
    static const char *const others[] = {"hatter", "", "DIR\\duchess"};
    const struct {
        const char *policy_user, *user, *full_name, *key, *password;
        size_t other_count;
        int kind;
    } cases[] = {
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "alice77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "rabbit77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "hatter77zx", 0, 0},
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "hatter77zx", 1, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "duchess77zx", 3, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", NULL, "username=whole", "alice1865", 0, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", NULL, "username-parts=4", "xlicexx7", 0, PASSWORDRULES_KIND_USERNAME_PARTS},
        {"rabbit@dir", "rabbit@dir", NULL, "username=reject", "qzjxwvut", 3, 0},
        /* The account's name is also compared if the program gives a full name, no user name, or a different user name. */
        {"rabbit@dir", "rabbit@dir", "Alice", "username=reject", "alice77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", "rabbit@dir", "", "username=reject", "alice77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"rabbit@dir", NULL, NULL, "username=reject", "alice77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"alice", "CORP\\white", NULL, "username=reject", "white77zx", 0, PASSWORDRULES_KIND_USERNAME},
        /* The policy's user has no account. */
        {"no-such-user", "white@dir", "", "username=reject", "white77zx", 0, PASSWORDRULES_KIND_USERNAME},
        {"no-such-user", "white@dir", "", "username=reject", "alice77zx", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        passwordrules_policy *policy = policy_for(cases[i].policy_user, cases[i].key, NULL);
        const passwordrules_context context = {.size = sizeof context, .user = cases[i].user,
                                               .full_name = cases[i].full_name, .other_users = others,
                                               .other_user_count = cases[i].other_count};
        assert_int_equal(judge(policy, &context, cases[i].password), cases[i].kind);
        passwordrules_policy_free(policy);
    }
}

/* The library looks up the account of the policy's user, not of the context's user, whose name may be spelt differently. */
static void account_is_looked_up_once_if_needed(void **state)
{
    (void)state;
    const struct {
        const char *first, *second;
        int lookups;
    } cases[] = {{"full-name=reject", NULL, 1}, {"home-directory=whole", NULL, 1}, {"username=reject", NULL, 1},
                 {"retry=1", NULL, 1}, {"username=", "username-parts=4", 1}, {"username=", NULL, 0},
                 {"full-name=reject", "enforce=no", 0}, {"full-name=reject", "enforce=warn", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        passwordrules_policy *policy = policy_for("alice", cases[i].first, cases[i].second);
        const passwordrules_context context = {.size = sizeof context, .user = "bob"};
        for (int check = 0; check < 3; check++)
            judge(policy, &context, "qzjxwvut");
        assert_int_equal(lookups, cases[i].lookups);
        lookups = 0;
        passwordrules_policy_free(policy);
    }
}

/* A web site's users are in no account database. */
static void policy_for_everybody_looks_up_no_account(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_for_all("full-name=reject", NULL);
    const passwordrules_context context = {.size = sizeof context, .user = "alice"};
    assert_int_equal(account_is_unknown(policy), 0);
    assert_int_equal(judge(policy, &context, "liddell-qzjx"), 0);
    assert_int_equal(lookups, 0);
    passwordrules_policy_free(policy);
}

static void unknown_account_needs_names_in_the_context(void **state)
{
    (void)state;
    const struct {
        const char *user;
        int error, first_errors, is_unknown;
    } cases[] = {
        {"no-such-user-here", 0, 0, 1}, {"alice", EIO, 1, 1}, {"alice", EMFILE, 1, 1}, {"alice", ENOMEM, 1, 1},
        {"alice", ENOENT, 2, 1}, /* a missing account is believed only the second time */ {"alice", ENOENT, 1, 0},
        {"alice", EINTR, 5, 0}, {"alice", ERANGE, 3, 0}, {"alice", ERANGE, 99, 1}, {"", 0, 0, 1},
    };
    const passwordrules_context nameless = PASSWORDRULES_CONTEXT_INIT;
    const passwordrules_context named = {.size = sizeof named, .full_name = ""};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[PASSWORDRULES_GENERATE_MAX + 1] = "x";
        passwordrules_report *report = STALE;
        size_t needed = 1;
        lookups = 0;
        error = cases[i].error;
        first_errors = cases[i].first_errors;
        passwordrules_policy *policy = policy_for(cases[i].user, "full-name=reject", NULL);
        /* Tests/Pwquality tests that each service reports an unknown account. */
        assert_int_equal(account_is_unknown(policy) != 0, cases[i].is_unknown);
        assert_int_equal(judge(policy, &nameless, "qzjxwvut"), cases[i].is_unknown ? -PASSWORDRULES_EACCOUNT : 0);
        assert_int_equal(judge(policy, &named, "qzjxwvut"), 0);
        if (cases[i].is_unknown) {
            assert_int_equal(passwordrules_policy_check_suggesting(policy, &nameless, "q", 1, &report, buffer, sizeof buffer),
                             PASSWORDRULES_EACCOUNT);
            assert_null(report);
            assert_string_equal(buffer, "");
            assert_int_equal(passwordrules_policy_suggest(policy, &nameless, buffer, sizeof buffer, &needed, NULL),
                             PASSWORDRULES_EACCOUNT);
            assert_int_equal(needed, 0);
        }
        assert_int_equal(passwordrules_policy_suggest(policy, &named, buffer, sizeof buffer, NULL, NULL), PASSWORDRULES_OK);
        passwordrules_policy_free(policy);
    }
    assert_string_equal(passwordrules_status_text(PASSWORDRULES_EACCOUNT),
                        "the account cannot be looked up, and the policy compares its names");
}

int run_policy_account_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(context_overrides_names_of_the_account, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_name_of_the_user_is_compared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(account_is_looked_up_once_if_needed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(policy_for_everybody_looks_up_no_account, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknown_account_needs_names_in_the_context, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("accounts", tests, NULL, NULL);
}
