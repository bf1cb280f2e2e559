/*
 * reserve - what the library takes of its reserve where malloc gives nothing, and what it leaves of it
 *
 * reserve POLICY changes [N]       a password change without memory from the first allocation on, from the second on, ...; or
 *                                  N changes in one process, begun again where the allocations of one end
 * reserve POLICY threads N ROUNDS  N threads, of which each second runs out of memory; all at once, again and again
 * reserve POLICY storm N CHANGES   the same, but nobody waits for anybody
 * reserve POLICY planted BYTES     a change that is said to have left one byte behind, so far from the start
 *
 * Writes {"allocations": N, "out": N, "right": N, "wrong": N, "most": BYTES, "left": BYTES}: the allocations
 * of a change; the calls that said PASSWORDRULES_ENOMEM; the answers that were right and wrong; how far the reserve was
 * used at most; and how much of it was not given back and wiped.
 *
 * Linked with the library's code, so that the reserve can be seen, and with --wrap=malloc, so that it can fail in one
 * thread alone.
 */
#define _GNU_SOURCE
#include <passwordrules.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (4 * 1024 * 1024) /* as passwordrules(3) says */
#define UNUSED 0xA5
#define WEAK "Passwordpassword1"
#define STRONG "Vq7%kWz2!xRjabc"

extern unsigned char passwordrules_system_reserve[];
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);

static const char *path;
static _Thread_local long left = -1; /* how many allocations succeed; -1: all */
static _Thread_local unsigned long allocations;

void *__wrap_malloc(size_t size)
{
    allocations++;
    if (left == 0) {
        errno = ENOMEM;
        return NULL;
    }
    if (left > 0)
        left--;
    return __real_malloc(size);
}

/* ---- The reserve ---------------------------------------------------------------------------------------------- */

/* Used memory is wiped when the pool is whole again, so it no longer looks like this. */
static void mark(void)
{
    memset(passwordrules_system_reserve, UNUSED, SIZE);
}

static size_t peak(void)
{
    size_t used = SIZE;

    while (used > 0 && passwordrules_system_reserve[used - 1] == UNUSED)
        used--;
    return used;
}

static size_t not_wiped(void)
{
    size_t count = 0;

    for (size_t i = 0; i < SIZE; i++)
        count += passwordrules_system_reserve[i] != 0 && passwordrules_system_reserve[i] != UNUSED;
    return count;
}

/* ---- A change ------------------------------------------------------------------------------------------------- */

struct tally {
    unsigned long out, right, wrong;
};

/* A call without memory has no other status; one with memory may have it too, because another one failed. */
static int is_made(struct tally *tally, int status, const void *object)
{
    if (status == PASSWORDRULES_ENOMEM) {
        tally->out++;
        tally->wrong += object != NULL;
    } else if (status != PASSWORDRULES_OK) {
        fprintf(stderr, "reserve: %s\n", passwordrules_status_text(status));
        exit(1);
    }
    return status == PASSWORDRULES_OK;
}

static void expect(struct tally *tally, int is_right)
{
    tally->right += is_right != 0;
    tally->wrong += is_right == 0;
}

/* Reads back what was written, so that overlapping blocks are noticed. */
static void check(struct tally *tally, const passwordrules_policy *policy, const passwordrules_context *context,
                  const char *password, int is_good)
{
    passwordrules_report *report = NULL;
    char text[512], again[512];
    size_t needed = 0;

    if (!is_made(tally, passwordrules_policy_check(policy, context, password, strlen(password), &report), report))
        return;
    expect(tally, passwordrules_report_accepted(report) == is_good);
    if (is_made(tally, passwordrules_report_message(report, 0, text, sizeof text, &needed), NULL) &&
        is_made(tally, passwordrules_report_message(report, 0, again, sizeof again, NULL), NULL))
        expect(tally, needed == strlen(text) + 1 && strcmp(text, again) == 0);
    passwordrules_report_free(report);
}

