/* ABI tests: the functions that use a policy. abi_policy_tables.c runs the tables of policies and
 * passwords. */
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

/* A policy, and the context of the calls that use it. */
struct question {
    const passwordrules_policy *policy;
    const passwordrules_context *context;
};

static int write_description(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct question *question = subject;
    return passwordrules_policy_describe(question->policy, question->context, NULL, buffer, size, needed);
}

static int write_suggestion(const void *subject, char *buffer, size_t size, size_t *needed)
{
    const struct question *question = subject;
    return passwordrules_policy_suggest(question->policy, question->context, buffer, size, needed, NULL);
}

/* If the old password will not be compared, the description does not mention it. It is not compared for an administrator
 * who gives none, unless the password has expired, nor for a user who has no old password. */
static void describe_omits_an_uncompared_old_password(void **state)
{
    static const struct {
        int by_administrator, expired;
        const char *old;
        int is_told;
    } changes[] = {
        {0, 0, NULL, 1}, {0, 0, "", 0}, {0, 0, "old", 1}, {0, 1, NULL, 1}, {1, 0, NULL, 0},
        {1, 0, "", 0},   {1, 0, "old", 1}, {1, 1, NULL, 1}, {1, 1, "", 0},
    };

    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", "old-password-changes=5");
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
        char text[512];
        context.by_administrator = changes[i].by_administrator;
        context.expired = changes[i].expired;
        context.old_password = changes[i].old;
        context.old_password_length = changes[i].old != NULL ? strlen(changes[i].old) : 0;
        assert_int_equal(passwordrules_policy_describe(policy, &context, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_non_null(strstr(text, "at least 8 characters"));
        assert_int_equal(strstr(text, "old password") != NULL, changes[i].is_told);
    }
    passwordrules_policy_free(policy);
}

/* PolicyExplanationTests tests the words of the description. */
static void describe_keeps_to_its_buffer(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 13; required: upper; required: [%]; max-repeating: 3", "enforce=no"};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        passwordrules_context context = context_of(0, 0);
        struct question question = {policy, &context};
        const size_t needed = assert_writes_text(write_description, &question);
        char text[512];
        assert_int_equal(write_description(&question, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_int_equal(needed == 1, index == 1);
        assert_int_equal(strstr(text, "%") == NULL, index == 1);
        passwordrules_policy_free(policy);
    }
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

/* The password's memory has one byte: valgrind detects a read past it. */
static void overlong_password_is_refused_unread(void **state)
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
        for (size_t offset = 0; offset < limit; offset++)
            password[offset] = "kT7#vQ2z"[offset % 8];
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

/* ---- Suggesting ---- */

static void suggest_keeps_to_its_buffer(void **state)
{
    (void)state;
    const char *settings[] = {"rules=maxlength: 20", "rules=maxlength: 1", "rules=minlength: 1024"};
    for (size_t index = 0; index < 3; index++) {
        passwordrules_policy *policy = policy_of(settings[index], NULL);
        passwordrules_context context = context_of(0, 0);
        struct question question = {policy, &context};
        assert_writes_text(write_suggestion, &question);
        passwordrules_policy_free(policy);
    }
}

/* The style also depends on keys of the policy, not only on its rules. */
static void suggest_describes_its_result(void **state)
{
    (void)state;
    const struct {
        const char *setting;
        int style;
        int falls_short;
    } cases[] = {
        {"rules=minlength: 8", PASSWORDRULES_STYLE_READABLE, 0},
        {"max-class-repeating=4", PASSWORDRULES_STYLE_WORDS, 0},
        {"rules=maxlength: 9", PASSWORDRULES_STYLE_RANDOM, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = policy_of("rules=minlength: 8", cases[index].setting);
        passwordrules_context context = context_of(0, 0);
        passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
        char password[PASSWORDRULES_GENERATE_MAX + 1];
        assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), NULL, &generated),
                         PASSWORDRULES_OK);
        assert_in_range(strlen(password), 9, generated.length);
        assert_int_equal(generated.style, cases[index].style);
        assert_int_equal(generated.requested, PASSWORDRULES_STYLE_READABLE);
        assert_int_equal(generated.falls_short, cases[index].falls_short);
        assert_int_equal(generated.entropy < 71, cases[index].falls_short);
        passwordrules_policy_free(policy);
    }
}

static void suggest_explains_a_failure(void **state)
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
        assert_int_equal(passwordrules_policy_suggest(policy, &context, password, sizeof(password), &needed, NULL),
                         cases[index].status);
        assert_string_equal(password, "");
        assert_int_equal(needed, 0);
        /* A check still gives its report, even if no suggestion can be made. */
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

/* ---- Checking and suggesting ---- */

static int check_suggesting(const passwordrules_policy *policy, const char *password, passwordrules_report **report,
                            char *buffer, size_t size)
{
    passwordrules_context context = context_of(0, 0);
    return passwordrules_policy_check_suggesting(policy, &context, password, strlen(password), report, buffer, size);
}

static void refused_password_has_a_suggestion(void **state)
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
        /* An accepted password has no suggestion. */
        strcpy(again, text);
        assert_int_equal(check_suggesting(policy, again, &report, text, sizeof(text)), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        assert_string_equal(text, "");
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
}

/* A daemon may log what it is told, so only listed services get a suggestion. If no service is named, a person is assumed
 * to read the suggestion. */
static void suggestion_needs_a_listed_service(void **state)
{
    (void)state;
    const struct {
        const char *setting, *service;
        int is_made;
    } cases[] = {
        {"retry=1", NULL, 1}, {"retry=1", "", 1}, {"retry=1", "passwd", 1}, {"retry=1", "sshd", 1},
        {"retry=1", "webmail", 0}, {"retry=1", "chpasswd", 0}, {"suggest-services=webmail, web", "webmail", 1},
        {"suggest-services=webmail, web", "web", 1}, {"suggest-services=webmail, web", "sshd", 0},
        {"suggest-services=none", "passwd", 0}, {"suggest-services=none", NULL, 1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = policy_of("rules=minlength: 12", cases[index].setting);
        passwordrules_context context = context_of(0, 0);
        char text[PASSWORDRULES_GENERATE_MAX + 1] = "untouched";
        passwordrules_report *report = STALE;
        context.service = cases[index].service;
        assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "aaab", 4, &report, text, sizeof(text)),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(text[0] != '\0', cases[index].is_made);
        passwordrules_report_free(report);
        passwordrules_policy_free(policy);
    }
}

/* A suggestion that was cut off would not be accepted, so a buffer that is too small gets none. Nothing is written past
 * the buffer. */
static void suggestion_fits_its_buffer(void **state)
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

/* ---- Wrong arguments ---- */

/* Both functions that check a password refuse the same arguments. */
static void assert_checks_refuse(const struct question *question, const char *password, size_t length)
{
    passwordrules_report *report = STALE;
    char text[64] = "untouched";
    assert_int_equal(passwordrules_policy_check(question->policy, question->context, password, length, &report),
                     PASSWORDRULES_EINVAL);
    assert_null(report);
    report = STALE;
    assert_int_equal(passwordrules_policy_check_suggesting(question->policy, question->context, password, length, &report,
                                                           text, sizeof(text)),
                     PASSWORDRULES_EINVAL);
    assert_null(report);
    assert_string_equal(text, "");
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    char text[64];
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context context = context_of(0, 0);
    const struct {
        const passwordrules_policy *policy;
        const passwordrules_context *context;
        const char *old_password;
        size_t old_length;
    } questions[] = {
        {NULL, &context, NULL, 0}, {policy, NULL, NULL, 0}, {policy, &context, NULL, 1}, {policy, &context, NULL, 12},
        {policy, &context, NULL, TOO_LONG}, {policy, &context, NULL, SIZE_MAX}, {policy, &context, "old", TOO_LONG},
        {policy, &context, "old", SIZE_MAX},
    };
    for (size_t index = 0; index < sizeof(questions) / sizeof(*questions); index++) {
        context.old_password = questions[index].old_password;
        context.old_password_length = questions[index].old_length;
        const struct question question = {questions[index].policy, questions[index].context};
        assert_checks_refuse(&question, "abc", 3);
        assert_writes_nothing(write_suggestion, &question, PASSWORDRULES_EINVAL);
        if (index < 2)
            assert_writes_nothing(write_description, &question, PASSWORDRULES_EINVAL);
    }
    context = context_of(0, 0);
    const struct question question = {policy, &context};
    assert_checks_refuse(&question, NULL, 3);
    assert_checks_refuse(&question, NULL, 2000);
    assert_checks_refuse(&question, "abc", TOO_LONG);
    assert_checks_refuse(&question, "abc", SIZE_MAX);
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "abc", 3, &report, NULL, 64), PASSWORDRULES_EINVAL);
    assert_null(report);
    report = STALE;
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "abc", 3, &report, text, TOO_LONG),
                     PASSWORDRULES_EINVAL);
    assert_null(report);
    assert_int_equal(passwordrules_policy_check(policy, &context, "abc", 3, NULL), PASSWORDRULES_EINVAL);
    strcpy(text, "untouched");
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, "abc", 3, NULL, text, 64),
                     PASSWORDRULES_EINVAL);
    assert_string_equal(text, "");
    passwordrules_policy_free(policy);
}

