/* WASI has no groups: accounts.c looks for them, and platform.c answers that there are none. */
#ifndef GRP_H
#define GRP_H

#include <stddef.h>
#include <sys/types.h>

struct group {
    char *gr_name;
    gid_t gr_gid;
    char **gr_mem;
};

int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **found);
int getgrgid_r(gid_t number, struct group *entry, char *buffer, size_t size, struct group **found);
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count);

#endif
