/*
 * Loads each service as libc does, and asks it by the functions that libc calls.
 *
 * dlsym finds the functions by name; those of "files" are in libc.
 */
#define _GNU_SOURCE
#include "services.h"
#include "CPasswordRulesSystem.h"
#include "environment.h"

#if defined(__GLIBC__) && !defined(PASSWORDRULES_WITHOUT_NAME_SERVICES)

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GROUPS 65536

/* Whether the service could obey the caller's environment. */
static int is_exposed(const struct service *service)
{
    return !name_services_is_files(service) && passwordrules_system_environment_is_exposed();
}

static void load(struct service *service)
{
    char file[LONGEST_NAME + sizeof "libnss_.so.2"];

    if (name_services_is_files(service)) {
        service->handle = RTLD_DEFAULT;
        service->is_loaded = 1;
        return;
    }
    /* A service that would see the environment is not loaded, because it is never asked. */
    if (is_exposed(service))
        return;
    snprintf(file, sizeof file, "libnss_%s.so.2", service->name);
    service->handle = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    service->is_to_close = service->handle != NULL;
    /* Never closed, as in libc: some services leave threads or thread data behind. */
    if (service->handle == NULL)
        service->handle = dlopen(file, RTLD_LAZY);
    service->is_loaded = service->handle != NULL;
}

/* A service may read the environment when it is loaded. */
int name_services_load(struct passwordrules_services *services)
{
    struct hidden_environment hidden;
    const int error = hide_environment(&hidden);

    if (error != 0)
        return error;
    for (int i = 0; i < services->count; i++)
        load(&services->services[i]);
    show_environment(&hidden);
    return 0;
}

