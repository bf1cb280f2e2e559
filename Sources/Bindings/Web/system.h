/*
 * system.h - declarations for the system functions in a page
 */
#ifndef PASSWORDRULES_WEB_SYSTEM_H
#define PASSWORDRULES_WEB_SYSTEM_H

#include "CPasswordRulesSystem.h"

/* Error numbers. Only their differences matter. */
enum { NO_SUCH_FILE = 2, NO_RANDOMNESS = 5, TOO_LARGE = 7, OUT_OF_MEMORY = 12, TOO_MANY_FILES = 24 };

/* These functions are as in libc. */
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int byte, size_t size);
int memcmp(const void *first, const void *second, size_t size);
size_t strlen(const char *text);
int strcmp(const char *first, const char *second);

#endif
