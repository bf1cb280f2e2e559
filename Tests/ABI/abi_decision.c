/* ABI tests: the decision on a password change. */
#include "abi.h"

#include <stdio.h>
#include <string.h>

#define GOOD "kizzek-4ohjur"
#define SHORT "zk4"
#define NOT_TEXT "kizzek-4ohj\xfcr"
#define RULES "rules=minlength: 12; required: digit;"

static passwordrules_context alice(void)
{
    passwordrules_context context = context_of(0, 0);
    context.user = "alice";
    return context;
}

/* The decision on a password, a C string, for alice. */
static passwordrules_decision *decision_on(const passwordrules_policy *policy, const char *password, unsigned flags)
{
    passwordrules_context context = alice();
    passwordrules_decision *decision = STALE;
    context.service = (flags & PASSWORDRULES_DECIDE_SERVICE) != 0 ? "ldap" : NULL;
    assert_int_equal(passwordrules_decide(policy, &context, password, strlen(password), flags, &decision), PASSWORDRULES_OK);
    assert_non_null(decision);
    return decision;
}

/* Checks that the log has exactly these lines, each with its priority. */
struct line {
    int priority;
    const char *text;
};
static void assert_log(const passwordrules_decision *decision, const struct line *lines, size_t count)
{
    passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
    for (size_t index = 0; index < count; index++) {
        assert_int_equal(passwordrules_decision_log(decision, index, &line), PASSWORDRULES_OK);
        assert_string_equal(line.text, lines[index].text);
        assert_int_equal(line.priority, lines[index].priority);
    }
    assert_int_equal(passwordrules_decision_log(decision, count, &line), PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_decision_log(decision, SIZE_MAX, &line), PASSWORDRULES_ERANGE);
}
#define ASSERT_LOG(decision, ...)                                                          \
    do {                                                                                   \
        const struct line expected_lines[] = {__VA_ARGS__};                                \
        assert_log(decision, expected_lines, sizeof(expected_lines) / sizeof(*expected_lines)); \
    } while (0)

static void assert_text(const passwordrules_decision *decision, unsigned flags, const char *expected)
{
    char text[2048];
    size_t needed = 0;
    assert_int_equal(passwordrules_decision_text(decision, flags, 0, NULL, text, sizeof(text), &needed), PASSWORDRULES_OK);
    assert_string_equal(text, expected);
    assert_int_equal(needed, strlen(expected) + 1);
}

static int enforcement_of(const passwordrules_decision *decision)
{
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    assert_int_equal(passwordrules_decision_get_info(decision, &info), PASSWORDRULES_OK);
    return info.enforcement;
}

static size_t form_of(const passwordrules_decision *decision)
{
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    assert_int_equal(passwordrules_decision_get_info(decision, &info), PASSWORDRULES_OK);
    return info.form;
}

