/*
 * Shows the user the rules, what a password lacks, and a suggestion.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

const char *translated(const struct change *change, const char *message)
{
    return translated_message(change->language, message);
}

/*
 * Not by pam_prompt, which first formats the line in libc's memory. That memory is not wiped, and a line may contain a password.
 */
void say(const struct change *change, int style, const char *text)
{
    const struct pam_message message = { style, text }, *messages = &message;
    struct pam_response *response = NULL;
    const void *item = NULL;

    if (change->is_silent || pam_get_item(change->pamh, PAM_CONV, &item) != PAM_SUCCESS || item == NULL)
        return;
    const struct pam_conv *conversation = item;
    if (conversation->conv(1, &messages, &response, conversation->appdata_ptr) != PAM_SUCCESS || response == NULL)
        return;
    /* No answer is expected, but some programs send one. */
    free(response->resp);
    free(response);
}

int is_read_by_root(const struct change *change)
{
    const char *service = change->context.service;

    return change->context.by_administrator && !change->context.expired && change->context.old_password == NULL &&
           service != NULL &&
           (strcmp(service, "passwd") == 0 || strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0);
}

int is_file(const passwordrules_diagnostic *diagnostic)
{
    return diagnostic->source[0] == '/';
}

const char *place_of(const passwordrules_diagnostic *diagnostic, char *place, size_t size)
{
    if (diagnostic->line == 0)
        return ": ";
    snprintf(place, size, ":%zu:%zu: ", diagnostic->line, diagnostic->column);
    return place;
}

void say_error(const struct change *change, const passwordrules_diagnostic *d)
{
    char place[64], line[PAM_MAX_MSG_SIZE];
    /* A path may be longer than a message; the reason, which is at the end, must not be cut off. */
    const size_t length = strlen(d->text), skipped = length > 200 ? length - 200 : 0;

    snprintf(line, sizeof line, "%.200s%s%s%s", d->source, place_of(d, place, sizeof place), skipped > 0 ? "..." : "",
             d->text + skipped);
    say(change, PAM_ERROR_MSG, line);
    if (is_file(d))
        say(change, PAM_ERROR_MSG, translated(change, MSG_SEE_CHECK));
}

void say_broken(const struct change *change, const passwordrules_diagnostic *d, int refuses)
{
    char line[PAM_MAX_MSG_SIZE];
    const int is_mistake = d->code < PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE;

    if (d->code == PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT) {
        /* The user can raise it. */
        snprintf(line, sizeof line, "%s %s", translated(change, MSG_LIMIT), d->source);
        say(change, PAM_ERROR_MSG, line);
    } else if (!refuses)
        say(change, PAM_ERROR_MSG, translated(change, is_mistake ? MSG_MISTAKE_WARNED : MSG_BROKEN_WARNED));
    else if (is_read_by_root(change))
        say(change, PAM_ERROR_MSG, translated(change, is_mistake ? MSG_MISTAKE : MSG_UNUSABLE));
    else
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
}

/* How many columns a line of rules or reasons has at most: terminals that are narrower are rare. */
#define COLUMNS 40

/* Whether Chinese and Japanese text, which has no spaces, may be broken behind the character. */
static int is_mark(wchar_t character)
{
    static const wchar_t marks[] = { L'\u3001', L'\u3002', L'\uff0c', L'\uff1a', L'\uff1b' };

    return wmemchr(marks, character, sizeof marks / sizeof *marks) != NULL;
}

/*
 * Where a line of so many columns ends, which is looked for from `at` on, and where the next one begins. A word that is longer
 * stays whole; text without spaces is broken behind a mark, and where there is none, between two wide characters.
 */
static size_t end_of_line(const char *text, size_t at, int columns, size_t *next)
{
    const size_t size = strlen(text), first = at;
    size_t end = 0, loose = 0, length;
    wchar_t character = L'-';
    mbstate_t state = { 0 };

    for (*next = size; at < size; at += length) {
        const wchar_t previous = character;
        length = mbrtowc(&character, text + at, size - at, &state);
        /* UNCOVERED: catalogues are converted to the locale's charset, and English is ASCII. */
        if (length > size - at) {
            character = L'?';
            length = 1;
        }
        const int is_wide = wcwidth(character) == 2;
        columns -= is_wide ? 2 : 1;
        /* A number stays with what it counts, but for English. */
        if (character == L' ' && !(previous >= L'0' && previous <= L'9' && (unsigned char)text[at + 1] >= 0x80)) {
            end = at;
            *next = at + 1;
        } else if (is_wide && at > first && !is_mark(character)) {
            loose = at;
            if (is_mark(previous))
                end = *next = at;
        }
        if (columns < 0 && end > 0)
            return end;
        if (columns < 0 && loose > 0)
            return *next = loose;
    }
    *next = size;
    return size;
}

