/*
 * change - repeats a password change, each time in a new process in which a different call fails
 *
 * change CONFDIR SERVICE USER REAL-UID EFFECTIVE-UID IS-WARM LAST STEP [ANSWER]...
 *
 * The environment describes the failure; see fault.c. The first run has no fault. In the following runs, call 1 fails, then
 * call 1 + STEP, and so on, up to the call LAST or until a run has fewer calls. If IS-WARM is 1, the program first asks every
 * service for an account, so that all services are loaded before the runs. Each prompt for a new password is answered with
 * the next ANSWER, or cancelled if there are no more. A prompt to retype the password gets the same answer again.
 *
 * If the environment has CHANGE_LOGIN, each run is a login instead: pam_authenticate, whose result is written as
 * "authenticated", and pam_acct_mgmt, whose result is written as "result".
 *
 * Writes pairs of a type and a text, each followed by a NUL: "prompt", "info" and "error" of the
 * conversation, "log" of syslog, "stored" with a password that pam_store.so was about to store, "start",
 * "result" and "end" with the number that pam_start, pam_chauthtok and pam_end returned, and "live" with the number of blocks
 * that our code allocated and did not free. Each run ends with a "run": {"at": N, "calls": N, "failed": N,
 * "function": F, "caller": C, "signal": S, "exit": E}.
 */
#define _GNU_SOURCE
#include "../../PAM/vsyslog.h"
#include "fault.h"

#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

/* A run takes some milliseconds. A run that takes SECONDS_PER_RUN hangs, and so does a run with MOST_TOLD messages. */
enum { SECONDS_PER_RUN = 600, MOST_TOLD = 10000 };

static fault_arm_function *arm;
static fault_live_function *live;

void change_store(const char *token);

struct change {
    const char *confdir, *service, *user;
    char **next_answer;
    const char *answer; /* the last */
};

/* ---- Reports -------------------------------------------------------------------------------------------------- */

/* Writes immediately, without a buffer, so that no text is lost in a crash. */
static void tell(const char *type, const char *text)
{
    static int count;
    const struct iovec parts[] = { { (void *)(uintptr_t)type, strlen(type) + 1 },
                                   { (void *)(uintptr_t)text, strlen(text) + 1 } };

    if (writev(STDOUT_FILENO, parts, 2) < 0 || (++count > MOST_TOLD && strcmp(type, "run") != 0))
        _exit(2);
}

static void tell_number(const char *type, long number)
{
    char text[32];

    snprintf(text, sizeof text, "%ld", number);
    tell(type, text);
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    char line[4096];

    (void)priority;
    vsnprintf(line, sizeof line, format, arguments);
    tell("log", line);
}

/* pam_store.so calls this function. */
void change_store(const char *token)
{
    tell("stored", token);
}

/* ---- The conversation ----------------------------------------------------------------------------------------- */

static int answer(struct change *change, const struct pam_message *message, struct pam_response *reply)
{
    switch (message->msg_style) {
    case PAM_PROMPT_ECHO_OFF:
    case PAM_PROMPT_ECHO_ON:
        tell("prompt", message->msg);
        if (strncmp(message->msg, "Retype", 6) != 0)
            change->answer = *change->next_answer != NULL ? *change->next_answer++ : NULL;
        if (change->answer == NULL)
            return PAM_CONV_ERR;
        reply->resp = strdup(change->answer);
        return reply->resp != NULL ? PAM_SUCCESS : PAM_BUF_ERR;
    case PAM_TEXT_INFO: tell("info", message->msg); return PAM_SUCCESS;
    case PAM_ERROR_MSG: tell("error", message->msg); return PAM_SUCCESS;
    default: tell("other", message->msg); return PAM_SUCCESS;
    }
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct pam_response *reply = count == 1 ? calloc(1, sizeof *reply) : NULL;
    int status = reply != NULL ? answer(data, messages[0], reply) : PAM_BUF_ERR;

    if (status != PAM_SUCCESS) {
        free(reply);
        reply = NULL;
    }
    *responses = reply;
    return status;
}

/* ---- The change ----------------------------------------------------------------------------------------------- */

static int log_in(pam_handle_t *pamh)
{
    const int status = pam_authenticate(pamh, 0);

    tell_number("authenticated", status);
    return status == PAM_SUCCESS ? pam_acct_mgmt(pamh, 0) : status;
}

static void make(struct change *change, unsigned long at, struct fault_record *record)
{
    struct pam_conv conversation = { converse, change };
    pam_handle_t *pamh = NULL;
    int status;

    arm(at, record);
    status = pam_start_confdir(change->service, change->user, &conversation, change->confdir, &pamh);
    tell_number("start", status);
    if (status == PAM_SUCCESS) {
        status = getenv("CHANGE_LOGIN") != NULL ? log_in(pamh) : pam_chauthtok(pamh, 0);
        tell_number("result", status);
        tell_number("end", pam_end(pamh, status));
    }
    arm(0, NULL);
    tell_number("live", live());
}

/* Returns whether the planned call was reached. */
static int run(struct change *change, unsigned long at, struct fault_record *record)
{
    char text[256];
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        alarm(SECONDS_PER_RUN);
        make(change, at, record);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("change");
        exit(2);
    }
    snprintf(text, sizeof text,
             "{\"at\": %lu, \"calls\": %lu, \"failed\": %lu, \"function\": \"%s\", \"caller\": \"%s\", \"signal\": %d, "
             "\"exit\": %d}",
             at, record->calls, record->failed, record->function, record->caller,
             WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    tell("run", text);
    return record->failed > 0;
}

int main(int argc, char **argv)
{
    const struct rlimit no_core = { 0, 0 };
    struct fault_record *record =
        mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    *(void **)&arm = dlsym(RTLD_DEFAULT, "fault_arm");
    *(void **)&live = dlsym(RTLD_DEFAULT, "fault_live");
    if (argc < 9 || arm == NULL || live == NULL || record == MAP_FAILED)
        return 2;
    struct change change = { .confdir = argv[1], .service = argv[2], .user = argv[3], .next_answer = argv + 9 };
    const uid_t real = (uid_t)atoi(argv[4]), effective = (uid_t)atoi(argv[5]);
    const unsigned long last = strtoul(argv[7], NULL, 10), step = strtoul(argv[8], NULL, 10);
    if (strcmp(argv[6], "1") == 0)
        (void)(getpwnam("passwordrules-nobody") != NULL || getgrnam("passwordrules-nobody") != NULL);
    if (setresuid(real, effective, effective) != 0) {
        perror("change: setresuid");
        return 2;
    }
    setrlimit(RLIMIT_CORE, &no_core);
    run(&change, 0, record);
    for (unsigned long at = 1; at <= last && run(&change, at, record); at += step)
        ;
    return 0;
}
