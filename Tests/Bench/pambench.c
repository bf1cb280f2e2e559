/*
 * pambench - what one password change through libpam costs
 *
 *   pambench fresh|counted|same ROUNDS CONFDIR USER SERVICE PASSWORD EXPECTED [SERVICE PASSWORD EXPECTED]...
 *
 * A change is pam_start_confdir, pam_chauthtok and pam_end: libpam reads the service's file, loads its modules, runs
 * both passes and unloads them. Every prompt is answered with PASSWORD; EXPECTED is the number that pam_chauthtok
 * must return. In each round every SERVICE has its turn, so that a busy moment of the machine hits all alike; in another
 * order each time, since some leave the caches colder than others to whoever is next.
 *
 * Writes a line for each change: the number of the SERVICE from 0, then
 *
 *   fresh      nanoseconds, and the growth of Rss and of Private_Dirty in kB. Each change is made in a child that has
 *              loaded no module yet, as passwd does.
 *   counted    nanoseconds, instructions in user space and in the kernel, cycles likewise, minor page faults, and
 *              microseconds of user and of system time; in such children. What the kernel does not let us count is -1.
 *   same       nanoseconds. Each SERVICE has one process, as a server may, which makes all of its changes.
 */
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

/* A process that has just been switched to begins with cold caches. Most changes of a turn do not. */
#define CHANGES_IN_A_TURN 5
#define MOST_CHANGES 32
#define MOST_FIGURES 8

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
    int commands, costs; /* of the process that makes it, if it is always the same */
};

struct cost {
    long long figures[MOST_FIGURES];
};

static long long time_change(const struct change *change)
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
    return (long long)ns;
}

/* ---- In a fresh process ----------------------------------------------------------------------------------- */

static struct cost with_memory(const struct change *change)
{
    struct memory before = memory_now();
    long long ns = time_change(change);
    struct memory after = memory_now();

    return (struct cost){ { ns, after.rss_kb - before.rss_kb, after.dirty_kb - before.dirty_kb } };
}