static void empty_password_may_be_null(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context context = context_of(0, 0);
    passwordrules_report_free(check(policy, NULL, 0));
    passwordrules_report *report = STALE;
    char text[64];
    assert_int_equal(passwordrules_policy_check_suggesting(policy, &context, NULL, 0, &report, text, sizeof(text)),
                     PASSWORDRULES_OK);
    assert_int_equal(policy_accepts(policy, text), 1);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

/* ---- Logs and counts ---- */

static int write_unmet_rules(const void *subject, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_report_unmet_rules(subject, buffer, size, needed);
}

static void each_unmet_rule_is_named_once(void **state)
{
    (void)state;
    const char *cases[][2] = {{"abcdefghA1", ""}, {"abcdefghij", "required"}, {"a", "minlength, required"}};
    passwordrules_policy *policy = policy_of("rules=minlength: 8; required: upper; required: digit", NULL);
    for (size_t index = 0; index < 3; index++) {
        passwordrules_report *report = check(policy, cases[index][0], strlen(cases[index][0]));
        char names[512];
        assert_writes_text(write_unmet_rules, report);
        assert_int_equal(passwordrules_report_unmet_rules(report, names, sizeof(names), NULL), PASSWORDRULES_OK);
        assert_string_equal(names, cases[index][1]);
        passwordrules_report_free(report);
    }
    assert_writes_nothing(write_unmet_rules, NULL, PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
}

/* Compares the summary of a report, which has at most `limit` bytes. */
static void assert_summary(const passwordrules_report *report, const char *separator, size_t limit, const char *expected)
{
    char text[512];
    size_t needed;
    assert_int_equal(passwordrules_report_summary(report, separator, limit, NULL, text, sizeof(text), &needed), PASSWORDRULES_OK);
    assert_string_equal(text, expected);
    assert_int_equal(needed, strlen(expected) + 1);
}

static int write_summary(const void *subject, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_report_summary(subject, NULL, 0, NULL, buffer, size, needed);
}

static void summary_is_cut_at_outcomes(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8; required: upper; required: digit", NULL);
    passwordrules_report *report = check(policy, "abc", 3);
    const char *whole = "5 more characters needed (3 of 8); needs an uppercase letter; needs a digit";
    assert_summary(report, NULL, 0, whole);
    assert_summary(report, NULL, SIZE_MAX, whole);
    assert_summary(report, NULL, strlen(whole), whole);
    assert_summary(report, " | ", 0, "5 more characters needed (3 of 8) | needs an uppercase letter | needs a digit");
    assert_summary(report, NULL, strlen(whole) - 1, "5 more characters needed (3 of 8); needs an uppercase letter; ...");
    assert_summary(report, NULL, 65, "5 more characters needed (3 of 8); needs an uppercase letter; ...");
    assert_summary(report, NULL, 64, "5 more characters needed (3 of 8); ...");
    assert_summary(report, NULL, 38, "5 more characters needed (3 of 8); ...");
    assert_summary(report, NULL, 37, "5 more characters needed (3 of 8)...");
    assert_summary(report, NULL, 10, "5 more ...");
    assert_summary(report, NULL, 3, "...");
    assert_summary(report, NULL, 2, "");
    assert_writes_text(write_summary, report);
    assert_writes_nothing(write_summary, NULL, PASSWORDRULES_EINVAL);
    passwordrules_report_free(report);
    report = check(policy, "abcdefghA1", 10);
    assert_summary(report, NULL, 0, "");
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

/* Greek letters have two bytes each. */
static void translate_to_greek(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data, (void)one, (void)many, (void)count;
    *translated = "\xce\xb1\xce\xb2\xce\xb3\xce\xb4";
}

static void summary_is_cut_at_characters(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_report *report = check(policy, "abc", 3);
    const passwordrules_language greek = PASSWORDRULES_LANGUAGE_INIT(translate_to_greek, NULL);
    const char *expected[] = {"...", "...", "\xce\xb1...", "\xce\xb1...", "\xce\xb1\xce\xb2...",
                              "\xce\xb1\xce\xb2\xce\xb3\xce\xb4"};
    for (size_t limit = 3; limit <= 8; limit++) {
        char text[64];
        assert_int_equal(passwordrules_report_summary(report, NULL, limit, &greek, text, sizeof(text), NULL),
                         PASSWORDRULES_OK);
        assert_string_equal(text, expected[limit - 3]);
    }
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

/* Tests/PAM/test_pam_audit.py tests the counts of an audited policy in a private file. */
static void enforced_policy_counts_nothing(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 8", NULL);
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report = check(policy, "abcdefgh", 8);
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_count_change(policy, &context, report, &diagnostics), PASSWORDRULES_OK);
    assert_null(diagnostics);
    assert_int_equal(passwordrules_policy_count_change(NULL, &context, report, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_count_change(policy, NULL, report, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_policy_count_change(policy, &context, NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

int run_policy_use_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_enforce),
        cmocka_unit_test(describe_keeps_to_its_buffer),
        cmocka_unit_test(describe_omits_an_uncompared_old_password),
        cmocka_unit_test(overlong_password_is_refused_unread),
        cmocka_unit_test(suggest_keeps_to_its_buffer),
        cmocka_unit_test(suggest_describes_its_result),
        cmocka_unit_test(suggest_explains_a_failure),
        cmocka_unit_test(refused_password_has_a_suggestion),
        cmocka_unit_test(suggestion_needs_a_listed_service),
        cmocka_unit_test(suggestion_fits_its_buffer),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(empty_password_may_be_null),
        cmocka_unit_test(each_unmet_rule_is_named_once),
        cmocka_unit_test(summary_is_cut_at_outcomes),
        cmocka_unit_test(summary_is_cut_at_characters),
        cmocka_unit_test(enforced_policy_counts_nothing),
    };
    return cmocka_run_group_tests_name("policy use", tests, NULL, NULL);
}
