/* An end on failure, a clock, and memory readings. */
#ifndef BENCH_H
#define BENCH_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Ends the program: a wrong figure, of an error path for instance, is worse than none. */
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

/* What this process occupies, in kB. VmRSS in /proc/self/status is updated in batches; smaps_rollup is
 * exact. */
struct memory {
    long rss, dirty;
};

static inline struct memory memory_now(void)
{
    struct memory memory = { -1, -1 };
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "Rss: %ld", &memory.rss);
        sscanf(line, "Private_Dirty: %ld", &memory.dirty);
    }
    if (file == NULL || memory.rss < 0 || memory.dirty < 0)
        die("/proc/self/smaps_rollup does not say what is occupied");
    fclose(file);
    return memory;
}

/* Writes a line: nanoseconds, and by how many kB memory has grown. */
static inline void write_figures(uint64_t ns, struct memory before)
{
    struct memory after = memory_now();

    printf("%llu %ld %ld\n", (unsigned long long)ns, after.rss - before.rss, after.dirty - before.dirty);
}

#endif