/* All calls of the PAM module to the library in one change; like it, continues if a message cannot be shown. */
static void change(struct tally *tally)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice", .full_name = "Alice Pleasance Liddell",
                                            .home = "/home/alice", .old_password = "old", .old_password_length = 3 };
    const char *const settings[] = { "retry=2" };
    passwordrules_policy *loaded = NULL, *policy = NULL;
    char text[4096];

    if (!is_made(tally, passwordrules_policy_load(path, settings, 1, PASSWORDRULES_POLICY_ONE_CHANGE, &loaded, NULL),
                 loaded))
        return;
    if (is_made(tally, passwordrules_policy_for_user(loaded, "alice", &policy, NULL), policy)) {
        is_made(tally, passwordrules_policy_describe(policy, &context, text, sizeof text, NULL), NULL);
        check(tally, policy, &context, WEAK, 0);
        if (is_made(tally, passwordrules_policy_suggest(policy, &context, text, sizeof text, NULL), NULL))
            check(tally, policy, &context, text, 1);
        check(tally, policy, &context, STRONG, 1);
    }
    passwordrules_policy_free(policy);
    passwordrules_policy_free(loaded);
}

static int print(const struct tally *tally, size_t most)
{
    printf("{\"allocations\": %lu, \"out\": %lu, \"right\": %lu, \"wrong\": %lu, ", allocations, tally->out, tally->right,
           tally->wrong);
    printf("\"most\": %zu, \"left\": %zu}\n", most, not_wiped());
    return 0;
}

/* As many as a change has allocations, if 0. */
static int repeat(unsigned long rounds)
{
    struct tally tally = { 0 };
    size_t most = 0;
    unsigned long total;

    change(&tally);
    total = allocations;
    for (unsigned long i = 0; i < (rounds > 0 ? rounds : total) && not_wiped() == 0; i++) {
        unsigned long from = i % total, before = tally.out;
        mark();
        left = (long)from;
        change(&tally);
        left = -1;
        most = peak() > most ? peak() : most;
        /* A suggestion may have taken fewer allocations this time. */
        tally.wrong += tally.out == before && from < total / 2;
    }
    allocations = total;
    return print(&tally, most);
}

static int plant(unsigned long distance)
{
    struct tally tally = { 0 };

    mark();
    change(&tally);
    passwordrules_system_reserve[distance - 1] = 'p';
    return print(&tally, peak());
}

/* ---- Threads -------------------------------------------------------------------------------------------------- */

static pthread_barrier_t barrier;
static unsigned long round_count;
static int is_storm;

struct worker {
    struct tally tally;
    unsigned long number, left;
    pthread_t thread;
};

static void wait_for_all(void)
{
    if (!is_storm)
        pthread_barrier_wait(&barrier);
}

/* Between the rounds no block of the pool is in use, so it must be whole. */
static void *work(void *data)
{
    struct worker *worker = data;
    int is_poor = worker->number % 2 == 0;

    for (unsigned long i = 0; i < round_count; i++) {
        wait_for_all();
        left = is_poor ? (long)((i * 7 + worker->number * 3) % 400) : -1;
        change(&worker->tally);
        left = -1;
        wait_for_all();
        if (worker->number == 0 && !is_storm)
            worker->left += not_wiped();
    }
    return NULL;
}

static int run_threads(unsigned long count)
{
    struct worker *workers = calloc(count, sizeof *workers);
    struct tally sum = { 0 };

    if (workers == NULL || pthread_barrier_init(&barrier, NULL, (unsigned)count) != 0)
        return 2;
    mark();
    for (unsigned long i = 0; i < count; i++) {
        workers[i].number = i;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return 2;
    }
    for (unsigned long i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        sum.out += workers[i].tally.out;
        sum.right += workers[i].tally.right;
        sum.wrong += workers[i].tally.wrong + (workers[i].left > 0);
    }
    free(workers);
    return print(&sum, peak());
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    path = argv[1];
    if (strcmp(argv[2], "changes") == 0)
        return repeat(argc == 4 ? strtoul(argv[3], NULL, 10) : 0);
    if (strcmp(argv[2], "planted") == 0 && argc == 4)
        return plant(strtoul(argv[3], NULL, 10));
    is_storm = strcmp(argv[2], "storm") == 0;
    if ((is_storm || strcmp(argv[2], "threads") == 0) && argc == 5) {
        round_count = strtoul(argv[4], NULL, 10);
        return run_threads(strtoul(argv[3], NULL, 10));
    }
    return 2;
}
