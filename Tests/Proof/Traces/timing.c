/*
 * timing - measures how long the C interface or the PAM module takes for each of several passwords
 *
 *   timing ROUNDS policy|change POLICY             checks the passwords on standard input, one a line
 *   timing ROUNDS module CONFDIR SERVICE USER      makes changes with the passwords, which must be accepted
 *
 * Prints a line for each password: the nanoseconds of each of ROUNDS checks. Each round checks every password once, in a new
 * random order, so that busy moments of the machine affect all passwords alike. With `policy`, the policy is loaded for many
 * checks; with `change`, for one check, as the PAM module loads it. With `module`, whole changes run in a stack that does not
 * hash, and the time from the answer to the first prompt until the second prompt is measured.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <passwordrules.h>
#include <security/pam_appl.h>

enum { MOST_PASSWORDS = 1000 };

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Shuffles by the method of Fisher and Yates. */
static void shuffle(size_t *order, size_t count)
{
    static uint64_t state = 0x9E3779B97F4A7C15;
    for (size_t i = count; i > 1; i--) {
        state = state * 6364136223846793005 + 1442695040888963407;
        size_t other = (uint32_t)(state >> 33) % i, kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

/* ---- The C interface ---- */

static uint64_t time_check(const passwordrules_policy *policy, const char *password)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice" };
    passwordrules_report *report = NULL;
    const size_t length = strlen(password);
    const uint64_t start = now();
    if (passwordrules_policy_check(policy, &context, password, length, &report) != PASSWORDRULES_OK)
        exit(5);
    const uint64_t taken = now() - start;
    passwordrules_report_free(report);
    return taken;
}

/* ---- The module ---- */

struct answer {
    const char *password;
    uint64_t start, taken;
};

/* libpam gives one message at a time. */
static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct answer *answer = data;
    struct pam_response *reply = count == 1 ? calloc(1, sizeof *reply) : NULL;

    if (reply == NULL)
        return PAM_BUF_ERR;
    *responses = reply;
    if (messages[0]->msg_style != PAM_PROMPT_ECHO_OFF)
        return PAM_SUCCESS;
    if (answer->start != 0 && answer->taken == 0)
        answer->taken = now() - answer->start;
    reply->resp = strdup(answer->password);
    if (answer->start == 0)
        answer->start = now();
    return PAM_SUCCESS;
}

static uint64_t time_change(char *const *service, const char *password)
{
    struct answer answer = { password, 0, 0 };
    const struct pam_conv conversation = { converse, &answer };
    pam_handle_t *pamh = NULL;
    if (pam_start_confdir(service[1], service[2], &conversation, service[0], &pamh) != PAM_SUCCESS)
        exit(5);
    int status = pam_chauthtok(pamh, 0);
    pam_end(pamh, status);
    if (status != PAM_SUCCESS || answer.taken == 0) {
        fprintf(stderr, "%s: %d\n", password, status);
        exit(6);
    }
    return answer.taken;
}

int main(int argc, char **argv)
{
    static char *passwords[MOST_PASSWORDS];
    static size_t order[MOST_PASSWORDS];
    char line[8192];
    size_t count = 0;
    passwordrules_policy *policy = NULL;

    if (argc != 4 && argc != 6)
        return 2;
    const size_t rounds = strtoul(argv[1], NULL, 10);
    const unsigned flags = strcmp(argv[2], "change") == 0 ? PASSWORDRULES_POLICY_ONE_CHANGE : 0;
    if (argc == 4 && passwordrules_policy_load(argv[3], NULL, 0, flags, &policy, NULL) != PASSWORDRULES_OK)
        return 3;
    for (; count < MOST_PASSWORDS && fgets(line, sizeof line, stdin) != NULL; count++) {
        line[strcspn(line, "\n")] = '\0';
        order[count] = count;
        passwords[count] = strdup(line);
    }
    uint64_t *taken = calloc(count * rounds + 1, sizeof *taken);
    if (taken == NULL)
        return 4;
    for (size_t round = 0; round < rounds; round++) {
        shuffle(order, count);
        for (size_t i = 0; i < count; i++) {
            const char *password = passwords[order[i]];
            taken[order[i] * rounds + round] = policy != NULL ? time_check(policy, password) : time_change(argv + 3, password);
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t round = 0; round < rounds; round++)
            printf("%llu%c", (unsigned long long)taken[i * rounds + round], round + 1 < rounds ? ' ' : '\n');
    passwordrules_policy_free(policy);
    return 0;
}
