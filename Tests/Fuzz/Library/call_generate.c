#include "calls.h"

/* g generate, k count, e shortest_length */

/* Each of the passwords, which have line feeds between them, is accepted. */
static void expect_accepted(const passwordrules_rules *rules, const char *passwords, size_t count) {
    size_t found = 0;
    for (const char *start = passwords;; found++) {
        const char *end = strchr(start, '\n');
        size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
        passwordrules_report *report;
        int status = passwordrules_check(rules, start, length, PASSWORDRULES_CHECK_STRICT_READING, &report);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        EXPECT(passwordrules_report_accepted(report) == 1, "%s is refused", passwords);
        passwordrules_report_free(report);
        if (end == NULL)
            break;
        start = end + 1;
    }
    EXPECT(found + 1 == count, "%zu passwords, not %zu", found + 1, count);
}

static void generate(const struct state *state, const struct record *record) {
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    bool is_right, is_right_too;
    passwordrules_generate_options *options = struct_make(sizeof *options, record->second >> 3, &is_right);
    passwordrules_generated *generated = struct_make(sizeof *generated, record->second, &is_right_too);
    if (is_right) {
        options->length = state->wanted_length;
        options->entropy = state->wanted_entropy;
        options->style = state->style;
        options->exclude = state->exclude;
        options->count = state->wanted_count;
    }
    struct buffer buffer = buffer_make(record->third);
    bool is_default = record->first >= 32, is_told = record->first % 32 < 24;
    int status = passwordrules_generate(rules, is_default ? NULL : options, buffer.bytes, buffer.size,
                                        buffer.needed_pointer, is_told ? generated : NULL);
    size_t count = is_default || !is_right || options->count == 0 ? 1 : options->count;
    EXPECT(rules != NULL || status != PASSWORDRULES_OK, "%d", status);
    /* Of two mistakes, that of the buffer is told. */
    int mistake = buffer.is_wrong ? PASSWORDRULES_EINVAL : PASSWORDRULES_ESIZE;
    EXPECT(is_default || is_right || status == mistake, "%d", status);
    EXPECT(!is_told || is_right_too || status == mistake, "%d", status);
    if (status == PASSWORDRULES_OK) {
        expect_accepted(rules, buffer.bytes, count);
        if (is_told)
            EXPECT(generated->length >= 1 && generated->length <= PASSWORDRULES_GENERATE_MAX && generated->entropy >= 0 &&
                       generated->style >= 1 && generated->style <= 3,
                   "%zu characters, %g bits", generated->length, generated->entropy);
    }
    buffer_expect(&buffer, status);
    free(options);
    free(generated);
}

static void count(const struct state *state, const struct record *record) {
    static const size_t lengths[] = {0, 1, 2, 3, 5, 8, 12, 20, 40, 128, 129, 1024, 1025, SIZE_MAX, (size_t)1 << 62, 4};
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    size_t length = lengths[record->second & 15];
    /* Long ones take long. */
    if (length >= 128 && length <= 1024 && record->first < 60)
        length = 24;
    struct buffer buffer = buffer_make(record->third);
    double entropy = -1;
    int status = passwordrules_count(rules, length, buffer.bytes, buffer.size, buffer.needed_pointer,
                                     record->second < 32 ? &entropy : NULL);
    EXPECT(rules != NULL || status != PASSWORDRULES_OK, "%d", status);
    if (status == PASSWORDRULES_OK) {
        EXPECT(strspn(buffer.bytes, "0123456789") == strlen(buffer.bytes), "%s", buffer.bytes);
        EXPECT(record->second >= 32 || entropy >= 0, "%g bits", entropy);
    }
    buffer_expect(&buffer, status);
}

static void shortest_length(const struct state *state, const struct record *record) {
    static const double entropies[] = {0, 1, 20, 71, 100, 128, -1, 1024.5, 0.1, 13.3};
    const passwordrules_rules *rules = CHOSEN(state->rules, record->first);
    size_t length = 12345;
    double entropy = entropies[record->second % 10];
    int status = passwordrules_shortest_length(rules, entropy, &length);
    expect_status(status);
    EXPECT((status == PASSWORDRULES_OK) == (length >= 1) && length <= PASSWORDRULES_GENERATE_MAX, "%zu", length);
    EXPECT(rules != NULL || status != PASSWORDRULES_OK, "%d", status);
    EXPECT(passwordrules_shortest_length(rules, entropy, NULL) == PASSWORDRULES_EINVAL, "nowhere to put it");
}

bool call_generate(struct state *state, const struct record *record) {
    switch (record->call) {
    case 'g': generate(state, record); return true;
    case 'k': count(state, record); return true;
    case 'e': shortest_length(state, record); return true;
    default: return false;
    }
}
