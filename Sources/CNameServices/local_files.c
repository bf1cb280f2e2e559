/*
 * The library without name services (make NAME_SERVICES=no). libc's own parser reads /etc/passwd and
 * /etc/group for "files", and no other service is loaded or asked.
 */
#define _GNU_SOURCE
#include "services.h"
#include "CPasswordRulesSystem.h"

#if defined(__GLIBC__) && defined(PASSWORDRULES_WITHOUT_NAME_SERVICES)

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LINE ((size_t)4 << 20)

int name_services_load(struct passwordrules_services *services)
{
    (void)services;
    return 0;
}

void name_services_unload(struct passwordrules_services *services)
{
    (void)services;
}

/*
 * Opens a file as libc does. NULL, with the answer, if the service is not "files" or the file cannot be
 * opened.
 */
static FILE *open_file(const struct service *service, const char *path, int *answer)
{
    FILE *file = NULL;

    *answer = PASSWORDRULES_LEFT_OUT;
    if (name_services_is_files(service) && (file = fopen(path, "rce")) == NULL)
        *answer = PASSWORDRULES_FAILED;
    return file;
}

/* Converts the result of reading a line to an answer. At the end of the file, the result is ENOENT. */
static int answer_of(int error)
{
    switch (error) {
    case 0: return PASSWORDRULES_FOUND;
    case ENOENT: return PASSWORDRULES_NONE;
    case ERANGE: return -ERANGE;
    default: return PASSWORDRULES_FAILED;
    }
}

/* Whether this is a name, and not a line for the service "compat". */
static int is_name(const char *name)
{
    return *name != '+' && *name != '-';
}

int passwordrules_services_ask_for_user(const struct passwordrules_services *services, int index, const char *user,
                                        char *buffer, size_t size, uint32_t *group)
{
    const int saved = errno;
    int error, answer;
    struct passwd entry, *found;
    FILE *file = open_file(&services->services[index], "/etc/passwd", &answer);

    if (file != NULL) {
        do
            error = fgetpwent_r(file, &entry, buffer, size, &found);
        while (error == 0 && !(is_name(entry.pw_name) && strcmp(entry.pw_name, user) == 0));
        answer = answer_of(error);
        fclose(file);
    }
    errno = saved;
    if (answer == PASSWORDRULES_FOUND)
        *group = entry.pw_gid;
    return answer;
}

/* Adds the groups in the file that list the user; returns the result of reading the last line. */
static int add_groups(FILE *file, const char *user, uint32_t group, char *buffer, size_t size, uint32_t *groups, int capacity,
                      int *count)
{
    int error;
    struct group entry, *found;

    *count = 0;
    while ((error = fgetgrent_r(file, &entry, buffer, size, &found)) == 0)
        if (entry.gr_gid != group && name_services_group_lists(&entry, user)) {
            if (*count < capacity)
                groups[*count] = entry.gr_gid;
            (*count)++;
        }
    return error;
}

int passwordrules_services_ask_for_memberships(const struct passwordrules_services *services, int index, const char *user,
                                               uint32_t group, uint32_t *groups, int capacity, int *count)
{
    const int saved = errno;
    int answer;
    FILE *file = open_file(&services->services[index], "/etc/group", &answer);

    *count = 0;
    if (file != NULL) {
        answer = -ERANGE;
        for (size_t size = 1 << 10; answer == -ERANGE && size <= LONGEST_LINE; size *= 4) {
            char *buffer = name_services_allocate(size);
            rewind(file);
            answer = buffer == NULL ? PASSWORDRULES_FAILED
                                    : answer_of(add_groups(file, user, group, buffer, size, groups, capacity, count));
            free(buffer);
        }
        fclose(file);
    }
    errno = saved;
    if (answer == PASSWORDRULES_NONE && *count > 0)
        return PASSWORDRULES_FOUND;
    return answer == -ERANGE ? PASSWORDRULES_FAILED : answer;
}

/* Always 0: every line of the file is read, and other services are not asked. */
int passwordrules_services_may_omit_memberships(const struct passwordrules_services *services, int index)
{
    (void)services;
    (void)index;
    return 0;
}

/* Whether the group has this name, or this number if the name is NULL. */
static int is_group(const struct group *entry, const char *name, uint32_t number)
{
    return is_name(entry->gr_name) && (name == NULL ? entry->gr_gid == number : strcmp(entry->gr_name, name) == 0);
}

/* Finds the first group with this name, or with this number if the name is NULL. */
static int find_group(const struct service *service, const char *name, uint32_t number, char *buffer, size_t size,
                      struct group *entry)
{
    const int saved = errno;
    int error, answer;
    struct group *found;
    FILE *file = open_file(service, "/etc/group", &answer);

    if (file != NULL) {
        do
            error = fgetgrent_r(file, entry, buffer, size, &found);
        while (error == 0 && !is_group(entry, name, number));
        answer = answer_of(error);
        fclose(file);
    }
    errno = saved;
    return answer;
}

int passwordrules_services_ask_for_group(const struct passwordrules_services *services, int index, const char *name,
                                         const char *user, char *buffer, size_t size, uint32_t *group, int *is_member)
{
    struct group entry;
    const int answer = find_group(&services->services[index], name, 0, buffer, size, &entry);

    if (answer == PASSWORDRULES_FOUND) {
        *group = entry.gr_gid;
        *is_member = name_services_group_lists(&entry, user);
    }
    return answer;
}

int passwordrules_services_ask_for_group_name(const struct passwordrules_services *services, int index, uint32_t group,
                                              char *buffer, size_t size, const char **name)
{
    struct group entry;
    const int answer = find_group(&services->services[index], NULL, group, buffer, size, &entry);

    *name = answer == PASSWORDRULES_FOUND ? entry.gr_name : NULL;
    return answer;
}

#endif
