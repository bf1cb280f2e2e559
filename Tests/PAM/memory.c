/*
 * memory - counts the copies of passwords that a transaction leaves in the memory of its process
 *
 * memory CONFDIR SERVICE [HEX]... The person first types a password that is to be refused, then one that is to be
 * accepted, twice. One JSON object says how many copies of each, of the suggestion, and of each piece of memory that is
 * written as hexadecimal digits, are there when pam_chauthtok has returned; and how many of the accepted one are there at
 * the retype prompt, where libpam holds it: a search that finds none then would never find any.
 *
 * To be linked with -z now: the dynamic linker leaves the registers on the stack when it resolves a function late.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <security/pam_appl.h>

/* A password, hidden from the search. Its end is searched for: free() overwrites the start of a block. */
struct secret {
    size_t length;
    unsigned char hidden[PAM_MAX_MSG_SIZE];
};

struct region {
    const unsigned char *start, *end;
};

enum { MASK = 0xA5, END = 12, MAX_REGIONS = 256, MAX_PIECES = 64 };

static struct secret refused, accepted, suggestion, pieces[MAX_PIECES];
static int copies[MAX_PIECES];
static struct region regions[MAX_REGIONS];
static int region_count, prompts, held;

static const char SUGGESTION[] = "Suggestion (you can type this): ";

static void hide(struct secret *secret, const char *text)
{
    secret->length = strlen(text);
    for (size_t i = 0; i < secret->length; i++)
        secret->hidden[i] = (unsigned char)text[i] ^ MASK;
}

/* Stores bytes that are written as hexadecimal digits, one at a time: a longer piece would be found by the search. */
static void hide_digits(struct secret *secret, const char *digits)
{
    unsigned byte;

    for (; sscanf(digits, "%2x", &byte) == 1; digits += 2)
        secret->hidden[secret->length++] = (unsigned char)byte ^ MASK;
}

static char *reveal(const struct secret *secret)
{
    char *text = calloc(secret->length + 1, 1);

    for (size_t i = 0; text != NULL && i < secret->length; i++)
        text[i] = (char)(secret->hidden[i] ^ MASK);
    return text;
}

/* Notes what memory can be written. */
static void find_regions(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];

    if (maps == NULL)
        exit(2);
    region_count = 0;
    while (fgets(line, sizeof line, maps) != NULL && region_count < MAX_REGIONS) {
        void *start, *end;
        char permissions[5];
        if (sscanf(line, "%p-%p %4s", &start, &end, permissions) == 3 && strncmp(permissions, "rw", 2) == 0)
            regions[region_count++] = (struct region){ start, end };
    }
    fclose(maps);
}

/* How often the end of a secret occurs there. Makes no calls, and so overwrites nothing on the stack. */
static int count_ends(const struct secret *secret, size_t length)
{
    const unsigned char *hidden = secret->hidden + secret->length - length;
    int count = 0;

    if (secret->length < length)
        return -1;
    for (int i = 0; i < region_count; i++)
        for (const unsigned char *at = regions[i].start; at + length <= regions[i].end; at++) {
            size_t same = 0;
            while (same < length && (at[same] ^ MASK) == hidden[same])
                same++;
            count += same == length;
        }
    return count;
}

static int count_copies(const struct secret *secret)
{
    return count_ends(secret, END);
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    size_t length = sizeof SUGGESTION - 1;

    (void)data;
    *responses = calloc((size_t)count, sizeof **responses);
    if (*responses == NULL)
        return PAM_BUF_ERR;
    if (messages[0]->msg_style == PAM_PROMPT_ECHO_OFF) {
        find_regions();
        if (++prompts == 3)
            held = count_copies(&accepted);
        (*responses)[0].resp = reveal(prompts == 1 ? &refused : &accepted);
    } else if (strncmp(messages[0]->msg, SUGGESTION, length) == 0) {
        hide(&suggestion, messages[0]->msg + length);
    }
    return PAM_SUCCESS;
}

int main(int argc, char **argv)
{
    struct pam_conv conversation = { converse, NULL };
    pam_handle_t *pamh = NULL;

    hide(&refused, "qzjxwvkbpgmhtrcdlnyfsaeiouqjzwxkvgbpthmrdcnl");
    hide(&accepted, "Vz7qWkP2xRb4NmT9cHs6LdF3gJy8ZtKQhUe5wXpBvYrM");
    if (argc < 3 || argc - 3 > MAX_PIECES)
        return 2;
    for (int i = 3; i < argc; i++)
        hide_digits(&pieces[i - 3], argv[i]);
    if (pam_start_confdir(argv[2], "alice", &conversation, argv[1], &pamh) != PAM_SUCCESS)
        return 2;
    int status = pam_chauthtok(pamh, 0);
    int counts[] = { count_copies(&refused), count_copies(&accepted), count_copies(&suggestion) };
    for (int i = 0; i < argc - 3; i++)
        copies[i] = count_ends(&pieces[i], pieces[i].length);
    printf("{\"status\": %d, \"held\": %d, \"refused\": %d, \"accepted\": %d, \"suggestion\": %d, \"pieces\": [", status,
           held, counts[0], counts[1], counts[2]);
    for (int i = 0; i < argc - 3; i++)
        printf("%s%d", i > 0 ? ", " : "", copies[i]);
    printf("]}\n");
    return pam_end(pamh, status) == PAM_SUCCESS ? 0 : 2;
}
