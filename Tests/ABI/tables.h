/* Reads the tables of Tests/Vectors. Each table describes its format at its top. */
#ifndef TABLES_H
#define TABLES_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* A line of text under construction. */
struct text {
    char bytes[4096];
    size_t length;
};

static inline void append(struct text *text, const char *format, ...)
{
    size_t room = sizeof(text->bytes) - text->length;
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (count < 0 || (size_t)count >= room) {
        fprintf(stderr, "a result is longer than %zu bytes\n", sizeof(text->bytes));
        exit(1);
    }
    text->length += (size_t)count;
}

/* The value of a hexadecimal digit, or -1. */
static inline int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

static inline size_t fail_on_field(const char *field)
{
    fprintf(stderr, "a field that is not in the table's format: %s\n", field);
    exit(1);
}

/* Replaces the escapes of a field in place. Returns its length, because the field may hold NUL bytes. */
static inline size_t unescape_field(char *field)
{
    static const char letters[] = "tnrf\\";
    static const char meanings[] = "\t\n\r\f\\";
    if (strcmp(field, "\\e") == 0) {
        *field = '\0';
        return 0;
    }
    if (*field == '\0')
        return fail_on_field(field);
    size_t length = 0;
    for (const char *next = field; *next != '\0'; next++) {
        char byte = *next;
        if (byte == '\\') {
            next++;
            const char *letter = *next != '\0' ? strchr(letters, *next) : NULL;
            if (letter != NULL) {
                byte = meanings[letter - letters];
            } else {
                if (*next != 'x' || hex_value(next[1]) < 0 || hex_value(next[2]) < 0)
                    return fail_on_field(field);
                byte = (char)(hex_value(next[1]) * 16 + hex_value(next[2]));
                next += 2;
            }
        }
        field[length++] = byte;
    }
    /* There is room for the NUL, because an escape is never shorter than its replacement. */
    field[length] = '\0';
    return length;
}

/* Removes the first field from a line, and returns it; NULL if no field is left. */
static inline char *next_field(char **rest)
{
    char *field = *rest;
    if (field == NULL)
        return NULL;
    char *tab = strchr(field, '\t');
    if (tab != NULL)
        *tab++ = '\0';
    *rest = tab;
    return field;
}

/* Removes the next field from a line, and copies it to `text` without escapes; an empty text if no field is left. */
static inline void take(struct text *text, char **line)
{
    char *field = next_field(line);
    text->length = field != NULL ? unescape_field(field) : 0;
    if (text->length > sizeof(text->bytes) - 2)
        fail_on_field(field);
    if (text->length > 0)
        memcpy(text->bytes, field, text->length);
    text->bytes[text->length] = '\0';
}

static size_t passed, failed;

static inline void compare(const char *file, size_t line, const char *expected, const char *actual)
{
    if (expected != NULL && strcmp(expected, actual) == 0) {
        passed++;
        return;
    }
    failed++;
    printf("%s:%zu: expected: %s\n", file, line, expected != NULL ? expected : "another field");
    printf("%s:%zu: actual:   %s\n", file, line, actual);
}

typedef void run_line(const char *file, size_t number, char *line);

/* Calls `run` for each line of a file that is not empty or a comment. A file without such lines is a failure. */
static inline void run_table(const char *file, run_line *run)
{
    FILE *stream = fopen(file, "r");
    char *line = NULL;
    size_t capacity = 0, number = 0, count = 0;
    ssize_t length;
    while (stream != NULL && (length = getline(&line, &capacity, stream)) >= 0) {
        number++;
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        count++;
        run(file, number, line);
    }
    free(line);
    if (stream != NULL)
        fclose(stream);
    if (count == 0)
        compare(file, 0, "a file with cases", "none");
}

#endif
