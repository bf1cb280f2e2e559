/*
 * zeroed - counts the bytes that the library fills, with zeros or otherwise
 *
 * zeroed keep|once POLICY PASSWORD LIST
 *
 * Loads the policy, which keeps its lists or reads them at each check, checks the password, and frees the policy. Writes how
 * many bytes were filled in each of these three steps. LIST is not used.
 */
#include <passwordrules.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These replace the functions of libc. */
void explicit_bzero(void *memory, size_t size);
void *__memset_chk(void *memory, int byte, size_t size, size_t room);
void __explicit_bzero_chk(void *memory, size_t size, size_t room);

static size_t filled;

void *memset(void *memory, int byte, size_t size)
{
    volatile unsigned char *bytes = memory;

    filled += size;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)byte;
    return memory;
}

void explicit_bzero(void *memory, size_t size)
{
    memset(memory, 0, size);
}

void *__memset_chk(void *memory, int byte, size_t size, size_t room)
{
    if (size > room)
        abort();
    return memset(memory, byte, size);
}

void __explicit_bzero_chk(void *memory, size_t size, size_t room)
{
    __memset_chk(memory, 0, size, room);
}

int main(int count, char **arguments)
{
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_policy *policy;
    passwordrules_report *report;
    size_t steps[4];

    if (count != 5)
        return 2;
    const unsigned flags = PASSWORDRULES_POLICY_ALONE | (strcmp(arguments[1], "once") == 0 ? PASSWORDRULES_POLICY_ONE_CHANGE : 0);
    context.user = "bob";
    steps[0] = filled;
    if (passwordrules_policy_load(arguments[2], NULL, 0, flags, &policy, NULL) != PASSWORDRULES_OK)
        return 1;
    steps[1] = filled;
    if (passwordrules_policy_check(policy, &context, arguments[3], strlen(arguments[3]), &report) != PASSWORDRULES_OK ||
        !passwordrules_report_accepted(report))
        return 1;
    passwordrules_report_free(report);
    steps[2] = filled;
    passwordrules_policy_free(policy);
    steps[3] = filled;
    printf("%zu %zu %zu\n", steps[1] - steps[0], steps[2] - steps[1], steps[3] - steps[2]);
    return 0;
}
