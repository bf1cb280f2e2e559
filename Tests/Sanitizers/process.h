/* What the process has, as the kernel counts it. Nothing here allocates, or leaves anything open. */
#ifndef PROCESS_H
#define PROCESS_H

/* Memory that is resident, in kB. */
long resident_kb(void);

/* How many lines /proc/self/maps has, and how many of them name this. */
long mappings(void);
long mappings_of(const char *name);

/* How many file descriptors are open. */
long open_files(void);

#endif
