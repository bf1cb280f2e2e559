/*
 * instructions - counts the instructions of estimates and checks, under callgrind
 *
 *   instructions strength RANKS FULLNAME    estimates the passwords on standard input, one a line
 *   instructions policy POLICY FULLNAME     checks the passwords, which must be accepted
 *
 * Prints nothing. For each password, callgrind writes a file, which names the password as its trigger.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <passwordrules.h>
#include <valgrind/callgrind.h>

static const passwordrules_ranks *ranks;
static const passwordrules_policy *policy;

static void estimate(const passwordrules_context *context, const char *password)
{
    passwordrules_strength *strength = NULL;
    const size_t length = strlen(password);
    CALLGRIND_ZERO_STATS;
    int status = passwordrules_strength_estimate(ranks, context, password, length, &strength);
    CALLGRIND_DUMP_STATS_AT(password);
    if (status != PASSWORDRULES_OK)
        exit(5);
    passwordrules_strength_free(strength);
}

static void check(const passwordrules_context *context, const char *password)
{
    passwordrules_report *report = NULL;
    const size_t length = strlen(password);
    CALLGRIND_ZERO_STATS;
    int status = passwordrules_policy_check(policy, context, password, length, &report);
    CALLGRIND_DUMP_STATS_AT(password);
    if (status != PASSWORDRULES_OK)
        exit(5);
    if (passwordrules_report_accepted(report) != 1) {
        fprintf(stderr, "%s: refused\n", password);
        exit(6);
    }
    passwordrules_report_free(report);
}

int main(int argc, char **argv)
{
    char line[8192];
    passwordrules_ranks *opened = NULL;
    passwordrules_policy *loaded = NULL;

    if (argc != 4)
        return 2;
    const int estimates = strcmp(argv[1], "strength") == 0;
    const char *const paths[] = { argv[2] };
    if (estimates ? passwordrules_ranks_open(paths, 1, &opened, NULL) != PASSWORDRULES_OK
                  : passwordrules_policy_load(argv[2], NULL, 0, 0, &loaded, NULL) != PASSWORDRULES_OK)
        return 3;
    ranks = opened;
    policy = loaded;
    const passwordrules_context context = { .size = sizeof context, .user = "alice", .full_name = argv[3] };
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (estimates)
            estimate(&context, line);
        else
            check(&context, line);
    }
    passwordrules_policy_free(loaded);
    passwordrules_ranks_free(opened);
    return 0;
}
