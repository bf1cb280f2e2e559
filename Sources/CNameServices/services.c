/*
 * The services of the Name Service Switch, one by one.
 *
 * getpwnam_r, getgrgid_r and getgrouplist do not distinguish a service that cannot be loaded or has failed from one that finds
 * no such user. So each service of a line of /etc/nsswitch.conf is loaded here as libc loads it, and asked by the functions that
 * libc calls.
 */
#define _GNU_SOURCE
#include "CNameServices.h"
#include "CPasswordRulesSystem.h"
#include "environment.h"

#ifdef __GLIBC__

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIGURATION "/etc/nsswitch.conf"
#define LONGEST_CONFIGURATION ((size_t)64 << 10)
#define LONGEST_NAME 64
#define MOST_SERVICES 32
#define MOST_GROUPS 65536

struct service {
    char name[LONGEST_NAME];
    void *handle;      /* for dlsym */
    int is_loaded;
    int is_to_close;   /* libc has it loaded as well, so it stays */
    unsigned last_for; /* a bit for each status after which no further service is asked */
};

struct passwordrules_services {
    int count;
    int is_additive; /* the answers of several services are combined */
    int is_unclear;  /* the line has a mistake, after which libc ignores the rest */
    struct service services[MOST_SERVICES];
};

/* ---- The file ------------------------------------------------------------------------------------------------- */

/* Ends each line with a NUL, which replaces its comment or its line feed. */
static void split_lines(char *text, size_t length)
{
    int is_comment = 0;

    for (size_t i = 0; i < length; i++) {
        is_comment = text[i] != '\n' && (is_comment || text[i] == '#');
        if (is_comment || text[i] == '\n')
            text[i] = '\0';
    }
    text[length] = '\0';
}

/* Memory for C alone: NULL, and counted as in memory.c, if the allocation fails. It does not use the emergency pool. */
static void *allocate(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        passwordrules_system_count_shortage();
    return memory;
}

/* Reads the open file; 0, or an error. A file that is shorter than its size said may lack the line that counts. */
static int read_text(int descriptor, char *text, size_t *length)
{
    struct passwordrules_file_status status;
    int error = -passwordrules_system_status(descriptor, &status);

    *length = 0;
    while (error == 0 && *length <= LONGEST_CONFIGURATION) {
        intptr_t count = passwordrules_system_read(descriptor, text + *length, LONGEST_CONFIGURATION + 1 - *length);
        if (count == 0)
            return (int64_t)*length < status.size ? EIO : 0;
        if (count < 0)
            error = (int)-count;
        else
            *length += (size_t)count;
    }
    return error != 0 ? error : EFBIG;
}

