/* The part of a cycle about policies and blocklists. */
#include "cycle.h"

#include <string.h>

/* ---- Policies ---- */

/* What a policy, which may be NULL, says in one context. */
static void use_policy(const passwordrules_policy *policy, const passwordrules_context *context,
                       struct transcript *transcript)
{
    static const char *const passwords[] = {"Correct-Horse-9", "Password1", "alice-ALICE-11", "racecar", ""};
    struct bracketed data;
    passwordrules_language language = brackets(&data);
    passwordrules_policy_info info = {.size = sizeof info}, wrong = {.size = 1};
    note(transcript, "info", passwordrules_policy_get_info(policy, &info));
    note(transcript, "retry", info.retry);
    note(transcript, "is current", passwordrules_policy_is_current(policy));
    note(transcript, "account unknown", info.account_unknown);
    note(transcript, "info of a wrong size", passwordrules_policy_get_info(policy, &wrong));
    note(transcript, "enforcement", passwordrules_policy_enforcement(policy, context));
    for (size_t size = 4096; size > 0; size = size > 2 ? 2 : 0) {
        char buffer[4096] = "";
        size_t needed = 0;
        int status = passwordrules_policy_describe(policy, context, buffer, size, &needed);
        note_written(transcript, "describe", status, buffer, size, needed);
        status = passwordrules_policy_describe_in(policy, context, &language, buffer, size, &needed);
        note_written(transcript, "describe in brackets", status, buffer, size, needed);
        status = passwordrules_policy_suggest(policy, context, buffer, size, &needed);
        note(transcript, "suggest", status);
        note(transcript, "suggested", status == PASSWORDRULES_OK ? needed == strlen(buffer) + 1 : buffer[0]);
        memset(buffer, 0, sizeof buffer);
    }
    for (size_t index = 0; index < sizeof passwords / sizeof *passwords; index++) {
        passwordrules_report *report = NULL;
        const char *password = passwords[index];
        note(transcript, "policy check", passwordrules_policy_check(policy, context, password, strlen(password), &report));
        note_report(transcript, report);
        passwordrules_report_free(report);
        char suggestion[PASSWORDRULES_GENERATE_MAX + 1] = "";
        int status = passwordrules_policy_check_suggesting(policy, context, password, strlen(password), &report, suggestion,
                                                           index == 0 ? 2 : sizeof suggestion);
        note(transcript, "check and suggest", status);
        note(transcript, "suggested", suggestion[0] != '\0');
        if (status == PASSWORDRULES_OK) {
            note_report(transcript, report);
            passwordrules_report_free(report);
        }
        memset(suggestion, 0, sizeof suggestion);
    }
}

/* The account of a user whom this machine does not know, with whose names a policy compares the password. */
static void find_nobody(const char *path, struct transcript *transcript)
{
    const char *setting = "full-name=reject";
    const passwordrules_context context = {.size = sizeof context, .user = "no-such-user"};
    passwordrules_policy *policy = NULL, *found = NULL;
    passwordrules_report *report = NULL;
    note(transcript, "load", passwordrules_policy_load(path, &setting, 1, 0, &policy, NULL));
    note(transcript, "for user", passwordrules_policy_for_user(policy, context.user, &found, NULL));
    note(transcript, "check", passwordrules_policy_check(found, &context, "Correct-Horse-9", 15, &report));
    passwordrules_report_free(report);
    passwordrules_policy_free(found);
    passwordrules_policy_free(policy);
}

static void load(const char *path, const char *const *settings, size_t count, unsigned flags,
                 struct transcript *transcript)
{
    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    note(transcript, "load", passwordrules_policy_load(path, settings, count, flags, &policy, &diagnostics));
    note_diagnostics(transcript, diagnostics);
    passwordrules_policy_free(policy);
}

static void find(const passwordrules_policy *policy, const char *user, const passwordrules_context *context,
                 struct transcript *transcript)
{
    passwordrules_policy *found = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    note(transcript, "for user", passwordrules_policy_for_user(policy, user, &found, &diagnostics));
    note_diagnostics(transcript, diagnostics);
    use_policy(found, context, transcript);
    passwordrules_policy_free(found);
}

