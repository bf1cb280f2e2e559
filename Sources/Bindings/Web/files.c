/*
 * Files in memory. The page puts them there, and they do not change.
 */
#include "system.h"

enum { MOST_FILES = 32, MOST_OPEN_FILES = 64, NAME_SIZE = 32 };

static struct file {
    char path[NAME_SIZE];
    const unsigned char *bytes; /* allocated and owned by the page; NULL if there is no file */
    size_t size;
} files[MOST_FILES];

static struct open_file {
    const struct file *file; /* NULL if it is closed */
    size_t position;
} open_files[MOST_OPEN_FILES];

/*
 * Adds or replaces a file, which must not be open; with NULL for its bytes, removes it. Returns 0 if there
 * are too many files, or the path is too long.
 */
int passwordrules_web_put_file(const char *path, const unsigned char *bytes, size_t size);
int passwordrules_web_put_file(const char *path, const unsigned char *bytes, size_t size)
{
    struct file *entry = NULL;

    if (strlen(path) >= NAME_SIZE)
        return 0;
    /* The file with this path, or else the first free entry. */
    for (struct file *file = files; file < files + MOST_FILES; file++) {
        if (file->bytes != NULL && strcmp(file->path, path) == 0) {
            entry = file;
            break;
        }
        if (file->bytes == NULL && entry == NULL)
            entry = file;
    }
    if (entry == NULL)
        return 0;
    memcpy(entry->path, path, strlen(path) + 1);
    entry->bytes = bytes;
    entry->size = size;
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

/* The page puts the list of ranked words next to it, as /common.ranks. */
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

int passwordrules_system_is_not_directory(int error)
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
