/*
 * pool - measures how much of its emergency pool the library uses when malloc fails, and how much stays in use
 *
 * pool POLICY change|storm|largest|lists THREADS CHANGES [BYTES]
 *
 *   change   each thread makes CHANGES password changes; all threads wait for each other before and after each change
 *   storm    the threads do not wait for each other
 *   largest  like storm, with the calls that take the most memory instead of a change
 *   lists    like storm, with a policy and a call that read many lists of ranked words; RANKS= is the path of a list
 *   CHANGES  the number of changes; 0 means the number of allocations of a change
 *   BYTES    plants a fault: at the end, writes to the byte of the pool with this number, from 1, as if a change had not wiped it
 *
 * Memory runs out in every second thread, beginning with the first. In the first change of such a thread, the first
 * allocation fails; in the next changes, later ones.
 *
 * Writes {"allocations": N, "out": N, "right": N, "wrong": N, "most": BYTES, "left": BYTES}: the allocations of a change; the
 * calls that returned PASSWORDRULES_ENOMEM; the right and the wrong answers; the largest part of the pool that was used; the
 * part of the pool that was not freed and wiped at the end.
 *
 * Linked with the library's code, so that the program can see the pool, and with --wrap=malloc, so that malloc can fail in
 * one thread alone.
 */
#define _GNU_SOURCE
#include <passwordrules.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (24 * 1024 * 1024) /* the size of the pool, also in passwordrules(3) */
#define UNUSED 0xA5
#define WEAK "Passwordpassword1"
#define STRONG "Vq7%kWz2!xRjabc"

extern unsigned char passwordrules_system_pool[];
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);

static const char *path;
static _Thread_local long left = -1; /* the number of allocations that succeed before the others fail; -1: all succeed */
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

/* ---- The pool ------------------------------------------------------------------------------------------------- */

/* Marks all bytes of the pool as unused. Bytes that are used lose the mark, because they are wiped once the pool is free. */
static void mark(void)
{
    memset(passwordrules_system_pool, UNUSED, SIZE);
}

static size_t peak(void)
{
    size_t used = SIZE;

    while (used > 0 && passwordrules_system_pool[used - 1] == UNUSED)
        used--;
    return used;
}

static size_t not_wiped(void)
{
    size_t count = 0;

    for (size_t i = 0; i < SIZE; i++)
        count += passwordrules_system_pool[i] != 0 && passwordrules_system_pool[i] != UNUSED;
    return count;
}

/* ---- A change ------------------------------------------------------------------------------------------------- */

struct tally {
    unsigned long out, right, wrong;
};

/* Returns whether the call succeeded. The only other allowed status is PASSWORDRULES_ENOMEM. Even a call of a thread with
 * memory may return it, because an allocation of another thread may have failed at the same time. */
static int is_made(struct tally *tally, int status, const void *object)
{
    if (status == PASSWORDRULES_ENOMEM) {
        tally->out++;
        tally->wrong += object != NULL;
    } else if (status != PASSWORDRULES_OK) {
        fprintf(stderr, "pool: %s\n", passwordrules_status_text(status));
        exit(1);
    }
    return status == PASSWORDRULES_OK;
}

static void expect(struct tally *tally, int is_right)
{
    tally->right += is_right != 0;
    tally->wrong += is_right == 0;
}

/* Reads the report back after it was written, so that overlapping blocks are detected. */
static void check(struct tally *tally, const passwordrules_policy *policy, const passwordrules_context *context,
                  const char *password, int is_good)
{
    passwordrules_report *report = NULL;
    char text[512], again[512];
    size_t needed = 0;

    if (!is_made(tally, passwordrules_policy_check(policy, context, password, strlen(password), &report), report))
        return;
    expect(tally, passwordrules_report_accepted(report) == is_good);
    if (is_made(tally, passwordrules_report_message(report, 0, NULL, text, sizeof text, &needed), NULL) &&
        is_made(tally, passwordrules_report_message(report, 0, NULL, again, sizeof again, NULL), NULL))
        expect(tally, needed == strlen(text) + 1 && strcmp(text, again) == 0);
    passwordrules_report_free(report);
}

/* Makes all calls that the PAM module makes to the library in one change. Like the module, continues if a message cannot be
 * shown. */
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
        is_made(tally, passwordrules_policy_describe(policy, &context, NULL, text, sizeof text, NULL), NULL);
        check(tally, policy, &context, WEAK, 0);
        if (is_made(tally, passwordrules_policy_suggest(policy, &context, text, sizeof text, NULL, NULL), NULL))
            check(tally, policy, &context, text, 1);
        check(tally, policy, &context, STRONG, 1);
    }
    passwordrules_policy_free(policy);
    passwordrules_policy_free(loaded);
}

