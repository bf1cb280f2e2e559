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

/* The number in kB behind a name in one of the kernel's files on this process. */
static inline long kilobytes(const char *path, const char *name)
{
    char line[256];
    long number = -1;
    FILE *file = fopen(path, "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            number = strtol(line + strlen(name), NULL, 10);
    if (file == NULL || number < 0)
        die("%s does not say %s", path, name);
    fclose(file);
    return number;
}

/* What this process occupies. VmRSS in /proc/self/status would lag behind by batches; smaps_rollup is exact. */
struct memory {
    long rss_kb, dirty_kb;
};

static inline struct memory memory_now(void)
{
    static const char file[] = "/proc/self/smaps_rollup";

    return (struct memory){ kilobytes(file, "Rss:"), kilobytes(file, "Private_Dirty:") };
}

#endif
