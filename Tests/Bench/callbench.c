/*
 * callbench ROUNDS - what single calls cost in a process that has made them before
 *
 * Reads operations, one in each line: what is done, by whom, with what, the function, what it must return, how many things
 * it does, and its arguments, separated by tabs. ours.c and peers.c have the functions. Writes by how many kB preparing all of
 * them has made the peak resident set grow; then a line for each operation: what is done, by whom, with what, and the
 * nanoseconds it took in each round.
 *
 * Each round times every operation once, so that a moment in which the machine is busy does not hit one library alone. A
 * batch is shorter than what a busy machine gives to a process at once: most of them are then not interrupted.
 */
#include "operations.h"

#define BATCH_NS 5e5
/* What is slow needs no more rounds than this after so many nanoseconds; of others, as many are compared with them. */
#define ENOUGH_NS 2e8
#define FEWEST_ROUNDS 3

struct timed {
    struct operation operation;
    long calls; /* in a batch */
    size_t done;
    double spent, *ns;
};

static struct timed list[1 << 14];
static size_t listed;

void *allocated(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

const char *password_of(const struct operation *o)
{
    static const char set[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#%&*+=?";
    static char password[17];
    static uint64_t state = 1;

    if (o->arguments[1][0] != '\0')
        return o->arguments[1];
    state = state * 6364136223846793005u + 1442695040888963407u;
    for (int i = 0; i < 16; i++)
        password[i] = set[(state >> (3 * i + 12)) % (sizeof set - 1)];
    return password;
}

static const struct function *function_of(const char *name)
{
    const struct function *const tables[] = { FUNCTIONS_OF_OURS, FUNCTIONS_OF_PEERS };

    for (size_t i = 0; i < COUNT(tables); i++)
        for (const struct function *one = tables[i]; one->name != NULL; one++)
            if (strcmp(one->name, name) == 0)
                return one;
    die("callbench has no function %s", name);
}

static void add(char *line)
{
    size_t count = 0, most = 1;

    for (const char *c = line; *c != '\0'; c++)
        most += *c == '\t';
    /* The arguments that are left out are NULL. */
    const char **words = allocated((most + 3) * sizeof *words);
    for (char *word = strsep(&line, "\t\n"); line != NULL; word = strsep(&line, "\t\n"))
        words[count++] = word;
    if (count < 6 || listed == COUNT(list))
        die("a line is no operation, or there are too many");
    struct operation *operation = &list[listed++].operation;
    *operation = (struct operation){ words[0], words[1], words[2], function_of(words[3]), atoi(words[4]),
                                     strtoul(words[5], NULL, 10), words + 6, 0, NULL };
    if (count > 7)
        operation->length = strlen(words[7]);
    if (operation->function->prepare != NULL)
        operation->settings = operation->function->prepare(operation);
}

/* Nanoseconds of one call. */
static double time_calls(const struct operation *o, long calls)
{
    uint64_t start = now_ns();

    for (long i = 0; i < calls; i++)
        if (o->function->run(o) != o->expected)
            die("%s by %s with %s did not end as expected", o->action, o->subject, o->input);
    return (double)(now_ns() - start) / (double)calls;
}

/* How many calls last a batch. */
static long batch_size(const struct operation *o)
{
    for (long calls = 1;; calls *= 4) {
        double total = time_calls(o, calls) * (double)calls;
        if (total >= BATCH_NS / 10)
            return total >= BATCH_NS ? calls : (long)((double)calls * BATCH_NS / total) + 1;
    }
}

static void measure(size_t rounds)
{
    for (struct timed *one = list; one < list + listed; one++) {
        one->ns = allocated(rounds * sizeof *one->ns);
        one->calls = batch_size(&one->operation);
    }
    for (size_t round = 0; round < rounds; round++)
        for (struct timed *one = list; one < list + listed; one++) {
            if (round >= FEWEST_ROUNDS && one->spent >= ENOUGH_NS)
                continue;
            double ns = time_calls(&one->operation, one->calls);
            one->spent += ns * (double)one->calls;
            one->ns[one->done++] = ns / (double)one->operation.count;
        }
}

int main(int argc, char **argv)
{
    size_t rounds = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    size_t size = 0;
    char *line = NULL;

    if (rounds == 0)
        die("usage: callbench ROUNDS < OPERATIONS");
    memory_now(); /* what stdio itself takes is not the library's */
    long before = memory_now().rss_kb;
    for (; getline(&line, &size, stdin) > 0; line = NULL)
        add(line);
    /* Not getrusage(): what that says of a process includes the one that became it. */
    printf("%ld\n", kilobytes("/proc/self/status", "VmHWM:") - before);
    measure(rounds);
    for (const struct timed *one = list; one < list + listed; one++) {
        printf("%s\t%s\t%s", one->operation.action, one->operation.subject, one->operation.input);
        for (size_t round = 0; round < one->done; round++)
            printf("\t%.2f", one->ns[round]);
        putchar('\n');
    }
    return 0;
}
