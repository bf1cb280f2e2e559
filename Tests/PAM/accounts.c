/*
 * accounts - account databases that fail, like those of a directory server that is down, or that find a user by several
 * names, like sssd's and winbind's
 *
 * This library is loaded before libc. USERS_FAIL is a list of error numbers for lookups of users: each lookup fails with
 * the next number, and after the list's end with the last one. GROUPS_FAIL is such a list for lookups of groups. If the
 * number is 0 or the variable is not set, libc answers. With USERS_FOLD, a user is found in any letter case, and with a
 * domain: alice@dir, CORP\alice. With USERS_ALIAS, such as "rabbit=alice", a user is also found by another name. The file
 * LOOKUPS grows by a byte for each lookup of a user.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The error number for this lookup. `rest` is the part of the variable for later lookups. */
static int next_error(const char *variable, const char **rest)
{
    if (*rest == NULL)
        *rest = getenv(variable);
    if (*rest == NULL)
        return 0;
    const char *end = strchr(*rest, ',');
    int error = atoi(*rest);
    if (end != NULL)
        *rest = end + 1;
    return error;
}

/* Writes the name in lower case, without its domain. */
static void fold(const char *name, char *folded, size_t size)
{
    const char *domain = strchr(name, '\\');
    size_t i = 0;

    for (name = domain != NULL ? domain + 1 : name; name[i] != '\0' && name[i] != '@' && i + 1 < size; i++)
        folded[i] = (char)tolower((unsigned char)name[i]);
    folded[i] = '\0';
}

/* The account's name if this name is its alias; otherwise this name. */
static const char *account_of(const char *name)
{
    const char *alias = getenv("USERS_ALIAS");
    const size_t length = strlen(name);

    if (alias != NULL && strncmp(alias, name, length) == 0 && alias[length] == '=')
        return alias + length + 1;
    return name;
}

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    static const char *errors;
    int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);
    int error = next_error("USERS_FAIL", &errors);
    const char *count = getenv("LOOKUPS");
    FILE *file = count != NULL ? fopen(count, "a") : NULL;
    char folded[256] = "";

    if (file != NULL) {
        fputs("x", file);
        fclose(file);
    }
    *found = NULL;
    if (error != 0)
        return error;
    fold(name, folded, sizeof folded);
    *(void **)&next = dlsym(RTLD_NEXT, "getpwnam_r");
    return next(account_of(getenv("USERS_FOLD") != NULL ? folded : name), entry, buffer, size, found);
}

int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **found)
{
    static const char *errors;
    int (*next)(gid_t, struct group *, char *, size_t, struct group **);
    int error = next_error("GROUPS_FAIL", &errors);

    *found = NULL;
    if (error != 0)
        return error;
    *(void **)&next = dlsym(RTLD_NEXT, "getgrgid_r");
    return next(group, entry, buffer, size, found);
}
