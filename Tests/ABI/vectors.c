/*
 * Runs the tables of Tests/Vectors through the library, by its public header alone:
 *
 *     vectors parse.tsv check.tsv lenient.tsv
 *
 * With PASSWORDRULES_CORPUS set, each "descriptor" in $PASSWORDRULES_CORPUS/descriptors.jsonl must be read without
 * error as well. The formats of the tables are described at their top.
 */
#include <passwordrules.h>

#include "tables.h"

static int passed, failed, skipped;

/* ---- What was expected, and what came ---- */

static void compare(const char *file, size_t line, const char *expected, const char *actual)
{
    if (strcmp(expected, actual) == 0) {
        passed++;
        return;
    }
    failed++;
    printf("%s:%zu: expected: %s\n", file, line, expected);
    printf("%s:%zu: actual:   %s\n", file, line, actual);
}

/* Runs a table. One without any case is a failure too. */
static void run_table(const char *file, run_line *run)
{
    if (for_each_line(file, run) == 0)
        compare(file, 0, "a file with cases", "none");
}

/* ---- parse.tsv ---- */

/* Appends one diagnostic as the tables write it, after this word, and what is wrong with the fields they leave out. */
static void append_diagnostic(struct text *text, const char *word, const passwordrules_diagnostic *diagnostic,
                              const char *descriptor)
{
    append(text, "%s %d %zu %zu", word, diagnostic->code, diagnostic->offset, diagnostic->length);
    size_t line = 1;
    size_t column = 1;
    for (size_t index = 0; index < diagnostic->offset; index++) {
        column++;
        if (descriptor[index] == '\n') {
            line++;
            column = 1;
        }
    }
    if (diagnostic->line != line || diagnostic->column != column)
        append(text, " (line %zu, column %zu instead of line %zu, column %zu)", diagnostic->line, diagnostic->column,
               line, column);
    if (diagnostic->source == NULL || diagnostic->source[0] != '\0')
        append(text, " (with a source)");
    if (diagnostic->text == NULL || diagnostic->text[0] == '\0')
        append(text, " (without a text)");
}

/* What the library makes of a descriptor, as the table writes it: the fields that follow the descriptor. */
static void parse(const char *descriptor, size_t length, struct text *result)
{
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(descriptor, length, 0, &rules, &diagnostics);
    if (status == PASSWORDRULES_OK)
        append(result, "ok");
    else if (status != PASSWORDRULES_EDESCRIPTOR)
        append(result, "status %d", status);
    if ((rules != NULL) != (status == PASSWORDRULES_OK))
        append(result, rules != NULL ? " (with rules)" : " (without rules)");
    for (size_t index = 0; index < passwordrules_diagnostics_count(diagnostics); index++) {
        passwordrules_diagnostic diagnostic = {.size = sizeof(diagnostic)};
        if (passwordrules_diagnostics_get(diagnostics, index, &diagnostic) != PASSWORDRULES_OK) {
            append(result, " (no diagnostic)");
        } else if (status == PASSWORDRULES_OK) {
            append(result, "\t");
            append_diagnostic(result, diagnostic.severity == PASSWORDRULES_SEVERITY_ERROR ? "error" : "note", &diagnostic,
                              descriptor);
        } else if (diagnostic.severity == PASSWORDRULES_SEVERITY_ERROR) {
            append_diagnostic(result, "error", &diagnostic, descriptor);
            break;
        }
    }
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_rules_free(rules);
}

/* The descriptor that a line begins with, and moves on to the fields behind it; NULL, and a failure, if there is none. */
static const char *take_descriptor(const char *file, size_t number, char **line, size_t *length)
{
    char *descriptor = next_field(line);
    *length = unescape_field(descriptor);
    if (*length != MALFORMED && *line != NULL)
        return descriptor;
    compare(file, number, "a case", "a line that is not in the table's format");
    return NULL;
}

static void run_parse_line(const char *file, size_t number, char *line)
{
    struct text actual = {.length = 0};
    size_t length;
    const char *descriptor = take_descriptor(file, number, &line, &length);
    if (descriptor == NULL)
        return;
    parse(descriptor, length, &actual);
    compare(file, number, line, actual.bytes);
}

/* ---- lenient.tsv ---- */

/* Appends the minified text of rules with the escapes of the table. Such text is printable ASCII. */
static void append_minified(struct text *text, const passwordrules_rules *rules)
{
    char minified[1024];
    int status = passwordrules_format(rules, PASSWORDRULES_FORMAT_MINIFIED, minified, sizeof(minified), NULL);
    if (status != PASSWORDRULES_OK) {
        append(text, "status %d of the text", status);
        return;
    }
    if (minified[0] == '\0')
        append(text, "\\e");
    for (const char *next = minified; *next != '\0'; next++)
        append(text, *next == '\\' ? "\\%c" : "%c", *next);
}

