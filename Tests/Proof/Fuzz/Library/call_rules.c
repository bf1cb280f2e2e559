#include "calls.h"

/*
 * Calls about rules and reports: p parse, l lint, e shortest_length, c check, a check_into, n report_create,
 * v report_accepted, _progress, _count, _outcome and _message
 */

void expect_diagnostics(const struct state *state, const passwordrules_diagnostics *diagnostics) {
    size_t count = passwordrules_diagnostics_count(diagnostics);
    EXPECT((count == 0) == (diagnostics == NULL), "%zu", count);
    for (size_t i = 0; i < count; i++) {
        passwordrules_diagnostic found = PASSWORDRULES_DIAGNOSTIC_INIT;
        EXPECT(passwordrules_diagnostics_get(diagnostics, i, &found) == PASSWORDRULES_OK, "%zu", i);
        EXPECT(found.severity >= PASSWORDRULES_SEVERITY_NOTE && found.severity <= PASSWORDRULES_SEVERITY_ERROR, "%d",
               found.severity);
        EXPECT(found.code >= 100 && found.code < 400, "%d", found.code);
        EXPECT((found.line == 0) == (found.column == 0), "%zu:%zu", found.line, found.column);
        EXPECT(strlen(found.text) > 10 && strlen(found.text) < 600, "%s", found.text);
        EXPECT(strlen(found.source) < 5000, "%s", found.source);
        EXPECT(strpbrk(found.text, "\r\n\t\033") == NULL, "%s", found.text);
        note(state, "code", found.code);
        note(state, "column", (long long)found.column);
        note_text(state, "diagnostic", found.text);
    }
}

/* Checks that no two of the first outcomes have the same kind, numbers and class. */
static void expect_differences(const passwordrules_report *report, size_t count) {
    struct {
        passwordrules_outcome outcome;
        char characters[96];
    } all[16] = {0};
    for (size_t i = 0; i < count && i < sizeof all / sizeof *all; i++) {
        passwordrules_outcome *one = &all[i].outcome;
        one->size = sizeof *one;
        EXPECT(passwordrules_report_outcome(report, i, one) == PASSWORDRULES_OK, "%zu", i);
        EXPECT(passwordrules_report_class(report, i, all[i].characters, 96, NULL) == PASSWORDRULES_OK, "%zu", i);
        for (size_t j = 0; j < i; j++)
            EXPECT(memcmp(&all[i], &all[j], sizeof *all) != 0, "%s twice", one->rule);
    }
}

/* Checks that a report has pieces only if the password is refused as too easy to guess, and that the pieces have no ranks. */
static void expect_weak_pieces(const struct state *state, const passwordrules_report *report, bool is_easy) {
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    size_t end = 0, index = 0;
    while (passwordrules_report_piece(report, index, &piece) == PASSWORDRULES_OK) {
        EXPECT(is_easy && piece.rank == 0, "%s of rank %zu", piece.name, piece.rank);
        end = expect_piece(state, &piece, end);
        index++;
    }
}

void expect_report(const struct state *state, const passwordrules_report *report) {
    int accepted = passwordrules_report_accepted(report);
    double progress = passwordrules_report_progress(report);
    size_t count = passwordrules_report_count(report);
    bool is_easy = false;
    EXPECT(accepted == 0 || accepted == 1, "%d", accepted);
    EXPECT(progress >= 0 && progress <= 1 && (progress == 1) == (accepted == 1), "%g", progress);
    EXPECT(report != NULL || (count == 0 && accepted == 0), "%zu", count);
    expect_differences(report, count);
    note(state, "accepted", accepted);
    note(state, "progress", (long long)(progress * 1e9));
    for (size_t i = 0; i < count; i++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        EXPECT(passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK, "%zu", i);
        EXPECT(outcome.kind >= 1 && outcome.kind <= PASSWORDRULES_KIND_MIN_GUESSES, "%d", outcome.kind);
        EXPECT(outcome.met == 1 || (outcome.met == 0 && accepted == 0), "%s", outcome.rule);
        char text[512];
        EXPECT(passwordrules_report_message(report, i, NULL, text, sizeof text, NULL) == PASSWORDRULES_OK, "%zu", i);
        note(state, outcome.rule, outcome.met);
        note_text(state, "outcome", text);
        is_easy = is_easy || (outcome.kind == PASSWORDRULES_KIND_MIN_GUESSES && !outcome.met);
    }
    expect_weak_pieces(state, report, is_easy);
}

