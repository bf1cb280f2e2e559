#include "calls.h"

/* p parse, l lint, f format, x explain, X explain_in, q rules_free, d diagnostics_count and _get, D diagnostics_free */

void expect_diagnostics(passwordrules_diagnostics *diagnostics) {
    size_t count = passwordrules_diagnostics_count(diagnostics);
    EXPECT((count == 0) == (diagnostics == NULL), "%zu", count);
    for (size_t i = 0; i < count; i++) {
        passwordrules_diagnostic found = {.size = sizeof found};
        EXPECT(passwordrules_diagnostics_get(diagnostics, i, &found) == PASSWORDRULES_OK, "%zu", i);
        EXPECT(found.severity >= PASSWORDRULES_SEVERITY_NOTE && found.severity <= PASSWORDRULES_SEVERITY_ERROR, "%d",
               found.severity);
        EXPECT(found.code >= 100 && found.code < 400, "%d", found.code);
        EXPECT((found.line == 0) == (found.column == 0), "%zu:%zu", found.line, found.column);
        EXPECT(strlen(found.text) > 10 && strlen(found.text) < 600, "%s", found.text);
        EXPECT(strlen(found.source) < 5000, "%s", found.source);
        EXPECT(strpbrk(found.text, "\r\n\t\033") == NULL, "%s", found.text);
    }
}

static void get(const struct state *state, const struct record *record) {
    passwordrules_diagnostics *chosen = CHOSEN(state->diagnostics, record->first);
    size_t count = passwordrules_diagnostics_count(chosen);
    size_t index = record->second == 63 ? SIZE_MAX : record->second;
    bool is_right;
    passwordrules_diagnostic *found = struct_make(sizeof *found, record->third, &is_right);
    int status = passwordrules_diagnostics_get(chosen, index, found);
    int wanted = !is_right        ? PASSWORDRULES_ESIZE
                 : chosen == NULL ? PASSWORDRULES_EINVAL
                 : index >= count ? PASSWORDRULES_ERANGE
                                  : PASSWORDRULES_OK;
    EXPECT(status == wanted, "%d, not %d", status, wanted);
    EXPECT(passwordrules_diagnostics_get(chosen, index, NULL) == PASSWORDRULES_EINVAL, "no struct");
    free(found);
}

static void parse(struct state *state, const struct record *record) {
    unsigned flags = record->second < 32 ? record->second & PASSWORDRULES_PARSE_LENIENT : record->second;
    bool is_wrong = (flags & ~PASSWORDRULES_PARSE_LENIENT) != 0;
    char *text = text_copy(record);
    passwordrules_rules *rules = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status;
    switch (record->third & 15) {
    case 13:
        status = passwordrules_parse(text, record->length, flags, NULL, &diagnostics);
        EXPECT(status == PASSWORDRULES_EINVAL, "%d", status);
        rules = NULL;
        break;
    case 14:
        status = passwordrules_parse(NULL, 1 + record->length, flags, &rules, &diagnostics);
        EXPECT(status == PASSWORDRULES_EINVAL && rules == NULL, "%d", status);
        break;
    case 15:
        status = passwordrules_parse(text, SIZE_MAX - record->first, flags, &rules, &diagnostics);
        EXPECT(status == PASSWORDRULES_EINVAL && rules == NULL, "%d", status);
        break;
    case 12: diagnostics = NULL; status = passwordrules_parse(text, record->length, flags, &rules, NULL); break;
    default: status = passwordrules_parse(text, record->length, flags, &rules, &diagnostics);
    }
    free(text);
    expect_status(status);
    EXPECT((status == PASSWORDRULES_OK) == (rules != NULL), "%d", status);
    EXPECT(!is_wrong || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT(status != PASSWORDRULES_EDESCRIPTOR || (flags & PASSWORDRULES_PARSE_LENIENT) == 0, "lenient");
    expect_diagnostics(diagnostics);
    KEEP(state->rules, record->first, rules, passwordrules_rules_free);
    KEEP(state->diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void lint(struct state *state, const struct record *record) {
    unsigned flags = record->second < 48 ? 0 : record->second;
    char *text = text_copy(record);
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_lint(text, record->length, flags, &diagnostics);
    EXPECT(passwordrules_lint(text, record->length, flags, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    free(text);
    EXPECT(flags == 0 || status == PASSWORDRULES_EINVAL, "%d", status);
    expect_status(status);
    expect_diagnostics(diagnostics);
    KEEP(state->diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

/* The output parses again, and is written the same again. */
static void expect_round_trip(const char *text, unsigned flags) {
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics);
    EXPECT(status == PASSWORDRULES_OK && diagnostics == NULL, "%s", text);
    size_t size = strlen(text) + 1, needed;
    char *again = malloc(size);
    status = passwordrules_format(rules, flags, again, size, &needed);
    EXPECT(status == PASSWORDRULES_OK && needed == size && strcmp(again, text) == 0, "%s", text);
    free(again);
    passwordrules_rules_free(rules);
}

static void format(const struct state *state, const struct record *record) {
    unsigned flags = record->second < 32 ? record->second & PASSWORDRULES_FORMAT_MINIFIED : record->second;
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    struct buffer buffer = buffer_make(record->third);
    int status = passwordrules_format(rules, flags, buffer.bytes, buffer.size, buffer.needed_pointer);
    EXPECT(rules != NULL || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT((flags & ~PASSWORDRULES_FORMAT_MINIFIED) == 0 || status == PASSWORDRULES_EINVAL, "%d", status);
    if (status == PASSWORDRULES_OK) {
        expect_round_trip(buffer.bytes, flags);
        EXPECT_EXACT(strlen(buffer.bytes) + 1, passwordrules_format(rules, flags, exact, size, NULL));
    }
    buffer_expect(&buffer, status);
}

static void explain(struct state *state, const struct record *record, bool has_language) {
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    struct buffer buffer = buffer_make(record->third);
    passwordrules_language language;
    int wrong_size = 0, status;
    if (has_language)
        status = passwordrules_explain_in(rules, language_make(&language, state, record->second, &wrong_size),
                                          buffer.bytes, buffer.size, buffer.needed_pointer);
    else
        status = passwordrules_explain(rules, buffer.bytes, buffer.size, buffer.needed_pointer);
    if (status == PASSWORDRULES_OK && !has_language)
        EXPECT_EXACT(strlen(buffer.bytes) + 1, passwordrules_explain(rules, exact, size, NULL));
    EXPECT(!wrong_size || status == PASSWORDRULES_ESIZE, "%d", status);
    EXPECT(rules != NULL || wrong_size || status == PASSWORDRULES_EINVAL, "%d", status);
    buffer_expect(&buffer, status);
}

bool call_rules(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'p': parse(state, record); return true;
    case 'l': lint(state, record); return true;
    case 'f': format(state, record); return true;
    case 'x': explain(state, record, false); return true;
    case 'X': explain(state, record, true); return true;
    case 'q': KEEP(state->rules, record->first, NULL, passwordrules_rules_free); return true;
    case 'd': get(state, record); return true;
    case 'D': KEEP(state->diagnostics, record->first, NULL, passwordrules_diagnostics_free); return true;
    default: return false;
    }
}
