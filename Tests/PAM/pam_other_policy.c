/*
 * pam_other_policy - renames a file, as an administrator may do while somebody changes a password
 *
 * PASS FROM TO [fail]: the pass is "first" or "second". With "fail", the pass in which there was the file fails.
 */
#include <stdio.h>
#include <string.h>

#include <security/pam_modules.h>

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh;
    if (argc < 3)
        return PAM_SERVICE_ERR;
    if (((flags & PAM_PRELIM_CHECK) != 0) != (strcmp(argv[0], "first") == 0))
        return PAM_SUCCESS;
    /* The second time the file is gone. */
    return rename(argv[1], argv[2]) == 0 && argc > 3 ? PAM_TRY_AGAIN : PAM_SUCCESS;
}
