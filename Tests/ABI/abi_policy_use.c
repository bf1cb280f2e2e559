/* ABI tests: what a policy says of a change, a person, and a password. */
#include "abi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Enforcement ---- */

static void enforcement_depends_on_policy_and_circumstances(void **state)
{
    (void)state;
    enum { NO = PASSWORDRULES_ENFORCE_NO, AUDIT = PASSWORDRULES_ENFORCE_AUDIT };
    enum { WARN = PASSWORDRULES_ENFORCE_WARN, YES = PASSWORDRULES_ENFORCE_YES };
    const struct {
        const char *enforce, *enforce_for_root;
        /* By a user, by root; the same once the password has expired. */
        int user, root, expired_user, expired_root;
    } cases[] = {
        {"enforce=yes", "enforce-for-root=no", YES, WARN, YES, YES},
        {"enforce=yes", "enforce-for-root=yes", YES, YES, YES, YES},
        {"enforce=warn", "enforce-for-root=no", WARN, WARN, WARN, WARN},
        {"enforce=warn", "enforce-for-root=yes", WARN, WARN, WARN, WARN},
        {"enforce=audit", "enforce-for-root=no", AUDIT, AUDIT, AUDIT, AUDIT},
        {"enforce=audit", "enforce-for-root=yes", AUDIT, AUDIT, AUDIT, AUDIT},
        {"enforce=no", "enforce-for-root=no", NO, NO, NO, NO},
        {"enforce=no", "enforce-for-root=yes", NO, NO, NO, NO},
    };
    const char *users[] = {NULL, "", "root", "alice"};
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        const char *settings[] = {"rules=minlength: 8", cases[index].enforce, cases[index].enforce_for_root};
        const int expected[2][2] = {{cases[index].user, cases[index].root},
                                    {cases[index].expired_user, cases[index].expired_root}};
        passwordrules_policy *policy;
        assert_int_equal(
            passwordrules_policy_load(MISSING_PATH, settings, 3, PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL),
            PASSWORDRULES_OK);
        for (int expired = 0; expired <= 1; expired++) {
            for (int by_root = 0; by_root <= 1; by_root++) {
                for (size_t user = 0; user < 4; user++) {
                    passwordrules_context context = context_of(by_root, expired);
                    context.user = users[user];
                    assert_int_equal(passwordrules_policy_enforcement(policy, &context), expected[expired][by_root]);
                }
            }
        }
        passwordrules_policy_free(policy);
    }
}

static void root_is_warned_by_default(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context user = context_of(0, 0);
    passwordrules_context root = context_of(1, 0);
    assert_int_equal(passwordrules_policy_enforcement(policy, &user), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(policy, &root), PASSWORDRULES_ENFORCE_WARN);
    passwordrules_policy_free(policy);
}

static void wrong_arguments_enforce(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("enforce=no", NULL);
    passwordrules_context context = context_of(1, 0);
    assert_int_equal(passwordrules_policy_enforcement(policy, &context), PASSWORDRULES_ENFORCE_NO);
    assert_int_equal(passwordrules_policy_enforcement(NULL, &context), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(policy, NULL), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(NULL, NULL), PASSWORDRULES_ENFORCE_YES);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(context), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        context.size = sizes[index];
        assert_int_equal(passwordrules_policy_enforcement(policy, &context), PASSWORDRULES_ENFORCE_YES);
    }
    passwordrules_policy_free(policy);
}

/* ---- The policy in words ---- */

/* A policy and the context to ask it in. */
struct question {
    const passwordrules_policy *policy;
    const passwordrules_context *context;
};

static int write_description(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct question *question = subject;
    return passwordrules_policy_describe(question->policy, question->context, buffer, size, needed);
}

static int write_suggestion(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct question *question = subject;
    return passwordrules_policy_suggest(question->policy, question->context, buffer, size, needed);
}

/* Both functions refuse the same arguments. */
static void assert_refuses_wrong_arguments(write_text *write)
{
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context context = context_of(0, 0);
    struct question no_policy = {NULL, &context};
    struct question no_context = {policy, NULL};
    assert_writes_nothing(write, &no_policy, PASSWORDRULES_EINVAL);
    assert_writes_nothing(write, &no_context, PASSWORDRULES_EINVAL);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(context), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        struct question question = {policy, &context};
        context.size = sizes[index];
        assert_writes_nothing(write, &question, PASSWORDRULES_ESIZE);
    }
    passwordrules_policy_free(policy);
}

