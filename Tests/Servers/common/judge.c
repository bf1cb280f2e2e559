/*
 * Calls decide_change as a plugin does, and prints the decision, the log lines, and the number of checks that the library made.
 *
 * Usage: judge POLICY CANDIDATE... Each candidate is written in hexadecimal digits; "-" is the empty password. The user is
 * $JUDGED_USER, by default bob. With $JUDGED_SHARED, the policy is loaded beforehand, as by a server that forks; then
 * the lines in $JUDGED_SHARED are added to its file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decide.h"

#define MOST_CANDIDATES 8

static int check_count;

/* The linker makes decide.c call the __wrap functions, which count the calls, instead of the library's functions, which have
 * the prefix __real here. */
int __wrap_passwordrules_decide(const passwordrules_policy *policy, const passwordrules_context *context, const char *password,
                                size_t length, unsigned flags, passwordrules_decision **decision);
extern __typeof__(__wrap_passwordrules_decide) __real_passwordrules_decide;

int __wrap_passwordrules_decide(const passwordrules_policy *policy, const passwordrules_context *context, const char *password,
                                size_t length, unsigned flags, passwordrules_decision **decision)
{
    check_count++;
    return __real_passwordrules_decide(policy, context, password, length, flags, decision);
}

int __wrap_passwordrules_decision_add(passwordrules_decision *decision, const passwordrules_policy *policy,
                                      const passwordrules_context *context, const char *password, size_t length);
extern __typeof__(__wrap_passwordrules_decision_add) __real_passwordrules_decision_add;

int __wrap_passwordrules_decision_add(passwordrules_decision *decision, const passwordrules_policy *policy,
                                      const passwordrules_context *context, const char *password, size_t length)
{
    check_count++;
    return __real_passwordrules_decision_add(decision, policy, context, password, length);
}

static void print_line(void *data, int priority, const char *line)
{
    (void)data;
    (void)priority;
    printf("log: %s\n", line);
}

/* The bytes have no NUL after them, so a sanitizer detects any read past their end. */
static struct candidate read_candidate(const char *digits)
{
    const size_t length = strcmp(digits, "-") == 0 ? 0 : strlen(digits) / 2;
    char *const bytes = malloc(length > 0 ? length : 1);

    if (bytes == NULL)
        abort();
    for (size_t i = 0; i < length; i++) {
        const char pair[] = { digits[2 * i], digits[2 * i + 1], '\0' };
        bytes[i] = (char)strtoul(pair, NULL, 16);
    }
    return (struct candidate){ bytes, length };
}

static void add_lines(const char *path, const char *lines)
{
    FILE *const file = fopen(path, "a");

    if (file == NULL || fputs(lines, file) == EOF || fclose(file) != 0)
        abort();
}

int main(int count, char **arguments)
{
    struct candidate candidates[MOST_CANDIDATES];
    const char *const user = getenv("JUDGED_USER"), *const added = getenv("JUDGED_SHARED");
    passwordrules_policy *shared = NULL;
    struct account_change change = account_change_of("test", user != NULL ? user : "bob");
    struct decision decision;

    if (count < 2 || count - 2 > MOST_CANDIDATES)
        return 2;
    for (int i = 2; i < count; i++)
        candidates[i - 2] = read_candidate(arguments[i]);
    change.config = arguments[1];
    change.candidates = candidates;
    change.candidate_count = (size_t)count - 2;
    change.log = print_line;
    change.is_text_logged = getenv("JUDGED_FOR_LOG") != NULL;
    if (added != NULL) {
        change.shared = shared = load_to_share(&change);
        if (added[0] != '\0')
            add_lines(arguments[1], added);
    }
    decide_change(&change, &decision);
    printf("refused: %d\nweak: %d\ncandidate: %zu\ntext: %s\nchecks: %d\n", decision.is_refused, decision.is_weak,
           decision.candidate, decision.text, check_count);
    for (int i = 2; i < count; i++)
        free((void *)candidates[i - 2].text);
    passwordrules_policy_free(shared);
    return 0;
}
