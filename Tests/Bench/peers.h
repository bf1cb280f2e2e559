/* The peers' settings for the same demands, and the person whose password is changed. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "common.h"

#include <passwdqc.h>
#include <pwd.h>
#include <pwquality.h>

#define USER "margarethe"
#define FULL_NAME "Margarethe Oberhuber,Room 12,555-0100"
#define HOME "/home/margarethe"

static inline pwquality_settings_t *pwquality_settings(const char *const *options, size_t count, const char *dictionary)
{
    pwquality_settings_t *settings = pwquality_default_settings();

    for (size_t i = 0; i < count; i++)
        if (pwquality_set_option(settings, options[i]) != 0)
            die("libpwquality does not take %s", options[i]);
    if (dictionary == NULL ? pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, 0) != 0
                           : pwquality_set_str_value(settings, PWQ_SETTING_DICT_PATH, dictionary) != 0)
        die("libpwquality does not take its settings");
    return settings;
}

static inline void read_passwdqc_options(passwdqc_params_t *params)
{
    char *reason;

    passwdqc_params_reset(params);
    if (passwdqc_params_parse(params, &reason, COUNT(PASSWDQC_OPTIONS), PASSWDQC_OPTIONS) != 0)
        die("libpasswdqc: %s", reason);
}

static inline struct passwd account_of_user(void)
{
    return (struct passwd){ .pw_name = (char *)USER, .pw_passwd = (char *)"", .pw_gecos = (char *)FULL_NAME,
                            .pw_dir = (char *)HOME, .pw_shell = (char *)"/bin/sh" };
}

#endif
