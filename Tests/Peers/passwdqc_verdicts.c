/*
 * What libpasswdqc thinks of passwords: passwdqc_verdicts CONF < LINES
 *
 * Each line of input is NEW, OLD, USER, FULL NAME and HOME DIRECTORY, with tabs between them; what is missing or empty is
 * not known. Each line of output is "0" for a password that is accepted, or the reason why not.
 */
#include "lines.h"

#include <passwdqc.h>

int main(int argc, char **argv)
{
    passwdqc_params_t parameters;
    char *line = NULL, *fields[FIELDS], *reason = NULL;
    size_t capacity = 0;

    passwdqc_params_reset(&parameters);
    if (argc != 2) {
        fputs("usage: passwdqc_verdicts CONF < LINES\n", stderr);
        return 2;
    }
    if (passwdqc_params_load(&parameters, &reason, argv[1])) {
        fprintf(stderr, "%s\n", reason);
        free(reason);
        return 2;
    }
    while (read_fields(&line, &capacity, fields)) {
        struct passwd account = {.pw_name = fields[2], .pw_gecos = fields[3], .pw_dir = fields[4]};
        const char *answer = passwdqc_check(&parameters.qc, fields[0], *fields[1] ? fields[1] : NULL,
                                            *fields[2] ? &account : NULL);

        puts(answer ? answer : "0");
    }
    free(line);
    passwdqc_params_free(&parameters);
    return 0;
}
