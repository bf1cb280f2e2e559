/*
 * peers - checks a password with libpwquality or libpasswdqc, as their manuals show, and stops before and after the check
 *
 * peers libpasswdqc, peers libpwquality, peers "libpwquality without a dictionary"
 */
#include "vault.h"

#include <string.h>

#include <passwdqc.h>
#include <pwquality.h>

int main(int argc, char **argv)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    passwdqc_params_t parameters;

    if (argc != 2 || settings == NULL)
        return 2;
    open_vault();
    if (strcmp(argv[1], "libpasswdqc") == 0) {
        passwdqc_params_reset(&parameters);
        STOP_AT(BEFORE);
        vault->status = passwdqc_check(&parameters.qc, vault->password, vault->old, NULL) != NULL;
        STOP_AT(AFTER);
        passwdqc_params_free(&parameters);
    } else {
        pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, strcmp(argv[1], "libpwquality") == 0);
        STOP_AT(BEFORE);
        vault->status = pwquality_check(settings, vault->password, vault->old, "alice", NULL);
        STOP_AT(AFTER);
    }
    pwquality_free_settings(settings);
    STOP_AT(FREED);
    return 0;
}
