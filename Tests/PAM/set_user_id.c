/*
 * set_user_id - makes a program look set-user-ID, if this library is loaded before libc
 *
 * The file that WITNESS_LOG names gets a line for each call of an account database by libpasswordrules or the module, and
 * for each service that they load: the function's name, and "full" if the function could see the caller's
 * environment variables, otherwise "empty".
 */
#define _GNU_SOURCE
#include "at_secure.h"

#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path;

__attribute__((constructor)) static void begin(void)
{
    path = getenv("WITNESS_LOG");
    path = path != NULL ? strdup(path) : NULL;
}

static void witness(const char *function, const void *caller)
{
    Dl_info found;
    FILE *file;

    if (path == NULL || dladdr(caller, &found) == 0 || strstr(found.dli_fname, "passwordrules") == NULL)
        return;
    if ((file = fopen(path, "a")) == NULL)
        abort();
    fprintf(file, "%s %s\n", function, getenv("WITNESS_LOG") == NULL ? "empty" : "full");
    fclose(file);
}

#define WITNESS(result, name, parameters, arguments)         \
    result name parameters                                   \
    {                                                        \
        result(*next) parameters;                            \
        witness(#name, __builtin_return_address(0));         \
        *(void **)&next = dlsym(RTLD_NEXT, #name);           \
        return next arguments;                               \
    }

WITNESS(int, getpwnam_r, (const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found),
        (name, entry, buffer, size, found))
WITNESS(int, getgrnam_r, (const char *name, struct group *entry, char *buffer, size_t size, struct group **found),
        (name, entry, buffer, size, found))
WITNESS(int, getgrgid_r, (gid_t number, struct group *entry, char *buffer, size_t size, struct group **found),
        (number, entry, buffer, size, found))
WITNESS(int, getgrouplist, (const char *user, gid_t group, gid_t *groups, int *count), (user, group, groups, count))

/* Only calls that load services of nsswitch.conf are logged, because dlopen also loads other libraries. */
void *dlopen(const char *file, int flags)
{
    void *(*next)(const char *, int);

    if (file != NULL && strncmp(file, "libnss_", 7) == 0)
        witness("dlopen", __builtin_return_address(0));
    *(void **)&next = dlsym(RTLD_NEXT, "dlopen");
    return next(file, flags);
}
