/*
 * What a program under examination shares with the scanner: passwords in, results out, and places to stop.
 *
 * The vault is the caller's own memory, and the one mapping that is not searched: passwords are put into it
 * by the scanner, are read there in place, and generated ones are written there. So nothing but the code
 * under examination can make copies.
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

/* Where a program stops: before the call; after it, with its results still in memory; after they are freed;
 * and during the call. */
enum { BEFORE, AFTER, FREED, INSIDE };

enum { VAULT_FILE = 3, VAULT_TEXT = 16384 };

/* scanner.py has the same layout. */
struct vault {
    uint64_t length, old_length, output_length;
    int64_t status;   /* of the call under examination */
    int64_t accepted; /* whether it accepted the password */
    int64_t words;    /* how many listed words it found in it */
    uint64_t stage;   /* where the program stopped */
    uint64_t stops_at_reads; /* 1: also when a list is read, in the midst of a call */
    /* Another password; or what the random source gives, before it fails, where there is any. */
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

/* The memory is searched while the process is stopped here. A system call and no function of libc's, most of which would
   write over what is left on the stack. A macro, because a function's own frame would do the same. */
#define STOP_AT(number) (vault->stage = (number), (void)syscall(SYS_kill, own_pid, SIGSTOP))

#endif
