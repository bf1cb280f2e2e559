/*
 * Loads the policy of a change, reports one that cannot be applied, and passes it from the first pass to the second.
 */
#define _GNU_SOURCE
#include "change.h"
#include "messages.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

/*
 * Reports a policy that cannot be applied: the first error, and every one of the PAM line, in the log and to root, an advice to an
 * ordinary user. PAM_SUCCESS if the change may go on unchecked, otherwise an error.
 */
static int report_broken(struct change *change, const passwordrules_diagnostics *diagnostics)
{
    const int refuses =
        passwordrules_diagnostics_enforcement(diagnostics, &change->context) != PASSWORDRULES_ENFORCE_WARN;
    passwordrules_diagnostic d = { .size = sizeof d };
    char place[64];
    int count = 0;

    if (!refuses && (change->is_preliminary || change->is_told)) /* the second pass reports it, once */
        return PAM_SUCCESS;
    change->is_told = 1;
    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++) {
        /* Remarks may come before it. */
        if (d.severity != PASSWORDRULES_SEVERITY_ERROR || (count > 0 && is_file(&d)))
            continue;
        if (count++ == 0)
            say_broken(change, &d, refuses);
        pam_syslog(change->pamh, LOG_ERR, "%s%s%s%s%s Password change for user %s %s.", d.source,
                   place_of(&d, place, sizeof place), d.text, d.text[strlen(d.text) - 1] == '?' ? "" : ".",
                   is_file(&d) ? " See \"passwordrules policy --check\"." : "", change->user,
                   refuses ? "refused" : "is not checked");
        if (is_read_by_root(change) && d.code != PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT)
            say_error(change, &d);
    }
    return refuses ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}

/* Logs doubts about the user's groups, and so the sections that apply, and the optional lists that are skipped. */
static void log_warnings(const struct change *change, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic d = { .size = sizeof d };
    char place[64];

    for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK; i++)
        if (d.code == PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT)
            pam_syslog(change->pamh, LOG_WARNING, "in doubt: %s: %s.", d.source, d.text);
        else
            pam_syslog(change->pamh, LOG_WARNING,
                       "%s%s%s. It is optional, so the new password of user %s is not compared with it.", d.source,
                       place_of(&d, place, sizeof place), d.text, change->user);
}

int load_policy(struct change *change)
{
    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    int status = passwordrules_policy_load_pam_line(change->arguments, change->argument_count, &policy, &diagnostics);

    if (status == PASSWORDRULES_OK) {
        passwordrules_diagnostics_free(diagnostics);
        status = passwordrules_policy_for_user(policy, change->context.user, &change->owned, &diagnostics);
        passwordrules_policy_free(policy);
    }
    change->policy = change->owned;
    if (status == PASSWORDRULES_OK)
        log_warnings(change, diagnostics);
    else if (status == PASSWORDRULES_EPOLICY)
        status = report_broken(change, diagnostics);
    else {
        pam_syslog(change->pamh, LOG_CRIT, "%s. Password change for user %s refused.", passwordrules_status_text(status),
                   change->user);
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
        status = PAM_BUF_ERR;
    }
    passwordrules_diagnostics_free(diagnostics);
    return status;
}

/* Writes the name under which libpam keeps the policy: of this PAM line, of which there may be several, and this user. */
static int write_name(const struct change *change, char *name, size_t size)
{
    return snprintf(name, size, "passwordrules %p %s", (void *)change->arguments, change->context.user) < (int)size;
}

static void free_policy(pam_handle_t *pamh, void *policy, int status)
{
    (void)pamh, (void)status;
    passwordrules_policy_free(policy);
}

void keep_policy(struct change *change)
{
    char name[512];

    if (write_name(change, name, sizeof name) &&
        pam_set_data(change->pamh, name, change->owned, free_policy) == PAM_SUCCESS)
        change->owned = NULL;
}

int find_policy(struct change *change)
{
    char name[512];
    const void *kept = NULL;

    if (!write_name(change, name, sizeof name) || pam_get_data(change->pamh, name, &kept) != PAM_SUCCESS ||
        kept == NULL || !passwordrules_policy_is_current(kept))
        return 0;
    change->policy = (passwordrules_policy *)(uintptr_t)kept;
    return 1;
}
