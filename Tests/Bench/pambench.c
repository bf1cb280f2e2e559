/*
 * pambench - what one password change through libpam costs
 *
 *   pambench fresh|same RUNS CONFDIR SERVICE USER PASSWORD EXPECTED
 *
 * A change is pam_start_confdir, pam_chauthtok and pam_end: libpam reads the service's file, loads its modules, runs
 * both passes and unloads them. Every prompt is answered with PASSWORD; EXPECTED is the number that pam_chauthtok
 * must return. "fresh" makes each change in a child that has loaded no module yet, as passwd does; "same" makes all
 * in one process, as a server may. Writes a line for each change: its nanoseconds, and the growth of Rss and of
 * Private_Dirty in kB (0 0 for "same").
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

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

struct change {
    const char *directory, *service, *user;
    char *password;
    int expected;
};

struct cost {
    uint64_t ns;
    struct memory growth;
};

static uint64_t time_change(const struct change *change)
{
    struct pam_conv conversation = { converse, change->password };
    pam_handle_t *pamh = NULL;
    uint64_t start = now_ns();
    int status = pam_start_confdir(change->service, change->user, &conversation, change->directory, &pamh);

    if (status != PAM_SUCCESS)
        die("%s: pam_start_confdir returned %d", change->service, status);
    status = pam_chauthtok(pamh, 0);
    pam_end(pamh, status);
    uint64_t ns = now_ns() - start;
    if (status != change->expected)
        die("%s: pam_chauthtok returned %d, not %d", change->service, status, change->expected);
    return ns;
}

static struct cost change_in_child(const struct change *change)
{
    struct cost cost;
    int pipes[2], status;

    if (pipe(pipes) != 0)
        die("pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("fork: %s", strerror(errno));
    if (child == 0) {
        struct memory before = memory_now();
        cost.ns = time_change(change);
        struct memory after = memory_now();
        cost.growth.rss_kb = after.rss_kb - before.rss_kb;
        cost.growth.dirty_kb = after.dirty_kb - before.dirty_kb;
        _exit(write(pipes[1], &cost, sizeof cost) != sizeof cost);
    }
    close(pipes[1]);
    ssize_t received = read(pipes[0], &cost, sizeof cost);
    close(pipes[0]);
    if (waitpid(child, &status, 0) != child || status != 0 || received != sizeof cost)
        die("%s: a child failed", change->service);
    return cost;
}

int main(int argc, char **argv)
{
    if (argc != 8 || (strcmp(argv[1], "fresh") != 0 && strcmp(argv[1], "same") != 0))
        die("usage: pambench fresh|same RUNS CONFDIR SERVICE USER PASSWORD EXPECTED");
    struct change change = { argv[3], argv[4], argv[5], argv[6], atoi(argv[7]) };
    int is_fresh = strcmp(argv[1], "fresh") == 0;
    long runs = atol(argv[2]);

    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (!is_fresh)
        time_change(&change); /* the first is what "fresh" is about */
    for (long i = 0; i < runs; i++) {
        struct cost cost = { 0, { 0, 0 } };
        if (is_fresh)
            cost = change_in_child(&change);
        else
            cost.ns = time_change(&change);
        printf("%llu %ld %ld\n", (unsigned long long)cost.ns, cost.growth.rss_kb, cost.growth.dirty_kb);
    }
    return 0;
}
