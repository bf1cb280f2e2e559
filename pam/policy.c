/*
 * Loads the policy of a change, reports one that cannot be applied, and passes it from the first pass to the second.
 */
#define _GNU_SOURCE
#include "policy.h"
#include "messages.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

/* Finds the first error among the diagnostics; remarks may come before it. */
static int find_error(const passwordrules_diagnostics *diagnostics, passwordrules_diagnostic *diagnostic)
{
    for (size_t i = 0; i < passwordrules_diagnostics_count(diagnostics); i++)
        if (passwordrules_diagnostics_get(diagnostics, i, diagnostic) == PASSWORDRULES_OK &&
            diagnostic->severity == PASSWORDRULES_SEVERITY_ERROR)
            return 1;
    return 0;
}

/*
 * Reports a policy that cannot be applied: the reason in the log, an advice to an ordinary user, both to root. PAM_SUCCESS if
 * the change may go on unchecked, otherwise an error.
 */
static int report_broken(struct change *change, const passwordrules_diagnostics *diagnostics)
{
    int refuses =
        passwordrules_diagnostics_enforcement(diagnostics, &change->context) != PASSWORDRULES_ENFORCE_WARN;
    passwordrules_diagnostic d = { .size = sizeof d };
    char place[64] = ": ", cause[PAM_MAX_MSG_SIZE];

    if (!refuses && (change->is_preliminary || change->is_told)) /* the second pass reports it, once */
        return PAM_SUCCESS;
    change->is_told = 1;
    if (!find_error(diagnostics, &d)) {
        d.source = "passwordrules";
        d.text = "an internal error";
    }
    if (d.line > 0)
        snprintf(place, sizeof place, ":%zu:%zu: ", d.line, d.column);
    /* The command reads files; an option is in the PAM line. */
    const int is_file = d.source[0] == '/', is_mistake = d.code > 0 && d.code < PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE;
    pam_syslog(change->pamh, LOG_ERR, "%s%s%s%s%s Password change for user %s %s.", d.source, place, d.text,
               d.text[strlen(d.text) - 1] == '?' ? "" : ".", is_file ? " See \"passwordrules policy --check\"." : "",
               change->user, refuses ? "refused" : "is not checked");
    const char *heading = MSG_BROKEN;
    if (!refuses)
        heading = is_mistake ? MSG_MISTAKE_WARNED : MSG_BROKEN_WARNED;
    else if (is_read_by_root(change))
        heading = is_mistake ? MSG_MISTAKE : MSG_UNUSABLE;
    say(change, PAM_ERROR_MSG, translated(change, heading));
    if (is_read_by_root(change)) {
        /* A path may be longer than a message; the reason, which is at the end, must not be cut off. */
        size_t length = strlen(d.text), skipped = length > 200 ? length - 200 : 0;
        snprintf(cause, sizeof cause, "%.200s%s%s%s", d.source, place, skipped > 0 ? "..." : "", d.text + skipped);
        say(change, PAM_ERROR_MSG, cause);
        if (is_file)
            say(change, PAM_ERROR_MSG, translated(change, MSG_SEE_CHECK));
    }
    return refuses ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}

/* The code of a warning that the user's groups, and so the sections that apply, are in doubt. */
#define GROUPS_IN_DOUBT 311

/* Logs such warnings, and the optional lists that are skipped because they are missing or damaged. */
static void log_warnings(const struct change *change, const passwordrules_diagnostics *diagnostics)
{
    for (size_t i = 0; i < passwordrules_diagnostics_count(diagnostics); i++) {
        passwordrules_diagnostic d = { .size = sizeof d };
        char place[64] = ": ";
        if (passwordrules_diagnostics_get(diagnostics, i, &d) != PASSWORDRULES_OK)
            continue;
        if (d.line > 0)
            snprintf(place, sizeof place, ":%zu:%zu: ", d.line, d.column);
        if (d.code == GROUPS_IN_DOUBT)
            pam_syslog(change->pamh, LOG_WARNING, "in doubt: %s: %s.", d.source, d.text);
        else
            pam_syslog(change->pamh, LOG_WARNING,
                       "%s%s%s. It is optional, so the new password of user %s is not compared with it.", d.source, place,
                       d.text, change->user);
    }
}

int load_policy(struct change *change, const struct options *options)
{
    unsigned flags = PASSWORDRULES_POLICY_ONE_CHANGE;
    /* With rules in the PAM line, a file is only required if the line names one. */
    for (size_t i = 0; i < options->setting_count; i++)
        if (options->config == NULL && strncmp(options->settings[i], "rules=", 6) == 0)
            flags |= PASSWORDRULES_POLICY_OPTIONAL;

    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    int status = passwordrules_policy_load(options->config, options->settings, options->setting_count, flags, &policy,
                                           &diagnostics);
    if (status == PASSWORDRULES_OK) {
        passwordrules_diagnostics_free(diagnostics);
        status = passwordrules_policy_for_user(policy, change->context.user, &change->policy, &diagnostics);
        passwordrules_policy_free(policy);
        if (status == PASSWORDRULES_OK)
            log_warnings(change, diagnostics);
    }
    if (status == PASSWORDRULES_ENOMEM) {
        pam_syslog(change->pamh, LOG_CRIT, "out of memory. Password change for user %s refused.", change->user);
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
        status = PAM_BUF_ERR;
    } else if (status != PASSWORDRULES_OK)
        status = report_broken(change, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    return status;
}

/* What the first pass stores for the second. */
struct prepared {
    const char **argv; /* identifies the PAM line: several may have this module, and their arguments stay in place */
    passwordrules_policy *policy;
    char user[];
};

static const char prepared_name[] = "passwordrules";

static void free_prepared(pam_handle_t *pamh, void *data, int status)
{
    struct prepared *prepared = data;

    (void)pamh, (void)status;
    passwordrules_policy_free(prepared->policy);
    free(prepared);
}

void leave_policy(struct change *change, const char **argv)
{
    size_t size = strlen(change->context.user) + 1;
    struct prepared *prepared = malloc(sizeof *prepared + size);

    if (prepared != NULL) {
        prepared->argv = argv;
        memcpy(prepared->user, change->context.user, size);
        prepared->policy = change->policy;
        change->policy = NULL;
        if (pam_set_data(change->pamh, prepared_name, prepared, free_prepared) == PAM_SUCCESS)
            return;
        free_prepared(change->pamh, prepared, 0);
    }
    pam_set_data(change->pamh, prepared_name, NULL, NULL);
}

int take_policy(struct change *change, const char **argv)
{
    const void *data = NULL;

    if (pam_get_data(change->pamh, prepared_name, &data) != PAM_SUCCESS || data == NULL)
        return 0;
    struct prepared *prepared = (struct prepared *)(uintptr_t)data;
    if (prepared->policy == NULL || prepared->argv != argv || strcmp(prepared->user, change->context.user) != 0 ||
        !passwordrules_policy_is_current(prepared->policy))
        return 0;
    change->policy = prepared->policy;
    prepared->policy = NULL;
    return 1;
}
