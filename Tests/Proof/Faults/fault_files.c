/*
 * fault_files - the kinds "open", "read", "pread", "stat", "fdopendir", "readdir", "close", "random"
 *
 * Calls inside libc, such as those of fopen after the file is open, are not affected.
 */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fail(void)
{
    errno = fault_error;
    return -1;
}

static void *fail_pointer(void)
{
    fail();
    return NULL;
}

/* ---- Opening -------------------------------------------------------------------------------------------------- */

#define OPEN(name, parameters, arguments)                                                                            \
    INTERPOSED int name parameters                                                                                   \
    {                                                                                                                \
        static int(*next) parameters;                                                                                \
        va_list more;                                                                                                \
        mode_t mode = 0;                                                                                             \
        FIND_NEXT(next, #name);                                                                                      \
        if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                                                                  \
            va_start(more, flags);                                                                                   \
            mode = va_arg(more, mode_t);                                                                             \
            va_end(more);                                                                                            \
        }                                                                                                            \
        return IS_DUE("open", #name) ? fail() : next arguments;                                                      \
    }

/* With _FORTIFY_SOURCE, calls of open without a mode become calls of these functions. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int directory, const char *path, int flags, ...), (directory, path, flags, mode))
OPEN(openat64, (int directory, const char *path, int flags, ...), (directory, path, flags, mode))
INTERPOSE("open", int, __open_2, (const char *path, int flags), (path, flags), fail())
INTERPOSE("open", int, __open64_2, (const char *path, int flags), (path, flags), fail())
INTERPOSE("open", FILE *, fopen, (const char *restrict path, const char *restrict mode), (path, mode), fail_pointer())
INTERPOSE("open", FILE *, fopen64, (const char *restrict path, const char *restrict mode), (path, mode), fail_pointer())

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* The number of bytes that the call may give, at most `size`, or -1 if the call fails. */
static ssize_t cut(size_t size)
{
    return fault_error == FAULT_EMPTY ? 0 : fault_error == FAULT_SHORT ? (ssize_t)(size / 2 + (size == 1)) : fail();
}

#define READ(kind, name, parameters, arguments)                                                                      \
    INTERPOSED ssize_t name parameters                                                                               \
    {                                                                                                                \
        static ssize_t(*next) parameters;                                                                            \
        ssize_t room;                                                                                                \
        FIND_NEXT(next, #name);                                                                                      \
        if (IS_DUE(kind, #name)) {                                                                                   \
            room = cut(size);                                                                                        \
            if (room <= 0)                                                                                           \
                return room;                                                                                         \
            size = (size_t)room;                                                                                     \
        }                                                                                                            \
        return next arguments;                                                                                       \
    }

READ("read", read, (int descriptor, void *buffer, size_t size), (descriptor, buffer, size))
READ("pread", pread, (int descriptor, void *buffer, size_t size, off_t offset), (descriptor, buffer, size, offset))
READ("pread", pread64, (int descriptor, void *buffer, size_t size, off_t offset), (descriptor, buffer, size, offset))

/*
 * With FAULT_SEEDED in the environment, returns the same bytes in every run. Otherwise the number of allocations
 * for a suggestion would vary, and the number of a call would mean another call in each run.
 */
INTERPOSED ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    static uint64_t state;
    ssize_t room = IS_DUE("random", "getrandom") ? cut(size) : (ssize_t)size;

    if (room > 0 && getenv("FAULT_SEEDED") == NULL)
        return syscall(SYS_getrandom, buffer, (size_t)room, flags);
    for (ssize_t i = 0; i < room; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ((unsigned char *)buffer)[i] = (unsigned char)(state >> 56);
    }
    return room;
}

/* ---- Status of files, folders ------------------------------------------------------------------------------------ */

typedef const char *restrict path_name;

INTERPOSE("stat", int, fstat, (int file, struct stat *status), (file, status), fail())
INTERPOSE("stat", int, fstat64, (int file, struct stat64 *status), (file, status), fail())
INTERPOSE("stat", int, stat, (path_name path, struct stat *restrict status), (path, status), fail())
INTERPOSE("stat", int, stat64, (path_name path, struct stat64 *restrict status), (path, status), fail())
INTERPOSE("stat", int, lstat, (path_name path, struct stat *restrict status), (path, status), fail())
INTERPOSE("stat", int, lstat64, (path_name path, struct stat64 *restrict status), (path, status), fail())
INTERPOSE("stat", int, fstatat, (int directory, path_name path, struct stat *restrict status, int flags),
          (directory, path, status, flags), fail())
INTERPOSE("stat", int, fstatat64, (int directory, path_name path, struct stat64 *restrict status, int flags),
          (directory, path, status, flags), fail())

/* glibc may use statx for stat, lstat and fstat, so a failure is reported under the name of the function that is meant. */
INTERPOSED int statx(int directory, path_name path, int flags, unsigned mask, struct statx *restrict status)
{
    static int (*next)(int, path_name, int, unsigned, struct statx *restrict);

    FIND_NEXT(next, "statx");
    return IS_DUE("stat", flags & AT_SYMLINK_NOFOLLOW ? "lstat" : flags & AT_EMPTY_PATH ? "fstat" : "stat")
               ? fail()
               : next(directory, path, flags, mask, status);
}

INTERPOSE("fdopendir", DIR *, fdopendir, (int descriptor), (descriptor), fail_pointer())
INTERPOSE("readdir", struct dirent *, readdir, (DIR *directory), (directory), fail_pointer())
INTERPOSE("readdir", struct dirent64 *, readdir64, (DIR *directory), (directory), fail_pointer())

/* Linux closes the file even if close fails. */
INTERPOSE("close", int, close, (int descriptor), (descriptor), (next(descriptor), fail()))
INTERPOSE("close", int, closedir, (DIR *directory), (directory), (next(directory), fail()))