/* The description of a policy with these rules, for the caller to free. */
static char *describe(const char *setting)
{
    passwordrules_policy *policy = policy_of(setting, NULL);
    passwordrules_context context = context_of(0, 0);
    struct question question = {policy, &context};
    size_t needed = assert_writes_text(write_description, &question);
    char *text = malloc(needed);
    assert_non_null(text);
    assert_int_equal(write_description(&question, text, needed, NULL), PASSWORDRULES_OK);
    passwordrules_policy_free(policy);
    return text;
}

static void describe_names_what_is_demanded(void **state)
{
    (void)state;
    char *text = describe("rules=minlength: 13; maxlength: 47; required: [%]; max-repeating: 3");
    const char *expected[] = {"13", "47", "%", "3 times"};
    for (size_t index = 0; index < 4; index++)
        assert_non_null(strstr(text, expected[index]));
    free(text);
}

static void describe_writes_lines_without_an_end_after_the_last(void **state)
{
    (void)state;
    char *text = describe("rules=minlength: 12; maxlength: 64; required: upper; required: lower; required: digit; "
                          "required: [-_.]; max-repeating: 2; max-sequential: 3; allowed: special");
    size_t length = strlen(text);
    assert_non_null(strchr(text, '\n'));
    assert_null(strstr(text, "\n\n"));
    assert_int_not_equal(text[0], '\n');
    assert_int_not_equal(text[length - 1], '\n');
    for (size_t index = 0; index < length; index++)
        if (text[index] != '\n')
            assert_in_range(text[index], 0x20, 0x7E);
    free(text);
}

static void describe_is_empty_if_nothing_is_demanded(void **state)
{
    (void)state;
    char *text = describe("enforce=no");
    assert_string_equal(text, "");
    free(text);
}

static void describe_refuses_wrong_arguments(void **state)
{
    (void)state;
    assert_refuses_wrong_arguments(write_description);
}

/* ---- Checking ---- */

static passwordrules_report *check(const passwordrules_policy *policy, const char *password, size_t length)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check(policy, &context, password, length, &report), PASSWORDRULES_OK);
    assert_non_null(report);
    return report;
}

static void check_applies_the_rules_as_written(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 6; required: upper", "rules=max-consecutive: 2");
    assert_int_equal(policy_accepts(policy, "Correct-Horse"), 1);
    assert_int_equal(policy_accepts(policy, "\xC3\x84" "bc\xC3\xA9" "deF"), 1);
    assert_int_equal(policy_accepts(policy, "correct-horse"), 0);
    assert_int_equal(policy_accepts(policy, "Corr\xFF" "ect"), 0);
    passwordrules_report *report = check(policy, "Aaaa", 4);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    assert_int_equal(passwordrules_report_count(report), 3);
    passwordrules_outcome outcome = outcome_at(report, 0);
    assert_int_equal(outcome.kind, PASSWORDRULES_KIND_MINLENGTH);
    assert_int_equal(outcome.limit, 6);
    assert_int_equal(outcome.actual, 4);
    assert_int_equal(outcome_at(report, 1).met, 1);
    assert_int_equal(outcome_at(report, 2).kind, PASSWORDRULES_KIND_MAX_CONSECUTIVE);
    assert_int_equal(outcome_at(report, 2).met, 0);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

static void the_empty_password_is_never_accepted(void **state)
{
    (void)state;
    const char *settings[] = {"enforce=no", "rules=max-repeating: 2", "rules=maxlength: 8", "rules=minlength: 0",
                              "rules=minlength: 8"};
    for (size_t index = 0; index < sizeof(settings) / sizeof(*settings); index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        const char *empty[] = {NULL, ""};
        for (size_t which = 0; which < 2; which++) {
            passwordrules_report *report = check(policy, empty[which], 0);
            assert_int_equal(passwordrules_report_accepted(report), 0);
            assert_true(passwordrules_report_progress(report) < 1);
            passwordrules_report_free(report);
        }
        passwordrules_policy_free(policy);
    }
}

/* One byte of memory: valgrind sees a look at any other. */
static void more_than_1024_bytes_are_refused_unread(void **state)
{
    (void)state;
    const size_t lengths[] = {1025, 1 << 20, PTRDIFF_MAX};
    passwordrules_policy *policy = policy_of("rules=minlength: 8; required: digit", NULL);
    char *password = malloc(1);
    assert_non_null(password);
    *password = '1';
    for (size_t index = 0; index < sizeof(lengths) / sizeof(*lengths); index++) {
        passwordrules_report *report = check(policy, password, lengths[index]);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(passwordrules_report_count(report), 1);
        passwordrules_outcome outcome = outcome_at(report, 0);
        assert_int_equal(outcome.kind, PASSWORDRULES_KIND_MAX_BYTES);
        assert_string_equal(outcome.rule, "max-bytes");
        assert_int_equal(outcome.met, 0);
        assert_int_equal(outcome.limit, 1024);
        assert_int_equal(outcome.actual, lengths[index]);
        char message[512];
        assert_int_equal(passwordrules_report_message(report, 0, message, sizeof(message), NULL), PASSWORDRULES_OK);
        assert_non_null(strstr(message, "1024"));
        passwordrules_report_free(report);
    }
    free(password);
    passwordrules_policy_free(policy);
}

static void up_to_1024_bytes_are_checked(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=maxlength: 512", NULL);
    char password[1024];
    for (size_t index = 0; index < sizeof(password); index += 2)
        memcpy(password + index, "\xC3\xA9", 2);
    passwordrules_report *report = check(policy, password, sizeof(password));
    assert_int_equal(passwordrules_report_accepted(report), 1);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

static void assert_check_refuses(const passwordrules_policy *policy, const passwordrules_context *context,
                                 const char *password, size_t length, int status)
{
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check(policy, context, password, length, &report), status);
    assert_null(report);
}

static void check_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context context = context_of(0, 0);
    assert_check_refuses(NULL, &context, "abc", 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, NULL, "abc", 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, NULL, 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, NULL, 2000, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, "abc", TOO_LONG, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, "abc", SIZE_MAX, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_check(policy, &context, "abc", 3, NULL), PASSWORDRULES_EINVAL);
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(context), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        context.size = sizes[index];
        assert_check_refuses(policy, &context, "abc", 3, PASSWORDRULES_ESIZE);
    }
    passwordrules_policy_free(policy);
}

