/*
 * sweep.h - does the same again and again, each time in a process of its own with another call that fails
 *
 * What the process tells is written into memory that it shares with its parent, so that it is not lost with a crash.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "fault.h"

struct sweep {
    struct fault_plan plan;
    unsigned long first, last, step; /* plan.at goes from first to last, or until a run in which the count runs out */
};

/* Reads one of the options --kind K --error E --onwards --all --first N --last N --step N; 0 where it is none. */
int sweep_option(struct sweep *sweep, char **arguments, int *index);

/*
 * Writes a line for each run: {"at": N, "calls": N, "failed": N, "function": F, "caller": C, "signal": S, "told": [...]}. The
 * run with "at" 0, without a fault, comes first. Returns the exit status for main.
 */
int sweep_run(const struct sweep *sweep, void (*body)(void *data), void *data);

/* For the body: begins and ends the fault. */
void sweep_arm(void);
void sweep_disarm(void);
/* Blocks of ours that are not freed. */
long sweep_live(void);
/* Tells [TYPE, TEXT]. */
void sweep_tell(const char *type, const char *text);
void sweep_tell_number(const char *type, long number);

#endif
