/*
 * Users and groups, looked up by libc. Only this file asks libc for them: it hides the environment
 * (environment.c), and trusts "not found" and lists of groups only if libc had enough memory and descriptors.
 */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"
#include "environment.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Checks that a service can open as many descriptors as it may need at once: 0 or a negated error number. */
static int check_descriptors(void)
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
 * Checks that memory and descriptors are available: 0 or a negated error number. libc skips a service that
 * cannot get them, and the next service may answer that there is no such user, group or membership. That
 * answer counts only if this check passes.
 */
static int check_resources(void)
{
    const size_t more_than_a_call_needs = 8 << 10, more_than_a_service_needs = 8 << 20;
    void *memory = NULL;

    /* Not malloc: memory.c counts a failure of posix_memalign. */
    if (posix_memalign(&memory, sizeof(void *), more_than_a_call_needs) != 0)
        return -ENOMEM;
    free(memory);
    /* A service needs address space to be loaded. malloc would keep the memory. */
    memory = mmap(NULL, more_than_a_service_needs, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return -ENOMEM;
    munmap(memory, more_than_a_service_needs);
    return check_descriptors();
}

/* The result of a lookup. getpwnam_r(3) and getgrnam_r(3) give several error numbers for "not found". */
static int answer(int error, const void *entry)
{
    if (entry != NULL)
        return 0;
    return error == 0 || error == ENOENT || error == ESRCH || error == EBADF || error == EPERM ? 1 : -error;
}

/* Whether to ask again: "not found" counts only if it is the answer twice, and memory and descriptors are
 * available. */
static int is_doubtful(int *result, int *asked)
{
    int error;

    if (*result != 1)
        return 0;
    if ((*asked)++ == 0)
        return 1;
    if ((error = check_resources()) != 0)
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

/* The groups and their checksum; -1 if libc cannot find them, or if they do not fit. */
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
    /* If memory runs out on the way, glibc reports success with the groups it has found so far. */
    else if (find_groups(user, group, groups, &again, &sum_again) < 0 || again != count || sum_again != sum)
        result = -ENOMEM;
    else if ((result = check_resources()) == 0)
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
