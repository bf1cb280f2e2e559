/*
 * pamload - runs whole PAM transactions one after another in one process, and prints by how much the process grew
 *
 * pamload CONFDIR SERVICE COUNT
 *
 * libpam loads the module for each transaction and unloads it at the end. The user types a password that must be refused, and
 * then types a password that must be accepted, twice.
 */
#include "process.h"

#include <stdlib.h>
#include <string.h>

#include <security/pam_appl.h>

static const char *confdir, *service;
static int prompts;

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    (void)data;
    if (count != 1 || (*responses = calloc(1, sizeof **responses)) == NULL)
        return PAM_BUF_ERR;
    if (messages[0]->msg_style == PAM_PROMPT_ECHO_OFF)
        (*responses)[0].resp = strdup(prompts++ == 0 ? "weak" : "Vq7%kWz2!xRj");
    return PAM_SUCCESS;
}

static int change(long round)
{
    (void)round;
    const struct pam_conv conversation = { converse, NULL };
    pam_handle_t *pamh = NULL;
    int status = pam_start_confdir(service, "alice", &conversation, confdir, &pamh);
    prompts = 0;
    if (status == PAM_SUCCESS)
        status = pam_chauthtok(pamh, 0);
    if (pamh != NULL && pam_end(pamh, status) != PAM_SUCCESS)
        return PAM_ABORT;
    return status == PAM_SUCCESS && prompts != 3 ? PAM_ABORT : status;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    confdir = argv[1];
    service = argv[2];
    return print_growth_of(atol(argv[3]), change);
}
