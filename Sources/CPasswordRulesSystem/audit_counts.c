/*
 * The file /var/lib/passwordrules/audit counts, for periods of whole days, the passwords that were changed
 * under an audited policy, those that did not meet it, and those that did not meet each rule. The file "logins"
 * beside it, in the same format, counts the passwords that were looked up at logins, and as "blocklist" those
 * that were on a list.
 *
 * The output of "passwordrules audit" never singles out one user's password. Changes are collected until
 * there are ten, and only then added to the day. So a day's figures grow by ten changes at once, and the
 * difference between two outputs is never a single password. Pending changes, fewer than ten, are kept apart
 * in the file, which only root can read, and are not shown.
 *
 *     passwordrules audit 1
 *     pending 2026-11-21 2026-11-22 4 2 minlength=2 blocklist=1
 *     2026-11-19 2026-11-21 20 9 minlength=7 blocklist=3
 *     2026-11-18 2026-11-19 10 3 minlength=3
 *
 * After the first line, and a "pending" line if there are pending changes, there is a line for each day on
 * which ten changes were completed, the latest first. It has the days of the first and of the last of these
 * changes (in UTC, because the user controls TZ), the number of changes, the number that did not meet the
 * policy, and a count for each rule that was not met. One space or the end of the line follows each field.
 * AuditCounts.swift of the tool reads this format.
 */
#define _GNU_SOURCE
#include "audit_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOGETHER = 10,  /* changes that are added at once */
    MOST_DAYS = 366, /* lines for days; the oldest are dropped */
    MOST_NUMBER = 999999999,
    LINE_SIZE = 64 + AUDIT_MOST_RULES * (AUDIT_NAME_SIZE + 11) /* at most, with the NUL */
};

static const char HEAD[] = "passwordrules audit 1\n", PENDING[] = "pending ";

/* ---- Rows ----------------------------------------------------------------------------------------------------- */

static unsigned sum(unsigned one, unsigned other)
{
    return one > MOST_NUMBER - other ? MOST_NUMBER : one + other;
}

static void add_rule(struct row *row, const char *name, size_t length, unsigned count)
{
    size_t i = 0;

    if (length >= AUDIT_NAME_SIZE)
        return;
    while (i < row->rule_count && (strncmp(row->rules[i].name, name, length) != 0 || row->rules[i].name[length] != '\0'))
        i++;
    if (i == AUDIT_MOST_RULES)
        return;
    if (i == row->rule_count) {
        memcpy(row->rules[i].name, name, length);
        row->rules[i].name[length] = '\0';
        row->rules[i].count = 0;
        row->rule_count++;
    }
    row->rules[i].count = sum(row->rules[i].count, count);
}

/* Extends the period of a row to a day. The clock may have been set back. */
static void add_day(struct row *row, const char *day)
{
    if (row->changes == 0 || strcmp(day, row->first) < 0)
        memcpy(row->first, day, AUDIT_DAY_SIZE);
    if (row->changes == 0 || strcmp(day, row->last) > 0)
        memcpy(row->last, day, AUDIT_DAY_SIZE);
}

static void add_change(struct row *row, const char *day, const char *unmet)
{
    add_day(row, day);
    row->changes++;
    if (*unmet == '\0')
        return;
    row->unmet++;
    while (*unmet != '\0') {
        size_t length = strcspn(unmet, ",");
        add_rule(row, unmet, length, 1);
        unmet += length;
        unmet += strspn(unmet, ", ");
    }
}

static void add_row(struct row *row, const struct row *other)
{
    add_day(row, other->first);
    row->changes = sum(row->changes, other->changes);
    add_day(row, other->last);
    row->unmet = sum(row->unmet, other->unmet);
    for (size_t i = 0; i < other->rule_count; i++)
        add_rule(row, other->rules[i].name, strlen(other->rules[i].name), other->rules[i].count);
}

void add_to_counts(struct counts *counts, const char *day, const char *unmet)
{
    add_change(&counts->pending, day, unmet);
    if (counts->pending.changes < TOGETHER)
        return;
    int is_of_latest = counts->latest.changes > 0 && strcmp(counts->latest.last, counts->pending.last) == 0;
    add_row(is_of_latest ? &counts->latest : &counts->added, &counts->pending);
    memset(&counts->pending, 0, sizeof counts->pending);
}

