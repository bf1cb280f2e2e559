/*
 * What the Swift sources and Embedded Swift need of a system, inside a page: there is no WASI, no libc, and no account.
 *
 * The module imports two functions, one for random bytes and one that translates a message. Memory comes from the page as it is
 * needed, and all that is freed is wiped. Files are in memory: the page puts them there.
 */
#include "CPasswordRulesSystem.h"
#include "passwordrules.h"

#include <stdbool.h>

#define IMPORT(name) __attribute__((import_module("env"), import_name(name)))

/* Numbers of errors. Only the differences between them matter. */
enum { NO_SUCH_FILE = 2, NO_RANDOMNESS = 5, TOO_LARGE = 7, OUT_OF_MEMORY = 12, TOO_MANY_FILES = 24 };

/* ---- The functions of libc that compilers call ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int byte, size_t size);
int memcmp(const void *first, const void *second, size_t size);
size_t strlen(const char *text);
int strcmp(const char *first, const char *second);

/* Each is an instruction of WebAssembly (-mbulk-memory), so that no function calls itself here. */
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

/* Volatile below, so that the compiler does not make a call of the function itself of the loop. */
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

/* The product of numbers of 128 bits: 64 bits of each suffice for all that is above. */
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

/* Embedded Swift checks its stack with these. The stack comes first in memory, so that it traps where it ends, too. */
uintptr_t __stack_chk_guard = 0x5AFE57AC;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}

/* ---- The allocator ---- */

/*
 * Free blocks are in a list by their addresses, and neighbours are joined, so that memory that was taken once serves for ever.
 * Embedded Swift cannot report that an allocation has failed. So if more is in use than the page allows, the allocation is
 * counted, and served all the same, as memory.c does it from a pool; the function that was called returns PASSWORDRULES_ENOMEM and
 * frees what it took. Only where the page gives no memory at all, the module traps, and the page starts a new one.
 */
struct block {
    size_t size;        /* with this header */
    struct block *next; /* if it is free */
    size_t unused[2];   /* so that the memory behind it is aligned */
};

enum { ALIGNMENT = 16, PAGE = 65536, GROWTH = 2 * PAGE };
_Static_assert(sizeof(struct block) == ALIGNMENT, "blocks must be aligned");

/* More than any call takes: the tables of a count have 16 MiB. */
static const size_t RESERVE = (size_t)24 << 20;

static struct block *free_blocks;
static size_t used_bytes, allowed_bytes = (size_t)64 << 20;
static unsigned shortages;

extern unsigned char __heap_base;

unsigned passwordrules_system_shortages(void)
{
    return shortages;
}

int passwordrules_system_shortage_since(unsigned before)
{
    return shortages == before ? 0 : -OUT_OF_MEMORY;
}

void passwordrules_system_count_shortage(void)
{
    shortages++;
}

void passwordrules_system_wipe(void *memory, size_t size)
{
    memset(memory, 0, size);
    /* Without this, the compiler may remove the memset, because the zeros are never read. */
    __asm__ volatile("" : : "r"(memory) : "memory");
}

/* Gives a block back to the list. Its contents were wiped. */
static void give_back(struct block *block)
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

/* Takes at least that much from the page. */
static bool grow(size_t size)
{
    static bool has_begun;
    size_t pages = (size + GROWTH - 1) / GROWTH * (GROWTH / PAGE);
    size_t old = __builtin_wasm_memory_grow(0, has_begun ? pages : 0);

    if (!has_begun) {
        /* What is there behind the stack and the constants. */
        uintptr_t start = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
        struct block *first = (struct block *)start;
        has_begun = true;
        *first = (struct block){ .size = old * PAGE - start };
        give_back(first);
        return true;
    }
    if (old == SIZE_MAX)
        return false;
    struct block *added = (struct block *)(old * PAGE);
    *added = (struct block){ .size = pages * PAGE };
    give_back(added);
    return true;
}

