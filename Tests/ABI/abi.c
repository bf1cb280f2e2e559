/* The shared parts of the ABI tests, and the order in which they run. */
#include "abi.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Objects and structs ---- */

passwordrules_rules *rules_of(const char *descriptor)
{
    passwordrules_rules *rules;
    assert_int_equal(passwordrules_parse(descriptor, strlen(descriptor), 0, &rules, NULL), PASSWORDRULES_OK);
    assert_non_null(rules);
    return rules;
}

passwordrules_report *report_of(const passwordrules_rules *rules, const char *password, unsigned flags)
{
    passwordrules_report *report;
    assert_int_equal(passwordrules_check(rules, password, strlen(password), flags, &report), PASSWORDRULES_OK);
    assert_non_null(report);
    return report;
}

int accepts(const passwordrules_rules *rules, const char *password, unsigned flags)
{
    passwordrules_report *report = report_of(rules, password, flags);
    int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return accepted;
}

passwordrules_policy *policy_of(const char *first, const char *second)
{
    const char *settings[] = {first, second};
    return policy_with(settings, second != NULL ? 2 : 1);
}

passwordrules_policy *policy_with(const char *const *settings, size_t count)
{
    passwordrules_policy *policy;
    assert_int_equal(passwordrules_policy_load(NULL, settings, count, PASSWORDRULES_POLICY_ALONE, &policy, NULL),
                     PASSWORDRULES_OK);
    assert_non_null(policy);
    return policy;
}

int policy_accepts(const passwordrules_policy *policy, const char *password)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report;
    assert_int_equal(passwordrules_policy_check(policy, &context, password, strlen(password), &report),
                     PASSWORDRULES_OK);
    int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return accepted;
}

passwordrules_context context_of(int by_administrator, int expired)
{
    return (passwordrules_context){
        .size = sizeof(passwordrules_context), .by_administrator = by_administrator, .expired = expired, .service = "passwd"};
}

passwordrules_diagnostic diagnostic_at(const passwordrules_diagnostics *diagnostics, size_t index)
{
    passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
    assert_int_equal(passwordrules_diagnostics_get(diagnostics, index, &diagnostic), PASSWORDRULES_OK);
    return diagnostic;
}

passwordrules_outcome outcome_at(const passwordrules_report *report, size_t index)
{
    passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
    assert_int_equal(passwordrules_report_outcome(report, index, &outcome), PASSWORDRULES_OK);
    return outcome;
}

/* ---- Policy files ---- */

#define FOLDER_TEMPLATE "/tmp/passwordrules-abi-XXXXXX"

static char folder[sizeof(FOLDER_TEMPLATE)];
char policy_path[sizeof(folder) + 16];
char other_path[sizeof(folder) + 16];
char drop_in_folder[sizeof(folder) + 16];

int make_folder(void **state)
{
    (void)state;
    strcpy(folder, FOLDER_TEMPLATE);
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(policy_path, sizeof(policy_path), "%s/policy", folder);
    snprintf(other_path, sizeof(other_path), "%s/other", folder);
    snprintf(drop_in_folder, sizeof(drop_in_folder), "%s/policy.d", folder);
    return 0;
}

int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int remove_files(void **state)
{
    (void)state;
    remove(policy_path);
    remove(other_path);
    DIR *directory = opendir(drop_in_folder);
    if (directory != NULL) {
        struct dirent *entry;
        while ((entry = readdir(directory)) != NULL) {
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
                unlinkat(dirfd(directory), entry->d_name, 0);
        }
        closedir(directory);
    }
    remove(drop_in_folder);
    return 0;
}

void write_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, length, stream), length);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

void write_policy(const char *text)
{
    write_bytes(policy_path, text, strlen(text));
}

void write_drop_in(const char *name, const char *text)
{
    char path[512];
    mkdir(drop_in_folder, 0700);
    snprintf(path, sizeof(path), "%s/%s", drop_in_folder, name);
    write_bytes(path, text, strlen(text));
}

