/* ABI tests: the policy for an account of a service, such as slapd. */
#include "abi.h"

#include <string.h>

static passwordrules_context account_of(const char *service, const char *user)
{
    passwordrules_context context = context_of(0, 0);
    context.service = service;
    context.user = user;
    return context;
}

/* The policy for an account, which must be found without remarks. */
static passwordrules_policy *policy_for(const passwordrules_policy *policy, const passwordrules_context *context)
{
    passwordrules_policy *found = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_for_service_account(policy, context, &found, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(found);
    assert_null(diagnostics);
    return found;
}

/* The value of "retry", which differs between the policies of a test. */
static unsigned retry_for(const passwordrules_policy *policy, const passwordrules_context *context)
{
    passwordrules_policy *found = policy_for(policy, context);
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    assert_int_equal(passwordrules_policy_get_info(found, &info), PASSWORDRULES_OK);
    passwordrules_policy_free(found);
    return info.retry;
}

static void section_applies_to_accounts_of_its_service(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 2\n[user alice]\nretry = 3\n[group staff]\nretry = 4\n[service ldap]\nretry = 5\n"
                 "[service ldap group staff]\nretry = 6\n[service ldap user alice]\nretry = 7\n"
                 "[service ldap user No Such Person]\nretry = 8\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const char *const staff[] = {"users", "staff"};
    const struct {
        const char *service, *user;
        size_t group_count;
        unsigned retry;
    } cases[] = {
        {"ldap", "alice", 0, 7}, {"ldap", "alice", 2, 7}, {"ldap", "bob", 2, 6}, {"ldap", "bob", 1, 5}, {"ldap", "bob", 0, 5},
        {"ldap", NULL, 0, 5}, {"ldap", "", 2, 6}, {"ldap", "Alice", 0, 5}, {"ldap", "No Such Person", 0, 8},
        {"postgresql", "alice", 2, 2},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_context context = account_of(cases[index].service, cases[index].user);
        context.groups = cases[index].group_count > 0 ? staff : NULL;
        context.group_count = cases[index].group_count;
        assert_int_equal(retry_for(policy, &context), cases[index].retry);
    }
    passwordrules_policy_free(policy);
}

/* The service's "root" must not be confused with this machine's root, who has an account and is in /etc/passwd. */
static void no_account_is_looked_up(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nfull-name = reject\nhome-directory = reject\nlocal-users-only = yes\n"
                 "[group root]\nrules = minlength: 99\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_context context = account_of("ldap", "root");
    passwordrules_policy *found = policy_for(policy, &context);
    passwordrules_report *report = STALE;
    assert_int_equal(policy_accepts(found, "xxrootxxyy"), 1);
    context.full_name = "Barbara Liddell";
    assert_int_equal(passwordrules_policy_check(found, &context, "xxliddellxx", 11, &report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    /* A user who is not in /etc/passwd is not exempt. */
    context.user = "no-such-user-here";
    assert_int_equal(passwordrules_policy_enforcement(found, &context), PASSWORDRULES_ENFORCE_YES);
    passwordrules_report_free(report);
    passwordrules_policy_free(found);
    passwordrules_policy_free(policy);
}

static void policy_can_exempt_administrators_of_a_service(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[service kerberos]\nexempt-services = kerberos\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const struct {
        const char *service;
        int by_administrator, enforcement;
    } cases[] = {
        {"kerberos", 1, PASSWORDRULES_ENFORCE_WARN}, {"kerberos", 0, PASSWORDRULES_ENFORCE_YES},
        {"ldap", 1, PASSWORDRULES_ENFORCE_YES},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_context context = account_of(cases[index].service, "alice");
        context.by_administrator = cases[index].by_administrator;
        passwordrules_policy *found = policy_for(policy, &context);
        assert_int_equal(passwordrules_policy_enforcement(found, &context), cases[index].enforcement);
        passwordrules_policy_free(found);
    }
    passwordrules_policy_free(policy);
}

static void wrong_accounts_are_refused(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    const char *const none[] = {NULL};
    const char *services[] = {NULL, "", "LDAP", "ld ap", "ldap]", "ld\xc3\xa4p", "ldap"};
    for (size_t index = 0; index < sizeof(services) / sizeof(*services); index++) {
        passwordrules_context context = account_of(services[index], "alice");
        passwordrules_policy *found = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        /* The last service is valid, but one of its groups is NULL. */
        context.groups = none;
        context.group_count = services[index] != NULL && strcmp(services[index], "ldap") == 0;
        assert_int_equal(passwordrules_policy_for_service_account(policy, &context, &found, &diagnostics),
                         PASSWORDRULES_EINVAL);
        assert_null(found);
        assert_null(diagnostics);
    }
    passwordrules_context context = account_of("ldap", "alice");
    passwordrules_policy *found = STALE;
    assert_int_equal(passwordrules_policy_for_service_account(NULL, &context, &found, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_for_service_account(policy, NULL, &found, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_for_service_account(policy, &context, NULL, NULL), PASSWORDRULES_EINVAL);
    assert_null(found);
    passwordrules_policy_free(policy);
}

static void mistake_for_a_service_yields_no_policy(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n[service ldap]\nblocklist = /nowhere/list\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_context context = account_of("ldap", "alice");
    passwordrules_policy *found = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_for_service_account(policy, &context, &found, &diagnostics), PASSWORDRULES_EPOLICY);
    assert_null(found);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &context), PASSWORDRULES_ENFORCE_YES);
    passwordrules_diagnostics_free(diagnostics);
    context.service = "postgresql";
    passwordrules_policy_free(policy_for(policy, &context));
    passwordrules_policy_free(policy);
}

int run_policy_service_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(section_applies_to_accounts_of_its_service, remove_files),
        cmocka_unit_test_teardown(no_account_is_looked_up, remove_files),
        cmocka_unit_test_teardown(policy_can_exempt_administrators_of_a_service, remove_files),
        cmocka_unit_test_teardown(wrong_accounts_are_refused, remove_files),
        cmocka_unit_test_teardown(mistake_for_a_service_yields_no_policy, remove_files),
    };
    return cmocka_run_group_tests_name("policies of services", tests, make_folder, remove_folder);
}
