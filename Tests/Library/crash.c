/*
 * crash - crashes inside the library or the module, which reads an address that is not mapped
 *
 *   crash LIBRARY passwordrules_parse      reads a descriptor at that address
 *   crash MODULE pam_sm_chauthtok          reads an option at that address
 */
#include <dlfcn.h>
#include <security/pam_modules.h>
#include <stdio.h>
#include <string.h>

#define NOWHERE ((const char *)16)

int main(int argc, char **argv)
{
    void *file = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    void *function = file != NULL ? dlsym(file, argv[2]) : NULL;
    const char *options[] = { NOWHERE };
    void *rules;

    if (function == NULL) {
        fprintf(stderr, "crash: %s\n", dlerror());
        return 1;
    }
    if (strcmp(argv[2], "pam_sm_chauthtok") == 0)
        ((int (*)(pam_handle_t *, int, int, const char **))function)(NULL, PAM_UPDATE_AUTHTOK, 1, options);
    else
        ((int (*)(const char *, size_t, unsigned, void **, void **))function)(NOWHERE, 12, 0, &rules, NULL);
    puts("crash: nothing crashed");
    return 1;
}
