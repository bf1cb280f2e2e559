/*
 * calls - what a library costs a new process, and what its calls cost one that has made them before
 *
 *   calls LIBRARY SUBJECT ACTION EXPECTED FILE [PASSWORD [OLD]]
 *
 * Writes two lines: one for loading the library, and one for reading FILE and the first call. Each has
 * nanoseconds, and by how many kB Rss and Private_Dirty have grown since the start. Each byte of standard
 * input then takes a batch of calls, and writes the nanoseconds of one. EXPECTED is what a call must return.
 *
 * The libraries are loaded and not linked: a process has one of them, and loading it is measured.
 */
#include "bench.h"

#include <dlfcn.h>
#include <passwdqc.h>
#include <passwordrules.h>
#include <pwd.h>
#include <pwquality.h>
#include <unistd.h>

/* A batch is shorter than the time slice of a process on a busy machine, so most batches are not interrupted. */
#define BATCH_NS 500000

#define USER "margarethe"
#define FULL_NAME "Margarethe Oberhuber,Room 12,555-0100"
#define HOME "/home/margarethe"

static void *library;
static const char *file, *password, *old;

static void *symbol(const char *name)
{
    void *address = dlsym(library, name);

    if (address == NULL)
        die("%s", dlerror());
    return address;
}

/* A function of the library, with the type that its header gives it. */
#define FUNCTION(name)                                                                                                 \
    ({                                                                                                                 \
        static __typeof__(&name) function;                                                                             \
        if (function == NULL)                                                                                          \
            function = (__typeof__(&name))symbol(#name);                                                               \
        function;                                                                                                      \
    })

/* ---- passwordrules ---------------------------------------------------------------------------------------- */

static passwordrules_context context(void)
{
    return (passwordrules_context){ .size = sizeof(passwordrules_context), .user = USER, .full_name = FULL_NAME,
                                    .home = HOME, .old_password = old, .old_password_length = old == NULL ? 0 : strlen(old) };
}

static void *load_policy(void)
{
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;

    if (FUNCTION(passwordrules_policy_load)(file, NULL, 0, 0, &policy, &diagnostics) == PASSWORDRULES_OK)
        return policy;
    passwordrules_diagnostic first = PASSWORDRULES_DIAGNOSTIC_INIT;
    if (FUNCTION(passwordrules_diagnostics_get)(diagnostics, 0, &first) == PASSWORDRULES_OK)
        die("%s:%zu: %s", file, first.line, first.text);
    die("%s cannot be loaded", file);
}

/* PASSWORD is the user. */
static int load_for_user(void *nothing)
{
    passwordrules_policy *policy = load_policy(), *own;

    (void)nothing;
    if (FUNCTION(passwordrules_policy_for_user)(policy, password, &own, NULL) != PASSWORDRULES_OK)
        return 0;
    FUNCTION(passwordrules_policy_free)(own);
    FUNCTION(passwordrules_policy_free)(policy);
    return 1;
}

static int check(void *policy)
{
    const passwordrules_context about = context();
    passwordrules_report *report;

    if (FUNCTION(passwordrules_policy_check)(policy, &about, password, strlen(password), &report) != PASSWORDRULES_OK)
        return -1;
    int is_accepted = FUNCTION(passwordrules_report_accepted)(report);
    FUNCTION(passwordrules_report_free)(report);
    return is_accepted;
}

static int suggest(void *policy)
{
    const passwordrules_context about = context();
    char text[PASSWORDRULES_GENERATE_MAX + 1];

    return FUNCTION(passwordrules_policy_suggest)(policy, &about, text, sizeof text, NULL, NULL) == PASSWORDRULES_OK;
}

static void *open_ranks(void)
{
    passwordrules_ranks *ranks;

    if (FUNCTION(passwordrules_ranks_open)(&file, 1, &ranks, NULL) != PASSWORDRULES_OK)
        die("%s cannot be opened", file);
    return ranks;
}

static int estimate(void *ranks)
{
    passwordrules_strength *strength;
    int status = FUNCTION(passwordrules_strength_estimate)(ranks, NULL, password, strlen(password), &strength);

    FUNCTION(passwordrules_strength_free)(strength);
    return status == PASSWORDRULES_OK;
}

static int look_up(void *nothing)
{
    passwordrules_blocklist *list;
    int found = -1;

    (void)nothing;
    if (FUNCTION(passwordrules_blocklist_open)(file, 0, &list, NULL) != PASSWORDRULES_OK ||
        FUNCTION(passwordrules_blocklist_lookup)(list, password, strlen(password), PASSWORDRULES_MATCH_AS_BUILT, &found) !=
            PASSWORDRULES_OK)
        die("%s cannot be read", file);
    FUNCTION(passwordrules_blocklist_free)(list);
    return found;
}

/* ---- libpwquality ----------------------------------------------------------------------------------------- */

static void *pwquality_load(void)
{
    pwquality_settings_t *settings = FUNCTION(pwquality_default_settings)();
    void *problem;

    if (FUNCTION(pwquality_read_config)(settings, file, &problem) != 0)
        die("libpwquality does not take %s", file);
    return settings;
}

static int pwquality_load_once(void *nothing)
{
    (void)nothing;
    FUNCTION(pwquality_free_settings)(pwquality_load());
    return 1;
}

static int pwquality_check_password(void *settings)
{
    return FUNCTION(pwquality_check)(settings, password, old, old == NULL ? NULL : USER, NULL) >= 0;
}

static int pwquality_generate_password(void *settings)
{
    char *text = NULL;
    int status = FUNCTION(pwquality_generate)(settings, 128, &text);
    int is_done = status >= 0 && text != NULL;

    free(text);
    return is_done;
}

/* ---- libpasswdqc ------------------------------------------------------------------------------------------ */

static void *passwdqc_load(void)
{
    passwdqc_params_t *params = calloc(1, sizeof *params);
    char *reason = NULL;

    FUNCTION(passwdqc_params_reset)(params);
    if (FUNCTION(passwdqc_params_load)(params, &reason, file) != 0)
        die("libpasswdqc: %s", reason);
    return params;
}

static int passwdqc_load_once(void *nothing)
{
    passwdqc_params_t *params = passwdqc_load();

    (void)nothing;
    FUNCTION(passwdqc_params_free)(params);
    free(params);
    return 1;
}

static int passwdqc_check_password(void *settings)
{
    static const struct passwd account = { .pw_name = (char *)USER, .pw_passwd = (char *)"", .pw_gecos = (char *)FULL_NAME,
                                           .pw_dir = (char *)HOME, .pw_shell = (char *)"/bin/sh" };
    const passwdqc_params_t *params = settings;

    return FUNCTION(passwdqc_check)(&params->qc, password, old, old == NULL ? NULL : &account) == NULL;
}

static int passwdqc_generate_password(void *settings)
{
    const passwdqc_params_t *params = settings;
    char *text = FUNCTION(passwdqc_random)(&params->qc);
    int is_done = text != NULL;

    free(text);
    return is_done;
}

/* ---- Measuring -------------------------------------------------------------------------------------------- */

static const struct action {
    const char *subject, *name;
    void *(*prepare)(void);
    int (*run)(void *settings);
    const char *first_symbol;
} ACTIONS[] = {
    { "passwordrules", "load", NULL, load_for_user, "passwordrules_policy_load" },
    { "passwordrules", "check", load_policy, check, "passwordrules_policy_check" },
    { "passwordrules", "generate", load_policy, suggest, "passwordrules_policy_suggest" },
    { "passwordrules", "estimate", open_ranks, estimate, "passwordrules_strength_estimate" },
    { "passwordrules", "look up", NULL, look_up, "passwordrules_blocklist_lookup" },
    { "pwquality", "load", NULL, pwquality_load_once, "pwquality_read_config" },
    { "pwquality", "check", pwquality_load, pwquality_check_password, "pwquality_check" },
    { "pwquality", "generate", pwquality_load, pwquality_generate_password, "pwquality_generate" },
    { "passwdqc", "load", NULL, passwdqc_load_once, "passwdqc_params_load" },
    { "passwdqc", "check", passwdqc_load, passwdqc_check_password, "passwdqc_check" },
    { "passwdqc", "generate", passwdqc_load, passwdqc_generate_password, "passwdqc_random" },
};

static const struct action *action_of(const char *subject, const char *name)
{
    for (size_t i = 0; i < COUNT(ACTIONS); i++)
        if (strcmp(ACTIONS[i].subject, subject) == 0 && strcmp(ACTIONS[i].name, name) == 0)
            return &ACTIONS[i];
    die("%s has no action %s", subject, name);
}

/* The nanoseconds of that many calls. */
static uint64_t time_calls(const struct action *action, void *settings, int expected, long count)
{
    uint64_t start = now_ns();

    for (long i = 0; i < count; i++) {
        int result = action->run(settings);
        if (result != expected)
            die("%s by %s with %s and \"%.40s\": %d, not %d", action->name, action->subject, file, password, result, expected);
    }
    return now_ns() - start;
}

int main(int argc, char **argv)
{
    if (argc < 6 || argc > 8)
        die("usage: calls LIBRARY SUBJECT ACTION EXPECTED FILE [PASSWORD [OLD]]");
    const struct action *action = action_of(argv[2], argv[3]);
    const int expected = atoi(argv[4]);
    file = argv[5], password = argc > 6 ? argv[6] : "", old = argc > 7 ? argv[7] : NULL;

    memory_now(); /* what stdio itself takes is not the library's */
    struct memory before = memory_now();
    uint64_t start = now_ns();
    library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL)
        die("%s", dlerror());
    symbol(action->first_symbol);
    write_figures(now_ns() - start, before);
    start = now_ns();
    void *settings = action->prepare == NULL ? NULL : action->prepare();
    time_calls(action, settings, expected, 1);
    write_figures(now_ns() - start, before);
    fflush(stdout);

    char turn;
    long calls = 0;
    while (read(STDIN_FILENO, &turn, 1) == 1) {
        for (long count = 1; calls == 0; count *= 4) {
            uint64_t ns = time_calls(action, settings, expected, count);
            if (ns >= BATCH_NS / 10)
                calls = ns >= BATCH_NS ? count : (long)((uint64_t)count * BATCH_NS / ns) + 1;
        }
        printf("%.2f\n", (double)time_calls(action, settings, expected, calls) / (double)calls);
        fflush(stdout);
    }
    return 0;
}
