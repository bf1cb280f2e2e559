#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
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

/* That a link leads nowhere is no answer to whether there is a policy: somebody meant there to be one. */
static int without_dangling_link(int error, const char *path)
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
        errno = without_dangling_link(errno, path);
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

void passwordrules_system_will_need(int descriptor, int64_t size)
{
    /* The kernel takes no more at once than a device reads ahead; this is half of the usual least. */
    const int64_t step = 64 << 10;
    /* Does not set errno. That it may fail is not worth telling: it is a precaution. */
    for (int64_t offset = 0; offset < size; offset += step)
        posix_fadvise(descriptor, offset, step, POSIX_FADV_WILLNEED);
}

void passwordrules_system_close(int descriptor)
{
    int saved = errno;
    /* Not repeated after EINTR: on Linux the descriptor is closed by then, and may already be another thread's. */
    close(descriptor);
    errno = saved;
}

void *passwordrules_system_open_directory(const char *path, struct passwordrules_file_status *status, int *error)
{
    int saved = errno, descriptor;
    DIR *directory = NULL;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_DIRECTORY);
    while (descriptor < 0 && errno == EINTR);
    *error = descriptor < 0 ? without_dangling_link(errno, path) : -passwordrules_system_status(descriptor, status);
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

/* What a look-up in an account database came to. The manual names several numbers for "there is none". */
static int answer(int error, const void *entry)
{
    if (entry != NULL)
        return 0;
    return error == 0 || error == ENOENT || error == ESRCH || error == EBADF || error == EPERM ? 1 : -error;
}

int passwordrules_system_account(const char *user, char *buffer, size_t size, struct passwordrules_account *account)
{
    int saved = errno, error;
    struct passwd entry, *found = NULL;
    do
        error = getpwnam_r(user, &entry, buffer, size, &found);
    while (error == EINTR);
    errno = saved;
    if (found != NULL) {
        account->group = found->pw_gid;
        account->full_name = found->pw_gecos;
        account->home = found->pw_dir;
    }
    return answer(error, found);
}

int passwordrules_system_groups(const char *user, uint32_t group, uint32_t *groups, int capacity)
{
    int saved = errno, count = capacity;
    _Static_assert(sizeof(gid_t) == sizeof *groups, "group identifiers have 32 bits");
    /* Where they do not fit, the count is what they need. */
    getgrouplist(user, group, groups, &count);
    errno = saved;
    return count;
}

int passwordrules_system_group_name(uint32_t group, char *buffer, size_t size, const char **name)
{
    int saved = errno, error;
    struct group entry, *found = NULL;
    do
        error = getgrgid_r(group, &entry, buffer, size, &found);
    while (error == EINTR);
    errno = saved;
    *name = found == NULL ? NULL : found->gr_name;
    return answer(error, found);
}

int passwordrules_system_group_id(const char *name, char *buffer, size_t size, uint32_t *group)
{
    int saved = errno, error;
    struct group entry, *found = NULL;
    do
        error = getgrnam_r(name, &entry, buffer, size, &found);
    while (error == EINTR);
    errno = saved;
    *group = found == NULL ? 0 : found->gr_gid;
    return answer(error, found);
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
    case ENOLINK: return "it is a symbolic link to what does not exist";
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

int passwordrules_system_is_dangling(int error)
{
    return error == ENOLINK;
}

int passwordrules_system_is_no_directory(int error)
{
    return error == ENOTDIR;
}

int passwordrules_system_is_too_small(int error)
{
    return error == ERANGE;
}

int passwordrules_system_too_large(void)
{
    return E2BIG;
}
