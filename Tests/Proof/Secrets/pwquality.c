/*
 * pwquality - makes one call of libpwquality or of our replacement for it, and stops before and after the call
 *
 * pwquality check|generate CONFIGURED OPTION... If CONFIGURED is 1, the configuration is read. The options are set after that.
 */
#include "vault.h"

#include <string.h>

#include <pwquality.h>

int main(int argc, char **argv)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    char text[PWQ_MAX_ERROR_MESSAGE_LEN], *made = NULL;
    void *detail = NULL;
    int result;

    if (argc < 3 || settings == NULL || (argv[2][0] == '1' && pwquality_read_config(settings, NULL, NULL) != 0))
        return 2;
    for (int i = 3; i < argc; i++)
        if (pwquality_set_option(settings, argv[i]) != 0)
            return 2;
    open_vault();
    STOP_AT(BEFORE);
    if (strcmp(argv[1], "check") == 0) {
        result = pwquality_check(settings, vault->password, vault->old, "alice", &detail);
        STOP_AT(AFTER);
        if (result < 0)
            pwquality_strerror(text, sizeof text, result, detail);
        vault->accepted = result >= 0;
    } else {
        result = pwquality_generate(settings, 64, &made);
        if (result != 0)
            return 2;
        /* The caller copies the password into the vault, and wipes the buffer, as callers are advised to do. */
        for (vault->output_length = 0; made[vault->output_length] != '\0'; vault->output_length++) {
            ((volatile char *)vault->output)[vault->output_length] = made[vault->output_length];
            ((volatile char *)made)[vault->output_length] = 0x55;
        }
        STOP_AT(AFTER);
        free(made);
    }
    vault->status = result;
    STOP_AT(AFTER);
    pwquality_free_settings(settings);
    STOP_AT(FREED);
    return 0;
}
