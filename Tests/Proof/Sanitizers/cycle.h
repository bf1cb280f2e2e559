/*
 * A cycle makes every call of the library, those that succeed and those that fail: all inputs from which the
 * fuzzing of calls starts. Two cycles find the same, however often, beside whatever and in whichever thread.
 */
#ifndef CYCLE_H
#define CYCLE_H

#include "calls.h"

/*
 * Makes what any number of threads use at once: rules, a policy with sections and a list of common passwords,
 * whose absolute path is given. 0 if all went well. Free them with objects_free.
 */
int open_shared(const char *list, struct objects *shared);

/* Makes one cycle. All that it found is the caller's to free. */
char *cycle(struct workspace *workspace);

/* Adds the search for a password among rules that none is found for by chance: too long a work for every
 * cycle. */
void seek_in_vain(struct workspace *workspace);

/* Whether two cycles found the same; if not, the first difference is printed on standard error. */
bool is_same(const char *expected, const char *found);

/* What load and beside call in a plug-in: 0 if two cycles find the same. */
int run_cycle(const char *list);

#endif
