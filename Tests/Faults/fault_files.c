/*
 * fault_files - the kinds "open", "read", "pread", "stat", "fdopendir", "readdir", "close", "random"
 *
 * What libc does inside itself, as fopen does once the file is open, does not pass here.
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
#include <unistd.h>

static int fail(void)
{
    errno = fault_error();
    return -1;
}

/* ---- Opening -------------------------------------------------------------------------------------------------- */

#define OPEN(name)                                                                                                   \
    INTERPOSED int name(const char *path, int flags, ...)                                                            \
    {                                                                                                                \
        static int (*next)(const char *, int, ...);                                                                  \
        va_list arguments;                                                                                           \
        mode_t mode = 0;                                                                                             \
        FIND_NEXT(next, #name);                                                                                      \
        if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                                                                  \
            va_start(arguments, flags);                                                                              \
            mode = va_arg(arguments, mode_t);                                                                        \
            va_end(arguments);                                                                                       \
        }                                                                                                            \
        return IS_DUE("open", #name) ? fail() : next(path, flags, mode);                                             \
    }

#define OPENAT(name)                                                                                                 \
    INTERPOSED int name(int directory, const char *path, int flags, ...)                                             \
    {                                                                                                                \
        static int (*next)(int, const char *, int, ...);                                                             \
        va_list arguments;                                                                                           \
        mode_t mode = 0;                                                                                             \
        FIND_NEXT(next, #name);                                                                                      \
        if ((flags & (O_CREAT | O_TMPFILE)) != 0) {                                                                  \
            va_start(arguments, flags);                                                                              \
            mode = va_arg(arguments, mode_t);                                                                        \
            va_end(arguments);                                                                                       \
        }                                                                                                            \
        return IS_DUE("open", #name) ? fail() : next(directory, path, flags, mode);                                  \
    }

#define OPEN_2(name)                                                                                                 \
    int name(const char *path, int flags);                                                                           \
    INTERPOSED int name(const char *path, int flags)                                                                 \
    {                                                                                                                \
        static int (*next)(const char *, int);                                                                       \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE("open", #name) ? fail() : next(path, flags);                                                   \
    }

#define FOPEN(name)                                                                                                  \
    INTERPOSED FILE *name(const char *restrict path, const char *restrict mode)                                      \
    {                                                                                                                \
        static FILE *(*next)(const char *, const char *);                                                            \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE("open", #name) ? (fail(), NULL) : next(path, mode);                                            \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
OPEN_2(__open_2)
OPEN_2(__open64_2)
FOPEN(fopen)
FOPEN(fopen64)

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* How much of `size` is available, or -1 if the call fails. */
static ssize_t cut(size_t size)
{
    return fault_error() == FAULT_EMPTY ? 0 : fault_error() == FAULT_SHORT ? (ssize_t)(size / 2 + (size == 1)) : fail();
}

INTERPOSED ssize_t read(int descriptor, void *buffer, size_t size)
{
    static ssize_t (*next)(int, void *, size_t);
    ssize_t room = (ssize_t)size;

    FIND_NEXT(next, "read");
    if (IS_DUE("read", "read") && (room = cut(size)) <= 0)
        return room;
    return next(descriptor, buffer, (size_t)room);
}

#define PREAD(name)                                                                                                  \
    INTERPOSED ssize_t name(int descriptor, void *buffer, size_t size, off_t offset)                                 \
    {                                                                                                                \
        static ssize_t (*next)(int, void *, size_t, off_t);                                                          \
        ssize_t room = (ssize_t)size;                                                                                \
        FIND_NEXT(next, #name);                                                                                      \
        if (IS_DUE("pread", #name) && (room = cut(size)) <= 0)                                                       \
            return room;                                                                                             \
        return next(descriptor, buffer, (size_t)room, offset);                                                       \
    }

PREAD(pread)
PREAD(pread64)

/*
 * With FAULT_SEEDED in the environment always the same: how much memory a suggestion takes depends on it, and the call with
 * a number must be the same one in every run.
 */
static int is_seeded;
static uint64_t state;

__attribute__((constructor)) static void read_seed(void)
{
    is_seeded = getenv("FAULT_SEEDED") != NULL;
}

INTERPOSED ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    static ssize_t (*next)(void *, size_t, unsigned);
    ssize_t room = (ssize_t)size;

    FIND_NEXT(next, "getrandom");
    if (IS_DUE("random", "getrandom") && (room = cut(size)) <= 0)
        return room;
    if (!is_seeded)
        return next(buffer, (size_t)room, flags);
    for (ssize_t i = 0; i < room; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ((unsigned char *)buffer)[i] = (unsigned char)(state >> 56);
    }
    return room;
}

/* ---- Asking for the status ------------------------------------------------------------------------------------ */

#define STAT(name, type, handle)                                                                                     \
    INTERPOSED int name(handle file, struct type *status)                                                            \
    {                                                                                                                \
        static int (*next)(handle, struct type *);                                                                   \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE("stat", #name) ? fail() : next(file, status);                                                  \
    }

typedef const char *restrict path_name;

STAT(fstat, stat, int)
STAT(fstat64, stat64, int)
STAT(stat, stat, path_name)
STAT(stat64, stat64, path_name)
STAT(lstat, stat, path_name)
STAT(lstat64, stat64, path_name)

#define STATAT(name, type)                                                                                           \
    INTERPOSED int name(int directory, const char *restrict path, struct type *restrict status, int flags)           \
    {                                                                                                                \
        static int (*next)(int, const char *, struct type *, int);                                                   \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE("stat", #name) ? fail() : next(directory, path, status, flags);                                \
    }

STATAT(fstatat, stat)
STATAT(fstatat64, stat64)

INTERPOSED int statx(int directory, const char *restrict path, int flags, unsigned mask, struct statx *restrict status)
{
    static int (*next)(int, const char *, int, unsigned, struct statx *);

    FIND_NEXT(next, "statx");
    return IS_DUE("stat", "statx") ? fail() : next(directory, path, flags, mask, status);
}

/* ---- Folders -------------------------------------------------------------------------------------------------- */

INTERPOSED DIR *fdopendir(int descriptor)
{
    static DIR *(*next)(int);

    FIND_NEXT(next, "fdopendir");
    return IS_DUE("fdopendir", "fdopendir") ? (fail(), NULL) : next(descriptor);
}

#define READDIR(name, type)                                                                                          \
    INTERPOSED struct type *name(DIR *directory)                                                                     \
    {                                                                                                                \
        static struct type *(*next)(DIR *);                                                                          \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE("readdir", #name) ? (fail(), NULL) : next(directory);                                          \
    }

READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

/* ---- What nobody need look at --------------------------------------------------------------------------------- */

/* Linux closes the file even so. */
INTERPOSED int close(int descriptor)
{
    static int (*next)(int);
    int is_due = IS_DUE("close", "close");

    FIND_NEXT(next, "close");
    return is_due ? (next(descriptor), fail()) : next(descriptor);
}

INTERPOSED int closedir(DIR *directory)
{
    static int (*next)(DIR *);
    int is_due = IS_DUE("close", "closedir");

    FIND_NEXT(next, "closedir");
    return is_due ? (next(directory), fail()) : next(directory);
}
