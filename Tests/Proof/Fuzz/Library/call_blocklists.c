#include "calls.h"

/* b blocklist_open, B blocklist_lookup, A report_add_lookup */

/* A list of the words "password", "letmein" and "dragon", in the format of passwordrules-blocklist(5). */
static const unsigned char three_words[] = {
    0x89, 0x50, 0x57, 0x52, 0x42, 0x0d, 0x0a, 0x1a, 0x02, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00,
    0x01, 0x03, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x5c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x33, 0xfe, 0x5d, 0x6d, 0xd9, 0x5f, 0x38, 0xd4,
    0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x05, 0xaf, 0x20, 0x34, 0x9b, 0xd4, 0xc7, 0x27,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x92, 0x16, 0x9e, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xe4, 0x61, 0xaa, 0x5b, 0xb1, 0x78, 0x89, 0xaf, 0xfc, 0x75, 0xa8, 0xb7
};

void write_whole_list(const struct workspace *workspace) {
    write_file(workspace->list_file, three_words, sizeof three_words);
}

/* Writes the list, or only the record's text. If the list is written, the text overwrites bytes of it: the text's first byte
 * is the offset, and the others are the new bytes. */
static void write_list(const struct state *state, const struct record *record) {
    unsigned char bytes[sizeof three_words];
    memcpy(bytes, three_words, sizeof bytes);
    size_t length = sizeof bytes;
    if (record->second >= 32) {
        write_file(state->workspace->list_file, record->text, record->length);
        return;
    }
    if (record->second >= 16) /* only some sixteenths of the list */
        length = length * (record->second - 16) / 16;
    if (record->length > 1) {
        size_t offset = (unsigned char)record->text[0] % sizeof bytes;
        for (size_t i = 1; i < record->length && offset < sizeof bytes; i++)
            bytes[offset++] = (unsigned char)record->text[i];
    }
    write_file(state->workspace->list_file, bytes, length);
}

static void open_list(struct state *state, const struct record *record) {
    const char *own = state->workspace->list_path;
    const char *const paths[] = {own, own, own, own, "/nowhere/list", "/", "", NULL};
    const char *path = paths[record->third & 7];
    unsigned flags = record->third < 32 ? record->third >> 3 & PASSWORDRULES_BLOCKLIST_ONE_LOOKUP : record->third;
    bool is_wrong = path == NULL || (flags & ~PASSWORDRULES_BLOCKLIST_ONE_LOOKUP) != 0;
    write_list(state, record);
    passwordrules_blocklist *list = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_blocklist_open(path, flags, &list, &diagnostics);
    expect_status(state, "open", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT((status == PASSWORDRULES_OK) == (list != NULL), "%d", status);
    EXPECT((status == PASSWORDRULES_EBLOCKLIST) == (diagnostics != NULL), "%d", status);
    bool is_whole = path == own && record->second < 16 && record->length < 2;
    EXPECT(!is_whole || is_wrong || status == PASSWORDRULES_OK, "%d", status);
    expect_diagnostics(state, diagnostics);
    EXPECT(passwordrules_blocklist_open(path, flags, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    KEEP(state->own.lists, record->first, list, passwordrules_blocklist_free);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void look_up(const struct state *state, const struct record *record) {
    const passwordrules_blocklist *list = CHOSEN(state, lists, record->first);
    int match = record->second < 32 ? (int)(record->second & 3) : (int)record->second - 48;
    struct text text = text_make(record, record->third, ANY_FLAGS);
    bool is_wrong = list == NULL || text.is_wrong || match < 0 || match > 3;
    int found = 12345;
    int status = passwordrules_blocklist_lookup(list, text.bytes, text.length, match, &found);
    expect_status(state, "look-up", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    note(state, "found", found);
    EXPECT(found >= 0 && found <= PASSWORDRULES_MATCH_MANGLED, "%d", found);
    /* A caller that ignores the status refuses the password. */
    EXPECT(status == PASSWORDRULES_OK || found == PASSWORDRULES_MATCH_EXACT, "%d", found);
    EXPECT(passwordrules_blocklist_lookup(list, text.bytes, text.length, match, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    free(text.copy);
}

static void add_lookup(const struct state *state, const struct record *record) {
    const passwordrules_blocklist *list = CHOSEN(state, lists, record->first);
    passwordrules_report *report = CHOSEN(state, reports, record->first >> 3);
    int match = record->second < 32 ? (int)(record->second & 3) : (int)record->second - 48;
    struct text text = text_make(record, record->third, ANY_FLAGS);
    bool is_wrong = list == NULL || report == NULL || text.is_wrong || match < 0 || match > 3;
    size_t before = passwordrules_report_count(report);
    int accepted = passwordrules_report_accepted(report);
    int status = passwordrules_report_add_lookup(report, list, text.bytes, text.length, match);
    size_t count = passwordrules_report_count(report);
    expect_status(state, "add look-up", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT(status == PASSWORDRULES_OK ? count == before || count == before + 1 : count == 0, "%zu", count);
    /* A password that was refused stays refused. */
    EXPECT(accepted || !passwordrules_report_accepted(report), "%zu", count);
    expect_report(state, report);
    free(text.copy);
}

bool call_blocklists(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'b': open_list(state, record); return true;
    case 'B': look_up(state, record); return true;
    case 'A': add_lookup(state, record); return true;
    default: return false;
    }
}
