/*
 * Embedded Swift's allocator, if the library is linked with --wrap=posix_memalign --wrap=free.
 *
 * Embedded Swift cannot report a failed allocation: it ends the process. So a failed allocation is counted,
 * and served from an emergency pool, which costs nothing until it is used. Each exported function compares
 * the count before and after; if it has grown, the function frees its memory and returns
 * PASSWORDRULES_ENOMEM. All memory is wiped before it is freed, because much of it was made from a password;
 * only public memory is not.
 */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int passwordrules_system_allocation_failed_since(unsigned allocation_failures)
{
    return passwordrules_system_allocation_failures() == allocation_failures ? 0 : -ENOMEM;
}

void passwordrules_system_wipe(void *memory, size_t size)
{
    explicit_bzero(memory, size);
}

#ifdef PASSWORDRULES_EMBEDDED
void __real_free(void *block);
#else
#define __real_free free
#endif

/* From this size on, public memory has pages of its own, as large blocks of malloc do at first. */
#define OWN_PAGES ((size_t)128 * 1024)

/*
 * The pages are anonymous, and never those of a file: others who map the file could see which of them are in
 * use. They are created at once, which saves a page fault for each: a password change that reads a list of
 * ranked words takes a tenth less time ("The same with min-guesses" in the bench).
 */
