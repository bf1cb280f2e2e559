/*
 * Parses, updates and writes the contents of the file of counts, in memory: no function here opens a file.
 * audit_counts.c describes the format.
 */
#ifndef CPASSWORDRULESSYSTEM_AUDIT_COUNTS_H
#define CPASSWORDRULESSYSTEM_AUDIT_COUNTS_H

#include <stddef.h>

enum {
    AUDIT_MOST_RULES = 64, /* in a line; the library has about half as many */
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
    unsigned changes, unmet; /* unmet: the changes whose password did not meet the policy */
    size_t rule_count;
    struct rule rules[AUDIT_MOST_RULES];
};

/* The contents of the file. On the heap, because stacks may be small. Unused rows have 0 changes. */
struct counts {
    struct row pending;
    struct row added;   /* a new line: the pending changes have reached ten, and the day has no line yet */
    struct row latest;
    struct row other;   /* a line after the latest, while it is parsed */
    char *text;         /* the contents of the file; NULL if there is none */
    const char *others; /* in `text`, the lines after the latest; "" if there is no file */
    char *written;      /* the new contents */
};

/* Parses counts->text; 0 if its format is wrong. */
int read_counts(struct counts *counts);

/*
 * Counts a change on this day. `unmet` names the rules that were not met, separated by ", "; "" if all were
 * met.
 */
void add_to_counts(struct counts *counts, const char *day, const char *unmet);

/* Writes counts->written; returns its length, or 0 after a failed allocation. Keeps the latest 366 lines. */
size_t write_counts(struct counts *counts);

#endif