static const char *severity_word(int severity)
{
    switch (severity) {
    case PASSWORDRULES_SEVERITY_NOTE: return "note";
    case PASSWORDRULES_SEVERITY_WARNING: return "warning";
    case PASSWORDRULES_SEVERITY_ERROR: return "error";
    default: return "(no severity)";
    }
}

static void run_lenient_line(const char *file, size_t number, char *line)
{
    struct text actual = {.length = 0};
    size_t length;
    const char *descriptor = take_descriptor(file, number, &line, &length);
    if (descriptor == NULL)
        return;
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(descriptor, length, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics);
    if (status == PASSWORDRULES_OK)
        append_minified(&actual, rules);
    else
        append(&actual, "status %d", status);
    for (size_t index = 0; index < passwordrules_diagnostics_count(diagnostics); index++) {
        passwordrules_diagnostic diagnostic = {.size = sizeof(diagnostic)};
        append(&actual, "\t");
        if (passwordrules_diagnostics_get(diagnostics, index, &diagnostic) == PASSWORDRULES_OK)
            append_diagnostic(&actual, severity_word(diagnostic.severity), &diagnostic, descriptor);
        else
            append(&actual, "(no diagnostic)");
    }
    compare(file, number, line, actual.bytes);
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_rules_free(rules);
}

/* ---- check.tsv ---- */

/* Appends a verdict and all outcomes as the table writes them. */
static void append_report(struct text *text, const passwordrules_report *report)
{
    int accepted = passwordrules_report_accepted(report);
    double progress = passwordrules_report_progress(report);
    append(text, accepted ? "accepted\t" : "rejected\t");
    size_t count = passwordrules_report_count(report);
    if (count == 0)
        append(text, "\\e");
    for (size_t index = 0; index < count; index++) {
        passwordrules_outcome outcome = {.size = sizeof(outcome)};
        if (passwordrules_report_outcome(report, index, &outcome) == PASSWORDRULES_OK)
            append(text, "%s%s:%d:%zu:%zu", index > 0 ? "," : "", outcome.rule, outcome.met, outcome.limit,
                   outcome.actual);
        else
            append(text, " (no outcome)");
    }
    if (!(progress >= 0 && progress <= 1) || (progress >= 1) != (accepted == 1))
        append(text, " (progress %f)", progress);
}

/* Checks into a new report. */
static void check(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                  struct text *result)
{
    passwordrules_report *report;
    int status = passwordrules_check(rules, password, length, flags, &report);
    if (status == PASSWORDRULES_OK)
        append_report(result, report);
    else
        append(result, "status %d", status);
    passwordrules_report_free(report);
}

/* How often the library has asked for memory. */
static int allocation_count;

/* AddressSanitizer has a malloc of its own. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_COUNTED_ELSEWHERE
#endif
#endif

#ifndef IS_COUNTED_ELSEWHERE
void *__libc_malloc(size_t size);

/* Stands in for libc's function of this name, through which the library gets all its memory. */
void *malloc(size_t size)
{
    allocation_count++;
    return __libc_malloc(size);
}
#endif

/*
 * Checks twice into one report for all cases, which must not leave anything of one case to the next. The second time
 * the report has had as many outcomes before, and no memory may be allocated.
 */
static void check_into(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                        passwordrules_report *report, struct text *result)
{
    int status = passwordrules_check_into(rules, password, length, flags, report);
    int allocations = allocation_count;
    if (status == PASSWORDRULES_OK)
        status = passwordrules_check_into(rules, password, length, flags, report);
    allocations = allocation_count - allocations;
    if (status == PASSWORDRULES_OK)
        append_report(result, report);
    else
        append(result, "status %d", status);
    if (allocations != 0)
        append(result, " (%d allocations)", allocations);
}

static passwordrules_report *shared_report;

static void run_check_line(const char *file, size_t number, char *line)
{
    char *descriptor = next_field(&line);
    char *reading = next_field(&line);
    char *password = next_field(&line);
    size_t descriptor_length = unescape_field(descriptor);
    size_t password_length = password != NULL ? unescape_field(password) : MALFORMED;
    passwordrules_rules *rules = NULL;
    if (line == NULL || descriptor_length == MALFORMED || password_length == MALFORMED
        || (strcmp(reading, "written") != 0 && strcmp(reading, "strict") != 0)
        || passwordrules_parse(descriptor, descriptor_length, 0, &rules, NULL) != PASSWORDRULES_OK) {
        compare(file, number, "a case", "a line that is not in the table's format");
        return;
    }
    unsigned flags = strcmp(reading, "strict") == 0 ? PASSWORDRULES_CHECK_STRICT_READING : 0;
    struct text actual = {.length = 0};
    check(rules, password, password_length, flags, &actual);
    compare(file, number, line, actual.bytes);

    struct text again = {.length = 0};
    check_into(rules, password, password_length, flags, shared_report, &again);
    compare(file, number, line, again.bytes);

    /* What the strict reading accepts, the written one accepts as well. */
    if (flags == PASSWORDRULES_CHECK_STRICT_READING && strncmp(actual.bytes, "accepted", 8) == 0) {
        struct text written = {.length = 0};
        check(rules, password, password_length, 0, &written);
        written.bytes[8] = '\0';
        compare(file, number, "accepted", written.bytes);
    }
    passwordrules_rules_free(rules);
}

