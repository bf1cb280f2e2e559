#include "process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Counts the lines of a file that name something. */
static long lines_with(const char *path, const char *name)
{
    static char text[256 << 10];
    size_t length = 0;
    ssize_t count;
    long lines = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        abort();
    while ((count = read(file, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)count;
    close(file);
    text[length] = '\0';
    for (char *line = text; *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        lines += strstr(line, name) != NULL;
        line = end != NULL ? end + 1 : line + strlen(line);
    }
    return lines;
}

long mappings_of(const char *name)
{
    return lines_with("/proc/self/maps", name);
}

/* A line of /proc/self/smaps_rollup, which says kB. */
static long kb(const char *text, const char *name)
{
    const char *line = strstr(text, name);
    if (line == NULL)
        abort();
    return strtol(line + strlen(name), NULL, 10);
}

long private_kb(void)
{
    char text[4096];
    int file = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (length < 0)
        abort();
    close(file);
    text[length] = '\0';
    return kb(text, "\nAnonymous:") + kb(text, "\nSwap:");
}

struct footprint footprint(void)
{
    long files = 0;
    /* The numbers are given out from the lowest, and no more than these are open here at once. */
    for (int file = 0; file < 4096; file++)
        files += fcntl(file, F_GETFD) >= 0;
    return (struct footprint){private_kb(), mappings_of(""), files};
}

void print_growth(const struct footprint *before, const char *name, long number)
{
    const struct footprint now = footprint();
    printf("{\"%s\": %ld, \"memory\": %ld, \"mappings\": %ld, \"files\": %ld}\n", name, number, now.kb - before->kb,
           now.mappings - before->mappings, now.files - before->files);
}
