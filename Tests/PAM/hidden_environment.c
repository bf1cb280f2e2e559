/*
 * hidden_environment HOST SERVICE - hides the environment of a host program, calls a service, and checks that the host gets
 * its environment back
 *
 * Built with AddressSanitizer. Exits with 0, or prints what is wrong. If PLAIN is defined, only the pointer to the
 * environment is restored, as if no service ever called setenv: a planted fault.
 */
#define _GNU_SOURCE
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define CHECK(condition) ((condition) ? (void)0 : fail(#condition))

enum { MOST = 4096 };

static void fail(const char *condition)
{
    fprintf(stderr, "not so: %s\n", condition);
    _exit(1);
}

/* Makes the program look set-user-ID. */
unsigned long getauxval(unsigned long type)
{
    return type == AT_SECURE;
}

void passwordrules_system_count_allocation_failure(void);
void passwordrules_system_count_allocation_failure(void)
{
    fail("there is memory");
}

static void set_many(const char *name, int count)
{
    char numbered[64];

    for (int i = 0; i < count; i++) {
        snprintf(numbered, sizeof numbered, "%s_%d", name, i);
        CHECK(setenv(numbered, "value", 1) == 0);
    }
}

static void begin_host(const char *host)
{
    static char own_string[] = "HOST_OWN=1";
    static char *own_array[] = { own_string, own_string, own_string + 5, NULL };

    if (strcmp(host, "setenv") == 0)
        set_many("HOST", 100);
    else if (strcmp(host, "clearenv") == 0)
        CHECK(clearenv() == 0);
    else if (strcmp(host, "cleared-and-set") == 0) {
        CHECK(clearenv() == 0);
        set_many("HOST", 3);
    } else if (strcmp(host, "own-array") == 0)
        environ = own_array;
    else
        CHECK(strcmp(host, "untouched") == 0);
}

static void serve(const char *service)
{
    static char string[] = "SERVICE_OWN=1";
    static char *array[] = { string, NULL };

    CHECK(environ != NULL && environ[0] == NULL);
    CHECK(getenv("PATH") == NULL && getenv("HOST_1") == NULL);
    if (strcmp(service, "setenv") == 0)
        set_many("SERVICE", 1);
    else if (strcmp(service, "setenv-often") == 0)
        set_many("SERVICE", 1000);
    else if (strcmp(service, "putenv") == 0)
        CHECK(putenv(string) == 0);
    else if (strcmp(service, "unsetenv") == 0) {
        set_many("SERVICE", 10);
        CHECK(unsetenv("SERVICE_1") == 0 && unsetenv("PATH") == 0);
    } else if (strcmp(service, "clearenv") == 0) {
        set_many("SERVICE", 10);
        CHECK(clearenv() == 0);
    } else if (strcmp(service, "clearenv-alone") == 0)
        CHECK(clearenv() == 0);
    else if (strcmp(service, "own-array") == 0)
        environ = array;
    else if (strcmp(service, "writes") == 0)
        environ[0] = string;
    else
        CHECK(strcmp(service, "silent") == 0);
}

static size_t count(char **strings)
{
    size_t found = 0;

    while (strings != NULL && strings[found] != NULL)
        found++;
    return found;
}

#ifdef PLAIN
static void put_back(const struct hidden_environment *hidden)
{
    environ = hidden->environment;
    free(hidden->copy);
}
#else
#define put_back show_environment
#endif

int main(int argc, char **argv)
{
    static char *before[MOST];

    CHECK(argc == 3);
    begin_host(argv[1]);
    for (int round = 0; round < 3; round++) {
        struct hidden_environment hidden;
        char **const array = environ;
        const size_t size = count(array);

        CHECK(size < MOST);
        if (size > 0)
            memcpy(before, array, size * sizeof *before);
        CHECK(hide_environment(&hidden) == 0);
        serve(argv[2]);
        put_back(&hidden);

        /* The host has the same variables in the same order. If the service has set none, it also has the same array. */
        CHECK((environ == NULL) == (array == NULL) && count(environ) == size);
        for (size_t i = 0; i < size; i++)
            CHECK(environ[i] == before[i]);
        if (strcmp(argv[2], "silent") == 0)
            CHECK(environ == array);
        CHECK(getenv("SERVICE_1") == NULL && getenv("SERVICE_OWN") == NULL);

        /* Variables that the host sets afterwards are added to its environment. */
        set_many("NEXT", 50 * (round + 1));
        CHECK(count(environ) == size + 50);
        CHECK(size == 0 || strcmp(environ[0], before[0]) == 0);
        CHECK(strcmp(getenv("NEXT_0"), "value") == 0);
        CHECK(unsetenv("NEXT_0") == 0 && getenv("NEXT_0") == NULL && setenv("NEXT_0", "value", 1) == 0);
    }
    CHECK(clearenv() == 0);
    set_many("LAST", 3);
    CHECK(count(environ) == 3);
    return 0;
}