/* ---- Text ----------------------------------------------------------------------------------------------------- */

/* Skips this text, if it is there. */
static int skip(const char **text, const char *expected)
{
    size_t length = strlen(expected);

    if (strncmp(*text, expected, length) != 0)
        return 0;
    *text += length;
    return 1;
}

static int read_number(const char **text, unsigned *number)
{
    size_t digits = strspn(*text, "0123456789");

    if (digits == 0 || digits > 9)
        return 0;
    *number = 0;
    for (size_t i = 0; i < digits; i++)
        *number = *number * 10 + (unsigned)(*(*text)++ - '0');
    return 1;
}

static int read_day(const char **text, char *day)
{
    static const char form[] = "dddd-dd-dd";

    for (size_t i = 0; i + 1 < sizeof form; i++, (*text)++) {
        if (form[i] == 'd' ? **text < '0' || **text > '9' : **text != form[i])
            return 0;
        day[i] = **text;
    }
    day[sizeof form - 1] = '\0';
    return 1;
}

/*
 * Reads a line, or its rest after "pending ", and skips its end. The number of changes must be in the range
 * from `least` to `most`.
 */
static int read_row(const char **text, struct row *row, unsigned least, unsigned most)
{
    memset(row, 0, sizeof *row);
    if (!read_day(text, row->first) || !skip(text, " ") || !read_day(text, row->last) || !skip(text, " ") ||
        !read_number(text, &row->changes) || !skip(text, " ") || !read_number(text, &row->unmet))
        return 0;
    if (row->changes < least || row->changes > most || row->unmet > row->changes || strcmp(row->first, row->last) > 0)
        return 0;
    while (skip(text, " ")) {
        const char *name = *text;
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), before = row->rule_count;
        unsigned count = 0;
        *text += length;
        if (length == 0 || !skip(text, "=") || !read_number(text, &count) || count == 0 || count > row->unmet)
            return 0;
        add_rule(row, name, length, count);
        if (row->rule_count == before)
            return 0; /* a repeated rule, or too many */
    }
    return skip(text, "\n");
}

int read_counts(struct counts *counts)
{
    const char *text = counts->text;

    counts->others = text;
    /* The file may be empty after a power failure. */
    if (*text == '\0')
        return 1;
    if (!skip(&text, HEAD))
        return 0;
    if (skip(&text, PENDING) && !read_row(&text, &counts->pending, 1, TOGETHER - 1))
        return 0;
    if (*text != '\0' && !read_row(&text, &counts->latest, TOGETHER, MOST_NUMBER))
        return 0;
    counts->others = text;
    while (*text != '\0')
        if (!read_row(&text, &counts->other, TOGETHER, MOST_NUMBER))
            return 0;
    return 1;
}

/* Adds a row's line, which is shorter than LINE_SIZE, to text that ends at `end`; returns the new end. */
static char *write_row(char *end, const char *head, const struct row *row)
{
    if (row->changes == 0)
        return end;
    end += sprintf(end, "%s%s %s %u %u", head, row->first, row->last, row->changes, row->unmet);
    for (size_t i = 0; i < row->rule_count; i++)
        end += sprintf(end, " %s=%u", row->rules[i].name, row->rules[i].count);
    *end++ = '\n';
    *end = '\0';
    return end;
}

size_t write_counts(struct counts *counts)
{
    const char *rest = counts->others;
    const size_t length = strlen(rest);

    counts->written = malloc(sizeof HEAD + 3 * LINE_SIZE + length);
    if (counts->written == NULL)
        return 0;
    char *end = stpcpy(counts->written, HEAD);
    end = write_row(end, PENDING, &counts->pending);
    end = write_row(end, "", &counts->added);
    end = write_row(end, "", &counts->latest);
    for (int days = (counts->added.changes > 0) + (counts->latest.changes > 0); days < MOST_DAYS && *rest != '\0'; days++)
        rest += strcspn(rest, "\n") + 1;
    memcpy(end, counts->others, (size_t)(rest - counts->others));
    return (size_t)(end - counts->written) + (size_t)(rest - counts->others);
}
