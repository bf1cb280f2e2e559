/*
 * Shared by the ABI tests, which use the library as any C program does: through its public header alone.
 */
#ifndef ABI_H
#define ABI_H

/* cmocka.h needs these four headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <passwordrules.h>

/* An address that no function may leave in an out parameter. */
#define STALE ((void *)1)

/* A length that no object in memory has. */
#define TOO_LONG ((size_t)PTRDIFF_MAX + 1)

/* The rules of a descriptor without mistakes. */
passwordrules_rules *rules_of(const char *descriptor);

/* The report of a check that cannot fail. The password is a C string. */
passwordrules_report *report_of(const passwordrules_rules *rules, const char *password, unsigned flags);

/* Whether the rules accept a password, a C string. */
int accepts(const passwordrules_rules *rules, const char *password, unsigned flags);

/* The policy of one or two settings, without a file. The second setting may be NULL. */
passwordrules_policy *policy_of(const char *first, const char *second);

/* The policy of some settings, without a file. */
passwordrules_policy *policy_with(const char *const *settings, size_t count);

/* A path at which there is no file. */
#define MISSING_PATH "/nonexistent/passwordrules.conf"

/* Whether a policy accepts a password, a C string. */
int policy_accepts(const passwordrules_policy *policy, const char *password);

/* A context of a user without a name. */
passwordrules_context context_of(int by_administrator, int expired);

/* One diagnostic, which must exist. */
passwordrules_diagnostic diagnostic_at(const passwordrules_diagnostics *diagnostics, size_t index);

/* One outcome, which must exist. */
passwordrules_outcome outcome_at(const passwordrules_report *report, size_t index);

/*
 * For tests that need policy files. make_folder makes a new folder for a group of tests, and remove_folder removes it.
 * policy_path and other_path are files in that folder, which remove_files removes after each test. The writing functions
 * give a file a mode that makes it trusted.
 */
extern char policy_path[];
extern char other_path[];
int make_folder(void **state);
int remove_folder(void **state);
int remove_files(void **state);
void write_bytes(const char *path, const void *bytes, size_t length);
void write_policy(const char *text);

/* The folder beside the policy file; remove_files removes it with all that is in it. */
extern char drop_in_folder[];
void write_drop_in(const char *name, const char *text);

/* Writes the path of a file or folder in Tests into `path`. `relative` is the path from Tests. */
void path_beside(char *path, size_t size, const char *relative);

/* The list of common passwords, built for mangled comparisons, which has "dragon" and "tiger". write_list writes it
 * to other_path. */
struct list {
    unsigned char bytes[1 << 22];
    size_t length;
};
struct list *common_list(void);
void write_list(void);

/* Opens the list at other_path, which must succeed without remarks. */
passwordrules_blocklist *open_list(unsigned flags);

/* Looks up a password, a C string, with this match; returns the match by which the list contains it. */
int look_up(const passwordrules_blocklist *blocklist, const char *password, int match);

/* The absolute path of the bundled list of ranked words, which has "dragon". */
const char *common_ranks(void);

/* Opens the bundled list of ranked words, which must succeed without remarks. */
passwordrules_ranks *open_ranks(void);

/* The estimate of a password, a C string, without a person's words. */
passwordrules_strength *estimate_of(const passwordrules_ranks *ranks, const char *password);

/* A policy that demands 10^10 guesses, estimated with the bundled list. It has a further setting, unless that is NULL. */
passwordrules_policy *policy_of_guesses(const char *setting);

/* The report of policy_of_guesses(NULL) on a password that it must refuse. */
passwordrules_report *refused_as_easy_to_guess(const char *password);

/* How many files this process has open. */
int count_open_files(void);

/* Loads the policy file, which must succeed without remarks. */
passwordrules_policy *load_policy(const char *const *settings, size_t count);

/* The diagnostics of a load of the policy file that fails. The setting may be NULL. */
passwordrules_diagnostics *fail_to_load(const char *setting, unsigned flags);

/* Checks what the diagnostics enforce: `by_administrator` for a change by root, but PASSWORDRULES_ENFORCE_YES for a
 * change by the user, or by root if the password has expired. Frees the diagnostics. */
void assert_enforcement(passwordrules_diagnostics *diagnostics, int by_administrator);

/*
 * A function of the library that writes text about a subject into a buffer. assert_writes_text checks what all such
 * functions promise at each size of the buffer: the right status, the needed size, a NUL at the end, "" if the buffer is
 * too small, and nothing written past its end. It returns the needed size.
 */
typedef int write_text(const void *subject, char *buffer, size_t size, size_t *needed);
size_t assert_writes_text(write_text *write, const void *subject);

/* Checks that the function refuses the subject with this status, and leaves "" in the buffer and 0 in
 * *needed. */
void assert_writes_nothing(write_text *write, const void *subject, int status);

/* The groups of tests, one for each file. Each returns how many failed. */
int run_rules_tests(void);
int run_struct_tests(void);
int run_diagnostics_tests(void);
int run_text_tests(void);
int run_language_tests(void);
int run_check_tests(void);
int run_generate_tests(void);
int run_randomness_tests(void);
int run_count_tests(void);
int run_policy_load_tests(void);
int run_policy_use_tests(void);
int run_policy_service_tests(void);
int run_decision_tests(void);
int run_policy_table_tests(void);
int run_policy_context_tests(void);
int run_policy_user_tests(void);
int run_policy_account_tests(void);
int run_blocklist_tests(void);
int run_policy_blocklist_tests(void);
int run_login_tests(void);
int run_ranks_tests(void);
int run_strength_tests(void);
int run_thread_tests(void);

#endif
