/*
 * Hides the environment of a set-user-ID program's caller from account databases. environment.c explains why.
 *
 * Each query of an account database, by libc or by CNameServices, is made between these two functions.
 */
#ifndef CPASSWORDRULESSYSTEM_ENVIRONMENT_H
#define CPASSWORDRULESSYSTEM_ENVIRONMENT_H

struct hidden_environment {
    int is_hidden;
    char **environment; /* the caller's */
    char **copy;        /* of its pointers */
};

/* Hides the environment in a set-user-ID program with one thread. 0, or ENOMEM, with nothing changed. */
int hide_environment(struct hidden_environment *hidden);
/* Restores the environment. Must not be called after an error. */
void show_environment(const struct hidden_environment *hidden);

#endif
