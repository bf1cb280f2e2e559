/*
 * odd_answers - makes libpam and libc give rare answers
 *
 * This library is preloaded. ODD_CALL names a function. If ODD_NUMBER is set, only the module's call with that number gives
 * the rare answer; otherwise each of its calls does. The answer is ODD_STATUS. A function of libpam returns it as its
 * status, without a value, even if the status is PAM_SUCCESS (0). A function of libc fails and sets errno to ODD_STATUS, but
 * time() returns ODD_STATUS as the time, and calloc and malloc return NULL. If ODD_STATUS is 0, pread and pwrite are first
 * interrupted, and then do only a part of their work. "openat NAME" means only openat calls for this name. ODD_ITEM restricts
 * pam_get_item to one item, and ODD_SIZE restricts malloc to one size in bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

#define NEXT(function) (*(void **)&(next) = dlsym(RTLD_NEXT, function))

static int is_ours(const void *caller)
{
    Dl_info file;

    return dladdr(caller, &file) != 0 && (strstr(file.dli_fname, "/pam_passwordrules.so") != NULL ||
                                          strstr(file.dli_fname, "/pam_translated.so") != NULL);
}

/* Whether this call must give the rare answer. */
static int is_odd(const char *function, const void *caller)
{
    static int calls;
    const char *odd = getenv("ODD_CALL"), *number = getenv("ODD_NUMBER");

    if (odd == NULL || strcmp(odd, function) != 0 || !is_ours(caller))
        return 0;
    calls++;
    return number == NULL || calls == atoi(number);
}

/* Whether the variable has this number, or is not set. */
static int is_asked_for(const char *variable, long number)
{
    const char *wanted = getenv(variable);

    return wanted == NULL || atol(wanted) == number;
}

static int odd_status(void)
{
    const char *status = getenv("ODD_STATUS");

    return status != NULL ? atoi(status) : PAM_SYSTEM_ERR;
}

/* ---- libpam --------------------------------------------------------------------------------------------------- */

/* Replaces a function. `answer` is the result of a call that must give the rare answer. */
#define ODD(name, parameters, arguments, answer)             \
    int name parameters                                      \
    {                                                        \
        int (*next) parameters;                              \
                                                             \
        if (is_odd(#name, __builtin_return_address(0)))      \
            return answer;                                   \
        NEXT(#name);                                         \
        return next arguments;                               \
    }

ODD(pam_get_user, (pam_handle_t *pamh, const char **user, const char *prompt), (pamh, user, prompt), (*user = NULL, odd_status()))
ODD(pam_set_data, (pam_handle_t *pamh, const char *name, void *data, void (*cleanup)(pam_handle_t *, void *, int)),
    (pamh, name, data, cleanup), odd_status())
ODD(pam_get_authtok_noverify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt),
    (*token = NULL, odd_status()))
ODD(pam_get_authtok_verify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt),
    (*token = NULL, odd_status()))

int pam_get_item(const pam_handle_t *pamh, int type, const void **item)
{
    int (*next)(const pam_handle_t *, int, const void **);

    if (is_asked_for("ODD_ITEM", type) && is_odd("pam_get_item", __builtin_return_address(0))) {
        *item = NULL;
        return odd_status();
    }
    NEXT("pam_get_item");
    return next(pamh, type, item);
}

/* ---- The calls that keep the counts ---------------------------------------------------------------------------- */

#define FAILING(name, parameters, arguments) ODD(name, parameters, arguments, (errno = odd_status(), -1))

FAILING(flock, (int file, int operation), (file, operation))
FAILING(mkdir, (const char *path, mode_t mode), (path, mode))
FAILING(fchmod, (int file, mode_t mode), (file, mode))
FAILING(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
FAILING(renameat, (int one, const char *from, int other, const char *to), (one, from, other, to))

int openat(int folder, const char *path, int flags, ...)
{
    int (*next)(int, const char *, int, ...);
    char name[64];
    va_list arguments;

    snprintf(name, sizeof name, "openat %s", path);
    if (is_odd(name, __builtin_return_address(0))) {
        errno = odd_status();
        return -1;
    }
    va_start(arguments, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    NEXT("openat");
    return next(folder, path, flags, mode);
}

#define PARTLY(name, parameters, arguments, part)            \
    ssize_t name parameters                                  \
    {                                                        \
        static int is_later;                                 \
        ssize_t (*next) parameters;                          \
                                                             \
        NEXT(#name);                                         \
        if (!is_odd(#name, __builtin_return_address(0)))     \
            return next arguments;                           \
        errno = odd_status();                                \
        if (errno == 0 && is_later++)                        \
            return next part;                                \
        if (errno == 0)                                      \
            errno = EINTR;                                   \
        return -1;                                           \
    }

PARTLY(pread, (int file, void *buffer, size_t size, off_t offset), (file, buffer, size, offset), (file, buffer, 1, offset))
PARTLY(pwrite, (int file, const void *buffer, size_t size, off_t offset), (file, buffer, size, offset), (file, buffer, 1, offset))

time_t time(time_t *result)
{
    time_t (*next)(time_t *);

    NEXT("time");
    return is_odd("time", __builtin_return_address(0)) ? atoll(getenv("ODD_STATUS")) : next(result);
}

/* ---- Memory --------------------------------------------------------------------------------------------------- */

/* dlsym itself may allocate memory, so libc's functions are called by glibc's internal names. */
void *__libc_calloc(size_t count, size_t size);
void *__libc_malloc(size_t size);

void *calloc(size_t count, size_t size)
{
    return is_odd("calloc", __builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *malloc(size_t size)
{
    int is_none = is_asked_for("ODD_SIZE", (long)size) && is_odd("malloc", __builtin_return_address(0));

    return is_none ? NULL : __libc_malloc(size);
}
