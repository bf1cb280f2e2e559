/* fault_pam - the functions of libpam that our module calls, each of which is a kind of call with the function's name; and
 * the kind "conversation" */
#define _GNU_SOURCE
#include "fault.h"
#include "fault_internal.h"

#include <stddef.h>

#include <security/pam_appl.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>

/* The planned failure may also be a success without a value. */
static int failure(void)
{
    return fault_error == FAULT_NULL ? PAM_SUCCESS : fault_error;
}

#define PAM(name, parameters, arguments, failure) INTERPOSE(#name, int, name, parameters, arguments, failure)

PAM(pam_get_user, (pam_handle_t *pamh, const char **user, const char *prompt), (pamh, user, prompt),
    (*user = NULL, failure()))
PAM(pam_set_item, (pam_handle_t *pamh, int type, const void *item), (pamh, type, item), failure())
PAM(pam_get_data, (const pam_handle_t *pamh, const char *name, const void **data), (pamh, name, data),
    (*data = NULL, failure()))
PAM(pam_set_data, (pam_handle_t *pamh, const char *name, void *data, void (*cleanup)(pam_handle_t *, void *, int)),
    (pamh, name, data, cleanup), failure())
PAM(pam_get_authtok_noverify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt),
    (*token = NULL, failure()))
PAM(pam_get_authtok_verify, (pam_handle_t *pamh, const char **token, const char *prompt), (pamh, token, prompt),
    (*token = NULL, failure()))

/* Replaces the conversation for each caller of pam_get_item. libpam itself does not call that function. */
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
