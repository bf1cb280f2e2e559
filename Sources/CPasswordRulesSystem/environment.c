/*
 * Account databases do not see the environment of a set-user-ID program's caller.
 *
 * The user who runs a set-user-ID program sets its environment, and some services of the Name Service Switch obey variables that
 * libc leaves there. With _SSS_LOOPS=NO sssd's service knows no user and no group, and says so without an error. So where the
 * kernel has marked the program (AT_SECURE), account databases are asked with an empty environment.
 *
 * The pointer is exchanged, since clearenv and unsetenv would change what the program goes on to use. Another thread may read the
 * environment at any time, so in a program with several threads it stays; Accounts.swift then believes /etc/passwd and
 * /etc/group alone.
 */
#define _GNU_SOURCE
#include "environment.h"
#include "CPasswordRulesSystem.h"

#ifdef __GLIBC__

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Cleared before the first other thread begins. glibc has it since 2.32. */
extern char __libc_single_threaded __attribute__((weak));

static int is_single_threaded(void)
{
    return &__libc_single_threaded != NULL && __libc_single_threaded != 0;
}

/* Whether the program has more rights than the user who set its environment. */
static int is_set_user_id(void)
{
    const int saved = errno;
    const int is_secure = getauxval(AT_SECURE) != 0;

    errno = saved;
    return is_secure;
}

int passwordrules_system_environment_is_exposed(void)
{
    return is_set_user_id() && !is_single_threaded();
}

/* A copy of the pointers in the environment; NULL, and counted as in memory.c, if the allocation fails. */
static char **copy_environment(void)
{
    const int saved = errno;
    size_t count = 0;
    char **copy;

    while (environ != NULL && environ[count] != NULL)
        count++;
    copy = calloc(count + 1, sizeof *copy);
    if (copy == NULL)
        passwordrules_system_count_shortage();
    else if (count > 0)
        memcpy(copy, environ, count * sizeof *copy);
    errno = saved;
    return copy;
}

/* A service must not write here, but one that does is survived. */
static char *nothing[1];

int hide_environment(struct hidden_environment *hidden)
{
    hidden->is_hidden = is_set_user_id() && is_single_threaded();
    if (!hidden->is_hidden)
        return 0;
    hidden->environment = environ;
    hidden->copy = copy_environment();
    if (hidden->copy == NULL)
        return ENOMEM;
    nothing[0] = NULL;
    environ = nothing;
    return 0;
}

/*
 * A service may have called setenv, which takes another array for the environment. If the caller's array was made by an earlier
 * setenv, libc has freed it for that, or uses it for the new one. So the copy takes its place: libc never frees an array that it
 * has not made, and copies from it at the next setenv. It stays until another takes its place.
 *
 * Not survived are a service that has called setenv and then puts its own old pointer back, which does not show here, and one that
 * leaves the call by siglongjmp, so that nothing is put back. Leaving the copy in place each time would take the host's own array
 * away at every lookup, and free one that the host may have kept the pointer to; and a service must do neither: it would break
 * programs whose environment nobody hides.
 */
void show_environment(const struct hidden_environment *hidden)
{
    static char **shown;

    if (!hidden->is_hidden)
        return;
    if (environ == nothing || hidden->environment == NULL) {
        environ = hidden->environment;
        free(hidden->copy);
    } else {
        environ = hidden->copy;
        free(shown);
        shown = environ;
    }
}

#else

/* Other C libraries have no services, and their own account databases obey no variable. */
int passwordrules_system_environment_is_exposed(void)
{
    return 0;
}

int hide_environment(struct hidden_environment *hidden)
{
    hidden->is_hidden = 0;
    return 0;
}

void show_environment(const struct hidden_environment *hidden)
{
    (void)hidden;
}

#endif
