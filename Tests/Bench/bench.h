/* What the programs share: an end on failure, a clock, and memory readings. */
#ifndef BENCH_H
#define BENCH_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

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
