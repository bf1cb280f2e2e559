/*
 * The password validation plugin for MariaDB: checks new passwords of the server's accounts by the policy
 *
 * The server calls validate() in the thread of the connection that sets a password. Reasons go to SHOW
 * WARNINGS, because the server chooses the text of the error. Messages to administrators go to the server's
 * error log.
 */
#define _DEFAULT_SOURCE
#include "server.h"
#include "decide.h"

#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#define SERVICE "mariadb"
/* MariaDB's conditions have 512 bytes, with the NUL. */
#define TEXT_LIMIT 511
/* Longer than any name of a user or a host, in bytes. */
#define NAME_SIZE 1024
/*
 * The maximum length in bytes of a password that is converted. A longer password is refused without a
 * conversion, because its UTF-8 form would also be longer than 4,096 bytes, the most that a policy can permit.
 */
#define LONGEST_CONVERTED (1 << 20)
/* The maximum length in UTF-8 of a character that has one byte in another character set. */
#define BYTES_PER_BYTE 4

/* The server sets this variable once, before it initializes the plugin. */
static char allow_empty;

/* The names, which end in a NUL, and the password. */
struct new_password {
    char user[NAME_SIZE], host[NAME_SIZE];
    const char *bytes; /* the server's; it stores a hash of them */
    size_t length;
    char *converted; /* the bytes in UTF-8, by the client's character set, to be wiped and freed; or NULL */
    size_t converted_length;
};

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Adds a warning, which the client sees with SHOW WARNINGS. */
static void tell(const char *text)
{
    my_printf_error(NOT_VALID_PASSWORD, "%s", IS_WARNING, text);
}

/* Writes a line to the server's error log. */
static void log_to_server(void *data, int priority, const char *line)
{
    const unsigned long kind = priority <= LOG_ERR ? 0 : priority == LOG_WARNING ? IS_WARNING : IS_NOTE;

    (void)data;
    my_printf_error(NOT_VALID_PASSWORD, "passwordrules: %s", LOG_ONLY | kind, line);
}

/* ---- The password -------------------------------------------------------------------------------------- */

/* Returns 0 if the library cannot take the whole name. */
static int copy_name(const struct server_text *name, char *copy)
{
    if (name == NULL || name->length == 0)
        return 1;
    if (name->length >= NAME_SIZE || memchr(name->text, '\0', name->length) != NULL)
        return 0;
    memcpy(copy, name->text, name->length);
    copy[name->length] = '\0';
    return 1;
}

static int server_tells_charsets(void)
{
    return _current_thd != NULL && thd_charset != NULL && my_convert != NULL && &my_charset_bin != NULL &&
           &my_charset_utf8mb4_bin != NULL;
}

/* The character set of the client's statements; NULL if there is nothing to convert, or it is not known. */
static const struct charset_info_st *client_charset(void)
{
    if (!server_tells_charsets())
        return NULL;
    void *const thd = _current_thd();
    const struct charset_info_st *const charset = thd != NULL ? thd_charset(thd) : NULL;
    return charset != &my_charset_bin ? charset : NULL;
}

/*
 * Converts the password to UTF-8, unless its bytes are not text in the client's character set.
 *
 * Returns: 0 if memory has run out.
 */
static int convert(struct new_password *password)
{
    const struct charset_info_st *const charset = client_charset();
    unsigned errors = 0;

    if (charset == NULL || password->length == 0 || password->length > LONGEST_CONVERTED)
        return 1;
    const size_t size = password->length * BYTES_PER_BYTE;
    char *const converted = malloc(size);
    if (converted == NULL)
        return 0;
    const size_t length = my_convert(converted, (uint32_t)size, &my_charset_utf8mb4_bin, password->bytes,
                                     (uint32_t)password->length, charset, &errors);
    if (errors > 0) {
        explicit_bzero(converted, size);
        free(converted);
        return 1;
    }
    password->converted = converted;
    password->converted_length = length;
    return 1;
}

