#include "calls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_RECORDS = 40, SEPARATOR = 1 };

/* ---- Workspaces ---- */

/* Makes a file in memory. Its descriptor is `number`, unless that is 0. */
static int create_file(int number, char path[32]) {
    int file = memfd_create("calls", MFD_CLOEXEC);
    EXPECT(file >= 0 && fchmod(file, 0600) == 0, "memfd_create");
    if (number != 0) {
        EXPECT(dup3(file, number, O_CLOEXEC) == number, "dup3");
        close(file);
        file = number;
    }
    snprintf(path, 32, "/proc/self/fd/%d", file);
    return file;
}

void workspace_open(struct workspace *workspace, bool is_first) {
    *workspace = (struct workspace){0};
    workspace->policy_file = create_file(is_first ? LIST_FILE - 1 : 0, workspace->policy_path);
    workspace->list_file = create_file(is_first ? LIST_FILE : 0, workspace->list_path);
    workspace->ranks_file = create_file(is_first ? RANKS_FILE : 0, workspace->ranks_path);
    write_whole_list(workspace);
    write_whole_ranks(workspace);
}

void workspace_close(const struct workspace *workspace) {
    close(workspace->policy_file);
    close(workspace->list_file);
    close(workspace->ranks_file);
}

void write_file(int descriptor, const void *bytes, size_t length) {
    EXPECT(ftruncate(descriptor, 0) == 0, "ftruncate");
    EXPECT(length == 0 || pwrite(descriptor, bytes, length, 0) == (ssize_t)length, "pwrite");
}

/* ---- Arguments and findings ---- */

void note(const struct state *state, const char *what, long long number) {
    if (state->workspace->notes != NULL)
        fprintf(state->workspace->notes, "%s: %lld\n", what, number);
}

void note_text(const struct state *state, const char *what, const char *text) {
    if (state->workspace->notes != NULL)
        fprintf(state->workspace->notes, "%s: %s\n", what, text);
}

void expect_status(const struct state *state, const char *call, int status, int mistake) {
    note(state, call, status);
    EXPECT(status >= PASSWORDRULES_OK && status <= PASSWORDRULES_ETOOFEW, "%s: %d", call, status);
    EXPECT(strcmp(passwordrules_status_text(status), "unknown status") != 0, "%s: %d", call, status);
    bool is_expected = mistake == ANY_MISTAKE ? status != PASSWORDRULES_OK : status == mistake;
    EXPECT(mistake == PASSWORDRULES_OK || is_expected, "%s: %d, not %d", call, status, mistake);
}

struct text text_make(const struct record *record, unsigned number, unsigned known_flags) {
    struct text text = {.length = record->length, .flags = number & known_flags};
    text.copy = malloc(record->length > 0 ? record->length : 1);
    EXPECT(text.copy != NULL, "no memory");
    memcpy(text.copy, record->text, record->length);
    text.bytes = text.copy;
    if (number >= 56) {
        text.flags = number;
        text.is_wrong = (number & ~known_flags) != 0;
    } else if (number >= 48) {
        text.length = (number & 3) == 0 ? 0 : (number & 3) == 1 ? record->length + 1 : SIZE_MAX - (number & 2);
        text.bytes = (number & 3) <= 1 ? NULL : text.copy;
        text.is_wrong = text.length > 0;
    }
    return text;
}

void *struct_make(size_t right, unsigned number, bool *is_right) {
    const size_t sizes[] = {right, right, right, right, right - 1, right + 1, 8, 0};
    size_t size = sizes[number & 7];
    /* A struct with a size of 0 still has room for the size itself. */
    size_t *memory = calloc(1, size < sizeof(size_t) ? sizeof(size_t) : size);
    EXPECT(memory != NULL, "no memory");
    *memory = size;
    *is_right = size == right;
    return memory;
}

static void set(char **setting, const struct record *record) {
    free(*setting);
    *setting = (record->first & 7) == 7 ? NULL : strdup(record->text);
}

/*
 * Sets arguments of later calls: 1 the user, 2 the full name, 3 the home directory, 4 the old password, 5 characters to
 * exclude, 6 the translation of messages, 7 who changes the password, 8 how to generate, 9 one more setting of policies, 0 one
 * more word of the person.
 */
