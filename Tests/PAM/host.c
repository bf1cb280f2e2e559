/*
 * host - a program that changes a password and looks after what is its own: signals, files, children, what is loaded
 *
 * host CONFDIR SERVICE TIMES [ANSWER]... It runs TIMES transactions, each from pam_start to pam_end, in which prompts are
 * answered in order and then cancelled. One JSON object: what changed of the process during them, what the person found
 * at a prompt, and what is mapped after the first and after the last of them.
 *
 * Nothing is sent to syslog: the connection to it would be one file more.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <security/pam_appl.h>

void syslog(int priority, const char *format, ...) __attribute__((format(printf, 2, 3)));
void vsyslog(int priority, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
void __syslog_chk(int priority, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));
void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }
void vsyslog(int priority, const char *format, va_list arguments) { (void)priority, (void)format, (void)arguments; }
void __syslog_chk(int priority, int flag, const char *format, ...) { (void)priority, (void)flag, (void)format; }
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments)
{
    (void)priority, (void)flag, (void)format, (void)arguments;
}

/* Everything of a process that a module could spoil. */
struct state {
    struct sigaction actions[NSIG];
    sigset_t mask;
    mode_t umask;
    int files, inheritable, environment;
    char directory[4096], locale[64];
};

struct person {
    char **answers, **next;
    int files, child; /* at the last prompt: files that a program run then would have, and whether there is a child */
};

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals++;
}

/* Open files: all, or those that a program would have which this one becomes. */
static int count_files(int is_inheritable)
{
    DIR *directory = opendir("/proc/self/fd");
    const struct dirent *entry;
    int count = 0;

    if (directory == NULL)
        exit(2);
    while ((entry = readdir(directory)) != NULL)
        if (entry->d_name[0] != '.')
            count += !is_inheritable || (fcntl(atoi(entry->d_name), F_GETFD) & FD_CLOEXEC) == 0;
    closedir(directory);
    return count;
}

static int has_child(void)
{
    return waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
}

/* Not memcmp: libc leaves what is unused of the mask as it was on its stack. */
static int is_same(const struct sigaction *one, const struct sigaction *other)
{
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&one->sa_mask, number) != sigismember(&other->sa_mask, number))
            return 0;
    return one->sa_handler == other->sa_handler && one->sa_flags == other->sa_flags;
}

static void look(struct state *state)
{
    extern char **environ;

    memset(state, 0, sizeof *state);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &state->actions[number]);
    sigprocmask(SIG_BLOCK, NULL, &state->mask);
    state->umask = umask(0);
    umask(state->umask);
    state->files = count_files(0);
    state->inheritable = count_files(1);
    while (environ[state->environment] != NULL)
        state->environment++;
    if (getcwd(state->directory, sizeof state->directory) == NULL)
        exit(2);
    snprintf(state->locale, sizeof state->locale, "%s", setlocale(LC_ALL, NULL));
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct person *person = data;

    *responses = calloc((size_t)count, sizeof **responses);
    if (*responses == NULL)
        return PAM_BUF_ERR;
    if (messages[0]->msg_style != PAM_PROMPT_ECHO_OFF)
        return PAM_SUCCESS;
    person->files = count_files(1);
    person->child |= has_child();
    if (*person->next != NULL && ((*responses)[0].resp = strdup(*person->next++)) != NULL)
        return PAM_SUCCESS;
    free(*responses);
    *responses = NULL;
    return PAM_CONV_ERR;
}

/* How many mappings there are, how many of files with this in their names, and how large they are altogether. */
static void print_mappings(const char *when)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4500];
    int modules = 0, all = 0;
    long pages = 0;

    if (maps == NULL)
        exit(2);
    for (; fgets(line, sizeof line, maps) != NULL; all++)
        modules += strstr(line, "/pam_passwordrules") != NULL;
    fclose(maps);
    FILE *size = fopen("/proc/self/statm", "r");
    if (size == NULL || fscanf(size, "%ld", &pages) != 1)
        exit(2);
    fclose(size);
    printf(", \"%s\": {\"modules\": %d, \"mappings\": %d, \"pages\": %ld}", when, modules, all, pages);
}

int main(int argc, char **argv)
{
    static struct state before, after;
    struct sigaction action = { .sa_handler = count_signal, .sa_flags = SA_RESTART };
    struct person person = { .answers = argv + 4 };
    struct pam_conv conversation = { converse, &person };
    int times, status = -1, is_last_known = 0;
    pam_handle_t *pamh;

    if (argc < 4 || (times = atoi(argv[3])) < 1)
        return 2;
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP && number != SIGSEGV)
            sigaction(number, &action, NULL);
    sigaddset(&action.sa_mask, SIGUSR1);
    sigprocmask(SIG_BLOCK, &action.sa_mask, NULL);
    umask(027);
    look(&before);
    printf("{\"before\": [%d, %d]", before.files, before.inheritable);
    for (int i = 0; i < times; i++) {
        person.next = person.answers;
        if (pam_start_confdir(argv[2], "alice", &conversation, argv[1], &pamh) != PAM_SUCCESS)
            return 2;
        status = pam_chauthtok(pamh, 0);
        if (pam_end(pamh, status) != PAM_SUCCESS)
            return 2;
        is_last_known = i + 1 == times;
        if (i == 0 || is_last_known)
            print_mappings(is_last_known ? "last" : "first");
    }
    look(&after);
    printf(", \"status\": %d, \"after\": [%d, %d], \"asked\": %d, \"child\": %d, \"signals\": %d, \"changed\": [\"\"",
           status, after.files, after.inheritable, person.files, person.child, (int)signals);
    for (int number = 1; number < NSIG; number++)
        if (!is_same(&before.actions[number], &after.actions[number]))
            printf(", \"signal %d\"", number);
    printf("%s%s%s%s%s]}\n", memcmp(&before.mask, &after.mask, sizeof before.mask) != 0 ? ", \"mask\"" : "",
           before.umask != after.umask ? ", \"umask\"" : "",
           before.environment != after.environment ? ", \"environment\"" : "",
           strcmp(before.directory, after.directory) != 0 ? ", \"directory\"" : "",
           strcmp(before.locale, after.locale) != 0 ? ", \"locale\"" : "");
    return 0;
}
