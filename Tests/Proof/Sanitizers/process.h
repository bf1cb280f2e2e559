/* The memory, mappings and files of this process. */
#ifndef PROCESS_H
#define PROCESS_H

/*
 * The private memory of the process in kB, after malloc has returned its free memory to the kernel. Pages of files are not
 * counted, because the kernel maps and drops up to 64 kB of them at any time; mappings_of counts a file that stays mapped.
 * /proc/self/statm is not used, because it may be wrong by 32 pages or more.
 */
long private_kb(void);

/* The number of lines of /proc/self/maps that contain the name; "" counts all lines. */
long mappings_of(const char *name);

/*
 * Calls make_round with 1 to `rounds`, and returns its result if that is not 0. Otherwise prints by how much
 * the process has grown since the end of the first tenth of the rounds, or of the first round if there are
 * fewer than ten: {"memory": kB, "mappings": N, "files": N}. Needs at least 2 rounds.
 */
int print_growth_of(long rounds, int (*make_round)(long round));

#endif
