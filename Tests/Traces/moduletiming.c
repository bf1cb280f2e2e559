/*
 * moduletiming - how long the PAM module takes for each of some passwords, in a stack that does not hash
 *
 *   moduletiming ROUNDS CONFDIR SERVICE USER   passwords that are accepted on standard input, one a line
 *
 * Writes a line for each password: the nanoseconds of each of ROUNDS changes, from the answer to the first prompt to the second
 * prompt. In each round every password has its turn, in another order each time.
 */
#define _GNU_SOURCE
#include "order.h"

#include <security/pam_appl.h>

struct answer {
    const char *password;
    uint64_t start, taken;
};

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct answer *answer = data;
    struct pam_response *answers = calloc((size_t)count, sizeof *answers);

    if (answers == NULL)
        return PAM_BUF_ERR;
    for (int i = 0; i < count; i++) {
        if (messages[i]->msg_style != PAM_PROMPT_ECHO_OFF && messages[i]->msg_style != PAM_PROMPT_ECHO_ON)
            continue;
        if (answer->start != 0 && answer->taken == 0)
            answer->taken = now() - answer->start;
        answers[i].resp = strdup(answer->password);
    }
    *responses = answers;
    if (answer->start == 0)
        answer->start = answers[0].resp != NULL ? now() : 0;
    return PAM_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const size_t rounds = strtoul(argv[1], NULL, 10);
    if (!read_passwords(rounds))
        return 4;
    for (size_t round = 0; round < rounds; round++) {
        shuffle();
        for (size_t i = 0; i < password_count; i++) {
            struct answer answer = { passwords[order[i]], 0, 0 };
            const struct pam_conv conversation = { converse, &answer };
            pam_handle_t *pamh = NULL;
            if (pam_start_confdir(argv[3], argv[4], &conversation, argv[2], &pamh) != PAM_SUCCESS)
                return 5;
            int status = pam_chauthtok(pamh, 0);
            pam_end(pamh, status);
            if (status != PAM_SUCCESS || answer.taken == 0) {
                fprintf(stderr, "%s: %d\n", answer.password, status);
                return 6;
            }
            taken[order[i] * rounds + round] = answer.taken;
        }
    }
    write_times(rounds);
    return 0;
}
