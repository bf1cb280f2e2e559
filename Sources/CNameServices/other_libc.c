/*
 * For C libraries other than glibc, which have no services to load. libc's own lookups are enough there.
 */
#include "CNameServices.h"

#ifndef __GLIBC__

struct passwordrules_services *passwordrules_services_open(int database, int *error)
{
    (void)database;
    *error = 0;
    return NULL;
}

/* Never called, because open returns NULL, but the library needs them to link. */
#define NEVER_CALLED(type, name, parameters) _Noreturn type name parameters { __builtin_trap(); }
#pragma GCC diagnostic ignored "-Wunused-parameter"

NEVER_CALLED(void, passwordrules_services_close, (struct passwordrules_services *services))
NEVER_CALLED(const char *, passwordrules_services_name, (const struct passwordrules_services *services, int index))
NEVER_CALLED(int, passwordrules_services_line_has_mistake, (const struct passwordrules_services *services))
NEVER_CALLED(int, passwordrules_services_is_last, (const struct passwordrules_services *services, int index, int answer))
NEVER_CALLED(int, passwordrules_services_ask_for_user, (const struct passwordrules_services *services, int index,
             const char *user, char *buffer, size_t size, uint32_t *group))
NEVER_CALLED(int, passwordrules_services_ask_for_memberships, (const struct passwordrules_services *services, int index,
             const char *user, uint32_t group, uint32_t *groups, int capacity, int *count))
NEVER_CALLED(int, passwordrules_services_may_omit_memberships, (const struct passwordrules_services *services, int index))
NEVER_CALLED(int, passwordrules_services_ask_for_group, (const struct passwordrules_services *services, int index,
             const char *name, const char *user, char *buffer, size_t size, uint32_t *group, int *is_member))
NEVER_CALLED(int, passwordrules_services_ask_for_group_name, (const struct passwordrules_services *services, int index,
             uint32_t group, char *buffer, size_t size, const char **name))

#endif