static void accepted_password_has_no_text(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_decision *decision = decision_on(policy, GOOD, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(enforcement_of(decision), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_report_accepted(passwordrules_decision_report(decision)), 1);
    assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
    assert_text(decision, 0, "");
    assert_text(decision, PASSWORDRULES_TEXT_LIST, "");
    assert_log(decision, NULL, 0);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void refusal_is_logged_without_numbers(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_decision *decision = decision_on(policy, "kizzek", 0);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_text(decision, 0, "The password needs 6 more characters (6 of 12). It needs a digit.");
    assert_text(decision, PASSWORDRULES_TEXT_LOGGED, 
                "The password does not meet the rules: at least 12 characters. It needs a digit.");
    assert_text(decision, PASSWORDRULES_TEXT_LIST,
                "This password is not acceptable:\n  - 6 more characters needed (6 of 12)\n  - needs a digit");
    /* Accepting a refused password has no effect. */
    assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
    ASSERT_LOG(decision, {5, "new password for user alice refused: minlength, required"});
    passwordrules_decision_free(decision);
    decision = decision_on(policy, "kizzek", PASSWORDRULES_DECIDE_SERVICE);
    ASSERT_LOG(decision, {5, "new password for ldap user alice refused: minlength, required"});
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void text_keeps_its_limit(void **state)
{
    (void)state;
    char text[64];
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_decision *decision = decision_on(policy, "kizzek", 0);
    assert_int_equal(passwordrules_decision_text(decision, 0, 60, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
    assert_string_equal(text, "The password needs 6 more characters (6 of 12). ...");
    assert_int_equal(passwordrules_decision_text(decision, 0, 0, NULL, text, 10, NULL), PASSWORDRULES_ERANGE);
    assert_string_equal(text, "");
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

/* The reasons of the closest alternative are a list with a separate heading. */
static void alternatives_have_own_lists(void **state)
{
    (void)state;
    write_policy("rules = minlength: 12; required: digit;\nor = minlength: 20;\n");
    passwordrules_policy *policy = load_policy(NULL, 0);
    passwordrules_decision *decision = decision_on(policy, "kizzek-ohju", 0);
    assert_text(decision, PASSWORDRULES_TEXT_LIST,
                "This password is not acceptable:\n"
                "  - meets none of the 2 choices; for the closest:\n"
                "      - 1 more character needed (11 of 12)\n"
                "      - needs a digit");
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void warning_allows_the_change(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, "enforce=warn");
    passwordrules_decision *decision = decision_on(policy, "kizzek-ohjur", PASSWORDRULES_DECIDE_SUGGEST);
    char suggestion[64] = "stale";
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(enforcement_of(decision), PASSWORDRULES_ENFORCE_WARN);
    assert_text(decision, PASSWORDRULES_TEXT_LIST, "Warning: this does not meet the policy:\n  - needs a digit");
    /* The password need not be typed again, so there is no suggestion. */
    assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), NULL), PASSWORDRULES_OK);
    assert_string_equal(suggestion, "");
    /* The warning is logged only after the password has been set. */
    assert_log(decision, NULL, 0);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void unenforced_policy_checks_nothing(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, "enforce=no");
    passwordrules_decision *decision = decision_on(policy, SHORT, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_null(passwordrules_decision_report(decision));
    assert_text(decision, 0, "");
    assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
    assert_log(decision, NULL, 0);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

/* An empty password is refused at each level of enforcement, and also without a policy. */
static void empty_password_is_always_refused(void **state)
{
    (void)state;
    static const char *const enforcements[] = {"enforce=yes", "enforce=warn", "enforce=audit", "enforce=no", NULL};
    for (size_t index = 0; index < sizeof(enforcements) / sizeof(*enforcements); index++) {
        passwordrules_policy *policy = enforcements[index] != NULL ? policy_of(RULES, enforcements[index]) : NULL;
        passwordrules_decision *decision = decision_on(policy, "", PASSWORDRULES_DECIDE_SUGGEST);
        char suggestion[64] = "stale";
        assert_int_equal(passwordrules_decision_refused(decision), 1);
        assert_text(decision, 0, "No password was typed.");
        assert_text(decision, PASSWORDRULES_TEXT_LIST, "No password was typed.");
        assert_int_equal(passwordrules_report_accepted(passwordrules_decision_report(decision)), 0);
        assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), NULL),
                         PASSWORDRULES_OK);
        assert_string_equal(suggestion, "");
        assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
        ASSERT_LOG(decision, {5, "new password for user alice refused: it is empty"});
        passwordrules_decision_free(decision);
        passwordrules_policy_free(policy);
    }
    /* An empty password among several forms refuses the change. */
    passwordrules_policy *policy = policy_of(RULES, "enforce=no");
    passwordrules_decision *decision = decision_on(policy, SHORT, 0);
    passwordrules_context change = PASSWORDRULES_CONTEXT_INIT;
    change.user = "alice";
    assert_int_equal(passwordrules_decision_add(decision, policy, &change, "", 0), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_int_equal(form_of(decision), 1);
    assert_int_equal(passwordrules_decision_add(decision, policy, &change, GOOD, sizeof(GOOD) - 1), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_text(decision, 0, "No password was typed.");
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void debugging_logs_acceptance_once(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_decision *decision = decision_on(policy, GOOD, PASSWORDRULES_DECIDE_DEBUG);
    assert_log(decision, NULL, 0);
    for (int time = 0; time < 2; time++) {
        assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
        ASSERT_LOG(decision, {7, "new password for user alice accepted"});
    }
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void refusal_has_a_suggestion_on_request(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_decision *decision = decision_on(policy, SHORT, PASSWORDRULES_DECIDE_SUGGEST);
    char suggestion[PASSWORDRULES_GENERATE_MAX + 1];
    size_t needed = 0;
    assert_int_equal(passwordrules_decision_take_suggestion(decision, NULL, 0, &needed), PASSWORDRULES_ERANGE);
    assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, 5, NULL), PASSWORDRULES_ERANGE);
    assert_string_equal(suggestion, "");
    assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), &needed), PASSWORDRULES_OK);
    assert_int_equal(needed, strlen(suggestion) + 1);
    assert_int_equal(policy_accepts(policy, suggestion), 1);
    /* The suggestion can be taken only once. */
    assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), &needed), PASSWORDRULES_OK);
    assert_string_equal(suggestion, "");
    passwordrules_decision_free(decision);
    const struct {
        const char *password;
        unsigned flags;
    } without[] = {{SHORT, 0}, {GOOD, PASSWORDRULES_DECIDE_SUGGEST}};
    for (size_t index = 0; index < 2; index++) {
        decision = decision_on(policy, without[index].password, without[index].flags);
        assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), &needed), PASSWORDRULES_OK);
        assert_string_equal(suggestion, "");
        passwordrules_decision_free(decision);
    }
    passwordrules_policy_free(policy);
}

