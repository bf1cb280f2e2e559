#include "calls.h"

/*
 * L policy_load, u policy_for_user, I policy_get_info, E policy_enforcement and diagnostics_enforcement, w policy_describe,
 * W policy_describe_in, C policy_check, G policy_check_suggesting, S policy_suggest, Q policy_free
 */

static void load(struct state *state, const struct record *record) {
    static const char *const paths[] = {POLICY_PATH, POLICY_PATH, POLICY_PATH, POLICY_PATH,
                                        POLICY_PATH, "/nowhere/policy", "/", ""};
    const char *path = paths[record->second & 7];
    const unsigned known = PASSWORDRULES_POLICY_OPTIONAL | PASSWORDRULES_POLICY_ONE_CHANGE;
    unsigned flags = record->third < 32 ? record->third & known : record->third;
    file_write(POLICY_FILE, record->text, record->length);
    const char *settings[9] = {0};
    for (size_t i = 0; i < state->settings_count; i++)
        settings[i] = state->settings[i];
    size_t count = state->settings_count;
    bool is_wrong = (flags & ~known) != 0;
    if (record->first >= 56)
        count = record->first == 63 ? SIZE_MAX : count + 1;
    is_wrong = is_wrong || count != state->settings_count;
    passwordrules_policy *policy = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_policy_load(path, count == 0 ? NULL : settings, count, flags, &policy, &diagnostics);
    expect_status(status);
    EXPECT(!is_wrong || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT((status == PASSWORDRULES_OK) == (policy != NULL), "%d", status);
    EXPECT(status != PASSWORDRULES_EPOLICY || diagnostics != NULL, "nothing is said");
    expect_diagnostics(diagnostics);
    EXPECT(passwordrules_policy_load(path, NULL, 0, flags, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    KEEP(state->policies, record->first, policy, passwordrules_policy_free);
    KEEP(state->diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void for_user(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    const char *user = record->third >= 56 ? NULL : record->text;
    passwordrules_policy *found = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_policy_for_user(policy, user, &found, &diagnostics);
    expect_status(status);
    EXPECT((status == PASSWORDRULES_OK) == (found != NULL), "%d", status);
    EXPECT((policy != NULL && user != NULL) || status == PASSWORDRULES_EINVAL, "%d", status);
    expect_diagnostics(diagnostics);
    KEEP(state->policies, record->second, found, passwordrules_policy_free);
    KEEP(state->diagnostics, record->second, diagnostics, passwordrules_diagnostics_free);
}

static void get_info(const struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    bool is_right;
    passwordrules_policy_info *info = struct_make(sizeof *info, record->second, &is_right);
    int status = passwordrules_policy_get_info(policy, info);
    int wanted = !is_right ? PASSWORDRULES_ESIZE : policy == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
    EXPECT(status == wanted, "%d, not %d", status, wanted);
    EXPECT(status != PASSWORDRULES_OK || (info->retry >= 1 && info->retry <= 100), "%u", info->retry);
    EXPECT(passwordrules_policy_get_info(policy, NULL) == PASSWORDRULES_EINVAL, "no struct");
    int is_current = passwordrules_policy_is_current(policy);
    EXPECT(is_current == 0 || (is_current == 1 && policy != NULL), "%d", is_current);
    free(info);
}

passwordrules_context *context_make(const struct state *state, unsigned choice, bool *is_right) {
    *is_right = false;
    if (choice == 63)
        return NULL;
    passwordrules_context *context = struct_make(sizeof *context, choice >> 3, is_right);
    if (!*is_right)
        return context;
    context->user = state->user;
    context->by_root = state->by_root;
    context->expired = state->expired;
    context->service = choice & 1 ? "passwd" : state->user;
    context->full_name = state->full_name;
    context->home = state->home;
    context->old_password = state->old_password;
    context->old_password_length = state->old_password_length;
    return context;
}

/* Whether an old password is NULL, although it has a length. */
static bool lacks_old_password(const struct state *state) {
    return state->old_password == NULL && state->old_password_length > 0;
}

static void enforcement(const struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    const passwordrules_diagnostics *diagnostics = CHOSEN(state->diagnostics, record->third);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    int level = passwordrules_policy_enforcement(policy, context);
    EXPECT(level >= PASSWORDRULES_ENFORCE_NO && level <= PASSWORDRULES_ENFORCE_YES, "%d", level);
    EXPECT((policy != NULL && is_right) || level == PASSWORDRULES_ENFORCE_YES, "%d", level);
    level = passwordrules_diagnostics_enforcement(diagnostics, context);
    EXPECT(level == PASSWORDRULES_ENFORCE_YES || level == PASSWORDRULES_ENFORCE_WARN, "%d", level);
    bool is_root = is_right && state->by_root != 0 && state->expired == 0 && state->old_password == NULL &&
                   state->old_password_length == 0 && context->service != NULL;
    EXPECT((diagnostics != NULL && is_root) || level == PASSWORDRULES_ENFORCE_YES, "%d", level);
    free(context);
}

static void describe(struct state *state, const struct record *record, bool has_language) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    struct buffer buffer = buffer_make(record->third);
    passwordrules_language language;
    int wrong_size = 0, status;
    if (has_language)
        status = passwordrules_policy_describe_in(policy, context,
                                                  language_make(&language, state, record->first >> 1, &wrong_size),
                                                  buffer.bytes, buffer.size, buffer.needed_pointer);
    else
        status = passwordrules_policy_describe(policy, context, buffer.bytes, buffer.size, buffer.needed_pointer);
    if (status == PASSWORDRULES_OK && !has_language)
        EXPECT_EXACT(strlen(buffer.bytes) + 1, passwordrules_policy_describe(policy, context, exact, size, NULL));
    EXPECT((policy != NULL && is_right && !wrong_size) || status != PASSWORDRULES_OK, "%d", status);
    buffer_expect(&buffer, status);
    free(context);
}

static void check(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    char *text = text_copy(record);
    passwordrules_report *report = (void *)1;
    int status = passwordrules_policy_check(policy, context, text, record->length, &report);
    EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
    bool is_possible = policy != NULL && is_right && !lacks_old_password(state);
    /* The policy may be for a user without an account. */
    EXPECT((status == PASSWORDRULES_OK || status == PASSWORDRULES_EACCOUNT) == is_possible, "%d", status);
    /* The empty password is accepted by none. */
    EXPECT(record->length > 0 || passwordrules_report_accepted(report) == 0, "the empty password");
    EXPECT(passwordrules_policy_check(policy, context, text, record->length, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    free(text);
    free(context);
    KEEP(state->reports, record->third, report, passwordrules_report_free);
}

/* Has the same report as a check, and with a refusal a password that is accepted, or none. */
static void check_suggesting(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    char *text = text_copy(record);
    static char found[PASSWORDRULES_GENERATE_MAX + 1];
    memset(found, 'u', sizeof found);
    /* A buffer of a few bytes is too small for most. */
    size_t size = record->third < 32 ? sizeof found : record->third - 31;
    passwordrules_report *report = (void *)1, *other = NULL;
    int status = passwordrules_policy_check_suggesting(policy, context, text, record->length, &report, found, size);
    EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
    EXPECT(passwordrules_policy_check(policy, context, text, record->length, &other) == status, "%d", status);
    EXPECT(strnlen(found, size) < size, "no end");
    EXPECT(size == sizeof found || found[size] == 'u', "written past the end");
    if (status == PASSWORDRULES_OK) {
        int accepted = passwordrules_report_accepted(report);
        EXPECT(accepted == passwordrules_report_accepted(other), "%d", accepted);
        EXPECT(passwordrules_report_count(report) == passwordrules_report_count(other), "another report");
        EXPECT(!accepted || found[0] == '\0', "a suggestion for an accepted one");
    }
    passwordrules_report_free(other);
    if (found[0] != '\0') {
        EXPECT(passwordrules_policy_check(policy, context, found, strlen(found), &other) == PASSWORDRULES_OK, "%s", found);
        EXPECT(passwordrules_report_accepted(other) == 1, "%s", found);
        passwordrules_report_free(other);
    }
    EXPECT(passwordrules_policy_check_suggesting(policy, context, text, record->length, NULL, found, size)
               == PASSWORDRULES_EINVAL, "nowhere");
    free(text);
    free(context);
    KEEP(state->reports, record->third, report, passwordrules_report_free);
}

static void suggest(const struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state->policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    struct buffer buffer = buffer_make(record->third);
    int status = passwordrules_policy_suggest(policy, context, buffer.bytes, buffer.size, buffer.needed_pointer);
    EXPECT((policy != NULL && is_right && !lacks_old_password(state)) || status != PASSWORDRULES_OK, "%d", status);
    if (status == PASSWORDRULES_OK) {
        /* The suggestion is accepted. */
        passwordrules_report *report;
        status = passwordrules_policy_check(policy, context, buffer.bytes, strlen(buffer.bytes), &report);
        EXPECT(status == PASSWORDRULES_OK && passwordrules_report_accepted(report) == 1, "%s", buffer.bytes);
        passwordrules_report_free(report);
    }
    buffer_expect(&buffer, status);
    free(context);
}

bool call_policies(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'L': load(state, record); return true;
    case 'u': for_user(state, record); return true;
    case 'I': get_info(state, record); return true;
    case 'E': enforcement(state, record); return true;
    case 'w': describe(state, record, false); return true;
    case 'W': describe(state, record, true); return true;
    case 'C': check(state, record); return true;
    case 'G': check_suggesting(state, record); return true;
    case 'S': suggest(state, record); return true;
    case 'Q': KEEP(state->policies, record->first, NULL, passwordrules_policy_free); return true;
    default: return false;
    }
}
