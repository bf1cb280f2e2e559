/*
 * rare_answers - makes the library and libc give rare answers to the module, and to the library's C code for the module
 *
 * Linked into the copy of the module that counts branches: the Makefile redirects the copy's calls of the functions below to
 * this file. RARE_CALLS lists the functions that fail, each between commas. All of their calls fail, or only the call with
 * the number RARE_NUMBER if that is set. RARE_STATUS is the library's status, or the errno, of the failure. Out parameters
 * are set as the header promises for a failure.
 */
#define _GNU_SOURCE
#include <CPasswordRulesSystem.h>
#include <passwordrules.h>

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Whether this call fails. `name` is the function's name between two commas. */
static int is_rare(const char *name)
{
    static int calls;
    const char *rare = getenv("RARE_CALLS"), *number = getenv("RARE_NUMBER");

    if (rare == NULL || strstr(rare, name) == NULL)
        return 0;
    calls++;
    return number == NULL || calls == atoi(number);
}

static int status(void)
{
    return errno = atoi(getenv("RARE_STATUS"));
}

#define RARE(result, name, parameters, arguments, answer)        \
    result rare_##name parameters                                \
    {                                                            \
        return is_rare("," #name ",") ? answer : name arguments; \
    }

/* ---- libc ----------------------------------------------------------------------------------------------------- */

RARE(void *, malloc, (size_t size), (size), NULL)
RARE(void *, calloc, (size_t count, size_t size), (count, size), NULL)
RARE(locale_t, newlocale, (int categories, const char *name, locale_t base), (categories, name, base), (locale_t)0)
RARE(int, mkdir, (const char *path, mode_t mode), (path, mode), (status(), -1))
RARE(int, eventfd, (unsigned count, int flags), (count, flags), (status(), -1))
RARE(int, close, (int file), (file), (close(file), status(), -1))
RARE(ssize_t, pread, (int file, void *data, size_t size, off_t offset), (file, data, size, offset), 0)
RARE(ssize_t, pwrite, (int file, const void *data, size_t size, off_t offset), (file, data, size, offset), 0)
RARE(size_t, strftime, (char *text, size_t size, const char *format, const struct tm *date), (text, size, format, date), 0)
RARE(unsigned long, getauxval, (unsigned long type), (type), 0)
RARE(void *, mmap, (void *start, size_t size, int protection, int flags, int file, off_t offset),
     (start, size, protection, flags, file, offset), MAP_FAILED)
/* For getrlimit, RARE_STATUS is the limit. If it is below zero, the call fails. */
RARE(int, getrlimit, (__rlimit_resource_t resource, struct rlimit *limit), (resource, limit),
     (limit->rlim_cur = (rlim_t)status(), status() < 0 ? -1 : 0))

/* ---- The library ---------------------------------------------------------------------------------------------- */

/* passwordrules_system_status is an internal function of the library, which returns the negated errno. */
RARE(int, passwordrules_system_status, (int file, struct passwordrules_file_status *found), (file, found), -status())
RARE(int, passwordrules_policy_load_pam_line,
     (const char *const *arguments, size_t count, passwordrules_policy **policy, passwordrules_diagnostics **diagnostics),
     (arguments, count, policy, diagnostics), (*policy = NULL, *diagnostics = NULL, status()))
RARE(int, passwordrules_policy_for_user,
     (const passwordrules_policy *all, const char *user, passwordrules_policy **policy, passwordrules_diagnostics **diagnostics),
     (all, user, policy, diagnostics), (*policy = NULL, *diagnostics = NULL, status()))
RARE(int, passwordrules_policy_get_info, (const passwordrules_policy *policy, passwordrules_policy_info *info), (policy, info),
     status())
RARE(int, passwordrules_policy_describe,
     (const passwordrules_policy *policy, const passwordrules_context *context, const passwordrules_language *language,
      char *buffer, size_t size, size_t *needed),
     (policy, context, language, buffer, size, needed), (needed != NULL ? (void)(*needed = 0) : (void)0, status()))
RARE(int, passwordrules_decide,
     (const passwordrules_policy *policy, const passwordrules_context *context, const char *password, size_t length,
      unsigned flags, passwordrules_decision **decision),
     (policy, context, password, length, flags, decision), (*decision = NULL, status()))
RARE(int, passwordrules_decide_load,
     (int loaded, const passwordrules_diagnostics *diagnostics, const passwordrules_context *context, unsigned flags,
      passwordrules_decision **decision),
     (loaded, diagnostics, context, flags, decision), (*decision = NULL, status()))
RARE(int, passwordrules_decision_accept, (passwordrules_decision *decision), (decision), status())
RARE(int, passwordrules_decision_log, (const passwordrules_decision *decision, size_t index, passwordrules_log_line *line),
     (decision, index, line), status())
RARE(int, passwordrules_decision_text,
     (const passwordrules_decision *decision, unsigned flags, size_t limit, const passwordrules_language *language, char *buffer,
      size_t size, size_t *needed),
     (decision, flags, limit, language, buffer, size, needed), (needed != NULL ? (void)(*needed = 0) : (void)0, status()))
RARE(int, passwordrules_decision_take_suggestion,
     (const passwordrules_decision *decision, char *buffer, size_t size, size_t *needed), (decision, buffer, size, needed), status())
