/*
 * What the file of counts says, in memory: see audit_counts.c. Nothing here opens a file, or does anything but to allocate memory.
 */
#ifndef AUDIT_COUNTS_H
#define AUDIT_COUNTS_H

#include <stddef.h>

enum {
    AUDIT_MOST_RULES = 64, /* in a line; the library has half as many */
    AUDIT_NAME_SIZE = 32,  /* of a rule, with the NUL */
    AUDIT_DAY_SIZE = 11    /* YYYY-MM-DD, with the NUL */
};

struct rule {
    char name[AUDIT_NAME_SIZE];
    unsigned count;
};

/* A line of the file. */
struct row {
    char first[AUDIT_DAY_SIZE], last[AUDIT_DAY_SIZE];
    unsigned changes, unmet;
    size_t rule_count;
    struct rule rules[AUDIT_MOST_RULES];
};

/* The file. On the heap, since stacks may be small. Rows have no changes where there are none. */
struct counts {
    struct row pending;
    struct row added;   /* those that are ten now, where they are not of the latest day */
    struct row latest;
    struct row other;   /* each of those behind it, while it is read */
    char *text;         /* what was read; NULL where there is no file */
    const char *others; /* in it, the lines behind the latest */
    char *written;      /* what takes its place */
};

/* Reads what is in counts->text; 0 if that is no such file. */
int read_counts(struct counts *counts);

/* Counts a change of this day, by the names of the rules that were not met, separated by ", ", or NULL. */
void add_to_counts(struct counts *counts, const char *day, const char *unmet);

/* Writes counts->written; its length, or 0 if memory has run out. The oldest days give way to the latest 366. */
size_t write_counts(struct counts *counts);

#endif
