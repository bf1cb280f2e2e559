#include "calls.h"

/*
 * Calls about policies: L policy_load and policy_load_pwquality, P policy_load_pam_line, u policy_for_user, h
 * policy_for_service_account, E policy_enforcement, diagnostics_enforcement and policy_at_login, C policy_check,
 * policy_lookup, policy_count_change and policy_count_login, G policy_check_suggesting
 */

passwordrules_context *context_make(const struct state *state, unsigned number, bool *is_right) {
    *is_right = false;
    if (number == 63)
        return NULL;
    passwordrules_context *context = struct_make(sizeof *context, number >> 3, is_right);
    if (!*is_right)
        return context;
    context->user = state->user;
    context->by_administrator = state->by_administrator;
    context->expired = state->expired;
    context->service = number & 1 ? "passwd" : state->user;
    context->full_name = state->full_name;
    context->home = state->home;
    context->old_password = state->old_password;
    context->old_password_length = state->old_password_length;
    context->words = (const char *const *)state->words;
    context->word_count = state->word_count;
    context->groups = (const char *const *)state->words;
    context->group_count = state->word_count;
    context->other_users = (const char *const *)state->words;
    context->other_user_count = state->word_count;
    context->has_history = (number & 2) != 0;
    return context;
}

int context_mistake(const struct state *state, const passwordrules_policy *policy,
                    const passwordrules_context *context) {
    if (context != NULL && context->size != sizeof *context)
        return PASSWORDRULES_ESIZE;
    bool lacks_old_password = state->old_password == NULL && state->old_password_length > 0;
    return policy == NULL || context == NULL || lacks_old_password ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
}

