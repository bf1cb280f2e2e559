/* fault_internal.h - the interface between the parts of fault.so */
#ifndef FAULT_INTERNAL_H
#define FAULT_INTERNAL_H

#include <stddef.h>

/* Counts a call, and returns whether it is the one that must fail. */
int fault_is_due(const char *kind, const char *function, const void *caller);
/* Whether all calls after the planned one fail as well. */
extern int fault_is_onwards;
/* How calls fail: a number of errno(3), of PAM, or FAULT_*. */
extern int fault_error;

/* While this is more than 0, every allocation in all code fails. */
extern int fault_is_starved;

/* The function that fault.so replaces. */
void *fault_next(const char *name);

/* Count the blocks that our library or module has. fault_note_block returns the block. */
void *fault_note_block(void *block, const void *caller);
void fault_forget_block(const void *block);

/* Fills in a pointer to the function of that name once. */
#define FIND_NEXT(pointer, name)                                                                                     \
    do {                                                                                                             \
        if ((pointer) == NULL)                                                                                       \
            *(void **)&(pointer) = fault_next(name);                                                                 \
    } while (0)

#define INTERPOSED __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)
#define IS_DUE(kind, function) fault_is_due(kind, function, CALLER)

/* Replaces a function of libc or libpam. If a failure is due, the new function returns `failure`; otherwise it
 * calls the replaced one. */
#define INTERPOSE(kind, type, name, parameters, arguments, failure)                                                  \
    INTERPOSED type name parameters                                                                                  \
    {                                                                                                                \
        static type(*next) parameters;                                                                               \
        FIND_NEXT(next, #name);                                                                                      \
        return IS_DUE(kind, #name) ? (failure) : next arguments;                                                     \
    }

#endif
