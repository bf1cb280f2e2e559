/*
 * pambench CONFDIR USER SERVICE PASSWORD EXPECTED - what one password change through libpam costs
 *
 * A change is pam_start_confdir, pam_chauthtok and pam_end: libpam reads the service's file, loads its modules, runs
 * both passes and unloads them. Every prompt is answered with PASSWORD; EXPECTED is the number that pam_chauthtok
 * must return. For each byte of standard input there are some changes, and a line for each of them:
 *
 *   f   each in a child that has loaded no module yet, as passwd does: nanoseconds, growth of Rss and Private_Dirty in kB
 *   s   in this process, as in a server: nanoseconds. After the first of these, none is fresh any more.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

/* A process that has just been switched to begins with cold caches. Most changes of a turn do not. */
#define CHANGES_IN_A_TURN 5

/* libpam finds these in place of libc's and libaudit's: some thousand changes must not fill the machine's logs. */
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

static const char *directory, *user, *service;
static char *password;
static int expected;

static unsigned long long time_change(void)
{
    struct pam_conv conversation = { converse, password };
    pam_handle_t *pamh = NULL;
    uint64_t start = now_ns();
    int status = pam_start_confdir(service, user, &conversation, directory, &pamh);

    if (status != PAM_SUCCESS)
        die("%s: pam_start_confdir returned %d", service, status);
    status = pam_chauthtok(pamh, 0);
    pam_end(pamh, status);
    uint64_t ns = now_ns() - start;
    if (status != expected)
        die("%s: pam_chauthtok returned %d, not %d", service, status, expected);
    return ns;
}

static void change_in_fresh_process(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        struct memory before = memory_now();
        unsigned long long ns = time_change();
        struct memory after = memory_now();
        printf("%llu %ld %ld\n", ns, after.rss_kb - before.rss_kb, after.dirty_kb - before.dirty_kb);
        exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        die("%s: a child failed", service);
}

int main(int argc, char **argv)
{
    char way;
    int is_fresh = 1;

    if (argc != 6)
        die("usage: pambench CONFDIR USER SERVICE PASSWORD EXPECTED");
    directory = argv[1], user = argv[2], service = argv[3], password = argv[4], expected = atoi(argv[5]);
    while (read(STDIN_FILENO, &way, 1) == 1) {
        if (way == 's' && is_fresh) {
            time_change();
            is_fresh = 0;
        }
        for (int i = 0; i < CHANGES_IN_A_TURN; i++) {
            if (way == 's')
                printf("%llu\n", time_change());
            else
                change_in_fresh_process();
        }
        fflush(stdout);
    }
    return 0;
}
