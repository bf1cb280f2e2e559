/* What the sources call that WASI does not have; included before each of them. platform.c says what these do instead. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define F_DUPFD_CLOEXEC (-1)
#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif
#define fcntl(descriptor, command, lowest) platform_duplicate(descriptor)

#define open(path, ...) platform_open(path, __VA_ARGS__)
#define fstatat(folder, path, status, flags) platform_status(folder, path, status, flags)

int platform_open(const char *path, int flags);
int platform_status(int folder, const char *path, struct stat *status, int flags);
int platform_duplicate(int descriptor);
uid_t geteuid(void);
int chmod(const char *path, mode_t mode);
char *mkdtemp(char *template);
ssize_t getrandom(void *buffer, size_t size, unsigned flags);

#endif
