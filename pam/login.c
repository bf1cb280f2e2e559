/*
 * Looks up the password that was typed at a login, and tells the user if it is on a list.
 *
 * The stack calls pam_sm_authenticate once another module has accepted the password. That call only looks up
 * the password and keeps the result. pam_sm_acct_mgmt, which programs call only after a successful
 * authentication, tells the user. So a person who guesses a password, and cannot log in, never learns from this
 * module whether it is listed. Nothing here refuses a login.
 */
#define _GNU_SOURCE
#include "login.h"
#include "messages.h"
#include "opasswd.h"
#include "pam_unix.h"

#include <hashes.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

/* What an authentication found. */
struct lookup {
    int is_listed;   /* a list that could be read has the password */
    int is_complete; /* all lists could be read */
    int is_reported; /* pam_sm_acct_mgmt has counted it, and told the user */
    char user[];     /* the user's name */
};

/* The name under which libpam keeps the result. */
#define DATA_NAME "passwordrules login"

/* Called by libpam when the transaction ends or the data is replaced. */
static void free_lookup(pam_handle_t *pamh, void *lookup, int status)
{
    (void)pamh, (void)status;
    free(lookup);
}

void forget_login(pam_handle_t *pamh)
{
    /* If there is data, this needs no memory, so it cannot fail. */
    pam_set_data(pamh, DATA_NAME, NULL, NULL);
}

/* Keeps the result for pam_sm_acct_mgmt. Without memory for it, the login goes on as if nothing was listed. */
static void keep_lookup(const struct change *change, int is_listed, int is_complete)
{
    const size_t size = strlen(change->context.user) + 1;
    struct lookup *lookup = malloc(sizeof *lookup + size);

    if (lookup == NULL)
        return;
    lookup->is_listed = is_listed;
    lookup->is_complete = is_complete;
    lookup->is_reported = 0;
    memcpy(lookup->user, change->context.user, size);
    if (pam_set_data(change->pamh, DATA_NAME, lookup, free_lookup) != PAM_SUCCESS)
        free(lookup);
}

/* What the last authentication found for this user; NULL if nothing was looked up. */
static struct lookup *find_lookup(const struct change *change)
{
    const void *data = NULL;

    if (pam_get_data(change->pamh, DATA_NAME, &data) != PAM_SUCCESS || data == NULL)
        return NULL;
    struct lookup *lookup = (struct lookup *)(uintptr_t)data;
    return strcmp(lookup->user, change->context.user) == 0 ? lookup : NULL;
}

/* ---- The policy ---------------------------------------------------------------------------------------- */

/* Begins each line of the log. No line names a user, or depends on whether a password is listed. */
#define LOG_BEGINNING "passwords at logins: "

/* Whether this is the first line that a call of libpam logs, and so the only one. */
static int begins_log(struct change *change)
{
    const int is_first = !change->is_failure_reported;

    change->is_failure_reported = 1;
    return is_first;
}

/* Begins the source of a diagnostic about a user. The user's name follows, which these lines must not have. */
#define SOURCE_USER "user "

/* Logs why nothing is looked up or counted. */
static void log_cause(struct change *change, int status, const passwordrules_diagnostics *diagnostics)
{
    passwordrules_diagnostic first = PASSWORDRULES_DIAGNOSTIC_INIT;

    if (!begins_log(change))
        return;
    if (diagnostics == NULL || passwordrules_diagnostics_get(diagnostics, 0, &first) != PASSWORDRULES_OK)
        pam_syslog(change->pamh, LOG_WARNING, LOG_BEGINNING "%s", passwordrules_status_text(status));
    else if (strncmp(first.source, SOURCE_USER, strlen(SOURCE_USER)) == 0)
        pam_syslog(change->pamh, LOG_WARNING, LOG_BEGINNING "%s", first.text);
    else if (first.line == 0)
        pam_syslog(change->pamh, LOG_WARNING, LOG_BEGINNING "%s: %s", first.source, first.text);
    else
        pam_syslog(change->pamh, LOG_WARNING, LOG_BEGINNING "%s:%zu:%zu: %s", first.source, first.line,
                   first.column, first.text);
}

/* Begins a call of libpam. Returns 0 if there is no user. */
static int begin_login(struct change *change, int flags)
{
    change->context = (passwordrules_context)PASSWORDRULES_CONTEXT_INIT;
    change->context.user = item_of(change->pamh, PAM_USER);
    change->context.service = item_of(change->pamh, PAM_SERVICE);
    change->is_silent = ((unsigned)flags & PAM_SILENT) != 0;
    return change->context.user != NULL;
}

/* Loads the policy for the user. Returns PASSWORDRULES_AT_LOGIN_*; or -1 if it cannot be loaded, which is logged. */
static int find_action(struct change *change)
{
    passwordrules_diagnostics *diagnostics = NULL;
    const int status = load_for_user(change, &diagnostics);
    int action = -1;

    if (status != PASSWORDRULES_OK)
        log_cause(change, status, diagnostics);
    else
        action = passwordrules_policy_at_login(change->owned_policy, &change->context);
    passwordrules_diagnostics_free(diagnostics);
    return action;
}

