/*
 * A cycle runs all seeds of the fuzzing target `calls`, which make every call of the library, so that it succeeds and
 * so that it fails. Every cycle finds the same, in any thread and whatever else runs in the process.
 */
#ifndef CYCLE_H
#define CYCLE_H

#include "calls.h"

/*
 * Makes objects that any number of threads use at once: rules, a policy with sections and a list of common passwords,
 * whose absolute path is given. 0 if all went well. Free them with objects_free.
 */
int open_shared(const char *list, struct objects *shared);

/* Runs one cycle. Returns all that it found as a text, which the caller frees. */
char *cycle(struct workspace *workspace);

/* Generates a password by rules that no random password meets, which takes too long for every cycle. */
void generate_by_rare_rules(struct workspace *workspace);

/* Whether two cycles found the same; if not, the first difference is printed on standard error. */
bool is_same(const char *expected, const char *found);

/* What load and beside call in a plug-in: 0 if two cycles find the same. */
int run_cycle(const char *list);

#endif
