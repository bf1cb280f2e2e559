/*
 * load - loads, uses and unloads the library many times, and prints how much the process grew
 *
 * load LIBRARY PLUGIN LIST COUNT [file|memory|mapping]
 *
 * Each round first loads the library alone, finds its functions by name, calls them, and unloads the library. Then the round
 * loads a plug-in that is linked with the library and runs two whole cycles. The last argument plants a fault: every tenth
 * round does not free a file, memory or a mapping.
 */
#include "cycle.h"
#include "process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>

static char **arguments;
static const char *fault = "";

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

static int use(void *library)
{
    static const char text[] = "minlength: 8; required: digit";
    passwordrules_rules *rules = NULL;
    passwordrules_report *report = NULL;
    if (FUNCTION(library, passwordrules_parse)(text, sizeof text - 1, 0, &rules, NULL) != PASSWORDRULES_OK
        || FUNCTION(library, passwordrules_check)(rules, "lemon-orbit-7", 13, 0, &report) != PASSWORDRULES_OK
        || FUNCTION(library, passwordrules_report_accepted)(report) != 1)
        return 1;
    FUNCTION(library, passwordrules_report_free)(report);
    FUNCTION(library, passwordrules_rules_free)(rules);
    return 0;
}

static int leave_behind(void)
{
    if (strcmp(fault, "file") == 0 && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
        return 2;
    if (strcmp(fault, "memory") == 0)
        memset(must(malloc(10000)), 1, 10000);
    /* The mapping is not readable, so that the kernel does not merge it with another mapping. */
    if (strcmp(fault, "mapping") == 0 && mmap(NULL, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        return 2;
    return 0;
}

static int load(long round)
{
    void *library = must(dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL));
    int status = use(library);
    dlclose(library);
    void *plugin = must(dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL));
    status |= FUNCTION(plugin, run_cycle)(arguments[3]);
    /* One copy of the library has up to six mappings: for headers, code, constants and variables. More would be a second copy. */
    long parts = mappings_of("libpasswordrules.so.1");
    dlclose(plugin);
    if (parts < 1 || parts > 6) {
        fprintf(stderr, "%ld mappings of the library\n", parts);
        return 3;
    }
    return round % 10 == 0 ? status | leave_behind() : status;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    arguments = argv;
    fault = argc > 5 ? argv[5] : "";
    return print_growth_of(atol(argv[4]), load);
}
