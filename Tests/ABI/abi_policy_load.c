/* ABI tests: what a policy file and settings say, and the mistakes in them. */
#include "abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_info(const passwordrules_policy *policy, unsigned retry, int suggest, int local_users_only)
{
    passwordrules_policy_info info = {.size = sizeof(info)};
    assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
    assert_int_equal(info.retry, retry);
    assert_int_equal(info.suggest, suggest);
    assert_int_equal(info.local_users_only, local_users_only);
}

static void names_are_wanted_only_by_keys_that_look_at_them(void **state)
{
    (void)state;
    const struct {
        const char *line;
        int wants_names;
    } cases[] = {{"full-name = whole\n", 1}, {"home-directory = reject\n", 1}, {"username = reject\n", 0}, {"", 0}};
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char text[128];
        snprintf(text, sizeof text, "rules = minlength: 8;\n%s", cases[index].line);
        write_policy(text);
        passwordrules_policy *policy = load_policy(NULL, 0);
        passwordrules_policy_info info = {.size = sizeof(info)};
        assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
        assert_int_equal(info.wants_names, cases[index].wants_names);
        passwordrules_policy_free(policy);
    }
}

static int enforcement(const passwordrules_policy *policy)
{
    passwordrules_context context = context_of(0, 0);
    return passwordrules_policy_enforcement(policy, &context);
}

/* ---- What a policy is made of ---- */

