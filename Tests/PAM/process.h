/*
 * Detects changes that a module makes to a process: to signals, files, children, the environment and so on. The program that
 * loads the module includes this file once.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct process {
    struct sigaction actions[NSIG];
    sigset_t mask;
    mode_t umask;
    int files, inheritable_files;
    uint64_t environment; /* a checksum of its pointers */
    char directory[4096], locale[512];
};

static volatile sig_atomic_t signals_received;

static void count_signal(int number)
{
    (void)number;
    signals_received++;
}

/* Handles and blocks signals, to detect a module that restores their initial state. */
static void handle_signals(void)
{
    static const int caught[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD, SIGURG, SIGIO };
    struct sigaction action = { .sa_handler = count_signal, .sa_flags = SA_RESTART };

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
    sigaddset(&action.sa_mask, SIGUSR1);
    sigprocmask(SIG_BLOCK, &action.sa_mask, NULL);
}

/* The number of open files: of all, or of those that a new program would inherit. */
static int count_files(int is_inheritable)
{
    DIR *directory = opendir("/proc/self/fd");
    const struct dirent *entry;
    int count = 0;

    while (directory != NULL && (entry = readdir(directory)) != NULL)
        if (entry->d_name[0] != '.')
            count += !is_inheritable || (fcntl(atoi(entry->d_name), F_GETFD) & FD_CLOEXEC) == 0;
    closedir(directory);
    return count;
}

static int has_child(void)
{
    return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
}

/* A checksum that changes if variables are set, removed, moved or replaced. */
static uint64_t sum_environment(void)
{
    uint64_t sum = 1;

    for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
        sum = sum * 31 + (uintptr_t)*variable;
    return sum;
}

static void look(struct process *process)
{
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &process->actions[number]);
    sigprocmask(SIG_BLOCK, NULL, &process->mask);
    process->umask = umask(0);
    umask(process->umask);
    process->environment = sum_environment();
    process->files = count_files(0);
    process->inheritable_files = count_files(1);
    if (getcwd(process->directory, sizeof process->directory) == NULL)
        process->directory[0] = '\0';
    snprintf(process->locale, sizeof process->locale, "%s", setlocale(LC_ALL, NULL));
}

/* The masks are not compared with memcmp, because libc does not initialize their unused parts. */
static int is_same_mask(const sigset_t *one, const sigset_t *other)
{
    for (int number = 1; number < NSIG; number++)
        if (sigismember(one, number) != sigismember(other, number))
            return 0;
    return 1;
}

/* Prints the names of all differences, as a list in JSON. */
static void print_changes(const struct process *before, const struct process *after)
{
    printf("[\"\"");
    for (int number = 1; number < NSIG; number++) {
        const struct sigaction *one = &before->actions[number], *other = &after->actions[number];
        if (one->sa_handler != other->sa_handler || one->sa_flags != other->sa_flags ||
            !is_same_mask(&one->sa_mask, &other->sa_mask))
            printf(", \"signal %d\"", number);
    }
    printf("%s%s%s%s%s%s%s%s]", !is_same_mask(&before->mask, &after->mask) ? ", \"mask\"" : "",
           signals_received > 0 ? ", \"a signal was sent\"" : "", has_child() ? ", \"a child\"" : "",
           before->umask != after->umask ? ", \"umask\"" : "", before->files != after->files ? ", \"open files\"" : "",
           before->environment != after->environment ? ", \"environment\"" : "",
           strcmp(before->directory, after->directory) != 0 ? ", \"directory\"" : "",
           strcmp(before->locale, after->locale) != 0 ? ", \"locale\"" : "");
}

/* Prints the number of mappings, of mappings of our module, and of pages. */
static void print_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r"), *size = fopen("/proc/self/statm", "r");
    char line[4500];
    int modules = 0, all = 0;
    long pages = 0;

    for (; maps != NULL && fgets(line, sizeof line, maps) != NULL; all++)
        modules += strstr(line, "/pam_passwordrules") != NULL;
    if (maps == NULL || size == NULL || fscanf(size, "%ld", &pages) != 1)
        exit(2);
    fclose(maps);
    fclose(size);
    printf("{\"modules\": %d, \"mappings\": %d, \"pages\": %ld}", modules, all, pages);
}

#endif
