/*
 * faulty_random - getrandom() as it may be on a bad day, or the same in each run, for LD_PRELOAD
 *
 * The environment selects the faults, which can be combined:
 *
 * RANDOM_AT_MOST=N      gives at most N bytes a call
 * RANDOM_INTERRUPTED=1  fails with EINTR at every other call, beginning with the first
 * RANDOM_FAILS_AFTER=N  fails with EIO once it has given N bytes
 * RANDOM_ENDS_AFTER=N   gives 0 bytes, without an error, once it has given N bytes
 *
 * RANDOM_SEED=N         gives the bytes of SplitMix64, seeded by N, in place of the kernel's
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
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

/* Sebastiano Vigna's SplitMix64 (public domain), one byte of each number. */
static unsigned char next_byte(uint64_t *state)
{
    uint64_t number = *state += 0x9E3779B97F4A7C15;

    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return (unsigned char)(number ^ number >> 31);
}

/* Fills the buffer from the seed or, without one, from the kernel. */
static long fill(unsigned char *buffer, size_t size, unsigned flags)
{
    static uint64_t state;

    if (getenv("RANDOM_SEED") == NULL)
        return syscall(SYS_getrandom, buffer, size, flags);
    if (given == 0)
        state = setting("RANDOM_SEED");
    for (size_t i = 0; i < size; i++)
        buffer[i] = next_byte(&state);
    return (long)size;
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
    long count = fill(buffer, size, flags);
    if (count > 0)
        given += (size_t)count;
    return count;
}
