#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"
#include "environment.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* The library returns its errors, and leaves the caller's errno alone. */
static intptr_t failed(int saved)
{
    int error = errno;
    errno = saved;
    return -error;
}

/* A dangling symbolic link is an error, not "no policy". */
static int without_dangling_link(int error, const char *path)
{
    struct stat link;
    return error == ENOENT && lstat(path, &link) == 0 ? ENOLINK : error;
}

/* Defined in a file that the Makefile links in last, so that another PREFIX does not recompile the library. */
extern const char passwordrules_common_blocklist[] __attribute__((weak));

const char *passwordrules_system_common_blocklist(void)
{
    return passwordrules_common_blocklist;
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

void passwordrules_system_populate(void *buffer, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    int saved = errno;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t end = (uintptr_t)buffer + size, start = ((uintptr_t)buffer + page - 1) / page * page;
    if (start < end)
        madvise((void *)start, end - start, MADV_POPULATE_WRITE);
    errno = saved;
#else
    (void)buffer, (void)size;
#endif
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
    /* Not repeated after EINTR: on Linux the descriptor is closed by then, and another thread may already have the number. */
    close(descriptor);
    errno = saved;
}

void *passwordrules_system_open_directory(const char *path, struct passwordrules_file_status *status, int *error)
{
    int saved = errno, descriptor;
    DIR *directory = NULL;
    struct stat link;
    /* Usually there is no such directory. A dangling link is found by opening it. */
    if (lstat(path, &link) != 0 && errno == ENOENT) {
        errno = saved;
        *error = ENOENT;
        return NULL;
    }
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

/* Whether as many descriptors are available as a service may need at once: 0 or an error. */
static int find_shortage_of_files(void)
{
#ifdef O_PATH
    const int flags = O_PATH | O_CLOEXEC; /* needs no permission */
#else
    const int flags = O_RDONLY | O_CLOEXEC;
#endif
    int descriptors[16], count = 1, error = 0;

    do
        descriptors[0] = open("/", flags);
    while (descriptors[0] < 0 && errno == EINTR);
    if (descriptors[0] < 0)
        return -errno;
    while (error == 0 && count < (int)(sizeof descriptors / sizeof *descriptors)) {
        descriptors[count] = fcntl(descriptors[0], F_DUPFD_CLOEXEC, 0);
        if (descriptors[count] < 0)
            error = -errno;
        else
            count++;
    }
    while (count > 0)
        close(descriptors[--count]);
    return error;
}

/*
 * Whether memory and descriptors are available: 0 or an error. libc skips a service that lacks one of them, and the next service
 * may answer that there is no such user, group or membership. That answer counts only if nothing is short.
 */
static int find_shortage(void)
{
    const size_t more_than_a_call_needs = 8 << 10, more_than_a_service_needs = 8 << 20;
    void *memory = NULL;

    /* Not malloc: a failure of posix_memalign is counted as any other in memory.c. */
    if (posix_memalign(&memory, sizeof(void *), more_than_a_call_needs) != 0)
        return -ENOMEM;
    free(memory);
    /* A service needs address space to be loaded. malloc would keep the memory. */
    memory = mmap(NULL, more_than_a_service_needs, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return -ENOMEM;
    munmap(memory, more_than_a_service_needs);
    return find_shortage_of_files();
}

/* The result of a lookup in an account database. The manual names several numbers for "not found". */
static int answer(int error, const void *entry)
{
    if (entry != NULL)
        return 0;
    return error == 0 || error == ENOENT || error == ESRCH || error == EBADF || error == EPERM ? 1 : -error;
}

/* Whether to ask again: "not found" counts only if it is answered twice, and nothing is short. */
static int is_doubtful(int *result, int *asked)
{
    int error;

    if (*result != 1)
        return 0;
    if ((*asked)++ == 0)
        return 1;
    if ((error = find_shortage()) != 0)
        *result = error;
    return 0;
}

int passwordrules_system_account(const char *user, char *buffer, size_t size, struct passwordrules_account *account)
{
    int saved = errno, error, result, asked = 0;
    struct passwd entry, *found = NULL;
    struct hidden_environment hidden;
    if ((error = hide_environment(&hidden)) != 0)
        return -error;
    do {
        error = getpwnam_r(user, &entry, buffer, size, &found);
        result = answer(error, found);
    } while (error == EINTR || is_doubtful(&result, &asked));
    show_environment(&hidden);
    errno = saved;
    if (found != NULL) {
        account->group = found->pw_gid;
        account->name = found->pw_name;
        account->full_name = found->pw_gecos;
        account->home = found->pw_dir;
    }
    return result;
}

/* The groups and a sum of them, or -1 if libc reports that it could not find them out, or that they do not fit. */
static int find_groups(const char *user, uint32_t group, uint32_t *groups, int *count, uint64_t *sum)
{
    _Static_assert(sizeof(gid_t) == sizeof *groups, "group identifiers have 32 bits");
    int result = getgrouplist(user, group, groups, count);

    *sum = 0xCBF29CE484222325;
    for (int i = 0; result >= 0 && i < *count; i++)
        *sum = (*sum ^ groups[i]) * 0x100000001B3;
    return result;
}

int passwordrules_system_groups(const char *user, uint32_t group, uint32_t *groups, int capacity)
{
    int saved = errno, count = capacity, again = capacity, result;
    uint64_t sum, sum_again;
    struct hidden_environment hidden;

    if ((result = hide_environment(&hidden)) != 0)
        return -result;
    if (find_groups(user, group, groups, &count, &sum) < 0)
        result = count > capacity ? count : -ENOMEM;
    /* If memory runs out on the way, glibc returns the groups that it has found by then as a success. */
    else if (find_groups(user, group, groups, &again, &sum_again) < 0 || again != count || sum_again != sum)
        result = -ENOMEM;
    else if ((result = find_shortage()) == 0)
        result = count;
    show_environment(&hidden);
    errno = saved;
    return result;
}

int passwordrules_system_group_name(uint32_t group, char *buffer, size_t size, const char **name)
{
    int saved = errno, error, result, asked = 0;
    struct group entry, *found = NULL;
    struct hidden_environment hidden;
    if ((error = hide_environment(&hidden)) != 0)
        return -error;
    do {
        error = getgrgid_r(group, &entry, buffer, size, &found);
        result = answer(error, found);
    } while (error == EINTR || is_doubtful(&result, &asked));
    show_environment(&hidden);
    errno = saved;
    *name = found == NULL ? NULL : found->gr_name;
    return result;
}

int passwordrules_system_group_id(const char *name, char *buffer, size_t size, uint32_t *group)
{
    char **members;

    return passwordrules_system_group_members(name, buffer, size, group, &members);
}

int passwordrules_system_group_members(const char *name, char *buffer, size_t size, uint32_t *group, char ***members)
{
    int saved = errno, error, result, asked = 0;
    struct group entry, *found = NULL;
    struct hidden_environment hidden;
    if ((error = hide_environment(&hidden)) != 0)
        return -error;
    do {
        error = getgrnam_r(name, &entry, buffer, size, &found);
        result = answer(error, found);
    } while (error == EINTR || is_doubtful(&result, &asked));
    show_environment(&hidden);
    errno = saved;
    *group = found == NULL ? 0 : found->gr_gid;
    *members = found == NULL ? NULL : found->gr_mem;
    return result;
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
    /* Not strerror, which answers in the locale's language and is not thread-safe. */
    switch (error) {
    case ENOENT: return "no such file";
    case ENOLINK: return "it is a symbolic link whose target does not exist";
    case ENOTDIR: return "part of the path is not a directory";
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
