/*
 * The system functions that the Swift sources and Embedded Swift need, for a page: without WASI, libc and
 * accounts.
 *
 * The module imports two functions: one for random bytes, and one that translates a message. Memory comes
 * from the page when it is needed (memory.c). Files are in memory (files.c).
 */
#include "system.h"
#include "passwordrules.h"

#define IMPORT(name) __attribute__((import_module("env"), import_name(name)))

/* ---- The functions of libc that compilers call ---- */

/* Each of these is one instruction (-mbulk-memory), so the functions do not call themselves. */
void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *memory, int byte, size_t size)
{
    return __builtin_memset(memory, byte, size);
}

/* Volatile keeps the compiler from turning the loop into a call of the function itself. */
int memcmp(const void *first, const void *second, size_t size)
{
    const volatile unsigned char *left = first, *right = second;

    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    const volatile char *end = text;

    while (*end != '\0')
        end++;
    return (size_t)(end - text);
}

int strcmp(const char *first, const char *second)
{
    size_t length = strlen(first), other = strlen(second);

    return memcmp(first, second, (length < other ? length : other) + 1);
}

/* The product of 128-bit numbers, from products of their halves. */
__int128 __multi3(__int128 first, __int128 second);
__int128 __multi3(__int128 first, __int128 second)
{
    const uint64_t mask = UINT32_MAX;
    const uint64_t a = (uint64_t)first, b = (uint64_t)second;
    const uint64_t low = (a & mask) * (b & mask), middle = (a >> 32) * (b & mask) + (low >> 32);
    const uint64_t cross = (a & mask) * (b >> 32) + (middle & mask);
    const uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32) +
                          (uint64_t)((unsigned __int128)first >> 64) * b + a * (uint64_t)((unsigned __int128)second >> 64);

    return (__int128)((unsigned __int128)high << 64 | cross << 32 | (low & mask));
}

/* Embedded Swift checks its stack with these. The stack is first in memory, so an overflow also traps. */
uintptr_t __stack_chk_guard = 0x5AFE57AC;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}

/* ---- Random bytes ---- */

/* Fills memory with random bytes; 0 for success. */
IMPORT("random") int random_bytes(void *memory, size_t size);

int passwordrules_system_random(void *buffer, size_t size)
{
    return random_bytes(buffer, size) == 0 ? 0 : -NO_RANDOMNESS;
}

/* Embedded Swift seeds its hashes with this. */
void arc4random_buf(void *buffer, size_t size);
void arc4random_buf(void *buffer, size_t size)
{
    if (passwordrules_system_random(buffer, size) != 0)
        __builtin_trap();
}

/* ---- The language ---- */

/* The translation of a message for a count, which stays valid until the language changes; NULL for
 * English. */
IMPORT("translate") const char *translation(const char *one, const char *many, unsigned long count);

static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = translation(one, many, count);
}

/* The language of the page. */
const passwordrules_language *passwordrules_web_language(void);
const passwordrules_language *passwordrules_web_language(void)
{
    static const passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, NULL);
    return &language;
}

/* ---- Accounts, limits and counts: a page has none ---- */

uint32_t passwordrules_system_effective_user(void)
{
    return 0;
}

const char *passwordrules_system_tight_limit(void)
{
    return NULL;
}

const char *passwordrules_system_count(const char *name, const char *unmet)
{
    (void)name, (void)unmet;
    return NULL;
}

int passwordrules_system_environment_is_exposed(void)
{
    return 0;
}

int passwordrules_system_account(const char *user, char *buffer, size_t size, struct passwordrules_account *account)
{
    (void)user, (void)buffer, (void)size, (void)account;
    return 1;
}

int passwordrules_system_groups(const char *user, uint32_t group, uint32_t *groups, int capacity)
{
    (void)user, (void)group, (void)groups, (void)capacity;
    return 0;
}

int passwordrules_system_group_name(uint32_t group, char *buffer, size_t size, const char **name)
{
    (void)group, (void)buffer, (void)size;
    *name = NULL;
    return 1;
}

int passwordrules_system_group_id(const char *name, char *buffer, size_t size, uint32_t *group)
{
    (void)name, (void)buffer, (void)size;
    *group = 0;
    return 1;
}

int passwordrules_system_group_members(const char *name, char *buffer, size_t size, uint32_t *group, char ***members)
{
    (void)name, (void)buffer, (void)size;
    *group = 0;
    *members = NULL;
    return 1;
}
