/*
 * changes_at_once - opens and closes the module as slapd 2.5 does for each new password, in many threads
 *
 * slapd opens and closes the module without a lock, and calls it while holding a lock. It opens modules with libltdl, which is
 * made for one thread. This program calls the module only once, at the start. Then its threads only open and close the module
 * at the same time. Exits with 0 if that works.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, REFUSED = 0x13 };

/* The parts of slapd's structs that an entry without attributes needs. */
struct berval { size_t length; char *text; };
struct entry { unsigned long id; struct berval name, normalized_name; void *attributes; };

typedef int check_function(char *password, char **answer, struct entry *entry, struct berval *argument);

static int (*init)(void);
static void *(*open_module)(const char *);
static void *(*symbol_of)(void *, const char *);
static int (*close_module)(void *);

static const char *module_path;
static long rounds;

/* Opens the module, and finds its function. */
static void *open_to_ask(check_function **check)
{
    void *module = open_module(module_path);

    *check = NULL;
    if (module != NULL)
        *(void **)check = symbol_of(module, "check_password");
    if (*check == NULL)
        exit(2);
    return module;
}

static void ask_once(void)
{
    struct entry entry = { .name = { 4, "cn=x" } };
    char *answer = NULL;
    check_function *check;
    void *module = open_to_ask(&check);

    if (check((char[]){ "Ab1" }, &answer, &entry, NULL) != REFUSED)
        exit(3);
    free(answer);
    close_module(module);
}

static void *open_and_close(void *unused)
{
    check_function *check;

    for (long i = 0; i < rounds; i++)
        close_module(open_to_ask(&check));
    return unused;
}

int main(int count, char **arguments)
{
    pthread_t threads[THREADS];
    /* libltdl's symbols are global, as in slapd. */
    void *ltdl = dlopen("libltdl.so.7", RTLD_NOW | RTLD_GLOBAL);

    if (count != 3 || ltdl == NULL)
        return 4;
    *(void **)&init = dlsym(ltdl, "lt_dlinit");
    *(void **)&open_module = dlsym(ltdl, "lt_dlopen");
    *(void **)&symbol_of = dlsym(ltdl, "lt_dlsym");
    *(void **)&close_module = dlsym(ltdl, "lt_dlclose");
    module_path = arguments[1];
    rounds = atol(arguments[2]);
    if (init() != 0)
        return 4;
    ask_once();
    for (size_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, open_and_close, NULL) != 0)
            return 4;
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
