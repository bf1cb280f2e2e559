/*
 * pwscore - rates a password, or says why it is refused, like the command of libpwquality-tools
 *
 * Usage: pwscore [user]. The password is the first line of the input.
 */
#define _GNU_SOURCE
#include "pwquality.h"

#include <language.h>

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The line before the reasons, the same as libpwquality's, which other programs look for. */
#define MSG_CHECK_FAILED N_("Password quality check failed:")

enum { REFUSED = 1, OUT_OF_MEMORY = 2, WRONG_USE = 3, NO_PASSWORD = 4 };

/*
 * Reads a line without its newline. Returns 0 if there is none, it does not fit, or it has a NUL. Does not
 * use stdio, whose buffer would keep a copy of the password.
 */
static int read_line(char *line, size_t size)
{
    size_t length = 0;

    while (length < size) {
        const ssize_t count = read(STDIN_FILENO, line + length, size - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 || (count == 0 && length == 0))
            return 0;
        length += (size_t)count;
        char *end = memchr(line, '\n', length);
        if (end == NULL && count == 0 && length < size)
            end = line + length;
        if (end != NULL) {
            *end = '\0';
            return strlen(line) == (size_t)(end - line);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    char password[8192], text[PWQ_MAX_ERROR_MESSAGE_LEN];
    void *auxerror = NULL;

    setlocale(LC_ALL, "");
    if (argc > 2) {
        fprintf(stderr,
                "Usage: %s [user]\n"
                "       The command reads the password to be scored from the standard input.\n",
                basename(argv[0]));
        return WRONG_USE;
    }
    pwquality_settings_t *pwq = pwquality_default_settings();
    if (pwq == NULL) {
        fprintf(stderr, "Error: %s\n", pwquality_strerror(text, sizeof text, PWQ_ERROR_MEM_ALLOC, NULL));
        return OUT_OF_MEMORY;
    }
    pwquality_read_config(pwq, NULL, NULL);
    int score = PWQ_ERROR_FATAL_FAILURE;
    const int is_read = read_line(password, sizeof password);
    if (is_read)
        score = pwquality_check(pwq, password, NULL, argc > 1 ? argv[1] : NULL, &auxerror);
    explicit_bzero(password, sizeof password);
    pwquality_free_settings(pwq);
    if (!is_read) {
        fprintf(stderr, "Error: Could not obtain the password to be scored\n");
        return NO_PASSWORD;
    }
    if (score < 0) {
        fprintf(stderr, "%s\n %s\n", translated_message(find_language(), MSG_CHECK_FAILED),
                pwquality_strerror(text, sizeof text, score, auxerror));
        return REFUSED;
    }
    return printf("%d\n", score) < 0 || fflush(stdout) != 0 ? REFUSED : 0;
}
