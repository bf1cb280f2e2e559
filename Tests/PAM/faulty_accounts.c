/*
 * faulty_accounts - account databases that cannot be asked, as those of a directory server that is down
 *
 * To be loaded before libc: look-ups of users fail with the error number that is in USERS_FAIL, look-ups of groups with
 * that in GROUPS_FAIL; where that is not set, they are libc's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
    const char *error = getenv("USERS_FAIL");
    int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);

    if (error != NULL) {
        *found = NULL;
        return atoi(error);
    }
    *(void **)&next = dlsym(RTLD_NEXT, "getpwnam_r");
    return next(name, entry, buffer, size, found);
}

int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **found)
{
    const char *error = getenv("GROUPS_FAIL");
    int (*next)(gid_t, struct group *, char *, size_t, struct group **);

    if (error != NULL) {
        *found = NULL;
        return atoi(error);
    }
    *(void **)&next = dlsym(RTLD_NEXT, "getgrgid_r");
    return next(group, entry, buffer, size, found);
}
