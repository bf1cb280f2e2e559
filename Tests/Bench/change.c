/*
 * change CONFDIR USER SERVICE PASSWORD EXPECTED - what a password change through libpam costs
 *
 * For each byte of standard input, it makes one change in a child that has loaded no module yet, like passwd. The
 * change is pam_start_confdir, pam_chauthtok and pam_end: libpam reads the service's file, loads its modules, runs
 * both passes and unloads them. Every prompt is answered with PASSWORD; EXPECTED is what pam_chauthtok must
 * return. Writes a line: nanoseconds, and the growth of Rss and Private_Dirty in kB.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

/* libpam finds these before those of libc and libaudit: hundreds of changes must not fill the machine's
 * logs. */
void __syslog_chk(int priority, int flag, const char *format, ...);
void __syslog_chk(int priority, int flag, const char *format, ...)
{
    (void)priority, (void)flag, (void)format;
}

void syslog(int priority, const char *format, ...);
void syslog(int priority, const char *format, ...)
{
    (void)priority, (void)format;
}

int audit_open(void);
int audit_open(void)
{
    errno = EPROTONOSUPPORT; /* to libpam: a kernel without audit */
    return -1;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *password)
{
    struct pam_response *answers = calloc((size_t)count, sizeof *answers);

    if (answers == NULL)
        return PAM_BUF_ERR;
    for (int i = 0; i < count; i++)
        if (messages[i]->msg_style == PAM_PROMPT_ECHO_OFF)
            answers[i].resp = strdup(password);
    *responses = answers;
    return PAM_SUCCESS;
}

static void change(char **argv)
{
    const char *directory = argv[1], *user = argv[2], *service = argv[3];
    const int expected = atoi(argv[5]);
    struct pam_conv conversation = { converse, argv[4] };
    pam_handle_t *pamh = NULL;
    struct memory before = memory_now();
    uint64_t start = now_ns();
    int status = pam_start_confdir(service, user, &conversation, directory, &pamh);

    if (status != PAM_SUCCESS)
        die("%s: pam_start_confdir returned %d", service, status);
    status = pam_chauthtok(pamh, 0);
    pam_end(pamh, status);
    write_figures(now_ns() - start, before);
    if (status != expected)
        die("%s: pam_chauthtok returned %d, not %d", service, status, expected);
}

int main(int argc, char **argv)
{
    char turn;
    int status;

    if (argc != 6)
        die("usage: change CONFDIR USER SERVICE PASSWORD EXPECTED");
    while (read(STDIN_FILENO, &turn, 1) == 1) {
        pid_t child = fork();
        if (child == 0) {
            change(argv);
            exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            die("%s: a child failed", argv[3]);
    }
    return 0;
}
