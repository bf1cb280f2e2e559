/* ABI tests: loading a policy, and what is known of a loaded one; abi_policy_tables.c has what its lines mean. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a policy is made of ---- */

/* The settings' memory is gone before the policy is used: valgrind sees any other use of it. */
static void settings_are_not_kept(void **state)
{
    (void)state;
    const char text[] = "rules=minlength: 3";
    char *setting = malloc(sizeof(text));
    assert_non_null(setting);
    memcpy(setting, text, sizeof(text));
    write_policy("rules = required: lower\n");
    const char *settings[] = {setting};
    passwordrules_policy *policy = load_policy(settings, 1);
    free(setting);
    assert_int_equal(policy_accepts(policy, "abc"), 1);
    assert_int_equal(policy_accepts(policy, "ab"), 0);
    passwordrules_policy_free(policy);
}

static void remarks_come_with_a_policy_that_is_used(void **state)
{
    (void)state;
    write_policy("retry = 2\n  rules = required: digits\n");
    const char *settings[] = {"suggest=no", "rules=allowed: upper, digits"};
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;
    assert_int_equal(passwordrules_policy_load(policy_path, settings, 2, 0, &policy, &diagnostics),
                     PASSWORDRULES_OK);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 2);
    passwordrules_diagnostic in_file = diagnostic_at(diagnostics, 0);
    assert_int_equal(in_file.severity, PASSWORDRULES_SEVERITY_NOTE);
    assert_int_equal(in_file.code, 150);
    assert_string_equal(in_file.source, policy_path);
    assert_int_equal(in_file.line, 2);
    assert_int_equal(in_file.column, 21);
    assert_int_equal(in_file.offset, 30);
    assert_int_equal(in_file.length, 6);
    passwordrules_diagnostic in_setting = diagnostic_at(diagnostics, 1);
    assert_int_equal(in_setting.severity, PASSWORDRULES_SEVERITY_NOTE);
    assert_string_equal(in_setting.source, "rules");
    assert_int_equal(in_setting.line, 1);
    assert_int_equal(in_setting.column, 17);
    assert_int_equal(in_setting.offset, 16);
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_policy_free(policy);

    /* They are optional. */
    assert_int_equal(passwordrules_policy_load(policy_path, settings, 2, 0, &policy, NULL), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
}

/* ---- Mistakes ---- */

/* ---- Wrong arguments ---- */

static void assert_load_refuses(const char *const *settings, size_t count, unsigned flags)
{
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load(policy_path, settings, count, flags, &policy, &diagnostics),
                     PASSWORDRULES_EINVAL);
    assert_null(policy);
    assert_null(diagnostics);
}

/* The flag for one change does not affect the demands, nor the mistakes. */
static void flags_say_what_is_no_mistake_and_what_the_policy_is_for(void **state)
{
    (void)state;
    assert_int_equal(PASSWORDRULES_POLICY_OPTIONAL, 1);
    assert_int_equal(PASSWORDRULES_POLICY_ONE_CHANGE, 2);
    const char *settings[] = {"rules=minlength: 8"};
    for (unsigned flags = 0; flags < 4; flags++)
        for (int is_missing = 0; is_missing <= 1; is_missing++) {
            write_policy("retry = 2\n");
            passwordrules_policy *policy = STALE;
            int status = passwordrules_policy_load(is_missing ? MISSING_PATH : policy_path, settings, 1, flags,
                                                   &policy, NULL);
            if (is_missing && (flags & PASSWORDRULES_POLICY_OPTIONAL) == 0) {
                assert_int_equal(status, PASSWORDRULES_EPOLICY);
                assert_null(policy);
                continue;
            }
            assert_int_equal(status, PASSWORDRULES_OK);
            assert_int_equal(policy_accepts(policy, "lemon-orbit"), 1);
            assert_int_equal(policy_accepts(policy, "lemon"), 0);
            passwordrules_policy_free(policy);
        }
}

static void load_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    const char *settings[] = {"retry=1", NULL, "retry=2"};
    assert_load_refuses(NULL, 1, 0);
    assert_load_refuses(NULL, SIZE_MAX, 0);
    assert_load_refuses(settings, 2, 0);
    assert_load_refuses(settings, 3, 0);
    assert_load_refuses(settings, TOO_LONG, 0);
    assert_load_refuses(settings, SIZE_MAX, 0);
    assert_load_refuses(settings, 1, 4);
    assert_load_refuses(settings, 1, PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE | 4);
    assert_load_refuses(settings, 1, UINT_MAX);
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(NULL);
}

static void a_policy_is_current_until_a_file_changes(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy *user_policy;
    assert_int_equal(passwordrules_policy_for_user(policy, "alice", &user_policy, NULL), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_policy_is_current(policy), 1);
    assert_int_equal(passwordrules_policy_is_current(user_policy), 1);
    assert_int_equal(passwordrules_policy_is_current(policy), 1);
    write_policy("rules = minlength: 60\n");
    assert_int_equal(passwordrules_policy_is_current(policy), 0);
    assert_int_equal(passwordrules_policy_is_current(user_policy), 0);
    assert_int_equal(passwordrules_policy_is_current(NULL), 0);
    /* It is as it was all the same. */
    assert_true(policy_accepts(policy, "lemon-orbit"));
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

static void get_info_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy_info info = {.size = sizeof(info)};
    assert_int_equal(passwordrules_policy_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_get_info(policy, NULL), PASSWORDRULES_EINVAL);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(info), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        memset(&info, 0x5A, sizeof(info));
        info.size = sizes[index];
        passwordrules_policy_info before = info;
        assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_ESIZE);
        assert_memory_equal(&info, &before, sizeof(info));
    }
    passwordrules_policy_free(policy);
}

int run_policy_load_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(settings_are_not_kept, remove_files),
        cmocka_unit_test_teardown(remarks_come_with_a_policy_that_is_used, remove_files),
        cmocka_unit_test_teardown(flags_say_what_is_no_mistake_and_what_the_policy_is_for, remove_files),
        cmocka_unit_test_teardown(load_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(a_policy_is_current_until_a_file_changes, remove_files),
        cmocka_unit_test_teardown(get_info_refuses_wrong_arguments, remove_files),
    };
    return cmocka_run_group_tests_name("policy load", tests, make_folder, remove_folder);
}