/*
 * Shows a text in lines that terminals do not break inside a word, a message each, because dialogs show one line at a time. What
 * follows the first line of a list's item is indented as it is.
 */
static void say_wrapped(const struct change *change, int style, const char *text)
{
    const size_t spaces = strspn(text, " "), margin = text[spaces] == '-' ? spaces + 2 : 0;
    size_t indent = 0, begin = margin, next;
    char line[PAM_MAX_MSG_SIZE];

    for (; *text != '\0'; text += next) {
        const size_t end = end_of_line(text, begin, COLUMNS - (int)margin, &next);
        snprintf(line, sizeof line, "%*s%.*s", (int)indent, "", (int)end, text);
        say(change, style, line);
        indent = margin;
        begin = 0;
    }
}

void say_rules(const struct change *change)
{
    char usual[1024], *longer = NULL, *text = usual, *rest;
    size_t needed = 0;
    int status = passwordrules_policy_describe_in(change->policy, &change->context, change->language, usual,
                                                  sizeof usual, &needed);

    if (status == PASSWORDRULES_ERANGE && (text = longer = malloc(needed)) != NULL)
        status = passwordrules_policy_describe_in(change->policy, &change->context, change->language, longer, needed,
                                                  NULL);
    for (char *line = status == PASSWORDRULES_OK ? text : NULL; line != NULL; line = rest) {
        for (rest = line; *rest != '\n' && *rest != '\0'; rest++)
            continue;
        if (*rest != '\0')
            *rest++ = '\0';
        else
            rest = NULL;
        say_wrapped(change, PAM_TEXT_INFO, line);
    }
    free(longer);
}

/* Writes what is wrong about an outcome that is not met. English always fits. */
static int write_reason(const struct change *change, const passwordrules_report *report, size_t index,
                        passwordrules_outcome *outcome, char *text, size_t room)
{
    *outcome = (passwordrules_outcome){ .size = sizeof *outcome };
    return passwordrules_report_outcome(report, index, outcome) == PASSWORDRULES_OK && !outcome->met &&
           (passwordrules_report_message_in(report, index, change->language, text, room, NULL) == PASSWORDRULES_OK ||
            passwordrules_report_message(report, index, text, room, NULL) == PASSWORDRULES_OK);
}

/* Whether a reason from `first` on has the same text: two rules may limit the same runs. */
static int is_repeated(const struct change *change, const passwordrules_report *report, size_t first, size_t index,
                       const char *text)
{
    passwordrules_outcome outcome;
    char other[PAM_MAX_MSG_SIZE];

    for (size_t i = first; i < index; i++)
        if (write_reason(change, report, i, &outcome, other, sizeof other) && strcmp(other, text) == 0)
            return 1;
    return 0;
}

void say_reasons(const struct change *change, const char *heading)
{
    const passwordrules_report *report = change->report;
    const size_t count = passwordrules_report_count(report);
    char line[PAM_MAX_MSG_SIZE] = "      - ", *reason = line + 8, *item = line + 4;

    snprintf(reason, sizeof line - 8, "%s%s%s", change->is_for_many ? change->user : "",
             change->is_for_many ? ": " : "", translated(change, heading));
    say_wrapped(change, PAM_ERROR_MSG, reason);
    for (size_t i = 0, first = 0; i < count; i++) {
        passwordrules_outcome outcome;
        if (!write_reason(change, report, i, &outcome, reason, sizeof line - 8))
            continue;
        if (outcome.kind == PASSWORDRULES_KIND_ALTERNATIVES) {
            /* Heads what one set of rules among several asks for, up to the next of its kind. */
            say_wrapped(change, PAM_ERROR_MSG, line + 4);
            item = line;
            first = i;
        } else if (!is_repeated(change, report, first, i, reason))
            say_wrapped(change, PAM_ERROR_MSG, item);
    }
}

void say_suggestion(struct change *change)
{
    char line[PAM_MAX_MSG_SIZE];

    if (change->suggestion[0] == '\0')
        return;
    const char *label = translated(change, change->attempts >= change->tries ? MSG_NEXT_SUGGESTION : MSG_SUGGESTION);
    const size_t start = strlen(label) + 1, size = strlen(change->suggestion) + 1;
    /* A suggestion that was cut off would not be accepted. */
    if (start + size > sizeof line)
        return;
    memcpy(line, label, start - 1);
    line[start - 1] = ' ';
    memcpy(line + start, change->suggestion, size);
    say(change, PAM_TEXT_INFO, line);
    explicit_bzero(line + start, size);
}
