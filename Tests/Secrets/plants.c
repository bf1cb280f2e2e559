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
    for (size_t i = 0; i < VAULT_TEXT; i++)
        place[i] = i < vault->length ? vault->password[i] : 0;
}

/* On a stack frame that is gone when this returns, with others before it. */
static __attribute__((noinline)) void copy_to_frame(void)
{
    volatile char frame[DEEP + VAULT_TEXT];

    copy(frame);
}

int main(int argc, char **argv)
{
    const char *place = argc == 2 ? argv[1] : "";
    char own[VAULT_TEXT];
    char *heap = calloc(1, VAULT_TEXT);
    void *mapping = mmap(NULL, VAULT_TEXT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const struct {
        const char *name;
        char *memory;
    } places[] = {
        { "static data", filled }, { "static zeros", empty }, { "a thread's data", of_thread },
        { "a library's data", planted_data }, { "the present frame", own }, { "the heap", heap }, { "a mapping", mapping },
    };
    char *memory = NULL;

    open_vault();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(place, places[i].name) == 0)
            memory = places[i].memory;
    STOP_AT(BEFORE);
    for (;;) {
        if (memory != NULL)
            copy(memory);
        else if (strcmp(place, "a frame that is gone") == 0)
            copy_to_frame();
        else if (strcmp(place, "a freed block") == 0) {
            /* free() writes over the start of a block, and gives a block at the end of the heap back. */
            char *block = malloc(64 + VAULT_TEXT), *behind = malloc(1);
            copy(block + 64);
            free(block);
            free(behind);
        } else
            return 2;
        STOP_AT(BEHIND);
    }
}
