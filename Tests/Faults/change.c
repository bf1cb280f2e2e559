/*
 * change - a password change, again and again with another fault
 *
 * change --confdir DIR --service NAME --user NAME [--uid N [--euid0]] [--warm] SWEEP... [--] [ANSWER]...
 *
 * SWEEP is what sweep.h lists. --uid makes the process an ordinary user's, --euid0 as in a setuid program; with --warm
 * the program has asked every service for an account before, so that none is loaded any more. A prompt for a new password
 * is answered by the next of the answers, and cancelled where there is none; one that asks for it again, by the same
 * answer. A run tells "prompt", "info" and "error" of the conversation, "log" of syslog, "stored" with a password that
 * pam_store.so was about to store, and "start", "result" and "end" with the number that pam_start, pam_chauthtok and
 * pam_end returned.
 */
#define _GNU_SOURCE
#include "../PAM/vsyslog.h"
#include "sweep.h"

#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <security/pam_appl.h>

void change_store(const char *token);

struct change {
    const char *confdir, *service, *user;
    char **next_answer;
    const char *answer; /* the last */
};

/* ---- What is told --------------------------------------------------------------------------------------------- */

void vsyslog(int priority, const char *format, va_list arguments)
{
    char line[4096];

    (void)priority;
    vsnprintf(line, sizeof line, format, arguments);
    sweep_tell("log", line);
}

/* pam_store.so calls it. */
void change_store(const char *token)
{
    sweep_tell("stored", token);
}

/* ---- The conversation ----------------------------------------------------------------------------------------- */

static int answer(struct change *change, const struct pam_message *message, struct pam_response *reply)
{
    switch (message->msg_style) {
    case PAM_PROMPT_ECHO_OFF:
    case PAM_PROMPT_ECHO_ON:
        sweep_tell("prompt", message->msg);
        if (strncmp(message->msg, "Retype", 6) != 0)
            change->answer = *change->next_answer != NULL ? *change->next_answer++ : NULL;
        if (change->answer == NULL)
            return PAM_CONV_ERR;
        reply->resp = strdup(change->answer);
        return reply->resp != NULL ? PAM_SUCCESS : PAM_BUF_ERR;
    case PAM_TEXT_INFO: sweep_tell("info", message->msg); return PAM_SUCCESS;
    case PAM_ERROR_MSG: sweep_tell("error", message->msg); return PAM_SUCCESS;
    default: sweep_tell("other", message->msg); return PAM_SUCCESS;
    }
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct pam_response *replies = calloc((size_t)count, sizeof *replies);
    int status = replies != NULL ? PAM_SUCCESS : PAM_BUF_ERR;

    for (int i = 0; status == PAM_SUCCESS && i < count; i++)
        status = answer(data, messages[i], &replies[i]);
    if (status != PAM_SUCCESS) {
        for (int i = 0; replies != NULL && i < count; i++)
            free(replies[i].resp);
        free(replies);
        replies = NULL;
    }
    *responses = replies;
    return status;
}

/* ---- The change ----------------------------------------------------------------------------------------------- */

static void make(void *data)
{
    struct change *change = data;
    struct pam_conv conversation = { converse, change };
    pam_handle_t *pamh = NULL;
    int status;

    sweep_arm();
    status = pam_start_confdir(change->service, change->user, &conversation, change->confdir, &pamh);
    sweep_tell_number("start", status);
    if (status == PAM_SUCCESS) {
        status = pam_chauthtok(pamh, 0);
        sweep_tell_number("result", status);
        sweep_tell_number("end", pam_end(pamh, status));
    }
    sweep_disarm();
    sweep_tell_number("live", sweep_live());
}

int main(int argc, char **argv)
{
    struct sweep sweep = { .plan = { .is_ours_only = 1 } };
    struct change change = { .confdir = NULL };
    uid_t uid = 0;
    int is_setuid = 0, i;

    for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (sweep_option(&sweep, argv, &i))
            continue;
        if (strcmp(argv[i], "--euid0") == 0)
            is_setuid = 1;
        else if (strcmp(argv[i], "--warm") == 0)
            (void)(getpwnam("passwordrules-nobody") != NULL || getgrnam("passwordrules-nobody") != NULL);
        else if (i + 1 == argc)
            return 2;
        else if (strcmp(argv[i], "--confdir") == 0)
            change.confdir = argv[++i];
        else if (strcmp(argv[i], "--service") == 0)
            change.service = argv[++i];
        else if (strcmp(argv[i], "--user") == 0)
            change.user = argv[++i];
        else if (strcmp(argv[i], "--uid") == 0)
            uid = (uid_t)strtoul(argv[++i], NULL, 10);
        else
            return 2;
    }
    if (change.confdir == NULL || change.service == NULL || change.user == NULL || i == argc)
        return 2;
    change.next_answer = argv + i + 1;
    if (uid != 0 && setresuid(uid, is_setuid ? 0 : uid, is_setuid ? 0 : uid) != 0) {
        perror("change: setresuid");
        return 2;
    }
    return sweep_run(&sweep, make, &change);
}
