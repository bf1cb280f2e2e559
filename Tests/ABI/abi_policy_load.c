/*
 * ABI tests: loading a policy, and what happens while it cannot be loaded. PolicyFolderTests and TrustedFileTests test
 * which files are read and which are refused. abi_policy_tables.c tests what their lines mean.
 */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- What a policy is made of ---- */

/* The settings' memory is freed before the policy is used, so valgrind detects any later use of the settings. */
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

static void usable_policy_has_remarks(void **state)
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

    /* The diagnostics are optional. */
    assert_int_equal(passwordrules_policy_load(policy_path, settings, 2, 0, &policy, NULL), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
}

/* The flag for one change does not affect the demands, nor the mistakes. */
static void flags_change_which_mistakes_count(void **state)
{
    (void)state;
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

/* With PASSWORDRULES_POLICY_ALONE, a file is read without its drop-in folder, and settings without a file. */
static void policy_alone_reads_no_folder(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 8"};
    passwordrules_policy *policy;
    write_policy("rules = required: digit\n");
    write_drop_in("10.conf", "rules = maxlength: 5\n");
    for (unsigned flags = PASSWORDRULES_POLICY_ALONE; flags < 2 * PASSWORDRULES_POLICY_ALONE; flags++) {
        assert_int_equal(passwordrules_policy_load(policy_path, settings, 1, flags, &policy, NULL), PASSWORDRULES_OK);
        assert_int_equal(policy_accepts(policy, "lemon-7-orbit"), 1);
        assert_int_equal(policy_accepts(policy, "lemon-orbit"), 0);
        write_drop_in("20.conf", "rules = maxlength: 5\n");
        assert_int_equal(passwordrules_policy_is_current(policy), 1);
        passwordrules_policy_free(policy);
        assert_int_equal(passwordrules_policy_load(NULL, settings, 1, flags, &policy, NULL), PASSWORDRULES_OK);
        assert_int_equal(policy_accepts(policy, "lemon-orbit"), 1);
        assert_int_equal(policy_accepts(policy, "lemon"), 0);
        assert_int_equal(passwordrules_policy_is_current(policy), 1);
        passwordrules_policy_free(policy);
        assert_int_equal(passwordrules_policy_load(MISSING_PATH, settings, 1, flags, &policy, NULL),
                         (flags & PASSWORDRULES_POLICY_OPTIONAL) != 0 ? PASSWORDRULES_OK : PASSWORDRULES_EPOLICY);
        passwordrules_policy_free(policy);
        /* Without a file and settings, there is no policy. */
        assert_int_equal(passwordrules_policy_load(NULL, NULL, 0, flags, &policy, NULL), PASSWORDRULES_EPOLICY);
    }
}

static void policy_is_current_until_a_file_changes(void **state)
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
    /* The policy itself has not changed. */
    assert_true(policy_accepts(policy, "lemon-orbit"));
    passwordrules_policy_free(user_policy);
    passwordrules_policy_free(policy);
}

/* ---- Files that cannot be read, and the changes that they stop; policy-mistakes.tsv tests which lines bind root ---- */

/* Checks that one of its files makes a policy invalid as a whole, and that all changes are stopped, because the policy may
 * bind root. */
static void assert_refused(int code, const char *source)
{
    for (unsigned flags = 0; flags <= PASSWORDRULES_POLICY_OPTIONAL; flags++) {
        passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", flags);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_int_equal(passwordrules_diagnostics_count(diagnostics), 1);
        assert_int_equal(diagnostic.code, code);
        assert_string_equal(diagnostic.source, source);
        assert_int_equal(diagnostic.line + diagnostic.column + diagnostic.offset + diagnostic.length, 0);
        assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_YES);
    }
}

static void untrusted_file_is_named(void **state)
{
    (void)state;
    char drop_in[512];
    snprintf(drop_in, sizeof(drop_in), "%s/10.conf", drop_in_folder);
    write_policy("rules = minlength: 8\n");
    write_drop_in("10.conf", "retry = 5\n");
    const char *paths[] = {policy_path, drop_in, drop_in_folder};
    for (size_t index = 0; index < 3; index++) {
        assert_int_equal(chmod(paths[index], 0770), 0);
        assert_refused(PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS, paths[index]);
        assert_int_equal(chmod(paths[index], 0700), 0);
        passwordrules_policy_free(load_policy(NULL, 0));
    }
    remove(policy_path);
    assert_int_equal(mkdir(policy_path, 0700), 0);
    assert_refused(PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR, policy_path);
}

