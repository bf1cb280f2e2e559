/*
 * fault - makes one call fail, or one and all after it
 *
 * To be loaded before libc. A program that knows of it calls fault_arm (fault.h); for others the environment says what is to
 * fail: FAULT_KIND, FAULT_AT (from 1), FAULT_ONWARDS (1), FAULT_ERROR (a number), FAULT_CALLER (ours or all) and FAULT_REPORT, a
 * file to which a line is added for the first call that fails. Where there is no line, the count ran out.
 *
 * Only for programs with one thread.
 */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct fault_plan plan;
static struct fault_record own_record, *record = &own_record;
static int report = -1;
int fault_is_starved;
static int is_inside; /* calls that this file makes itself neither count nor fail */

/* ---- Who calls ------------------------------------------------------------------------------------------------ */

static int is_ours(const void *address)
{
    /* dladdr takes its time; a call comes from the same place again and again. */
    static struct {
        const void *address;
        int answer;
    } known[1024];
    size_t slot = ((uintptr_t)address >> 1) % (sizeof known / sizeof *known);
    Dl_info info;

    if (known[slot].address != address) {
        const char *name = NULL;
        if (dladdr(address, &info) != 0 && info.dli_fname != NULL)
            name = strrchr(info.dli_fname, '/');
        known[slot].answer = name != NULL && (strncmp(name, "/libpasswordrules.so", 20) == 0 ||
                                              strncmp(name, "/pam_passwordrules.so", 21) == 0);
        known[slot].address = address;
    }
    return known[slot].answer;
}

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
        int length = snprintf(line, sizeof line, "%s %lu %s %s\n", plan.kind, record->calls, function, record->caller);
        /* Not write(), which a kind may count one day. */
        syscall(SYS_write, report, line, (size_t)length);
    }
}

/* ---- The plan ------------------------------------------------------------------------------------------------- */

int fault_is_due(const char *kind, const char *function, const void *caller)
{
    int is_due = 0, saved = errno;

    if (fault_is_starved && !is_inside && strcmp(kind, "alloc") == 0)
        return 1;
    if (plan.kind == NULL || is_inside || strcmp(plan.kind, kind) != 0)
        return 0;
    is_inside = 1;
    if (!plan.is_ours_only || is_ours(caller)) {
        record->calls++;
        is_due = plan.at != 0 && (record->calls == plan.at || (plan.is_onwards && record->calls > plan.at));
        if (is_due && record->failed++ == 0)
            describe(function, caller);
    }
    is_inside = 0;
    errno = saved;
    return is_due;
}

void *fault_next(const char *name)
{
    void *next;

    /* dlsym may ask for memory. */
    is_inside++;
    next = dlsym(RTLD_NEXT, name);
    is_inside--;
    return next;
}

int fault_is_onwards(void)
{
    return plan.is_onwards;
}

int fault_error(void)
{
    return plan.error;
}

__attribute__((visibility("default"))) void fault_arm(const struct fault_plan *next, struct fault_record *to)
{
    is_inside = 1;
    if (to != NULL) {
        memset(to, 0, sizeof *to);
        record = to;
    }
    if (next != NULL)
        plan = *next;
    else
        plan.kind = NULL;
    is_inside = 0;
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT"), *onwards = getenv("FAULT_ONWARDS");
    const char *error = getenv("FAULT_ERROR"), *caller = getenv("FAULT_CALLER"), *path = getenv("FAULT_REPORT");

    if (kind == NULL || at == NULL || error == NULL || caller == NULL || path == NULL)
        return;
    report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    plan = (struct fault_plan){ kind, strtoul(at, NULL, 10), onwards != NULL && *onwards == '1', atoi(error),
                                strcmp(caller, "ours") == 0 };
}

/* ---- Blocks of memory that are ours --------------------------------------------------------------------------- */

/* Open addressing; the slot of a freed block is marked, and the search skips it. */
static const void *blocks[1 << 16];
static long live;
static const char gone;

#define SLOTS (sizeof blocks / sizeof *blocks)

/* The slot of a block; without one, where its search ends, or where it may be noted. */
static size_t slot_of(const void *block, int may_be_gone)
{
    size_t slot = ((uintptr_t)block >> 4) * 0x9E3779B97F4A7C15u % SLOTS;

    for (size_t i = 0; i < SLOTS && blocks[slot] != block && blocks[slot] != NULL; i++) {
        if (may_be_gone && blocks[slot] == &gone)
            break;
        slot = (slot + 1) % SLOTS;
    }
    return slot;
}

void fault_note_block(const void *block, const void *caller)
{
    if (block == NULL || is_inside)
        return;
    is_inside = 1;
    if (is_ours(caller)) {
        blocks[slot_of(block, 1)] = block;
        live++;
    }
    is_inside = 0;
}

void fault_forget_block(const void *block)
{
    size_t slot = slot_of(block, 0);

    if (block == NULL || blocks[slot] != block)
        return;
    blocks[slot] = &gone;
    live--;
}

__attribute__((visibility("default"))) long fault_live(void)
{
    return live;
}
