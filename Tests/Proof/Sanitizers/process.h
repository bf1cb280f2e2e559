/* What the process has, as the kernel counts it. */
#ifndef PROCESS_H
#define PROCESS_H

/*
 * Memory of its own, in kB, exactly, after malloc has given back what is free. Pages of files are not: the
 * kernel maps and drops them as it likes, 64 kB at once when code is reached for the first time. What is left
 * mapped, the mappings tell. /proc/self/statm is late by 32 pages and more.
 */
long private_kb(void);

/* How many lines /proc/self/maps has that name this; with "", all. */
long mappings_of(const char *name);

/*
 * Makes rounds, numbered from 1, until one returns something else than 0, which is returned. Else, prints
 * what the process grew by after the first tenth of them: {"memory": kB, "mappings": N, "files": N}.
 */
int print_growth_of(long rounds, int (*make_round)(long round));

#endif
