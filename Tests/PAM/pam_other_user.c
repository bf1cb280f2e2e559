/* pam_other_user - once all modules are ready, the user is the one that its argument names, as modules that map names do */
#include <security/pam_modules.h>

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    if ((flags & PAM_PRELIM_CHECK) == 0 || argc != 1)
        return PAM_SUCCESS;
    return pam_set_item(pamh, PAM_USER, argv[0]);
}
