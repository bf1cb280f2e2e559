/*
 * fault_memory - the kind "alloc": allocations that fail
 *
 * strdup, asprintf, fopen and other functions of libc also call the functions in this file. These call glibc's allocator by
 * its internal names, such as __libc_malloc, because looking up the usual names would allocate memory.
 */
#define _GNU_SOURCE
#include "fault_internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

void *memalign(size_t alignment, size_t size);

static void *fail(void)
{
    errno = ENOMEM;
    return NULL;
}

static void *moved(void *block, size_t size, const void *caller)
{
    void *result = __libc_realloc(block, size);

    if (result != NULL || size == 0)
        fault_forget_block(block);
    return fault_note_block(result, caller);
}

#define ALLOCATE(name, parameters, block)                                                                            \
    INTERPOSED void *name parameters                                                                                 \
    {                                                                                                                \
        return IS_DUE("alloc", #name) ? fail() : (block);                                                            \
    }

ALLOCATE(malloc, (size_t size), fault_note_block(__libc_malloc(size), CALLER))
ALLOCATE(calloc, (size_t count, size_t size), fault_note_block(__libc_calloc(count, size), CALLER))
ALLOCATE(aligned_alloc, (size_t alignment, size_t size), fault_note_block(__libc_memalign(alignment, size), CALLER))
ALLOCATE(memalign, (size_t alignment, size_t size), fault_note_block(__libc_memalign(alignment, size), CALLER))
ALLOCATE(realloc, (void *block, size_t size), moved(block, size, CALLER))
ALLOCATE(reallocarray, (void *block, size_t count, size_t size),
         size != 0 && count > SIZE_MAX / size ? fail() : moved(block, count * size, CALLER))

INTERPOSED int posix_memalign(void **block, size_t alignment, size_t size)
{
    int saved = errno;
    void *made;

    if (IS_DUE("alloc", "posix_memalign"))
        return ENOMEM;
    made = fault_note_block(__libc_memalign(alignment, size), CALLER);
    errno = saved;
    if (made == NULL)
        return ENOMEM;
    *block = made;
    return 0;
}

/* Other mappings only find out whether there is address space, and are not used. libc's allocator does not call this. */
INTERPOSED void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    const int is_used = (flags & MAP_POPULATE) != 0;

    if (is_used && IS_DUE("alloc", "mmap")) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void *made = (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
    return made != MAP_FAILED && is_used ? fault_note_block(made, CALLER) : made;
}

INTERPOSED int munmap(void *block, size_t size)
{
    fault_forget_block(block);
    return (int)syscall(SYS_munmap, block, size);
}

INTERPOSED void free(void *block)
{
    fault_forget_block(block);
    __libc_free(block);
}