static void parse(struct state *state, const struct record *record) {
    struct text text = text_make(record, record->second, PASSWORDRULES_PARSE_LENIENT);
    bool has_rules = (record->third & 15) != 13, has_diagnostics = (record->third & 15) != 12;
    passwordrules_rules *rules = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_parse(text.bytes, text.length, text.flags, has_rules ? &rules : NULL,
                                     has_diagnostics ? &diagnostics : NULL);
    expect_status(state, "parse", status, text.is_wrong || !has_rules ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    free(text.copy);
    rules = has_rules ? rules : NULL;
    diagnostics = has_diagnostics ? diagnostics : NULL;
    EXPECT((status == PASSWORDRULES_OK) == (rules != NULL), "%d", status);
    EXPECT(status != PASSWORDRULES_EDESCRIPTOR || (text.flags & PASSWORDRULES_PARSE_LENIENT) == 0, "lenient");
    expect_diagnostics(state, diagnostics);
    KEEP(state->own.rules, record->first, rules, passwordrules_rules_free);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void lint(struct state *state, const struct record *record) {
    struct text text = text_make(record, record->second, 0);
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_lint(text.bytes, text.length, text.flags, &diagnostics);
    expect_status(state, "lint", status, text.is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT(passwordrules_lint(text.bytes, text.length, text.flags, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    free(text.copy);
    expect_diagnostics(state, diagnostics);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void shortest_length(const struct state *state, const struct record *record) {
    static const double entropies[] = {0, 1, 20, 71, 100, 128, -1, 1024.5, 0.1, 13.3};
    const passwordrules_rules *rules = CHOSEN(state, rules, record->first);
    size_t length = 12345;
    double entropy = entropies[record->second % 10];
    int status = passwordrules_shortest_length(rules, entropy, &length);
    expect_status(state, "shortest", status, rules == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    note(state, "shortest length", (long long)length);
    EXPECT((status == PASSWORDRULES_OK) == (length >= 1) && length <= PASSWORDRULES_GENERATE_MAX, "%zu", length);
    EXPECT(passwordrules_shortest_length(rules, entropy, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
}

static void check(struct state *state, const struct record *record) {
    const passwordrules_rules *rules = CHOSEN(state, rules, record->first);
    struct text text = text_make(record, record->third, PASSWORDRULES_CHECK_STRICT_READING);
    passwordrules_report *report = (void *)1;
    int status = passwordrules_check(rules, text.bytes, text.length, text.flags, &report);
    bool is_right = rules != NULL && !text.is_wrong;
    expect_status(state, "check", status, is_right ? PASSWORDRULES_OK : PASSWORDRULES_EINVAL);
    EXPECT((status == PASSWORDRULES_OK) == is_right, "%d", status);
    EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
    EXPECT(passwordrules_check(rules, text.bytes, text.length, text.flags, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    free(text.copy);
    expect_report(state, report);
    KEEP(state->own.reports, record->second, report, passwordrules_report_free);
}

static void check_into(struct state *state, const struct record *record) {
    const passwordrules_rules *rules = CHOSEN(state, rules, record->first);
    passwordrules_report *report = CHOSEN(state, reports, record->second);
    struct text text = text_make(record, record->third, PASSWORDRULES_CHECK_STRICT_READING);
    size_t before = passwordrules_report_count(report);
    int accepted = passwordrules_report_accepted(report);
    int status = passwordrules_check_into(rules, text.bytes, text.length, text.flags, report);
    bool is_right = rules != NULL && report != NULL && !text.is_wrong;
    expect_status(state, "check into", status, is_right ? PASSWORDRULES_OK : PASSWORDRULES_EINVAL);
    free(text.copy);
    /* If the call failed, the report is unchanged. */
    EXPECT(status == PASSWORDRULES_OK ||
               (passwordrules_report_count(report) == before && passwordrules_report_accepted(report) == accepted),
           "%d", status);
    expect_report(state, report);
}

static void create_report(struct state *state, const struct record *record) {
    passwordrules_report *report = NULL;
    EXPECT(passwordrules_report_create(NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    EXPECT(passwordrules_report_create(&report) == PASSWORDRULES_OK && report != NULL, "no memory");
    EXPECT(passwordrules_report_accepted(report) == 0, "a report of no check");
    KEEP(state->own.reports, record->first, report, passwordrules_report_free);
}

bool call_rules(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'p': parse(state, record); return true;
    case 'l': lint(state, record); return true;
    case 'e': shortest_length(state, record); return true;
    case 'c': check(state, record); return true;
    case 'a': check_into(state, record); return true;
    case 'n': create_report(state, record); return true;
    case 'v': expect_report(state, CHOSEN(state, reports, record->first)); return true;
    default: return false;
    }
}
