/*
 * A cycle runs all seeds of the fuzzing target `calls`, which make every call of the library both succeed and fail. Every
 * cycle has the same results, in any thread, even while other threads run cycles.
 */
#ifndef CYCLE_H
#define CYCLE_H

#include "calls.h"

/*
 * Makes objects that any number of threads use at once: rules, a policy with sections, and a list of common passwords, which
 * is at the absolute path `list`. Returns 0 for success. Free the objects with objects_free.
 */
int open_shared(const char *list, struct objects *shared);

/* Runs one cycle. Returns all of its results as a text, which the caller frees. */
char *cycle(struct workspace *workspace);

/* Generates a password by rules that hardly any random password meets. This takes too long to be part of each cycle. */
void generate_by_rare_rules(struct workspace *workspace);

/* Whether two cycles have the same results. If not, prints the first difference on standard error. */
bool is_same(const char *expected, const char *found);

/* The function of the plug-in that load and beside call. Runs two cycles, and returns 0 if their results are the same. */
int run_cycle(const char *list);

#endif
