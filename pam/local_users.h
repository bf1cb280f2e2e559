/* local_users.h - whether a user has a line in the machine's own /etc/passwd */
#ifndef PAM_PASSWORDRULES_LOCAL_USERS_H
#define PAM_PASSWORDRULES_LOCAL_USERS_H

/* 1, or 0; -1 if the file cannot be read. Borrows the name. */
int is_in_passwd(const char *user);

#endif
