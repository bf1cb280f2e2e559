#include "calls.h"

/*
 * Calls that write a text into a buffer. THIRD chooses the buffer. f format, X explain, M report_message, j
 * report_class, y report_unmet_rules, H report_summary, J report_demands, W policy_describe, S
 * policy_suggest, V strength_advice, k count, g generate
 */

/* ---- Arguments ---- */

/* The arguments before and after the buffer. `mistake` is the status for a mistake in them. */
struct arguments {
    int call, mistake;
    unsigned flags;
    size_t index, length, limit;
    const char *separator;
    const passwordrules_rules *rules;
    const passwordrules_report *report;
    const passwordrules_strength *strength;
    const passwordrules_policy *policy;
    passwordrules_context *context;
    const passwordrules_language *language;
    passwordrules_language other;
    passwordrules_generate_options *options;
    passwordrules_generated *generated;
    double *entropy, bits;
};

static int write_text(const struct arguments *a, char *buffer, size_t size, size_t *needed) {
    switch (a->call) {
    case 'f': return passwordrules_format(a->rules, a->flags, buffer, size, needed);
    case 'X': return passwordrules_explain(a->rules, a->language, buffer, size, needed);
    case 'M': return passwordrules_report_message(a->report, a->index, a->language, buffer, size, needed);
    case 'j': return passwordrules_report_class(a->report, a->index, buffer, size, needed);
    case 'y': return passwordrules_report_unmet_rules(a->report, buffer, size, needed);
    case 'H': return passwordrules_report_summary(a->report, a->separator, a->limit, a->language, buffer, size, needed);
    case 'J': return passwordrules_report_demands(a->report, a->separator, a->limit, a->language, buffer, size, needed);
    case 'W': return passwordrules_policy_describe(a->policy, a->context, a->language, buffer, size, needed);
    case 'S': return passwordrules_policy_suggest(a->policy, a->context, buffer, size, needed, a->generated);
    case 'V': return passwordrules_strength_advice(a->strength, a->index, a->language, buffer, size, needed);
    case 'k': return passwordrules_count(a->rules, a->length, buffer, size, needed, a->entropy);
    default: return passwordrules_generate(a->rules, a->options, buffer, size, needed, a->generated);
    }
}

/* A catalogue whose translation is the plural, the English text, or a text from the input, which may be NULL. */
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

/* Chooses the language by the number: 3 for NULL, 2 and 6 for a language without a function, 7 for a struct of a wrong
 * size. */
static void choose_language(struct arguments *a, struct state *state, unsigned number) {
    if ((number & 7) == 3)
        return;
    a->other = (passwordrules_language)PASSWORDRULES_LANGUAGE_INIT((number & 3) == 2 ? NULL : translate, state);
    a->language = &a->other;
    if ((number & 7) == 7) {
        a->other.size -= 8;
        a->mistake = PASSWORDRULES_ESIZE;
    }
}

static void choose_length(struct arguments *a, const struct record *record) {
    static const size_t lengths[] = {0, 1, 2, 3, 5, 8, 12, 20, 40, 128, 129, 1024, 1025, SIZE_MAX, (size_t)1 << 62, 4};
    a->length = lengths[record->second & 15];
    /* Long passwords take long, so most are shorter. */
    if (a->length >= 128 && a->length <= 1024 && record->first < 60)
        a->length = 24;
    a->entropy = record->second < 32 ? &a->bits : NULL;
}

static void choose_generated(struct arguments *a, const struct record *record) {
    bool is_right;
    a->generated = struct_make(sizeof *a->generated, record->second, &is_right);
    if (record->first % 32 >= 24) {
        free(a->generated);
        a->generated = NULL;
        is_right = true;
    }
    if (!is_right)
        a->mistake = PASSWORDRULES_ESIZE;
}

static void choose_options(struct arguments *a, const struct state *state, const struct record *record) {
    bool is_right;
    a->options = struct_make(sizeof *a->options, record->second >> 3, &is_right);
    choose_generated(a, record);
    if (is_right) {
        a->options->length = state->wanted_length;
        a->options->entropy = state->wanted_entropy;
        a->options->style = state->style;
        a->options->exclude = state->exclude;
        a->options->count = state->wanted_count;
    }
    if (record->first >= 32) {
        free(a->options);
        a->options = NULL;
        is_right = true;
    }
    if (!is_right)
        a->mistake = PASSWORDRULES_ESIZE;
}