static void *map_pages(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void *passwordrules_system_allocate_public(size_t size)
{
    const int saved = errno;
    void *memory = size >= OWN_PAGES ? map_pages(size) : malloc(size);

    if (memory == NULL)
        passwordrules_system_count_allocation_failure();
    errno = saved;
    return memory;
}

void passwordrules_system_free_public(void *memory, size_t size)
{
    const int saved = errno;

    if (size >= OWN_PAGES)
        munmap(memory, size);
    else
        __real_free(memory);
    errno = saved;
}

#ifndef PASSWORDRULES_EMBEDDED

/* Ordinary Swift's allocator is not wrapped. */
unsigned passwordrules_system_allocation_failures(void)
{
    return 0;
}

void passwordrules_system_count_allocation_failure(void)
{
}

#else

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
void __wrap_free(void *block);

/* More than any call needs. The tables of a count have 16 MiB, and the longest policy needs no more. */
#define POOL_SIZE ((size_t)24 * 1024 * 1024)
#define ALIGNMENT 16
/* On arm64, a page may have 64 KiB; on x86-64, it has 4 KiB. */
#define LARGEST_PAGE 65536

/*
 * One thread uses the pool at a time, so that each call has all of it, even if several threads run out of
 * memory at once. The lock is held from a call's first block to its last, and guards all other members. A
 * call frees its blocks before it returns.
 *
 * The pool has pages of its own, for protect_children(). Unused, it is all zeros, and so is
 * PTHREAD_MUTEX_INITIALIZER in glibc and musl. The tests find it by its name.
 */
static struct {
    _Alignas(LARGEST_PAGE) unsigned char bytes[POOL_SIZE];
    pthread_mutex_t lock;
    _Atomic pthread_t owner; /* the thread that holds the lock */
    size_t used;             /* where the unused part begins */
    size_t blocks;           /* number in use */
} passwordrules_system_pool;
#define pool passwordrules_system_pool

static atomic_uint allocation_failures;

unsigned passwordrules_system_allocation_failures(void)
{
    return atomic_load_explicit(&allocation_failures, memory_order_relaxed);
}

void passwordrules_system_count_allocation_failure(void)
{
    atomic_fetch_add_explicit(&allocation_failures, 1, memory_order_relaxed);
}

/*
 * Makes the pool empty and unlocked in each process that is forked from now on. The thread that uses the pool
 * does not exist in the child, so nothing would unlock the pool or wipe its blocks. The kernel does it as
 * part of the fork, whatever the threads are doing. Each thread requests this before it locks the pool. The
 * thread that forks is not in a call itself.
 *
 * pthread_atfork() would need code that runs when the library is loaded, and may need memory.
 */
static void protect_children(void)
{
    const int saved = errno;

    /* Fails only if the process has as many mappings as the kernel allows. The pool still works then. */
    madvise(&pool, sizeof pool, MADV_WIPEONFORK);
    errno = saved;
}

/* Locks the pool for this thread, unless it holds the lock already. */
static void lock_pool(void)
{
    if (atomic_load_explicit(&pool.owner, memory_order_relaxed) == pthread_self())
        return;
    protect_children();
    pthread_mutex_lock(&pool.lock);
    atomic_store_explicit(&pool.owner, pthread_self(), memory_order_relaxed);
}

static void unlock_pool(void)
{
    atomic_store_explicit(&pool.owner, (pthread_t)0, memory_order_relaxed);
    pthread_mutex_unlock(&pool.lock);
}

/* The header of each block of the pool, up to pool.used. */
struct header {
    size_t size; /* including the header */
    size_t is_used;
};

_Static_assert(sizeof(struct header) == ALIGNMENT, "blocks must be aligned");

static struct header *header_at(size_t offset)
{
    return (struct header *)(void *)(pool.bytes + offset);
}

/*
 * Merges the free blocks that begin at this offset. If no block follows, they become part of the unused rest.
 */
static void join_from(size_t offset)
{
    struct header *header = header_at(offset);

    while (offset + header->size < pool.used && !header_at(offset + header->size)->is_used) {
        struct header *next = header_at(offset + header->size);
        header->size += next->size;
        *next = (struct header){ 0, 0 };
    }
    if (offset + header->size == pool.used) {
        pool.used = offset;
        *header = (struct header){ 0, 0 };
    }
}

/* The offset of the first free block that is large enough, or pool.used. */
static size_t find_room(size_t size)
{
    size_t offset = 0;

    while (offset < pool.used) {
        if (!header_at(offset)->is_used) {
            join_from(offset);
            if (offset == pool.used || header_at(offset)->size >= size)
                break;
        }
        offset += header_at(offset)->size;
    }
    return offset;
}

static void *take_from_pool(size_t size)
{
    if (size > POOL_SIZE - 2 * ALIGNMENT)
        return NULL;
    size = sizeof(struct header) + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    lock_pool();
    const size_t offset = find_room(size);
    struct header *header = header_at(offset);
    if (offset == pool.used) {
        if (size > POOL_SIZE - pool.used)
            return NULL;
        pool.used += size;
        header->size = size;
    } else if (header->size > size) {
        *header_at(offset + size) = (struct header){ header->size - size, 0 };
        header->size = size;
    }
    header->is_used = 1;
    pool.blocks++;
    return header + 1;
}

/*
 * Called by the thread that holds the lock. After the last block is returned, the whole pool is unused again.
 */
static void give_to_pool(void *block)
{
    struct header *header = (struct header *)block - 1;

    passwordrules_system_wipe(block, header->size - sizeof *header);
    header->is_used = 0;
    if (--pool.blocks == 0) {
        passwordrules_system_wipe(pool.bytes, pool.used);
        pool.used = 0;
        unlock_pool();
    }
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = malloc(size);
    if (*block != NULL)
        return 0;
    passwordrules_system_count_allocation_failure();
    /* SecretBuffer over-aligns to signal that it handles NULL. */
    if (alignment > ALIGNMENT)
        return ENOMEM;
    *block = take_from_pool(size);
    /* Swift would write through NULL for other objects. */
    if (*block == NULL)
        __builtin_trap();
    return 0;
}

void __wrap_free(void *block)
{
    if (block == NULL)
        return;
    if ((uintptr_t)block - (uintptr_t)pool.bytes < POOL_SIZE) {
        give_to_pool(block);
        return;
    }
    passwordrules_system_wipe(block, malloc_usable_size(block));
    __real_free(block);
}

#endif
