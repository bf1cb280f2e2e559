/* What load loads: two cycles that must find the same, in a library that can be unloaded. */
#include "plugin.h"

#include "cycle.h"

int run_cycle(const char *list)
{
    static struct transcript first, second;
    struct files files;
    struct shared shared;
    if (open_shared(list, &files, &shared) != 0)
        return 2;
    cycle(&shared, &first);
    cycle(&shared, &second);
    close_shared(&shared);
    return is_same(&first, &second) ? 0 : 1;
}
