/*
 * The memory of the WebAssembly module: its allocator, and functions for the page. Freed memory is wiped.
 *
 * Free blocks are in a list sorted by address. Adjacent ones are merged, so that memory is reused.
 *
 * Embedded Swift cannot report a failed allocation. So an allocation beyond the page's limit is counted as a
 * failure, but still served. CPasswordRulesSystem/memory.c does the same from its pool. The exported function
 * then frees its memory and returns PASSWORDRULES_ENOMEM. The module traps only if the page has no more
 * memory, or the limit is exceeded by more than EMERGENCY_POOL. The page then starts a new module.
 */
#include "system.h"

#include <stdbool.h>

struct block {
    size_t size;        /* including this header */
    struct block *next; /* if it is free */
    size_t unused[2];   /* to align the memory after the header */
};

enum { ALIGNMENT = 16, PAGE = 65536, GROWTH = 2 * PAGE };
_Static_assert(sizeof(struct block) == ALIGNMENT, "blocks must be aligned");

/* What a call may use beyond the limit. No call needs that much: the tables of a count have 16 MiB. */
static const size_t EMERGENCY_POOL = (size_t)24 << 20;

static struct block *free_blocks;
static size_t used_bytes, allowed_bytes = (size_t)64 << 20;
static unsigned allocation_failures;

extern unsigned char __heap_base;

unsigned passwordrules_system_allocation_failures(void)
{
    return allocation_failures;
}

int passwordrules_system_allocation_failed_since(unsigned before)
{
    return allocation_failures == before ? 0 : -OUT_OF_MEMORY;
}

void passwordrules_system_count_allocation_failure(void)
{
    allocation_failures++;
}

void passwordrules_system_wipe(void *memory, size_t size)
{
    memset(memory, 0, size);
    /* Keeps the compiler from removing the memset, as explicit_bzero would. */
    __asm__ volatile("" : : "r"(memory) : "memory");
}

/* Puts a wiped block back into the list, and merges it with its neighbours. */
static void put_back(struct block *block)
{
    struct block *before = NULL, *after = free_blocks;

    while (after != NULL && after < block)
        before = after, after = after->next;
    block->next = after;
    if (after != NULL && (unsigned char *)block + block->size == (unsigned char *)after) {
        block->size += after->size;
        block->next = after->next;
        *after = (struct block){ 0 };
    }
    if (before == NULL) {
        free_blocks = block;
    } else if ((unsigned char *)before + before->size == (unsigned char *)block) {
        before->size += block->size;
        before->next = block->next;
        *block = (struct block){ 0 };
    } else {
        before->next = block;
    }
}

/*
 * Adds memory to the list; false if the page has no more. The first call adds what the module began with, of
 * any size; later ones add at least `size` bytes.
 */
static bool grow(size_t size)
{
    static bool has_begun;
    size_t pages = (size + GROWTH - 1) / GROWTH * (GROWTH / PAGE);
    size_t old = __builtin_wasm_memory_grow(0, has_begun ? pages : 0);

    if (!has_begun) {
        /* The memory after the stack and the constants. */
        uintptr_t start = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
        struct block *first = (struct block *)start;
        has_begun = true;
        *first = (struct block){ .size = old * PAGE - start };
        put_back(first);
        return true;
    }
    if (old == SIZE_MAX)
        return false;
    struct block *added = (struct block *)(old * PAGE);
    *added = (struct block){ .size = pages * PAGE };
    put_back(added);
    return true;
}

/* Takes `size` bytes from the first free block that is large enough; NULL if there is none. */
static struct block *cut(size_t size)
{
    for (struct block **link = &free_blocks; *link != NULL; link = &(*link)->next) {
        struct block *block = *link;
        if (block->size < size)
            continue;
        if (block->size - size < 2 * sizeof *block) {
            *link = block->next;
        } else {
            struct block *rest = (struct block *)((unsigned char *)block + size);
            *rest = (struct block){ .size = block->size - size, .next = block->next };
            *link = rest;
            block->size = size;
        }
        block->next = NULL;
        return block;
    }
    return NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size)
{
    /* SecretBuffer can handle a failure, and over-aligns to signal that. */
    const bool may_fail = alignment > ALIGNMENT;
    struct block *block = NULL;

    if (used_bytes > allowed_bytes || size > allowed_bytes - used_bytes) {
        allocation_failures++;
        if (may_fail)
            return OUT_OF_MEMORY;
        if (used_bytes > allowed_bytes + EMERGENCY_POOL || size > allowed_bytes + EMERGENCY_POOL - used_bytes)
            __builtin_trap();
    }
    size = sizeof *block + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    while ((block = cut(size)) == NULL)
        if (!grow(size)) {
            allocation_failures++;
            if (may_fail)
                return OUT_OF_MEMORY;
            __builtin_trap();
        }
    used_bytes += block->size;
    *memory = block + 1;
    return 0;
}

void free(void *memory);
void free(void *memory)
{
    if (memory == NULL)
        return;
    struct block *block = (struct block *)memory - 1;
    used_bytes -= block->size;
    passwordrules_system_wipe(memory, block->size - sizeof *block);
    put_back(block);
}

/* A page has no other memory: all of it is from the allocator above. */
void *passwordrules_system_allocate_public(size_t size)
{
    (void)size;
    return NULL;
}

void passwordrules_system_free_public(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}

/* Memory for the page's arguments; NULL if there is none. */
void *passwordrules_web_allocate(size_t size);
void *passwordrules_web_allocate(size_t size)
{
    void *memory = NULL;
    return posix_memalign(&memory, 2 * ALIGNMENT, size) == 0 ? memory : NULL;
}

/* Sets the limit of memory in use, in bytes. */
void passwordrules_web_allow(size_t size);
void passwordrules_web_allow(size_t size)
{
    allowed_bytes = size;
}

/* The memory in use, in bytes. */
size_t passwordrules_web_used(void);
size_t passwordrules_web_used(void)
{
    return used_bytes;
}

/* Wipes `depth` bytes below this frame, where earlier calls had theirs. The stack grows down to address 0. */
void passwordrules_web_wipe_stack(size_t depth);
void passwordrules_web_wipe_stack(size_t depth)
{
    uintptr_t end = (uintptr_t)__builtin_frame_address(0), limit = end - ALIGNMENT;

    if (depth > limit)
        depth = limit;
    passwordrules_system_wipe((void *)(end - depth), depth);
}
