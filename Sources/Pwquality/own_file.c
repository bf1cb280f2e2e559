/*
 * Reads a file of settings that a program names instead of libpwquality's own.
 */
#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Sets what a line says: "NAME = VALUE", with a comment behind it or without. Changes the line. */
static int set_line(pwquality_settings_t *pwq, char *line)
{
    char *name, *end, *value;

    line[strcspn(line, "#")] = '\0';
    for (end = line + strlen(line); end > line && isspace((unsigned char)end[-1]); end--)
        end[-1] = '\0';
    name = line + strspn(line, " \t");
    if (*name == '\0')
        return PWQ_ERROR_SUCCESS;
    end = name + strcspn(name, " \t=");
    value = end + strspn(end, " \t");
    value += *value == '=';
    value += strspn(value, " \t");
    /* What pwquality_set_option reads has nothing around its "=". */
    char option[1024];
    const int length = snprintf(option, sizeof option, "%.*s=%s", (int)(end - name), name, value);
    return length < (int)sizeof option ? pwquality_set_option(pwq, option) : PWQ_ERROR_CFGFILE_MALFORMED;
}

void read_own_file(pwquality_settings_t *pwq, const char *path)
{
    char line[1024];
    FILE *file = fopen(path, "re");
    size_t number = 0;
    int error = file == NULL ? PWQ_ERROR_CFGFILE_OPEN : PWQ_ERROR_SUCCESS;

    while (error == PWQ_ERROR_SUCCESS && fgets(line, sizeof line, file) != NULL) {
        number++;
        /* A line that does not fit, or has a NUL, is a mistake, too. */
        error = strchr(line, '\n') != NULL || feof(file) ? set_line(pwq, line) : PWQ_ERROR_CFGFILE_MALFORMED;
        if (error != PWQ_ERROR_SUCCESS && error != PWQ_ERROR_MEM_ALLOC)
            error = PWQ_ERROR_CFGFILE_MALFORMED;
    }
    if (file != NULL) {
        if (ferror(file))
            error = PWQ_ERROR_CFGFILE_OPEN;
        fclose(file);
    }
    pwq->file_error = error;
    if (error == PWQ_ERROR_CFGFILE_MALFORMED)
        snprintf(pwq->file_place, sizeof pwq->file_place, "(%s:%zu)", path, number);
    else
        snprintf(pwq->file_place, sizeof pwq->file_place, "(%s)", path);
}