/* The lines of the file, to be freed by the caller; NULL, with *error 0, if there is no such file. */
static char *read_configuration(size_t *size, int *error)
{
    int descriptor = passwordrules_system_open(CONFIGURATION);
    char *text = NULL;

    *error = descriptor < 0 && descriptor != -ENOENT ? -descriptor : 0;
    if (descriptor < 0)
        return NULL;
    text = allocate(LONGEST_CONFIGURATION + 1);
    *error = text == NULL ? ENOMEM : read_text(descriptor, text, size);
    passwordrules_system_close(descriptor);
    if (*error != 0) {
        free(text);
        return NULL;
    }
    split_lines(text, *size);
    return text;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static const char *skip_word(const char *text, const char *ends)
{
    while (*text != '\0' && !isspace((unsigned char)*text) && strchr(ends, *text) == NULL)
        text++;
    return text;
}

static int is_word(const char *start, const char *end, const char *word)
{
    return (size_t)(end - start) == strlen(word) && strncasecmp(start, word, (size_t)(end - start)) == 0;
}

static unsigned bit(int status)
{
    return 1u << (status - NSS_STATUS_TRYAGAIN);
}

/* Reads "[STATUS=ACTION ...]", from after the bracket; NULL for a mistake. */
static const char *read_actions(const char *text, struct service *service)
{
    static const struct {
        const char *name;
        int status;
    } statuses[] = { { "SUCCESS", NSS_STATUS_SUCCESS },
                     { "UNAVAIL", NSS_STATUS_UNAVAIL },
                     { "NOTFOUND", NSS_STATUS_NOTFOUND },
                     { "TRYAGAIN", NSS_STATUS_TRYAGAIN } };
    const unsigned all = bit(NSS_STATUS_SUCCESS) | bit(NSS_STATUS_UNAVAIL) | bit(NSS_STATUS_NOTFOUND) | bit(NSS_STATUS_TRYAGAIN);

    for (text = skip_blanks(text); *text != ']'; text = skip_blanks(text)) {
        int is_negated = *text == '!';
        const char *start = text + is_negated, *end = skip_word(start, "=]");
        unsigned meant = 0;
        for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
            if (is_word(start, end, statuses[i].name))
                meant = bit(statuses[i].status);
        text = skip_blanks(end);
        if (meant == 0 || *text != '=')
            return NULL;
        start = skip_blanks(text + 1);
        text = end = skip_word(start, "=]");
        if (is_negated)
            meant = all & ~meant;
        if (is_word(start, end, "return"))
            service->last_for |= meant;
        else if (is_word(start, end, "continue") || is_word(start, end, "merge"))
            service->last_for &= ~meant;
        else
            return NULL;
    }
    return text + 1;
}

/* Reads the text after "group:". */
static void read_services(const char *text, struct passwordrules_services *services)
{
    services->count = 0;
    services->is_unclear = 0;
    for (text = skip_blanks(text); *text != '\0'; text = skip_blanks(text)) {
        struct service *service = &services->services[services->count];
        const char *end = skip_word(text, "[");
        const size_t length = (size_t)(end - text);
        if (length == 0 || length >= LONGEST_NAME || services->count == MOST_SERVICES) {
            services->is_unclear = 1;
            return;
        }
        memset(service, 0, sizeof *service);
        memcpy(service->name, text, length);
        service->last_for = bit(NSS_STATUS_SUCCESS);
        services->count++;
        text = skip_blanks(end);
        if (*text == '[' && (text = read_actions(text + 1, service)) == NULL) {
            services->is_unclear = 1;
            return;
        }
    }
}

/* Finds the line of a database; of several, the last one counts. */
static int find_line(const char *text, size_t size, const char *database, struct passwordrules_services *services)
{
    const size_t length = strlen(database);
    int is_found = 0;

    for (const char *line = text; line < text + size; line += strlen(line) + 1) {
        const char *start = skip_blanks(line), *end = skip_word(start, ":");
        if (*end == '\0' || (size_t)(end - start) != length || memcmp(start, database, length) != 0)
            continue;
        read_services(end + 1, services);
        is_found = 1;
    }
    return is_found;
}

/* ---- Loading -------------------------------------------------------------------------------------------------- */

/* A part of libc, which obeys no variable. */
static int is_files(const struct service *service)
{
    return strcmp(service->name, "files") == 0;
}

/* Whether the service could obey the caller's environment. */
static int is_exposed(const struct service *service)
{
    return !is_files(service) && passwordrules_system_environment_is_exposed();
}

static void load(struct service *service)
{
    char file[LONGEST_NAME + sizeof "libnss_.so.2"];

    if (is_files(service)) {
        service->handle = RTLD_DEFAULT;
        service->is_loaded = 1;
        return;
    }
    /* It will not be asked. */
    if (is_exposed(service))
        return;
    snprintf(file, sizeof file, "libnss_%s.so.2", service->name);
    service->handle = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    service->is_to_close = service->handle != NULL;
    /* Never closed, as in libc: some services leave threads or data of threads behind. */
    if (service->handle == NULL)
        service->handle = dlopen(file, RTLD_LAZY);
    service->is_loaded = service->handle != NULL;
}

/* 0, or ENOMEM. A service may read the environment when it is loaded. */
static int load_all(struct passwordrules_services *services)
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

struct passwordrules_services *passwordrules_system_open_services(int database, int *error)
{
    static const char *const names[] = { "passwd", "group", "initgroups" };
    int saved = errno, is_found = 0;
    size_t size = 0;
    struct passwordrules_services *services = allocate(sizeof *services);
    char *text = NULL;

    if (services == NULL)
        *error = ENOMEM;
    else
        text = read_configuration(&size, error);
    if (text != NULL) {
        is_found = find_line(text, size, names[database], services);
        /* There is no line for initgroups; then libc does not stop at the first success. */
        services->is_additive = database == PASSWORDRULES_MEMBERSHIPS && !is_found;
        if (services->is_additive)
            is_found = find_line(text, size, names[PASSWORDRULES_GROUPS], services);
        free(text);
    }
    if (*error == 0) {
        if (!is_found)
            read_services("files", services);
        *error = load_all(services);
    }
    if (*error != 0) {
        free(services);
        services = NULL;
    }
    errno = saved;
    return services;
}

void passwordrules_system_close_services(struct passwordrules_services *services)
{
    int saved = errno;
    for (int i = 0; i < services->count; i++)
        if (services->services[i].is_to_close)
            dlclose(services->services[i].handle);
    free(services);
    errno = saved;
}

const char *passwordrules_system_service_name(const struct passwordrules_services *services, int index)
{
    return index < services->count ? services->services[index].name : NULL;
}

int passwordrules_system_services_are_unclear(const struct passwordrules_services *services)
{
    return services->is_unclear;
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

/* A function of a service; NULL if it does not have one of that name. */
static void *find_function(const struct service *service, const char *name)
{
    char symbol[LONGEST_NAME + 32];

    snprintf(symbol, sizeof symbol, "_nss_%s_%s", service->name, name);
    return dlsym(service->handle, symbol);
}

/* The answer that a service's status means. A service that needs a larger buffer asks for it by ERANGE. */
static int answer_of(enum nss_status status, int error)
{
    switch (status) {
    case NSS_STATUS_SUCCESS: return PASSWORDRULES_FOUND;
    case NSS_STATUS_TRYAGAIN: return error == ERANGE ? -ERANGE : PASSWORDRULES_FAILED;
    /* libnss_systemd answers this for each user without a membership that it knows. */
    case NSS_STATUS_UNAVAIL: return error == ESRCH ? PASSWORDRULES_NONE : PASSWORDRULES_FAILED;
    default: return PASSWORDRULES_NONE;
    }
}

/* Prepares a question, which show_environment ends: PASSWORDRULES_FOUND, or the answer where it is not to be asked. */
static int prepare_question(const struct service *service, struct hidden_environment *hidden)
{
    if (is_exposed(service))
        return PASSWORDRULES_EXPOSED;
    if (!service->is_loaded)
        return PASSWORDRULES_NOT_LOADED;
    return hide_environment(hidden) == 0 ? PASSWORDRULES_FOUND : PASSWORDRULES_FAILED;
}

int passwordrules_system_is_last(const struct passwordrules_services *services, int index, int answer)
{
    const unsigned last_for = services->services[index].last_for;

    switch (answer) {
    case PASSWORDRULES_FOUND: return !services->is_additive && (last_for & bit(NSS_STATUS_SUCCESS)) != 0;
    case PASSWORDRULES_NONE: return (last_for & bit(NSS_STATUS_NOTFOUND)) != 0;
    case PASSWORDRULES_NOT_LOADED: return (last_for & bit(NSS_STATUS_UNAVAIL)) != 0;
    /* Either status is possible. The services after it are asked rather than left out. */
    default: return 0;
    }
}

int passwordrules_system_ask_for_user(const struct passwordrules_services *services, int index, const char *user, char *buffer,
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

int passwordrules_system_ask_for_memberships(const struct passwordrules_services *services, int index, const char *user,
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
    found = allocate((size_t)room * sizeof *found); /* the service may make it larger */
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
    /* The first is the one that was there before the call. */
    *count = (int)start - 1;
    for (int i = 0; i < *count && i < capacity; i++)
        groups[i] = found[i + 1];
    free(found);
    errno = saved;
    return answer == -ERANGE ? PASSWORDRULES_FAILED : answer;
}

int passwordrules_system_ask_for_group(const struct passwordrules_services *services, int index, const char *name,
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
    if (answer != PASSWORDRULES_FOUND)
        return answer;
    *group = entry.gr_gid;
    *is_member = 0;
    for (char **member = entry.gr_mem; *member != NULL; member++)
        if (strcmp(*member, user) == 0)
            *is_member = 1;
    return answer;
}

int passwordrules_system_ask_for_group_name(const struct passwordrules_services *services, int index, uint32_t group,
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

#else

/* Other C libraries have no services, and their own answers are complete. */
struct passwordrules_services *passwordrules_system_open_services(int database, int *error)
{
    (void)database;
    *error = 0;
    return NULL;
}

/* After NULL the others are never called; without them the library would not link. */
#define NEVER_CALLED(type, name, parameters) _Noreturn type name parameters { __builtin_trap(); }
#pragma GCC diagnostic ignored "-Wunused-parameter"

NEVER_CALLED(void, passwordrules_system_close_services, (struct passwordrules_services *services))
NEVER_CALLED(const char *, passwordrules_system_service_name, (const struct passwordrules_services *services, int index))
NEVER_CALLED(int, passwordrules_system_services_are_unclear, (const struct passwordrules_services *services))
NEVER_CALLED(int, passwordrules_system_is_last, (const struct passwordrules_services *services, int index, int answer))
NEVER_CALLED(int, passwordrules_system_ask_for_user, (const struct passwordrules_services *services, int index,
             const char *user, char *buffer, size_t size, uint32_t *group))
NEVER_CALLED(int, passwordrules_system_ask_for_memberships, (const struct passwordrules_services *services, int index,
             const char *user, uint32_t group, uint32_t *groups, int capacity, int *count))
NEVER_CALLED(int, passwordrules_system_ask_for_group, (const struct passwordrules_services *services, int index,
             const char *name, const char *user, char *buffer, size_t size, uint32_t *group, int *is_member))
NEVER_CALLED(int, passwordrules_system_ask_for_group_name, (const struct passwordrules_services *services, int index,
             uint32_t group, char *buffer, size_t size, const char **name))

#endif
