/*
 * Leads all of libc's ways to syslog to vsyslog, which the program that includes this defines, and so takes
 * libpam's and the module's lines for itself. To be included once, by a program that is linked with
 * -rdynamic.
 */
#ifndef VSYSLOG_H
#define VSYSLOG_H

#include <stdarg.h>

/* <syslog.h> may define these functions inline; here they are defined to take libpam's place in libc. */
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
