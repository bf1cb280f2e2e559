/*
 * timing - how long the C interface takes for each of some passwords
 *
 *   timing ROUNDS POLICY policy|change   passwords on standard input, one a line
 *
 * Writes a line for each password: the nanoseconds of each of ROUNDS checks. In each round every password has its turn, in
 * another order each time, so that a busy moment of the machine hits all alike. policy: a policy that is loaded for many
 * checks; change: for one, as the PAM module loads it.
 */
#define _GNU_SOURCE
#include "order.h"

#include <passwordrules.h>

int main(int argc, char **argv)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice" };
    passwordrules_policy *policy = NULL;

    if (argc != 4)
        return 2;
    const size_t rounds = strtoul(argv[1], NULL, 10);
    if (passwordrules_policy_load(argv[2], NULL, 0, argv[3][0] == 'c' ? PASSWORDRULES_POLICY_ONE_CHANGE : 0, &policy,
                                  NULL) != PASSWORDRULES_OK)
        return 3;
    if (!read_passwords(rounds))
        return 4;
    for (size_t round = 0; round < rounds; round++) {
        shuffle();
        for (size_t i = 0; i < password_count; i++) {
            const char *password = passwords[order[i]];
            passwordrules_report *report = NULL;
            size_t length = strlen(password);
            uint64_t start = now();
            if (passwordrules_policy_check(policy, &context, password, length, &report) != PASSWORDRULES_OK)
                return 5;
            taken[order[i] * rounds + round] = now() - start;
            passwordrules_report_free(report);
        }
    }
    write_times(rounds);
    passwordrules_policy_free(policy);
    return 0;
}
