/*
 * The loop that Swift 6.3's clang miscompiles: the counter may wrap, and the loop reads a table cyclically.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 300
static const char TABLE[] = "kT7#vQ2z";

/* Not inlined, because a compiler that knows that the limit is below SIZE_MAX does not miscompile the loop. */
__attribute__((noinline)) static void fill(char *text, size_t last)
{
    for (size_t index = 0; index <= last; index++)
        text[index] = TABLE[index % 8];
}

int main(void)
{
    char text[LONGEST + 1];
    /* The counters are volatile, so that the compiler neither knows the limit nor vectorizes the loop that checks the text. */
    for (volatile size_t last = 0; last < LONGEST; last++) {
        memset(text, '.', sizeof text);
        fill(text, last);
        for (volatile size_t index = 0; index <= LONGEST; index++) {
            const char expected = index <= last ? TABLE[index % 8] : '.';
            if (text[index] != expected) {
                printf("byte %zu of %zu is not what the loop writes\n", index, last + 1);
                return 1;
            }
        }
    }
    return 0;
}
