/* What libpwquality and libpasswdqc can do; the first argument of most are their options, separated by spaces. */
#include "operations.h"

#include <passwdqc.h>
#include <pwd.h>
#include <pwquality.h>

/* 20 characters of 62 have 119 bits; both peers take this for 128. */
#define GENERATED_BITS 128

struct options {
    const char *words[16];
    int count;
};

static void *split(const struct operation *o)
{
    struct options *options = allocated(sizeof *options);
    char *text = strdup(o->arguments[0]);

    for (char *word = strtok(text, " "); word != NULL && options->count < 16; word = strtok(NULL, " "))
        options->words[options->count++] = word;
    return options;
}

/* ---- libpwquality ----------------------------------------------------------------------------------------- */

static pwquality_settings_t *pwquality_settings_by(const struct options *options)
{
    pwquality_settings_t *settings = pwquality_default_settings();

    for (int i = 0; i < options->count; i++)
        if (pwquality_set_option(settings, options->words[i]) != 0)
            die("libpwquality does not take %s", options->words[i]);
    return settings;
}

static void *pwquality_settings(const struct operation *o)
{
    return pwquality_settings_by(split(o));
}

static int pwquality_parse(const struct operation *o)
{
    pwquality_free_settings(pwquality_settings_by(o->settings));
    return 1;
}

static int pwquality_load(const struct operation *o)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    void *problem;
    int status = pwquality_read_config(settings, o->arguments[0], &problem);

    pwquality_free_settings(settings);
    return status == 0;
}

static int pwquality_check_with(const struct operation *o)
{
    const char *old = o->arguments[2];

    return pwquality_check(o->settings, o->arguments[1], old, old == NULL ? NULL : USER, NULL) >= 0;
}

/* With default settings: with stricter ones, it often gives up after three tries. */
static int pwquality_generate_with(const struct operation *o)
{
    char *password = NULL;
    int status = pwquality_generate(o->settings, GENERATED_BITS, &password);
    int is_done = status >= 0 && password != NULL;

    free(password);
    return is_done;
}

/* ---- libpasswdqc ------------------------------------------------------------------------------------------ */

static passwdqc_params_t *passwdqc_settings_by(const struct options *options)
{
    passwdqc_params_t *params = allocated(sizeof *params);
    char *reason = NULL;

    passwdqc_params_reset(params);
    if (passwdqc_params_parse(params, &reason, options->count, options->words) != 0)
        die("libpasswdqc: %s", reason);
    params->qc.random_bits = GENERATED_BITS;
    return params;
}

static void *passwdqc_settings(const struct operation *o)
{
    return passwdqc_settings_by(split(o));
}

static int passwdqc_parse(const struct operation *o)
{
    passwdqc_params_t *params = passwdqc_settings_by(o->settings);

    passwdqc_params_free(params);
    free(params);
    return 1;
}

static int passwdqc_load(const struct operation *o)
{
    passwdqc_params_t params;
    char *reason;

    passwdqc_params_reset(&params);
    int status = passwdqc_params_load(&params, &reason, o->arguments[0]);
    passwdqc_params_free(&params);
    return status == 0;
}

/* passwdqc opens its filter at each check. */
static int passwdqc_check_with(const struct operation *o)
{
    static const struct passwd account = { .pw_name = (char *)USER, .pw_passwd = (char *)"", .pw_dir = (char *)HOME,
                                           .pw_gecos = (char *)FULL_NAME, .pw_shell = (char *)"/bin/sh" };
    const passwdqc_params_t *params = o->settings;
    const char *old = o->arguments[2];

    return passwdqc_check(&params->qc, password_of(o), old, old == NULL ? NULL : &account) == NULL;
}

static int passwdqc_generate(const struct operation *o)
{
    const passwdqc_params_t *params = o->settings;
    char *password = passwdqc_random(&params->qc);
    int is_done = password != NULL;

    free(password);
    return is_done;
}

const struct function FUNCTIONS_OF_PEERS[] = {
    { "pwquality parse", split, pwquality_parse },
    { "pwquality load", NULL, pwquality_load },
    { "pwquality check", pwquality_settings, pwquality_check_with },
    { "pwquality generate", pwquality_settings, pwquality_generate_with },
    { "passwdqc parse", split, passwdqc_parse },
    { "passwdqc load", NULL, passwdqc_load },
    { "passwdqc check", passwdqc_settings, passwdqc_check_with },
    { "passwdqc generate", passwdqc_settings, passwdqc_generate },
    { NULL, NULL, NULL },
};
