/* WASI has no users: accounts.c looks for them, and platform.c answers that there are none. */
#ifndef PWD_H
#define PWD_H

#include <stddef.h>
#include <sys/types.h>

struct passwd {
    char *pw_name, *pw_gecos, *pw_dir;
    gid_t pw_gid;
};

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found);

#endif
