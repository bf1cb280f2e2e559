/*
 * fault - makes one call fail, or that call and all later ones
 *
 * This library is preloaded, so that its functions replace those of libc and libpam. The environment describes the fault:
 *
 *   FAULT_KIND     the kind of call
 *   FAULT_ERROR    how it fails: a number of errno(3), of PAM, or of fault.h
 *   FAULT_ONWARDS  1: all later calls fail, too
 *   FAULT_ALL      1: calls of all code; otherwise only those of our libraries, module and plugins
 *
 * Programs that were written for this library call fault_arm (fault.h). For other programs, two more variables start the
 * fault:
 *
 *   FAULT_AT       the number of the call that fails, from 1
 *   FAULT_REPORT   a file, which gets a line about the first failure. Without a line, there were fewer calls.
 *
 * The calls of all threads are counted together, so only one thread should call our library.
 */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *planned_kind;
static char kept_kind[32];
static unsigned long planned_at;
static int is_for_all, is_armed;
int fault_is_onwards, fault_error, fault_is_starved;

static struct fault_record own_record, *record = &own_record;
static int report = -1;
/* A thread-local variable. Its memory exists from the start of the program, because this library is preloaded. */
#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))
OF_THREAD int is_inside; /* calls that this file makes neither count nor fail */
/*
 * Protects the record and the blocks. Do not call the dynamic linker while holding this lock, because the linker allocates
 * memory while it holds its own lock.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Who calls ------------------------------------------------------------------------------------------------ */

static int is_ours(const void *address)
{
    /* A cache, because dladdr is slow, and most calls come from a few addresses. */
    OF_THREAD struct {
        const void *address;
        int answer;
    } known[256];
    size_t slot = ((uintptr_t)address >> 1) % (sizeof known / sizeof *known);
    Dl_info info;

    if (known[slot].address != address) {
        const char *name = NULL;
        if (dladdr(address, &info) != 0 && info.dli_fname != NULL)
            name = strrchr(info.dli_fname, '/');
        known[slot].answer = name != NULL && (strncmp(name, "/libpasswordrules.so", 20) == 0 ||
                                              strncmp(name, "/libpwquality.so", 16) == 0 ||
                                              strncmp(name, "/passwordrules.so", 17) == 0 ||
                                              strncmp(name, "/pam_passwordrules.so", 21) == 0);
        known[slot].address = address;
    }
    return known[slot].answer;
}

/* Records the first call that fails, and reports it. */
static void describe(const char *function, const void *caller)
{
    Dl_info info;
    const char *name = "nobody";
    size_t distance = 0;

    if (dladdr(caller, &info) != 0 && info.dli_fname != NULL) {
        name = strrchr(info.dli_fname, '/') != NULL ? strrchr(info.dli_fname, '/') + 1 : info.dli_fname;
        distance = (size_t)((const char *)caller - (const char *)info.dli_fbase);
    }
    snprintf(record->function, sizeof record->function, "%s", function);
    snprintf(record->caller, sizeof record->caller, "%.40s+0x%zx", name, distance);
    if (report >= 0) {
        char line[160];
        int length = snprintf(line, sizeof line, "%s %lu %s %s\n", planned_kind, record->calls, function, record->caller);
        /* A plain system call, because write() may itself be a call that must fail. */
        syscall(SYS_write, report, line, (size_t)length);
    }
}

/* ---- The plan ------------------------------------------------------------------------------------------------- */

int fault_is_due(const char *kind, const char *function, const void *caller)
{
    int is_due = 0, saved = errno;

    if (fault_is_starved && !is_inside && strcmp(kind, "alloc") == 0)
        return 1;
    if (!is_armed || is_inside || strcmp(planned_kind, kind) != 0)
        return 0;
    is_inside = 1;
    if (is_for_all || is_ours(caller)) {
        pthread_mutex_lock(&lock);
        record->calls++;
        is_due = planned_at != 0 && (record->calls == planned_at || (fault_is_onwards && record->calls > planned_at));
        const int is_first = is_due && record->failed++ == 0;
        pthread_mutex_unlock(&lock);
        if (is_first)
            describe(function, caller);
    }
    is_inside = 0;
    errno = saved;
    return is_due;
}

void *fault_next(const char *name)
{
    void *next;

    /* dlsym may allocate memory. */
    is_inside++;
    next = dlsym(RTLD_NEXT, name);
    is_inside--;
    return next;
}

INTERPOSED void fault_arm(unsigned long at, struct fault_record *to)
{
    is_armed = to != NULL && planned_kind != NULL;
    planned_at = at;
    if (to != NULL)
        record = memset(to, 0, sizeof *to);
}

static int number(const char *name)
{
    const char *text = getenv(name);

    return text != NULL ? atoi(text) : 0;
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *path = getenv("FAULT_REPORT");

    /* The variables are copied, because servers overwrite the environment with their process title. */
    if (getenv("FAULT_KIND") != NULL) {
        snprintf(kept_kind, sizeof kept_kind, "%s", getenv("FAULT_KIND"));
        planned_kind = kept_kind;
    }
    fault_error = number("FAULT_ERROR");
    fault_is_onwards = number("FAULT_ONWARDS");
    is_for_all = number("FAULT_ALL");
    if (path == NULL)
        return;
    report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    fault_arm((unsigned long)number("FAULT_AT"), &own_record);
}

/* ---- Blocks that our code allocated --------------------------------------------------------------------------- */

static void *blocks; /* a tree of tsearch */
static long live;

static int compare(const void *first, const void *second)
{
    return ((uintptr_t)first > (uintptr_t)second) - ((uintptr_t)first < (uintptr_t)second);
}

void *fault_note_block(void *block, const void *caller)
{
    if (block == NULL || is_inside)
        return block;
    is_inside = 1;
    if (is_ours(caller)) {
        pthread_mutex_lock(&lock);
        if (tsearch(block, &blocks, compare) != NULL)
            live++;
        pthread_mutex_unlock(&lock);
    }
    is_inside = 0;
    return block;
}

void fault_forget_block(const void *block)
{
    if (block == NULL || is_inside)
        return;
    is_inside = 1;
    pthread_mutex_lock(&lock);
    if (tdelete(block, &blocks, compare) != NULL)
        live--;
    pthread_mutex_unlock(&lock);
    is_inside = 0;
}

INTERPOSED long fault_live(void)
{
    return live;
}
