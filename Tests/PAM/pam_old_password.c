/*
 * pam_old_password - sets PAM_OLDAUTHTOK to what the environment has as OLD_PASSWORD
 *
 * It does so in the preliminary pass, as pam_unix does once it has asked for the current password and found it right.
 * Without OLD_PASSWORD it does nothing. Always succeeds.
 */
#define PAM_SM_PASSWORD
#include <stdlib.h>

#include <security/pam_modules.h>

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *token = getenv("OLD_PASSWORD");

    (void)argc;
    (void)argv;
    if ((flags & PAM_PRELIM_CHECK) != 0 && token != NULL)
        return pam_set_item(pamh, PAM_OLDAUTHTOK, token);
    return PAM_SUCCESS;
}
