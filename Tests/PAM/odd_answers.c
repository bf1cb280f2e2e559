/*
 * odd_answers - libpam and libc giving answers that they hardly ever give
 *
 * To be loaded before them. ODD_CALL names a function, of which the call with the number ODD_NUMBER, or else each, that our
 * module makes answers as ODD_STATUS says: a status of libpam's without a value, which 0, PAM_SUCCESS, is as well. calloc
 * and malloc then have no memory. Of the calls of pam_get_item, ODD_ITEM leaves those for one item; of the calls of malloc,
 * ODD_SIZE leaves those for so many bytes. ODD_TEXT is how messages begin that have a translation of ODD_LENGTH letters.
 * ODD_ANSWER is what the person's program answers to messages that ask nothing; where it is empty, not even an empty answer.
 * Whether our module frees such answers is seen to: one that is left is told of on standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libintl.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

/* The macros of <libintl.h> would stand in the way. */
#undef dgettext
#undef dcgettext
#undef dngettext
#undef dcngettext

#define NEXT(function) (*(void **)&(next) = dlsym(RTLD_NEXT, function))

static int is_ours(const void *caller)
{
    Dl_info file;

    return dladdr(caller, &file) != 0 && (strstr(file.dli_fname, "/pam_passwordrules.so") != NULL ||
                                          strstr(file.dli_fname, "/pam_translated.so") != NULL);
}

/* Whether this call is the one, or one of those. */
static int is_odd(const char *function, const void *caller)
{
    static int calls;
    const char *odd = getenv("ODD_CALL"), *number = getenv("ODD_NUMBER");

    if (odd == NULL || strcmp(odd, function) != 0 || !is_ours(caller))
        return 0;
    calls++;
    return number == NULL || calls == atoi(number);
}

/* Whether a number is the one that a variable has, or it has none. */
static int is_asked_for(const char *variable, long number)
{
    const char *wanted = getenv(variable);

    return wanted == NULL || atol(wanted) == number;
}

static int odd_status(void)
{
    const char *status = getenv("ODD_STATUS");

    return status != NULL ? atoi(status) : PAM_SYSTEM_ERR;
}

/* ---- Answers to messages -------------------------------------------------------------------------------------- */

void __libc_free(void *block);

/* The answers that are not freed yet. */
static void *answers[64];

static void expect_to_be_freed(void *block)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (answers[i] == NULL) {
            answers[i] = block;
            return;
        }
    abort();
}

void free(void *block)
{
    for (size_t i = 0; block != NULL && i < sizeof answers / sizeof *answers; i++)
        if (answers[i] == block)
            answers[i] = NULL;
    __libc_free(block);
}

__attribute__((destructor)) static void tell_of_answers(void)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (answers[i] != NULL)
            fprintf(stderr, "an answer was not freed\n");
}

/* The program's conversation, but with an answer to every message. */
static int answer_messages(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    const struct pam_conv *program = data;
    const char *answer = getenv("ODD_ANSWER");
    int status = program->conv(count, messages, responses, program->appdata_ptr);

    if (status != PAM_SUCCESS || answer == NULL)
        return status;
    if (answer[0] == '\0') {
        __libc_free(*responses);
        *responses = NULL;
        return status;
    }
    (*responses)->resp = strdup(answer);
    expect_to_be_freed((*responses)->resp);
    expect_to_be_freed(*responses);
    return status;
}

/* ---- libpam --------------------------------------------------------------------------------------------------- */

/* The function, of which an odd call clears what it would give and returns the status; for getpwnam_r a number of errno's. */
#define ODD(name, parameters, arguments, clear)              \
    int name parameters                                      \
    {                                                        \
        int (*next) parameters;                              \
                                                             \
        if (is_odd(#name, __builtin_return_address(0))) {    \
            clear;                                           \
            return odd_status();                             \
        }                                                    \
        NEXT(#name);                                         \
        return next arguments;                               \
    }

ODD(pam_get_user, (pam_handle_t *pamh, const char **user, const char *prompt), (pamh, user, prompt), *user = NULL)
ODD(pam_set_data, (pam_handle_t *pamh, const char *name, void *data, void (*cleanup)(pam_handle_t *, void *, int)),
    (pamh, name, data, cleanup), (void)0)
ODD(pam_get_authtok_noverify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt), *token = NULL)
ODD(pam_get_authtok_verify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt), *token = NULL)
ODD(getpwnam_r, (const char *name, struct passwd *account, char *buffer, size_t size, struct passwd **found),
    (name, account, buffer, size, found), *found = NULL)

int pam_get_item(const pam_handle_t *pamh, int type, const void **item)
{
    static struct pam_conv conversation = { answer_messages, NULL };
    int (*next)(const pam_handle_t *, int, const void **);
    const void *caller = __builtin_return_address(0);

    if (is_asked_for("ODD_ITEM", type) && is_odd("pam_get_item", caller)) {
        *item = NULL;
        return odd_status();
    }
    NEXT("pam_get_item");
    int status = next(pamh, type, item);
    if (status == PAM_SUCCESS && type == PAM_CONV && getenv("ODD_ANSWER") != NULL && is_ours(caller)) {
        conversation.appdata_ptr = (void *)(uintptr_t)*item;
        *item = &conversation;
    }
    return status;
}

/* ---- Memory --------------------------------------------------------------------------------------------------- */

/* dlsym itself may ask for memory, so what comes after is libc's under the name that it has for itself. */
void *__libc_calloc(size_t count, size_t size);
void *__libc_malloc(size_t size);

void *calloc(size_t count, size_t size)
{
    return is_odd("calloc", __builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *malloc(size_t size)
{
    int is_none = is_asked_for("ODD_SIZE", (long)size) && is_odd("malloc", __builtin_return_address(0));

    return is_none ? NULL : __libc_malloc(size);
}

/* ---- Translations --------------------------------------------------------------------------------------------- */

static char *longer(const char *message, char *translation)
{
    static char text[4096];
    const char *beginning = getenv("ODD_TEXT"), *length = getenv("ODD_LENGTH");
    size_t room = length != NULL ? (size_t)atoi(length) : 0;

    if (beginning == NULL || strncmp(message, beginning, strlen(beginning)) != 0 || room >= sizeof text)
        return translation;
    memset(text, 'q', room);
    text[room] = '\0';
    return text;
}

#define TRANSLATED(name, parameters, arguments, message)  \
    char *name parameters                                 \
    {                                                     \
        char *(*next) parameters;                         \
                                                          \
        NEXT(#name);                                      \
        return longer(message, next arguments);           \
    }

TRANSLATED(dgettext, (const char *domain, const char *message), (domain, message), message)
TRANSLATED(dcgettext, (const char *domain, const char *message, int category), (domain, message, category), message)
TRANSLATED(dngettext, (const char *domain, const char *one, const char *many, unsigned long count), (domain, one, many, count),
           count == 1 ? one : many)
TRANSLATED(dcngettext, (const char *domain, const char *one, const char *many, unsigned long count, int category),
           (domain, one, many, count, category), count == 1 ? one : many)
