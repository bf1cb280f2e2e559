/*
 * Account databases do not see the environment of a set-user-ID program's caller: see environment.c.
 *
 * Every call of an account database, by libc or by CNameServices, is made between the two functions.
 */
#ifndef CPASSWORDRULESSYSTEM_ENVIRONMENT_H
#define CPASSWORDRULESSYSTEM_ENVIRONMENT_H

struct hidden_environment {
    int is_hidden;
    char **environment; /* the caller's */
    char **copy;        /* of its pointers */
};

/* Hides the environment if it is the caller's of a set-user-ID program with one thread. 0, or ENOMEM, and nothing was changed. */
int hide_environment(struct hidden_environment *hidden);
/* Puts it back. Not to be called after an error. */
void show_environment(const struct hidden_environment *hidden);

#endif
