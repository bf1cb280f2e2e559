/*
 * victim - a program that checks passwords by the C interface, one a line of standard input
 *
 *   victim POLICY policy|change|list|lookup
 *
 * policy: a policy that is loaded for many checks; change: for one; list, lookup: a blocklist, POLICY, opened likewise.
 * Says "ready", then for each line, when it was checked, "accepted" or "refused".
 */
#include <passwordrules.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_accepted(const passwordrules_policy *policy, const passwordrules_blocklist *list, const char *password)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice" };
    passwordrules_report *report = NULL;
    int found, accepted;

    if (list != NULL) {
        if (passwordrules_blocklist_lookup(list, password, strlen(password), PASSWORDRULES_MATCH_AS_BUILT, &found) != 0)
            exit(5);
        return found == 0;
    }
    if (passwordrules_policy_check(policy, &context, password, strlen(password), &report) != PASSWORDRULES_OK)
        exit(5);
    accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return accepted;
}

int main(int argc, char **argv)
{
    char line[8192];
    passwordrules_policy *policy = NULL;
    passwordrules_blocklist *list = NULL;

    if (argc != 3)
        return 2;
    int status;
    if (strcmp(argv[2], "list") == 0 || strcmp(argv[2], "lookup") == 0)
        status = passwordrules_blocklist_open(
            argv[1], argv[2][1] == 'o' ? PASSWORDRULES_BLOCKLIST_ONE_LOOKUP : 0, &list, NULL);
    else
        status = passwordrules_policy_load(
            argv[1], NULL, 0, argv[2][0] == 'c' ? PASSWORDRULES_POLICY_ONE_CHANGE : 0, &policy, NULL);
    if (status != PASSWORDRULES_OK)
        return 3;
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("ready");
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        puts(is_accepted(policy, list, line) ? "accepted" : "refused");
    }
    passwordrules_policy_free(policy);
    passwordrules_blocklist_free(list);
    return 0;
}
