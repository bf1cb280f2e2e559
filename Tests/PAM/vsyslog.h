/*
 * Redirects all of libc's functions for syslog to vsyslog, which the including program defines. So the program gets the log
 * lines of libpam and the module. Include this file once, in a program that is linked with -rdynamic.
 */
#ifndef VSYSLOG_H
#define VSYSLOG_H

#include <stdarg.h>

/* These declarations replace <syslog.h>, which may define the functions inline. Here they must replace libc's functions. */
void syslog(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
void vsyslog(int priority, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
void __syslog_chk(int priority, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

void syslog(int priority, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments)
{
    (void)flag;
    vsyslog(priority, format, arguments);
}

void __syslog_chk(int priority, int flag, const char *format, ...)
{
    va_list arguments;

    (void)flag;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

#endif