static void wipe(struct new_password *password)
{
    if (password->converted != NULL) {
        explicit_bzero(password->converted, password->converted_length);
        free(password->converted);
    }
}

/* ---- The decision -------------------------------------------------------------------------------------- */

/*
 * A client may declare one character set and write another. Anybody who later sends the same bytes can log in. So
 * the bytes must also meet the policy as UTF-8. If they could not be converted and are not UTF-8 either, the
 * policy refuses them, and says so.
 */
static void decide(const struct new_password *password, struct decision *decision)
{
    const struct candidate bytes = { password->bytes, password->length };
    const struct candidate converted = { password->converted, password->converted_length };
    const struct candidate candidates[] = { password->converted != NULL ? converted : bytes, bytes };
    const char *const words[] = { password->host };
    struct account_change change = account_change_of(SERVICE, password->user[0] != '\0' ? password->user : NULL);

    change.context.words = words;
    change.context.word_count = password->host[0] != '\0';
    change.candidates = candidates;
    change.candidate_count = sizeof candidates / sizeof *candidates;
    change.limit = TEXT_LIMIT;
    change.log = log_to_server;
    decide_change(&change, decision);
}

/* Shows the text. Returns the result of validate(). */
static int report(const struct decision *decision)
{
    /* If a weak password passes, the warning is all that the client sees. */
    if (decision->text[0] != '\0')
        tell(decision->text);
    return decision->is_refused;
}

/* Returns 0 if the password is accepted. */
static int validate(const struct server_text *user, const struct server_text *text,
                    const struct server_text *host)
{
    struct new_password password = { .bytes = text->text, .length = text->length };
    struct decision decision;
    int result = 1;

    if (text->length == 0 && allow_empty)
        return 0;
    if (!copy_name(user, password.user) || !copy_name(host, password.host)) {
        tell("the password cannot be checked for an account with this name");
        return 1;
    }
    if (convert(&password)) {
        decide(&password, &decision);
        result = report(&decision);
    } else {
        tell("the password cannot be checked now, and was not changed");
        log_to_server(NULL, LOG_ERR, "out of memory. A password change was refused.");
    }
    wipe(&password);
    return result;
}

/* ---- The plugin ---------------------------------------------------------------------------------------- */

static int initialize(void *plugin)
{
    (void)plugin;
    if (!server_tells_charsets())
        log_to_server(NULL, LOG_WARNING, "this server does not report character sets: passwords must be in UTF-8");
    return 0;
}

static struct bool_variable allow_empty_variable = {
    .flags = VARIABLE_BOOL | VARIABLE_OPTIONAL_ARGUMENT | VARIABLE_READ_ONLY,
    .name = "allow_empty",
    .comment = "Accept accounts without a password. The policy is not asked about them.",
    .value = &allow_empty,
};
static struct bool_variable *variables[] = { &allow_empty_variable, NULL };

static struct password_validation validation = { PASSWORD_VALIDATION_INTERFACE, validate };

/* ---- Symbols that the server looks up ------------------------------------------------------------------ */

#define EXPORTED __attribute__((visibility("default")))

extern EXPORTED int _maria_plugin_interface_version_, _maria_sizeof_struct_st_plugin_;
extern EXPORTED struct server_plugin _maria_plugin_declarations_[];

int _maria_plugin_interface_version_ = PLUGIN_INTERFACE;
int _maria_sizeof_struct_st_plugin_ = sizeof(struct server_plugin);

/* The plugin runs inside a server that is under the GPL; these sources are also under the MIT licence. */
struct server_plugin _maria_plugin_declarations_[] = {
    {
        .kind = PASSWORD_VALIDATION,
        .functions = &validation,
        .name = "passwordrules",
        .author = "The passwordrules authors",
        .description = "Checks new passwords against the policy in /etc/security/passwordrules.conf",
        .licence = LICENCE_GPL,
        .initialize = initialize,
        .version = PLUGIN_VERSION,
        .variables = variables,
        .version_text = PLUGIN_VERSION_TEXT,
        .maturity = MATURITY_STABLE,
    },
    { .kind = 0 }, /* the end */
};