passwordrules_policy *load_policy(const char *const *settings, size_t count)
{
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_policy_load(policy_path, settings, count, 0, &policy, &diagnostics),
                     PASSWORDRULES_OK);
    assert_non_null(policy);
    assert_null(diagnostics);
    return policy;
}

passwordrules_diagnostics *fail_to_load(const char *setting, unsigned flags)
{
    passwordrules_policy *policy = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    size_t count = setting != NULL ? 1 : 0;
    assert_int_equal(passwordrules_policy_load(policy_path, &setting, count, flags, &policy, &diagnostics),
                     PASSWORDRULES_EPOLICY);
    assert_null(policy);
    assert_non_null(diagnostics);
    assert_int_equal(diagnostic_at(diagnostics, 0).severity, PASSWORDRULES_SEVERITY_ERROR);
    assert_string_not_equal(diagnostic_at(diagnostics, 0).text, "");
    return diagnostics;
}

void assert_enforcement(passwordrules_diagnostics *diagnostics, int by_administrator)
{
    passwordrules_context user = context_of(0, 0), root = context_of(1, 0), expired = context_of(1, 1);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &user), PASSWORDRULES_ENFORCE_YES);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &root), by_administrator);
    assert_int_equal(passwordrules_diagnostics_enforcement(diagnostics, &expired), PASSWORDRULES_ENFORCE_YES);
    passwordrules_diagnostics_free(diagnostics);
}

/* ---- Blocklists ---- */

void path_beside(char *path, size_t size, const char *relative)
{
    const char *slash = strrchr(__FILE__, '/');
    assert_non_null(slash);
    snprintf(path, size, "%.*s/../%s", (int)(slash - __FILE__), __FILE__, relative);
}

struct list *common_list(void)
{
    static struct list list;
    if (list.length == 0) {
        char path[512];
        path_beside(path, sizeof(path), "../build/common.blocklist");
        FILE *stream = fopen(path, "r");
        assert_non_null(stream);
        list.length = fread(list.bytes, 1, sizeof(list.bytes), stream);
        assert_in_range(list.length, 100, sizeof(list.bytes) - 1);
        fclose(stream);
    }
    return &list;
}

void write_list(void)
{
    write_bytes(other_path, common_list()->bytes, common_list()->length);
}

passwordrules_blocklist *open_list(unsigned flags)
{
    passwordrules_blocklist *blocklist = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_blocklist_open(other_path, flags, &blocklist, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(blocklist);
    assert_null(diagnostics);
    return blocklist;
}

int look_up(const passwordrules_blocklist *blocklist, const char *password, int match)
{
    int found = 12345;
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, password, strlen(password), match, &found),
                     PASSWORDRULES_OK);
    return found;
}

/* ---- Ranked words ---- */

const char *common_ranks(void)
{
    static char path[1024];
    if (path[0] == '\0') {
        char beside[512];
        path_beside(beside, sizeof(beside), "../build/common.ranks");
        /* A policy needs an absolute path. */
        if (beside[0] != '/' && getcwd(path, sizeof(path) - sizeof(beside)) != NULL)
            strcat(path, "/");
        strcat(path, beside);
    }
    return path;
}

