/*
 * pam_witness - a module for stacks around the tested one, which does what other modules do, and logs PAM_AUTHTOK. Its
 * arguments:
 *
 * ask                          asks for the current password in the preliminary pass, as pam_unix does
 * old                          sets PAM_OLDAUTHTOK in the preliminary pass to the environment variable OLD_PASSWORD, if it is
 *                              set, as pam_unix does after it has asked
 * user=NAME                    sets PAM_USER in the preliminary pass, as modules that map names do
 * set=TOKEN                    sets PAM_AUTHTOK in the update pass, as an earlier module does
 * rename first|second FROM TO  renames a file in the first (preliminary) or second (update) pass, as an administrator may do
 *                              during a change; if "fail" follows and the file was renamed, the pass fails
 *
 * login                        asks for a password in an authentication, and accepts any password
 *
 * With "ask", or without arguments, the update pass logs "AUTHTOK: TOKEN" or "no AUTHTOK".
 */
#define PAM_SM_PASSWORD
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

static void prepare(pam_handle_t *pamh, const char *argument)
{
    const char *old = getenv("OLD_PASSWORD");
    char *answer = NULL;

    if (strcmp(argument, "ask") == 0)
        pam_prompt(pamh, PAM_PROMPT_ECHO_OFF, &answer, "Current password: ");
    else if (strcmp(argument, "old") == 0 && old != NULL)
        pam_set_item(pamh, PAM_OLDAUTHTOK, old);
    else if (strncmp(argument, "user=", 5) == 0)
        pam_set_item(pamh, PAM_USER, argument + 5);
    free(answer);
}

/* Accepts any password, like a module for users who are not in this machine's account database. */
int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *token = NULL;

    (void)flags;
    if (argc != 1 || strcmp(argv[0], "login") != 0)
        return PAM_AUTH_ERR;
    return pam_get_authtok(pamh, PAM_AUTHTOK, &token, NULL);
}

int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    int is_first = (flags & PAM_PRELIM_CHECK) != 0;
    const void *token = NULL;

    if (argc >= 4 && strcmp(argv[0], "rename") == 0) {
        int is_now = strcmp(argv[1], is_first ? "first" : "second") == 0;
        return is_now && rename(argv[2], argv[3]) == 0 && argc > 4 ? PAM_TRY_AGAIN : PAM_SUCCESS;
    }
    if (argc > 0 && is_first)
        prepare(pamh, argv[0]);
    if (is_first)
        return PAM_SUCCESS;
    if (argc > 0 && strncmp(argv[0], "set=", 4) == 0)
        return pam_set_item(pamh, PAM_AUTHTOK, argv[0] + 4);
    if (argc > 0 && (strcmp(argv[0], "old") == 0 || strncmp(argv[0], "user=", 5) == 0))
        return PAM_SUCCESS;
    if (pam_get_item(pamh, PAM_AUTHTOK, &token) == PAM_SUCCESS && token != NULL)
        pam_syslog(pamh, LOG_INFO, "AUTHTOK: %s", (const char *)token);
    else
        pam_syslog(pamh, LOG_INFO, "no AUTHTOK");
    return PAM_SUCCESS;
}
