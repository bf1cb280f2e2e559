/*
 * loadbench - what loading a library and checking one password costs a process that has done neither before
 *
 *   loadbench LIBRARY passwordrules
 *   loadbench LIBRARY pwquality [OPTION]     an option of pwquality.conf, for the dictionary
 *   loadbench LIBRARY passwdqc
 *   loadbench MODULE module                  a module of libpam, which is there already
 *
 * Writes three numbers about loading: nanoseconds of dlopen and the first dlsym, and the growth of Rss and of
 * Private_Dirty in kB. For a library, another line about reading the demands and checking a password that meets them; memory
 * is compared with the beginning again. One run is one process; the caller repeats it.
 */
#include "common.h"

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

static int check_with_passwordrules(const char *option)
{
    passwordrules_rules *rules;
    passwordrules_report *report;

    (void)option;
    if (FUNCTION(passwordrules_parse)(DESCRIPTOR, sizeof DESCRIPTOR - 1, 0, &rules, NULL) != PASSWORDRULES_OK)
        return 0;
    if (FUNCTION(passwordrules_check)(rules, STRONG16, sizeof STRONG16 - 1, 0, &report) != PASSWORDRULES_OK)
        return 0;
    return FUNCTION(passwordrules_report_accepted)(report);
}

static int check_with_pwquality(const char *option)
{
    pwquality_settings_t *settings = FUNCTION(pwquality_default_settings)();
    __typeof__(&pwquality_set_option) set_option = FUNCTION(pwquality_set_option);

    for (size_t i = 0; i < COUNT(PWQUALITY_OPTIONS); i++)
        if (set_option(settings, PWQUALITY_OPTIONS[i]) != 0)
            return 0;
    if (option != NULL && set_option(settings, option) != 0)
        return 0;
    return FUNCTION(pwquality_check)(settings, STRONG16, NULL, NULL, NULL) >= 0;
}

static int check_with_passwdqc(const char *option)
{
    passwdqc_params_t params;
    char *reason;

    (void)option;
    FUNCTION(passwdqc_params_reset)(&params);
    if (FUNCTION(passwdqc_params_parse)(&params, &reason, COUNT(PASSWDQC_OPTIONS), PASSWDQC_OPTIONS) != 0)
        return 0;
    return FUNCTION(passwdqc_check)(&params.qc, STRONG16, NULL, NULL) == NULL;
}

static const struct {
    const char *name, *first_symbol;
    int (*check)(const char *option);
} SUBJECTS[] = {
    { "passwordrules", "passwordrules_check", check_with_passwordrules },
    { "pwquality", "pwquality_check", check_with_pwquality },
    { "passwdqc", "passwdqc_check", check_with_passwdqc },
};

static size_t subject_of(const char *name)
{
    for (size_t i = 0; i < COUNT(SUBJECTS); i++)
        if (strcmp(name, SUBJECTS[i].name) == 0)
            return i;
    die("loadbench knows no %s", name);
}

/* As libpam loads its modules. */
static void *load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW);

    if (handle == NULL)
        die("%s", dlerror());
    return handle;
}

/* Nanoseconds, and how much memory has grown. */
static void write_figures(uint64_t start, uint64_t end, struct memory before)
{
    struct memory after = memory_now();

    printf("%llu %ld %ld\n", (unsigned long long)(end - start), after.rss_kb - before.rss_kb,
           after.dirty_kb - before.dirty_kb);
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4)
        die("usage: loadbench LIBRARY passwordrules|pwquality|passwdqc|module [OPTION]");
    int is_module = strcmp(argv[2], "module") == 0;
    size_t i = is_module ? 0 : subject_of(argv[2]);
    if (is_module)
        load("libpam.so.0");

    memory_now(); /* what stdio itself takes is not the library's */
    struct memory before = memory_now();
    uint64_t start = now_ns();
    library = load(argv[1]);
    symbol(is_module ? "pam_sm_chauthtok" : SUBJECTS[i].first_symbol);
    write_figures(start, now_ns(), before);
    if (!is_module) {
        start = now_ns();
        int is_accepted = SUBJECTS[i].check(argv[3]);
        write_figures(start, now_ns(), before);
        if (!is_accepted)
            die("%s does not accept a password that meets its demands", argv[1]);
    }
    return 0;
}
