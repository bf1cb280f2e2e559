/*
 * peers - the same check by libpwquality or libpasswdqc, as their manuals show it, and places to stop
 *
 * peers LIBRARY
 */
#include "vault.h"

#include <string.h>

#include <passwdqc.h>
#include <pwquality.h>

/* As in calls.c. */
enum { BEFORE, BEHIND, FREED };

static void check_by_pwquality(int has_dictionary)
{
    pwquality_settings_t *settings = pwquality_default_settings();

    if (settings == NULL || pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, has_dictionary) != 0)
        exit(2);
    STOP_AT(BEFORE);
    vault->status = pwquality_check(settings, vault->password, vault->old, "alice", NULL);
    STOP_AT(BEHIND);
    pwquality_free_settings(settings);
    STOP_AT(FREED);
}

static void check_by_passwdqc(void)
{
    passwdqc_params_t parameters;

    passwdqc_params_reset(&parameters);
    STOP_AT(BEFORE);
    vault->status = passwdqc_check(&parameters.qc, vault->password, vault->old, NULL) != NULL;
    STOP_AT(BEHIND);
    passwdqc_params_free(&parameters);
    STOP_AT(FREED);
}

int main(int argc, char **argv)
{
    const char *library = argc == 2 ? argv[1] : "";

    open_vault();
    if (strcmp(library, "libpwquality") == 0)
        check_by_pwquality(1);
    else if (strcmp(library, "libpwquality without a dictionary") == 0)
        check_by_pwquality(0);
    else if (strcmp(library, "libpasswdqc") == 0)
        check_by_passwdqc();
    else
        return 2;
    return 0;
}
