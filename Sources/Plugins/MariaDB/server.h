/*
 * server.h - the interface between the plugin and MariaDB's server
 *
 * These are our own declarations: Debian's package of the server's headers has 600 MB, and the headers are
 * under the GPL only. The facts are from mysql/plugin.h, mysql/plugin_password_validation.h,
 * mysql/service_my_print_error.h and mysqld_error.h of MariaDB 10.11. When the server loads the plugin, it
 * checks the two interface numbers and the size of struct server_plugin. Compatible changes raise only the
 * lower byte of these numbers.
 */
#ifndef PASSWORDRULES_PLUGINS_MARIADB_SERVER_H
#define PASSWORDRULES_PLUGINS_MARIADB_SERVER_H

#include <stddef.h>
#include <stdint.h>

/* Text that does not end in a NUL. */
struct server_text {
    const char *text;
    size_t length;
};

/* ---- Declared by the plugin ---------------------------------------------------------------------------- */

enum {
    PLUGIN_INTERFACE = 0x010f,
    PASSWORD_VALIDATION = 8, /* the kind of plugin */
    PASSWORD_VALIDATION_INTERFACE = 0x0101,
    LICENCE_GPL = 1,
    MATURITY_STABLE = 5
};

/* The functions of a plugin of this kind. */
struct password_validation {
    int interface;
    /* Returns 0 if the password is accepted. Called in the thread of the connection. */
    int (*validate)(const struct server_text *user, const struct server_text *password, const struct server_text *host);
};

/* The kind and the properties of a variable. */
enum { VARIABLE_BOOL = 0x0001, VARIABLE_READ_ONLY = 0x0200, VARIABLE_OPTIONAL_ARGUMENT = 0x2000 };

/* A variable of the server that is on or off. */
struct bool_variable {
    int flags;
    const char *name, *comment;
    void (*check)(void), (*update)(void); /* NULL */
    char *value;
    const char usual;
};

/* The plugin. */
struct server_plugin {
    int kind;
    void *functions;
    const char *name, *author, *description;
    int licence;
    int (*initialize)(void *plugin), (*end)(void *plugin);
    unsigned version; /* two numbers of a byte each */
    void *status_variables;
    struct bool_variable **variables;
    const char *version_text;
    unsigned maturity;
};

/* ---- Exported by the server ---------------------------------------------------------------------------- */

enum { NOT_VALID_PASSWORD = 1819 }; /* an error's number */
/* The destination and the kind of a message. */
enum { LOG_ONLY = 128, IS_NOTE = 1024, IS_WARNING = 2048 };

/*
 * Not used as a service, although it is one: the service has another number in MariaDB 11.8 than in 10.11,
 * and a server does not load a plugin that asks for another number. The function is the same.
 */
extern void my_printf_error(unsigned int error, const char *format, unsigned long flags, ...)
    __attribute__((format(printf, 2, 4)));
/*
 * These give the plugin the client's character set, which no service does. They are weak, so that a server
 * without them still loads the plugin, which then treats all passwords as UTF-8.
 */
struct charset_info_st;
extern void *_current_thd(void) __attribute__((weak));
extern const struct charset_info_st *thd_charset(void *thd) __attribute__((weak));
extern uint32_t my_convert(char *to, uint32_t to_length, const struct charset_info_st *to_charset, const char *from,
                           uint32_t from_length, const struct charset_info_st *from_charset, unsigned *errors)
    __attribute__((weak));
extern struct charset_info_st my_charset_bin __attribute__((weak));
extern struct charset_info_st my_charset_utf8mb4_bin __attribute__((weak));

#endif
