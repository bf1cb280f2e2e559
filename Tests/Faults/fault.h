/*
 * fault.h - how a program that was started with fault.so plans a fault
 *
 * The calls of one kind are counted, and the one with the number `at` fails. The functions are looked up by dlsym, so that
 * nothing links against a library that is there to be preloaded.
 */
#ifndef FAULT_H
#define FAULT_H

/* Numbers beside those of errno(3) and of PAM, for functions that can disappoint in other ways. */
#define FAULT_SHORT (-1) /* only half of the requested amount, at least one byte */
#define FAULT_EMPTY (-2) /* nothing more: 0 */
#define FAULT_NULL (-3)  /* success, without an answer */
/* The call is made, but the named resource is not available. */
#define FAULT_NO_FILES (-4)
#define FAULT_NO_MEMORY (-5)

struct fault_plan {
    const char *kind; /* see the table in fault.c */
    unsigned long at; /* which call fails, from 1; 0: none */
    int is_onwards;   /* and all after it */
    int error;
    int is_ours_only; /* only calls from our library and our module count */
};

/* The result. In memory that a parent shares, it outlives the death of the process. */
struct fault_record {
    unsigned long calls;  /* that were counted */
    unsigned long failed; /* that were made to fail */
    char function[32];    /* the first that was */
    char caller[64];      /* who called it: the file's name, and the distance from its start */
};

typedef void fault_arm_function(const struct fault_plan *plan, struct fault_record *record); /* NULL: no more faults */
/* How many blocks that our library or module allocated are not freed; counted since the plan before the first. */
typedef long fault_live_function(void);

#endif
