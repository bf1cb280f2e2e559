/*
 * pam_witness - plays the modules beside the one that is tested, and logs what they would see
 *
 * ask        asks for the current password in the preliminary pass, as pam_unix does
 * set=TOKEN  sets PAM_AUTHTOK in the update pass, as an earlier module does; logs nothing
 *
 * Without set=, the update pass logs "AUTHTOK is TOKEN" or "no AUTHTOK". Always succeeds.
 */
#define PAM_SM_PASSWORD
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const void *token = NULL;

    for (int i = 0; i < argc; i++) {
        if ((flags & PAM_PRELIM_CHECK) != 0 && strcmp(argv[i], "ask") == 0) {
            char *answer = NULL;
            pam_prompt(pamh, PAM_PROMPT_ECHO_OFF, &answer, "Current password: ");
            free(answer);
        }
        if ((flags & PAM_UPDATE_AUTHTOK) != 0 && strncmp(argv[i], "set=", 4) == 0) {
            pam_set_item(pamh, PAM_AUTHTOK, argv[i] + 4);
            return PAM_SUCCESS;
        }
    }
    if ((flags & PAM_UPDATE_AUTHTOK) == 0)
        return PAM_SUCCESS;
    if (pam_get_item(pamh, PAM_AUTHTOK, &token) == PAM_SUCCESS && token != NULL)
        pam_syslog(pamh, LOG_INFO, "AUTHTOK: %s", (const char *)token);
    else
        pam_syslog(pamh, LOG_INFO, "no AUTHTOK");
    return PAM_SUCCESS;
}
