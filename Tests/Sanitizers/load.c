/*
 * load - loads the library, uses it and unloads it, many times, and says what the process grew by
 *
 * load LIBRARY PLUGIN LIST COUNT [file|memory|mapping]
 *
 * Each time the library is loaded by itself, asked by the names of its functions and unloaded; then a plug-in is, which
 * brings it along and runs two whole cycles. The last argument is a planted fault: what one round in ten leaves behind.
 *
 * {"loaded": N, "memory": kB, "mappings": N, "files": N}: in how many parts the library is in memory while it is in use, and
 * the growth between the first tenth of the rounds and the last.
 */
#include "plugin.h"
#include "process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <passwordrules.h>

static void *must(void *address)
{
    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return address;
}

/* A function of a library, with the type that its header gives it. */
#define FUNCTION(library, name) ((__typeof__(&name))(uintptr_t)must(dlsym(library, #name)))

static void use(void *library)
{
    static const char text[] = "minlength: 8; required: digit";
    passwordrules_rules *rules = NULL;
    passwordrules_report *report = NULL;
    if (FUNCTION(library, passwordrules_parse)(text, sizeof text - 1, 0, &rules, NULL) != PASSWORDRULES_OK
        || FUNCTION(library, passwordrules_check)(rules, "lemon-orbit-7", 13, 0, &report) != PASSWORDRULES_OK
        || FUNCTION(library, passwordrules_report_accepted)(report) != 1) {
        fputs("the library does not work\n", stderr);
        exit(1);
    }
    FUNCTION(library, passwordrules_report_free)(report);
    FUNCTION(library, passwordrules_rules_free)(rules);
}

static void leave_behind(const char *fault)
{
    if (strcmp(fault, "file") == 0 && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
        exit(2);
    if (strcmp(fault, "memory") == 0)
        memset(must(malloc(10000)), 1, 10000);
    /* Not readable, so that the kernel does not merge it with another one. */
    if (strcmp(fault, "mapping") == 0 && mmap(NULL, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        exit(2);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    const char *fault = argc > 5 ? argv[5] : "";
    long count = atol(argv[4]), loaded = 0;
    struct footprint before = {0};
    for (long round = 1; round <= count; round++) {
        void *library = must(dlopen(argv[1], RTLD_NOW | RTLD_LOCAL));
        use(library);
        dlclose(library);
        void *plugin = must(dlopen(argv[2], RTLD_NOW | RTLD_LOCAL));
        if (FUNCTION(plugin, run_cycle)(argv[3]) != 0)
            return 1;
        long found = mappings_of("libpasswordrules.so.1");
        loaded = loaded < found ? found : loaded;
        dlclose(plugin);
        if (round % 10 == 0)
            leave_behind(fault);
        if (round == count / 10)
            before = footprint();
    }
    print_growth(&before, "loaded", loaded);
    return 0;
}
