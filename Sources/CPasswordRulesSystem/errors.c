/* What error numbers mean. */
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <stddef.h>

const char *passwordrules_system_error_text(int error)
{
    /* Not strerror, which answers in the locale's language and is not thread-safe. */
    switch (error) {
    case ENOENT: return "no such file";
    case ENOLINK: return "it is a symbolic link whose target does not exist";
    case ENOTDIR: return "part of the path is not a directory";
    case EACCES: case EPERM: return "permission denied";
    case ELOOP: return "too many symbolic links";
    case ENAMETOOLONG: return "the path is too long";
    case EMFILE: case ENFILE: return "too many open files";
    case ENOMEM: return "out of memory";
    case EIO: return "input/output error";
    case EISDIR: return "it is a directory";
    case ENXIO: case ENODEV: return "it is not a regular file";
    default: return NULL;
    }
}

int passwordrules_system_is_missing(int error)
{
    return error == ENOENT;
}

int passwordrules_system_is_dangling(int error)
{
    return error == ENOLINK;
}

int passwordrules_system_is_not_directory(int error)
{
    return error == ENOTDIR;
}

int passwordrules_system_is_too_small(int error)
{
    return error == ERANGE;
}

int passwordrules_system_too_large(void)
{
    return E2BIG;
}
