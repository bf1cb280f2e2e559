/* Random bytes from the kernel. */
#define _GNU_SOURCE
#include "CPasswordRulesSystem.h"

#include <errno.h>
#include <sys/random.h>

int passwordrules_system_random(void *buffer, size_t size)
{
    int saved = errno, error = 0;
    unsigned char *next = buffer;
    while (size > 0 && error == 0) {
        ssize_t count = getrandom(next, size, 0);
        if (count > 0) {
            next += count;
            size -= (size_t)count;
        } else if (count == 0 || errno != EINTR)
            error = count == 0 ? EIO : errno;
    }
    errno = saved;
    return -error;
}