/* A counter of this process; -1 if there is none, as in some containers and virtual machines. */
static int counter_of(uint64_t config, int is_kernel)
{
    struct perf_event_attr event = { .type = PERF_TYPE_HARDWARE, .size = sizeof event, .config = config,
                                     .exclude_hv = 1 };

    event.exclude_user = is_kernel ? 1 : 0;
    event.exclude_kernel = is_kernel ? 0 : 1;
    event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* -1 as well if the counter had to share its register with others: it would be an estimate. */
static long long counted(int counter)
{
    struct {
        uint64_t value, enabled, running;
    } reading;

    if (counter < 0 || read(counter, &reading, sizeof reading) != sizeof reading || reading.enabled != reading.running)
        return -1;
    return (long long)reading.value;
}

static long long microseconds(struct timeval later, struct timeval earlier)
{
    return (long long)(later.tv_sec - earlier.tv_sec) * 1000000 + (later.tv_usec - earlier.tv_usec);
}

static struct cost with_counters(const struct change *change)
{
    static const uint64_t configs[] = { PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES };
    struct cost cost;
    struct rusage before, after;
    int counters[4];
    long long first[COUNT(counters)];

    for (size_t i = 0; i < COUNT(counters); i++)
        counters[i] = counter_of(configs[i / 2], i % 2 == 1);
    getrusage(RUSAGE_SELF, &before);
    for (size_t i = 0; i < COUNT(counters); i++)
        first[i] = counted(counters[i]);
    cost.figures[0] = time_change(change);
    for (size_t i = 0; i < COUNT(counters); i++) {
        long long last = counted(counters[i]);
        cost.figures[1 + i] = first[i] < 0 || last < 0 ? -1 : last - first[i];
    }
    getrusage(RUSAGE_SELF, &after);
    cost.figures[5] = after.ru_minflt - before.ru_minflt;
    cost.figures[6] = microseconds(after.ru_utime, before.ru_utime);
    cost.figures[7] = microseconds(after.ru_stime, before.ru_stime);
    return cost;
}

static struct cost in_child(const struct change *change, struct cost (*make)(const struct change *))
{
    struct cost cost;
    int pipes[2], status;

    if (pipe(pipes) != 0)
        die("pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("fork: %s", strerror(errno));
    if (child == 0) {
        cost = make(change);
        _exit(write(pipes[1], &cost, sizeof cost) != sizeof cost);
    }
    close(pipes[1]);
    ssize_t received = read(pipes[0], &cost, sizeof cost);
    close(pipes[0]);
    if (waitpid(child, &status, 0) != child || status != 0 || received != sizeof cost)
        die("%s: a child failed", change->service);
    return cost;
}

/* ---- In one process --------------------------------------------------------------------------------------- */

/* Makes the changes of a turn for each byte of the one pipe, and writes their nanoseconds into the other. */
__attribute__((noreturn)) static void serve(const struct change *change, int commands, int costs)
{
    long long ns[CHANGES_IN_A_TURN];
    char command;

    time_change(change); /* the first is what "fresh" is about */
    while (read(commands, &command, 1) == 1) {
        for (size_t i = 0; i < COUNT(ns); i++)
            ns[i] = time_change(change);
        if (write(costs, ns, sizeof ns) != sizeof ns)
            _exit(1);
    }
    _exit(0);
}

static void start_process(struct change *change)
{
    int commands[2], costs[2];

    if (pipe(commands) != 0 || pipe(costs) != 0)
        die("pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("fork: %s", strerror(errno));
    if (child == 0) {
        close(commands[1]);
        close(costs[0]);
        serve(change, commands[0], costs[1]);
    }
    close(commands[0]);
    close(costs[1]);
    change->commands = commands[1];
    change->costs = costs[0];
}

static void take_turn(const struct change *change, size_t index)
{
    long long ns[CHANGES_IN_A_TURN];

    if (write(change->commands, "", 1) != 1 || read(change->costs, ns, sizeof ns) != sizeof ns)
        die("%s: its process failed", change->service);
    for (size_t i = 0; i < COUNT(ns); i++)
        printf("%zu %lld\n", index, ns[i]);
}

/* ---- Rounds ----------------------------------------------------------------------------------------------- */

static void write_line(size_t index, struct cost cost, size_t figures)
{
    printf("%zu", index);
    for (size_t i = 0; i < figures; i++)
        printf(" %lld", cost.figures[i]);
    putchar('\n');
}

static void shuffle(size_t *order, size_t count)
{
    static uint64_t state = 1;

    for (size_t i = count - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)(state >> 33) % (i + 1), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
}

int main(int argc, char **argv)
{
    static size_t order[MOST_CHANGES];
    static struct change changes[MOST_CHANGES];
    size_t count = argc > 5 ? (size_t)(argc - 5) / 3 : 0;
    int is_fresh = count > 0 && strcmp(argv[1], "fresh") == 0, is_same = count > 0 && strcmp(argv[1], "same") == 0;

    if (count == 0 || count > COUNT(changes) || (argc - 5) % 3 != 0 ||
        (!is_fresh && !is_same && strcmp(argv[1], "counted") != 0))
        die("usage: pambench fresh|counted|same ROUNDS CONFDIR USER SERVICE PASSWORD EXPECTED [...]");
    long rounds = atol(argv[2]);
    directory = argv[3];
    user = argv[4];
    for (size_t i = 0; i < count; i++) {
        char **words = argv + 5 + 3 * i;
        changes[i] = (struct change){ words[0], words[1], atoi(words[2]), -1, -1 };
        order[i] = i;
    }

    /* Children must not write what the parent has not written yet. */
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    for (size_t i = 0; is_same && i < count; i++)
        start_process(&changes[i]);
    for (long round = 0; round < rounds; round++) {
        shuffle(order, count);
        for (size_t i = 0; i < count; i++) {
            size_t index = order[i];
            if (is_same)
                take_turn(&changes[index], index);
            else if (is_fresh)
                write_line(index, in_child(&changes[index], with_memory), 3);
            else
                write_line(index, in_child(&changes[index], with_counters), 8);
        }
    }
    return 0;
}
