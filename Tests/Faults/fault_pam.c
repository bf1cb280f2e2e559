/* fault_pam - what our module asks of libpam; each function is a kind of its own, by its name; and the "conversation" */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <stddef.h>

#include <security/pam_appl.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

/* A success without a value can be planned, too. */
static int failure(void)
{
    return fault_error() == FAULT_NULL ? PAM_SUCCESS : fault_error();
}

INTERPOSED int pam_get_user(pam_handle_t *pamh, const char **user, const char *prompt)
{
    static int (*next)(pam_handle_t *, const char **, const char *);

    FIND_NEXT(next, "pam_get_user");
    if (IS_DUE("pam_get_user", "pam_get_user")) {
        *user = NULL;
        return failure();
    }
    return next(pamh, user, prompt);
}

/* Replaces the conversation for every caller that asks for it; libpam itself does not ask. */
static const struct pam_conv *conversation;

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    (void)data;
    if (IS_DUE("conversation", "conversation")) {
        *responses = NULL;
        return failure();
    }
    return conversation->conv(count, messages, responses, conversation->appdata_ptr);
}

INTERPOSED int pam_get_item(const pam_handle_t *pamh, int type, const void **item)
{
    static const struct pam_conv ours = { converse, NULL };
    static int (*next)(const pam_handle_t *, int, const void **);
    int status;

    FIND_NEXT(next, "pam_get_item");
    if (IS_DUE("pam_get_item", "pam_get_item")) {
        *item = NULL;
        return failure();
    }
    status = next(pamh, type, item);
    if (type == PAM_CONV && status == PAM_SUCCESS && *item != NULL) {
        conversation = *item;
        *item = &ours;
    }
    return status;
}

INTERPOSED int pam_set_item(pam_handle_t *pamh, int type, const void *item)
{
    static int (*next)(pam_handle_t *, int, const void *);

    FIND_NEXT(next, "pam_set_item");
    return IS_DUE("pam_set_item", "pam_set_item") ? failure() : next(pamh, type, item);
}

INTERPOSED int pam_get_data(const pam_handle_t *pamh, const char *name, const void **data)
{
    static int (*next)(const pam_handle_t *, const char *, const void **);

    FIND_NEXT(next, "pam_get_data");
    if (IS_DUE("pam_get_data", "pam_get_data")) {
        *data = NULL;
        return failure();
    }
    return next(pamh, name, data);
}

INTERPOSED int pam_set_data(pam_handle_t *pamh, const char *name, void *data, void (*cleanup)(pam_handle_t *, void *, int))
{
    static int (*next)(pam_handle_t *, const char *, void *, void (*)(pam_handle_t *, void *, int));

    FIND_NEXT(next, "pam_set_data");
    return IS_DUE("pam_set_data", "pam_set_data") ? failure() : next(pamh, name, data, cleanup);
}

INTERPOSED int pam_get_authtok_noverify(pam_handle_t *pamh, const char **token, const char *prompt)
{
    static int (*next)(pam_handle_t *, const char **, const char *);

    FIND_NEXT(next, "pam_get_authtok_noverify");
    if (IS_DUE("pam_get_authtok_noverify", "pam_get_authtok_noverify")) {
        *token = NULL;
        return failure();
    }
    return next(pamh, token, prompt);
}

INTERPOSED int pam_get_authtok_verify(pam_handle_t *pamh, const char **token, const char *prompt)
{
    static int (*next)(pam_handle_t *, const char **, const char *);

    FIND_NEXT(next, "pam_get_authtok_verify");
    if (IS_DUE("pam_get_authtok_verify", "pam_get_authtok_verify")) {
        *token = NULL;
        return failure();
    }
    return next(pamh, token, prompt);
}

INTERPOSED int pam_modutil_check_user_in_passwd(pam_handle_t *pamh, const char *user, const char *path)
{
    static int (*next)(pam_handle_t *, const char *, const char *);

    FIND_NEXT(next, "pam_modutil_check_user_in_passwd");
    return IS_DUE("pam_modutil_check_user_in_passwd", "pam_modutil_check_user_in_passwd") ? failure()
                                                                                       : next(pamh, user, path);
}
