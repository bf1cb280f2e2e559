/*
 * server.h - what the plugin and MariaDB's server call each other by
 *
 * Declarations of our own: Debian has the server's headers in a package of 600 MB, and they are under the GPL alone. The facts are
 * those of mysql/plugin.h, mysql/plugin_password_validation.h, mysql/service_my_print_error.h and mysqld_error.h of MariaDB 10.11.
 * The server checks the two numbers of interfaces and the size of struct server_plugin when it loads the plugin, and compatible
 * changes raise only their lower byte.
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

/* ---- What the plugin declares ------------------------------------------------------------------------------------ */

enum {
    PLUGIN_INTERFACE = 0x010f,
    PASSWORD_VALIDATION = 8, /* the kind of plugin */
    PASSWORD_VALIDATION_INTERFACE = 0x0101,
    LICENCE_GPL = 1,
    MATURITY_STABLE = 5
};

/* The functions of a plugin of that kind. */
struct password_validation {
    int interface;
    /* 0: the password is accepted. Called in the thread of the connection. */
    int (*validate)(const struct server_text *user, const struct server_text *password, const struct server_text *host);
};

/* Kinds of variables, and what holds for one. */
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
    unsigned version; /* a byte each of two numbers */
    void *status_variables;
    struct bool_variable **variables;
    const char *version_text;
    unsigned maturity;
};

/* ---- What the server exports ------------------------------------------------------------------------------------- */

enum { NOT_VALID_PASSWORD = 1819 }; /* an error's number */
/* Where a message goes, and what it is. */
enum { LOG_ONLY = 128, IS_NOTE = 1024, IS_WARNING = 2048 };

/*
 * It is one of a service, too, but the number of that service is another in MariaDB 11.8 than in 10.11, and a server does not load
 * what asks for another number. The function is the same.
 */
extern void my_printf_error(unsigned int error, const char *format, unsigned long flags, ...)
    __attribute__((format(printf, 2, 4)));
/*
 * How a plugin learns in which character set the client writes, which no service tells. They are weak, so that a server without
 * them loads the plugin, which then takes all passwords for UTF-8.
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