static void a_file_with_rules_alone_has_defaults_for_the_rest(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8; required: digit\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_info(policy, 3, 1, 0);
    assert_int_equal(enforcement(policy), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(policy_accepts(policy, "1234567"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefgh"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefg8"), 1);
    passwordrules_policy_free(policy);
}

static void a_file_may_set_every_key(void **state)
{
    (void)state;
    write_policy("# What this machine demands.\n"
                 "\n"
                 "rules = minlength: 4;\n"
                 " \t rules=required: [#=];\t\n"
                 "enforce\t=\twarn\n"
                 "enforce-for-root = yes\n"
                 "retry = 100\n"
                 "suggest = no\n"
                 "   # The comment of an indented line.\n"
                 "local-users-only = yes\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_info(policy, 100, 0, 1);
    assert_int_equal(enforcement(policy), PASSWORDRULES_ENFORCE_WARN);
    assert_int_equal(policy_accepts(policy, "ab="), 0);
    assert_int_equal(policy_accepts(policy, "abcd"), 0);
    assert_int_equal(policy_accepts(policy, "abc="), 1);
    passwordrules_policy_free(policy);
}

static void settings_add_demands_and_override_the_rest_key_by_key(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 5\nsuggest = no\nenforce = audit\n");
    const char *settings[] = {"retry=1", "local-users-only=yes", "rules=required: digit", "rules=required: upper",
                              "retry=2"};
    passwordrules_policy *policy = load_policy(settings, 5);
    assert_info(policy, 2, 0, 1);
    assert_int_equal(enforcement(policy), PASSWORDRULES_ENFORCE_AUDIT);
    assert_int_equal(policy_accepts(policy, "A1"), 0);
    assert_int_equal(policy_accepts(policy, "Abcdefgh"), 0);
    assert_int_equal(policy_accepts(policy, "abcdefg1"), 0);
    assert_int_equal(policy_accepts(policy, "Abcdefg1"), 1);
    passwordrules_policy_free(policy);
}

/* Of a key that demands nothing, a setting without a value brings back what holds without a line. */
static void a_setting_without_a_value_drops_what_was_said_before(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\nretry = 5\nsuggest = no\nwords = lemon\n");
    const char *settings[] = {"rules=required: digit", "rules=", "rules=required: upper", "retry=", "words = ",
                              "suggest=yes", "suggest ="};
    passwordrules_policy *policy = load_policy(settings, 7);
    assert_info(policy, 3, 1, 0);
    assert_int_equal(policy_accepts(policy, "a1"), 0);
    assert_int_equal(policy_accepts(policy, "A"), 1);
    assert_int_equal(policy_accepts(policy, "A-lemon"), 1);
    passwordrules_policy_free(policy);
    /* That nothing at all is demanded must be said. */
    passwordrules_diagnostics *diagnostics = fail_to_load("rules=", 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 214);
    passwordrules_diagnostics_free(diagnostics);
}

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

/* Without a file as with an empty one, a policy without demands must say so. */
static void a_policy_without_rules_is_refused_unless_it_enforces_nothing(void **state)
{
    (void)state;
    passwordrules_diagnostics *diagnostics = fail_to_load("retry=1", PASSWORDRULES_POLICY_OPTIONAL);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 214);
    assert_string_equal(diagnostic_at(diagnostics, 0).source, policy_path);
    assert_int_equal(diagnostic_at(diagnostics, 0).line, 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).column, 0);
    passwordrules_diagnostics_free(diagnostics);

    write_policy("");
    diagnostics = fail_to_load(NULL, 0);
    assert_int_equal(diagnostic_at(diagnostics, 0).code, 214);
    passwordrules_diagnostics_free(diagnostics);

    write_policy("enforce = no\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    assert_int_equal(enforcement(policy), PASSWORDRULES_ENFORCE_NO);
    passwordrules_policy_free(policy);
}

/* ---- Mistakes ---- */

static void mistakes_in_a_file_have_their_line_and_column(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int code;
        size_t line, column, offset, length;
    } cases[] = {
        {"rules = minlength: 8\nretyr = 1\n", 201, 2, 1, 21, 5},
        {"RETRY = 1\n", 201, 1, 1, 0, 5},
        {"\n\n  blacklist = yes\n", 201, 3, 3, 4, 9},
        {"= 3\n", 202, 1, 1, 0, 3},
        {"# fine\n  \xC3\xA4 = 3\n", 202, 2, 3, 9, 6},
        {"retry 3\n", 203, 1, 6, 5, 0},
        {"retry\n", 203, 1, 6, 5, 0},
        {"enforce = maybe\n", 205, 1, 11, 10, 5},
        {"enforce = YES\n", 205, 1, 11, 10, 3},
        {"suggest = 1\n", 205, 1, 11, 10, 1},
        {"retry = 1\n\nretry = 1\n", 206, 3, 1, 11, 5},
        {"retry = 0\n", 207, 1, 9, 8, 1},
        {"\tretry = 101\n", 207, 1, 10, 9, 3},
        {"retry = 18446744073709551617\n", 207, 1, 9, 8, 20},
        {"retry = -1\n", 207, 1, 9, 8, 2},
        {"retry = 3 # times\n", 207, 1, 9, 8, 9},
        {"rules = minlength: 8\r\n", 209, 1, 21, 20, 1},
        {"\xEF\xBB\xBFrules = minlength: 8\n", 210, 1, 1, 0, 3},
        {"# \xC3\xA4\nrules = \xFF\n", 211, 2, 9, 13, 1},
        {"rules = minlength: 8", 212, 1, 21, 20, 0},
        {"rules = minlength: 8\nretry = 1", 212, 2, 10, 30, 0},
        {"# a comment that was cut off", 212, 1, 29, 28, 0},
        {"[rules]\n", 213, 1, 2, 1, 5},
        {"rules = minlength: 8\n\n  rules = required: uper\n", 105, 3, 21, 42, 4},
        {"rules = minlength: 8; # at least\n", 102, 1, 23, 22, 1},
        {"rules = required: [\xC3\xA9_]\n", 107, 1, 20, 19, 2},
        {"rules = minlength: 8 retry = 1\n", 115, 1, 22, 21, 5},
        {"rules = required: [a\n;]\n", 108, 1, 19, 18, 2},
        /* Sections. */
        {"[user alice\n", 216, 1, 12, 11, 0},
        {"[users alice]\n", 213, 1, 2, 1, 5},
        {"[]\n", 213, 1, 1, 0, 2},
        {"[group ]\n", 217, 1, 7, 6, 0},
        {"[user a]\n[group a]\n[user  a]\n", 215, 3, 1, 19, 9},
        {"  [ user  a ]  \n\tretry = 0\n", 207, 2, 10, 25, 1},
        /* What other keys may not have. */
        {"preset = nist\n", 218, 1, 10, 9, 4},
        {"words = abc, de\n", 221, 1, 14, 13, 2},
        {"words = abc,,def\n", 222, 1, 13, 12, 0},
        {"words = abc, d ef\n", 220, 1, 15, 14, 1},
        {"words = abc\nwords = none\n", 227, 2, 9, 20, 4},
        {"rules = minlength: 9\nor = none\n", 227, 2, 6, 26, 4},
        {"or = minlength: 3\n", 228, 1, 1, 0, 2},
        {"rules = minlength: 9\n[user a]\nretry = 1\nor = minlength: 3\nor = minlength: 4\n", 228, 4, 1, 40, 2},
        {"preset = nist-800-63b-4\nor = minlength: 3\n", 228, 2, 1, 24, 2},
        {"or = minlength: 3\nrules = minlength: 9\nrules =\nor = minlength: 4\n", 228, 4, 1, 47, 2},
        {"rules = minlength: 9\nor = required: uper\n", 105, 2, 16, 36, 4},
        {"at-least = 2 uper\n", 105, 1, 14, 13, 4},
        {"min-classes = 5\n", 207, 1, 15, 14, 1},
        {"max-bytes = 7\n", 207, 1, 13, 12, 1},
        {"max-bytes = 4097\n", 207, 1, 13, 12, 4},
        {"username-parts = 2\n", 207, 1, 18, 17, 1},
        {"palindrome = whole\n", 205, 1, 14, 13, 5},
        {"username = yes\n", 205, 1, 12, 11, 3},
        {"old-password = same, twice\n", 205, 1, 22, 21, 5},
        {"blocklist = yes\n", 205, 1, 13, 12, 3},
        {"blocklist = optional exact lists/common\n", 205, 1, 28, 27, 12},
        {"blocklist = /x\nblocklist = none\n", 227, 2, 13, 27, 4},
        {"[user a]\npreset = none\n", 227, 2, 10, 18, 4},
        {"at-least = none\n", 227, 1, 12, 11, 4},
        {"min-classes = no\n", 227, 1, 15, 14, 2},
        {"classes-inside = no\n", 227, 1, 18, 17, 2},
        {"old-password-changes = no\n", 227, 1, 24, 23, 2},
        {"username = permit\n", 227, 1, 12, 11, 6},
        {"old-password = permit\n", 227, 1, 16, 15, 6},
        {"blocklist-match = own\n", 205, 1, 19, 18, 3},
        {"min-classes = none\n", 227, 1, 15, 14, 4},
        {"blocklist-match = fuzzy\n", 205, 1, 19, 18, 5},
        {"palindrome = permit\n", 227, 1, 14, 13, 6},
        {"palindrome = reject\npalindrome = reject\n", 206, 2, 1, 20, 10},
        {"username = whole\nusername =\nusername = reject\nusername = whole\n", 206, 4, 1, 46, 8},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        write_policy(cases[index].text);
        passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        if (diagnostic.code != cases[index].code)
            print_message("case %zu: %s", index, cases[index].text);
        assert_int_equal(diagnostic.code, cases[index].code);
        assert_int_equal(diagnostic.line, cases[index].line);
        assert_int_equal(diagnostic.column, cases[index].column);
        assert_int_equal(diagnostic.offset, cases[index].offset);
        assert_int_equal(diagnostic.length, cases[index].length);
        assert_string_equal(diagnostic.source, policy_path);
        passwordrules_diagnostics_free(diagnostics);
    }
}

