/* Files and directories. The caller's errno is left alone. */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the negated error number, and restores the caller's errno. */
static intptr_t failed(int saved)
{
    int error = errno;
    errno = saved;
    return -error;
}

/* Defined by an object that the Makefile links last, so that a new PREFIX does not recompile the library. */
extern const char passwordrules_common_blocklist[] __attribute__((weak));

const char *passwordrules_system_common_blocklist(void)
{
    return passwordrules_common_blocklist;
}

/* Turns ENOENT for a dangling symbolic link into ENOLINK: the link is a mistake, not a missing file. */
static int distinguish_dangling_link(int error, const char *path)
{
    struct stat link;
    return error == ENOENT && lstat(path, &link) == 0 ? ENOLINK : error;
}

int passwordrules_system_open(const char *path)
{
    int saved = errno, descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) {
        errno = distinguish_dangling_link(errno, path);
        return (int)failed(saved);
    }
    errno = saved;
    return descriptor;
}

int passwordrules_system_status(int descriptor, struct passwordrules_file_status *status)
{
    int saved = errno;
    struct stat file;
    if (fstat(descriptor, &file) != 0)
        return (int)failed(saved);
    errno = saved;
    status->is_regular = S_ISREG(file.st_mode);
    status->is_writable_by_others = (file.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    status->owner = file.st_uid;
    status->size = file.st_size;
    return 0;
}

intptr_t passwordrules_system_read(int descriptor, void *buffer, size_t size)
{
    int saved = errno;
    ssize_t count;
    do
        count = read(descriptor, buffer, size);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return failed(saved);
    errno = saved;
    return count;
}

intptr_t passwordrules_system_read_at(int descriptor, void *buffer, size_t size, int64_t offset)
{
    int saved = errno;
    size_t done = 0;
    while (done < size) {
        ssize_t count = pread(descriptor, (char *)buffer + done, size - done, offset + (int64_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failed(saved);
        if (count == 0)
            break;
        done += (size_t)count;
    }
    errno = saved;
    return (intptr_t)done;
}

int passwordrules_system_state(const char *path, uint64_t *numbers)
{
    int saved = errno;
    struct stat file;

    for (int i = 0; i < PASSWORDRULES_SYSTEM_STATE_COUNT; i++)
        numbers[i] = 0;
    if (stat(path, &file) != 0) {
        int error = errno;
        errno = saved;
        return error == ENOENT || error == ENOTDIR ? 0 : -error;
    }
    errno = saved;
    numbers[0] = (uint64_t)file.st_dev;
    numbers[1] = (uint64_t)file.st_ino;
    numbers[2] = (uint64_t)file.st_mode;
    numbers[3] = (uint64_t)file.st_size;
    numbers[4] = (uint64_t)file.st_mtim.tv_sec;
    numbers[5] = (uint64_t)file.st_mtim.tv_nsec;
    numbers[6] = (uint64_t)file.st_ctim.tv_sec;
    numbers[7] = (uint64_t)file.st_ctim.tv_nsec;
    return 0;
}

void passwordrules_system_close(int descriptor)
{
    int saved = errno;
    /* Not repeated after EINTR: Linux has closed the descriptor by then, and another thread may have its
     * number. */
    close(descriptor);
    errno = saved;
}

void *passwordrules_system_open_directory(const char *path, struct passwordrules_file_status *status, int *error)
{
    int saved = errno, descriptor;
    DIR *directory = NULL;
    struct stat link;
    /* The usual case: no such directory. A dangling link fails below, when it is opened. */
    if (lstat(path, &link) != 0 && errno == ENOENT) {
        errno = saved;
        *error = ENOENT;
        return NULL;
    }
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_DIRECTORY);
    while (descriptor < 0 && errno == EINTR);
    *error = descriptor < 0 ? distinguish_dangling_link(errno, path) : -passwordrules_system_status(descriptor, status);
    if (*error == 0 && (directory = fdopendir(descriptor)) == NULL)
        *error = errno;
    if (directory == NULL && descriptor >= 0)
        close(descriptor);
    errno = saved;
    return directory;
}

const char *passwordrules_system_next_entry(void *directory, int *error)
{
    int saved = errno;
    errno = 0;
    struct dirent *entry = readdir(directory);
    *error = entry == NULL ? errno : 0;
    errno = saved;
    return entry == NULL ? NULL : entry->d_name;
}

void passwordrules_system_close_directory(void *directory)
{
    int saved = errno;
    closedir(directory);
    errno = saved;
}
