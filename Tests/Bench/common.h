/* What the programs share: a clock, memory readings, the demands that each library is given, and the passwords. */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * The same demands in each library's words. passwdqc can neither require a class nor limit repeats: these are the
 * nearest it has. Its "max" is raised so that long passwords are examined at all.
 */
static const char DESCRIPTOR[] =
    "required: upper; required: lower; required: digit; minlength: 12; max-repeating: 2;";
static const char *const PWQUALITY_OPTIONS[] = { "minlen=12", "ucredit=-1", "lcredit=-1", "dcredit=-1",
                                                 "maxrepeat=2" };
static const char *const PASSWDQC_OPTIONS[] = { "min=disabled,disabled,disabled,12,12", "passphrase=0",
                                                "max=5000" };

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define STRONG8 "kT7#vQ2z"
#define STRONG16 STRONG8 "Wm4!pXs9"
#define STRONG64 STRONG16 "Rb6&hLd3Yc8*nJf5Gt1%aKe2Uo7@wZi4Sq9^xVr6Bm3!Pj8h"

/* A figure that was measured by accident, of an error path for instance, is worse than none. */
__attribute__((noreturn, format(printf, 1, 2))) static inline void die(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static inline uint64_t now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* What this process occupies. VmRSS in /proc/self/status would lag behind by batches; smaps_rollup is exact. */
struct memory {
    long rss_kb, dirty_kb;
};

static inline struct memory memory_now(void)
{
    struct memory memory = { -1, -1 };
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");

    if (file == NULL)
        die("/proc/self/smaps_rollup cannot be read");
    while (fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "Rss: %ld", &memory.rss_kb);
        sscanf(line, "Private_Dirty: %ld", &memory.dirty_kb);
    }
    fclose(file);
    if (memory.rss_kb < 0 || memory.dirty_kb < 0)
        die("/proc/self/smaps_rollup does not say what was expected");
    return memory;
}

#endif
