/*
 * fault_memory - the kind "alloc": no memory
 *
 * strdup, asprintf, fopen and others of libc ask for it by these functions too. glibc's other names for them need no look-up,
 * which would ask for memory.
 */
#define _GNU_SOURCE
#include "fault_internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

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

static void *noted(void *block, const void *caller)
{
    fault_note_block(block, caller);
    return block;
}

INTERPOSED void *malloc(size_t size)
{
    return IS_DUE("alloc", "malloc") ? fail() : noted(__libc_malloc(size), __builtin_return_address(0));
}

INTERPOSED void *calloc(size_t count, size_t size)
{
    return IS_DUE("alloc", "calloc") ? fail() : noted(__libc_calloc(count, size), __builtin_return_address(0));
}

static void *moved(void *block, size_t size, const void *caller)
{
    void *result = __libc_realloc(block, size);

    if (result != NULL || size == 0)
        fault_forget_block(block);
    return noted(result, caller);
}

INTERPOSED void *realloc(void *block, size_t size)
{
    return IS_DUE("alloc", "realloc") ? fail() : moved(block, size, __builtin_return_address(0));
}

INTERPOSED void *reallocarray(void *block, size_t count, size_t size)
{
    return IS_DUE("alloc", "reallocarray") || (size != 0 && count > SIZE_MAX / size)
               ? fail()
               : moved(block, count * size, __builtin_return_address(0));
}

INTERPOSED int posix_memalign(void **block, size_t alignment, size_t size)
{
    int saved = errno;
    void *made;

    if (IS_DUE("alloc", "posix_memalign"))
        return ENOMEM;
    made = noted(__libc_memalign(alignment, size), __builtin_return_address(0));
    errno = saved;
    if (made == NULL)
        return ENOMEM;
    *block = made;
    return 0;
}

INTERPOSED void *aligned_alloc(size_t alignment, size_t size)
{
    return IS_DUE("alloc", "aligned_alloc") ? fail()
                                            : noted(__libc_memalign(alignment, size), __builtin_return_address(0));
}

INTERPOSED void *memalign(size_t alignment, size_t size)
{
    return IS_DUE("alloc", "memalign") ? fail() : noted(__libc_memalign(alignment, size), __builtin_return_address(0));
}

INTERPOSED void free(void *block)
{
    fault_forget_block(block);
    __libc_free(block);
}
