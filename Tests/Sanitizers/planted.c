/*
 * planted - faults that a sanitizer must see; one that lets a fault pass is not on
 *
 * planted overflow|leak|shift|race|none
 *
 * Where it is linked with the library (USES_LIBRARY), "long" makes the library read too much.
 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef USES_LIBRARY
#include <passwordrules.h>

/* A password whose stated length exceeds the block that contains it. */
static void check_too_much(const char *block, size_t length)
{
    passwordrules_rules *rules = NULL;
    passwordrules_report *report = NULL;
    if (passwordrules_parse("minlength: 8", 12, 0, &rules, NULL) == PASSWORDRULES_OK
        && passwordrules_check(rules, block, length, 0, &report) == PASSWORDRULES_OK)
        puts("checked");
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
}
#endif

/* Volatile, so that compilers do not optimize the faults away. */
static volatile size_t four = 4;
static volatile int forty = 40;
static char *volatile kept;
static int counter;

static void *count(void *argument)
{
    for (int i = 0; i < 10000; i++)
        *(volatile int *)argument += 1;
    return NULL;
}

int main(int argc, char **argv)
{
    const char *fault = argc > 1 ? argv[1] : "none";
    char *block = malloc(four);
    if (block == NULL)
        return 2;
    memset(block, 1, four);
    if (strcmp(fault, "overflow") == 0)
        printf("%d\n", block[four]);
    if (strcmp(fault, "shift") == 0)
        printf("%d\n", 1 << forty);
    if (strcmp(fault, "race") == 0) {
        pthread_t threads[2];
        for (int i = 0; i < 2; i++)
            if (pthread_create(&threads[i], NULL, count, &counter) != 0)
                return 2;
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    }
    if (strcmp(fault, "leak") == 0) {
        for (int i = 0; i < 100; i++)
            kept = malloc(1000);
        kept = NULL;
    }
#ifdef USES_LIBRARY
    if (strcmp(fault, "long") == 0)
        check_too_much(block, four + 4);
#endif
    free(block);
    puts("nobody saw it");
    return 0;
}