/* ---- Several forms ---- */

static void each_form_must_meet_the_policy(void **state)
{
    (void)state;
    const struct {
        const char *forms[3];
        int is_refused;
        size_t form;
    } cases[] = {
        {{GOOD, GOOD, GOOD}, 0, 0}, {{GOOD, SHORT, GOOD}, 1, 1}, {{SHORT, GOOD, GOOD}, 1, 0}, {{GOOD, SHORT, "x"}, 1, 1},
        {{GOOD, NOT_TEXT, GOOD}, 0, 0}, {{NOT_TEXT, GOOD, NOT_TEXT}, 0, 1}, {{NOT_TEXT, NOT_TEXT, NOT_TEXT}, 1, 0},
        {{NOT_TEXT, GOOD, SHORT}, 1, 2},
    };
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_decision *decision = decision_on(policy, cases[index].forms[0], 0);
        for (size_t form = 1; form < 3; form++) {
            const char *text = cases[index].forms[form];
            assert_int_equal(passwordrules_decision_add(decision, policy, &context, text, strlen(text)), PASSWORDRULES_OK);
        }
        assert_int_equal(passwordrules_decision_refused(decision), cases[index].is_refused);
        assert_int_equal(form_of(decision), cases[index].form);
        passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
        assert_int_equal(passwordrules_decision_log(decision, 0, &line) == PASSWORDRULES_OK, cases[index].is_refused);
        assert_int_equal(passwordrules_decision_log(decision, 1, &line), PASSWORDRULES_ERANGE);
        passwordrules_decision_free(decision);
    }
    passwordrules_policy_free(policy);
}

