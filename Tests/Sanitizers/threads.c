/*
 * threads - threads that share rules, a policy with sections and a blocklist, and find what one thread alone finds
 *
 * threads LIST THREADS ROUNDS [differ|share]
 *
 * Each thread has its own reports, diagnostics and user's policies, and its own language. The last argument is a planted
 * fault: the last thread finds something else in its last round; or all use one report, which the library does not allow.
 */
#include "cycle.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256 };

struct worker {
    const struct shared *shared;
    const struct transcript *expected;
    passwordrules_report *report; /* NULL, or that of all */
    long rounds;
    int is_to_differ, failures;
};

/* All begin at once. */
static pthread_barrier_t start;

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct transcript *found = calloc(1, sizeof *found);
    pthread_barrier_wait(&start);
    if (found == NULL) {
        worker->failures++;
        return NULL;
    }
    for (long round = 0; round < worker->rounds; round++) {
        if (worker->report != NULL) {
            worker->failures +=
                passwordrules_check_into(worker->shared->rules, "horse", 5, 0, worker->report) != PASSWORDRULES_OK;
            continue;
        }
        cycle(worker->shared, found);
        if (worker->is_to_differ && round == worker->rounds - 1)
            found->text[found->length / 2] ^= 1;
        worker->failures += !is_same(worker->expected, found);
    }
    free(found);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct transcript expected;
    static struct worker workers[MOST_THREADS];
    static pthread_t threads[MOST_THREADS];
    struct files files;
    struct shared shared;
    passwordrules_report *report = NULL;
    if (argc < 4)
        return 2;
    const char *fault = argc > 4 ? argv[4] : "";
    long count = atol(argv[2]), rounds = atol(argv[3]), failures = 0;
    if (count < 2 || count > MOST_THREADS || rounds < 1 || open_shared(argv[1], &files, &shared) != 0)
        return 2;
    cycle(&shared, &expected);
    if (strcmp(fault, "share") == 0 && passwordrules_report_create(&report) != PASSWORDRULES_OK)
        return 2;
    if (pthread_barrier_init(&start, NULL, (unsigned)count) != 0)
        return 2;
    for (long index = 0; index < count; index++) {
        workers[index] = (struct worker){.shared = &shared, .expected = &expected, .rounds = rounds};
        workers[index].is_to_differ = strcmp(fault, "differ") == 0 && index == count - 1;
        workers[index].report = report;
        if (pthread_create(&threads[index], NULL, work, &workers[index]) != 0)
            return 2;
    }
    for (long index = 0; index < count; index++) {
        pthread_join(threads[index], NULL);
        failures += workers[index].failures;
    }
    pthread_barrier_destroy(&start);
    passwordrules_report_free(report);
    close_shared(&shared);
    printf("%ld threads, %ld rounds each, %ld of them found something else\n", count, rounds, failures);
    return failures == 0 ? 0 : 1;
}