/* Each list is read in every check. */
static void there_are_at_most_64_alternatives_and_minimums(void **state)
{
    (void)state;
    const char *lines[] = {"or = minlength: %d\n", "at-least = %d digit\n"};
    for (size_t index = 0; index < 2; index++) {
        char text[2048] = "rules = minlength: 8\n";
        for (int count = 1; count <= 64; count++)
            sprintf(text + strlen(text), lines[index], count);
        write_policy(text);
        passwordrules_policy_free(load_policy(NULL, 0));
        sprintf(text + strlen(text), lines[index], 65);
        write_policy(text);
        passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
        assert_int_equal(diagnostic_at(diagnostics, 0).code, 219);
        assert_int_equal(diagnostic_at(diagnostics, 0).line, 66);
        passwordrules_diagnostics_free(diagnostics);
    }
    /* The same one twice counts once. */
    char text[8192] = "rules = minlength: 8\n";
    for (int count = 0; count < 100; count++)
        strcat(text, "at-least = 1 digit\nblocklist = optional /nonexistent/list\n");
    write_policy(text);
    passwordrules_policy *policy;
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, NULL), PASSWORDRULES_OK);
    assert_int_equal(policy_accepts(policy, "lemonade"), 0);
    assert_int_equal(policy_accepts(policy, "lemonad7"), 1);
    passwordrules_policy_free(policy);
}