/* ---- Suggesting ---- */

static void suggestions_are_accepted_and_can_be_typed(void **state)
{
    (void)state;
    const struct {
        const char *setting;
        size_t length;
    } cases[] = {
        {"rules=minlength: 12; required: upper; required: lower; required: digit; required: special", 20},
        {"rules=max-repeating: 2; max-sequential: 2; minlength: 24", 27},
        {"rules=required: unicode; maxlength: 9", 9},
        {"enforce=no", 20},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = policy_of(cases[index].setting, NULL);
        passwordrules_context context = context_of(0, 0);
        for (int round = 0; round < 20; round++) {
            char password[64];
            size_t needed;
            assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), &needed),
                             PASSWORDRULES_OK);
            assert_int_equal(needed, cases[index].length + 1);
            assert_int_equal(strlen(password), cases[index].length);
            assert_int_equal(policy_accepts(policy, password), 1);
            for (const char *next = password; *next != '\0'; next++)
                assert_in_range(*next, 0x21, 0x7E);
            assert_null(strpbrk(password, "0O1lI|"));
        }
        passwordrules_policy_free(policy);
    }
}

static void suggestions_use_hard_characters_if_the_rules_want_them(void **state)
{
    (void)state;
    const char *settings[] = {"rules=required: [0]; minlength: 8", "rules=allowed: [0O1lI]; maxlength: 6"};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        passwordrules_context context = context_of(0, 0);
        char password[64];
        assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), NULL),
                         PASSWORDRULES_OK);
        assert_int_equal(policy_accepts(policy, password), 1);
        passwordrules_policy_free(policy);
    }
}

