/*
 * pwmake - generates a password that the policy accepts, like the command of libpwquality-tools
 *
 * Usage: pwmake BITS. The password has at least this many bits of entropy.
 */
#define _GNU_SOURCE
#include "pwquality.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_GENERATED = 1, OUT_OF_MEMORY = 2, WRONG_USE = 3, NOT_A_NUMBER = 4 };

static int show_usage(const char *program, int status)
{
    fprintf(stderr, "Usage: %s <entropy-bits>\n", basename(program));
    return status;
}

static int show_error(int error, int status)
{
    char text[PWQ_MAX_ERROR_MESSAGE_LEN];

    fprintf(stderr, "Error: %s\n", pwquality_strerror(text, sizeof text, error, NULL));
    return status;
}

int main(int argc, char **argv)
{
    char *end = NULL, *password = NULL;

    setlocale(LC_ALL, "");
    if (argc != 2)
        return show_usage(argv[0], WRONG_USE);
    errno = 0;
    const long bits = strtol(argv[1], &end, 10);
    if (errno != 0 || end == argv[1] || *end != '\0' || bits >= INT_MAX || bits <= INT_MIN)
        return show_usage(argv[0], NOT_A_NUMBER);
    if (bits < PWQ_MIN_ENTROPY_BITS || bits > PWQ_MAX_ENTROPY_BITS)
        fprintf(stderr, "Warning: Value %ld is outside of the allowed entropy range, adjusting it.\n", bits);
    pwquality_settings_t *pwq = pwquality_default_settings();
    if (pwq == NULL)
        return show_error(PWQ_ERROR_MEM_ALLOC, OUT_OF_MEMORY);
    pwquality_read_config(pwq, NULL, NULL);
    const int error = pwquality_generate(pwq, (int)bits, &password);
    pwquality_free_settings(pwq);
    if (error != PWQ_ERROR_SUCCESS)
        return show_error(error, NOT_GENERATED);
    const int is_shown = puts(password) >= 0 && fflush(stdout) == 0;
    explicit_bzero(password, strlen(password));
    free(password);
    return is_shown ? 0 : NOT_GENERATED;
}
