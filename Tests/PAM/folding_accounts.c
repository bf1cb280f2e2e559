/*
 * folding_accounts - an account database that finds a user in whatever case the name is typed, as those of sssd and winbind
 *
 * To be loaded before libc: a name is looked up in lower case, and the entry has it so.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <pwd.h>
#include <stddef.h>

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);
    char folded[256];
    size_t length = 0;

    for (; name[length] != '\0' && length + 1 < sizeof folded; length++)
        folded[length] = (char)tolower((unsigned char)name[length]);
    folded[length] = '\0';
    *(void **)&next = dlsym(RTLD_NEXT, "getpwnam_r");
    return next(folded, entry, buffer, size, found);
}
