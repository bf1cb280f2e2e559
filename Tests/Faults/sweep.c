#define _GNU_SOURCE
#include "sweep.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A run takes some milliseconds; one that takes this long hangs. */
#define SECONDS_PER_RUN 20

static struct {
    struct fault_record record;
    size_t length;
    char told[1 << 16];
} *shared;

static struct fault_plan current;
static fault_arm_function *arm;
static fault_live_function *live;

void sweep_arm(void)
{
    arm(&current, &shared->record);
}

void sweep_disarm(void)
{
    arm(NULL, NULL);
}

long sweep_live(void)
{
    return live();
}

static int is_full;

static void put(const char *text, size_t length)
{
    if (is_full || length >= sizeof shared->told - shared->length) {
        is_full = 1;
        return;
    }
    memcpy(shared->told + shared->length, text, length);
    shared->length += length;
}

/* Each byte beyond ASCII comes as one character. */
static void put_string(const char *text)
{
    char escape[8];

    put("\"", 1);
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\')
            put(text, 1);
        else
            put(escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", byte));
    }
    put("\"", 1);
}

void sweep_tell(const char *type, const char *text)
{
    size_t start = shared->length;

    put(shared->length > 0 ? ", [" : "[", shared->length > 0 ? 3 : 1);
    put_string(type);
    put(", ", 2);
    put_string(text);
    put("]", 1);
    /* A process that repeats itself for ever must not leave half a line; what was reported before is enough. */
    if (is_full)
        shared->length = start;
}

void sweep_tell_number(const char *type, long number)
{
    char text[32];

    snprintf(text, sizeof text, "%ld", number);
    sweep_tell(type, text);
}

int sweep_option(struct sweep *sweep, char **arguments, int *index)
{
    const struct {
        const char *name;
        unsigned long *number;
    } numbers[] = { { "--first", &sweep->first }, { "--last", &sweep->last }, { "--step", &sweep->step } };
    const char *option = arguments[*index], *value = arguments[*index + 1];

    if (strcmp(option, "--onwards") == 0)
        sweep->plan.is_onwards = 1;
    else if (strcmp(option, "--all") == 0)
        sweep->plan.is_ours_only = 0;
    else if (value == NULL)
        return 0;
    else if (strcmp(option, "--kind") == 0)
        sweep->plan.kind = arguments[++*index];
    else if (strcmp(option, "--error") == 0)
        sweep->plan.error = atoi(arguments[++*index]);
    else {
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            if (strcmp(option, numbers[i].name) == 0) {
                *numbers[i].number = strtoul(arguments[++*index], NULL, 10);
                return 1;
            }
        return 0;
    }
    return 1;
}

/* Makes one run; returns whether the planned call was reached. */
static int run(void (*body)(void *), void *data)
{
    int status = 0;
    pid_t child;

    memset(&shared->record, 0, sizeof shared->record);
    shared->length = 0;
    fflush(stdout);
    child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        alarm(SECONDS_PER_RUN);
        body(data);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child) {
        perror("waitpid");
        exit(2);
    }
    printf("{\"at\": %lu, \"calls\": %lu, \"failed\": %lu, \"function\": \"%s\", \"caller\": \"%s\", \"signal\": %d, "
           "\"exit\": %d, \"told\": [%.*s]}\n",
           current.at, shared->record.calls, shared->record.failed, shared->record.function, shared->record.caller,
           WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : -1,
           (int)shared->length, shared->told);
    return shared->record.failed > 0;
}

int sweep_run(const struct sweep *sweep, void (*body)(void *), void *data)
{
    const struct rlimit no_core = { 0, 0 };

    *(void **)&arm = dlsym(RTLD_DEFAULT, "fault_arm");
    *(void **)&live = dlsym(RTLD_DEFAULT, "fault_live");
    if (arm == NULL || live == NULL || sweep->plan.kind == NULL) {
        fputs("sweep: needs fault.so in LD_PRELOAD, and --kind\n", stderr);
        return 2;
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 2;
    setrlimit(RLIMIT_CORE, &no_core);
    current = sweep->plan;
    current.at = 0;
    run(body, data);
    for (current.at = sweep->first > 0 ? sweep->first : 1; sweep->last == 0 || current.at <= sweep->last;
         current.at += sweep->step > 0 ? sweep->step : 1)
        if (!run(body, data))
            break;
    return 0;
}
