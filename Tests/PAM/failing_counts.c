/*
 * failing_counts - makes a call fail with which the module keeps its counts: COUNTS_CALL names it, COUNTS_ERROR is the number
 *
 * COUNTS_ERROR=0: it does a part of its work, or is interrupted once. To be loaded before libc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int calls;

/* Whether this is the call, whose error is set then. */
static int fails(const char *name)
{
    const char *call = getenv("COUNTS_CALL"), *error = getenv("COUNTS_ERROR");

    if (call == NULL || error == NULL || strcmp(call, name) != 0)
        return 0;
    calls++;
    errno = atoi(error);
    return 1;
}

#define NEXT(result, name, ...)                                                                                      \
    result (*next)(__VA_ARGS__);                                                                                     \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

#define FAILING(name, parameters, arguments, ...)                                                                    \
    int name parameters                                                                                              \
    {                                                                                                                \
        NEXT(int, name, __VA_ARGS__);                                                                                \
        return fails(#name) ? -1 : next arguments;                                                                   \
    }

FAILING(flock, (int file, int operation), (file, operation), int, int)
FAILING(mkdir, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
FAILING(fchmod, (int file, mode_t mode), (file, mode), int, mode_t)
FAILING(unlinkat, (int folder, const char *path, int flags), (folder, path, flags), int, const char *, int)
FAILING(renameat, (int one, const char *from, int other, const char *to), (one, from, other, to), int, const char *, int,
        const char *)

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(int, openat, int, const char *, int, ...);
    va_list arguments;
    mode_t mode = 0;

    va_start(arguments, flags);
    if ((flags & O_CREAT) != 0)
        mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (strcmp(path, "audit") == 0 && fails("openat"))
        return -1;
    if (strcmp(path, "audit.new") == 0 && fails("openat new"))
        return -1;
    return next(folder, path, flags, mode);
}

ssize_t pread(int file, void *buffer, size_t size, off_t offset)
{
    NEXT(ssize_t, pread, int, void *, size_t, off_t);

    if (!fails("pread"))
        return next(file, buffer, size, offset);
    if (errno != 0)
        return -1;
    errno = EINTR;
    return calls == 1 ? -1 : next(file, buffer, 1, offset);
}

ssize_t pwrite(int file, const void *buffer, size_t size, off_t offset)
{
    NEXT(ssize_t, pwrite, int, const void *, size_t, off_t);

    if (!fails("pwrite"))
        return next(file, buffer, size, offset);
    if (errno != 0)
        return -1;
    errno = EINTR;
    return calls == 1 ? -1 : next(file, buffer, 1, offset);
}

/* The number is the time. */
time_t time(time_t *result)
{
    NEXT(time_t, time, time_t *);

    return fails("time") ? strtoll(getenv("COUNTS_ERROR"), NULL, 10) : next(result);
}
