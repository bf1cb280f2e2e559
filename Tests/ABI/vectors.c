/*
 * Runs the tables of Tests/Vectors through the library, by its public header alone:
 *
 *     vectors parse.tsv check.tsv lenient.tsv [strength.tsv RANKED-WORDS]
 *
 * Each table describes its format at its top. RANKED-WORDS is the list that was built from ranked-words.txt. This program
 * replaces malloc to count the library's allocations, so valgrind cannot run it.
 */
#include <passwordrules.h>

#include "tables.h"

/* ---- parse.tsv ---- */

/* Appends a word and a diagnostic in the tables' format. Also appends what is wrong with the diagnostic's fields that the
 * tables do not have. */
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

/* Appends the result of parsing a descriptor in the table's format, as the fields that follow the descriptor. */
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
        passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
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

static void run_parse_line(const char *file, size_t number, char *line)
{
    struct text descriptor, actual = {.length = 0};
    take(&descriptor, &line);
    parse(descriptor.bytes, descriptor.length, &actual);
    compare(file, number, line, actual.bytes);
}

/* ---- lenient.tsv ---- */

/* Appends the minified text of rules, which is printable ASCII, with the table's escapes. */
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
    struct text descriptor, actual = {.length = 0};
    take(&descriptor, &line);
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(descriptor.bytes, descriptor.length, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics);
    if (status == PASSWORDRULES_OK)
        append_minified(&actual, rules);
    else
        append(&actual, "status %d", status);
    for (size_t index = 0; index < passwordrules_diagnostics_count(diagnostics); index++) {
        passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
        append(&actual, "\t");
        if (passwordrules_diagnostics_get(diagnostics, index, &diagnostic) == PASSWORDRULES_OK)
            append_diagnostic(&actual, severity_word(diagnostic.severity), &diagnostic, descriptor.bytes);
        else
            append(&actual, "(no diagnostic)");
    }
    compare(file, number, line, actual.bytes);
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_rules_free(rules);
}

/* ---- check.tsv ---- */

/* Appends a verdict and all outcomes in the table's format. */
static void append_report(struct text *text, const passwordrules_report *report)
{
    int accepted = passwordrules_report_accepted(report);
    double progress = passwordrules_report_progress(report);
    append(text, accepted ? "accepted\t" : "rejected\t");
    size_t count = passwordrules_report_count(report);
    if (count == 0)
        append(text, "\\e");
    for (size_t index = 0; index < count; index++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        if (passwordrules_report_outcome(report, index, &outcome) == PASSWORDRULES_OK)
            append(text, "%s%s:%d:%zu:%zu", index > 0 ? "," : "", outcome.rule, outcome.met, outcome.limit,
                   outcome.actual);
        else
            append(text, " (no outcome)");
    }
    if (!(progress >= 0 && progress <= 1) || (progress >= 1) != (accepted == 1))
        append(text, " (progress %f)", progress);
}

/* Checks a password into a new report. */
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

/* Allocations are not counted under AddressSanitizer, which replaces malloc itself, nor with a libc other than glibc, which
 * has no second name for malloc. */
#ifndef __GLIBC__
#define IS_COUNTED_ELSEWHERE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_COUNTED_ELSEWHERE
#endif
#endif

#ifndef IS_COUNTED_ELSEWHERE
void *__libc_malloc(size_t size);

/* Replaces libc's malloc, from which the library gets all of its memory. */
void *malloc(size_t size)
{
    allocation_count++;
    return __libc_malloc(size);
}
#endif

