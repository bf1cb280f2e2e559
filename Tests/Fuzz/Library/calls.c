#define _GNU_SOURCE
#include "calls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* libFuzzer's. */
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_RECORDS = 40, SEPARATOR = 1 };

/* A number that no input can do without is in the environment: a fault that must be found. */
static const char *self_test;

static void file_create(int descriptor) {
    int created = memfd_create("fuzz", MFD_CLOEXEC);
    EXPECT(created >= 0 && dup2(created, descriptor) == descriptor, "memfd_create");
    close(created);
    EXPECT(fchmod(descriptor, 0600) == 0, "fchmod");
}

void file_write(int descriptor, const void *bytes, size_t length) {
    EXPECT(ftruncate(descriptor, 0) == 0, "ftruncate");
    EXPECT(length == 0 || pwrite(descriptor, bytes, length, 0) == (ssize_t)length, "pwrite");
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    self_test = getenv("PASSWORDRULES_FUZZ_SELF_TEST");
    file_create(POLICY_FILE);
    file_create(LIST_FILE);
    return 0;
}

static void run_self_test(void) {
    if (strcmp(self_test, "engine") == 0) {
        /* The library reads a byte behind the memory. */
        char *text = malloc(16);
        memset(text, ' ', 16);
        passwordrules_rules *rules;
        int status = passwordrules_parse(text, 17, 0, &rules, NULL);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        passwordrules_rules_free(rules);
        free(text);
    } else if (strcmp(self_test, "leak") == 0) {
        passwordrules_report *report;
        for (int i = 0; i < 64; i++)
            EXPECT(passwordrules_report_create(&report) == PASSWORDRULES_OK, "no memory");
    } else if (strcmp(self_test, "hang") == 0) {
        for (volatile int i = 0; i == 0;) {
        }
    } else if (strcmp(self_test, "trap") == 0) {
        __builtin_trap();
    } else {
        EXPECT(strcmp(self_test, "expectation") != 0, "a self-test");
    }
}

void expect_status(int status) {
    EXPECT(status >= PASSWORDRULES_OK && status <= PASSWORDRULES_ETOOFEW, "%d", status);
    EXPECT(strcmp(passwordrules_status_text(status), "unknown status") != 0, "%d", status);
}

char *text_copy(const struct record *record) {
    char *copy = malloc(record->length > 0 ? record->length : 1);
    EXPECT(copy != NULL, "no memory");
    memcpy(copy, record->text, record->length);
    return copy;
}

void *struct_make(size_t right, unsigned number, bool *is_right) {
    const size_t sizes[] = {right, right, right, right, right - 1, right + 1, 8, 0};
    size_t size = sizes[number & 7];
    /* A struct whose size says 0 is as long as the size itself. */
    size_t *memory = calloc(1, size < sizeof(size_t) ? sizeof(size_t) : size);
    EXPECT(memory != NULL, "no memory");
    *memory = size;
    *is_right = size == right;
    return memory;
}

struct buffer buffer_make(unsigned number) {
    static const size_t sizes[] = {4096, 4096, 0, 1, 2, 8, 20, 30, 70, 600, 70000};
    struct buffer buffer = {.needed = 12345};
    unsigned choice = number & 15;
    if (choice < 11) {
        buffer.size = sizes[choice];
        buffer.bytes = malloc(buffer.size > 0 ? buffer.size : 1);
        EXPECT(buffer.bytes != NULL, "no memory");
        memset(buffer.bytes, 'x', buffer.size);
    } else if (choice == 11) {
        buffer.size = 0;
    } else if (choice == 12) {
        buffer.size = 10;
        buffer.is_wrong = true;
    } else {
        buffer.size = SIZE_MAX - choice;
        buffer.is_wrong = true;
    }
    buffer.needed_pointer = (number & 32) != 0 ? NULL : &buffer.needed;
    return buffer;
}

void buffer_expect(struct buffer *buffer, int status) {
    bool has_needed = buffer->needed_pointer != NULL;
    expect_status(status);
    EXPECT(!buffer->is_wrong || status != PASSWORDRULES_OK, "a buffer that there is not");
    if (status == PASSWORDRULES_OK) {
        size_t length = strnlen(buffer->bytes, buffer->size);
        EXPECT(length < buffer->size, "there is no NUL");
        /* Passwords have none inside; other texts only if a translation has. */
        EXPECT(!has_needed || buffer->needed == length + 1, "%zu, not %zu", buffer->needed, length + 1);
    } else {
        bool is_small = status == PASSWORDRULES_ERANGE && buffer->needed > buffer->size;
        EXPECT(!has_needed || is_small || buffer->needed == 0, "%zu", buffer->needed);
        EXPECT(buffer->size == 0 || buffer->bytes == NULL || buffer->bytes[0] == '\0', "text");
    }
    free(buffer->bytes);
}

