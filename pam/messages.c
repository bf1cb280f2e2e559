/*
 * Shows the user the rules, what a password lacks, and a suggestion.
 */
#define _GNU_SOURCE
#include "messages.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* The catalogue of the messages of the module and of the library. */
#define DOMAIN "passwordrules"
#ifndef LOCALEDIR
#define LOCALEDIR "/usr/share/locale"
#endif

/* Translates a message of the library. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL ? dngettext(DOMAIN, one, many, count) : dgettext(DOMAIN, one);
}

static const passwordrules_language catalogue = { .size = sizeof catalogue, .translate = translate };

const passwordrules_language *find_language(void)
{
    const char *locale = nl_langinfo(NL_LOCALE_NAME(LC_MESSAGES));

    /* setlocale returns "C" for "POSIX", too. */
    if (strcmp(locale, "C") == 0)
        return NULL;
    bindtextdomain(DOMAIN, LOCALEDIR);
    /* Otherwise OUTPUT_CHARSET would override the locale's charset, even in setuid programs, and texts in UTF-7 or UTF-16 have
     * no NUL at the end. */
    bind_textdomain_codeset(DOMAIN, nl_langinfo(CODESET));
    return &catalogue;
}

const char *translated(const struct change *change, const char *message)
{
    return change->language != NULL ? dgettext(DOMAIN, message) : message;
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
        if (line[0] != '\0')
            say(change, PAM_TEXT_INFO, line);
    }
    free(longer);
}

/* Writes what is wrong about an outcome that is not met. English always fits. */
static int write_reason(const struct change *change, const passwordrules_report *report, size_t index, char *text,
                             size_t room)
{
    passwordrules_outcome outcome = { .size = sizeof outcome };

    return passwordrules_report_outcome(report, index, &outcome) == PASSWORDRULES_OK && !outcome.met &&
           (passwordrules_report_message_in(report, index, change->language, text, room, NULL) == PASSWORDRULES_OK ||
            passwordrules_report_message(report, index, text, room, NULL) == PASSWORDRULES_OK);
}

/* Whether an earlier reason has the same text: two rules may limit the same runs. */
static int is_repeated(const struct change *change, const passwordrules_report *report, size_t index, const char *text)
{
    char other[PAM_MAX_MSG_SIZE];

    for (size_t i = 0; i < index; i++)
        if (write_reason(change, report, i, other, sizeof other) && strcmp(other, text) == 0)
            return 1;
    return 0;
}

void say_reasons(const struct change *change, const passwordrules_report *report, const char *heading)
{
    const size_t count = passwordrules_report_count(report);
    char line[PAM_MAX_MSG_SIZE];

    say(change, PAM_ERROR_MSG, translated(change, heading));
    memcpy(line, "  - ", 4);
    for (size_t i = 0; i < count; i++)
        if (write_reason(change, report, i, line + 4, sizeof line - 4) && !is_repeated(change, report, i, line + 4))
            say(change, PAM_ERROR_MSG, line);
}

void say_suggestion(struct change *change)
{
    char line[PAM_MAX_MSG_SIZE];

    if (change->suggestion[0] == '\0')
        return;
    const char *label = translated(change, MSG_SUGGESTION);
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