void name_services_unload(struct passwordrules_services *services)
{
    for (int i = 0; i < services->count; i++)
        if (services->services[i].is_to_close)
            dlclose(services->services[i].handle);
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

/* A function of a service; NULL if the service does not have it. */
static void *find_function(const struct service *service, const char *name)
{
    char symbol[LONGEST_NAME + 32];

    snprintf(symbol, sizeof symbol, "_nss_%s_%s", service->name, name);
    return dlsym(service->handle, symbol);
}

/* The answer for a service's status. ERANGE requests a larger buffer. */
static int answer_of(enum nss_status status, int error)
{
    switch (status) {
    case NSS_STATUS_SUCCESS: return PASSWORDRULES_FOUND;
    case NSS_STATUS_TRYAGAIN: return error == ERANGE ? -ERANGE : PASSWORDRULES_FAILED;
    /* The answer of libnss_systemd for each user without memberships. */
    case NSS_STATUS_UNAVAIL: return error == ESRCH ? PASSWORDRULES_NONE : PASSWORDRULES_FAILED;
    default: return PASSWORDRULES_NONE;
    }
}

/*
 * Prepares a question; show_environment ends it. PASSWORDRULES_FOUND, or the answer if the service must not
 * be asked.
 */
static int prepare_question(const struct service *service, struct hidden_environment *hidden)
{
    if (is_exposed(service))
        return PASSWORDRULES_EXPOSED;
    if (!service->is_loaded)
        return PASSWORDRULES_NOT_LOADED;
    return hide_environment(hidden) == 0 ? PASSWORDRULES_FOUND : PASSWORDRULES_FAILED;
}

int passwordrules_services_ask_for_user(const struct passwordrules_services *services, int index, const char *user, char *buffer,
                                        size_t size, uint32_t *group)
{
    const struct service *service = &services->services[index];
    enum nss_status (*ask)(const char *, struct passwd *, char *, size_t, int *);
    int saved = errno, error = 0, answer;
    enum nss_status status;
    struct hidden_environment hidden;
    struct passwd entry;

    if ((answer = prepare_question(service, &hidden)) != PASSWORDRULES_FOUND)
        return answer;
    *(void **)&ask = find_function(service, "getpwnam_r");
    status = ask == NULL ? NSS_STATUS_NOTFOUND : ask(user, &entry, buffer, size, &error);
    show_environment(&hidden);
    answer = answer_of(status, error);
    errno = saved;
    if (answer == PASSWORDRULES_FOUND)
        *group = entry.pw_gid;
    return answer;
}

int passwordrules_services_ask_for_memberships(const struct passwordrules_services *services, int index, const char *user,
                                               uint32_t group, uint32_t *groups, int capacity, int *count)
{
    const struct service *service = &services->services[index];
    enum nss_status (*ask)(const char *, gid_t, long *, long *, gid_t **, long, int *);
    int saved = errno, error = 0, answer;
    enum nss_status status;
    long start = 1, room = 64;
    struct hidden_environment hidden;
    gid_t *found;

    *count = 0;
    found = name_services_allocate((size_t)room * sizeof *found); /* the service may make it larger */
    answer = found == NULL ? PASSWORDRULES_FAILED : prepare_question(service, &hidden);
    if (answer != PASSWORDRULES_FOUND) {
        free(found);
        return answer;
    }
    *(void **)&ask = find_function(service, "initgroups_dyn");
    found[0] = group;
    status = ask == NULL ? NSS_STATUS_NOTFOUND : ask(user, group, &start, &room, &found, MOST_GROUPS, &error);
    show_environment(&hidden);
    answer = answer_of(status, error);
    /* The first is the group that was passed in. */
    *count = (int)start - 1;
    for (int i = 0; i < *count && i < capacity; i++)
        groups[i] = found[i + 1];
    free(found);
    errno = saved;
    return answer == -ERANGE ? PASSWORDRULES_FAILED : answer;
}

/*
 * Whether a service lists all groups that a user has at a login, or reports a failure. libnss_systemd leaves out
 * a group whose record it cannot read, and a service such as libnss_extrausers has no such list. README.md says
 * more.
 */
static int lists_all_memberships(const struct service *service)
{
    return find_function(service, "initgroups_dyn") != NULL && strcmp(service->name, "systemd") != 0;
}

int passwordrules_services_may_omit_memberships(const struct passwordrules_services *services, int index)
{
    const struct service *service = &services->services[index];

    return service->is_loaded && !lists_all_memberships(service);
}

int passwordrules_services_ask_for_group(const struct passwordrules_services *services, int index, const char *name,
                                         const char *user, char *buffer, size_t size, uint32_t *group, int *is_member)
{
    const struct service *service = &services->services[index];
    enum nss_status (*ask)(const char *, struct group *, char *, size_t, int *);
    int saved = errno, error = 0, answer;
    enum nss_status status;
    struct hidden_environment hidden;
    struct group entry;

    if ((answer = prepare_question(service, &hidden)) != PASSWORDRULES_FOUND)
        return answer;
    *(void **)&ask = find_function(service, "getgrnam_r");
    status = ask == NULL ? NSS_STATUS_NOTFOUND : ask(name, &entry, buffer, size, &error);
    show_environment(&hidden);
    answer = answer_of(status, error);
    errno = saved;
    if (answer == PASSWORDRULES_FOUND) {
        *group = entry.gr_gid;
        *is_member = name_services_group_lists(&entry, user);
    }
    return answer;
}

int passwordrules_services_ask_for_group_name(const struct passwordrules_services *services, int index, uint32_t group,
                                              char *buffer, size_t size, const char **name)
{
    const struct service *service = &services->services[index];
    enum nss_status (*ask)(gid_t, struct group *, char *, size_t, int *);
    int saved = errno, error = 0, answer;
    enum nss_status status;
    struct hidden_environment hidden;
    struct group entry;

    if ((answer = prepare_question(service, &hidden)) != PASSWORDRULES_FOUND)
        return answer;
    *(void **)&ask = find_function(service, "getgrgid_r");
    status = ask == NULL ? NSS_STATUS_NOTFOUND : ask(group, &entry, buffer, size, &error);
    show_environment(&hidden);
    answer = answer_of(status, error);
    errno = saved;
    *name = answer == PASSWORDRULES_FOUND ? entry.gr_name : NULL;
    return answer;
}

#endif
