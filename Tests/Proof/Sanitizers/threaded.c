/*
 * threaded - a program that looks set-user-ID, asks for a user's policy in many threads, and reads its environment in as many
 * other threads
 *
 * threaded POLICY USER PASSWORD THREADS ROUNDS [exchange]
 *
 * Prints how often the password was refused, and how often the user's groups were in doubt. With `exchange`, each thread that
 * asks exchanges the environment, as the library does in programs with one thread. This is a race that a sanitizer must detect.
 */
#include "../../PAM/at_secure.h"

#include <passwordrules.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

static const char *user, *password;
static passwordrules_policy *all;
static long rounds;
static int exchanges;
static atomic_long refused, doubted, asking;

static void ask(void)
{
    passwordrules_context context = { .size = sizeof context, .user = user };
    passwordrules_diagnostics *diagnostics = NULL;
    passwordrules_policy *policy = NULL;
    passwordrules_report *report = NULL;

    if (passwordrules_policy_for_user(all, user, &policy, &diagnostics) != PASSWORDRULES_OK ||
        passwordrules_policy_check(policy, &context, password, strlen(password), &report) != PASSWORDRULES_OK)
        exit(3);
    refused += !passwordrules_report_accepted(report);
    doubted += diagnostics != NULL;
    passwordrules_report_free(report);
    passwordrules_diagnostics_free(diagnostics);
    passwordrules_policy_free(policy);
}

static void *ask_often(void *unused)
{
    static char *nothing[1];

    for (long round = 0; round < rounds; round++) {
        char **const environment = environ;
        if (exchanges)
            environ = nothing;
        ask();
        if (exchanges)
            environ = environment;
    }
    asking--;
    return unused;
}

static void *read_environment(void *unused)
{
    while (asking > 0)
        if (environ == NULL || environ[0] == NULL || getenv("PATH") == NULL)
            exit(4);
    return unused;
}

int main(int argc, char **argv)
{
    static pthread_t threads[2 * MOST_THREADS];

    if (argc < 6)
        return 2;
    user = argv[2], password = argv[3], rounds = atol(argv[5]);
    exchanges = argc > 6 && strcmp(argv[6], "exchange") == 0;
    const long count = atol(argv[4]);
    if (count < 1 || count > MOST_THREADS ||
        passwordrules_policy_load(argv[1], NULL, 0, PASSWORDRULES_POLICY_ALONE, &all, NULL) != PASSWORDRULES_OK)
        return 2;
    asking = count;
    for (long i = 0; i < 2 * count; i++)
        if (pthread_create(&threads[i], NULL, i % 2 == 0 ? ask_often : read_environment, NULL) != 0)
            return 2;
    for (long i = 0; i < 2 * count; i++)
        pthread_join(threads[i], NULL);
    passwordrules_policy_free(all);
    printf("refused %ld times, in doubt %ld times\n", (long)refused, (long)doubted);
    return 0;
}