void use_policies(const struct shared *shared, struct transcript *transcript)
{
    const passwordrules_context context = {
        .size = sizeof context, .user = "alice", .full_name = "Alice Liddell", .home = "/home/alice",
        .old_password = "9-esroH-tcerroC", .old_password_length = 15};
    const passwordrules_context wrong = {.size = 1};
    const char *settings[] = {"rules=minlength: 8", "retry=9"}, *mistakes[] = {"retry=many", "no-such-key=1"};
    const struct files *files = shared->files;

    load(files->policy, NULL, 0, 0, transcript);
    load(files->policy, settings, 2, 0, transcript);
    load(files->policy, mistakes, 2, 0, transcript);
    load(files->broken, NULL, 0, 0, transcript);
    load("/nonexistent/policy", NULL, 0, 0, transcript);
    load("/nonexistent/policy", settings, 2, PASSWORDRULES_POLICY_OPTIONAL, transcript);
    load(files->policy, NULL, 2, 0, transcript);
    load(files->policy, settings, 2, PASSWORDRULES_POLICY_ONE_CHANGE, transcript);

    find(shared->policy, "alice", &context, transcript);
    find(shared->policy, "root", &context, transcript);
    find(NULL, "alice", &context, transcript);
    find_nobody(files->policy, transcript);
    use_policy(shared->policy, NULL, transcript);
    use_policy(shared->policy, &wrong, transcript);

    passwordrules_policy *partial = NULL;
    note(transcript, "partial", passwordrules_policy_load(files->partial, NULL, 0, 0, &partial, NULL));
    find(partial, "mabel", &context, transcript);
    passwordrules_policy_free(partial);
}

/* ---- Blocklists ---- */

static void look_up(const passwordrules_blocklist *list, const char *password, size_t length, int match,
                    struct transcript *transcript)
{
    int found = -1;
    note(transcript, "look-up", passwordrules_blocklist_lookup(list, password, length, match, &found));
    note(transcript, "found", found);
}

static void look_up_all(const passwordrules_blocklist *list, struct transcript *transcript)
{
    passwordrules_blocklist_info info = {.size = sizeof info}, wrong = {.size = 1};
    /* An invalid match. */
    for (int match = PASSWORDRULES_MATCH_AS_BUILT; match <= PASSWORDRULES_MATCH_MANGLED + 1; match++) {
        look_up(list, "password", 8, match, transcript);
        look_up(list, "!P4SSW0RD7", 10, match, transcript);
        look_up(list, "xq\xFF\0zkvw", 8, match, transcript);
        look_up(list, NULL, 3, match, transcript);
    }
    note(transcript, "into nothing", passwordrules_blocklist_lookup(list, "x", 1, 0, NULL));
    note(transcript, "info", passwordrules_blocklist_get_info(list, &info));
    note(transcript, "count", (long long)info.count);
    note(transcript, "info of a wrong size", passwordrules_blocklist_get_info(list, &wrong));
}

void use_blocklists(const struct shared *shared, struct transcript *transcript)
{
    const struct files *files = shared->files;
    const char *const paths[] = {files->damaged, files->short_list, files->policy, files->folder, "/nonexistent", NULL};
    look_up_all(shared->list, transcript);
    look_up_all(NULL, transcript);
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
        passwordrules_blocklist *list = NULL;
        passwordrules_diagnostics *diagnostics = NULL;
        note(transcript, "open", passwordrules_blocklist_open(paths[index], PASSWORDRULES_BLOCKLIST_ONE_LOOKUP, &list, NULL));
        if (list != NULL)
            look_up_all(list, transcript);
        passwordrules_blocklist_free(list);
        list = NULL;
        note(transcript, "open", passwordrules_blocklist_open(paths[index], 0, &list, &diagnostics));
        note_diagnostics(transcript, diagnostics);
        if (list != NULL)
            look_up_all(list, transcript);
        passwordrules_blocklist_free(list);
    }
}
