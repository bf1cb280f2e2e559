/* Declares functions that the sources call and WASI lacks. Included before each source. platform.c has substitutes. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define F_DUPFD_CLOEXEC (-1)
#define fcntl(descriptor, command, lowest) platform_duplicate(descriptor)

#define open(path, ...) platform_open(path, __VA_ARGS__)
#define fstat(descriptor, status) platform_status(descriptor, status)
/* chmod is replaced by another name, because WASI's libc in Debian 13 has a chmod, which does not set modes. */
#define chmod(path, mode) platform_set_mode(path, mode)

int platform_open(const char *path, int flags);
int platform_status(int descriptor, struct stat *status);
int platform_duplicate(int descriptor);
uid_t geteuid(void);
int platform_set_mode(const char *path, mode_t mode);
char *mkdtemp(char *template);
ssize_t getrandom(void *buffer, size_t size, unsigned flags);

#endif
