/*
 * services.h - what the files of this module have in common: nsswitch.c reads which services there are, and either services.c or
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
    int is_to_close; /* libc has it loaded as well, so it stays */
};

struct passwordrules_services {
    int count;
    int is_additive; /* the answers of several services are combined */
    int is_unclear;  /* the line has a mistake, after which libc ignores the rest */
    struct service services[MOST_SERVICES];
};

/* Memory for C alone: NULL, and counted as in memory.c, if the allocation fails. It does not use the emergency pool. */
void *name_services_allocate(size_t size);

/* A part of libc, which obeys no variable. */
int name_services_is_files(const struct service *service);

/* Prepares the services for questions: 0, or ENOMEM. */
int name_services_load(struct passwordrules_services *services);
void name_services_unload(struct passwordrules_services *services);

#endif
