/* pam_ask_old - a module that asks for the old password, as pam_unix does, for the modules after it in the stack. */
#include <stddef.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

PAM_EXTERN int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *token;

    (void)argc, (void)argv;
    return (flags & PAM_PRELIM_CHECK) != 0 ? pam_get_authtok(pamh, PAM_OLDAUTHTOK, &token, NULL) : PAM_SUCCESS;
}
