/*
 * What the programs that time single calls share: a list of operations, and rounds in which each of them has its turn.
 *
 * Each round times every operation once, so that a moment in which the machine is busy does not hit one library alone. A
 * batch is shorter than what a busy machine gives to a process at once: most of them are then not interrupted.
 */
#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include "common.h"

#define BATCH_NS 5e5
/* What is slow needs no more rounds than this after so many nanoseconds; of others, as many are compared with them. */
#define ENOUGH_NS 2e8
#define FEWEST_ROUNDS 3

struct text {
    char *bytes;
    size_t length;
};

/* One thing to measure. */
struct operation {
    const char *action, *subject;
    int (*run)(const struct operation *operation); /* 1 or 0: accepted or not, done or not */
    void *settings;                                /* rules, settings or parameters of the library */
    const char *input;
    const struct text *texts; /* the password, or the descriptors */
    size_t count;             /* how many texts there are, or passwords are made; the time is divided by it */
    int expected;             /* what run must return each time */
};

#define OPERATION(what, by, function, with) { .action = what, .subject = by, .run = function, .settings = with }

static struct operation operations[128];
static size_t operation_count;

static inline void add(struct operation operation, const char *input, const struct text *texts, size_t count,
                       int expected)
{
    if (operation_count == COUNT(operations))
        die("there is room for %zu operations only", COUNT(operations));
    operation.input = input;
    operation.texts = texts;
    operation.count = count;
    operation.expected = expected;
    operations[operation_count++] = operation;
}

/* Nanoseconds of one call. */
static inline double time_calls(const struct operation *o, long calls)
{
    uint64_t start = now_ns();

    for (long i = 0; i < calls; i++)
        if (o->run(o) != o->expected)
            die("%s by %s with %s did not end as expected", o->action, o->subject, o->input);
    return (double)(now_ns() - start) / (double)calls;
}

/* How many calls last a batch. */
static inline long batch_size(const struct operation *o)
{
    long calls = 1;

    for (;;) {
        double total = time_calls(o, calls) * (double)calls;
        if (total >= BATCH_NS / 10)
            return total >= BATCH_NS ? calls : (long)((double)calls * BATCH_NS / total) + 1;
        calls *= 4;
    }
}

/*
 * Writes a line for each operation: what is done, by whom, with what, and the nanoseconds it took in each round;
 * separated by tabs.
 */
static inline void measure(size_t rounds)
{
    long calls[COUNT(operations)];
    size_t done[COUNT(operations)] = { 0 };
    double spent[COUNT(operations)] = { 0 }, *ns = calloc(rounds * operation_count, sizeof *ns);

    if (ns == NULL)
        die("out of memory");
    for (size_t i = 0; i < operation_count; i++)
        calls[i] = batch_size(&operations[i]);
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < operation_count; i++) {
            if (round >= FEWEST_ROUNDS && spent[i] >= ENOUGH_NS)
                continue;
            double one = time_calls(&operations[i], calls[i]);
            spent[i] += one * (double)calls[i];
            ns[i * rounds + done[i]++] = one / (double)operations[i].count;
        }
    for (size_t i = 0; i < operation_count; i++) {
        printf("%s\t%s\t%s", operations[i].action, operations[i].subject, operations[i].input);
        for (size_t round = 0; round < done[i]; round++)
            printf("\t%.2f", ns[i * rounds + round]);
        putchar('\n');
    }
    free(ns);
}

/* Random letters, digits and signs with no run of three; the same for the same seed. */
static inline char *random_password(size_t length, unsigned seed)
{
    static const char set[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&*+=?@";
    char *password = calloc(length + 1, 1);

    if (password == NULL)
        die("out of memory");
    for (size_t i = 0; i < length; i++)
        do {
            seed = seed * 1103515245u + 12345u;
            password[i] = set[(seed >> 16) % (sizeof set - 1)];
        } while (i >= 2 && password[i] == password[i - 1] && password[i] == password[i - 2]);
    return password;
}

/* The word over and over, cut off at the length. */
static inline char *repeated(const char *word, size_t length)
{
    char *password = calloc(length + 1, 1);

    if (password == NULL)
        die("out of memory");
    for (size_t i = 0; i < length; i++)
        password[i] = word[i % strlen(word)];
    return password;
}

#endif
