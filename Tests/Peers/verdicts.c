/*
 * Prints the verdicts of a peer: verdicts pwquality|pwquality-settings|passwdqc CONF < LINES
 *
 * Each line of input is NEW, OLD, USER, FULL NAME and HOME DIRECTORY, with tabs between them; a field that is
 * missing or empty is not known. Each line of output is "0" for a password that is accepted, or the reason:
 * passwdqc's words, or the number of pwquality's error and its name. pwquality-settings reads no
 * configuration: it sets each line of CONF as an option.
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <passwdqc.h>
#include <pwquality.h>

enum { NEW, OLD, USER, FULL_NAME, HOME, FIELDS };

/* The fields of the line. */
static char *fields[FIELDS];

/* Reads a line; the fields that are missing are empty. Returns 0 at the end of the input. */
static int read_fields(void)
{
    static char *line;
    static size_t capacity;
    ssize_t length = getline(&line, &capacity, stdin);

    if (length < 0)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    char *rest = line, *end = line + strlen(line);
    for (int i = 0; i < FIELDS; i++)
        fields[i] = rest != NULL ? strsep(&rest, "\t") : end;
    return 1;
}

/* ---- libpwquality --------------------------------------------------------------------------------------------- */

/* Replaces libc's function for libpwquality: every user exists, with the full name of the line. */
int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result)
{
    *result = NULL;
    if (strlen(name) >= size)
        return ERANGE;
    *entry = (struct passwd){ .pw_name = strcpy(buffer, name), .pw_gecos = fields[FULL_NAME] };
    *result = entry;
    return 0;
}

/* The errors that are reported by name. */
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

static int set_options(pwquality_settings_t *settings, const char *path)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    int error = file == NULL;

    while (error == 0 && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        error = pwquality_set_option(settings, line);
    }
    return error;
}

static int ask_pwquality(const char *path, int is_configured)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    void *detail = NULL;

    if (settings == NULL ||
        (is_configured ? pwquality_read_config(settings, path, &detail) : set_options(settings, path)) != 0)
        return 2;
    while (read_fields()) {
        int error = pwquality_check(settings, fields[NEW], fields[OLD], fields[USER], &detail);
        if (error >= 0)
            puts("0");
        else
            printf("%d %s\n", error, name_of(error));
    }
    return 0;
}

/* ---- libpasswdqc ---------------------------------------------------------------------------------------------- */

static int ask_passwdqc(const char *path)
{
    passwdqc_params_t parameters;
    char *reason = NULL;

    passwdqc_params_reset(&parameters);
    if (passwdqc_params_load(&parameters, &reason, path) != 0)
        return 2;
    while (read_fields()) {
        struct passwd account = { .pw_name = fields[USER], .pw_gecos = fields[FULL_NAME], .pw_dir = fields[HOME] };
        const char *answer = passwdqc_check(&parameters.qc, fields[NEW], *fields[OLD] != '\0' ? fields[OLD] : NULL,
                                            *fields[USER] != '\0' ? &account : NULL);
        puts(answer != NULL ? answer : "0");
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    if (strcmp(argv[1], "passwdqc") == 0)
        return ask_passwdqc(argv[2]);
    return ask_pwquality(argv[2], strcmp(argv[1], "pwquality") == 0);
}
