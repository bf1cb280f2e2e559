/* What the process has, as the kernel counts it. Nothing here allocates, or leaves anything open. */
#ifndef PROCESS_H
#define PROCESS_H

/*
 * Memory of its own, in kB, exactly. Pages of files are not: the kernel maps and drops them as it likes, 64 kB at once when code
 * is reached for the first time. What is left mapped, mappings() counts. /proc/self/statm lags behind by 32 pages and more.
 */
long private_kb(void);

/* How many lines /proc/self/maps has, and how many of them name this. */
long mappings(void);
long mappings_of(const char *name);

/* How many file descriptors are open. */
long open_files(void);

#endif
