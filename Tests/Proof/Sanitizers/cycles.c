/*
 * cycles - runs many cycles of every call, in threads that share rules, a policy and a blocklist, and checks that all cycles
 * have the same results
 *
 * cycles LIST THREADS ROUNDS [print|leak|long|shift|differ|share]
 *
 * Each thread has its own reports, diagnostics, users' policies and language. `print` prints the results of one cycle. The
 * other words plant faults in the last thread. A sanitizer must detect these: `leak` loses 100 bytes in each round; `long`
 * passes a length that exceeds the password's block; `shift` makes a shift that is undefined in C; `share` uses one report in
 * all threads, which the library does not allow. `differ` changes the thread's results in its last round.
 *
 * With one thread and more than 1,000 rounds, the program prints by how many kB the process grew after the first 1,000.
 */
#include "cycle.h"
#include "process.h"

#include <pthread.h>

/* After WARM rounds, all memory that stays allocated has been allocated. */
enum { MOST_THREADS = 256, WARM = 1000 };

struct worker {
    struct workspace workspace;
    const char *expected, *fault;
    passwordrules_report *report;
    long rounds, failures;
};

/* All threads begin at the same time. */
static pthread_barrier_t start;
/* The variables are volatile, so that the compiler does not remove the planted faults. */
static void *volatile lost;
static volatile int forty = 40;
static long warm_kb, last_kb;

static void plant(const char *fault, const passwordrules_rules *rules)
{
    passwordrules_report *report = NULL;
    char *block = strdup("abc");
    if (strcmp(fault, "leak") == 0)
        lost = malloc(100);
    if (strcmp(fault, "shift") == 0)
        forty = 1 << forty;
    if (strcmp(fault, "long") == 0 && passwordrules_check(rules, block, 8, 0, &report) == PASSWORDRULES_OK)
        passwordrules_report_free(report);
    free(block);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    const passwordrules_rules *rules = worker->workspace.shared->rules[0];
    pthread_barrier_wait(&start);
    for (long round = 1; round <= worker->rounds; round++) {
        if (worker->report != NULL) {
            worker->failures += passwordrules_check_into(rules, "horse", 5, 0, worker->report) != PASSWORDRULES_OK;
            continue;
        }
        plant(worker->fault, rules);
        char *found = cycle(&worker->workspace);
        if (strcmp(worker->fault, "differ") == 0 && round == worker->rounds)
            found[0] ^= 1;
        worker->failures += !is_same(worker->expected, found);
        free(found);
        if (round == WARM)
            warm_kb = private_kb();
        if (round > WARM && round == worker->rounds)
            last_kb = private_kb();
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static struct worker workers[MOST_THREADS];
    static pthread_t threads[MOST_THREADS];
    struct workspace workspace;
    struct objects shared;
    if (argc < 4)
        return 2;
    const char *fault = argc > 4 ? argv[4] : "";
    long count = atol(argv[2]), rounds = atol(argv[3]), failures = 0;
    /* With 0 rounds, no function of the library is called. A test expects this. */
    if (rounds == 0)
        return 0;
    if (count < 1 || count > MOST_THREADS || open_shared(argv[1], &shared) != 0)
        return 2;
    workspace_open(&workspace, true);
    workspace.shared = &shared;
    char *expected = cycle(&workspace);
    if (strcmp(fault, "share") == 0 && passwordrules_report_create(&shared.reports[0]) != PASSWORDRULES_OK)
        return 2;
    if (pthread_barrier_init(&start, NULL, (unsigned)count) != 0)
        return 2;
    for (long index = 0; index < count; index++) {
        struct worker *worker = &workers[index];
        *worker = (struct worker){.expected = expected, .report = shared.reports[0], .rounds = rounds};
        worker->fault = index == count - 1 ? fault : "";
        workspace_open(&worker->workspace, false);
        worker->workspace.shared = &shared;
        if (pthread_create(&threads[index], NULL, work, worker) != 0)
            return 2;
    }
    for (long index = 0; index < count; index++) {
        pthread_join(threads[index], NULL);
        workspace_close(&workers[index].workspace);
        failures += workers[index].failures;
    }
    pthread_barrier_destroy(&start);
    if (count == 1 && rounds > WARM)
        printf("grown: %ld kB\n", last_kb - warm_kb);
    if (strcmp(fault, "print") == 0)
        workspace.notes = stdout;
    generate_by_rare_rules(&workspace);
    if (strcmp(fault, "print") == 0)
        fputs(expected, stdout);
    else
        printf("%ld threads, %ld rounds each, %ld of them found something else\n", count, rounds, failures);
    free(expected);
    workspace_close(&workspace);
    objects_free(&shared);
    lost = NULL;
    return failures == 0 ? 0 : 1;
}
