/* What the process has, as the kernel counts it. Nothing here allocates, or leaves anything open. */
#ifndef PROCESS_H
#define PROCESS_H

/*
 * Memory of its own, in kB, exactly. Pages of files are not: the kernel maps and drops them as it likes, 64 kB at once when code
 * is reached for the first time. What is left mapped, mappings() counts. /proc/self/statm lags behind by 32 pages and more.
 */
long private_kb(void);

/* How many lines /proc/self/maps has that name this. */
long mappings_of(const char *name);

/* What a process has at a moment. */
struct footprint {
    long kb, mappings, files;
};
struct footprint footprint(void);

/* Prints the growth since then as JSON, beside a number with a name of its own. */
void print_growth(const struct footprint *before, const char *name, long number);

#endif