static void unchecked_form_refuses(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    passwordrules_decision *decision = decision_on(policy, GOOD, 0);
    assert_int_equal(passwordrules_decision_add(decision, NULL, &context, GOOD, strlen(GOOD)), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_null(passwordrules_decision_report(decision));
    assert_int_equal(passwordrules_decision_add(decision, policy, &context, GOOD, strlen(GOOD)), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

/* ---- Data that is unavailable ---- */

static void enforced_policy_needs_the_old_password(void **state)
{
    (void)state;
    const char *const enforcements[] = {"enforce=yes", "enforce=warn", "enforce=audit", "enforce=no"};
    for (size_t index = 0; index < 4; index++) {
        const char *const settings[] = {RULES, enforcements[index]};
        passwordrules_policy *policy = policy_with(settings, 2);
        const unsigned flags = PASSWORDRULES_DECIDE_OLD_UNKNOWN;
        passwordrules_decision *decision = decision_on(policy, "", flags | PASSWORDRULES_DECIDE_AHEAD);
        assert_int_equal(passwordrules_decision_refused(decision), index == 0);
        assert_null(passwordrules_decision_report(decision));
        assert_text(decision, PASSWORDRULES_TEXT_LIST,
                    index > 0 ? ""
                              : "The user account could not be looked up, so the password was not changed. Please tell your "
                                "administrator.");
        if (index < 3)
            ASSERT_LOG(decision, {3, "cannot ask for the old password of user alice"});
        passwordrules_decision_free(decision);
        decision = decision_on(policy, GOOD, flags);
        assert_int_equal(passwordrules_decision_refused(decision), index == 0);
        assert_int_equal(passwordrules_decision_report(decision) != NULL, index == 1 || index == 2);
        passwordrules_decision_free(decision);
        passwordrules_policy_free(policy);
    }
}

static void decision_ahead_cannot_be_accepted(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    passwordrules_decision *decision = decision_on(policy, "", PASSWORDRULES_DECIDE_AHEAD);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_add(decision, policy, &context, GOOD, strlen(GOOD)), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

/* The name of a service cannot forge a line of the log. */
static void service_has_a_name(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    static const char *const services[] = {NULL, "", "ldap\nroot logged in", "LDAP"};
    for (size_t index = 0; index < sizeof(services) / sizeof(*services); index++) {
        passwordrules_decision *decision = NULL;
        context.service = services[index];
        assert_int_equal(passwordrules_decide(policy, &context, GOOD, strlen(GOOD), PASSWORDRULES_DECIDE_SERVICE, &decision),
                         PASSWORDRULES_EINVAL);
        assert_int_equal(passwordrules_decide_load(PASSWORDRULES_EPOLICY, NULL, &context, PASSWORDRULES_DECIDE_SERVICE, &decision),
                         PASSWORDRULES_EINVAL);
        assert_null(decision);
    }
    passwordrules_policy_free(policy);
}

static void damaged_list_is_logged(void **state)
{
    (void)state;
    char text[512];
    for (int is_optional = 0; is_optional < 2; is_optional++) {
        static const char damage = 'x';
        write_list();
        snprintf(text, sizeof(text), "rules = minlength: 12\nblocklist = exact %s%s\n", is_optional ? "optional " : "", other_path);
        write_policy(text);
        passwordrules_policy *policy = STALE;
        assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, PASSWORDRULES_POLICY_ONE_CHANGE, &policy, NULL),
                         PASSWORDRULES_OK);
        write_bytes(other_path, &damage, 1);
        passwordrules_decision *decision = decision_on(policy, GOOD, 0);
        assert_int_equal(passwordrules_decision_refused(decision), !is_optional);
        passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
        assert_int_equal(passwordrules_decision_log(decision, 0, &line), PASSWORDRULES_OK);
        assert_int_equal(line.priority, is_optional ? 4 : 3);
        assert_string_equal(line.text, is_optional
                                           ? "an optional blocklist of the policy is damaged or cannot be read, so the new password "
                                             "of user alice was not compared with it; \"passwordrules blocklist verify\" shows where"
                                           : "a blocklist of the policy is damaged or cannot be read; \"passwordrules blocklist "
                                             "verify\" shows where");
        passwordrules_decision_free(decision);
        passwordrules_policy_free(policy);
    }
}

/* ---- After a load ---- */

static passwordrules_decision *decision_after(int status, const passwordrules_diagnostics *diagnostics,
                                              const passwordrules_context *context, unsigned flags)
{
    passwordrules_decision *decision = STALE;
    assert_int_equal(passwordrules_decide_load(status, diagnostics, context, flags, &decision), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_accept(decision), PASSWORDRULES_OK);
    assert_null(passwordrules_decision_report(decision));
    return decision;
}

static void broken_policy_refuses_and_is_shown_to_root(void **state)
{
    (void)state;
    char expected[1024];
    passwordrules_context context = alice();
    write_policy("rulse = minlength: 8\n");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    passwordrules_decision *decision = decision_after(PASSWORDRULES_EPOLICY, diagnostics, &context, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    snprintf(expected, sizeof(expected),
             "%s:1:1: unknown key \"rulse\"; did you mean \"rules\"? See \"passwordrules policy --check\". Password change for user "
             "alice refused.", policy_path);
    ASSERT_LOG(decision, {3, expected});
    assert_text(decision, PASSWORDRULES_TEXT_LIST,
                "The password policy on this machine could not be applied, so the password was not changed. Please tell your "
                "administrator.");
    passwordrules_decision_free(decision);

    context.service = "passwd";
    context.by_administrator = 1;
    decision = decision_after(PASSWORDRULES_EPOLICY, diagnostics, &context, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(enforcement_of(decision), PASSWORDRULES_ENFORCE_WARN);
    snprintf(expected, sizeof(expected),
             "Warning: the password policy on this machine has a mistake. The new password will not be checked.\n"
             "%s:1:1: unknown key \"rulse\"; did you mean \"rules\"?\n"
             "\"passwordrules policy --check\" shows everything that is wrong with it.", policy_path);
    assert_text(decision, PASSWORDRULES_TEXT_LIST, expected);
    passwordrules_decision_free(decision);

    context.service = "ldap";
    decision = decision_after(PASSWORDRULES_EPOLICY, diagnostics, &context, PASSWORDRULES_DECIDE_SERVICE);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_text(decision, 0,
                "The password policy of this server cannot be applied, so the password was not changed. Please tell your "
                "administrator.");
    passwordrules_decision_free(decision);
    passwordrules_diagnostics_free(diagnostics);
}

/* Only whole sentences are written, as many as fit. */
static void text_is_cut_between_sentences(void **state)
{
    static const char first[] = "Warning: the password policy on this machine has a mistake. The new password will not be checked.";

    (void)state;
    char text[1024], whole[1024];
    passwordrules_context context = alice();
    context.service = "passwd";
    context.by_administrator = 1;
    write_policy("rulse = minlength: 8\n");
    passwordrules_diagnostics *diagnostics = fail_to_load(NULL, 0);
    passwordrules_decision *decision = decision_after(PASSWORDRULES_EPOLICY, diagnostics, &context, 0);
    assert_int_equal(passwordrules_decision_text(decision, 0, 0, NULL, whole, sizeof(whole), NULL), PASSWORDRULES_OK);
    for (size_t limit = strlen(whole); limit > 0; limit--) {
        assert_int_equal(passwordrules_decision_text(decision, 0, limit, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
        const size_t length = strlen(text);
        assert_true(length <= limit);
        if (limit == strlen(whole))
            assert_string_equal(text, whole);
        else if (limit >= strlen(first) + strlen(" ..."))
            assert_true(strncmp(text, first, strlen(first)) == 0 && strchr(".?", text[length - 5]) != NULL &&
                        strcmp(text + length - 4, " ...") == 0);
        else if (limit >= 3)
            assert_true(length == limit && strcmp(text + length - 3, "...") == 0 && strncmp(text, first, length - 3) == 0);
        else
            assert_string_equal(text, "");
    }
    passwordrules_decision_free(decision);
    passwordrules_diagnostics_free(diagnostics);
}

/* Diagnostics without a reason exempt nobody. */
static void status_alone_refuses(void **state)
{
    (void)state;
    passwordrules_context context = alice();
    context.service = "passwd";
    context.by_administrator = 1;
    passwordrules_decision *decision = decision_after(PASSWORDRULES_ENOMEM, NULL, &context, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    ASSERT_LOG(decision, {2, "out of memory. Password change for user alice refused."});
    passwordrules_decision_free(decision);
    decision = decision_after(PASSWORDRULES_EPOLICY, NULL, &context, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    passwordrules_decision_free(decision);
    decision = decision_after(PASSWORDRULES_OK, NULL, &context, 0);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_log(decision, NULL, 0);
    passwordrules_decision_free(decision);
}

static void skipped_list_is_logged(void **state)
{
    (void)state;
    char expected[256];
    passwordrules_context context = alice();
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    write_policy("rules = minlength: 8\nblocklist = optional /nowhere/list\n");
    assert_int_equal(passwordrules_policy_load(policy_path, NULL, 0, 0, &policy, &diagnostics), PASSWORDRULES_OK);
    const struct {
        unsigned flags;
        const char *end;
    } ends[] = {
        {0, "It is optional, so the new password of user alice is not compared with it."},
        {PASSWORDRULES_DECIDE_SERVICE, "The new password of ldap user alice is not compared with it."},
    };
    for (size_t index = 0; index < 2; index++) {
        context.service = "ldap";
        passwordrules_decision *decision = decision_after(PASSWORDRULES_OK, diagnostics, &context, ends[index].flags);
        assert_int_equal(passwordrules_decision_refused(decision), 0);
        snprintf(expected, sizeof(expected), "%s:2:13: blocklist /nowhere/list is missing. %s", policy_path, ends[index].end);
        passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
        assert_int_equal(passwordrules_decision_log(decision, 0, &line), PASSWORDRULES_OK);
        assert_int_equal(line.priority, 4);
        assert_string_equal(line.text + strlen(line.text) - strlen(ends[index].end), ends[index].end);
        passwordrules_decision_free(decision);
    }
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_policy_free(policy);
}

/* ---- Names and mistakes ---- */

static void name_cannot_forge_a_log_line(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    context.user = "e\nve\x7f";
    passwordrules_decision *decision = STALE;
    assert_int_equal(passwordrules_decide(policy, &context, SHORT, strlen(SHORT), 0, &decision), PASSWORDRULES_OK);
    ASSERT_LOG(decision, {5, "new password for user e?ve? refused: minlength"});
    passwordrules_decision_free(decision);
    context.user = NULL;
    context.service = "mariadb";
    assert_int_equal(passwordrules_decide(policy, &context, SHORT, strlen(SHORT), PASSWORDRULES_DECIDE_SERVICE, &decision),
                     PASSWORDRULES_OK);
    ASSERT_LOG(decision, {5, "new password for mariadb user unknown refused: minlength"});
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

/* ---- History ---- */

#define USED_LIST "This password is not acceptable:\n  - was used before"
#define UNKNOWN_TEXT "Your earlier passwords could not be read or saved, so the password was not changed. " \
                     "Please tell your administrator."
#define UNKNOWN_LOG "cannot read or save the earlier passwords of user alice, which the policy's key history needs"

static passwordrules_context alice_with_history(void)
{
    passwordrules_context context = alice();
    context.has_history = 1;
    return context;
}

static unsigned awaited_by(const passwordrules_decision *decision)
{
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    assert_int_equal(passwordrules_decision_get_info(decision, &info), PASSWORDRULES_OK);
    return info.history;
}

/* The outcome about the history: 0 if there is none, 1 if it is not met, 2 if it is met. */
static int history_in(const passwordrules_decision *decision)
{
    const passwordrules_report *report = passwordrules_decision_report(decision);
    int found = 0;
    for (size_t index = 0; report != NULL && index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        assert_int_equal(passwordrules_report_outcome(report, index, &outcome), PASSWORDRULES_OK);
        if (outcome.kind == PASSWORDRULES_KIND_HISTORY)
            found = outcome.met ? 2 : 1;
    }
    return found;
}

static void history_is_awaited_only_if_all_else_is_met(void **state)
{
    (void)state;
    const struct {
        const char *setting, *password;
        int has_history;
        unsigned awaited;
    } cases[] = {
        {"history=5", GOOD, 1, 5}, {"history=5", GOOD, 0, 0}, {"history=5", SHORT, 1, 0}, {"history=5", "", 1, 0},
        {"retry=1", GOOD, 1, 0},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_policy *policy = policy_of(RULES, cases[index].setting);
        passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
        passwordrules_context context = alice();
        passwordrules_decision *decision = STALE;
        context.has_history = cases[index].has_history;
        assert_int_equal(passwordrules_policy_get_info(policy, &info), PASSWORDRULES_OK);
        assert_int_equal(info.history, strcmp(cases[index].setting, "history=5") == 0 ? 5 : 0);
        assert_int_equal(passwordrules_decide(policy, &context, cases[index].password, strlen(cases[index].password), 0,
                                              &decision),
                         PASSWORDRULES_OK);
        assert_int_equal(awaited_by(decision), cases[index].awaited);
        /* A change is refused if the caller says that it has hashes of earlier passwords, but does not compare them. */
        assert_int_equal(passwordrules_decision_refused(decision), cases[index].awaited > 0 || strcmp(cases[index].password, GOOD) != 0);
        assert_int_equal(history_in(decision), 0);
        passwordrules_decision_free(decision);
        passwordrules_policy_free(policy);
    }
}

static void used_password_is_refused(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, "history=5");
    passwordrules_context context = alice_with_history();
    for (int result = PASSWORDRULES_HISTORY_NEW; result <= PASSWORDRULES_HISTORY_UNKNOWN; result++) {
        passwordrules_decision *decision = STALE;
        char suggestion[PASSWORDRULES_GENERATE_MAX + 1];
        assert_int_equal(passwordrules_decide(policy, &context, GOOD, strlen(GOOD), PASSWORDRULES_DECIDE_SUGGEST, &decision),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, result), PASSWORDRULES_OK);
        assert_int_equal(awaited_by(decision), 0);
        assert_int_equal(passwordrules_decision_refused(decision), result != PASSWORDRULES_HISTORY_NEW);
        const int expected[] = {0, 2, 1, 0};
        assert_int_equal(history_in(decision), expected[result]);
        assert_text(decision, PASSWORDRULES_TEXT_LIST,
                    result == PASSWORDRULES_HISTORY_NEW    ? ""
                    : result == PASSWORDRULES_HISTORY_USED ? USED_LIST
                                                           : UNKNOWN_TEXT);
        if (result == PASSWORDRULES_HISTORY_USED)
            ASSERT_LOG(decision, {5, "new password for user alice refused: history"});
        else if (result == PASSWORDRULES_HISTORY_UNKNOWN)
            ASSERT_LOG(decision, {3, UNKNOWN_LOG});
        else
            assert_log(decision, NULL, 0);
        assert_int_equal(passwordrules_decision_take_suggestion(decision, suggestion, sizeof(suggestion), NULL), PASSWORDRULES_OK);
        assert_int_equal(suggestion[0] != '\0', result == PASSWORDRULES_HISTORY_USED);
        passwordrules_decision_free(decision);
    }
    passwordrules_policy_free(policy);
}

/* A result about the history counts only while the decision awaits one. An unknown history also counts later. */
static void late_history_counts_only_if_unknown(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, "history=5");
    passwordrules_context context = alice_with_history(), without = alice();
    passwordrules_decision *decision = STALE;
    assert_int_equal(passwordrules_decide(policy, &context, GOOD, strlen(GOOD), 0, &decision), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_NEW), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_USED), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_UNKNOWN), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    assert_text(decision, 0, UNKNOWN_TEXT);
    /* No later result or form can make the decision accept. */
    assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_NEW), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_add(decision, policy, &context, GOOD, strlen(GOOD)), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 1);
    passwordrules_decision_free(decision);
    assert_int_equal(passwordrules_decide(policy, &without, GOOD, strlen(GOOD), 0, &decision), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_add_history(decision, policy, &without, PASSWORDRULES_HISTORY_USED), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_decision_refused(decision), 0);
    assert_int_equal(history_in(decision), 0);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

static void unknown_history_refuses_ahead(void **state)
{
    (void)state;
    const char *const settings[] = {"enforce=yes", "enforce=warn", "enforce=audit", "enforce=no"};
    const char *const texts[] = {UNKNOWN_TEXT, "Warning: the user's earlier passwords could not be read or saved.", "", ""};
    for (size_t index = 0; index < 4; index++) {
        passwordrules_policy *policy = policy_of(RULES, settings[index]);
        passwordrules_context context = alice();
        passwordrules_decision *decision = STALE;
        assert_int_equal(passwordrules_decide(policy, &context, NULL, 0, PASSWORDRULES_DECIDE_AHEAD, &decision), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_UNKNOWN), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_decision_refused(decision), index == 0);
        assert_text(decision, 0, texts[index]);
        if (index < 3)
            ASSERT_LOG(decision, {3, UNKNOWN_LOG});
        else
            assert_log(decision, NULL, 0);
        assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_NEW), PASSWORDRULES_EINVAL);
        assert_int_equal(passwordrules_decision_refused(decision), 1);
        passwordrules_decision_free(decision);
        passwordrules_policy_free(policy);
    }
}

