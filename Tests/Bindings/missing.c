/* Prints what a password lacks, and a password that lacks nothing.
 * cc missing.c $(pkg-config --cflags --libs passwordrules) */
#include <passwordrules.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    char text[PASSWORDRULES_GENERATE_MAX + 1];
    passwordrules_rules *rules;
    passwordrules_report *report = NULL;
    if (count != 3)
        return fputs("usage: missing DESCRIPTOR PASSWORD\n", stderr), 2;
    int status = passwordrules_parse(arguments[1], strlen(arguments[1]), 0, &rules, NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_check(rules, arguments[2], strlen(arguments[2]), 0, &report);
    for (size_t i = 0; i < passwordrules_report_count(report); i++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        if (passwordrules_report_outcome(report, i, &outcome) == PASSWORDRULES_OK && !outcome.met
            && passwordrules_report_message(report, i, NULL, text, sizeof text, NULL) == PASSWORDRULES_OK)
            puts(text);
    }
    if (status == PASSWORDRULES_OK)
        status = passwordrules_generate(rules, NULL, text, sizeof text, NULL, NULL);
    const int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    passwordrules_rules_free(rules);
    if (status != PASSWORDRULES_OK)
        return fprintf(stderr, "missing: %s\n", passwordrules_status_text(status)), 2;
    return puts(text), !accepted;
}
