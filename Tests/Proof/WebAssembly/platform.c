/*
 * Substitutes for functions that the sources, the tests and Embedded Swift call and WASI's libc lacks. The only user is root,
 * and there are no accounts.
 */
#include "platform.h"

#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- For Embedded Swift ---- */

uintptr_t __stack_chk_guard = 0x5AFE57AC;

_Noreturn void __stack_chk_fail(void)
{
    abort();
}

void arc4random_buf(void *buffer, size_t size)
{
    if (passwordrules_system_random(buffer, size) != 0)
        abort();
}

/* ---- For files.c, accounts.c and random.c ---- */

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    const size_t most = 256; /* the limit of getentropy */
    (void)flags;
    size = size < most ? size : most;
    return getentropy(buffer, size) == 0 ? (ssize_t)size : -1;
}

/* Refuses an empty path, for which WASI's open() opens a folder. */
int platform_open(const char *path, int flags)
{
    if (*path != '\0')
        return (open)(path, flags);
    errno = ENOENT;
    return -1;
}

/* The library calls this only to find out whether a descriptor is free. */
int platform_duplicate(int descriptor)
{
    (void)descriptor;
    return open("/", O_RDONLY);
}

uid_t geteuid(void)
{
    return 0;
}

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    (void)name, (void)entry, (void)buffer, (void)size;
    *found = NULL;
    return 0;
}

int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **found)
{
    (void)name, (void)entry, (void)buffer, (void)size;
    *found = NULL;
    return 0;
}

int getgrgid_r(gid_t number, struct group *entry, char *buffer, size_t size, struct group **found)
{
    (void)number, (void)entry, (void)buffer, (void)size;
    *found = NULL;
    return 0;
}

int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count)
{
    (void)user;
    if (*count < 1)
        return -1;
    groups[0] = group;
    return *count = 1;
}

/* ---- Substitutes for limits.c and audit.c: WASI has no limits and locks, and no passwords to change ---- */

const char *passwordrules_system_tight_limit(void)
{
    return NULL;
}

const char *passwordrules_system_count(const char *name, const char *unmet)
{
    (void)name, (void)unmet;
    return "WASI has no locks";
}

/* ---- For the tests ---- */

/* WASI's files have no modes. Only the last mode that was set is kept, with its file. */
static ino_t moded_file;
static mode_t mode_of_file;

int platform_set_mode(const char *path, mode_t mode)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return -1;
    moded_file = status.st_ino;
    mode_of_file = mode;
    return 0;
}

int platform_status(int descriptor, struct stat *status)
{
    int result = (fstat)(descriptor, status);
    if (result == 0 && status->st_ino == moded_file)
        status->st_mode |= mode_of_file;
    return result;
}

char *mkdtemp(char *template)
{
    unsigned random;
    if (getentropy(&random, sizeof(random)) != 0)
        return NULL;
    for (char *last = template + strlen(template); last[-1] == 'X'; last--, random /= 26)
        last[-1] = 'a' + random % 26;
    return mkdir(template, 0700) == 0 ? template : NULL;
}

/* Replaces groups of tests that need threads, functions that replace libc's, or accounts. */
static int leave_out(const char *group)
{
    printf("%s: left out, because WASI has none\n", group);
    return 0;
}

int run_thread_tests(void) { return leave_out("threads"); }
int run_randomness_tests(void) { return leave_out("system calls to replace"); }
int run_policy_user_tests(void) { return leave_out("users"); }
int run_policy_account_tests(void) { return leave_out("accounts"); }
