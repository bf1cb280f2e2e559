/*
 * faulty_random - getrandom() as it may be on a bad day, for LD_PRELOAD
 *
 * The environment selects the faults, which can be combined:
 *
 * RANDOM_AT_MOST=N      gives at most N bytes a call
 * RANDOM_INTERRUPTED=1  fails with EINTR at every other call, beginning with the first
 * RANDOM_FAILS_AFTER=N  fails with EIO once it has given N bytes
 * RANDOM_ENDS_AFTER=N   gives 0 bytes, without an error, once it has given N bytes
 *
 * The bytes that it gives are the kernel's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t calls, given;

/* A number in the environment; SIZE_MAX where there is none. */
static size_t setting(const char *name)
{
    const char *text = getenv(name);

    return text != NULL ? strtoul(text, NULL, 10) : (size_t)-1;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    size_t fails = setting("RANDOM_FAILS_AFTER"), ends = setting("RANDOM_ENDS_AFTER"), end = least(fails, ends);

    if (getenv("RANDOM_INTERRUPTED") != NULL && calls++ % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    if (given >= end && size > 0) {
        if (ends < fails)
            return 0;
        errno = EIO;
        return -1;
    }
    size = least(least(size, setting("RANDOM_AT_MOST")), end - given);
    long count = syscall(SYS_getrandom, buffer, size, flags);
    if (count > 0)
        given += (size_t)count;
    return count;
}
