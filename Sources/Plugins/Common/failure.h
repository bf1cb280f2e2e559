/*
 * failure.h - log lines of a module or a plugin if the library cannot decide, usually for lack of memory
 *
 * All other texts and log lines come from the library's decisions.
 */
#ifndef PASSWORDRULES_PLUGINS_FAILURE_H
#define PASSWORDRULES_PLUGINS_FAILURE_H

#include <stddef.h>

/*
 * The first takes the text of the status and the account; the others take the account and the text of the
 * status.
 */
#define LOG_NOT_LOADED "%s. Password change for %s refused."
#define LOG_NOT_CHECKED "new password for %s could not be checked: %s. Refused."
#define LOG_NOT_COUNTED "new password for %s accepted, but the log is incomplete, and it may not be counted: %s"

/* What a server logs when it starts and cannot load the policy for all its processes. */
#define LOG_REFUSED_UNTIL_CORRECTED " New passwords are refused until this is corrected."
#define LOG_MISTAKE "%s:%zu:%zu: %s." LOG_REFUSED_UNTIL_CORRECTED
#define LOG_UNUSABLE "%s: %s." LOG_REFUSED_UNTIL_CORRECTED
#define LOG_NOT_SHARED "the policy was not loaded: %s. Each change of a password loads it."

/*
 * Copies as much of a name as fits, for the log. All but printable ASCII becomes "?", so that a name cannot
 * forge a line.
 */
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
