/*
 * Reads, as glibc does, which services a line of /etc/nsswitch.conf names, and after which answers libc asks
 * no further service.
 */
#define _GNU_SOURCE
#include "services.h"
#include "CPasswordRulesSystem.h"

#ifdef __GLIBC__

#include <ctype.h>
#include <errno.h>
#include <grp.h>
#include <nss.h>
#include <stdlib.h>
#include <string.h>

#define CONFIGURATION "/etc/nsswitch.conf"
#define LONGEST_CONFIGURATION ((size_t)64 << 10)

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

void *name_services_allocate(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        passwordrules_system_count_allocation_failure();
    return memory;
}

/*
 * Reads the open file; 0, or an error. It is an error if the file is shorter than its reported size, because
 * the missing part may have the line for the database.
 */
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

/* The lines of the file, which the caller frees; NULL, with *error 0, if there is no such file. */
static char *read_configuration(size_t *size, int *error)
{
    int descriptor = passwordrules_system_open(CONFIGURATION);
    char *text = NULL;

    *error = descriptor < 0 && descriptor != -ENOENT ? -descriptor : 0;
    if (descriptor < 0)
        return NULL;
    text = name_services_allocate(LONGEST_CONFIGURATION + 1);
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

/* Reads "[STATUS=ACTION ...]" after its opening bracket; NULL for a mistake. */
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
    services->line_has_mistake = 0;
    for (text = skip_blanks(text); *text != '\0'; text = skip_blanks(text)) {
        struct service *service = &services->services[services->count];
        const char *end = skip_word(text, "[");
        const size_t length = (size_t)(end - text);
        if (length == 0 || length >= LONGEST_NAME || services->count == MOST_SERVICES) {
            services->line_has_mistake = 1;
            return;
        }
        memset(service, 0, sizeof *service);
        memcpy(service->name, text, length);
        service->last_for = bit(NSS_STATUS_SUCCESS);
        services->count++;
        text = skip_blanks(end);
        if (*text == '[' && (text = read_actions(text + 1, service)) == NULL) {
            services->line_has_mistake = 1;
            return;
        }
    }
}

/* Reads the last line for a database; 0 if there is none. */
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

int name_services_is_files(const struct service *service)
{
    return strcmp(service->name, "files") == 0;
}

int name_services_group_lists(const struct group *group, const char *user)
{
    for (char **member = group->gr_mem; *member != NULL; member++)
        if (strcmp(*member, user) == 0)
            return 1;
    return 0;
}

struct passwordrules_services *passwordrules_services_open(int database, int *error)
{
    static const char *const names[] = { "passwd", "group", "initgroups" };
    int saved = errno, is_found = 0;
    size_t size = 0;
    struct passwordrules_services *services = name_services_allocate(sizeof *services);
    char *text = NULL;

    if (services == NULL)
        *error = ENOMEM;
    else
        text = read_configuration(&size, error);
    if (text != NULL) {
        is_found = find_line(text, size, names[database], services);
        /* Without a line for initgroups, libc does not stop at the first success. */
        services->is_additive = database == PASSWORDRULES_MEMBERSHIPS && !is_found;
        if (services->is_additive)
            is_found = find_line(text, size, names[PASSWORDRULES_GROUPS], services);
        free(text);
    }
    if (*error == 0) {
        if (!is_found)
            read_services("files", services);
        *error = name_services_load(services);
    }
    if (*error != 0) {
        free(services);
        services = NULL;
    }
    errno = saved;
    return services;
}

void passwordrules_services_close(struct passwordrules_services *services)
{
    int saved = errno;
    name_services_unload(services);
    free(services);
    errno = saved;
}

const char *passwordrules_services_name(const struct passwordrules_services *services, int index)
{
    return index < services->count ? services->services[index].name : NULL;
}

int passwordrules_services_line_has_mistake(const struct passwordrules_services *services)
{
    return services->line_has_mistake;
}

int passwordrules_services_is_last(const struct passwordrules_services *services, int index, int answer)
{
    const unsigned last_for = services->services[index].last_for;

    switch (answer) {
    case PASSWORDRULES_FOUND: return !services->is_additive && (last_for & bit(NSS_STATUS_SUCCESS)) != 0;
    case PASSWORDRULES_NONE: return (last_for & bit(NSS_STATUS_NOTFOUND)) != 0;
    case PASSWORDRULES_NOT_LOADED: return (last_for & bit(NSS_STATUS_UNAVAIL)) != 0;
    /* The status that libc would see is not known, so the services after this one are asked. */
    default: return 0;
    }
}

#endif
