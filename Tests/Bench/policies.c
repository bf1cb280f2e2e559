/* What policies cost: to load them, and to hold passwords against them and against what the context knows. */
#include "operations.h"

static const char *folder;

static char *path_of(const char *name)
{
    static char path[4096];

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        die("%s: the path is too long", folder);
    return path;
}

/* ---- Load ------------------------------------------------------------------------------------------------- */

/* Why a policy cannot be loaded is worth knowing. */
static passwordrules_policy *policy_of(const char *name)
{
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;

    if (passwordrules_policy_load(path_of(name), NULL, 0, 0, &policy, &diagnostics) != PASSWORDRULES_OK) {
        passwordrules_diagnostic diagnostic = { .size = sizeof diagnostic };
        if (passwordrules_diagnostics_get(diagnostics, 0, &diagnostic) == PASSWORDRULES_OK)
            die("%s:%zu:%zu: %s", diagnostic.source, diagnostic.line, diagnostic.column, diagnostic.text);
        die("%s cannot be loaded", name);
    }
    passwordrules_diagnostics_free(diagnostics);
    return policy;
}

static int load_policy(const struct operation *o)
{
    passwordrules_policy_free(policy_of(o->settings));
    return 1;
}

static int find_policy(const struct operation *o)
{
    passwordrules_policy *policy;

    if (passwordrules_policy_for_user(o->settings, o->texts->bytes, &policy, NULL) != PASSWORDRULES_OK)
        return 0;
    passwordrules_policy_free(policy);
    return 1;
}

static int load_with_pwquality(const struct operation *o)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    void *problem;
    int status = pwquality_read_config(settings, path_of(o->settings), &problem);

    pwquality_free_settings(settings);
    return status == 0;
}

static int load_with_passwdqc(const struct operation *o)
{
    passwdqc_params_t params;
    char *reason;

    passwdqc_params_reset(&params);
    int status = passwdqc_params_load(&params, &reason, path_of(o->settings));
    passwdqc_params_free(&params);
    return status == 0;
}

static void add_loads(void)
{
    static const char *const loads[][2] = {
        { "usual", "usual.conf" }, { "1,000 sections", "sections.conf" }, { "1,000 drop-ins", "drop-ins.conf" },
        { "10,000 words", "words.conf" }, { "all three", "all.conf" },
    };
    const char *action = "policy load";

    for (size_t i = 0; i < COUNT(loads); i++)
        ADD(action, OURS, loads[i][0], load_policy, 1, loads[i][1]);
    ADD(action, "pwquality", "usual", load_with_pwquality, 1, "pwquality.conf");
    ADD(action, "passwdqc", "usual", load_with_passwdqc, 1, "passwdqc.conf");
    /* The last of the sections that are for users; groups are asked for as well. */
    ADD("policy for user", OURS, "all three", find_policy, 1, policy_of("all.conf"), text_of(strdup("user499")));
}

/* ---- Check ------------------------------------------------------------------------------------------------ */

static passwordrules_context context_of(const struct operation *o)
{
    return (passwordrules_context){ .size = sizeof(passwordrules_context), .user = USER, .full_name = FULL_NAME,
                                    .home = HOME, .old_password = o->old_password,
                                    .old_password_length = strlen(o->old_password) };
}

static int check_policy(const struct operation *o)
{
    const passwordrules_context context = context_of(o);
    passwordrules_report *report = NULL;
    int status = passwordrules_policy_check(o->settings, &context, o->texts->bytes, o->texts->length, &report);

    return verdict(status, report);
}

static int suggest(const struct operation *o)
{
    const passwordrules_context context = context_of(o);
    char password[PASSWORDRULES_GENERATE_MAX + 1];

    return passwordrules_policy_suggest(o->settings, &context, password, sizeof password, NULL) == PASSWORDRULES_OK;
}

void add_policies(char **arguments)
{
    static const struct {
        const char *name, *policy;
        size_t length;
    } checks[] = {
        { "as usual", "usual.conf", 16 }, { "everything but words", "everything-but-words.conf", 16 },
        { "everything", "everything.conf", 16 }, { "everything, 64", "everything.conf", 64 },
        { "everything, 256", "everything.conf", 256 }, { "everything, 1024", "everything.conf", 1024 },
    };

    folder = arguments[0];
    add_loads();
    for (size_t i = 0; i < COUNT(checks); i++)
        ADD("policy check", OURS, checks[i].name, check_policy, 1, policy_of(checks[i].policy),
            text_of(random_password(checks[i].length, 12345)), .old_password = random_password(checks[i].length, 54321));
    ADD("policy suggest", OURS, "everything", suggest, 1, policy_of("everything.conf"),
        .old_password = random_password(16, 54321));
}
