/*
 * fault.h - how a program that was started with fault.so begins and ends a fault
 *
 * The calls of one kind are counted, and the one with the number `at` fails; fault.c describes the rest of
 * the plan. Programs find these functions through dlsym, because fault.so is preloaded and they are not
 * linked with it.
 */
#ifndef FAULT_H
#define FAULT_H

/* Other ways to fail, beside the numbers of errno(3) and of PAM. */
#define FAULT_SHORT (-1) /* only half of the requested amount, at least one byte */
#define FAULT_EMPTY (-2) /* nothing more: 0 */
#define FAULT_NULL (-3)  /* success, without an answer */
/* The call is made, but the named resource is not available. */
#define FAULT_NO_FILES (-4)
#define FAULT_NO_MEMORY (-5)

/* The result. In memory that a parent shares, it outlives the death of the process. */
struct fault_record {
    unsigned long calls;  /* that were counted */
    unsigned long failed; /* that were made to fail */
    char function[32];    /* the first function that was made to fail */
    char caller[64];      /* who called it: the file's name, and the distance from its start */
};

/* at: from 1; 0: none fails. NULL: no more faults. */
typedef void fault_arm_function(unsigned long at, struct fault_record *record);
/* How many blocks that our library or module allocated are not freed. */
typedef long fault_live_function(void);

#endif