/* ---- Results ---- */

/* Checks that each password is accepted. The passwords are separated by line feeds. */
static void expect_generated(const struct state *state, const struct arguments *a, const char *passwords) {
    size_t wanted = a->options == NULL || a->options->count == 0 ? 1 : a->options->count, found = 0;
    for (const char *start = passwords;; found++) {
        size_t length = strcspn(start, "\n");
        passwordrules_report *report;
        int status = passwordrules_check(a->rules, start, length, PASSWORDRULES_CHECK_STRICT_READING, &report);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        EXPECT(passwordrules_report_accepted(report) == 1, "%s is refused", passwords);
        passwordrules_report_free(report);
        if (start[length] == '\0')
            break;
        start += length + 1;
    }
    EXPECT(found + 1 == wanted, "%zu passwords, not %zu", found + 1, wanted);
    if (a->generated == NULL)
        return;
    EXPECT(a->generated->length >= 1 && a->generated->length <= PASSWORDRULES_GENERATE_MAX, "%zu", a->generated->length);
    EXPECT(a->generated->entropy >= 0, "%g bits", a->generated->entropy);
    EXPECT(a->generated->style >= 1 && a->generated->style <= 3, "%d", a->generated->style);
    note(state, "length", (long long)a->generated->length);
    note(state, "millibits", (long long)(a->generated->entropy * 1000));
    note(state, "style", a->generated->style);
}

/* Checks that the written rules can be parsed, and are then written as the same text. */
static void expect_round_trip(const struct arguments *a, const char *text) {
    struct arguments again = *a;
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics);
    EXPECT(status == PASSWORDRULES_OK && diagnostics == NULL, "%s", text);
    again.rules = rules;
    size_t size = strlen(text) + 1, needed;
    char *copy = malloc(size);
    status = write_text(&again, copy, size, &needed);
    EXPECT(status == PASSWORDRULES_OK && needed == size && strcmp(copy, text) == 0, "%s", text);
    free(copy);
    passwordrules_rules_free(rules);
}

static void expect_suggestion(const struct arguments *a, const char *password) {
    passwordrules_report *report;
    int status = passwordrules_policy_check(a->policy, a->context, password, strlen(password), &report);
    EXPECT(status == PASSWORDRULES_OK && passwordrules_report_accepted(report) == 1, "%s", password);
    passwordrules_report_free(report);
}

/* Checks that a buffer of exactly the needed size is large enough, and that a buffer with one byte less is not. */
static void expect_exact_room(const struct arguments *a, const char *text) {
    for (size_t less = 0; less <= 1; less++) {
        size_t size = strlen(text) + 1 - less;
        char *exact = malloc(size > 0 ? size : 1);
        int status = write_text(a, exact, size, NULL);
        EXPECT(status == (less == 0 ? PASSWORDRULES_OK : PASSWORDRULES_ERANGE), "%zu bytes: %d", size, status);
        EXPECT(less == 1 || strcmp(exact, text) == 0, "%s", text);
        free(exact);
    }
}

static void expect_text(const struct state *state, const struct arguments *a, const char *text) {
    switch (a->call) {
    case 'f': expect_round_trip(a, text); break;
    case 'k': EXPECT(strspn(text, "0123456789") == strlen(text), "%s", text); break;
    case 'g': expect_generated(state, a, text); return;
    case 'S': expect_suggestion(a, text); return;
    }
    EXPECT(a->entropy == NULL || *a->entropy >= 0, "%g bits", *a->entropy);
    expect_exact_room(a, text);
    note_text(state, "text", text);
}

/* ---- Calls ---- */

/* A buffer whose size the number chooses. It is a mistake if the buffer is NULL with a size of 10, or if the size is too
 * large. */
static char *buffer_make(unsigned number, size_t *size, bool *is_wrong) {
    static const size_t sizes[] = {4096, 4096, 0, 1, 2, 8, 20, 30, 70, 600, 70000, 0, 10};
    unsigned choice = number & 15;
    *size = choice <= 12 ? sizes[choice] : SIZE_MAX - choice;
    *is_wrong = choice >= 12;
    if (choice > 10)
        return NULL;
    char *buffer = malloc(*size > 0 ? *size : 1);
    EXPECT(buffer != NULL, "no memory");
    memset(buffer, 'x', *size);
    return buffer;
}

