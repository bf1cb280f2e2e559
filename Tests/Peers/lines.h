/* Lines of fields between tabs, for the programs that ask another library what it thinks of passwords. */
#ifndef LINES_H
#define LINES_H

/* For getline and strsep; this header comes first. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 5

/* Reads a line of up to FIELDS fields; those that are missing are empty. Returns 0 at the end of the input. */
static int read_fields(char **line, size_t *capacity, char *fields[FIELDS])
{
    ssize_t length = getline(line, capacity, stdin);
    char *rest;

    if (length < 0)
        return 0;
    if (length > 0 && (*line)[length - 1] == '\n')
        (*line)[--length] = '\0';
    if (strlen(*line) != (size_t)length) {
        fputs("a NUL in the input\n", stderr);
        exit(2);
    }
    rest = *line;
    for (int i = 0; i < FIELDS; i++)
        fields[i] = rest ? strsep(&rest, "\t") : *line + length;
    return 1;
}

#endif
