/*
 * draw - generates passwords with libpasswordrules, and tells what was in the buffer afterwards
 *
 * draw TIMES COUNT STYLE DESCRIPTOR   passwordrules_generate
 * draw TIMES COUNT STYLE POLICY       passwordrules_policy_suggest, for a path, which begins with "/"
 *
 * A line each time: the status, 1 if errno was left alone, the needed size, the buffer up to its NUL, each byte in two
 * hexadecimal digits, and how many bytes behind that NUL are neither as they were nor 0.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <passwordrules.h>

enum { UNTOUCHED = 0x5A, ERRNO_BEFORE = 12345 };

static char buffer[1 << 16];

int main(int argc, char **argv)
{
    passwordrules_generate_options options = { .size = sizeof options };
    passwordrules_context context = { .size = sizeof context, .user = "alice" };
    passwordrules_rules *rules = NULL;
    passwordrules_policy *policy = NULL;

    if (argc != 5)
        return 2;
    options.count = strtoul(argv[2], NULL, 10);
    options.style = atoi(argv[3]);
    if (argv[4][0] == '/' ? passwordrules_policy_load(argv[4], NULL, 0, 0, &policy, NULL) != PASSWORDRULES_OK
                          : passwordrules_parse(argv[4], strlen(argv[4]), 0, &rules, NULL) != PASSWORDRULES_OK)
        return 2;
    for (int i = 0; i < atoi(argv[1]); i++) {
        size_t needed = 12345, written = 0;
        memset(buffer, UNTOUCHED, sizeof buffer);
        errno = ERRNO_BEFORE;
        int status = policy != NULL
                         ? passwordrules_policy_suggest(policy, &context, buffer, sizeof buffer, &needed)
                         : passwordrules_generate(rules, &options, buffer, sizeof buffer, &needed, NULL);
        int is_errno_same = errno == ERRNO_BEFORE;
        size_t length = strnlen(buffer, sizeof buffer);
        for (size_t at = length + 1; at < sizeof buffer; at++)
            written += buffer[at] != UNTOUCHED && buffer[at] != '\0';
        printf("%d %d %zu ", status, is_errno_same, needed);
        for (size_t at = 0; at < length; at++)
            printf("%02x", (unsigned char)buffer[at]);
        printf(" %zu\n", written);
    }
    passwordrules_rules_free(rules);
    passwordrules_policy_free(policy);
    return 0;
}