static void missing_file_is_a_mistake_unless_optional(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = fail_to_load("rules=minlength: 8", 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE);
    assert_string_equal(diagnostic_at(diagnostics, 0).source, policy_path);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_WARN);
    assert_enforcement(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
    passwordrules_policy_free(policy_of("rules=minlength: 8", NULL));
}

static void mistakes_of_all_files_have_positions(void **state)
{
    (void)state;
    char drop_in[512];
    snprintf(drop_in, sizeof(drop_in), "%s/10.conf", drop_in_folder);
    write_policy("rules = minlength: 8\nretyr = 1\n");
    write_drop_in("10.conf", "rules = required: digits\n[user]\n");
    const struct {
        const char *source;
        int code;
        size_t line, column, offset, length;
    } cases[] = {
        {policy_path, 201, 2, 1, 21, 5}, {drop_in, 150, 1, 19, 18, 6}, {drop_in, 217, 2, 6, 30, 0}, {"retry", 207, 1, 1, 0, 1},
    };
    passwordrules_diagnostics *diagnostics = fail_to_load("retry=0", 0);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 4);
    for (size_t index = 0; index < 4; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_string_equal(diagnostic.source, cases[index].source);
        assert_int_equal(diagnostic.code, cases[index].code);
        assert_int_equal(diagnostic.line, cases[index].line);
        assert_int_equal(diagnostic.column, cases[index].column);
        assert_int_equal(diagnostic.offset, cases[index].offset);
        assert_int_equal(diagnostic.length, cases[index].length);
    }
    passwordrules_diagnostics_free(diagnostics);
}

static void other_diagnostics_bind_everybody(void **state)
{
    (void)state;
    assert_enforcement(NULL, PASSWORDRULES_ENFORCE_YES);
    passwordrules_rules *no_rules;
    passwordrules_diagnostics *diagnostics;
    assert_int_equal(passwordrules_parse("upper", 5, 0, &no_rules, &diagnostics), PASSWORDRULES_EDESCRIPTOR);
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_YES);
    passwordrules_policy *policy;
    write_policy("rules = required: digits\n");
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &diagnostics), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_YES);
}

/* Tests a policy without rules, whose diagnostic has no line, and a policy with a mistake in its file. */
static void broken_policy_warns_root(void **state)
{
    (void)state;
    write_policy("");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    assert_string_equal(diagnostic_at(diagnostics, 0).source, policy_path);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).column, 0);
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_WARN);
    write_policy("rules = minlength: x\n");
    assert_enforcement(fail_to_load("enforce-for-root=yes", 0), PASSWORDRULES_ENFORCE_YES);
    diagnostics = fail_to_load(NULL, 0);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, NULL), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_diagnostics_enforcement(NULL, NULL), PASSWORDRULES_ENFORCE_YES);
    passwordrules_context root = context_of(1, 0);
    const size_t sizes[] = {0, sizeof(root) - 1, sizeof(root) + 1, SIZE_MAX};
    for (size_t index = 0; index < 4; index++) {
        root.size = sizes[index];
        assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), PASSWORDRULES_ENFORCE_YES);
    }
    assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_WARN);
}

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
    assert_load_refuses(settings, 1, 8);
    assert_load_refuses(settings, 1, PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE | 8);
    assert_load_refuses(settings, 1, UINT_MAX);
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, NULL, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(NULL);
}