/*
 * Checks each password twice into one report, which all cases share. No case may leave anything to the next. The second
 * check of a password may not allocate memory, because the report already has room for as many outcomes.
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
    struct text descriptor, reading, password, actual = {.length = 0}, again = {.length = 0}, written = {.length = 0};
    take(&descriptor, &line);
    take(&reading, &line);
    take(&password, &line);
    passwordrules_rules *rules = NULL;
    const int is_strict = strcmp(reading.bytes, "strict") == 0;
    if (!is_strict)
        compare(file, number, "written", reading.bytes);
    if (passwordrules_parse(descriptor.bytes, descriptor.length, 0, &rules, NULL) != PASSWORDRULES_OK)
        compare(file, number, "a descriptor without a mistake", descriptor.bytes);
    unsigned flags = is_strict ? PASSWORDRULES_CHECK_STRICT_READING : 0;
    check(rules, password.bytes, password.length, flags, &actual);
    compare(file, number, line, actual.bytes);
    check_into(rules, password.bytes, password.length, flags, shared_report, &again);
    compare(file, number, line, again.bytes);

    /* A password that the strict reading accepts is also accepted by the rules as written. */
    if (is_strict && strncmp(actual.bytes, "accepted", 8) == 0) {
        check(rules, password.bytes, password.length, 0, &written);
        written.bytes[8] = '\0';
        compare(file, number, "accepted", written.bytes);
    }
    passwordrules_rules_free(rules);
}

/* ---- strength.tsv ---- */

static passwordrules_ranks *ranks;

/* Splits a text at its commas. Returns the number of words. */
static size_t split_words(struct text *text, const char **words, size_t most)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text->bytes, ",", &rest); word != NULL && count < most; word = strtok_r(NULL, ",", &rest))
        words[count++] = word;
    return count;
}

static void append_strength(struct text *text, const passwordrules_strength *strength)
{
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    if (passwordrules_strength_get_info(strength, &info) != PASSWORDRULES_OK)
        append(text, "(no estimate)");
    append(text, "%.3f\t%d\t%d\t", info.guesses_log10, info.level, info.cut);
    if (info.piece_count == 0)
        append(text, "\\e");
    for (size_t index = 0; index < info.piece_count; index++) {
        passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
        if (passwordrules_strength_piece(strength, index, &piece) == PASSWORDRULES_OK)
            append(text, "%s%s:%zu:%zu:%zu", index > 0 ? "," : "", piece.name, piece.start, piece.end, piece.rank);
        else
            append(text, " (no piece)");
    }
}

static void run_strength_line(const char *file, size_t number, char *line)
{
    struct text password, person, actual = {.length = 0};
    const char *words[64];
    take(&password, &line);
    take(&person, &line);
    passwordrules_context context = {.size = sizeof(context), .words = words};
    context.word_count = split_words(&person, words, sizeof(words) / sizeof(*words));
    passwordrules_strength *strength;
    int status = passwordrules_strength_estimate(ranks, &context, password.bytes, password.length, &strength);
    if (status == PASSWORDRULES_OK)
        append_strength(&actual, strength);
    else
        append(&actual, "status %d", status);
    compare(file, number, line, actual.bytes);
    passwordrules_strength_free(strength);
}

static void run_strength_table(const char *table, const char *list)
{
    if (passwordrules_ranks_open(&list, 1, &ranks, NULL) == PASSWORDRULES_OK)
        run_table(table, run_strength_line);
    else
        compare(list, 0, "a list of ranked words", "none");
    passwordrules_ranks_free(ranks);
}

int main(int count, char **arguments)
{
    if ((count != 4 && count != 6) || passwordrules_report_create(&shared_report) != PASSWORDRULES_OK) {
        fprintf(stderr, "usage: vectors parse.tsv check.tsv lenient.tsv [strength.tsv RANKED-WORDS]\n");
        return 2;
    }
    run_table(arguments[1], run_parse_line);
    run_table(arguments[2], run_check_line);
    run_table(arguments[3], run_lenient_line);
    if (count == 6)
        run_strength_table(arguments[4], arguments[5]);
    passwordrules_report_free(shared_report);
    printf("vectors: %zu passed, %zu failed%s\n", passed, failed,
           allocation_count == 0 ? "; allocations were not counted: that needs glibc's own malloc" : "");
    return failed > 0 ? 1 : 0;
}
