/*
 * pam_unix.h - what this module has to know of pam_unix(8), which stores the passwords
 */
#ifndef PAM_PASSWORDRULES_PAM_UNIX_H
#define PAM_PASSWORDRULES_PAM_UNIX_H

/*
 * Whether pam_unix is loaded, and changes a password that has not expired even if the program asks for the change
 * of an expired one (PAM_CHANGE_EXPIRED_AUTHTOK), as login(1) and sshd(8) do. Since Linux-PAM 1.7.2 it does not.
 */
int changes_unexpired(void);

#endif