static void expect_buffer(struct state *state, const struct record *record, struct arguments *a) {
    size_t size, needed = 12345;
    bool is_wrong, has_needed = (record->third & 32) == 0;
    char *buffer = buffer_make(record->third, &size, &is_wrong);
    /* If there are two mistakes, the buffer's is reported. */
    if (is_wrong)
        a->mistake = PASSWORDRULES_EINVAL;
    int status = write_text(a, buffer, size, has_needed ? &needed : NULL);
    char call[] = {(char)a->call, '\0'};
    expect_status(state, call, status, a->mistake);
    if (status == PASSWORDRULES_OK) {
        size_t length = strnlen(buffer, size);
        EXPECT(length < size, "there is no NUL");
        /* The text has a NUL only at its end, because neither passwords nor translations contain one. */
        EXPECT(!has_needed || needed == length + 1, "%zu, not %zu", needed, length + 1);
        expect_text(state, a, buffer);
    } else {
        bool is_small = status == PASSWORDRULES_ERANGE && needed > size;
        EXPECT(!has_needed || is_small || needed == 0, "%zu", needed);
        EXPECT(size == 0 || buffer == NULL || buffer[0] == '\0', "text");
    }
    free(buffer);
    free(a->context);
    free(a->options);
    free(a->generated);
}

bool call_texts(struct state *state, const struct record *record) {
    struct arguments a = {.call = record->call};
    bool is_right;
    if (strchr("fXkg", record->call) != NULL) {
        a.rules = CHOSEN(state, rules, record->first);
        a.mistake = a.rules == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
        /* The other arguments of count and generate may be wrong, too. */
        if (a.rules == NULL && strchr("kg", record->call) != NULL)
            a.mistake = ANY_MISTAKE;
    } else if (strchr("WS", record->call) != NULL) {
        a.policy = CHOSEN(state, policies, record->first);
        a.context = context_make(state, record->second, &is_right);
        a.mistake = context_mistake(state, a.policy, a.context);
    } else if (strchr("yHJ", record->call) != NULL) {
        a.report = CHOSEN(state, reports, record->first);
        a.mistake = a.report == NULL ? PASSWORDRULES_EINVAL : PASSWORDRULES_OK;
    } else if (strchr("Mj", record->call) != NULL) {
        a.report = CHOSEN(state, reports, record->first);
        a.index = record->text[0] == '-' ? SIZE_MAX : record->second & 7;
        a.mistake = a.report == NULL                                    ? PASSWORDRULES_EINVAL
                    : a.index >= passwordrules_report_count(a.report) ? PASSWORDRULES_ERANGE
                                                                        : PASSWORDRULES_OK;
    } else if (record->call == 'V') {
        passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
        a.strength = CHOSEN(state, strengths, record->first);
        a.index = record->text[0] == '-' ? SIZE_MAX : record->second & 3;
        bool is_there = passwordrules_strength_get_info(a.strength, &info) == PASSWORDRULES_OK;
        a.mistake = !is_there                     ? PASSWORDRULES_EINVAL
                    : a.index >= info.advice_count ? PASSWORDRULES_ERANGE
                                                   : PASSWORDRULES_OK;
    } else {
        return false;
    }
    switch (record->call) {
    case 'f':
        a.flags = record->second < 32 ? record->second & PASSWORDRULES_FORMAT_MINIFIED : record->second;
        if ((a.flags & ~PASSWORDRULES_FORMAT_MINIFIED) != 0)
            a.mistake = PASSWORDRULES_EINVAL;
        break;
    case 'H':
    case 'J':
        a.limit = record->second < 63 ? record->second : SIZE_MAX;
        a.separator = record->length > 0 ? record->text : NULL;
        if (a.report != NULL)
            choose_language(&a, state, record->first >> 3);
        break;
    case 'X': choose_language(&a, state, record->second); break;
    case 'M':
    case 'V': choose_language(&a, state, record->second >> 3); break;
    case 'W':
        choose_language(&a, state, record->first >> 3);
        /* If there are two mistakes, the missing context is reported. */
        if (a.context == NULL)
            a.mistake = PASSWORDRULES_EINVAL;
        break;
    case 'k': choose_length(&a, record); break;
    case 'g': choose_options(&a, state, record); break;
    case 'S': choose_generated(&a, record); break;
    }
    expect_buffer(state, record, &a);
    return true;
}
