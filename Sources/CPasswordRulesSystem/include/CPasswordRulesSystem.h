/*
 * The calls to libc that the Swift sources make, each as a function that Swift can import: open is variadic and errno
 * a macro, and struct stat differs between machines. A failure is returned as the negated error number.
 */
#ifndef CPASSWORDRULESSYSTEM_H
#define CPASSWORDRULESSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* What Swift needs to know of an open file. */
struct passwordrules_file_status {
    int is_regular;
    int is_writable_by_others; /* by the group or by everybody */
    uint32_t owner;
    int64_t size;
};

/* Opens a file for reading; never waits for the other end of a FIFO, never becomes the controlling terminal. */
int passwordrules_system_open(const char *path);
int passwordrules_system_status(int descriptor, struct passwordrules_file_status *status);
/* Reads up to size bytes; 0 at the end of the file. Interrupted calls are made again. */
intptr_t passwordrules_system_read(int descriptor, void *buffer, size_t size);
void passwordrules_system_close(int descriptor);
uint32_t passwordrules_system_effective_user(void);
/* Fills in all of the buffer from the kernel's random source; 0, or the negated error number. */
int passwordrules_system_random(void *buffer, size_t size);

/* Why a file could not be opened or read, in words; NULL for a number that is not among the usual ones. */
const char *passwordrules_system_error_text(int error);
/* Whether the number means that there is no such file. */
int passwordrules_system_is_missing(int error);

#endif