/* Cuts a block off the first free one that is large enough; NULL if there is none. */
static struct block *cut(size_t size)
{
    for (struct block **place = &free_blocks; *place != NULL; place = &(*place)->next) {
        struct block *block = *place;
        if (block->size < size)
            continue;
        if (block->size - size < 2 * sizeof *block) {
            *place = block->next;
        } else {
            struct block *rest = (struct block *)((unsigned char *)block + size);
            *rest = (struct block){ .size = block->size - size, .next = block->next };
            *place = rest;
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
    /* By a larger alignment, which no type has, SecretBuffer says that it looks whether it was given memory. */
    const bool may_fail = alignment > ALIGNMENT;
    struct block *block = NULL;

    if (used_bytes > allowed_bytes || size > allowed_bytes - used_bytes) {
        shortages++;
        if (may_fail)
            return OUT_OF_MEMORY;
        if (used_bytes > allowed_bytes + RESERVE || size > allowed_bytes + RESERVE - used_bytes)
            __builtin_trap();
    }
    size = sizeof *block + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    while ((block = cut(size)) == NULL)
        if (!grow(size)) {
            shortages++;
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
    give_back(block);
}

/* For the page: memory for what it passes; NULL if there is none. */
void *passwordrules_web_allocate(size_t size);
void *passwordrules_web_allocate(size_t size)
{
    void *memory = NULL;
    return posix_memalign(&memory, 2 * ALIGNMENT, size) == 0 ? memory : NULL;
}

/* How much may be in use, in bytes. */
void passwordrules_web_allow(size_t size);
void passwordrules_web_allow(size_t size)
{
    allowed_bytes = size;
}

/* How much is in use. */
size_t passwordrules_web_used(void);
size_t passwordrules_web_used(void)
{
    return used_bytes;
}

/* Wipes what calls that have returned left on the stack, as deep as they went. It begins at the start of memory. */
void passwordrules_web_wipe_stack(size_t depth);
void passwordrules_web_wipe_stack(size_t depth)
{
    uintptr_t end = (uintptr_t)__builtin_frame_address(0), most = end - ALIGNMENT;

    if (depth > most)
        depth = most;
    passwordrules_system_wipe((void *)(end - depth), depth);
}

/* ---- Random bytes ---- */

/* Fills the memory; 0, or another number if that is impossible. */
IMPORT("random") int random_bytes(void *memory, size_t size);

int passwordrules_system_random(void *buffer, size_t size)
{
    return random_bytes(buffer, size) == 0 ? 0 : -NO_RANDOMNESS;
}

/* For the hashes of Embedded Swift. */
void arc4random_buf(void *buffer, size_t size);
void arc4random_buf(void *buffer, size_t size)
{
    if (passwordrules_system_random(buffer, size) != 0)
        __builtin_trap();
}

/* ---- The language ---- */

/* The text of a message for a count, which lives until the language changes; NULL for the English one. */
IMPORT("translate") const char *translation(const char *one, const char *many, unsigned long count);

static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = translation(one, many, count);
}

/* The language of the page, for the functions that end in _in. */
const passwordrules_language *passwordrules_web_language(void);
const passwordrules_language *passwordrules_web_language(void)
{
    static const passwordrules_language language = { sizeof language, translate, NULL };
    return &language;
}

/* ---- Files ---- */

enum { MOST_FILES = 32, MOST_OPEN_FILES = 64, NAME_SIZE = 32 };

static struct file {
    char path[NAME_SIZE];
    const unsigned char *bytes; /* NULL where there is none; allocated by the page, and its own from then on */
    size_t size;
} files[MOST_FILES];

static struct open_file {
    const struct file *file; /* NULL if it is closed */
    size_t position;
} open_files[MOST_OPEN_FILES];

/* Puts a file there, or takes it away (NULL), when it must not be open. 0 if there are too many, or the path is too long. */
int passwordrules_web_put_file(const char *path, const unsigned char *bytes, size_t size);
int passwordrules_web_put_file(const char *path, const unsigned char *bytes, size_t size)
{
    struct file *place = NULL;

    if (strlen(path) >= NAME_SIZE)
        return 0;
    for (struct file *file = files + MOST_FILES; file-- > files;)
        if (file->bytes == NULL ? place == NULL || place->bytes == NULL : strcmp(file->path, path) == 0)
            place = file;
    if (place == NULL)
        return 0;
    memcpy(place->path, path, strlen(path) + 1);
    place->bytes = bytes;
    place->size = size;
    return 1;
}

int passwordrules_system_open(const char *path)
{
    int descriptor = 0;

    while (descriptor < MOST_OPEN_FILES && open_files[descriptor].file != NULL)
        descriptor++;
    if (descriptor == MOST_OPEN_FILES)
        return -TOO_MANY_FILES;
    for (const struct file *file = files; file < files + MOST_FILES; file++)
        if (file->bytes != NULL && strcmp(file->path, path) == 0) {
            open_files[descriptor] = (struct open_file){ file, 0 };
            return descriptor;
        }
    return -NO_SUCH_FILE;
}

void passwordrules_system_close(int descriptor)
{
    open_files[descriptor].file = NULL;
}

int passwordrules_system_status(int descriptor, struct passwordrules_file_status *status)
{
    *status = (struct passwordrules_file_status){ .is_regular = 1, .size = (int64_t)open_files[descriptor].file->size };
    return 0;
}

intptr_t passwordrules_system_read_at(int descriptor, void *buffer, size_t size, int64_t offset)
{
    const struct file *file = open_files[descriptor].file;

    if (offset < 0 || (uint64_t)offset >= file->size)
        return 0;
    size_t rest = file->size - (size_t)offset;
    if (size > rest)
        size = rest;
    memcpy(buffer, file->bytes + offset, size);
    return (intptr_t)size;
}

intptr_t passwordrules_system_read(int descriptor, void *buffer, size_t size)
{
    intptr_t count = passwordrules_system_read_at(descriptor, buffer, size, (int64_t)open_files[descriptor].position);
    open_files[descriptor].position += (size_t)count;
    return count;
}

void passwordrules_system_populate(void *buffer, size_t size)
{
    (void)buffer, (void)size;
}

/* Files do not change. */
int passwordrules_system_state(const char *path, uint64_t *numbers)
{
    (void)path;
    for (int i = 0; i < PASSWORDRULES_SYSTEM_STATE_COUNT; i++)
        numbers[i] = 0;
    return 0;
}

void *passwordrules_system_open_directory(const char *path, struct passwordrules_file_status *status, int *error)
{
    (void)path, (void)status;
    *error = NO_SUCH_FILE;
    return NULL;
}

const char *passwordrules_system_next_entry(void *directory, int *error)
{
    (void)directory;
    *error = 0;
    return NULL;
}

void passwordrules_system_close_directory(void *directory)
{
    (void)directory;
}

/* The page puts the list of ranked words beside it, as /common.ranks. */
const char *passwordrules_system_common_blocklist(void)
{
    return "/common.blocklist";
}

const char *passwordrules_system_error_text(int error)
{
    return error == NO_SUCH_FILE ? "no such file" : error == OUT_OF_MEMORY ? "out of memory" : NULL;
}

int passwordrules_system_is_missing(int error)
{
    return error == NO_SUCH_FILE;
}

int passwordrules_system_is_dangling(int error)
{
    (void)error;
    return 0;
}

int passwordrules_system_is_no_directory(int error)
{
    (void)error;
    return 0;
}

int passwordrules_system_is_too_small(int error)
{
    (void)error;
    return 0;
}

int passwordrules_system_too_large(void)
{
    return TOO_LARGE;
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

const char *passwordrules_system_count_change(const char *unmet)
{
    (void)unmet;
    return NULL;
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

struct passwordrules_services *passwordrules_system_open_services(int database, int *error)
{
    (void)database;
    *error = 0;
    return NULL;
}

void passwordrules_system_close_services(struct passwordrules_services *services)
{
    (void)services;
}

/* None of these is called, because no services are open. */
const char *passwordrules_system_service_name(const struct passwordrules_services *services, int index)
{
    (void)services, (void)index;
    return NULL;
}

int passwordrules_system_services_are_unclear(const struct passwordrules_services *services)
{
    (void)services;
    return 0;
}

int passwordrules_system_is_last(const struct passwordrules_services *services, int index, int answer)
{
    (void)services, (void)index, (void)answer;
    return 1;
}

int passwordrules_system_ask_for_user(const struct passwordrules_services *services, int index, const char *user, char *buffer,
                                      size_t size, uint32_t *group)
{
    (void)services, (void)index, (void)user, (void)buffer, (void)size, (void)group;
    return PASSWORDRULES_NONE;
}

int passwordrules_system_ask_for_memberships(const struct passwordrules_services *services, int index, const char *user,
                                             uint32_t group, uint32_t *groups, int capacity, int *count)
{
    (void)services, (void)index, (void)user, (void)group, (void)groups, (void)capacity, (void)count;
    return PASSWORDRULES_NONE;
}

int passwordrules_system_ask_for_group(const struct passwordrules_services *services, int index, const char *name,
                                       const char *user, char *buffer, size_t size, uint32_t *group, int *is_member)
{
    (void)services, (void)index, (void)name, (void)user, (void)buffer, (void)size, (void)group, (void)is_member;
    return PASSWORDRULES_NONE;
}

int passwordrules_system_ask_for_group_name(const struct passwordrules_services *services, int index, uint32_t group,
                                            char *buffer, size_t size, const char **name)
{
    (void)services, (void)index, (void)group, (void)buffer, (void)size, (void)name;
    return PASSWORDRULES_NONE;
}