/* The extensions of the language are only for policies. */
static void descriptors_have_no_properties_of_policies(void **state)
{
    (void)state;
    const char *settings[] = {"rules=min-classes: 3", "rules=min-words: 2", "rules=min-different: 5"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_policy_free(policy_of(settings[index], NULL));
        const char *descriptor = strchr(settings[index], '=') + 1;
        passwordrules_rules *rules = STALE;
        passwordrules_diagnostics *diagnostics = STALE;
        assert_int_equal(passwordrules_parse(descriptor, strlen(descriptor), 0, &rules, &diagnostics),
                         PASSWORDRULES_EDESCRIPTOR);
        assert_null(rules);
        assert_int_equal(diagnostic_at(diagnostics, 0).code, 101);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void all_mistakes_in_a_file_are_told_at_once(void **state)
{
    (void)state;
    const int codes[] = {201, 150, 207, 105, 112};
    const size_t lines[] = {1, 2, 3, 5, 5};
    write_policy("retyr = 1\nrules = required: digits\nretry = 0\n\nrules = required: uper; minlength: -1\n");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    assert_int_equal(passwordrules_diagnostics_count(diagnostics), 5);
    for (size_t index = 0; index < 5; index++) {
        assert_int_equal(diagnostic_at(diagnostics, index).code, codes[index]);
        assert_int_equal(diagnostic_at(diagnostics, index).line, lines[index]);
    }
    passwordrules_diagnostics_free(diagnostics);
}

static void a_nul_byte_in_a_file_is_a_mistake(void **state)
{
    (void)state;
    const char text[] = "rules = minlength: 8\n# \0\nretry = 1\n";
    write_bytes(policy_path, text, sizeof(text) - 1);
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.code, 208);
    assert_int_equal(diagnostic.line, 2);
    assert_int_equal(diagnostic.column, 3);
    passwordrules_diagnostics_free(diagnostics);
}

static void mistakes_in_settings_have_the_key_and_the_column_in_the_value(void **state)
{
    (void)state;
    const struct {
        const char *setting, *source;
        int code;
        size_t column, length;
    } cases[] = {
        {"retry=0", "retry", 207, 1, 1},
        {"retry=many", "retry", 207, 1, 4},
        {"suggest=maybe", "suggest", 205, 1, 5},
        {"enforce=\x1B[31m", "enforce", 205, 1, 5},
        {"rules=required: uper", "rules", 105, 11, 4},
        {"rules=minlength: 8; maxlength: -1", "rules", 112, 26, 2},
        {"username=permit", "username", 227, 1, 6},
        {"or=minlength: 9", "or", 228, 1, 2},
        {"retry", "retry", 203, 6, 0},
    };
    write_policy("rules = minlength: 8\n");
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_diagnostics *diagnostics = fail_to_load(cases[index].setting, 0);
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
        assert_string_equal(diagnostic.source, cases[index].source);
        assert_int_equal(diagnostic.code, cases[index].code);
        assert_int_equal(diagnostic.line, 1);
        assert_int_equal(diagnostic.column, cases[index].column);
        assert_int_equal(diagnostic.offset, cases[index].column - 1);
        assert_int_equal(diagnostic.length, cases[index].length);
        passwordrules_diagnostics_free(diagnostics);
    }
}

static void an_unknown_setting_is_named(void **state)
{
    (void)state;
    write_policy("rules = minlength: 8\n");
    passwordrules_diagnostics *diagnostics = fail_to_load("retyr=1", 0);
    passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, 0);
    assert_int_equal(diagnostic.code, 201);
    assert_string_equal(diagnostic.source, "retyr");
    assert_non_null(strstr(diagnostic.text, "\"retry\""));
    passwordrules_diagnostics_free(diagnostics);
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
        cmocka_unit_test_teardown(a_file_with_rules_alone_has_defaults_for_the_rest, remove_files),
        cmocka_unit_test_teardown(names_are_wanted_only_by_keys_that_look_at_them, remove_files),
        cmocka_unit_test_teardown(a_file_may_set_every_key, remove_files),
        cmocka_unit_test_teardown(settings_add_demands_and_override_the_rest_key_by_key, remove_files),
        cmocka_unit_test_teardown(a_setting_without_a_value_drops_what_was_said_before, remove_files),
        cmocka_unit_test_teardown(settings_are_not_kept, remove_files),
        cmocka_unit_test_teardown(remarks_come_with_a_policy_that_is_used, remove_files),
        cmocka_unit_test_teardown(a_policy_without_rules_is_refused_unless_it_enforces_nothing, remove_files),
        cmocka_unit_test_teardown(mistakes_in_a_file_have_their_line_and_column, remove_files),
        cmocka_unit_test_teardown(there_are_at_most_64_alternatives_and_minimums, remove_files),
        cmocka_unit_test(descriptors_have_no_properties_of_policies),
        cmocka_unit_test_teardown(all_mistakes_in_a_file_are_told_at_once, remove_files),
        cmocka_unit_test_teardown(a_nul_byte_in_a_file_is_a_mistake, remove_files),
        cmocka_unit_test_teardown(mistakes_in_settings_have_the_key_and_the_column_in_the_value, remove_files),
        cmocka_unit_test_teardown(an_unknown_setting_is_named, remove_files),
        cmocka_unit_test_teardown(flags_say_what_is_no_mistake_and_what_the_policy_is_for, remove_files),
        cmocka_unit_test_teardown(load_refuses_wrong_arguments, remove_files),
        cmocka_unit_test_teardown(a_policy_is_current_until_a_file_changes, remove_files),
        cmocka_unit_test_teardown(get_info_refuses_wrong_arguments, remove_files),
    };
    return cmocka_run_group_tests_name("policy load", tests, make_folder, remove_folder);
}
