/*
 * cycles - many cycles of every call, which all find the same
 *
 * cycles LIST COUNT [print|leak|differ]
 *
 * Says how many kB the process grew after the first 1,000 cycles, where there are more. With print, what one cycle found.
 * The last two are planted faults: 16 bytes that are lost each cycle, and a cycle that finds something else.
 */
#include "cycle.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By then all has been allocated that stays. */
enum { WARM = 1000 };

static struct transcript expected, found;
/* Volatile, so that no compiler leaves the loss out. */
static void *volatile lost;

int main(int argc, char **argv)
{
    struct files files;
    struct shared shared;
    const char *mode = argc > 3 ? argv[3] : "";
    if (argc < 3)
        return 2;
    long count = atol(argv[2]), before = 0;
    int status = 0;
    /* None is not a mistake: the test that counts the calls wants to see none then. */
    if (count == 0)
        return 0;
    if (open_shared(argv[1], &files, &shared) != 0)
        return 2;
    cycle(&shared, &expected);
    for (long done = 1; done < count && status == 0; done++) {
        if (done == WARM)
            before = private_kb();
        if (strcmp(mode, "leak") == 0)
            lost = malloc(16);
        cycle(&shared, &found);
        if (strcmp(mode, "differ") == 0 && done == count - 1)
            found.text[found.length / 2] ^= 1;
        status = is_same(&expected, &found) ? 0 : 1;
    }
    if (before != 0)
        printf("grown: %ld kB\n", private_kb() - before);
    seek_in_vain(&expected);
    if (strcmp(mode, "print") == 0)
        fputs(expected.text, stdout);
    close_shared(&shared);
    lost = NULL;
    return status;
}
