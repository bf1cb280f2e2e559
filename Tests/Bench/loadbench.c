/*
 * loadbench - what loading a library and checking one password costs a process that has done neither before
 *
 *   loadbench LIBRARY passwordrules|pwquality|passwdqc PASSWORD OPTION...
 *   loadbench MODULE module                  a module of libpam, which is there already
 *
 * The only option of passwordrules is a descriptor. Writes three numbers about loading: nanoseconds of dlopen and the first
 * dlsym, and the growth of Rss and of Private_Dirty in kB. For a library, another line about reading the demands and checking
 * the password, which must meet them; memory is compared with the beginning again. One run is one process; the caller repeats
 * it.
 */
#include "bench.h"

#include <dlfcn.h>
#include <passwdqc.h>
#include <passwordrules.h>
#include <pwquality.h>

static void *library;

static void *symbol(const char *name)
{
    void *address = dlsym(library, name);

    if (address == NULL)
        die("%s", dlerror());
    return address;
}

/* A function of the library, with the type that its header gives it. */
#define FUNCTION(name) ((__typeof__(&name))symbol(#name))

/* Each of these returns whether the password was accepted. */

static int check_with_passwordrules(const char *password, int count, char **options)
{
    passwordrules_rules *rules;
    passwordrules_report *report;

    (void)count;
    if (FUNCTION(passwordrules_parse)(options[0], strlen(options[0]), 0, &rules, NULL) != PASSWORDRULES_OK)
        return 0;
    if (FUNCTION(passwordrules_check)(rules, password, strlen(password), 0, &report) != PASSWORDRULES_OK)
        return 0;
    return FUNCTION(passwordrules_report_accepted)(report);
}

static int check_with_pwquality(const char *password, int count, char **options)
{
    pwquality_settings_t *settings = FUNCTION(pwquality_default_settings)();
    __typeof__(&pwquality_set_option) set_option = FUNCTION(pwquality_set_option);

    for (int i = 0; i < count; i++)
        if (set_option(settings, options[i]) != 0)
            return 0;
    return FUNCTION(pwquality_check)(settings, password, NULL, NULL, NULL) >= 0;
}

static int check_with_passwdqc(const char *password, int count, char **options)
{
    passwdqc_params_t params;
    char *reason;

    FUNCTION(passwdqc_params_reset)(&params);
    if (FUNCTION(passwdqc_params_parse)(&params, &reason, count, (const char *const *)options) != 0)
        return 0;
    return FUNCTION(passwdqc_check)(&params.qc, password, NULL, NULL) == NULL;
}

static const struct subject {
    const char *name, *first_symbol;
    int (*check)(const char *password, int count, char **options);
} SUBJECTS[] = {
    { "passwordrules", "passwordrules_check", check_with_passwordrules },
    { "pwquality", "pwquality_check", check_with_pwquality },
    { "passwdqc", "passwdqc_check", check_with_passwdqc },
    { "module", "pam_sm_chauthtok", NULL },
};

/* As libpam loads its modules. */
static void *load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW);

    if (handle == NULL)
        die("%s", dlerror());
    return handle;
}

/* Nanoseconds since the start, and how much memory has grown. */
static void write_figures(uint64_t start, struct memory before)
{
    uint64_t end = now_ns();
    struct memory after = memory_now();

    printf("%llu %ld %ld\n", (unsigned long long)(end - start), after.rss_kb - before.rss_kb,
           after.dirty_kb - before.dirty_kb);
}

int main(int argc, char **argv)
{
    const struct subject *subject = NULL;

    for (size_t i = 0; argc > 2 && i < COUNT(SUBJECTS); i++)
        if (strcmp(argv[2], SUBJECTS[i].name) == 0)
            subject = &SUBJECTS[i];
    if (subject == NULL || (subject->check != NULL && argc < 5))
        die("usage: loadbench LIBRARY passwordrules|pwquality|passwdqc|module [PASSWORD OPTION...]");
    if (subject->check == NULL)
        load("libpam.so.0");

    memory_now(); /* what stdio itself takes is not the library's */
    struct memory before = memory_now();
    uint64_t start = now_ns();
    library = load(argv[1]);
    symbol(subject->first_symbol);
    write_figures(start, before);
    if (subject->check != NULL) {
        start = now_ns();
        int is_accepted = subject->check(argv[3], argc - 4, argv + 4);
        write_figures(start, before);
        if (!is_accepted)
            die("%s does not accept a password that meets its demands", argv[1]);
    }
    return 0;
}
