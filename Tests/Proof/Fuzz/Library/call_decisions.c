#include "calls.h"

/* Calls about decisions: F decide, and all functions that take a decision; U decide_load */

/* Checks that a decision's text, log and report agree. */
static void expect_decision(const struct state *state, const passwordrules_decision *decision) {
    char text[8192];
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    EXPECT(passwordrules_decision_get_info(decision, &info) == PASSWORDRULES_OK, "no info");
    note(state, "refused", passwordrules_decision_refused(decision));
    /* A decision that waits for the history refuses only until it gets the result, and says nothing. */
    const bool is_refused = passwordrules_decision_refused(decision) && info.history == 0;
    note(state, "decided by", info.enforcement);
    EXPECT(!is_refused || info.enforcement == PASSWORDRULES_ENFORCE_YES, "%d", info.enforcement);
    for (unsigned flags = 0; flags <= (PASSWORDRULES_TEXT_LIST | PASSWORDRULES_TEXT_LOGGED); flags++) {
        size_t needed = 0;
        int status = passwordrules_decision_text(decision, flags, 0, NULL, text, sizeof text, &needed);
        EXPECT(status == PASSWORDRULES_OK && needed == strlen(text) + 1, "%d, %zu", status, needed);
        EXPECT(!is_refused || needed > 1, "nothing is said of a refusal");
        status = passwordrules_decision_text(decision, flags, 20, NULL, text, sizeof text, &needed);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        EXPECT((flags & PASSWORDRULES_TEXT_LIST) != 0 || needed <= 21, "%zu", needed);
    }
    passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
    size_t count = 0;
    for (; passwordrules_decision_log(decision, count, &line) == PASSWORDRULES_OK; count++) {
        note(state, "logged", line.priority);
        EXPECT(line.priority >= 2 && line.priority <= 7, "%d", line.priority);
        EXPECT(strchr(line.text, '\n') == NULL, "%s", line.text);
    }
    EXPECT(!is_refused || count > 0, "nothing is logged of a refusal");
    const passwordrules_report *report = passwordrules_decision_report(decision);
    if (report != NULL)
        expect_report(state, report);
}

static bool is_text(const passwordrules_report *report) {
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    for (size_t i = 0; passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK; i++)
        if (outcome.kind == PASSWORDRULES_KIND_ENCODING)
            return false;
    return true;
}

