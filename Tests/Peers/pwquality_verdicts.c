/*
 * What libpwquality thinks of passwords: pwquality_verdicts CONF < LINES
 *
 * Each line of input is NEW, OLD, USER and FULL NAME, with tabs between them; what is missing or empty is not known.
 * Each line of output is "0" for a password that is accepted, or the number of the error and its name.
 */
#include "lines.h"

#include <errno.h>
#include <pwd.h>
#include <pwquality.h>

static char *full_name;

/* In place of libc's, for libpwquality: every user exists, and has the full name of the line. */
int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result)
{
    *result = NULL;
    if (strlen(name) >= size)
        return ERANGE;
    memset(entry, 0, sizeof *entry);
    entry->pw_name = strcpy(buffer, name);
    entry->pw_gecos = full_name;
    *result = entry;
    return 0;
}

/* Of the errors that are told from the others. */
static const char *name_of(int error)
{
    switch (error) {
    case PWQ_ERROR_TOO_SIMILAR: return "too-similar";
    case PWQ_ERROR_MAX_CONSECUTIVE: return "max-consecutive";
    case PWQ_ERROR_USER_CHECK: return "user-check";
    case PWQ_ERROR_GECOS_CHECK: return "gecos-check";
    case PWQ_ERROR_MAX_CLASS_REPEAT: return "max-class-repeat";
    case PWQ_ERROR_BAD_WORDS: return "bad-words";
    case PWQ_ERROR_MAX_SEQUENCE: return "max-sequence";
    default: return "other";
    }
}

int main(int argc, char **argv)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    char *line = NULL, *fields[FIELDS];
    size_t capacity = 0;
    void *detail = NULL;
    int error;

    if (argc != 2 || !settings) {
        fputs("usage: pwquality_verdicts CONF < LINES\n", stderr);
        return 2;
    }
    error = pwquality_read_config(settings, argv[1], &detail);
    if (error) {
        char text[PWQ_MAX_ERROR_MESSAGE_LEN];

        fprintf(stderr, "%s: %s\n", argv[1], pwquality_strerror(text, sizeof text, error, detail));
        return 2;
    }
    while (read_fields(&line, &capacity, fields)) {
        full_name = fields[3];
        error = pwquality_check(settings, fields[0], fields[1], fields[2], &detail);
        if (error >= 0)
            puts("0");
        else
            printf("%d %s\n", error, name_of(error));
    }
    free(line);
    pwquality_free_settings(settings);
    return 0;
}