/* A catalogue that answers with the input, or English, or nothing. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated) {
    const struct state *state = data;
    EXPECT(one != NULL && one[0] != '\0' && *translated == NULL, "%lu", count);
    size_t choice = (strlen(one) + count) % 4;
    if (choice == 0 && many != NULL)
        *translated = many;
    else if (choice == 1)
        *translated = one;
    else
        *translated = state->translation;
}

const passwordrules_language *language_make(passwordrules_language *language, struct state *state, unsigned number,
                                            int *wrong_size) {
    *wrong_size = 0;
    if ((number & 3) == 3)
        return NULL;
    *language = (passwordrules_language){sizeof *language, (number & 3) == 2 ? NULL : translate, state};
    if ((number & 28) == 28) {
        language->size -= 8;
        *wrong_size = 1;
    }
    return language;
}

static void set(char **place, const struct record *record) {
    free(*place);
    *place = (record->first & 7) == 7 ? NULL : strdup(record->text);
}

/* What later calls are given. */
static bool call_setting(struct state *state, const struct record *record) {
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
        state->by_root = (int)(record->first & 1);
        state->expired = (int)(record->first >> 1 & 1);
        return true;
    case '8': {
        static const double entropies[] = {0, 1, 40, 71, 100, 1024, 1025, -1, 1e300, 0.5, __builtin_nan(""), 33};
        static const size_t lengths[] = {0, 1, 4, 8, 12, 20, 33, 64, 1024, 1025, SIZE_MAX, 7};
        static const size_t counts[] = {0, 1, 2, 5, 12, 1000001, SIZE_MAX, 3};
        state->wanted_length = lengths[record->first % 12];
        state->wanted_entropy = entropies[record->second % 12];
        state->wanted_count = counts[record->third & 7];
        state->style = (int)(record->third >> 3) - 1;
        return true;
    }
    case '9':
        if (state->settings_count < 8)
            state->settings[state->settings_count++] = strdup(record->text);
        return true;
    default: return false;
    }
}

static unsigned number(const char **text, size_t *length) {
    if (*length == 0)
        return 0;
    unsigned found = (unsigned)((unsigned char)**text - '0') & 63;
    ++*text;
    --*length;
    return found;
}

static void run(struct state *state, const char *text, size_t length) {
    struct record record = {.call = text[0]};
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
    if (call_setting(state, &record) || call_rules(state, &record) || call_reports(state, &record) ||
        call_generate(state, &record) || call_blocklists(state, &record) || call_policies(state, &record))
        return;
    EXPECT(strcmp(passwordrules_version(), PASSWORDRULES_VERSION) == 0, "version");
    EXPECT(passwordrules_status_text(record.call)[0] != '\0', "status");
}

static void clear(struct state *state) {
    for (int i = 0; i < SLOTS; i++) {
        passwordrules_rules_free(state->rules[i]);
        passwordrules_report_free(state->reports[i]);
        passwordrules_diagnostics_free(state->diagnostics[i]);
        passwordrules_policy_free(state->policies[i]);
        passwordrules_blocklist_free(state->lists[i]);
    }
    char *texts[] = {state->user, state->full_name, state->home, state->old_password, state->exclude, state->translation};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    for (size_t i = 0; i < state->settings_count; i++)
        free(state->settings[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (self_test != NULL) {
        run_self_test();
        return 0;
    }
    char *text = malloc(size + 1);
    EXPECT(text != NULL, "no memory");
    memcpy(text, data, size);
    text[size] = SEPARATOR;
    struct state state = {0};
    size_t start = 0;
    for (int records = 0; start < size && records < MOST_RECORDS; records++) {
        size_t end = (size_t)((char *)memchr(text + start, SEPARATOR, size + 1 - start) - text);
        text[end] = '\0';
        if (end > start)
            run(&state, text + start, end - start);
        start = end + 1;
    }
    clear(&state);
    free(text);
    return 0;
}
