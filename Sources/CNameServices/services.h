/*
 * The internal header of this module: nsswitch.c reads the names of the services, and either services.c or
 * local_files.c asks them.
 */
#ifndef CNAMESERVICES_SERVICES_H
#define CNAMESERVICES_SERVICES_H

#include "CNameServices.h"

#define LONGEST_NAME 64
#define MOST_SERVICES 32

struct service {
    char name[LONGEST_NAME];
    unsigned last_for; /* a bit for each status after which no further service is asked */
    /* Used by services.c alone. */
    void *handle;    /* for dlsym */
    int is_loaded;
    int is_to_close; /* the service was loaded already, so it stays loaded when the handle is closed */
};

struct passwordrules_services {
    int count;
    int is_additive;      /* the answers of several services are combined */
    int line_has_mistake; /* libc ignores the rest of the line */
    struct service services[MOST_SERVICES];
};

/*
 * Allocates zeroed memory, but not from the emergency pool. After a failure, which is counted as in memory.c,
 * returns NULL.
 */
void *name_services_allocate(size_t size);

/* Whether the service is "files", a part of libc that ignores the environment. */
int name_services_is_files(const struct service *service);

/* Whether the group lists the user as a member. */
struct group;
int name_services_group_lists(const struct group *group, const char *user);

/* Prepares the services for questions: 0, or ENOMEM. */
int name_services_load(struct passwordrules_services *services);
void name_services_unload(struct passwordrules_services *services);

#endif