/* After an error the decision refuses, even if it accepted before. */
static void wrong_history_refuses(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, "history=5");
    passwordrules_context context = alice_with_history();
    const struct {
        const passwordrules_policy *policy;
        const passwordrules_context *context;
        int result;
    } cases[] = {
        {NULL, &context, PASSWORDRULES_HISTORY_NEW}, {policy, NULL, PASSWORDRULES_HISTORY_NEW},
        {policy, &context, 0}, {policy, &context, 4}, {policy, &context, -1},
    };
    for (size_t index = 0; index < sizeof(cases) / sizeof(*cases); index++) {
        passwordrules_decision *decision = STALE;
        assert_int_equal(passwordrules_decide(policy, &context, GOOD, strlen(GOOD), 0, &decision), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_decision_add_history(decision, cases[index].policy, cases[index].context, cases[index].result),
                         PASSWORDRULES_EINVAL);
        assert_int_equal(passwordrules_decision_refused(decision), 1);
        assert_int_equal(awaited_by(decision), 0);
        assert_int_equal(passwordrules_decision_add_history(decision, policy, &context, PASSWORDRULES_HISTORY_NEW), PASSWORDRULES_OK);
        assert_int_equal(passwordrules_decision_refused(decision), 1);
        passwordrules_decision_free(decision);
    }
    assert_int_equal(passwordrules_decision_add_history(NULL, policy, &context, PASSWORDRULES_HISTORY_NEW), PASSWORDRULES_EINVAL);
    passwordrules_policy_free(policy);
}

