/* ABI tests: the functions that ask a policy. What policies say is in the tables, which abi_policy_tables.c runs. */
#include "abi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Enforcement ---- */

static void wrong_arguments_enforce(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("enforce=no", NULL);
    passwordrules_context context = context_of(1, 0);
    assert_int_equal(passwordrules_policy_enforcement(policy, &context), PASSWORDRULES_ENFORCE_NO);
    assert_int_equal(passwordrules_policy_enforcement(NULL, &context), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(policy, NULL), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_policy_enforcement(NULL, NULL), PASSWORDRULES_ENFORCE_YES);
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

static void describe_writes_lines_without_an_end_after_the_last(void **state)
{
    (void)state;
    char *text = describe("rules=minlength: 13; maxlength: 47; required: upper; required: lower; required: digit; "
                          "required: [%]; max-repeating: 3; max-sequential: 3; allowed: special");
    size_t length = strlen(text);
    const char *expected[] = {"13", "47", "%", "more than 3", "\n"};
    for (size_t index = 0; index < 5; index++)
        assert_non_null(strstr(text, expected[index]));
    assert_null(strstr(text, "\n\n"));
    assert_int_not_equal(text[0], '\n');
    assert_int_not_equal(text[length - 1], '\n');
    for (size_t index = 0; index < length; index++)
        if (text[index] != '\n')
            assert_in_range(text[index], 0x20, 0x7E);
    free(text);
    text = describe("enforce=no");
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

/* One byte of memory: valgrind sees a look at any other. */
static void a_password_above_the_limit_is_refused_unread(void **state)
{
    (void)state;
    const struct {
        const char *setting;
        size_t limit;
    } cases[] = {{"max-bytes=8", 8}, {"max-bytes=72", 72}, {"max-bytes=4096", 4096}, {"retry=1", 1024}};
    for (size_t index = 0; index < 4; index++) {
        const size_t limit = cases[index].limit, lengths[] = {limit + 1, 1 << 20, PTRDIFF_MAX};
        passwordrules_policy *policy = policy_of("rules=minlength: 8", cases[index].setting);
        char *password = malloc(limit), *byte = malloc(1);
        for (size_t place = 0; place < limit; place++)
            password[place] = "kT7#vQ2z"[place % 8];
        passwordrules_report *report = check(policy, password, limit);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        passwordrules_report_free(report);
        *byte = '1';
        for (size_t which = 0; which < 3; which++) {
            report = check(policy, byte, lengths[which]);
            assert_int_equal(passwordrules_report_accepted(report), 0);
            assert_int_equal(passwordrules_report_count(report), 1);
            passwordrules_outcome outcome = outcome_at(report, 0);
            assert_int_equal(outcome.kind, PASSWORDRULES_KIND_MAX_BYTES);
            assert_int_equal(outcome.limit, limit);
            assert_int_equal(outcome.actual, lengths[which]);
            passwordrules_report_free(report);
        }
        free(password);
        free(byte);
        passwordrules_policy_free(policy);
    }
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
    /* The empty password may be NULL. */
    passwordrules_report_free(check(policy, NULL, 0));
    assert_check_refuses(NULL, &context, "abc", 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, NULL, "abc", 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, NULL, 3, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, NULL, 2000, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, "abc", TOO_LONG, PASSWORDRULES_EINVAL);
    assert_check_refuses(policy, &context, "abc", SIZE_MAX, PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_check(policy, &context, "abc", 3, NULL), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
}

/* ---- Suggesting ---- */

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
        /* A check that suggests has its report all the same. */
        passwordrules_report *report = STALE;
        strcpy(password, "untouched");
        assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "short", 5, &report, password,
                                                               sizeof(password)),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_true(passwordrules_report_count(report) > 0);
        assert_string_equal(password, "");
        passwordrules_report_free(report);
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

static void check_suggesting_refuses_wrong_arguments(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 12", NULL);
    passwordrules_context context = context_of(0, 0), old = context_of(0, 0);
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
        cmocka_unit_test(wrong_arguments_enforce),
        cmocka_unit_test(describe_writes_lines_without_an_end_after_the_last),
        cmocka_unit_test(describe_refuses_wrong_arguments),
        cmocka_unit_test(a_password_above_the_limit_is_refused_unread),
        cmocka_unit_test(check_refuses_wrong_arguments),
        cmocka_unit_test(suggest_keeps_to_its_buffer),
        cmocka_unit_test(suggest_tells_why_there_is_none),
        cmocka_unit_test(suggest_refuses_wrong_arguments),
        cmocka_unit_test(a_refused_password_comes_with_a_suggestion),
        cmocka_unit_test(a_suggestion_with_a_check_keeps_to_its_buffer),
        cmocka_unit_test(check_suggesting_refuses_wrong_arguments),
    };
    return cmocka_run_group_tests_name("policy use", tests, NULL, NULL);
}
