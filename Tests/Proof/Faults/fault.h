/*
 * fault.h - the functions with which a program that runs with fault.so begins and ends a fault
 *
 * The calls of one kind are counted, and the call with the number `at` fails; fault.c describes the variables that choose the
 * kind and the error. fault.so is preloaded, and programs are not linked with it, so they find these functions with dlsym.
 */
#ifndef FAULT_H
#define FAULT_H

/* Other ways to fail, in addition to the numbers of errno(3) and of PAM. */
#define FAULT_SHORT (-1) /* the call gives only half of the requested amount, at least one byte */
#define FAULT_EMPTY (-2) /* the call returns 0, as at the end of a file */
#define FAULT_NULL (-3)  /* the call succeeds without an answer */
/* The call is made, but the named resource is not available. */
#define FAULT_NO_FILES (-4)
#define FAULT_NO_MEMORY (-5)

/* The result of a run. If it is in memory that the parent shares, it is kept when the process dies. */
struct fault_record {
    unsigned long calls;  /* the number of counted calls */
    unsigned long failed; /* the number of calls that were made to fail */
    char function[32];    /* the first function that was made to fail */
    char caller[64];      /* the code that called it: a file's name, and the offset from the file's start */
};

/* `at` is the number of the call that fails, from 1, or 0 for none. A record of NULL ends the fault. */
typedef void fault_arm_function(unsigned long at, struct fault_record *record);
/* The number of blocks that our library or module has allocated and not freed. */
typedef long fault_live_function(void);

#endif