static bool call_setting(struct state *state, const struct record *record) {
    static const double entropies[] = {0, 1, 40, 71, 100, 1024, 1025, -1, 1e300, 0.5, __builtin_nan(""), 33};
    static const size_t lengths[] = {0, 1, 4, 8, 12, 20, 33, 64, 1024, 1025, SIZE_MAX, 7};
    static const size_t counts[] = {0, 1, 2, 5, 12, 1000001, SIZE_MAX, 3};
    switch (record->call) {
    case '1': set(&state->user, record); return true;
    case '2': set(&state->full_name, record); return true;
    case '3': set(&state->home, record); return true;
    case '4':
        set(&state->old_password, record);
        state->old_password_length = state->old_password == NULL ? record->second & 1 : strlen(state->old_password);
        return true;
    case '5': set(&state->exclude, record); return true;
    case '6': set(&state->translation, record); return true;
    case '7':
        state->by_administrator = (int)(record->first & 1);
        state->expired = (int)(record->first >> 1 & 1);
        return true;
    case '8':
        state->wanted_length = lengths[record->first % 12];
        state->wanted_entropy = entropies[record->second % 12];
        state->wanted_count = counts[record->third & 7];
        state->style = (int)(record->third >> 3) - 1;
        return true;
    case '9':
        if (state->settings_count < 8)
            state->settings[state->settings_count++] = strdup(record->text);
        return true;
    case '0':
        if (state->word_count < 8)
            state->words[state->word_count++] = strdup(record->text);
        return true;
    default: return false;
    }
}

/* ---- Objects ---- */

void objects_free(struct objects *objects) {
    for (int i = 0; i < SLOTS; i++) {
        passwordrules_rules_free(objects->rules[i]);
        passwordrules_report_free(objects->reports[i]);
        passwordrules_diagnostics_free(objects->diagnostics[i]);
        passwordrules_policy_free(objects->policies[i]);
        passwordrules_blocklist_free(objects->lists[i]);
        passwordrules_ranks_free(objects->ranks[i]);
        passwordrules_strength_free(objects->strengths[i]);
    }
}

static void free_state(struct state *state) {
    char *texts[] = {state->user, state->full_name, state->home, state->old_password, state->exclude, state->translation};
    objects_free(&state->own);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    for (size_t i = 0; i < state->settings_count; i++)
        free(state->settings[i]);
    for (size_t i = 0; i < state->word_count; i++)
        free(state->words[i]);
}

/* Frees an object before the end of the input: q rules, r report, D diagnostics, Q policy, z blocklist, Z ranks, K strength. */
static bool call_free(struct state *state, const struct record *record) {
    struct objects *own = &state->own;
    switch (record->call) {
    case 'q': KEEP(own->rules, record->first, NULL, passwordrules_rules_free); return true;
    case 'r': KEEP(own->reports, record->first, NULL, passwordrules_report_free); return true;
    case 'D': KEEP(own->diagnostics, record->first, NULL, passwordrules_diagnostics_free); return true;
    case 'Q': KEEP(own->policies, record->first, NULL, passwordrules_policy_free); return true;
    case 'z': KEEP(own->lists, record->first, NULL, passwordrules_blocklist_free); return true;
    case 'Z': KEEP(own->ranks, record->first, NULL, passwordrules_ranks_free); return true;
    case 'K': KEEP(own->strengths, record->first, NULL, passwordrules_strength_free); return true;
    default: return false;
    }
}

/* ---- Inputs ---- */

static unsigned number(const char **text, size_t *length) {
    if (*length == 0)
        return 0;
    unsigned found = (unsigned)((unsigned char)**text - '0') & 63;
    ++*text;
    --*length;
    return found;
}

static void run(struct state *state, const char *text, size_t length) {
    /* A NUL is replaced, because strchr would find it at the end of every set of letters. */
    struct record record = {.call = text[0] == '\0' ? '?' : text[0]};
    ++text;
    --length;
    record.first = number(&text, &length);
    record.second = number(&text, &length);
    record.third = number(&text, &length);
    record.text = text;
    record.length = length;
    /* The slowest calls are made less often. */
    if (strchr("gkeS", record.call) != NULL && ++state->slow_calls > 3)
        return;
    if (call_setting(state, &record) || call_rules(state, &record) || call_texts(state, &record) ||
        call_structs(state, &record) || call_blocklists(state, &record) || call_policies(state, &record) || call_decisions(state, &record) ||
        call_strength(state, &record) || call_free(state, &record))
        return;
    EXPECT(strcmp(passwordrules_version(), PASSWORDRULES_VERSION) == 0, "version");
    EXPECT(passwordrules_status_text(record.call)[0] != '\0', "status");
}

void run_calls(const struct workspace *workspace, const void *input, size_t length) {
    char *text = malloc(length + 1);
    EXPECT(text != NULL, "no memory");
    memcpy(text, input, length);
    text[length] = SEPARATOR;
    struct state state = {.workspace = workspace};
    size_t start = 0;
    for (int records = 0; start < length && records < MOST_RECORDS; records++) {
        size_t end = (size_t)((char *)memchr(text + start, SEPARATOR, length + 1 - start) - text);
        text[end] = '\0';
        if (end > start)
            run(&state, text + start, end - start);
        start = end + 1;
    }
    write_whole_list(workspace);
    if (state.ranks_changed)
        write_whole_ranks(workspace);
    free_state(&state);
    free(text);
}
