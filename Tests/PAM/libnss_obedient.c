/*
 * libnss_obedient - a service of the Name Service Switch that obeys environment variables, as sssd's and winbind's do
 *
 * The service has the group "strict", with the members alice and user1. If the environment has OBEDIENT_KNOWS_NOBODY, the
 * service answers that there is no such group, without an error. If the environment has OBEDIENT_IS_GENEROUS, the service
 * also has the group "lenient" with the same members. Each time that the service is loaded or called, it adds a line to the
 * file SERVICE_LOG: the function, and "full" if others have set environment variables, otherwise "empty". In an empty
 * environment, the service sets variables itself. With WITHOUT_LIST, it cannot list the groups of a user.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STRICT = 7000, LENIENT = 7001 };

/* Logs the call. Returns whether the service knows anybody in this environment. */
static int begin(const char *function)
{
    const int is_empty = environ == NULL || environ[0] == NULL || strncmp(environ[0], "OBEDIENT_OWN", 12) == 0;
    FILE *file = fopen(SERVICE_LOG, "a");

    if (file != NULL) {
        fprintf(file, "%s %s\n", function, is_empty ? "empty" : "full");
        fclose(file);
    }
    const int knows = getenv("OBEDIENT_KNOWS_NOBODY") == NULL;
    if (is_empty) {
        static char own[] = "OBEDIENT_OWN=1";
        char name[32];
        putenv(own);
        for (int i = 0; i < 100; i++) {
            snprintf(name, sizeof name, "OBEDIENT_OWN_%d", i);
            setenv(name, "value", 1);
        }
    }
    return knows;
}

__attribute__((constructor)) static void load(void)
{
    begin("load");
}

static enum nss_status give(const char *name, gid_t number, struct group *entry, char *buffer, size_t size, int *error)
{
    static char *members[] = { "alice", "user1", NULL };

    if (size < 16) {
        *error = ERANGE;
        return NSS_STATUS_TRYAGAIN;
    }
    entry->gr_name = strcpy(buffer, name);
    entry->gr_passwd = entry->gr_name;
    entry->gr_gid = number;
    entry->gr_mem = members;
    return NSS_STATUS_SUCCESS;
}

__attribute__((visibility("default"))) enum nss_status _nss_obedient_getgrnam_r(
    const char *name, struct group *entry, char *buffer, size_t size, int *error)
{
    const int is_generous = getenv("OBEDIENT_IS_GENEROUS") != NULL;

    if (begin("getgrnam_r") && strcmp(name, "strict") == 0)
        return give("strict", STRICT, entry, buffer, size, error);
    if (is_generous && strcmp(name, "lenient") == 0)
        return give("lenient", LENIENT, entry, buffer, size, error);
    return NSS_STATUS_NOTFOUND;
}

__attribute__((visibility("default"))) enum nss_status _nss_obedient_getgrgid_r(
    gid_t number, struct group *entry, char *buffer, size_t size, int *error)
{
    const int is_generous = getenv("OBEDIENT_IS_GENEROUS") != NULL;

    if (begin("getgrgid_r") && number == STRICT)
        return give("strict", STRICT, entry, buffer, size, error);
    if (is_generous && number == LENIENT)
        return give("lenient", LENIENT, entry, buffer, size, error);
    return NSS_STATUS_NOTFOUND;
}

#ifndef WITHOUT_LIST
__attribute__((visibility("default"))) enum nss_status _nss_obedient_initgroups_dyn(
    const char *user, gid_t group, long *start, long *size, gid_t **groups, long limit, int *error)
{
    const int is_generous = getenv("OBEDIENT_IS_GENEROUS") != NULL;

    (void)group, (void)limit, (void)error;
    if (!begin("initgroups_dyn") || (strcmp(user, "alice") != 0 && strcmp(user, "user1") != 0) || *size - *start < 2)
        return NSS_STATUS_NOTFOUND;
    (*groups)[(*start)++] = STRICT;
    if (is_generous)
        (*groups)[(*start)++] = LENIENT;
    return NSS_STATUS_SUCCESS;
}
#endif
