/*
 * at_secure.h - a getauxval that makes a program look set-user-ID
 *
 * AT_SECURE is always 1. Other values come from /proc/self/auxv, because a sanitizer calls this function before
 * libc is ready.
 */
#include <elf.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <unistd.h>

__attribute__((no_sanitize("thread"))) unsigned long getauxval(unsigned long type)
{
    const int file = open("/proc/self/auxv", O_RDONLY | O_CLOEXEC);
    unsigned long value = 0;
    Elf64_auxv_t entry;

    while (file >= 0 && read(file, &entry, sizeof entry) == sizeof entry)
        if (entry.a_type == type)
            value = entry.a_un.a_val;
    close(file);
    return type == AT_SECURE ? 1 : value;
}
