/*
 * The services of the Name Service Switch, one by one. README.md explains why.
 *
 * No function changes errno.
 */
#ifndef CNAMESERVICES_H
#define CNAMESERVICES_H

#include <stddef.h>
#include <stdint.h>

/*
 * The services that a line of /etc/nsswitch.conf names, ready for questions. NULL if *error is set, or, with
 * *error 0, if this libc has no services.
 */
struct passwordrules_services;
enum { PASSWORDRULES_USERS, PASSWORDRULES_GROUPS, PASSWORDRULES_MEMBERSHIPS };
struct passwordrules_services *passwordrules_services_open(int database, int *error);
void passwordrules_services_close(struct passwordrules_services *services);
/* The name of a service, from index 0 on; NULL after the last. */
const char *passwordrules_services_name(const struct passwordrules_services *services, int index);
/* Whether the line has a mistake, after which libc ignores the rest. */
int passwordrules_services_line_has_mistake(const struct passwordrules_services *services);
/* Whether libc asks no further service after this answer. */
int passwordrules_services_is_last(const struct passwordrules_services *services, int index, int answer);

/*
 * The answers of a service; -ERANGE if the buffer is too small. A service is not asked if the environment is
 * exposed to it, or if the library was built without name services.
 */
enum {
    PASSWORDRULES_FOUND,
    PASSWORDRULES_NONE,
    PASSWORDRULES_NOT_LOADED,
    PASSWORDRULES_FAILED,
    PASSWORDRULES_EXPOSED,
    PASSWORDRULES_LEFT_OUT
};
/* The primary group of a user. */
int passwordrules_services_ask_for_user(const struct passwordrules_services *services, int index, const char *user, char *buffer,
                                        size_t size, uint32_t *group);
/* The groups of a user other than `group`, as many as fit; *count is the number of all. */
int passwordrules_services_ask_for_memberships(const struct passwordrules_services *services, int index, const char *user,
                                               uint32_t group, uint32_t *groups, int capacity, int *count);
/*
 * Whether the list of memberships may lack groups without an error. If so, ask for each group by its name, too.
 */
int passwordrules_services_may_omit_memberships(const struct passwordrules_services *services, int index);
/* The number of a group, and whether it lists the user. */
int passwordrules_services_ask_for_group(const struct passwordrules_services *services, int index, const char *name,
                                         const char *user, char *buffer, size_t size, uint32_t *group, int *is_member);
/* The name of a group, in the buffer. */
int passwordrules_services_ask_for_group_name(const struct passwordrules_services *services, int index, uint32_t group,
                                              char *buffer, size_t size, const char **name);

#endif
