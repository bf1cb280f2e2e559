/*
 * login.h - passwords that are found on a list at a login
 */
#ifndef PAM_PASSWORDRULES_LOGIN_H
#define PAM_PASSWORDRULES_LOGIN_H

#include <security/pam_modules.h>

/* Forgets what the last authentication of this transaction found: the password has been changed since. */
void forget_login(pam_handle_t *pamh);

#endif
