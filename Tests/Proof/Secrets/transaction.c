/*
 * transaction - runs a whole PAM transaction with a scripted user, and stops at several points
 *
 * transaction CONFDIR SERVICE TIMES SCRIPT... calls pam_chauthtok TIMES times. Each word of the script answers a prompt:
 * "password", "old" and "other" type these passwords of the vault, "suggestion" types the suggestion that was shown, and
 * "cancel" makes the conversation fail.
 */
#include "vault.h"

#include <string.h>

#include <security/pam_appl.h>

/* Where the program stops after BEFORE: at each prompt; after pam_chauthtok; after pam_end. */
enum { PROMPT = 1, CHANGED, ENDED };

/* The line before a suggestion, and the suggestion's indentation. */
static const char SUGGESTION[] = "You could use:", INDENT[] = "  ";
static int is_label_shown;

static char **script;

/* Copies an answer for libpam, which wipes and frees the copy. Copies byte by byte, because memcpy could leave the password
 * in a register. */
static char *answer(const char *text, size_t length)
{
    volatile char *copy = calloc(length + 1, 1);

    for (size_t i = 0; copy != NULL && i < length; i++)
        copy[i] = text[i];
    return (char *)(uintptr_t)copy;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    (void)data;
    *responses = calloc((size_t)count, sizeof **responses);
    if (*responses == NULL || count != 1)
        return PAM_BUF_ERR;
    if (messages[0]->msg_style == PAM_PROMPT_ECHO_OFF) {
        STOP_AT(PROMPT);
        const char *word = *script != NULL ? *script++ : "cancel";
        if (strcmp(word, "cancel") == 0) {
            free(*responses);
            *responses = NULL;
            return PAM_CONV_ERR;
        }
        (*responses)->resp = strcmp(word, "password") == 0 ? answer(vault->password, vault->length)
                             : strcmp(word, "old") == 0    ? answer(vault->old, vault->old_length)
                             : strcmp(word, "other") == 0  ? answer(vault->other, vault->other_length)
                                                           : answer(vault->output, vault->output_length);
    } else if (is_label_shown) {
        const volatile char *text = messages[0]->msg + sizeof INDENT - 1;
        for (vault->output_length = 0; text[vault->output_length] != '\0'; vault->output_length++)
            vault->output[vault->output_length] = text[vault->output_length];
    }
    is_label_shown = strcmp(messages[0]->msg, SUGGESTION) == 0;
    return PAM_SUCCESS;
}

int main(int argc, char **argv)
{
    struct pam_conv conversation = { converse, NULL };
    pam_handle_t *pamh = NULL;

    if (argc < 4)
        return 2;
    open_vault();
    script = argv + 4;
    /* Every machine has the account "daemon". Estimates use its names. */
    if (pam_start_confdir(argv[2], "daemon", &conversation, argv[1], &pamh) != PAM_SUCCESS)
        return 2;
    STOP_AT(BEFORE);
    for (int times = atoi(argv[3]); times > 0; times--) {
        vault->status = pam_chauthtok(pamh, 0);
        STOP_AT(CHANGED);
    }
    if (pam_end(pamh, (int)vault->status) != PAM_SUCCESS)
        return 2;
    STOP_AT(ENDED);
    return 0;
}