static void get_info_refuses_wrong_arguments(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    assert_int_equal(passwordrules_policy_get_info(NULL, &info), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_get_info(policy, NULL), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
}

/* ---- A line of a PAM configuration ---- */

/* The text of the first diagnostic of a line with this option and the policy at policy_path; NULL if the policy is
 * loaded. */
static const char *error_of_line(const char *option, passwordrules_diagnostics **diagnostics)
{
    char config[512];
    const char *arguments[] = {config, option};
    passwordrules_policy *policy = STALE;

    snprintf(config, sizeof(config), "config=%s", policy_path);
    int status = passwordrules_policy_load_pam_line(arguments, 2, &policy, diagnostics);
    passwordrules_policy_free(policy);
    if (status == PASSWORDRULES_OK)
        return NULL;
    assert_int_equal(status, PASSWORDRULES_EPOLICY);
    assert_null(policy);
    return diagnostic_at(*diagnostics, 0).text;
}

/* Tests/PAM/test_pam_options.py tests the options' effects. */
static void line_has_settings_and_options(void **state)
{
    (void)state;
    const char *good[] = {"retry=2", "words = one, two", "enforce_for_root", "local_users_only", "debug", "use_authtok",
                          "use_first_pass", "try_first_pass", "authtok_type=", "authtok_type=UNIX"};
    const char *bad[][2] = {{"debgu", "debug"}, {"enforce_for_rot", "enforce_for_root"}, {"config=policy", "\"/\""},
                            {"use_authtok=1", "pam_passwordrules(8)"}, {"[user alice]", "KEY = VALUE"}};
    passwordrules_diagnostics *diagnostics = STALE;
    write_policy("rules = minlength: 8\n");
    for (size_t index = 0; index < sizeof(good) / sizeof(*good); index++) {
        assert_null(error_of_line(good[index], &diagnostics));
        assert_null(diagnostics);
    }
    for (size_t index = 0; index < sizeof(bad) / sizeof(*bad); index++) {
        const char *text = error_of_line(bad[index][0], &diagnostics);
        assert_non_null(text);
        assert_non_null(strstr(text, bad[index][1]));
        /* The wrong option may have been meant to bind root. */
        assert_enforcement(diagnostics, PASSWORDRULES_ENFORCE_YES);
    }
}

static void line_refuses_wrong_arguments(void **state)
{
    (void)state;
    const char *arguments[] = {"rules=minlength: 8", NULL};
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load_pam_line(arguments, 2, &policy, &diagnostics), PASSWORDRULES_EINVAL);
    assert_null(policy);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_policy_load_pam_line(NULL, 1, &policy, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_load_pam_line(arguments, SIZE_MAX, &policy, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_load_pam_line(arguments, 1, NULL, NULL), PASSWORDRULES_EINVAL);
}

/* ---- Settings of libpwquality ---- */

/* The policy of these settings, alone or together with the file; NULL if there is a mistake. */
static passwordrules_policy *load_pwquality(const char *const *settings, size_t count, unsigned flags)
{
    passwordrules_policy *policy = STALE;
    const char *path = (flags & PASSWORDRULES_POLICY_ALONE) != 0 ? NULL : policy_path;
    int status = passwordrules_policy_load_pwquality(path, settings, count, flags, &policy, NULL);

    assert_int_equal(status == PASSWORDRULES_OK, policy != NULL);
    return policy;
}

/* Checks which passwords the policy accepts: `accepted` has '1' for each that it accepts, and '0' for each that it
 * refuses. */
static void assert_pwquality(const char *const *settings, size_t count, unsigned flags, const char *accepted,
                             const char *const *passwords)
{
    passwordrules_policy *policy = load_pwquality(settings, count, flags);

    assert_non_null(policy);
    for (size_t i = 0; accepted[i] != '\0'; i++)
        assert_int_equal(policy_accepts(policy, passwords[i]), accepted[i] == '1');
    passwordrules_policy_free(policy);
}

static void settings_of_pwquality_add_to_the_policy(void **state)
{
    (void)state;
    const char *const passwords[] = {"abcde", "abcdefgh", "abcdefghij", "abcdefgh1j", "kayak4kayak"};
    write_policy("rules = minlength: 10\nusername = whole\n");
    /* A missing or weaker setting changes nothing. */
    assert_pwquality(NULL, 0, 0, "00111", passwords);
    const char *const weaker[] = {"minlen=8", "usercheck=0", "dictcheck=0", "difok=0", "minclass=0", "dcredit=0", "maxrepeat=0"};
    assert_pwquality(weaker, sizeof(weaker) / sizeof(*weaker), 0, "00111", passwords);
    const char *const digit[] = {"dcredit=-1", "dictpath=/nowhere"};
    assert_pwquality(digit, 2, 0, "00011", passwords);
    /* A credit shortens only the length of libpwquality's settings, not the policy's. */
    const char *const credit[] = {"minlen=11", "dcredit=1"};
    assert_pwquality(credit, 2, 0, "00011", passwords);
    const char *const only_credit[] = {"dcredit=1"};
    assert_pwquality(only_credit, 1, 0, "00111", passwords);
    const char *const words[] = {"badwords=kayak bcde", "suggest=no"};
    assert_pwquality(words, 2, 0, "00000", passwords);
    /* libpwquality's settings are not a substitute for missing rules in the file. */
    write_policy("username = whole\n");
    assert_null(load_pwquality(digit, 2, 0));
}

static void no_section_drops_settings_of_pwquality(void **state)
{
    (void)state;
    const char *const settings[] = {"minlen=12", "dcredit=1", "badwords=kayak"};
    const char *const passwords[] = {"abcdefgh", "abcdefghij1", "abcdefghijkl", "kayak4kayak4"};
    write_policy("rules = minlength: 20\n[user root]\nrules =\nwords =\nrules = minlength: 4\n");
    passwordrules_policy *everybody = load_pwquality(settings, 3, 0), *policy = STALE;
    assert_int_equal(passwordrules_policy_for_user(everybody, "root", &policy, NULL), PASSWORDRULES_OK);
    for (size_t i = 0; i < sizeof(passwords) / sizeof(*passwords); i++)
        assert_int_equal(policy_accepts(policy, passwords[i]), i == 1 || i == 2);
    passwordrules_policy_free(policy);
    passwordrules_policy_free(everybody);
}

static void pwquality_alone_has_its_defaults(void **state)
{
    (void)state;
    const char *const passwords[] = {"bcdefa", "bcdefgha", "bcdeedcb", "bcdefg1a"};
    const char *const none[] = {"dictcheck=0"};
    assert_pwquality(none, 1, PASSWORDRULES_POLICY_ALONE, "0101", passwords);
    const char *const length[] = {"dictcheck=0", "minlen = 9 ", "dcredit=1"};
    assert_pwquality(length, 3, PASSWORDRULES_POLICY_ALONE, "0001", passwords);
    /* libpwquality raises a smaller length to 6. */
    const char *const least[] = {"minlen=1", "dictcheck=0", "minlen=0"};
    assert_pwquality(least, 3, PASSWORDRULES_POLICY_ALONE, "1101", passwords);
}

static void mistakes_in_settings_of_pwquality_are_reported(void **state)
{
    (void)state;
    const char *const bad[][2] = {{"minlen=", "expected a number"}, {"minlen=-", "found \"-\""}, {"minlen=12x", "\"12x\""},
                                  {"minlen", "\"=\""}, {"dcredit=99999999999", "too large"}, {"minln=12", "\"minlen\""},
                                  {"enforcing=0", "unknown key"}, {"minlen= 1 2", "\"1 2\""}};
    write_policy("rules = minlength: 8\n");
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        for (unsigned flags = 0; flags <= PASSWORDRULES_POLICY_ALONE; flags += PASSWORDRULES_POLICY_ALONE) {
            passwordrules_policy *policy = STALE;
            passwordrules_diagnostics *diagnostics = STALE;
            const char *path = flags != 0 ? NULL : policy_path;
            assert_int_equal(passwordrules_policy_load_pwquality(path, bad[i], 1, flags, &policy, &diagnostics),
                             PASSWORDRULES_EPOLICY);
            assert_null(policy);
            assert_non_null(strstr(diagnostic_at(diagnostics, 0).text, bad[i][1]));
            passwordrules_diagnostics_free(diagnostics);
        }
}

static void settings_of_pwquality_refuse_wrong_arguments(void **state)
{
    (void)state;
    const char *settings[] = {"minlen=8", NULL};
    passwordrules_policy *policy = STALE;
    assert_int_equal(passwordrules_policy_load_pwquality(policy_path, settings, 2, 0, &policy, NULL), PASSWORDRULES_EINVAL);
    assert_null(policy);
    assert_int_equal(passwordrules_policy_load_pwquality(policy_path, settings, 1, 8, &policy, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_load_pwquality(policy_path, NULL, 1, 0, &policy, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_load_pwquality(policy_path, settings, 1, 0, NULL, NULL), PASSWORDRULES_EINVAL);
}

int run_policy_load_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(settings_are_not_kept, remove_files),
        cmocka_unit_test_teardown(usable_policy_has_remarks, remove_files),
        cmocka_unit_test_teardown(flags_change_which_mistakes_count, remove_files),
        cmocka_unit_test_teardown(policy_alone_reads_no_folder, remove_files),
        cmocka_unit_test_teardown(policy_is_current_until_a_file_changes, remove_files),
        cmocka_unit_test_teardown(untrusted_file_is_named, remove_files),
        cmocka_unit_test_teardown(missing_file_is_a_mistake_unless_optional, remove_files),
        cmocka_unit_test_teardown(mistakes_of_all_files_have_positions, remove_files),
        cmocka_unit_test_teardown(other_diagnostics_bind_everybody, remove_files),
        cmocka_unit_test_teardown(broken_policy_warns_root, remove_files),
        cmocka_unit_test_teardown(load_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(get_info_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(line_has_settings_and_options, remove_files),
        cmocka_unit_test_teardown(line_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(settings_of_pwquality_add_to_the_policy, remove_files),
        cmocka_unit_test_teardown(no_section_drops_settings_of_pwquality, remove_files),
        cmocka_unit_test_teardown(pwquality_alone_has_its_defaults, remove_files),
        cmocka_unit_test_teardown(mistakes_in_settings_of_pwquality_are_reported, remove_files),
        cmocka_unit_test_teardown(settings_of_pwquality_refuse_wrong_arguments, remove_files),
    };
    return cmocka_run_group_tests_name("policy load", tests, make_folder, remove_folder);
}
