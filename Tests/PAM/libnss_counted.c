/*
 * libnss_counted - a service of the Name Service Switch that logs its calls
 *
 * SERVICE is the service's name in nsswitch.conf. For each call, it adds a line to the file SERVICE_LOG: the function, and
 * the name or number that the caller asks for. It has the group "strict", with the member alice.
 *
 * The environment variable COUNTED_FAILS names a function, or the beginning of the names of several, whose calls fail. With
 * COUNTED_OMITS, the list of a user's groups lacks "strict", without an error.
 *
 * If SERVICE_LISTS is 0, the service cannot list a user's groups, so libc reads all groups.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_OF(service, function) _nss_##service##_##function
#define NAME(service, function) NAME_OF(service, function)
#define EXPORTED __attribute__((visibility("default"))) enum nss_status
#define STRICT 7000

/* Whether the call is to fail. */
static int begin(const char *function, const char *asked)
{
    const char *failing = getenv("COUNTED_FAILS");
    FILE *file = fopen(SERVICE_LOG, "a");

    if (file == NULL)
        abort();
    fprintf(file, "%s %s\n", function, asked);
    fclose(file);
    return failing != NULL && strncmp(function, failing, strlen(failing)) == 0;
}

static enum nss_status fail(int *error)
{
    *error = ECONNREFUSED;
    return NSS_STATUS_UNAVAIL;
}

static enum nss_status give(struct group *entry, char *buffer, size_t size, int *error)
{
    static char *members[] = { "alice", NULL };

    if (size < sizeof "strict") {
        *error = ERANGE;
        return NSS_STATUS_TRYAGAIN;
    }
    entry->gr_name = entry->gr_passwd = strcpy(buffer, "strict");
    entry->gr_gid = STRICT;
    entry->gr_mem = members;
    return NSS_STATUS_SUCCESS;
}

EXPORTED NAME(SERVICE, getgrnam_r)(const char *name, struct group *entry, char *buffer, size_t size, int *error)
{
    if (begin("getgrnam_r", name))
        return fail(error);
    return strcmp(name, "strict") == 0 ? give(entry, buffer, size, error) : NSS_STATUS_NOTFOUND;
}

EXPORTED NAME(SERVICE, getgrgid_r)(gid_t number, struct group *entry, char *buffer, size_t size, int *error)
{
    char asked[16];

    snprintf(asked, sizeof asked, "%u", number);
    if (begin("getgrgid_r", asked))
        return fail(error);
    return number == STRICT ? give(entry, buffer, size, error) : NSS_STATUS_NOTFOUND;
}

#if SERVICE_LISTS

EXPORTED NAME(SERVICE, initgroups_dyn)(
    const char *user, gid_t group, long *start, long *size, gid_t **groups, long limit, int *error)
{
    (void)group, (void)limit;
    if (begin("initgroups_dyn", user))
        return fail(error);
    if (strcmp(user, "alice") != 0 || getenv("COUNTED_OMITS") != NULL || *start == *size)
        return NSS_STATUS_NOTFOUND;
    (*groups)[(*start)++] = STRICT;
    return NSS_STATUS_SUCCESS;
}

#else

static int is_read;

EXPORTED NAME(SERVICE, setgrent)(void)
{
    is_read = 0;
    return begin("setgrent", "") ? NSS_STATUS_UNAVAIL : NSS_STATUS_SUCCESS;
}

EXPORTED NAME(SERVICE, getgrent_r)(struct group *entry, char *buffer, size_t size, int *error)
{
    if (begin("getgrent_r", ""))
        return fail(error);
    return is_read++ == 0 ? give(entry, buffer, size, error) : NSS_STATUS_NOTFOUND;
}

#endif
