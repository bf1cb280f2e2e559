/*
 * Loads the policy of a change, and passes it from the first pass to the second.
 */
#define _GNU_SOURCE
#include "change.h"
#include "diagnostics.h"
#include "messages.h"

#include <stdint.h>
#include <stdio.h>
#include <syslog.h>

#include <security/pam_ext.h>

/* Loads the policy that the PAM line names, as it applies to the user. Returns a status of the library. */
static int load_for_user(struct change *change, passwordrules_diagnostics **diagnostics)
{
    passwordrules_policy *policy = NULL;
    int status = passwordrules_policy_load_pam_line(change->arguments, change->argument_count, &policy, diagnostics);

    if (status != PASSWORDRULES_OK)
        return status;
    passwordrules_diagnostics_free(*diagnostics);
    *diagnostics = NULL;
    status = passwordrules_policy_for_user(policy, change->context.user, &change->owned_policy, diagnostics);
    passwordrules_policy_free(policy);
    return status;
}

int load_policy(struct change *change)
{
    passwordrules_diagnostics *diagnostics = NULL;
    const int status = load_for_user(change, &diagnostics);
    int result = PAM_BUF_ERR;

    change->policy = change->owned_policy;
    if (status == PASSWORDRULES_OK) {
        log_warnings(change, diagnostics);
        result = PAM_SUCCESS;
    } else if (status == PASSWORDRULES_EPOLICY)
        result = report_broken_policy(change, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    if (result == PAM_BUF_ERR) {
        pam_syslog(change->pamh, LOG_CRIT, "%s. Password change for user %s refused.",
                   passwordrules_status_text(status), change->printable_user);
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
    }
    return result;
}

/*
 * Writes the name under which libpam keeps the policy. It has the address of the PAM line, since a stack may
 * have several of ours, and the user. Returns 0 if it does not fit.
 */
static int write_data_name(const struct change *change, char *name, size_t size)
{
    return snprintf(name, size, "passwordrules %p %s", (void *)change->arguments, change->context.user) < (int)size;
}

/* Called by libpam when the transaction ends or the policy is replaced. */
static void free_policy(pam_handle_t *pamh, void *policy, int status)
{
    (void)pamh, (void)status;
    passwordrules_policy_free(policy);
}

void keep_policy(struct change *change)
{
    char name[512];

    if (write_data_name(change, name, sizeof name) &&
        pam_set_data(change->pamh, name, change->owned_policy, free_policy) == PAM_SUCCESS)
        change->owned_policy = NULL;
}

int find_policy(struct change *change)
{
    char name[512];
    const void *kept = NULL;

    if (!write_data_name(change, name, sizeof name))
        return 0;
    if (pam_get_data(change->pamh, name, &kept) != PAM_SUCCESS || kept == NULL)
        return 0;
    if (!passwordrules_policy_is_current(kept))
        return 0;
    change->policy = (passwordrules_policy *)(uintptr_t)kept;
    return 1;
}