static void suggestions_are_as_the_keys_have_them(void **state)
{
    (void)state;
    const struct {
        const char *settings[3];
        size_t shortest, longest;
        const char *missing;
    } cases[] = {
        {{"suggest-style=random", "retry=1", "rules=minlength: 24"}, 24, 24, "0O1lI|"},
        {{"suggest-style=random", "suggest-entropy=140", "rules=minlength: 8"}, 24, 24, "0O1lI|"},
        {{"suggest-style=words", "retry=1", "rules=allowed: lower, [-]"}, 23, 48, "ABC019_"},
        {{"suggest-style=readable", "retry=1", "rules=minlength: 8"}, 20, 20, "0O1lI|"},
        {{"suggest-style=readable", "retry=1", "rules=maxlength: 19"}, 19, 19, "0O1lI|"},
        {{"suggest-entropy=100", "retry=1", "rules=minlength: 8"}, 34, 34, "0O1lI|"},
        {{"suggest-exclude=digit, [aq]", "retry=1", "rules=minlength: 8"}, 27, 27, "0123456789aq"},
        {{"suggest-style=random", "suggest-exclude=lower, upper", "rules=minlength: 8"}, 21, 21, "abcXYZ"},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = NULL;
        assert_int_equal(passwordrules_policy_load(MISSING_PATH, cases[index].settings, 3,
                                                   PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL),
                         PASSWORDRULES_OK);
        passwordrules_context context = context_of(0, 0);
        for (int round = 0; round < 20; round++) {
            char password[64];
            assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), NULL),
                             PASSWORDRULES_OK);
            assert_in_range(strlen(password), cases[index].shortest, cases[index].longest);
            assert_null(strpbrk(password, cases[index].missing));
            assert_int_equal(policy_accepts(policy, password), 1);
        }
        passwordrules_policy_free(policy);
    }
}

static void suggest_keeps_to_its_buffer(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 8", "rules=maxlength: 1", "rules=minlength: 1024"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        passwordrules_context context = context_of(0, 0);
        struct question question = {policy, &context};
        assert_writes_text(write_suggestion, &question);
        passwordrules_policy_free(policy);
    }
}

static void suggest_tells_why_there_is_none(void **state)
{
    (void)state;
    const struct {
        const char *setting;
        int status;
    } cases[] = {
        {"rules=minlength: 9; maxlength: 8", PASSWORDRULES_EUNSATISFIABLE},
        {"rules=required: upper; required: lower; required: digit; maxlength: 2", PASSWORDRULES_EUNSATISFIABLE},
        {"rules=minlength: 1025", PASSWORDRULES_ELENGTH},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = policy_of(cases[index].setting, NULL);
        passwordrules_context context = context_of(0, 0);
        char password[PASSWORDRULES_GENERATE_MAX + 1] = "untouched";
        size_t needed = 12345;
        assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), &needed),
                         cases[index].status);
        assert_string_equal(password, "");
        assert_int_equal(needed, 0);
        passwordrules_policy_free(policy);
    }
}

static void suggest_refuses_wrong_arguments(void **state)
{
    (void)state;
    assert_refuses_wrong_arguments(write_suggestion);
}

/* ---- Checking and suggesting ---- */

static int check_suggesting(const passwordrules_policy *policy, const char *password, passwordrules_report **report,
                            char *buffer, size_t size)
{
    passwordrules_context context = context_of(0, 0);
    return passwordrules_policy_check_suggesting(policy, &context, password, strlen(password), report, buffer, size);
}

