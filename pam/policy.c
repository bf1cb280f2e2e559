/*
 * Loads the policy of a change, and passes it from the first pass to the second.
 */
#define _GNU_SOURCE
#include "change.h"
#include "decision.h"

#include <stdint.h>
#include <stdio.h>

#include <security/pam_modules.h>

int load_for_user(struct change *change, passwordrules_diagnostics **diagnostics)
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
    passwordrules_decision *decision = NULL;
    const int status = load_for_user(change, &diagnostics);
    const int decided = passwordrules_decide_load(status, diagnostics, &change->context, 0, &decision);

    passwordrules_diagnostics_free(diagnostics);
    change->policy = change->owned_policy;
    if (!adopt_decision(change, decided, decision))
        return fail_to_load(change, decided);
    if (change->policy != NULL) {
        log_decision(change);
        return PAM_SUCCESS;
    }
    const int is_refused = passwordrules_decision_refused(decision);
    /* If the change is not refused, the failure is reported once, in the second pass. */
    if (!is_refused && (change->is_preliminary || change->is_failure_reported))
        return PAM_SUCCESS;
    change->is_failure_reported = 1;
    if (!tell_decision(change))
        return fail_to_load(change, PASSWORDRULES_ENOMEM);
    if (!is_refused)
        return PAM_SUCCESS;
    return status == PASSWORDRULES_EPOLICY ? PAM_AUTHTOK_ERR : PAM_BUF_ERR;
}

/*
 * Writes the name under which libpam keeps the policy: the address of the PAM line, since a stack may have
 * several of our lines, and the user. Returns 0 if it does not fit.
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