static void load(struct state *state, const struct record *record) {
    const char *own = state->workspace->policy_path;
    const char *const paths[] = {own, own, own, own, own, "/nowhere/policy", "/", ""};
    const char *path = paths[record->second & 7];
    const unsigned known = PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE | PASSWORDRULES_POLICY_ALONE;
    unsigned flags = record->third < 32 ? record->third & known : record->third;
    /* Loads settings without a file. Without PASSWORDRULES_POLICY_ALONE, NULL would load the machine's own policy. */
    if ((flags & PASSWORDRULES_POLICY_ALONE) != 0 && (record->second & 7) == 7)
        path = NULL;
    write_file(state->workspace->policy_file, record->text, record->length);
    const char *settings[9] = {0};
    for (size_t i = 0; i < state->settings_count; i++)
        settings[i] = state->settings[i];
    size_t count = state->settings_count;
    if (record->first >= 56)
        count = record->first == 63 ? SIZE_MAX : count + 1;
    bool is_wrong = (flags & ~known) != 0 || count != state->settings_count;
    passwordrules_policy *policy = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    const char *const *given = count == 0 || record->first == 62 ? NULL : settings;
    const bool has_pwquality = (record->second & 8) != 0;
    int status = has_pwquality ? passwordrules_policy_load_pwquality(path, given, count, flags, &policy, &diagnostics)
                               : passwordrules_policy_load(path, given, count, flags, &policy, &diagnostics);
    expect_status(state, "load", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT((status == PASSWORDRULES_OK) == (policy != NULL), "%d", status);
    EXPECT(status != PASSWORDRULES_EPOLICY || diagnostics != NULL, "nothing is said");
    expect_diagnostics(state, diagnostics);
    EXPECT(passwordrules_policy_load(path, NULL, 0, flags, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    EXPECT(passwordrules_policy_load_pwquality(path, NULL, 0, flags, NULL, NULL) == PASSWORDRULES_EINVAL,
           "nowhere to put it");
    KEEP(state->own.policies, record->first, policy, passwordrules_policy_free);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void load_line(struct state *state, const struct record *record) {
    char config[sizeof state->workspace->policy_path + 8];
    const char *arguments[9];
    size_t count = 0;
    write_file(state->workspace->policy_file, record->text, record->length);
    /* Without "config=", the machine's own policy would be read. */
    snprintf(config, sizeof config, "config=%s", record->second < 60 ? state->workspace->policy_path : "/nowhere/policy");
    for (size_t i = 0; i < state->settings_count; i++)
        /* Settings that name another file are left out. */
        if (strncmp(state->settings[i], "config=", 7) != 0)
            arguments[count++] = state->settings[i];
    arguments[count++] = config;
    bool is_wrong = record->first == 63;
    passwordrules_policy *policy = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_policy_load_pam_line(arguments, is_wrong ? SIZE_MAX : count, &policy, &diagnostics);
    expect_status(state, "load line", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT((status == PASSWORDRULES_OK) == (policy != NULL), "%d", status);
    EXPECT(status != PASSWORDRULES_EPOLICY || diagnostics != NULL, "nothing is said");
    expect_diagnostics(state, diagnostics);
    EXPECT(passwordrules_policy_load_pam_line(arguments, count, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    KEEP(state->own.policies, record->first, policy, passwordrules_policy_free);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void for_user(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    const char *user = record->third >= 56 ? NULL : record->text;
    bool is_right = policy != NULL && user != NULL;
    passwordrules_policy *found = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_policy_for_user(policy, user, &found, &diagnostics);
    expect_status(state, "for user", status, is_right ? PASSWORDRULES_OK : PASSWORDRULES_EINVAL);
    EXPECT((status == PASSWORDRULES_OK) == (found != NULL), "%d", status);
    expect_diagnostics(state, diagnostics);
    KEEP(state->own.policies, record->second, found, passwordrules_policy_free);
    KEEP(state->own.diagnostics, record->second, diagnostics, passwordrules_diagnostics_free);
}

static bool is_service(const char *name) {
    return name != NULL && name[0] != '\0' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.:@_") == strlen(name);
}

static void for_service_account(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->third, &is_right);
    passwordrules_policy *found = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int mistake = context == NULL || policy == NULL          ? PASSWORDRULES_EINVAL
                  : !is_right                                ? PASSWORDRULES_ESIZE
                  : !is_service(context->service)            ? PASSWORDRULES_EINVAL
                                                             : PASSWORDRULES_OK;
    int status = passwordrules_policy_for_service_account(policy, context, &found, &diagnostics);
    expect_status(state, "for service account", status, mistake);
    EXPECT((status == PASSWORDRULES_OK) == (found != NULL), "%d", status);
    expect_diagnostics(state, diagnostics);
    free(context);
    KEEP(state->own.policies, record->second, found, passwordrules_policy_free);
    KEEP(state->own.diagnostics, record->second, diagnostics, passwordrules_diagnostics_free);
}

static void enforcement(const struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    const passwordrules_diagnostics *diagnostics = CHOSEN(state, diagnostics, record->third);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    int level = passwordrules_policy_enforcement(policy, context);
    note(state, "enforcement", level);
    EXPECT(level >= PASSWORDRULES_ENFORCE_NO && level <= PASSWORDRULES_ENFORCE_YES, "%d", level);
    EXPECT((policy != NULL && is_right) || level == PASSWORDRULES_ENFORCE_YES, "%d", level);
    level = passwordrules_diagnostics_enforcement(diagnostics, context);
    note(state, "enforcement after a mistake", level);
    EXPECT(level == PASSWORDRULES_ENFORCE_YES || level == PASSWORDRULES_ENFORCE_WARN, "%d", level);
    bool is_root = is_right && state->by_administrator != 0 && state->expired == 0 && state->old_password == NULL &&
                   state->old_password_length == 0 && context->service != NULL;
    EXPECT((diagnostics != NULL && is_root) || level == PASSWORDRULES_ENFORCE_YES, "%d", level);
    int action = passwordrules_policy_at_login(policy, context);
    note(state, "at a login", action);
    EXPECT(action >= PASSWORDRULES_AT_LOGIN_NO && action <= PASSWORDRULES_AT_LOGIN_CHANGE, "%d", action);
    EXPECT((policy != NULL && is_right) || action == PASSWORDRULES_AT_LOGIN_NO, "%d", action);
    /* Without a service, nobody can be asked to change the password. */
    EXPECT(!is_right || context->service != NULL || action != PASSWORDRULES_AT_LOGIN_CHANGE, "%d", action);
    free(context);
}

/* Counts only changes that add nothing to the counts, because the file of counts is the machine's own. */
static void count_nothing(const struct state *state, const passwordrules_policy *policy,
                          const passwordrules_context *context, const passwordrules_report *report) {
    if (report == NULL || passwordrules_policy_enforcement(policy, context) != PASSWORDRULES_ENFORCE_YES)
        return;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_policy_count_change(policy, context, report, &diagnostics);
    expect_status(state, "count change", status, PASSWORDRULES_OK);
    EXPECT(status == PASSWORDRULES_OK && diagnostics == NULL, "%d", status);
}

/* Checks that a listed password would also be refused as a new password. The login is counted only if this adds nothing to
 * the machine's counts. */
static void look_up(const struct state *state, const passwordrules_policy *policy, const struct text *text,
                    const passwordrules_report *report) {
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    int listed = 12345;
    int status = passwordrules_policy_lookup(policy, text->bytes, text->length, &listed);
    bool is_wrong = policy == NULL || text->is_wrong;
    expect_status(state, "policy look-up", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    note(state, "listed", listed);
    EXPECT(listed == 0 || (listed == 1 && (status == PASSWORDRULES_OK || status == PASSWORDRULES_EBLOCKLIST)), "%d", listed);
    EXPECT(listed == 0 || report == NULL || passwordrules_report_accepted(report) == 0, "listed and accepted");
    EXPECT(passwordrules_policy_lookup(policy, text->bytes, text->length, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    if (passwordrules_policy_at_login(policy, &context) != PASSWORDRULES_AT_LOGIN_NO)
        return;
    passwordrules_diagnostics *diagnostics = (void *)1;
    status = passwordrules_policy_count_login(policy, listed, &diagnostics);
    expect_status(state, "count login", status, policy == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT(diagnostics == NULL, "%d", status);
}

static void check(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    struct text text = text_make(record, record->third, ANY_FLAGS);
    passwordrules_report *report = (void *)1;
    int mistake = context_mistake(state, policy, context);
    if (text.is_wrong && mistake == PASSWORDRULES_OK)
        mistake = PASSWORDRULES_EINVAL;
    int status = passwordrules_policy_check(policy, context, text.bytes, text.length, &report);
    expect_status(state, "policy check", status, mistake);
    EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
    /* The policy may be for a user without an account. */
    EXPECT(mistake != PASSWORDRULES_OK || status == PASSWORDRULES_OK || status == PASSWORDRULES_EACCOUNT, "%d", status);
    /* No policy accepts the empty password. */
    EXPECT(text.length > 0 || passwordrules_report_accepted(report) == 0, "the empty password");
    EXPECT(passwordrules_policy_check(policy, context, text.bytes, text.length, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    count_nothing(state, policy, context, report);
    look_up(state, policy, &text, report);
    free(text.copy);
    free(context);
    expect_report(state, report);
    KEEP(state->own.reports, record->third, report, passwordrules_report_free);
}

/* Checks that the report is the same as that of a check, and that a suggestion, if there is one, is accepted. */
static void check_suggesting(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    struct text text = text_make(record, 0, 0);
    char found[PASSWORDRULES_GENERATE_MAX + 1];
    memset(found, 'u', sizeof found);
    /* A small buffer has room for few suggestions. */
    size_t size = record->third < 32 ? sizeof found : record->third - 31;
    passwordrules_report *report = (void *)1, *other = NULL;
    int status =
        passwordrules_policy_check_suggesting(policy, context, text.bytes, text.length, &report, found, size);
    expect_status(state, "check suggesting", status, context_mistake(state, policy, context));
    EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
    EXPECT(passwordrules_policy_check(policy, context, text.bytes, text.length, &other) == status, "%d", status);
    EXPECT(strnlen(found, size) < size, "no end");
    EXPECT(size == sizeof found || found[size] == 'u', "written past the end");
    note(state, "suggested", found[0] != '\0');
    if (status == PASSWORDRULES_OK) {
        int accepted = passwordrules_report_accepted(report);
        EXPECT(accepted == passwordrules_report_accepted(other), "%d", accepted);
        EXPECT(passwordrules_report_count(report) == passwordrules_report_count(other), "another report");
        EXPECT(!accepted || found[0] == '\0', "a suggestion for an accepted one");
        expect_report(state, report);
    }
    passwordrules_report_free(other);
    if (found[0] != '\0') {
        EXPECT(passwordrules_policy_check(policy, context, found, strlen(found), &other) == PASSWORDRULES_OK, "%s", found);
        EXPECT(passwordrules_report_accepted(other) == 1, "%s", found);
        passwordrules_report_free(other);
    }
    EXPECT(passwordrules_policy_check_suggesting(policy, context, text.bytes, text.length, NULL, found, size) ==
               PASSWORDRULES_EINVAL, "nowhere");
    free(text.copy);
    free(context);
    KEEP(state->own.reports, record->third, report, passwordrules_report_free);
}

bool call_policies(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'L': load(state, record); return true;
    case 'P': load_line(state, record); return true;
    case 'u': for_user(state, record); return true;
    case 'h': for_service_account(state, record); return true;
    case 'E': enforcement(state, record); return true;
    case 'C': check(state, record); return true;
    case 'G': check_suggesting(state, record); return true;
    default: return false;
    }
}
