/*
 * vault.h - the memory that a program shares with the scanner, and the stops at which its memory is searched
 *
 * The vault stands for the caller's own memory, and is the only writable mapping that is not searched. The scanner puts
 * passwords into the vault, the program passes them on without a copy, and generated passwords are written to the vault. So
 * the examined code made any copy that is found elsewhere.
 */
#ifndef VAULT_H
#define VAULT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where a program stops: before the call; after the call, while its results are still in memory; after the results are freed;
 * during the call. */
enum { BEFORE, AFTER, FREED, INSIDE };

enum { VAULT_FILE = 3, VAULT_TEXT = 16384 };

/* scanner.py has the same layout. */
struct vault {
    uint64_t length, old_length, output_length;
    int64_t status;   /* the status of the examined call */
    int64_t accepted; /* whether the call accepted the password */
    int64_t words;    /* the number of listed words that the call found in the password */
    uint64_t stage;   /* where the program stopped */
    uint64_t stops_at_reads; /* 1: the program also stops during a call, whenever the call reads a list */
    /* Another password. In calls.c, these are the bytes that getrandom() returns before it fails; if there are none, the
     * kernel's random bytes are used. */
    uint64_t other_length, other_used;
    char password[VAULT_TEXT], old[VAULT_TEXT], output[VAULT_TEXT], other[VAULT_TEXT];
};

static struct vault *vault;
static pid_t own_pid;

static inline void open_vault(void)
{
    vault = mmap(NULL, sizeof *vault, PROT_READ | PROT_WRITE, MAP_SHARED, VAULT_FILE, 0);
    if (vault == MAP_FAILED)
        exit(2);
    own_pid = getpid();
}

/*
 * Stops the process, so that its memory can be searched. This is a macro with a plain system call, because the frame of a
 * function, ours or libc's, would overwrite the bytes that the examined call left on the stack.
 */
#define STOP_AT(number) (vault->stage = (number), (void)syscall(SYS_kill, own_pid, SIGSTOP))

#endif
