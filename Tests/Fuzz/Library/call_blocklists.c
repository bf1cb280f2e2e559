#include "calls.h"

/* b blocklist_open, B blocklist_lookup, i blocklist_get_info, z blocklist_free */

/* A list of the words "password", "letmein" and "dragon", by passwordrules-blocklist(5). */
static const unsigned char three_words[] = {
    0x89, 0x50, 0x57, 0x52, 0x42, 0x0d, 0x0a, 0x1a, 0x02, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00,
    0x01, 0x03, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x5c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x33, 0xfe, 0x5d, 0x6d, 0xd9, 0x5f, 0x38, 0xd4,
    0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x05, 0xaf, 0x20, 0x34, 0x9b, 0xd4, 0xc7, 0x27,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x92, 0x16, 0x9e, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xe4, 0x61, 0xaa, 0x5b, 0xb1, 0x78, 0x89, 0xaf, 0xfc, 0x75, 0xa8, 0xb7
};

/* The list, with some bytes put over it if the text has any: their place, then the bytes; or only the text. */
static void write_list(const struct record *record) {
    unsigned char bytes[sizeof three_words];
    memcpy(bytes, three_words, sizeof bytes);
    size_t length = sizeof bytes;
    if (record->second >= 32) {
        file_write(LIST_FILE, record->text, record->length);
        return;
    }
    if (record->second >= 16) /* cut short, by sixteenths */
        length = length * (record->second - 16) / 16;
    if (record->length > 1) {
        size_t place = (unsigned char)record->text[0] % sizeof bytes;
        for (size_t i = 1; i < record->length && place < sizeof bytes; i++)
            bytes[place++] = (unsigned char)record->text[i];
    }
    file_write(LIST_FILE, bytes, length);
}

static void open_list(struct state *state, const struct record *record) {
    static const char *const paths[] = {LIST_PATH, LIST_PATH, LIST_PATH, LIST_PATH, "/nowhere/list", "/", "", NULL};
    const char *path = paths[record->third & 7];
    unsigned flags = record->third < 32 ? record->third >> 3 & PASSWORDRULES_BLOCKLIST_ONE_LOOKUP : record->third;
    bool is_wrong = (flags & ~PASSWORDRULES_BLOCKLIST_ONE_LOOKUP) != 0;
    write_list(record);
    passwordrules_blocklist *list = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_blocklist_open(path, flags, &list, &diagnostics);
    EXPECT((status == PASSWORDRULES_OK) == (list != NULL), "%d", status);
    EXPECT((status == PASSWORDRULES_EBLOCKLIST) == (diagnostics != NULL), "%d", status);
    EXPECT((path != NULL && !is_wrong) || status == PASSWORDRULES_EINVAL, "%d", status);
    bool is_whole = path != NULL && strcmp(path, LIST_PATH) == 0 && record->second < 16 && record->length < 2;
    EXPECT(!is_whole || is_wrong || status == PASSWORDRULES_OK, "%d", status);
    expect_status(status);
    expect_diagnostics(diagnostics);
    EXPECT(passwordrules_blocklist_open(path, flags, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    KEEP(state->lists, record->first, list, passwordrules_blocklist_free);
    KEEP(state->diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

static void look_up(const struct state *state, const struct record *record) {
    const passwordrules_blocklist *list = CHOSEN(state->lists, record->first);
    int match = record->second < 32 ? (int)(record->second & 3) : (int)record->second - 48;
    char *text = text_copy(record);
    size_t length = record->third == 63 ? SIZE_MAX : record->length;
    int found = 12345;
    int status = passwordrules_blocklist_lookup(list, text, length, match, &found);
    expect_status(status);
    EXPECT(found >= 0 && found <= PASSWORDRULES_MATCH_MANGLED, "%d", found);
    /* A caller that ignores the status refuses. */
    EXPECT(status == PASSWORDRULES_OK || found == PASSWORDRULES_MATCH_EXACT, "%d", found);
    EXPECT(list != NULL || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT(length == record->length || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT((match >= 0 && match <= 3) || status == PASSWORDRULES_EINVAL, "%d", status);
    EXPECT(passwordrules_blocklist_lookup(list, text, length, match, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    free(text);
}

static void get_info(const struct state *state, const struct record *record) {
    const passwordrules_blocklist *list = CHOSEN(state->lists, record->first);
    bool is_right;
    passwordrules_blocklist_info *info = struct_make(sizeof *info, record->second, &is_right);
    int status = passwordrules_blocklist_get_info(list, info);
    int wanted = !is_right ? PASSWORDRULES_ESIZE : list == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
    EXPECT(status == wanted, "%d, not %d", status, wanted);
    EXPECT(status != PASSWORDRULES_OK || (info->count >= 1 && info->match >= 1 && info->match <= 3), "%zu", info->count);
    EXPECT(passwordrules_blocklist_get_info(list, NULL) == PASSWORDRULES_EINVAL, "no struct");
    free(info);
}

bool call_blocklists(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'b': open_list(state, record); return true;
    case 'B': look_up(state, record); return true;
    case 'i': get_info(state, record); return true;
    case 'z': KEEP(state->lists, record->first, NULL, passwordrules_blocklist_free); return true;
    default: return false;
    }
}
