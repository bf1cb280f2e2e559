/*
 * Checks that the limits of the process leave enough for a password change.
 *
 * The user who runs a set-user-ID program sets its limits. If one is too low, libc skips services for groups,
 * and a section that binds the user would not apply. So the change is refused before any decision.
 * pam_passwordrules(8) has the figures, which are several times the measured need.
 */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define NEEDED_MEMORY ((size_t)16 << 20)
#define NEEDED_STACK ((size_t)128 << 10)
#define NEEDED_DESCRIPTORS 16

/* Whether the stack can grow enough. The kernel puts the program's name at its upper end. */
static int has_stack(void)
{
    const uintptr_t top = (uintptr_t)getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || top < here)
        return 1;
    /* This limit does not apply to another thread's stack, which is elsewhere. */
    return top - here >= limit.rlim_cur || limit.rlim_cur - (top - here) >= NEEDED_STACK;
}

static int has_descriptors(void)
{
    int descriptors[NEEDED_DESCRIPTORS], count = 0, is_enough;

    while (count < NEEDED_DESCRIPTORS && (descriptors[count] = eventfd(0, EFD_CLOEXEC)) >= 0)
        count++;
    is_enough = count == NEEDED_DESCRIPTORS;
    while (count > 0)
        close(descriptors[--count]);
    return is_enough;
}

/* Whether NEEDED_MEMORY more can be mapped. With PROT_NONE, it counts only as address space. */
static int has_memory(int protection)
{
    void *memory = mmap(NULL, NEEDED_MEMORY, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return 0;
    munmap(memory, NEEDED_MEMORY);
    return 1;
}

const char *passwordrules_system_tight_limit(void)
{
    const int saved = errno;
    const char *limit = NULL;

    if (!has_stack())
        limit = "RLIMIT_STACK";
    else if (!has_descriptors())
        limit = "RLIMIT_NOFILE";
    else if (!has_memory(PROT_NONE))
        limit = "RLIMIT_AS";
    else if (!has_memory(PROT_READ | PROT_WRITE))
        limit = "RLIMIT_DATA";
    errno = saved;
    return limit;
}
