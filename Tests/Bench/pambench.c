/*
 * pambench - what one password change through libpam costs
 *
 *   pambench fresh|same ROUNDS CONFDIR USER SERVICE PASSWORD EXPECTED [SERVICE PASSWORD EXPECTED]...
 *
 * A change is pam_start_confdir, pam_chauthtok and pam_end: libpam reads the service's file, loads its modules, runs
 * both passes and unloads them. Every prompt is answered with PASSWORD; EXPECTED is the number that pam_chauthtok
 * must return. In each round every SERVICE has its turn, so that a busy moment of the machine hits all alike; in another
 * order each time, since some leave the caches colder than others to whoever is next.
 *
 * Writes a line for each change: the number of the SERVICE from 0, nanoseconds, and
 *
 *   fresh   the growth of Rss and of Private_Dirty in kB. Each change is made in a child that has loaded no module yet, as
 *           passwd does.
 *   same    nothing more. Each SERVICE has one process, as a server may, which makes all of its changes.
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

/* A process that has just been switched to begins with cold caches. Most changes of a turn do not. */
#define CHANGES_IN_A_TURN 5
#define MOST_CHANGES 32

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

static const char *directory, *user;

struct change {
    const char *service;
    char *password;
    int expected;
    size_t number;
    int server; /* the socket of the process that makes it, if that is always the same */
};

static unsigned long long time_change(const struct change *change)
{
    struct pam_conv conversation = { converse, change->password };
    pam_handle_t *pamh = NULL;
    uint64_t start = now_ns();
    int status = pam_start_confdir(change->service, user, &conversation, directory, &pamh);

    if (status != PAM_SUCCESS)
        die("%s: pam_start_confdir returned %d", change->service, status);
    status = pam_chauthtok(pamh, 0);
    pam_end(pamh, status);
    uint64_t ns = now_ns() - start;
    if (status != change->expected)
        die("%s: pam_chauthtok returned %d, not %d", change->service, status, change->expected);
    return ns;
}

static pid_t forked(void)
{
    pid_t child = fork();

    if (child < 0)
        die("fork: %s", strerror(errno));
    return child;
}

static void change_in_fresh_process(const struct change *change)
{
    int status;
    pid_t child = forked();

    if (child == 0) {
        struct memory before = memory_now();
        unsigned long long ns = time_change(change);
        struct memory after = memory_now();
        printf("%zu %llu %ld %ld\n", change->number, ns, after.rss_kb - before.rss_kb, after.dirty_kb - before.dirty_kb);
        exit(0);
    }
    if (waitpid(child, &status, 0) != child || status != 0)
        die("%s: a child failed", change->service);
}

/* Makes the changes of a turn for each byte that is received, and then returns it. */
static void start_server(struct change *change)
{
    int sockets[2];
    char command;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        die("socketpair: %s", strerror(errno));
    change->server = sockets[1];
    if (forked() != 0) {
        close(sockets[0]);
        return;
    }
    close(sockets[1]);
    time_change(change); /* the first is what "fresh" is about */
    while (read(sockets[0], &command, 1) == 1) {
        for (int i = 0; i < CHANGES_IN_A_TURN; i++)
            printf("%zu %llu\n", change->number, time_change(change));
        fflush(stdout);
        if (write(sockets[0], &command, 1) != 1)
            break;
    }
    exit(0);
}

static void change_in_server(const struct change *change)
{
    char command = 0;

    if (write(change->server, &command, 1) != 1 || read(change->server, &command, 1) != 1)
        die("%s: its process failed", change->service);
}

static void shuffle(struct change *changes, size_t count)
{
    static uint64_t state = 1;

    for (size_t i = count - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)(state >> 33) % (i + 1);
        struct change other = changes[i];
        changes[i] = changes[j];
        changes[j] = other;
    }
}

int main(int argc, char **argv)
{
    static struct change changes[MOST_CHANGES];
    size_t count = argc > 5 ? (size_t)(argc - 5) / 3 : 0;
    int is_same = count > 0 && strcmp(argv[1], "same") == 0;

    if (count == 0 || count > COUNT(changes) || (argc - 5) % 3 != 0 || (!is_same && strcmp(argv[1], "fresh") != 0))
        die("usage: pambench fresh|same ROUNDS CONFDIR USER SERVICE PASSWORD EXPECTED [...]");
    directory = argv[3];
    user = argv[4];
    for (size_t i = 0; i < count; i++) {
        char **words = argv + 5 + 3 * i;
        changes[i] = (struct change){ words[0], words[1], atoi(words[2]), i, -1 };
        if (is_same)
            start_server(&changes[i]);
    }
    for (long round = atol(argv[2]); round > 0; round--) {
        shuffle(changes, count);
        for (size_t i = 0; i < count; i++)
            (is_same ? change_in_server : change_in_fresh_process)(&changes[i]);
    }
    return 0;
}
