/* ABI tests: the context of a password change, and mistakes in it. */
#include "abi.h"

#include <stdlib.h>
#include <string.h>

#define EVERYTHING                                                                                                   \
    "rules=minlength: 8", "username=reject", "username-parts=3", "full-name=reject", "home-directory=reject",        \
        "old-password-changes=4", "words=lemonade, tulip", "min-different=4", "max-bytes=4096"

static passwordrules_policy *policy_of_everything(void)
{
    const char *settings[] = {EVERYTHING};
    return policy_with(settings, sizeof(settings) / sizeof(*settings));
}

static int check(const passwordrules_policy *policy, const passwordrules_context *context, const char *password,
                 passwordrules_report **report)
{
    return passwordrules_policy_check(policy, context, password, strlen(password), report);
}

/* Whether the report has an outcome of the kind that is not met. */
static int refuses(const passwordrules_report *report, int kind)
{
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        if (outcome.kind == kind && !outcome.met)
            return 1;
    }
    return 0;
}

/* NULL and empty texts count as unknown, and add no outcome. */
static void unknown_data_adds_no_outcome(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of_everything();
    const char *missing[] = {NULL, ""};
    for (size_t index = 0; index < 2; index++) {
        passwordrules_context context = context_of(0, 0);
        passwordrules_report *report;
        context.user = context.full_name = context.home = context.old_password = missing[index];
        assert_int_equal(check(policy, &context, "quince-Walnut-7", &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        for (size_t number = 0; number < passwordrules_report_count(report); number++) {
            int kind = outcome_at(report, number).kind;
            assert_false(kind >= PASSWORDRULES_KIND_USERNAME && kind <= PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES);
        }
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

/* The old password ends at its length, not at a NUL. If the length is 0, the old password is unknown, even if the pointer
 * is not NULL. */
static void old_password_has_a_length(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of_everything();
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report;
    const char old[] = {'T', 'r', '0', 'u', 'b', '4', 'd', 'o', 'r', '&', '3', 'x', 'y', 'z'};
    const size_t lengths[] = {12, 0};
    for (size_t index = 0; index < 2; index++) {
        context.old_password = old;
        context.old_password_length = lengths[index];
        assert_int_equal(check(policy, &context, "Tr0ub4dor&3x", &report), PASSWORDRULES_OK);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_OLD_PASSWORD_SAME), lengths[index] > 0);
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

/* A text of this size, which is `start` followed by one repeated letter. */
static char *long_text(const char *start, size_t size, char filling)
{
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, filling, size);
    memcpy(text, start, strlen(start));
    text[size] = '\0';
    return text;
}

/* An account database may hold texts of any length. Only the start of a long text is compared. */
static void texts_may_be_long(void **state)
{
    (void)state;
    const size_t sizes[] = {1023, 1024, 1025, 5000, 1 << 20};
    passwordrules_policy *policy = policy_of_everything();
    for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
        char *user = long_text("margarethe", sizes[index], 'q');
        char *full_name = long_text("Jo Oberhuber ", sizes[index], 'r');
        char *home = long_text("/home/projects/", sizes[index], 's');
        char *old_password = long_text("Tr0ub4dor&3x", sizes[index], 't');
        passwordrules_context context = context_of(0, 0);
        context.user = user;
        context.full_name = full_name;
        context.home = home;
        context.old_password = old_password;
        context.old_password_length = sizes[index];
        passwordrules_report *report;
        assert_int_equal(check(policy, &context, "mar-7-Oberhuber-projects", &report), PASSWORDRULES_OK);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_USERNAME), 0);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_USERNAME_PARTS), 1);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_FULL_NAME), 1);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_HOME_DIRECTORY), 1);
        passwordrules_report_free(report);
        assert_int_equal(check(policy, &context, "Tr0ub4dor&3x", &report), PASSWORDRULES_OK);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED), 1);
        passwordrules_report_free(report);
        assert_int_equal(check(policy, &context, "quince-Walnut-7", &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        passwordrules_report_free(report);
        free(user);
        free(full_name);
        free(home);
        free(old_password);
    }
    passwordrules_policy_free(policy);
}

/* The texts have each byte except NUL, in several positions. */
static void texts_may_be_ill_formed(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of_everything();
    for (unsigned byte = 1; byte < 256; byte++) {
        const char text[] = {(char)byte, 'x', (char)byte, (char)byte, 'y', ' ', '/', (char)byte, 'z', '\0'};
        passwordrules_context context = context_of(0, 0);
        context.user = text;
        context.full_name = text;
        context.home = text;
        context.old_password = text;
        context.old_password_length = strlen(text);
        passwordrules_report *report;
        assert_int_equal(check(policy, &context, "quince-Walnut-7", &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        passwordrules_report_free(report);
        assert_int_equal(check(policy, &context, text, &report), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_USERNAME), 1);
        assert_int_equal(refuses(report, PASSWORDRULES_KIND_OLD_PASSWORD_SAME), 1);
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

/* The texts' memory is freed before the report is used, so valgrind detects any later use of the texts. */
static void context_is_not_kept(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of_everything();
    passwordrules_context *context = malloc(sizeof(*context));
    assert_non_null(context);
    *context = context_of(0, 0);
    char *texts[] = {long_text("margarethe", 10, 0), long_text("Jo Oberhuber", 12, 0), long_text("/home/jo", 8, 0),
                     long_text("Tr0ub4dor&3x", 12, 0)};
    char *password = long_text("margarethe-oberhuber", 20, 0);
    context->user = texts[0];
    context->full_name = texts[1];
    context->home = texts[2];
    context->old_password = texts[3];
    context->old_password_length = 12;
    passwordrules_report *report;
    assert_int_equal(check(policy, context, password, &report), PASSWORDRULES_OK);
    for (size_t index = 0; index < 4; index++)
        free(texts[index]);
    free(context);
    free(password);
    passwordrules_policy_free(policy);
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        char message[512];
        assert_int_equal(passwordrules_report_message(report, index, NULL, message, sizeof(message), NULL), PASSWORDRULES_OK);
        assert_string_not_equal(outcome_at(report, index).rule, "");
    }
    assert_int_equal(refuses(report, PASSWORDRULES_KIND_FULL_NAME), 1);
    passwordrules_report_free(report);
}

int run_policy_context_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_data_adds_no_outcome),
        cmocka_unit_test(old_password_has_a_length),
        cmocka_unit_test(texts_may_be_long),
        cmocka_unit_test(texts_may_be_ill_formed),
        cmocka_unit_test(context_is_not_kept),
    };
    return cmocka_run_group_tests_name("policy contexts", tests, NULL, NULL);
}
