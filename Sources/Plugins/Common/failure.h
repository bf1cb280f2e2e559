/*
 * failure.h - what a module or a plugin says if the library cannot decide: memory has run out
 *
 * All other texts, and all other lines for the log, are those of the library's decisions.
 */
#ifndef PASSWORDRULES_PLUGINS_FAILURE_H
#define PASSWORDRULES_PLUGINS_FAILURE_H

#include <stddef.h>

/* For the log: the status and the account, and twice the account and the status. */
#define LOG_NOT_LOADED "%s. Password change for %s refused."
#define LOG_NOT_CHECKED "new password for %s could not be checked: %s. Refused."
#define LOG_NOT_COUNTED "new password for %s accepted; more was to be logged, and it may not be counted: %s"

/* Copies a name for the log, in which a line feed must not forge a line; as much as fits. */
static inline void copy_printable(char *copy, size_t size, const char *name)
{
    size_t length = 0;

    for (; length + 1 < size && name[length] != '\0'; length++) {
        const int is_printable = name[length] > ' ' && name[length] <= '~';
        copy[length] = is_printable ? name[length] : '?';
    }
    copy[length] = '\0';
}

#endif
