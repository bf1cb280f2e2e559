/* The part of a cycle about descriptors, checks and their reports. */
#include "cycle.h"

#include <stdio.h>
#include <string.h>

/* A text that may hold a NUL, and its length. */
#define TEXT(literal) literal, sizeof(literal) - 1

/* ---- Language ---- */

static void put_in_brackets(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    struct bracketed *bracketed = data;
    snprintf(bracketed->text, sizeof bracketed->text, "[%s]", many != NULL && count != 1 ? many : one);
    *translated = bracketed->text;
}

passwordrules_language brackets(struct bracketed *data)
{
    return (passwordrules_language){sizeof(passwordrules_language), put_in_brackets, data};
}

/* ---- Texts and diagnostics ---- */

void use_texts(struct transcript *transcript)
{
    note_text(transcript, "version", passwordrules_version());
    for (int status = -1; status <= PASSWORDRULES_ETOOFEW + 1; status++)
        note_text(transcript, "status text", passwordrules_status_text(status));
}

void note_diagnostics(struct transcript *transcript, passwordrules_diagnostics *diagnostics)
{
    passwordrules_context context = {.size = sizeof context, .by_root = 1};
    passwordrules_diagnostic diagnostic = {.size = sizeof diagnostic}, wrong = {.size = 1};
    size_t count = passwordrules_diagnostics_count(diagnostics);
    note(transcript, "diagnostics", (long long)count);
    for (size_t index = 0; index < count; index++) {
        note(transcript, "diagnostic", passwordrules_diagnostics_get(diagnostics, index, &diagnostic));
        note(transcript, "code", diagnostic.code);
        note(transcript, "column", (long long)diagnostic.column);
        note_text(transcript, diagnostic.source, diagnostic.text);
    }
    note(transcript, "past the end", passwordrules_diagnostics_get(diagnostics, count, &diagnostic));
    note(transcript, "of a wrong size", passwordrules_diagnostics_get(diagnostics, 0, &wrong));
    note(transcript, "into nothing", passwordrules_diagnostics_get(diagnostics, 0, NULL));
    note(transcript, "for root", passwordrules_diagnostics_enforcement(diagnostics, &context));
    note(transcript, "for nobody", passwordrules_diagnostics_enforcement(diagnostics, NULL));
    passwordrules_diagnostics_free(diagnostics);
}

/* ---- Rules ---- */

static void parse(struct transcript *transcript, const char *text, size_t length, unsigned flags)
{
    passwordrules_rules *rules = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    note(transcript, "parse", passwordrules_parse(text, length, flags, &rules, &diagnostics));
    note_diagnostics(transcript, diagnostics);
    passwordrules_rules_free(rules);
    note(transcript, "lint", passwordrules_lint(text, length, flags, &diagnostics));
    note_diagnostics(transcript, diagnostics);
}

/* The texts of some rules, into a buffer with room and into one without. */
static void tell(const passwordrules_rules *rules, struct transcript *transcript)
{
    const size_t sizes[] = {2048, 3, 0};
    struct bracketed data;
    passwordrules_language language = brackets(&data), wrong = language;
    wrong.size = 1;
    for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
        char buffer[2048] = "";
        size_t size = sizes[index], needed = 0;
        char *place = size > 0 ? buffer : NULL;
        int status = passwordrules_format(rules, 0, place, size, &needed);
        note_written(transcript, "format", status, buffer, size, needed);
        status = passwordrules_format(rules, PASSWORDRULES_FORMAT_MINIFIED, place, size, &needed);
        note_written(transcript, "minified", status, buffer, size, needed);
        status = passwordrules_explain(rules, place, size, &needed);
        note_written(transcript, "explain", status, buffer, size, needed);
        status = passwordrules_explain_in(rules, &language, place, size, &needed);
        note_written(transcript, "explain in brackets", status, buffer, size, needed);
        status = passwordrules_explain_in(rules, &wrong, place, size, &needed);
        note_written(transcript, "explain in no language", status, buffer, size, needed);
        status = passwordrules_format(rules, 1 << 20, place, size, &needed);
        note_written(transcript, "format with a wrong flag", status, buffer, size, needed);
    }
}

