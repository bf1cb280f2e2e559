/*
 * plants - leaves what the vault holds in one place of its memory after another, to see that the scanner finds it there
 *
 * plants PLACE. At each stop behind the first, the password of the vault, whatever it is by then, stands there once, and
 * nothing of those before.
 */
#include "vault.h"

#include <string.h>

enum { BEFORE, BEHIND, DEEP = 3000 };

extern char planted_data[VAULT_TEXT]; /* in another library */

static char filled[VAULT_TEXT] = "filled", empty[VAULT_TEXT];
static _Thread_local char of_thread[VAULT_TEXT];

/* Not memcpy, and not to be made into it: that might use a register or the stack on the way. */
static void copy(volatile char *place)
{
    for (size_t i = 0; i < vault->length; i++)
        place[i] = vault->password[i];
}

static void wipe(volatile char *place)
{
    for (size_t i = 0; i < VAULT_TEXT; i++)
        place[i] = 0;
}

/* On a stack frame that is gone when this returns, with others before it. */
static __attribute__((noinline)) void copy_to_frame(void)
{
    volatile char frame[DEEP + VAULT_TEXT];

    copy(frame);
}

static __attribute__((noinline)) void wipe_frames(void)
{
    volatile char frame[2 * DEEP + VAULT_TEXT];

    for (size_t i = 0; i < sizeof frame; i++)
        frame[i] = 0;
}

int main(int argc, char **argv)
{
    const char *place = argc == 2 ? argv[1] : "";
    char own[VAULT_TEXT];
    char *memory = NULL;

    open_vault();
    if (strcmp(place, "static data") == 0)
        memory = filled;
    else if (strcmp(place, "static zeros") == 0)
        memory = empty;
    else if (strcmp(place, "a thread's data") == 0)
        memory = of_thread;
    else if (strcmp(place, "a library's data") == 0)
        memory = planted_data;
    else if (strcmp(place, "the present frame") == 0)
        memory = own;
    else if (strcmp(place, "the heap") == 0 || strcmp(place, "a freed block") == 0)
        memory = malloc(VAULT_TEXT);
    else if (strcmp(place, "a mapping") == 0)
        memory = mmap(NULL, VAULT_TEXT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    else if (strcmp(place, "a frame that is gone") != 0)
        return 2;

    STOP_AT(BEFORE);
    for (;;) {
        if (memory == NULL) {
            copy_to_frame();
            STOP_AT(BEHIND);
            wipe_frames();
        } else if (strcmp(place, "a freed block") == 0) {
            /* free() writes over the start of a block, and gives a block at the end of the heap back. */
            char *block = malloc(VAULT_TEXT), *behind = malloc(1);
            wipe(block);
            copy(block + 64);
            free(block);
            STOP_AT(BEHIND);
            block = malloc(VAULT_TEXT);
            wipe(block);
            free(block);
            free(behind);
        } else {
            wipe(memory);
            copy(memory);
            STOP_AT(BEHIND);
        }
    }
}