passwordrules_ranks *open_ranks(void)
{
    const char *path = common_ranks();
    passwordrules_ranks *ranks = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_ranks_open(&path, 1, &ranks, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(ranks);
    assert_null(diagnostics);
    return ranks;
}

passwordrules_strength *estimate_of(const passwordrules_ranks *ranks, const char *password)
{
    passwordrules_strength *strength = STALE;
    assert_int_equal(passwordrules_strength_estimate(ranks, NULL, password, strlen(password), &strength), PASSWORDRULES_OK);
    assert_non_null(strength);
    return strength;
}

passwordrules_policy *policy_of_guesses(const char *setting)
{
    char words[1100];
    snprintf(words, sizeof(words), "ranked-words=%s", common_ranks());
    /* The bundled list need not be installed. */
    const char *settings[] = {"min-guesses=10^10", "ranked-words=", words, setting};
    return policy_with(settings, setting != NULL ? 4 : 3);
}

passwordrules_report *refused_as_easy_to_guess(const char *password)
{
    passwordrules_policy *policy = policy_of_guesses(NULL);
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report = STALE;
    assert_int_equal(passwordrules_policy_check(policy, &context, password, strlen(password), &report), PASSWORDRULES_OK);
    assert_int_equal(passwordrules_report_accepted(report), 0);
    passwordrules_policy_free(policy);
    return report;
}

int count_open_files(void)
{
    int count = 0;
    struct stat status;
    /* These tests never have 256 files open. Not every system has /proc/self/fd. */
    for (int descriptor = 0; descriptor < 256; descriptor++)
        count += fstat(descriptor, &status) == 0;
    return count;
}

/* ---- Text in buffers ---- */

/* Calls `write` with a buffer of this size that is followed by a guard, and checks that the guard is unchanged. Returns
 * the buffer, which the caller frees. */
static char *write_guarded(write_text *write, const void *subject, size_t size, int expected_status,
                           size_t expected_needed)
{
    static const char guard[] = "GUARD";
    char *buffer = malloc(size + sizeof(guard));
    size_t needed = 12345;
    assert_non_null(buffer);
    memset(buffer, '#', size);
    memcpy(buffer + size, guard, sizeof(guard));
    assert_int_equal(write(subject, buffer, size, &needed), expected_status);
    assert_int_equal(needed, expected_needed);
    assert_memory_equal(buffer + size, guard, sizeof(guard));
    return buffer;
}

size_t assert_writes_text(write_text *write, const void *subject)
{
    size_t needed = 0;
    assert_int_equal(write(subject, NULL, 0, &needed), PASSWORDRULES_ERANGE);
    assert_true(needed >= 1);
    assert_int_equal(write(subject, NULL, 0, NULL), PASSWORDRULES_ERANGE);
    assert_int_equal(write(subject, NULL, needed, NULL), PASSWORDRULES_EINVAL);

    const size_t too_small[] = {0, 1, needed - 1};
    for (size_t index = 0; index < sizeof(too_small) / sizeof(*too_small); index++) {
        if (too_small[index] >= needed)
            continue;
        char *buffer = write_guarded(write, subject, too_small[index], PASSWORDRULES_ERANGE, needed);
        if (too_small[index] > 0)
            assert_string_equal(buffer, "");
        free(buffer);
    }

    const size_t large_enough[] = {needed, needed + 1, needed + 100};
    for (size_t index = 0; index < sizeof(large_enough) / sizeof(*large_enough); index++) {
        char *buffer = write_guarded(write, subject, large_enough[index], PASSWORDRULES_OK, needed);
        assert_int_equal(strlen(buffer), needed - 1);
        assert_int_equal(write(subject, buffer, large_enough[index], NULL), PASSWORDRULES_OK);
        free(buffer);
    }
    return needed;
}

void assert_writes_nothing(write_text *write, const void *subject, int status)
{
    char *buffer = write_guarded(write, subject, 100, status, 0);
    assert_string_equal(buffer, "");
    free(buffer);
    free(write_guarded(write, subject, 0, status, 0));
    size_t needed = 12345;
    assert_int_equal(write(subject, NULL, 0, &needed), status);
    assert_int_equal(needed, 0);
    assert_int_equal(write(subject, NULL, 0, NULL), status);
}

/* ---- All tests ---- */

int main(void)
{
    int failed = run_rules_tests();
    failed += run_struct_tests();
    failed += run_diagnostics_tests();
    failed += run_text_tests();
    failed += run_language_tests();
    failed += run_check_tests();
    failed += run_generate_tests();
    failed += run_randomness_tests();
    failed += run_count_tests();
    failed += run_policy_load_tests();
    failed += run_policy_use_tests();
    failed += run_policy_service_tests();
    failed += run_decision_tests();
    failed += run_policy_table_tests();
    failed += run_policy_context_tests();
    failed += run_policy_user_tests();
    failed += run_policy_account_tests();
    failed += run_blocklist_tests();
    failed += run_policy_blocklist_tests();
    failed += run_login_tests();
    failed += run_ranks_tests();
    failed += run_strength_tests();
    failed += run_thread_tests();
    return failed > 0 ? 1 : 0;
}
