/*
 * Shows the user the rules, what a password lacks, and a suggestion.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- One line ------------------------------------------------------------------------------------------ */

const char *translated(const struct change *change, const char *message)
{
    const char *text = translated_message(change->language, message);
    const int fits = strlen(text) < PAM_MAX_MSG_SIZE;

    return fits ? text : message;
}

/*
 * Does not use pam_prompt, which formats the line in memory that is not wiped: a line may contain a suggested
 * password.
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
    /* A message needs no answer, but some programs send one. */
    free(response->resp);
    free(response);
}

/* ---- Lines that fit the terminal ----------------------------------------------------------------------- */

/* The width of rules and reasons. Few terminals are narrower. */
#define COLUMNS 40

/* Where a line ends and the next one begins, as offsets into the text. An end of 0 means none. */
struct line_break {
    size_t end;
    size_t next;
};

/*
 * Where a line of Chinese or Japanese, which have no spaces, must not break: the wide characters of some
 * classes of the Unicode line breaking rules (UAX #14, LineBreak.txt).
 */

/* CL, EX, NS, CJ and PO: no line begins with one. */
static const wchar_t NOT_FIRST[] =
    /* Punctuation and closing brackets. */
    L"\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff05\u30fb"
    L"\uff09\uff3d\uff5d\uff60\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f"
    /* Marks of repetition, voicing and length. */
    L"\u3005\u301c\u303b\u303c\u309b\u309c\u309d\u309e\u30a0\u30fc\u30fd\u30fe"
    /* Small hiragana and katakana. */
    L"\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096"
    L"\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6"
    L"\u31f0\u31f1\u31f2\u31f3\u31f4\u31f5\u31f6\u31f7\u31f8\u31f9\u31fa\u31fb\u31fc\u31fd\u31fe\u31ff";

/* OP: no line ends in one of these opening brackets. */
static const wchar_t NOT_LAST[] =
    L"\uff08\uff3b\uff5b\uff5f\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d";

/* The brackets that close them. */
static const wchar_t CLOSING[] =
    L"\uff09\uff3d\uff5d\uff60\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f";

/* Commas, full stops and colons, after which a line may end. */
static const wchar_t PUNCTUATION[] = L"\u3001\u3002\uff0c\uff1a\uff1b";

/*
 * The hiragana in which phrases of Japanese end if the next begins with another script: particles (ga, de,
 * to, ni, ha, he, ya, wo) and endings of verbs (ta, te, ru). Others are in the middle of words as well.
 */
static const wchar_t PHRASE_END[] = L"\u304c\u305f\u3066\u3067\u3068\u306b\u306f\u3078\u3084\u308b\u3092";

static int is_one_of(const wchar_t *characters, wchar_t character)
{
    return wcschr(characters, character) != NULL;
}

static int is_hiragana(wchar_t character)
{
    return character >= L'\u3041' && character <= L'\u309f';
}

/* Whether a reader pauses between a character and the wide one after it. */
static int is_pause(wchar_t before, wchar_t after)
{
    if (is_one_of(PUNCTUATION, before) || is_one_of(NOT_LAST, after))
        return 1;
    return (is_one_of(PHRASE_END, before) || is_one_of(CLOSING, before)) && !is_hiragana(after);
}

/*
 * Whether a line must not break at the space after a character, because it separates a number from the word
 * that it counts. It may break there if the word begins in ASCII, as in English.
 */
static int joins_number(wchar_t before, const char *after)
{
    const int is_number = before >= L'0' && before <= L'9';
    const int is_ascii = (unsigned char)*after < 0x80;

    return is_number && !is_ascii;
}

/*
 * Finds where to break a line of this many columns, from `start` on: at a space or where a reader pauses,
 * outside wide brackets if possible; else between any two wide characters. A word that is longer than the
 * line stays whole.
 */
static struct line_break find_break(const char *text, size_t start, int columns)
{
    const size_t size = strlen(text);
    struct line_break outside = { 0 }, inside = { 0 }, forced = { 0 };
    wchar_t character = L'-';
    mbstate_t state = { 0 };
    size_t length;
    int depth = 0;

