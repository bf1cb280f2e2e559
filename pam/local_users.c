/*
 * Looks for a user in /etc/passwd itself, without what other services add to it. libpam has a function for this only since 1.4.1.
 */
#define _GNU_SOURCE
#include "local_users.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_MATCH ((size_t)-1)

/* Takes the next character, after `matched` characters of "USER:" at the start of the line: whether it completes them. */
static int completes(const char *user, size_t *matched, char next)
{
    if (next == '\n') {
        *matched = 0;
        return 0;
    }
    if (*matched == NO_MATCH)
        return 0;
    const char wanted = user[*matched];
    if (wanted == '\0' && next == ':')
        return 1;
    *matched = wanted != '\0' && wanted == next ? *matched + 1 : NO_MATCH;
    return 0;
}

/* Looks through the open file; -1 also if it ends before its size, because the part that is missing may have the line. */
static int is_in_file(int file, const char *user)
{
    char text[4096];
    struct statx status;
    size_t matched = 0;
    uint64_t length = 0;

    if (statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &status) != 0)
        return -1;
    for (;;) {
        ssize_t count = read(file, text, sizeof text);
        if (count < 0 && errno != EINTR)
            return -1;
        if (count == 0)
            return length < status.stx_size ? -1 : 0;
        for (ssize_t i = 0; i < count; i++)
            if (completes(user, &matched, text[i]))
                return 1;
        length += count > 0 ? (uint64_t)count : 0;
    }
}

int is_in_passwd(const char *user)
{
    int file, answer;

    /* "root:x" would be found in the line of root. */
    if (strchr(user, ':') != NULL)
        return 0;
    do
        file = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    while (file < 0 && errno == EINTR);
    if (file < 0)
        return -1;
    answer = is_in_file(file, user);
    close(file);
    return answer;
}
