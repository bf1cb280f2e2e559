/*
 * Reads a file of settings that a program names instead of libpwquality's own: first those in the folder next
 * to it, then the file.
 */
#define _GNU_SOURCE
#include "settings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The blanks that libpwquality skips, in any locale: the file may be from another system. */
#define BLANKS " \t\r\v\f"

/* Sets the value of a line, "NAME = VALUE", perhaps with a comment after it. Changes the line. */
static int set_line(pwquality_settings_t *pwq, char *line)
{
    char option[1024];

    line[strcspn(line, "#")] = '\0';
    for (char *end = line + strlen(line); end > line && strchr(BLANKS, end[-1]) != NULL; end--)
        end[-1] = '\0';
    const char *name = line + strspn(line, BLANKS);
    if (*name == '\0')
        return PWQ_ERROR_SUCCESS;
    const size_t length = strcspn(name, BLANKS "=");
    const char *value = name + length + strspn(name + length, BLANKS);
    value += *value == '=';
    value += strspn(value, BLANKS);
    /* pwquality_set_option takes no blanks around the "=". */
    return snprintf(option, sizeof option, "%.*s=%s", (int)length, name, value) < (int)sizeof option
               ? pwquality_set_option(pwq, option)
               : PWQ_ERROR_CFGFILE_MALFORMED;
}

/* Notes a mistake in a file and its line; 0 for no line. */
static void note_mistake(pwquality_settings_t *pwq, int error, const char *path, size_t line)
{
    char number[32] = "";

    if (line > 0)
        snprintf(number, sizeof number, ":%zu", line);
    pwq->file_error = error;
    snprintf(pwq->file_position, sizeof pwq->file_position, "%.200s%s", path, number);
}

/* Reads a line without its newline. Returns 1; 0 at the end; -1 if the line does not fit or has a NUL. */
static int next_line(FILE *file, char *line, size_t size)
{
    size_t length = 0;
    int byte;

    while ((byte = getc(file)) != EOF && byte != '\n') {
        if (byte == '\0' || length + 1 == size)
            return -1;
        line[length++] = (char)byte;
    }
    line[length] = '\0';
    return byte != EOF || length > 0;
}

static void read_file(pwquality_settings_t *pwq, const char *path)
{
    char line[1024];
    size_t number = 0;
    int found;
    FILE *file = fopen(path, "re");

    if (file == NULL) {
        note_mistake(pwq, PWQ_ERROR_CFGFILE_OPEN, path, 0);
        return;
    }
    while (pwq->file_error == 0 && (found = next_line(file, line, sizeof line)) != 0) {
        number++;
        const int error = found > 0 ? set_line(pwq, line) : PWQ_ERROR_CFGFILE_MALFORMED;
        if (error != 0)
            note_mistake(pwq, error == PWQ_ERROR_MEM_ALLOC ? error : PWQ_ERROR_CFGFILE_MALFORMED, path, number);
    }
    if (ferror(file))
        note_mistake(pwq, PWQ_ERROR_CFGFILE_OPEN, path, 0);
    fclose(file);
}

static int is_configuration(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');

    return end != NULL && strcmp(end, ".conf") == 0;
}

/* Compares by bytes, in any locale. */
static int compare_names(const struct dirent **first, const struct dirent **second)
{
    return strcmp((*first)->d_name, (*second)->d_name);
}

void read_own_file(pwquality_settings_t *pwq, const char *path)
{
    char folder[4096], file[8192];
    struct dirent **found = NULL;

    if (snprintf(folder, sizeof folder, "%s.d", path) >= (int)sizeof folder) {
        note_mistake(pwq, PWQ_ERROR_CFGFILE_OPEN, path, 0);
        return;
    }
    const int count = scandir(folder, &found, is_configuration, compare_names);
    if (count < 0 && errno != ENOENT && errno != ENOTDIR)
        note_mistake(pwq, PWQ_ERROR_CFGFILE_OPEN, folder, 0);
    for (int i = 0; i < count; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, found[i]->d_name);
        if (pwq->file_error == 0)
            read_file(pwq, file);
        free(found[i]);
    }
    free(found);
    if (pwq->file_error == 0)
        read_file(pwq, path);
}
