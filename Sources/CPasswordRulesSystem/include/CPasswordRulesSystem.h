/*
 * libc's functions in a form that Swift can import: open is variadic, errno is a macro, and struct stat
 * differs between machines. A failure is returned as a negated error number.
 */
#ifndef CPASSWORDRULESSYSTEM_H
#define CPASSWORDRULESSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/*
 * The number of allocations that have failed since the library was loaded. memory.c describes what happens
 * then.
 */
unsigned passwordrules_system_allocation_failures(void);
/* -ENOMEM if an allocation has failed since the count above was `failures`, else 0. */
int passwordrules_system_allocation_failed_since(unsigned failures);
/* Counts a failed allocation by C code. */
void passwordrules_system_count_allocation_failure(void);
/* Overwrites memory that held a password. */
void passwordrules_system_wipe(void *memory, size_t size);
/*
 * Memory for bytes that are not secret: neither zeroed by this function nor wiped before it is freed. A long
 * block has pages of its own, which return to the system when it is freed. Processes that are forked later share
 * them until one writes to them. Returns NULL, and counts the failure, if an allocation fails.
 */
void *passwordrules_system_allocate_public(size_t size);
/* Frees such memory; `size` is that of its allocation. */
void passwordrules_system_free_public(void *memory, size_t size);

/* Path of the installed list of common passwords; NULL if the program was linked without it. */
const char *passwordrules_system_common_blocklist(void);

/* The properties of an open file that Swift needs. */
struct passwordrules_file_status {
    int is_regular;
    int is_writable_by_others; /* by the group or by all users */
    uint32_t owner;
    int64_t size;
};

/* Opens a file for reading; never waits for the other end of a FIFO, and never acquires a controlling
 * terminal. */
int passwordrules_system_open(const char *path);
int passwordrules_system_status(int descriptor, struct passwordrules_file_status *status);
/* Reads up to size bytes; 0 at the end of the file. An interrupted call is repeated. */
intptr_t passwordrules_system_read(int descriptor, void *buffer, size_t size);
/* Reads size bytes at an offset, fewer only at the end of the file; returns the number read. */
intptr_t passwordrules_system_read_at(int descriptor, void *buffer, size_t size, int64_t offset);
void passwordrules_system_close(int descriptor);
uint32_t passwordrules_system_effective_user(void);

/*
 * Numbers that change if the file is changed or replaced: device, inode, mode, size, and the times of the
 * last changes of contents and of status. All 0 if there is no file. Returns 0, or a negated error number if
 * the file cannot be examined.
 */
#define PASSWORDRULES_SYSTEM_STATE_COUNT 8
int passwordrules_system_state(const char *path, uint64_t *numbers);

/*
 * Counts a password in a file of counts, below /var/lib/passwordrules: `name` is its name there. `unmet` names
 * the rules that the password does not meet, separated by ", "; "" means that it meets the policy. Does nothing
 * unless the effective user is root. Returns NULL on success, else the reason, a static string. Waits at most a second for other processes
 * to release their lock. Does not write beyond RLIMIT_FSIZE, whose signal would end the process.
 */
const char *passwordrules_system_count(const char *name, const char *unmet);

/* Name of a process limit that is too low for a password change; NULL if there is none. */
const char *passwordrules_system_tight_limit(void);

/* Opens a directory and gets its status; on failure NULL, with the error number in *error. */
void *passwordrules_system_open_directory(const char *path, struct passwordrules_file_status *status, int *error);
/* The name of the next entry, valid until the next call; NULL at the end, with *error 0, or after an
 * error. */
const char *passwordrules_system_next_entry(void *directory, int *error);
void passwordrules_system_close_directory(void *directory);

/* The properties of an account that Swift needs. The texts are in the caller's buffer; each may be NULL. */
struct passwordrules_account {
    uint32_t group;
    const char *name; /* in the spelling of the database */
    const char *full_name;
    const char *home;
};

/*
 * Whether services other than `files` would see the environment, which the caller of this set-user-ID program
 * has set. They might obey it. It can be hidden only while the program has one thread: see environment.c.
 */
int passwordrules_system_environment_is_exposed(void);

/* Lookups by the Name Service Switch: 0 found, 1 not found, or a negated error number. */
int passwordrules_system_account(const char *user, char *buffer, size_t size, struct passwordrules_account *account);
int passwordrules_system_group_name(uint32_t group, char *buffer, size_t size, const char **name);
int passwordrules_system_group_id(const char *name, char *buffer, size_t size, uint32_t *group);
/*
 * The number of a group, and the names of the members that it lists, with NULL after the last. The names are
 * in the buffer. If the group is not found, *group is 0 and *members is NULL.
 */
int passwordrules_system_group_members(const char *name, char *buffer, size_t size, uint32_t *group, char ***members);
/*
 * All groups of a user, `group` first. Returns their number, or a negated error number if they cannot be
 * found. If the number exceeds `capacity`, no element of `groups` is valid.
 */
int passwordrules_system_groups(const char *user, uint32_t group, uint32_t *groups, int capacity);
/* Fills the whole buffer from the kernel's random source; 0, or a negated error number. */
int passwordrules_system_random(void *buffer, size_t size);

/* Describes why a file could not be opened or read; NULL for an unusual error number. */
const char *passwordrules_system_error_text(int error);
/* Whether an error number means that there is no such file. */
int passwordrules_system_is_missing(int error);
/* Whether an error number means that a symbolic link is dangling. */
int passwordrules_system_is_dangling(int error);
/* Whether an error number means that a path does not lead to a directory. */
int passwordrules_system_is_not_directory(int error);
/* Whether an error number means that a buffer was too small. */
int passwordrules_system_is_too_small(int error);
/* The error number for something that is too large. */
int passwordrules_system_too_large(void);

#endif
