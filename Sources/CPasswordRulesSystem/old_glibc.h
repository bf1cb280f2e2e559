/*
 * Functions that older releases of glibc have, so that what is built with a newer one loads from 2.28 on.
 *
 * A program is bound to the newest version of each function that the glibc at its build has. Tests/Library/test_old_systems.py
 * names the functions that would need more than 2.28; here stands what does the same in older releases.
 */
#ifndef OLD_GLIBC_H
#define OLD_GLIBC_H

#include <features.h>

#ifdef __GLIBC__

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* Before 2.33, stat, fstat and lstat were no functions of libc. statx is one since 2.28. The fields that we read are set. */
static inline int find_status(int folder, const char *path, int flags, struct stat *status)
{
    struct statx found;

    if (statx(folder, path, flags, STATX_BASIC_STATS, &found) != 0)
        return -1;
    status->st_dev = makedev(found.stx_dev_major, found.stx_dev_minor);
    status->st_ino = found.stx_ino;
    status->st_mode = found.stx_mode;
    status->st_uid = found.stx_uid;
    status->st_size = (off_t)found.stx_size;
    status->st_mtim = (struct timespec){ found.stx_mtime.tv_sec, found.stx_mtime.tv_nsec };
    status->st_ctim = (struct timespec){ found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec };
    return 0;
}
#define stat(path, status) find_status(AT_FDCWD, path, 0, status)
#define lstat(path, status) find_status(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, status)
#define fstat(file, status) find_status(file, "", AT_EMPTY_PATH, status)

/*
 * Before 2.34, these were functions of libdl, which every program with PAM has loaded. They are weak, so that the library loads
 * without it, and bound to their first version, which depends on the processor.
 */
#include <dlfcn.h>

#pragma weak dlopen
#pragma weak dlsym
#pragma weak dlclose

#if defined __x86_64__
#define FIRST_GLIBC "GLIBC_2.2.5"
#elif defined __aarch64__
#define FIRST_GLIBC "GLIBC_2.17"
#endif

#ifdef FIRST_GLIBC
__asm__(".symver dlopen, dlopen@" FIRST_GLIBC);
__asm__(".symver dlsym, dlsym@" FIRST_GLIBC);
__asm__(".symver dlclose, dlclose@" FIRST_GLIBC);
#endif

#endif
#endif