/* ---- Authentication ------------------------------------------------------------------------------------ */

static void look_up(struct change *change, const char *password)
{
    int is_listed = 0;

    if (find_action(change) <= PASSWORDRULES_AT_LOGIN_NO)
        return;
    const int status = passwordrules_policy_lookup(change->owned_policy, password, strlen(password), &is_listed);
    if (status != PASSWORDRULES_OK)
        log_cause(change, status, NULL);
    keep_lookup(change, is_listed, status == PASSWORDRULES_OK);
}

__attribute__((visibility("default"))) int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc,
                                                               const char **argv)
{
    struct change change = { .pamh = pamh, .arguments = argv, .argument_count = (size_t)argc };

    forget_login(pamh);
    /* With a key, a card or NOPASSWD, no password was typed. */
    const char *password = item_of(pamh, PAM_AUTHTOK);
    if (password != NULL && password[0] != '\0' && begin_login(&change, flags))
        look_up(&change, password);
    passwordrules_policy_free(change.owned_policy);
    return PAM_IGNORE;
}

__attribute__((visibility("default"))) int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}

/* ---- The account --------------------------------------------------------------------------------------- */

/* Whether pam_unix can replace the password of this user now, and this module can save the present hash. */
static int can_store(struct change *change)
{
    passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
    struct password_record record;
    const char *path;

    if (passwordrules_policy_get_info(change->owned_policy, &info) != PASSWORDRULES_OK)
        return 0;
    if (!changes_unexpired())
        return 0;
    int error = read_password_record(change->context.user, &record, &path);
    if (error == 0) {
        const int is_changeable =
            record.is_local && record.can_be_changed && record.present.count > 0 && is_known_hash(record.present.text);
        error = is_changeable ? try_present(&record, &path) : 0;
        free_password_record(&record);
        if (!is_changeable)
            return 0;
        if (error == 0 && info.history > 0)
            error = try_opasswd(&path);
    }
    if (error != 0 && begins_log(change))
        pam_syslog(change->pamh, LOG_WARNING, LOG_BEGINNING "%s: %s", path, strerror(error));
    return error == 0;
}

/*
 * Whether a change of the password can succeed now. Otherwise the user could not log in any more, because the
 * program ends a login whose password is not changed.
 */
static int can_change(struct change *change)
{
    passwordrules_decision *decision = NULL;

    change->context.expired = 1;
    const int status =
        passwordrules_decide(change->owned_policy, &change->context, NULL, 0, PASSWORDRULES_DECIDE_AHEAD, &decision);
    const int is_possible = status == PASSWORDRULES_OK && !passwordrules_decision_refused(decision);
    passwordrules_decision_free(decision);
    return is_possible && can_store(change);
}

static void count_login(struct change *change, const struct lookup *lookup)
{
    passwordrules_diagnostics *diagnostics = NULL;
    const int status = passwordrules_policy_count_login(change->owned_policy, lookup->is_listed, &diagnostics);

    if (status != PASSWORDRULES_OK)
        log_cause(change, status, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
}

/* Tells the user. It is an error message, because other messages go to standard output, which a script may read. */
static void tell_listed(struct change *change, const char *message)
{
    change->language = find_language();
    say_paragraph(change, PAM_ERROR_MSG, translated(change, message));
}

/* Counts the login, and tells the user if the password is listed. Returns the result of pam_sm_acct_mgmt. */
static int report_login(struct change *change, struct lookup *lookup)
{
    const int action = find_action(change);

    if (action == PASSWORDRULES_AT_LOGIN_NO)
        return PAM_IGNORE;
    /*
     * What may write to the log is done for every password, listed or not. A line for listed ones alone would
     * reveal them, next to the program's line with the user's name.
     */
    if (action > PASSWORDRULES_AT_LOGIN_NO && lookup->is_complete && !lookup->is_reported)
        count_login(change, lookup);
    const int may_ask = action == PASSWORDRULES_AT_LOGIN_CHANGE && lookup->is_complete && can_change(change);
    if (!lookup->is_listed)
        return PAM_IGNORE;
    if (!lookup->is_reported)
        tell_listed(change, may_ask ? MSG_LISTED_CHANGE : MSG_LISTED);
    return may_ask ? PAM_NEW_AUTHTOK_REQD : PAM_IGNORE;
}

__attribute__((visibility("default"))) int pam_sm_acct_mgmt(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    struct change change = { .pamh = pamh, .arguments = argv, .argument_count = (size_t)argc };
    struct lookup *lookup;

    if (!begin_login(&change, flags) || (lookup = find_lookup(&change)) == NULL)
        return PAM_IGNORE;
    const int result = report_login(&change, lookup);
    lookup->is_reported = 1;
    passwordrules_policy_free(change.owned_policy);
    return result;
}
