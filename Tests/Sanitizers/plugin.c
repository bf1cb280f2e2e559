/* What load and beside load: two cycles that must find the same, in a library that can be unloaded. */
#include "plugin.h"

#include "cycle.h"

#include <stdlib.h>

int run_cycle(const char *list)
{
    struct transcript *transcripts = malloc(2 * sizeof *transcripts);
    struct files files;
    struct shared shared;
    if (transcripts == NULL || open_shared(list, &files, &shared) != 0)
        return 2;
    cycle(&shared, &transcripts[0]);
    cycle(&shared, &transcripts[1]);
    close_shared(&shared);
    int is_as_it_was = is_same(&transcripts[0], &transcripts[1]);
    free(transcripts);
    return is_as_it_was ? 0 : 1;
}
