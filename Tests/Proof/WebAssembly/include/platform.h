/* What the sources call that WASI does not have; included before each of them. platform.c says what these do
 * instead. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define F_DUPFD_CLOEXEC (-1)
#define fcntl(descriptor, command, lowest) platform_duplicate(descriptor)

#define open(path, ...) platform_open(path, __VA_ARGS__)
#define fstat(descriptor, status) platform_status(descriptor, status)
/* Not by its own name: WASI's libc of Debian 13 has one, which sets no mode. */
#define chmod(path, mode) platform_set_mode(path, mode)

int platform_open(const char *path, int flags);
int platform_status(int descriptor, struct stat *status);
int platform_duplicate(int descriptor);
uid_t geteuid(void);
int platform_set_mode(const char *path, mode_t mode);
char *mkdtemp(char *template);
ssize_t getrandom(void *buffer, size_t size, unsigned flags);

#endif