void use_rules(const struct shared *shared, struct transcript *transcript)
{
    static const struct {
        const char *text;
        size_t length;
    } texts[] = {
        {TEXT("required: upper; required: digit; minlength: 12;")},
        {TEXT("required: uper; minlength: x; allowed: [abc; max-repeating: 2")},
        {TEXT("required: digits; minlength: 8; maxlength: 6; max-consecutive: 2; maxlength: 5")},
        {TEXT("allowed: [\xC3\xA9-], unicode")},
        {TEXT("\0\xFF;;:")},
        {NULL, 0},
        {NULL, 3},
    };
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
        parse(transcript, texts[index].text, texts[index].length, 0);
        parse(transcript, texts[index].text, texts[index].length, PASSWORDRULES_PARSE_LENIENT);
    }
    note(transcript, "parse into nothing", passwordrules_parse("", 0, 0, NULL, NULL));
    tell(shared->rules, transcript);
    tell(NULL, transcript);
}

/* ---- Checks ---- */

void note_report(struct transcript *transcript, const passwordrules_report *report)
{
    struct bracketed data;
    passwordrules_language language = brackets(&data);
    passwordrules_outcome outcome = {.size = sizeof outcome}, wrong = {.size = 1};
    size_t count = passwordrules_report_count(report), needed = 0;
    note(transcript, "accepted", passwordrules_report_accepted(report));
    note(transcript, "progress", (long long)(passwordrules_report_progress(report) * 1e9));
    /* One more than there are. */
    for (size_t index = 0; index <= count; index++) {
        char buffer[1024] = "";
        int status = passwordrules_report_outcome(report, index, &outcome);
        note(transcript, outcome.rule != NULL ? outcome.rule : "outcome", status);
        note(transcript, "kind", outcome.kind * 10 + outcome.met);
        status = passwordrules_report_message(report, index, buffer, sizeof buffer, &needed);
        note_written(transcript, "message", status, buffer, sizeof buffer, needed);
        status = passwordrules_report_message(report, index, buffer, 2, &needed);
        note_written(transcript, "no room", status, buffer, 2, needed);
        status = passwordrules_report_message_in(report, index, &language, buffer, sizeof buffer, &needed);
        note_written(transcript, "in brackets", status, buffer, sizeof buffer, needed);
    }
    note(transcript, "outcome of a wrong size", passwordrules_report_outcome(report, 0, &wrong));
}

void use_checks(const struct shared *shared, struct transcript *transcript)
{
    static const struct {
        const char *text;
        size_t length;
    } passwords[] = {
        {TEXT("Correct-Horse-9")}, {TEXT("horse")}, {TEXT("aaa\xFF\xC3\0Z")}, {TEXT("")},
        {TEXT("\xC3\xA9t\xC3\xA9 1Z")}, {NULL, 0}, {NULL, 7},
    };
    passwordrules_report *again = NULL, *report = NULL;
    note(transcript, "create", passwordrules_report_create(&again));
    note(transcript, "create into nothing", passwordrules_report_create(NULL));
    note_report(transcript, again);
    for (size_t index = 0; index < sizeof passwords / sizeof *passwords; index++) {
        const char *text = passwords[index].text;
        size_t length = passwords[index].length;
        /* Flags that there are, and one that there is not. */
        for (unsigned flags = 0; flags <= 2; flags++) {
            note(transcript, "check", passwordrules_check(shared->rules, text, length, flags, &report));
            note_report(transcript, report);
            passwordrules_report_free(report);
            note(transcript, "check into", passwordrules_check_into(shared->rules, text, length, flags, again));
            note(transcript, "accepted again", passwordrules_report_accepted(again));
        }
    }
    note(transcript, "check of nothing", passwordrules_check(NULL, "x", 1, 0, &report));
    note(transcript, "check into nothing", passwordrules_check_into(shared->rules, "x", 1, 0, NULL));
    note_report(transcript, report);
    note_report(transcript, again);
    passwordrules_report_free(again);
}