/* ---- The corpus ---- */

/* Reads four hexadecimal digits; MALFORMED where there are not four. */
static size_t read_utf16_unit(const char *digits)
{
    size_t unit = 0;
    for (int index = 0; index < 4; index++) {
        int value = hex_value(digits[index]);
        if (value < 0)
            return MALFORMED;
        unit = unit * 16 + (size_t)value;
    }
    return unit;
}

/* Writes a scalar value in UTF-8, in at most four bytes. Returns their number. */
static size_t write_utf8(char *bytes, size_t scalar)
{
    if (scalar < 0x80) {
        bytes[0] = (char)scalar;
        return 1;
    }
    size_t count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    for (size_t index = count - 1; index > 0; index--) {
        bytes[index] = (char)(0x80 | (scalar & 0x3F));
        scalar >>= 6;
    }
    bytes[0] = (char)((0xF00 >> count & 0xFF) | scalar);
    return count;
}

/*
 * Undoes the escapes of a JSON string in place, from behind its opening quote to its closing one. Returns the length,
 * or MALFORMED. An escape is at least as long as what it stands for.
 */
static size_t unescape_json(char *string)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    size_t length = 0;
    const char *next = string;
    while (*next != '"') {
        if (*next == '\0')
            return MALFORMED;
        if (*next != '\\') {
            string[length++] = *next++;
            continue;
        }
        const char *letter = next[1] != '\0' ? strchr(letters, next[1]) : NULL;
        if (letter != NULL) {
            string[length++] = meanings[letter - letters];
            next += 2;
            continue;
        }
        size_t scalar = next[1] == 'u' ? read_utf16_unit(next + 2) : MALFORMED;
        if (scalar == MALFORMED)
            return MALFORMED;
        next += 6;
        if (scalar >= 0xD800 && scalar < 0xE000) {
            size_t low = next[0] == '\\' && next[1] == 'u' ? read_utf16_unit(next + 2) : MALFORMED;
            if (scalar >= 0xDC00 || low < 0xDC00 || low > 0xDFFF)
                return MALFORMED;
            scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
            next += 6;
        }
        length += write_utf8(string + length, scalar);
    }
    return length;
}

static void run_corpus_line(const char *file, size_t number, char *line)
{
    /* The file's objects begin with this key, so that its name cannot be found inside a value. */
    static const char beginning[] = "{\"descriptor\": \"";
    struct text actual = {.length = 0};
    char *descriptor = line + sizeof(beginning) - 1;
    size_t length = MALFORMED;
    if (strncmp(line, beginning, sizeof(beginning) - 1) == 0)
        length = unescape_json(descriptor);
    if (length == MALFORMED)
        append(&actual, "not an object with a descriptor");
    else
        parse(descriptor, length, &actual);
    /* Notes are no mistakes. */
    if (strncmp(actual.bytes, "ok\t", 3) == 0)
        actual.bytes[2] = '\0';
    compare(file, number, "ok", actual.bytes);
}

static void run_corpus(void)
{
    const char *folder = getenv("PASSWORDRULES_CORPUS");
    if (folder == NULL) {
        printf("vectors: skipped the corpus, because PASSWORDRULES_CORPUS is not set\n");
        skipped++;
        return;
    }
    struct text file = {.length = 0};
    append(&file, "%s/descriptors.jsonl", folder);
    run_table(file.bytes, run_corpus_line);
}

int main(int count, char **arguments)
{
    if (count != 4 || passwordrules_report_create(&shared_report) != PASSWORDRULES_OK) {
        fprintf(stderr, "usage: vectors parse.tsv check.tsv lenient.tsv\n");
        return 2;
    }
    run_table(arguments[1], run_parse_line);
    run_table(arguments[2], run_check_line);
    run_table(arguments[3], run_lenient_line);
    run_corpus();
    if (allocation_count == 0) {
        printf("vectors: skipped counting allocations, which are made elsewhere (a sanitizer's are)\n");
        skipped++;
    }
    passwordrules_report_free(shared_report);
    printf("vectors: %d passed, %d failed", passed, failed);
    if (skipped > 0)
        printf(", %d skipped", skipped);
    printf("\n");
    return failed > 0 ? 1 : 0;
}
