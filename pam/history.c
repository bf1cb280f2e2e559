/*
 * Compares the new password with earlier ones, and saves the present one.
 */
#define _GNU_SOURCE
#include "history.h"
#include "decision.h"
#include "opasswd.h"

#include <hashes.h>

#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

/* Logs why a file cannot be used. */
static void log_failure(const struct change *change, const char *path, int error)
{
    pam_syslog(change->pamh, LOG_ERR, "%s: %s", path, strerror(error));
}

/*
 * Adds to the decision that the history is unknown, and shows that. Returns PAM_SUCCESS if the change may go
 * on.
 */
static int report_unknown(struct change *change)
{
    const int status = passwordrules_decision_add_history(change->decision, change->policy, &change->context,
                                                          PASSWORDRULES_HISTORY_UNKNOWN);

    change->context.has_history = 0;
    if (status != PASSWORDRULES_OK)
        return fail_to_load(change, status);
    if (!tell_decision(change))
        return fail_to_load(change, PASSWORDRULES_ENOMEM);
    return passwordrules_decision_refused(change->decision) ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}

int prepare_history(struct change *change)
{
    struct password_record record;
    const char *path;

    change->context.has_history = 0;
    if (change->info.history == 0)
        return PAM_SUCCESS;
    const int error = read_password_record(change->context.user, &record, &path);
    if (error != 0) {
        log_failure(change, path, error);
        return report_unknown(change);
    }
    change->context.has_history = record.is_local;
    free_password_record(&record);
    return PAM_SUCCESS;
}

/*
 * Compares a password with the present hash, and with the latest `count` of the earlier ones. All of these are
 * compared, so that the time does not tell which one matches. Returns PASSWORDRULES_HISTORY_*.
 */
static int compare(const char *token, const struct password_record *record, size_t count)
{
    const size_t end = count_earlier(record);
    int result = PASSWORDRULES_HISTORY_NEW;

    for (size_t i = end > count ? end - count : 0; i <= end; i++) {
        if (i == end && record->present.count == 0)
            break;
        const char *hash = i < end ? hash_at(&record->earlier, i) : record->present.text;
        const enum hash_match match = match_hash(token, hash);
        if (match == HASH_FAILED)
            return PASSWORDRULES_HISTORY_UNKNOWN;
        if (match == HASH_MATCHES)
            result = PASSWORDRULES_HISTORY_USED;
    }
    return result;
}

int compare_history(struct change *change, const char *token)
{
    passwordrules_decision_info info = PASSWORDRULES_DECISION_INFO_INIT;
    struct password_record record;
    const char *path;

    int status = passwordrules_decision_get_info(change->decision, &info);
    if (status != PASSWORDRULES_OK || info.history == 0)
        return status;
    int result = PASSWORDRULES_HISTORY_UNKNOWN;
    const int error = read_password_record(change->context.user, &record, &path);
    if (error != 0) {
        log_failure(change, path, error);
    } else {
        result = compare(token, &record, info.history);
        if (result == PASSWORDRULES_HISTORY_UNKNOWN)
            pam_syslog(change->pamh, LOG_ERR, "libcrypt cannot compare with a hash of %s now", change->account);
        free_password_record(&record);
    }
    return passwordrules_decision_add_history(change->decision, change->policy, &change->context, result);
}

int save_history(struct change *change)
{
    const char *path;

    if (change->context.has_history == 0 || change->enforcement == PASSWORDRULES_ENFORCE_NO)
        return PAM_SUCCESS;
    const int error = save_present_hash(change->context.user, change->info.history, &path);
    if (error == 0)
        return PAM_SUCCESS;
    log_failure(change, path, error);
    return report_unknown(change);
}