/* Uses the longest permitted descriptor and policy, and a count that needs large tables. */
static void make_largest_calls(struct tally *tally)
{
    static const char rule[] = "required: [a]; required: [b]; ", limit[] = "max-repeating: 2;";
    static char descriptor[64 * 1024];
    passwordrules_rules *rules = NULL, *limits = NULL;
    passwordrules_policy *policy = NULL;
    char digits[4096];

    memset(descriptor, ' ', sizeof descriptor);
    for (size_t i = 0; i + sizeof rule <= sizeof descriptor; i += sizeof rule - 1)
        memcpy(descriptor + i, rule, sizeof rule - 1);
    is_made(tally, passwordrules_parse(descriptor, sizeof descriptor, 0, &rules, NULL), rules);
    passwordrules_rules_free(rules);
    if (is_made(tally, passwordrules_parse(limit, strlen(limit), 0, &limits, NULL), limits))
        expect(tally, is_made(tally, passwordrules_count(limits, 1024, digits, sizeof digits, NULL, NULL), NULL) ||
                          strcmp(digits, "") == 0);
    passwordrules_rules_free(limits);
    is_made(tally, passwordrules_policy_load(path, NULL, 0, 0, &policy, NULL), policy);
    passwordrules_policy_free(policy);
}

/* Reads more lists than the pool has room for, loads a policy with as many lists as permitted, and estimates a password of
 * the maximum length. */
static void read_lists(struct tally *tally)
{
    const char *list = getenv("RANKS"), *lists[] = { list, list, list, list, list, list, list, list };
    passwordrules_ranks *ranks = NULL;
    passwordrules_strength *strength = NULL;
    passwordrules_policy *policy = NULL;
    char password[1024];

    for (size_t i = 0; i < sizeof password; i++)
        password[i] = (char)('!' + i * i % 90);
    if (is_made(tally, passwordrules_ranks_open(lists, sizeof lists / sizeof *lists, &ranks, NULL), ranks) &&
        is_made(tally, passwordrules_strength_estimate(ranks, NULL, password, sizeof password, &strength), strength)) {
        passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
        expect(tally, passwordrules_strength_get_info(strength, &info) == PASSWORDRULES_OK && info.cut == 1);
    }
    passwordrules_strength_free(strength);
    passwordrules_ranks_free(ranks);
    if (is_made(tally, passwordrules_policy_load(path, NULL, 0, 0, &policy, NULL), policy))
        check(tally, policy, &(passwordrules_context)PASSWORDRULES_CONTEXT_INIT, "Monkey-monkey-1", 0);
    passwordrules_policy_free(policy);
}

/* ---- Threads -------------------------------------------------------------------------------------------------- */

static pthread_barrier_t barrier;
static unsigned long changes, total, step;
static int is_storm;
static void (*make_calls)(struct tally *tally) = change;

struct worker {
    struct tally tally;
    unsigned long number;
    pthread_t thread;
};

static void wait_for_all(void)
{
    if (!is_storm)
        pthread_barrier_wait(&barrier);
}

/* Makes a thread's changes. In the mode `change`, no block of the pool is in use between two changes, so all of the pool must
 * be wiped. */
static void *work(void *data)
{
    struct worker *worker = data;
    struct tally *tally = &worker->tally;

    for (unsigned long i = 0; i < changes; i++) {
        unsigned long from = (i * step + worker->number * 3) % total, before = tally->out;
        wait_for_all();
        left = worker->number % 2 == 0 ? (long)from : -1;
        make_calls(tally);
        /* This call may need fewer allocations than `total`, because suggestions are random. So only early failures must show. */
        tally->wrong += left >= 0 && tally->out == before && from < total / 2;
        left = -1;
        wait_for_all();
        if (worker->number == 0 && !is_storm)
            tally->wrong += not_wiped() > 0;
    }
    return NULL;
}

static void run(unsigned long count, struct tally *sum)
{
    struct worker *workers = calloc(count, sizeof *workers);

    if (workers == NULL || pthread_barrier_init(&barrier, NULL, (unsigned)count) != 0)
        exit(2);
    for (unsigned long i = 0; i < count; i++) {
        workers[i].number = i;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            exit(2);
    }
    for (unsigned long i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        sum->out += workers[i].tally.out;
        sum->right += workers[i].tally.right;
        sum->wrong += workers[i].tally.wrong;
    }
    free(workers);
}

int main(int argc, char **argv)
{
    struct tally tally = { 0 };

    if (argc < 5)
        return 2;
    path = argv[1];
    is_storm = strcmp(argv[2], "change") != 0;
    if (strcmp(argv[2], "largest") == 0)
        make_calls = make_largest_calls;
    if (strcmp(argv[2], "lists") == 0)
        make_calls = read_lists;
    make_calls(&tally);
    total = allocations;
    changes = strtoul(argv[4], NULL, 10);
    changes = changes > 0 ? changes : total;
    step = make_calls != change ? (total + changes - 1) / changes : strcmp(argv[3], "1") == 0 ? 1 : 7;
    mark();
    run(strtoul(argv[3], NULL, 10), &tally);
    if (argc == 6)
        passwordrules_system_pool[strtoul(argv[5], NULL, 10) - 1] = 'p';
    printf("{\"allocations\": %lu, \"out\": %lu, \"right\": %lu, \"wrong\": %lu, \"most\": %zu, \"left\": %zu}\n", total,
           tally.out, tally.right, tally.wrong, peak(), not_wiped());
    return 0;
}
