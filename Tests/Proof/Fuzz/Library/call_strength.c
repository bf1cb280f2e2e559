#include "calls.h"

/*
 * R ranks_open, T strength_estimate and all functions that take an estimate. The list is in the workspace's own file.
 */

/* ---- A list of ranked words, in the format of passwordrules-ranks(5) ---- */

/* The list has a header, the costs of each letter after two others, the end of the only bucket, and entries of 5 bytes. It is
 * padded to a multiple of 32 bytes. */
enum { HEADER = 64, COSTS = 27 * 27 * 27 + 5, ENTRY = 5, WORDS = 5, USED = HEADER + COSTS + 4 + ENTRY * WORDS };
enum { SIZE = (USED + 31) / 32 * 32 };

/* The words of the list. None has an l, which would count as an i. `rank` is twelve times the binary logarithm of the rank. */
static const struct {
    const char *word;
    unsigned char rank;
} words[WORDS] = {{"password", 0}, {"dragon", 80}, {"horse", 120}, {"monkey", 12}, {"correct", 160}};

static void put(unsigned char *bytes, uint64_t number, size_t length) {
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t get(const unsigned char *bytes) {
    uint64_t number = 0;
    for (size_t i = 8; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t key(const char *word) {
    uint64_t sum = 0;
    for (; *word != '\0'; word++)
        sum = sum * 0x9E3779B97F4A7C15 + (unsigned char)*word + 1;
    sum = (sum ^ sum >> 32) * 0xD6E8FEB86659FD93;
    return (sum ^ sum >> 32) * 0xD6E8FEB86659FD93;
}

static uint64_t mix(uint64_t sum, uint64_t number) {
    sum = (sum ^ number) * 0x100000001B3;
    return sum ^ sum >> 29;
}

static uint64_t sum_of_body(const unsigned char *list) {
    uint64_t sums[4] = {0xCBF29CE484222325, 0xCBF29CE484222326, 0xCBF29CE484222327, 0xCBF29CE484222328};
    for (size_t i = HEADER; i < SIZE; i += 8)
        sums[i / 8 % 4] = mix(sums[i / 8 % 4], get(list + i));
    return mix(mix(mix(sums[0], sums[1]), sums[2]), sums[3]);
}

static uint64_t sum_of_header(const unsigned char *list) {
    uint64_t sum = 0xCBF29CE484222325;
    for (size_t i = 0; i < HEADER - 8; i++)
        sum = (sum ^ list[i]) * 0x100000001B3;
    return sum;
}

static void make_list(unsigned char list[SIZE]) {
    memset(list, 0, SIZE);
    memcpy(list, "\x89PWRW\r\n\x1a", 8);
    put(list + 8, 1, 4);
    put(list + 12, HEADER, 4);
    put(list + 24, WORDS, 8);
    put(list + 32, SIZE, 8);
    /* Every letter costs 5 bits. */
    memset(list + HEADER, 80, COSTS - 5);
    unsigned char *entries = list + HEADER + COSTS;
    put(entries, WORDS, 4);
    for (size_t i = 0; i < WORDS; i++) {
        put(entries + 4 + ENTRY * i, key(words[i].word) >> 32, 4);
        entries[4 + ENTRY * i + 4] = words[i].rank;
    }
    put(list + 40, sum_of_body(list), 8);
    put(list + 56, sum_of_header(list), 8);
}

void write_whole_ranks(const struct workspace *workspace) {
    unsigned char list[SIZE];
    make_list(list);
    write_file(workspace->ranks_file, list, SIZE);
}

/* Writes the list with the changes of the record. Returns whether the list is whole and unchanged. */
static bool write_list(struct state *state, const struct record *record) {
    unsigned char list[SIZE], whole[SIZE];
    make_list(whole);
    memcpy(list, whole, SIZE);
    state->ranks_changed = true;
    if (record->second >= 32) { /* only the record's text, without the list */
        write_file(state->workspace->ranks_file, record->text, record->length);
        return false;
    }
    size_t length = SIZE;
    if (record->second >= 16) /* only some sixteenths of the list */
        length = length * (record->second - 16) / 16;
    if (record->length > 1) { /* the text's first byte is an offset, and the others are the new bytes there */
        size_t offset = (unsigned char)record->text[0];
        if (record->second & 8) /* counted from the list's end */
            offset = SIZE - 1 - offset;
        for (size_t i = 1; i < record->length && offset < SIZE; i++)
            list[offset++] = (unsigned char)record->text[i];
    }
    write_file(state->workspace->ranks_file, list, length);
    return length == SIZE && memcmp(list, whole, SIZE) == 0;
}

static void open_ranks(struct state *state, const struct record *record) {
    const char *own = state->workspace->ranks_path;
    const char *const others[] = {own, own, own, own, "/nowhere/ranks", "/", "", NULL};
    const char *paths[5] = {others[record->third & 7], own, own, own, own};
    /* If there is more than one list, all have the same words. */
    static const size_t counts[] = {1, 2, 5, SIZE_MAX, 1, 1, 1, 1};
    size_t count = counts[record->third >> 3 & 7];
    bool is_whole = write_list(state, record), lacks_paths = record->first >= 56;
    bool is_wrong = paths[0] == NULL || count > 5 || lacks_paths;
    passwordrules_ranks *ranks = (void *)1;
    passwordrules_diagnostics *diagnostics = (void *)1;
    int status = passwordrules_ranks_open(lacks_paths ? NULL : paths, count, &ranks, &diagnostics);
    expect_status(state, "ranks", status, is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK);
    EXPECT((status == PASSWORDRULES_OK) == (ranks != NULL), "%d", status);
    EXPECT((status == PASSWORDRULES_ERANKS) == (diagnostics != NULL), "%d", status);
    /* A list is refused if any of its bytes was changed. */
    EXPECT(is_wrong || (status == PASSWORDRULES_OK) == (is_whole && paths[0] == own), "%d", status);
    expect_diagnostics(state, diagnostics);
    EXPECT(passwordrules_ranks_open(paths, 1, NULL, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
    KEEP(state->own.ranks, record->first, ranks, passwordrules_ranks_free);
    KEEP(state->own.diagnostics, record->first, diagnostics, passwordrules_diagnostics_free);
}

/* ---- Estimates ---- */

static int level_of(double guesses_log10) {
    return guesses_log10 < 3 ? PASSWORDRULES_STRENGTH_VERY_WEAK : guesses_log10 < 6 ? PASSWORDRULES_STRENGTH_WEAK
           : guesses_log10 < 8 ? PASSWORDRULES_STRENGTH_FAIR : guesses_log10 < 10 ? PASSWORDRULES_STRENGTH_GOOD
                                                                                  : PASSWORDRULES_STRENGTH_STRONG;
}

size_t expect_piece(const struct state *state, const passwordrules_piece *piece, size_t end) {
    EXPECT(piece->kind >= PASSWORDRULES_PIECE_CHARACTERS && piece->kind <= PASSWORDRULES_PIECE_YEAR, "%d", piece->kind);
    EXPECT(piece->start >= end && piece->end > piece->start && piece->end <= 256, "%zu to %zu", piece->start, piece->end);
    bool is_ranked = piece->kind == PASSWORDRULES_PIECE_WORD || piece->kind == PASSWORDRULES_PIECE_REVERSED_WORD;
    EXPECT(is_ranked || piece->rank == 0, "%s of rank %zu", piece->name, piece->rank);
    EXPECT((piece->rank & (piece->rank - 1)) == 0, "%zu is no power of two", piece->rank);
    note(state, piece->name, (long long)piece->end);
    return piece->end;
}

static void expect_strength(const struct state *state, const passwordrules_strength *strength, size_t length) {
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    EXPECT(passwordrules_strength_get_info(strength, &info) == PASSWORDRULES_OK, "no information");
    EXPECT(info.guesses_log10 >= 0 && info.guesses_log10 < 1000, "%g", info.guesses_log10);
    EXPECT(info.level == level_of(info.guesses_log10), "%g: %d", info.guesses_log10, info.level);
    /* An estimate is cut after 256 scalar values, each of 1 to 4 bytes. */
    EXPECT(info.cut == 1 ? length > 256 : info.cut == 0 && length <= 1024, "%d of %zu", info.cut, length);
    EXPECT(info.advice_count <= 3 && (info.advice_count == 0) == (info.level == 4), "%zu, %d", info.advice_count, info.level);
    EXPECT((info.piece_count == 0) == (length == 0), "%zu of %zu", info.piece_count, length);
    note(state, "guesses in thousandths", (long long)(info.guesses_log10 * 1000));
    note(state, "level", info.level);
    size_t end = 0;
    for (size_t i = 0; i < info.piece_count; i++) {
        passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
        EXPECT(passwordrules_strength_piece(strength, i, &piece) == PASSWORDRULES_OK, "%zu", i);
        end = expect_piece(state, &piece, end);
    }
    for (size_t i = 0; i < info.advice_count; i++) {
        char text[512];
        EXPECT(passwordrules_strength_advice(strength, i, NULL, text, sizeof text, NULL) == PASSWORDRULES_OK, "%zu", i);
        note_text(state, "advice", text);
    }
}

/* Checks that two estimates of the same password are the same. */
static void expect_same(const passwordrules_strength *one, const passwordrules_strength *other) {
    passwordrules_strength_info first = PASSWORDRULES_STRENGTH_INFO_INIT, second = first;
    EXPECT(passwordrules_strength_get_info(one, &first) == PASSWORDRULES_OK, "no information");
    EXPECT(passwordrules_strength_get_info(other, &second) == PASSWORDRULES_OK, "no information");
    EXPECT(first.guesses_log10 == second.guesses_log10, "%g, then %g", first.guesses_log10, second.guesses_log10);
    EXPECT(first.piece_count == second.piece_count, "%zu, then %zu", first.piece_count, second.piece_count);
}

static void estimate(struct state *state, const struct record *record) {
    const passwordrules_ranks *ranks = CHOSEN(state, ranks, record->first);
    bool is_right;
    passwordrules_context *context = context_make(state, record->second, &is_right);
    struct text text = text_make(record, record->third, ANY_FLAGS);
    int mistake = ranks == NULL || text.is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
    if (context != NULL && !is_right)
        mistake = mistake == PASSWORDRULES_OK ? PASSWORDRULES_ESIZE : ANY_MISTAKE;
    if (is_right && record->first >= 32) {
        context->words = NULL;
        context->word_count = record->first >= 48 ? SIZE_MAX : 1;
        mistake = PASSWORDRULES_EINVAL;
    }
    passwordrules_strength *strength = (void *)1, *again = NULL;
    int status = passwordrules_strength_estimate(ranks, context, text.bytes, text.length, &strength);
    expect_status(state, "estimate", status, mistake);
    EXPECT((status == PASSWORDRULES_OK) == (mistake == PASSWORDRULES_OK), "%d", status);
    EXPECT((status == PASSWORDRULES_OK) == (strength != NULL), "%d", status);
    if (strength != NULL) {
        expect_strength(state, strength, text.length);
        status = passwordrules_strength_estimate(ranks, context, text.bytes, text.length, &again);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        expect_same(strength, again);
        passwordrules_strength_free(again);
    }
    EXPECT(passwordrules_strength_estimate(ranks, context, text.bytes, text.length, NULL) == PASSWORDRULES_EINVAL, "nowhere");
    free(text.copy);
    free(context);
    KEEP(state->own.strengths, record->first >> 3, strength, passwordrules_strength_free);
}

bool call_strength(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'R': open_ranks(state, record); return true;
    case 'T': estimate(state, record); return true;
    default: return false;
    }
}
