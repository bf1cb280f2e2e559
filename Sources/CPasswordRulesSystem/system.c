#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* A library that reports its errors itself leaves the caller's errno alone. */
static intptr_t failed(int saved)
{
    int error = errno;
    errno = saved;
    return -error;
}

int passwordrules_system_open(const char *path)
{
    int saved = errno, descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return (int)failed(saved);
    errno = saved;
    return descriptor;
}

int passwordrules_system_status(int descriptor, struct passwordrules_file_status *status)
{
    int saved = errno;
    struct stat file;
    if (fstat(descriptor, &file) != 0)
        return (int)failed(saved);
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

void passwordrules_system_close(int descriptor)
{
    int saved = errno;
    /* Not repeated after EINTR: on Linux the descriptor is closed by then, and may already be another thread's. */
    close(descriptor);
    errno = saved;
}

uint32_t passwordrules_system_effective_user(void)
{
    return geteuid();
}

int passwordrules_system_random(void *buffer, size_t size)
{
    int saved = errno;
    unsigned char *next = buffer;
    while (size > 0) {
        ssize_t count = getrandom(next, size, 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return (int)failed(saved);
        if (count == 0) {
            errno = saved;
            return -EIO;
        }
        next += count;
        size -= (size_t)count;
    }
    errno = saved;
    return 0;
}

const char *passwordrules_system_error_text(int error)
{
    /* Not strerror: it speaks the locale's language, and is not safe with threads. */
    switch (error) {
    case ENOENT: return "there is no such file";
    case ENOTDIR: return "a part of the path is not a directory";
    case EACCES: case EPERM: return "permission denied";
    case ELOOP: return "too many symbolic links";
    case ENAMETOOLONG: return "the path is too long";
    case EMFILE: case ENFILE: return "too many open files";
    case ENOMEM: return "out of memory";
    case EIO: return "input/output error";
    case EISDIR: return "it is a directory";
    case ENXIO: case ENODEV: return "it is not a regular file";
    default: return NULL;
    }
}

int passwordrules_system_is_missing(int error)
{
    return error == ENOENT;
}
