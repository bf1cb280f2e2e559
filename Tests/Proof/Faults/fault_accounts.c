/*
 * fault_accounts - the kinds "user", "group" and "groups": account databases that fail
 *
 * If libc itself cannot open files or allocate memory, its answer depends on its services. So there are also faults in which
 * libc is called without files or without memory.
 */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <sys/resource.h>

/* ---- Circumstances -------------------------------------------------------------------------------------------- */

static struct rlimit usual;

static int starve(int is_due)
{
    if (!is_due || (fault_error != FAULT_NO_FILES && fault_error != FAULT_NO_MEMORY))
        return 0;
    if (fault_error == FAULT_NO_MEMORY)
        fault_is_starved = 1;
    else if (getrlimit(RLIMIT_NOFILE, &usual) == 0) {
        const struct rlimit none = { 0, usual.rlim_max };
        setrlimit(RLIMIT_NOFILE, &none);
    }
    return 1;
}

/* If all later calls must fail, too, the resource also stays unavailable between the calls. */
static void feed(int is_starved)
{
    if (!is_starved || fault_is_onwards)
        return;
    if (fault_error == FAULT_NO_MEMORY)
        fault_is_starved = 0;
    else
        setrlimit(RLIMIT_NOFILE, &usual);
}

/* ---- The databases -------------------------------------------------------------------------------------------- */

/* The function fails, is called without files or memory, or is called as usual. */
#define ASK(kind, name, parameters, arguments, failure)                                                              \
    INTERPOSED int name parameters                                                                                   \
    {                                                                                                                \
        static int(*next) parameters;                                                                                \
        int is_due = IS_DUE(kind, #name), is_starved, result;                                                        \
        FIND_NEXT(next, #name);                                                                                      \
        is_starved = starve(is_due);                                                                                 \
        result = is_due && !is_starved ? (failure) : next arguments;                                                 \
        feed(is_starved);                                                                                            \
        return result;                                                                                               \
    }

#define ACCOUNT(kind, name, type, key)                                                                               \
    ASK(kind, name, (key, struct type *restrict entry, char *restrict buffer, size_t size, struct type **restrict found),   \
        (asked, entry, buffer, size, found), (*found = NULL, fault_error))

ACCOUNT("user", getpwnam_r, passwd, const char *restrict asked)
ACCOUNT("group", getgrnam_r, group, const char *restrict asked)
ACCOUNT("group", getgrgid_r, group, gid_t asked)
/* A failure is like that of glibc without memory: returns -1, and leaves the number of groups unchanged. */
ASK("groups", getgrouplist, (const char *user, gid_t group, gid_t *groups, int *count), (user, group, groups, count),
    (errno = fault_error, -1))
