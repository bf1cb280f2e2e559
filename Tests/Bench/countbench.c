/*
 * countbench - what counting passwords exactly costs, and how long the slowest answers take
 *
 *   countbench count|generate|describe ROUNDS CASES
 *   countbench memory CASES
 *
 * CASES is a file with a case a line: a length in characters, a tab, and a descriptor. A length of 0 leaves it to the
 * library. "count" counts passwords, "generate" generates one, and "describe" has it described as well.
 *
 * Each round times one call for each case, whatever its status. Writes a line for each call: the number of the case
 * from 0, the status and the nanoseconds, separated by tabs. PASSWORDRULES_EUNSATISFIABLE stands for a count of 0 as
 * well. A descriptor that is not read has PASSWORDRULES_EDESCRIPTOR and 0.
 *
 * "memory" counts for each case once, and writes by how many kB the peak resident set grew.
 */
#include "common.h"

#include <passwordrules.h>

struct task {
    size_t length;
    passwordrules_rules *rules; /* NULL for a descriptor that is not read */
};

static struct task tasks[4096];
static size_t task_count;

static void read_tasks(const char *path)
{
    static char line[70000];
    FILE *file = fopen(path, "r");

    if (file == NULL)
        die("%s cannot be read", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char *descriptor;
        struct task task = { .length = strtoul(line, &descriptor, 10) };
        if (*descriptor != '\t' || task_count == COUNT(tasks))
            die("%s has a line that is no case, or more than %zu", path, COUNT(tasks));
        descriptor++;
        if (passwordrules_parse(descriptor, strcspn(descriptor, "\n"), 0, &task.rules, NULL) != PASSWORDRULES_OK)
            task.rules = NULL;
        tasks[task_count++] = task;
    }
    fclose(file);
    if (task_count == 0)
        die("%s has no cases", path);
}

/* 1,024 characters of 95 make a number of 2,026 digits. */
static int count(const struct task *task)
{
    char digits[2100];
    int status = passwordrules_count(task->rules, task->length, digits, sizeof digits, NULL, NULL);

    return status == PASSWORDRULES_OK && strcmp(digits, "0") == 0 ? PASSWORDRULES_EUNSATISFIABLE : status;
}

static int make(const struct task *task, passwordrules_generated *generated)
{
    passwordrules_generate_options options = { .size = sizeof options, .length = task->length };
    char password[PASSWORDRULES_GENERATE_MAX + 1];

    return passwordrules_generate(task->rules, &options, password, sizeof password, NULL, generated);
}

static int generate(const struct task *task)
{
    return make(task, NULL);
}

static int describe(const struct task *task)
{
    passwordrules_generated generated = { .size = sizeof generated };

    return make(task, &generated);
}

static const struct {
    const char *name;
    int (*run)(const struct task *task);
} MODES[] = { { "count", count }, { "generate", generate }, { "describe", describe } };

static void time_tasks(size_t rounds, int (*run)(const struct task *task))
{
    if (rounds == 0)
        die("no rounds, no figures");
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < task_count; i++) {
            if (tasks[i].rules == NULL) {
                printf("%zu\t%d\t0\n", i, PASSWORDRULES_EDESCRIPTOR);
                continue;
            }
            uint64_t start = now_ns();
            int status = run(&tasks[i]);
            uint64_t end = now_ns();
            printf("%zu\t%d\t%llu\n", i, status, (unsigned long long)(end - start));
        }
}

/* Not getrusage(): what that says of a process includes the one that became it. */
static long peak_kb(void)
{
    char line[256];
    long peak = -1;
    FILE *file = fopen("/proc/self/status", "r");

    if (file == NULL)
        die("/proc/self/status cannot be read");
    while (fgets(line, sizeof line, file) != NULL)
        sscanf(line, "VmHWM: %ld", &peak);
    fclose(file);
    if (peak < 0)
        die("/proc/self/status does not say what was expected");
    return peak;
}

static void measure_memory(void)
{
    memory_now(); /* what stdio itself takes is not the library's */
    long before = memory_now().rss_kb;

    for (size_t i = 0; i < task_count; i++) {
        int status = tasks[i].rules == NULL ? PASSWORDRULES_EREQUIREMENTS : count(&tasks[i]);
        if (status != PASSWORDRULES_OK && status != PASSWORDRULES_EUNSATISFIABLE &&
            status != PASSWORDRULES_EREQUIREMENTS)
            die("case %zu is not counted: status %d", i, status);
    }
    printf("%ld\n", peak_kb() - before);
}

int main(int argc, char **argv)
{
    size_t i = 0;

    if (argc == 3 && strcmp(argv[1], "memory") == 0) {
        read_tasks(argv[2]);
        measure_memory();
        return 0;
    }
    if (argc != 4)
        die("usage: countbench count|generate|describe ROUNDS CASES, or countbench memory CASES");
    while (i < COUNT(MODES) && strcmp(argv[1], MODES[i].name) != 0)
        i++;
    if (i == COUNT(MODES))
        die("countbench knows no %s", argv[1]);
    read_tasks(argv[3]);
    time_tasks(strtoul(argv[2], NULL, 10), MODES[i].run);
    return 0;
}