    for (size_t at = start; at < size; at += length) {
        const wchar_t previous = character;
        length = mbrtowc(&character, text + at, size - at, &state);
        /* UNCOVERED: catalogues are converted to the locale's charset, and English is ASCII. */
        if (length > size - at) {
            character = L'?';
            length = 1;
        }
        const int is_wide = wcwidth(character) == 2;
        struct line_break *natural = depth > 0 ? &inside : &outside;
        columns -= is_wide ? 2 : 1;
        if (character == L' ' && !joins_number(previous, text + at + 1))
            *natural = (struct line_break){ .end = at, .next = at + 1 };
        if (is_wide && at > start && !is_one_of(NOT_FIRST, character) && !is_one_of(NOT_LAST, previous)) {
            forced = (struct line_break){ .end = at, .next = at };
            if (is_pause(previous, character))
                *natural = forced;
        }
        if (columns < 0 && outside.end > 0)
            return outside;
        if (columns < 0 && inside.end > 0)
            return inside;
        if (columns < 0 && forced.end > 0)
            return forced;
        if (is_one_of(NOT_LAST, character))
            depth++;
        else if (is_one_of(CLOSING, character) && depth > 0)
            depth--;
    }
    return (struct line_break){ .end = size, .next = size };
}

/*
 * Shows a text in lines so short that terminals do not break words. Each is a message of its own, since
 * dialogs show one line at a time. The further lines of an item ("  - text") are indented like its text.
 */
static void say_wrapped(const struct change *change, int style, const char *text)
{
    const size_t spaces = strspn(text, " ");
    const size_t margin = text[spaces] == '-' ? spaces + 2 : 0;
    size_t indent = 0, start = margin;
    char line[PAM_MAX_MSG_SIZE];

    while (*text != '\0') {
        const struct line_break found = find_break(text, start, COLUMNS - (int)margin);
        snprintf(line, sizeof line, "%*s%.*s", (int)indent, "", (int)found.end, text);
        say(change, style, line);
        text += found.next;
        indent = margin;
        start = 0;
    }
}

void say_paragraph(const struct change *change, int style, const char *text)
{
    char paragraph[PAM_MAX_MSG_SIZE];
    size_t size = 0;

    while (*text != '\0' && size < sizeof paragraph) {
        const struct line_break found = find_break(text, 0, COLUMNS);
        const int written = snprintf(paragraph + size, sizeof paragraph - size, "%s%.*s", size > 0 ? "\n" : "",
                                     (int)found.end, text);
        size += (size_t)written;
        text += found.next;
    }
    say(change, style, paragraph);
}

/* ---- Rules, reasons, suggestion ------------------------------------------------------------------------ */

char *make_text(const struct change *change, text_writer *write)
{
    size_t size = 0;

    if (write(change, NULL, 0, &size) != PASSWORDRULES_ERANGE)
        return NULL;
    char *text = malloc(size);
    if (text != NULL && write(change, text, size, NULL) == PASSWORDRULES_OK)
        return text;
    free(text);
    return NULL;
}

void say_lines(const struct change *change, int style, char *text)
{
    char *line;

    while ((line = strsep(&text, "\n")) != NULL)
        if (line[0] != '\0')
            say(change, style, line);
}

static void say_wrapped_lines(const struct change *change, int style, char *text)
{
    char *line;

    while ((line = strsep(&text, "\n")) != NULL)
        say_wrapped(change, style, line);
}

static int write_rules(const struct change *change, char *text, size_t size, size_t *needed)
{
    passwordrules_context context = change->context;

    /* If no module has asked for the old password yet, the new one is not compared with it. */
    if (context.old_password == NULL)
        context.old_password = "";
    return passwordrules_policy_describe(change->policy, &context, change->language, text, size, needed);
}

void say_rules(const struct change *change)
{
    char *text = make_text(change, write_rules);

    if (text != NULL)
        say_wrapped_lines(change, PAM_TEXT_INFO, text);
    free(text);
}

void say_reasons(const struct change *change, char *text)
{
    say_wrapped_lines(change, PAM_ERROR_MSG, text);
}

void say_suggestion(const struct change *change)
{
    char line[PAM_MAX_MSG_SIZE] = "  ";
    const size_t indent = strlen(line);
    const size_t size = strlen(change->suggestion) + 1;

    /* A truncated suggestion would not be accepted. */
    if (size == 1 || indent + size > sizeof line)
        return;
    say_wrapped(change, PAM_TEXT_INFO,
                translated(change, change->tries < change->max_tries ? MSG_SUGGESTION : MSG_NEXT_SUGGESTION));
    /*
     * On a line of its own, it fits narrow terminals, and a double click selects it. Copied by hand, since
     * snprintf may leave another copy, which is not wiped.
     */
    memcpy(line + indent, change->suggestion, size);
    say(change, PAM_TEXT_INFO, line);
    explicit_bzero(line + indent, size);
}
