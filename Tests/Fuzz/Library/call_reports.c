#include "calls.h"

/*
 * c check, a check_into, n report_create, v report_accepted, _progress and _count, o report_outcome, m report_message,
 * M report_message_in, r report_free
 */

static void expect_report(const passwordrules_report *report) {
    int accepted = passwordrules_report_accepted(report);
    double progress = passwordrules_report_progress(report);
    size_t count = passwordrules_report_count(report);
    EXPECT(accepted == 0 || accepted == 1, "%d", accepted);
    EXPECT(progress >= 0 && progress <= 1 && (progress == 1) == (accepted == 1), "%g", progress);
    EXPECT(report != NULL || (count == 0 && accepted == 0), "%zu", count);
    for (size_t i = 0; i < count; i++) {
        passwordrules_outcome outcome = {.size = sizeof outcome};
        EXPECT(passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK, "%zu", i);
        EXPECT(outcome.kind >= 1 && outcome.kind <= PASSWORDRULES_KIND_NUL, "%d", outcome.kind);
        EXPECT(outcome.met == 1 || (outcome.met == 0 && accepted == 0), "%s", outcome.rule);
        char text[512];
        size_t needed;
        EXPECT(passwordrules_report_message(report, i, text, sizeof text, &needed) == PASSWORDRULES_OK, "%zu", needed);
    }
}

static void check(struct state *state, const struct record *record, bool is_again) {
    unsigned flags = record->third < 48 ? record->third & PASSWORDRULES_CHECK_STRICT_READING : record->third;
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    char *text = text_copy(record);
    size_t length = record->third == 47 ? SIZE_MAX : record->length;
    passwordrules_report *report = (void *)1;
    int status;
    if (is_again) {
        report = CHOSEN(state->reports, record->second);
        size_t before = passwordrules_report_count(report);
        int accepted = passwordrules_report_accepted(report);
        status = passwordrules_check_into(rules, text, length, flags, report);
        /* If the call failed, the report is unchanged. */
        EXPECT(status == PASSWORDRULES_OK ||
                   (passwordrules_report_count(report) == before && passwordrules_report_accepted(report) == accepted),
               "%d", status);
        EXPECT(report != NULL || status == PASSWORDRULES_EINVAL, "%d", status);
    } else {
        status = passwordrules_check(rules, text, length, flags, &report);
        EXPECT((status == PASSWORDRULES_OK) == (report != NULL), "%d", status);
        EXPECT(passwordrules_check(rules, text, length, flags, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
        KEEP(state->reports, record->second, report, passwordrules_report_free);
    }
    free(text);
    bool is_right = rules != NULL && (flags & ~PASSWORDRULES_CHECK_STRICT_READING) == 0 && length == record->length;
    EXPECT(is_again || status == (is_right ? PASSWORDRULES_OK : PASSWORDRULES_EINVAL), "%d", status);
    expect_report(report);
}

static void outcome(const struct state *state, const struct record *record) {
    const passwordrules_report *report = CHOSEN(state->reports, record->first);
    size_t index = record->second == 63 ? SIZE_MAX : record->second;
    bool is_right;
    passwordrules_outcome *found = struct_make(sizeof *found, record->third, &is_right);
    int status = passwordrules_report_outcome(report, index, found);
    int wanted = !is_right                                     ? PASSWORDRULES_ESIZE
                 : report == NULL                              ? PASSWORDRULES_EINVAL
                 : index >= passwordrules_report_count(report) ? PASSWORDRULES_ERANGE
                                                               : PASSWORDRULES_OK;
    EXPECT(status == wanted, "%d, not %d", status, wanted);
    EXPECT(passwordrules_report_outcome(report, index, NULL) == PASSWORDRULES_EINVAL, "no struct");
    free(found);
}

static void message(struct state *state, const struct record *record, bool has_language) {
    const passwordrules_report *report = CHOSEN(state->reports, record->first);
    size_t index = record->text[0] == '-' ? SIZE_MAX : record->second & 7;
    struct buffer buffer = buffer_make(record->third);
    passwordrules_language language;
    int wrong_size = 0, status;
    if (has_language)
        status = passwordrules_report_message_in(
            report, index, language_make(&language, state, record->second >> 1, &wrong_size), buffer.bytes, buffer.size,
            buffer.needed_pointer);
    else
        status = passwordrules_report_message(report, index, buffer.bytes, buffer.size, buffer.needed_pointer);
    if (status == PASSWORDRULES_OK && !has_language)
        EXPECT_EXACT(strlen(buffer.bytes) + 1, passwordrules_report_message(report, index, exact, size, NULL));
    EXPECT(!wrong_size || status == PASSWORDRULES_ESIZE, "%d", status);
    EXPECT(index < passwordrules_report_count(report) || status != PASSWORDRULES_OK, "%d", status);
    buffer_expect(&buffer, status);
}

bool call_reports(struct state *state, const struct record *record) {
    passwordrules_report *report = NULL;
    switch (record->call) {
    case 'c': check(state, record, false); return true;
    case 'a': check(state, record, true); return true;
    case 'n':
        EXPECT(passwordrules_report_create(NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
        EXPECT(passwordrules_report_create(&report) == PASSWORDRULES_OK && report != NULL, "no memory");
        EXPECT(passwordrules_report_accepted(report) == 0, "a report of no check");
        KEEP(state->reports, record->first, report, passwordrules_report_free);
        return true;
    case 'v': expect_report(CHOSEN(state->reports, record->first)); return true;
    case 'o': outcome(state, record); return true;
    case 'm': message(state, record, false); return true;
    case 'M': message(state, record, true); return true;
    case 'r': KEEP(state->reports, record->first, NULL, passwordrules_report_free); return true;
    default: return false;
    }
}
