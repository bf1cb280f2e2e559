/*
 * pam_store - a module that follows our module in a stack, as pam_unix does, and gives the password to the program
 *
 * In the preliminary pass, it sets PAM_OLDAUTHTOK to the environment variable OLD_PASSWORD. In the update pass, it calls the
 * program's function change_store with PAM_AUTHTOK. Like pam_unix with use_authtok, it does not prompt. At a login it asks for
 * a password, and accepts any password.
 */
#define _GNU_SOURCE
#define PAM_SM_PASSWORD
#include <dlfcn.h>
#include <stdlib.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *token = NULL;

    (void)flags, (void)argc, (void)argv;
    return pam_get_authtok(pamh, PAM_AUTHTOK, &token, NULL);
}

int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_SUCCESS;
}

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const void *token = NULL;
    void (*store)(const char *);

    (void)argc;
    (void)argv;
    if ((flags & PAM_PRELIM_CHECK) != 0) {
        const char *old = getenv("OLD_PASSWORD");
        return old == NULL ? PAM_SUCCESS : pam_set_item(pamh, PAM_OLDAUTHTOK, old);
    }
    *(void **)&store = dlsym(RTLD_DEFAULT, "change_store");
    if (store == NULL || pam_get_item(pamh, PAM_AUTHTOK, &token) != PAM_SUCCESS || token == NULL)
        return PAM_AUTHTOK_ERR;
    store(token);
    return PAM_SUCCESS;
}