/* Accepts only changes that are not counted, because counting would write the machine's own file. */
static void accept_change(const struct state *state, passwordrules_decision *decision, bool is_ahead) {
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    EXPECT(passwordrules_decision_get_info(decision, &info) == PASSWORDRULES_OK, "no info");
    if (info.enforcement == PASSWORDRULES_ENFORCE_YES)
        expect_status(state, "accept", passwordrules_decision_accept(decision), is_ahead ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
}

static void decide(struct state *state, const struct record *record) {
    const passwordrules_policy *policy = CHOSEN(state, policies, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    const unsigned known = PASSWORDRULES_DECIDE_SUGGEST | PASSWORDRULES_DECIDE_AHEAD | PASSWORDRULES_DECIDE_OLD_UNKNOWN |
                           PASSWORDRULES_DECIDE_SERVICE | PASSWORDRULES_DECIDE_DEBUG;
    const unsigned flags = record->third == 63 ? UINT_MAX : record->third & known;
    struct text text = text_make(record, 0, 0);
    passwordrules_decision *decision = (void *)1;
    int mistake = context_mistake(state, policy, context);
    /* The empty password needs no policy, because every policy refuses it. */
    if (policy == NULL && text.length == 0 && (flags & PASSWORDRULES_DECIDE_AHEAD) == 0)
        mistake = context == NULL ? PASSWORDRULES_EINVAL : is_right ? PASSWORDRULES_OK : PASSWORDRULES_ESIZE;
    if (flags == UINT_MAX && mistake == PASSWORDRULES_OK)
        mistake = PASSWORDRULES_EINVAL;
    int status = passwordrules_decide(policy, context, text.bytes, text.length, flags, &decision);
    /* The name of the service may be invalid. */
    if (status == PASSWORDRULES_EINVAL && (flags & PASSWORDRULES_DECIDE_SERVICE) != 0 && mistake == PASSWORDRULES_OK)
        mistake = PASSWORDRULES_EINVAL;
    expect_status(state, "decide", status, flags == UINT_MAX && mistake != PASSWORDRULES_OK ? ANY_MISTAKE : mistake);
    EXPECT((status == PASSWORDRULES_OK) == (decision != NULL), "%d", status);
    EXPECT(passwordrules_decide(policy, context, text.bytes, text.length, flags, NULL) != PASSWORDRULES_OK, "nowhere");
    bool is_told = false; /* every form could be checked; otherwise the decision refuses without a text */
    if (decision != NULL) {
        char found[PASSWORDRULES_GENERATE_MAX + 1];
        expect_decision(state, decision);
        EXPECT(passwordrules_decision_take_suggestion(decision, found, sizeof found, NULL) == PASSWORDRULES_OK, "none");
        EXPECT(found[0] == '\0' || passwordrules_decision_refused(decision), "a suggestion for an accepted one");
        note(state, "suggested by a decision", found[0] != '\0');
        const bool is_ahead = (flags & PASSWORDRULES_DECIDE_AHEAD) != 0;
        accept_change(state, decision, is_ahead);
        /* If a form that is valid text is refused, the decision refuses, even if other forms are accepted. */
        const bool stays_refused = passwordrules_decision_refused(decision) && is_text(passwordrules_decision_report(decision));
        status = passwordrules_decision_add(decision, policy, context, text.bytes, text.length / 2);
        expect_status(state, "add", status, is_ahead || policy == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
        EXPECT(!stays_refused || passwordrules_decision_refused(decision), "accepted");
        is_told = status == PASSWORDRULES_OK;
        if (is_told)
            expect_decision(state, decision);
    }
    if (decision != NULL && policy != NULL && context != NULL && is_right) {
        const bool is_ahead = (flags & PASSWORDRULES_DECIDE_AHEAD) != 0, was_refused = passwordrules_decision_refused(decision);
        passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
        EXPECT(passwordrules_decision_get_info(decision, &info) == PASSWORDRULES_OK, "no info");
        const int result = 1 + (int)(record->third % 3);
        status = passwordrules_decision_add_history(decision, policy, context, result);
        expect_status(state, "add history", status,
                      is_ahead && result != PASSWORDRULES_HISTORY_UNKNOWN ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
        EXPECT(!was_refused || info.history > 0 || passwordrules_decision_refused(decision), "accepted");
        EXPECT(info.history == 0 || result == PASSWORDRULES_HISTORY_NEW || info.enforcement != PASSWORDRULES_ENFORCE_YES ||
                   passwordrules_decision_refused(decision), "accepted a used one");
        note(state, "history awaited", info.history > 0);
        if (status == PASSWORDRULES_OK && is_told)
            expect_decision(state, decision);
    }
    /* After a mistake, every decision refuses. */
    if (decision != NULL) {
        EXPECT(passwordrules_decision_add(decision, NULL, context, text.bytes, 0) == PASSWORDRULES_EINVAL, "no policy");
        EXPECT(passwordrules_decision_refused(decision) == 1, "not refused");
    }
    passwordrules_decision_free(decision);
    free(text.copy);
    free(context);
}

static void decide_load(const struct state *state, const struct record *record) {
    const passwordrules_diagnostics *diagnostics = CHOSEN(state, diagnostics, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    const int statuses[] = {PASSWORDRULES_OK, PASSWORDRULES_EPOLICY, PASSWORDRULES_ENOMEM, -1};
    const int loaded = statuses[record->third & 3];
    const unsigned flags = (record->third & 4) != 0 ? PASSWORDRULES_DECIDE_SERVICE : 0;
    passwordrules_decision *decision = (void *)1;
    int status = passwordrules_decide_load(loaded, diagnostics, context, flags, &decision);
    int mistake = context == NULL ? PASSWORDRULES_EINVAL : is_right ? PASSWORDRULES_OK : PASSWORDRULES_ESIZE;
    if (status == PASSWORDRULES_EINVAL && flags != 0 && mistake == PASSWORDRULES_OK)
        mistake = PASSWORDRULES_EINVAL;
    expect_status(state, "decide load", status, mistake);
    EXPECT((status == PASSWORDRULES_OK) == (decision != NULL), "%d", status);
    if (decision != NULL) {
        expect_decision(state, decision);
        EXPECT((loaded == PASSWORDRULES_OK) == !passwordrules_decision_refused(decision) ||
                   passwordrules_diagnostics_enforcement(diagnostics, context) == PASSWORDRULES_ENFORCE_WARN, "%d", loaded);
    }
    passwordrules_decision_free(decision);
    free(context);
}

bool call_decisions(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'F': decide(state, record); return true;
    case 'U': decide_load(state, record); return true;
    default: return false;
    }
}
