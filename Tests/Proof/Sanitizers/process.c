#include "process.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_or_abort(const char *path)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        abort();
    return file;
}

long mappings_of(const char *name)
{
    char line[4096];
    long lines = 0;
    FILE *file = open_or_abort("/proc/self/maps");
    while (fgets(line, sizeof line, file) != NULL)
        lines += strstr(line, name) != NULL;
    fclose(file);
    return lines;
}

long private_kb(void)
{
    char line[256];
    long sum = 0, kb;
    malloc_trim(0);
    FILE *file = open_or_abort("/proc/self/smaps_rollup");
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Anonymous: %ld", &kb) == 1 || sscanf(line, "Swap: %ld", &kb) == 1)
            sum += kb;
    fclose(file);
    return sum;
}

static long open_files(void)
{
    long files = 0;
    /* A new descriptor gets the lowest free number, and this process never has nearly 4,096 files open. */
    for (int file = 0; file < 4096; file++)
        files += fcntl(file, F_GETFD) >= 0;
    return files;
}

int print_growth_of(long rounds, int (*make_round)(long round))
{
    const long warm_up = rounds < 10 ? 1 : rounds / 10;
    long kb = 0, mappings = 0, files = 0;
    if (rounds <= warm_up) {
        fprintf(stderr, "%ld rounds show no growth; at least 2 are needed\n", rounds);
        return 2;
    }
    for (long round = 1; round <= rounds; round++) {
        int status = make_round(round);
        if (status != 0) {
            fprintf(stderr, "round %ld: %d\n", round, status);
            return status;
        }
        if (round == warm_up) {
            kb = private_kb();
            mappings = mappings_of("");
            files = open_files();
        }
    }
    printf("{\"memory\": %ld, \"mappings\": %ld, \"files\": %ld}\n", private_kb() - kb, mappings_of("") - mappings,
           open_files() - files);
    return 0;
}
