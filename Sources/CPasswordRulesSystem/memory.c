/*
 * Embedded Swift's allocator, if the library is linked with --wrap=posix_memalign --wrap=free.
 *
 * Embedded Swift cannot report that an allocation has failed: it would end the process. So a failed allocation is counted, and
 * served from an emergency pool, which costs nothing until it is used. The exported functions compare the count before and after
 * and return PASSWORDRULES_ENOMEM, which frees what they took. All memory is wiped before it is freed, because much of it
 * was made from a password.
 */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <string.h>

int passwordrules_system_shortage_since(unsigned shortages)
{
    return passwordrules_system_shortages() == shortages ? 0 : -ENOMEM;
}

void passwordrules_system_wipe(void *memory, size_t size)
{
    memset(memory, 0, size);
    /* Not explicit_bzero, which would be one more symbol to resolve when the library is loaded. Without this, the compiler may
     * remove the memset, because the zeros are never read. */
    __asm__ volatile("" : : "r"(memory) : "memory");
}

#ifndef PASSWORDRULES_EMBEDDED

/* Ordinary Swift is not wrapped. */
unsigned passwordrules_system_shortages(void)
{
    return 0;
}

void passwordrules_system_count_shortage(void)
{
}

#else

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void __real_free(void *block);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
void __wrap_free(void *block);

/* More than any call takes: the tables of a count have 16 MiB, and a policy as long as one may be took no more. */
#define RESERVE ((size_t)24 * 1024 * 1024)
#define ALIGNMENT 16

/* Named for the test that looks into it. */
static _Alignas(ALIGNMENT) unsigned char passwordrules_system_reserve[RESERVE];
#define reserve passwordrules_system_reserve
/* All under the lock: where the unused part begins, how many blocks are in use, and the errno of the thread that uses them. */
static size_t reserve_used, reserve_blocks;
static const int *reserve_owner;
static atomic_flag reserve_lock = ATOMIC_FLAG_INIT;
static atomic_uint shortages;

unsigned passwordrules_system_shortages(void)
{
    return atomic_load_explicit(&shortages, memory_order_relaxed);
}

void passwordrules_system_count_shortage(void)
{
    atomic_fetch_add_explicit(&shortages, 1, memory_order_relaxed);
}

/* Not a mutex, whose symbols every process that loads the library would resolve; few ever use the pool. */
static void lock_reserve(void)
{
    while (atomic_flag_test_and_set_explicit(&reserve_lock, memory_order_acquire))
        syscall(SYS_sched_yield);
}

static void unlock_reserve(void)
{
    atomic_flag_clear_explicit(&reserve_lock, memory_order_release);
}

/*
 * Locks the pool for a thread that will use it, while no other thread does: so each call has the whole pool, however many threads
 * run out of memory at once. The thread that uses it waits for nothing here, and its call frees all blocks before it returns.
 */
static void lock_reserve_for_this_thread(void)
{
    const struct timespec pause = { 0, 1000 * 1000 };

    lock_reserve();
    while (reserve_blocks > 0 && reserve_owner != &errno) {
        unlock_reserve();
        syscall(SYS_nanosleep, &pause, NULL);
        lock_reserve();
    }
    reserve_owner = &errno;
}

/* The header of each block of the pool, up to reserve_used. */
struct header {
    size_t size; /* including the header */
    size_t is_out;
};

_Static_assert(sizeof(struct header) == ALIGNMENT, "blocks must be aligned");

static struct header *header_at(size_t offset)
{
    return (struct header *)(void *)(reserve + offset);
}

/* Merges free blocks from there on. If no block follows them, they become part of the unused rest. */
static void join_from(size_t offset)
{
    struct header *header = header_at(offset);

    while (offset + header->size < reserve_used && !header_at(offset + header->size)->is_out) {
        struct header *next = header_at(offset + header->size);
        header->size += next->size;
        *next = (struct header){ 0, 0 };
    }
    if (offset + header->size == reserve_used) {
        reserve_used = offset;
        *header = (struct header){ 0, 0 };
    }
}

/* The first free block with that much room, or reserve_used. */
static size_t find_room(size_t size)
{
    size_t offset = 0;

    while (offset < reserve_used) {
        if (!header_at(offset)->is_out) {
            join_from(offset);
            if (offset == reserve_used || header_at(offset)->size >= size)
                break;
        }
        offset += header_at(offset)->size;
    }
    return offset;
}

static void *take_from_reserve(size_t size)
{
    unsigned char *block = NULL;

    if (size > RESERVE - 2 * ALIGNMENT)
        return NULL;
    size = sizeof(struct header) + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    lock_reserve_for_this_thread();
    size_t offset = find_room(size);
    struct header *header = header_at(offset);
    if (offset == reserve_used && size <= RESERVE - reserve_used) {
        reserve_used += size;
        header->size = size;
    } else if (offset < reserve_used && header->size > size) {
        *header_at(offset + size) = (struct header){ header->size - size, 0 };
        header->size = size;
    }
    if (offset < reserve_used) {
        header->is_out = 1;
        reserve_blocks++;
        block = reserve + offset + sizeof *header;
    }
    unlock_reserve();
    return block;
}

/* When the last block is given back, the whole pool is unused again, however it was divided. */
static void give_to_reserve(void *block)
{
    struct header *header = (struct header *)block - 1;

    lock_reserve();
    passwordrules_system_wipe(block, header->size - sizeof *header);
    header->is_out = 0;
    if (--reserve_blocks == 0) {
        passwordrules_system_wipe(reserve, reserve_used);
        reserve_used = 0;
    }
    unlock_reserve();
}

/* Never inlined, so that allocations that succeed save no registers for it. */
__attribute__((noinline)) static int serve_shortage(void **block, size_t alignment, size_t size)
{
    passwordrules_system_count_shortage();
    /* By a larger alignment, which no type has, SecretBuffer says that it looks whether it was given memory. */
    if (alignment > ALIGNMENT)
        return ENOMEM;
    *block = take_from_reserve(size);
    /* Swift would write through NULL for other objects. */
    if (*block == NULL)
        __builtin_trap();
    return 0;
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = malloc(size);
    return __builtin_expect(*block != NULL, 1) ? 0 : serve_shortage(block, alignment, size);
}

void __wrap_free(void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)reserve;

    if (block == NULL)
        return;
    if (__builtin_expect(offset < RESERVE, 0)) {
        give_to_reserve(block);
        return;
    }
    passwordrules_system_wipe(block, malloc_usable_size(block));
    __real_free(block);
}

#endif
