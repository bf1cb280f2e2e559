/*
 * Hides the environment of a set-user-ID program's caller from account databases.
 *
 * The user who runs a set-user-ID program sets its environment, and some services of the Name Service Switch
 * obey variables that libc does not remove. With _SSS_LOOPS=NO, sssd's service answers that there are no
 * users and no groups, without an error. So if the kernel has marked the program (AT_SECURE), account
 * databases are asked with an empty environment.
 *
 * The pointer is exchanged, because clearenv and unsetenv would change the environment that the program still
 * uses. Another thread may read the environment at any time. So a program with several threads keeps it, and
 * Accounts.swift then trusts /etc/passwd and /etc/group alone.
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

/* Cleared before the second thread starts. In glibc since 2.32. */
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
        passwordrules_system_count_allocation_failure();
    else if (count > 0)
        memcpy(copy, environ, count * sizeof *copy);
    errno = saved;
    return copy;
}

/* A service must not write here; one that does causes no harm. */
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
 * A service may have called setenv, which makes a new array for the environment. If the program's array came
 * from an earlier setenv, libc has now freed it, or reused it as the new one. So the copy takes its place.
 * libc never frees an array that it did not make; the next setenv copies from it. The copy is used until
 * another replaces it.
 *
 * Two kinds of services still break this: one that calls setenv and then restores its own old pointer, which
 * cannot be seen here; and one that leaves the call by siglongjmp, so that nothing is restored. Services must
 * do neither, because it would also break programs that hide nothing. The copy is not used every time: that
 * would replace the program's own array at each lookup, and free one that the program may still point to.
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

/* Other C libraries have no services, and their account databases ignore the environment. */
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