static void rules_name_the_history_if_it_is_compared(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of("rules=minlength: 12;", "history=5");
    for (int has_history = 0; has_history <= 1; has_history++) {
        passwordrules_context context = alice();
        char text[256];
        context.has_history = has_history;
        assert_int_equal(passwordrules_policy_describe(policy, &context, NULL, text, sizeof(text), NULL), PASSWORDRULES_OK);
        assert_string_equal(text, has_history ? "Password rules:\n  - at least 12 characters\n  - none of your previous 5 passwords"
                                              : "Password rules:\n  - at least 12 characters");
    }
    passwordrules_policy_free(policy);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(RULES, NULL);
    passwordrules_context context = alice();
    passwordrules_decision *decision = STALE;
    char text[8];
    assert_int_equal(passwordrules_decide(NULL, &context, SHORT, strlen(SHORT), 0, &decision), PASSWORDRULES_EINVAL);
    assert_null(decision);
    assert_int_equal(passwordrules_decide(policy, NULL, "", 0, 0, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide(policy, &context, NULL, 1, 0, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide(policy, &context, "", TOO_LONG, 0, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide(policy, &context, "", 0, 32, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide(policy, &context, "", 0, 1u << 16, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide(policy, &context, "", 0, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide_load(0, NULL, NULL, 0, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide_load(0, NULL, &context, 1, &decision), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decide_load(0, NULL, &context, 0, NULL), PASSWORDRULES_EINVAL);
    assert_null(decision);
    assert_int_equal(passwordrules_decision_add(NULL, policy, &context, "", 0), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_accept(NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_refused(NULL), 1);
    assert_null(passwordrules_decision_report(NULL));
    assert_int_equal(passwordrules_decision_text(NULL, 0, 0, NULL, text, sizeof(text), NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_take_suggestion(NULL, text, sizeof(text), NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_log(NULL, 0, NULL), PASSWORDRULES_EINVAL);
    assert_int_equal(passwordrules_decision_get_info(NULL, NULL), PASSWORDRULES_EINVAL);
    passwordrules_decision_free(NULL);
    decision = decision_on(policy, SHORT, 0);
    assert_int_equal(passwordrules_decision_text(decision, 4, 0, NULL, text, sizeof(text), NULL), PASSWORDRULES_EINVAL);
    passwordrules_decision_free(decision);
    passwordrules_policy_free(policy);
}

int run_decision_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_password_has_no_text),
        cmocka_unit_test(refusal_is_logged_without_numbers),
        cmocka_unit_test(text_keeps_its_limit),
        cmocka_unit_test(text_is_cut_between_sentences),
        cmocka_unit_test_teardown(alternatives_have_own_lists, remove_files),
        cmocka_unit_test(warning_allows_the_change),
        cmocka_unit_test(empty_password_is_always_refused),
        cmocka_unit_test(unenforced_policy_checks_nothing),
        cmocka_unit_test(debugging_logs_acceptance_once),
        cmocka_unit_test(refusal_has_a_suggestion_on_request),
        cmocka_unit_test(each_form_must_meet_the_policy),
        cmocka_unit_test(unchecked_form_refuses),
        cmocka_unit_test(enforced_policy_needs_the_old_password),
        cmocka_unit_test_teardown(decision_ahead_cannot_be_accepted, remove_files),
        cmocka_unit_test_teardown(service_has_a_name, remove_files),
        cmocka_unit_test_teardown(damaged_list_is_logged, remove_files),
        cmocka_unit_test_teardown(broken_policy_refuses_and_is_shown_to_root, remove_files),
        cmocka_unit_test(status_alone_refuses),
        cmocka_unit_test_teardown(skipped_list_is_logged, remove_files),
        cmocka_unit_test(name_cannot_forge_a_log_line),
        cmocka_unit_test(history_is_awaited_only_if_all_else_is_met),
        cmocka_unit_test(used_password_is_refused),
        cmocka_unit_test(late_history_counts_only_if_unknown),
        cmocka_unit_test(unknown_history_refuses_ahead),
        cmocka_unit_test(wrong_history_refuses),
        cmocka_unit_test(rules_name_the_history_if_it_is_compared),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("decisions", tests, make_folder, remove_folder);
}