static void a_refused_password_comes_with_a_suggestion(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 12; required: upper; required: digit", "rules=maxlength: 1",
                              "rules=minlength: 1024", "rules=max-repeating: 2; minlength: 9"};
    for (size_t index = 0; index < sizeof(settings) / sizeof(*settings); index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        char text[PASSWORDRULES_GENERATE_MAX + 1] = "untouched", again[sizeof(text)];
        passwordrules_report *report = STALE;
        assert_int_equal(check_suggesting(policy, "aaab", &report, text, sizeof(text)), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(policy_accepts(policy, text), 1);
        passwordrules_report_free(report);
        /* Accepted, it comes without. */
        strcpy(again, text);
        assert_int_equal(check_suggesting(policy, again, &report, text, sizeof(text)), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_string_equal(text, "");
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
}

/* A suggestion that was cut off would not be accepted: it is complete or missing. Nothing is written past the buffer. */
static void a_suggestion_with_a_check_keeps_to_its_buffer(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 12", NULL);
    for (size_t size = 0; size <= 64; size++) {
        char *buffer = size == 0 ? NULL : malloc(size);
        passwordrules_report *report = STALE;
        if (buffer != NULL)
            memset(buffer, 'u', size);
        assert_int_equal(check_suggesting(policy, "short", &report, buffer, size), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        if (size > 20) {
            assert_int_equal(strlen(buffer), 20);
            assert_int_equal(policy_accepts(policy, buffer), 1);
        } else if (size > 0)
            assert_int_equal(buffer[0], 0);
        passwordrules_report_free(report);
        free(buffer);
    }
    passwordrules_policy_free(policy);
}

/* Without a suggestion, there is still a report. */
static void a_check_is_whole_without_a_suggestion(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 9; maxlength: 8", "rules=minlength: 1025"};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        char text[64] = "untouched";
        passwordrules_report *report = STALE;
        assert_int_equal(check_suggesting(policy, "short", &report, text, sizeof(text)), PASSWORDRULES_OK);
        assert_non_null(report);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_true(passwordrules_report_count(report) > 0);
        assert_string_equal(text, "");
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
}

static void check_suggesting_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 12", NULL);
    passwordrules_context context = context_of(0, 0), old = context_of(0, 0);
    passwordrules_context sized = context_of(0, 0);
    old.old_password_length = 1;
    char text[64];
    const struct {
        const passwordrules_policy *policy;
        const passwordrules_context *context;
        const char *password;
        size_t length;
        char *buffer;
        size_t size;
    } cases[] = {
        {NULL, &context, "short", 5, text, 64},      {policy, NULL, "short", 5, text, 64},
        {policy, &context, NULL, 5, text, 64},       {policy, &context, "short", TOO_LONG, text, 64},
        {policy, &context, "short", SIZE_MAX, text, 64}, {policy, &context, "short", 5, NULL, 64},
        {policy, &context, "short", 5, text, TOO_LONG}, {policy, &old, "short", 5, text, 64},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_report *report = STALE;
        strcpy(text, "untouched");
        assert_int_equal(passwordrules_policy_check_suggesting(cases[index].policy, cases[index].context,
                                                               cases[index].password, cases[index].length, &report,
                                                               cases[index].buffer, cases[index].size),
                         PASSWORDRULES_EINVAL);
        assert_null(report);
        if (cases[index].buffer != NULL && cases[index].size == 64)
            assert_string_equal(text, "");
    }
    strcpy(text, "untouched");
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "short", 5, NULL, text, sizeof(text)),
                     PASSWORDRULES_EINVAL);
    assert_string_equal(text, "");
    size_t sizes[WRONG_SIZE_COUNT];
    fill_wrong_sizes(sizeof(sized), sizes);
    for (size_t index = 0; index < WRONG_SIZE_COUNT; index++) {
        passwordrules_report *report = STALE;
        sized.size = sizes[index];
        strcpy(text, "untouched");
        assert_int_equal(passwordrules_policy_check_suggesting(policy, &sized, "short", 5, &report, text, sizeof(text)),
                         PASSWORDRULES_ESIZE);
        assert_null(report);
        assert_string_equal(text, "");
    }
    /* The empty password may be NULL. */
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, NULL, 0, &report, text, sizeof(text)),
                     PASSWORDRULES_OK);
    assert_int_equal(policy_accepts(policy, text), 1);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

int run_policy_use_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enforcement_depends_on_policy_and_circumstances),
        cmocka_unit_test(root_is_warned_by_default),
        cmocka_unit_test(wrong_arguments_enforce),
        cmocka_unit_test(describe_names_what_is_demanded),
        cmocka_unit_test(describe_writes_lines_without_an_end_after_the_last),
        cmocka_unit_test(describe_is_empty_if_nothing_is_demanded),
        cmocka_unit_test(describe_refuses_wrong_arguments),
        cmocka_unit_test(check_applies_the_rules_as_written),
        cmocka_unit_test(the_empty_password_is_never_accepted),
        cmocka_unit_test(more_than_1024_bytes_are_refused_unread),
        cmocka_unit_test(up_to_1024_bytes_are_checked),
        cmocka_unit_test(check_refuses_wrong_arguments),
        cmocka_unit_test(suggestions_are_accepted_and_can_be_typed),
        cmocka_unit_test(suggestions_use_hard_characters_if_the_rules_want_them),
        cmocka_unit_test(suggestions_are_as_the_keys_have_them),
        cmocka_unit_test(suggest_keeps_to_its_buffer),
        cmocka_unit_test(suggest_tells_why_there_is_none),
        cmocka_unit_test(suggest_refuses_wrong_arguments),
        cmocka_unit_test(a_refused_password_comes_with_a_suggestion),
        cmocka_unit_test(a_suggestion_with_a_check_keeps_to_its_buffer),
        cmocka_unit_test(a_check_is_whole_without_a_suggestion),
        cmocka_unit_test(check_suggesting_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("policy use", tests, NULL, NULL);
}
