/*
 * generation - counts the instructions of generating passwords, under callgrind
 *
 *   generation STYLE DESCRIPTOR    generates five passwords by one handle of the rules
 *
 * Prints nothing. For each password, callgrind writes a file.
 */
#include <stdlib.h>

#include <passwordrules.h>
#include <string.h>
#include <valgrind/callgrind.h>

int main(int argc, char **argv)
{
    passwordrules_rules *rules = NULL;
    passwordrules_generate_options options = PASSWORDRULES_GENERATE_OPTIONS_INIT;
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
    char password[PASSWORDRULES_GENERATE_MAX + 1];

    if (argc != 3 || passwordrules_parse(argv[2], strlen(argv[2]), 0, &rules, NULL) != PASSWORDRULES_OK)
        return 2;
    options.style = atoi(argv[1]);
    for (int index = 0; index < 5; index++) {
        CALLGRIND_ZERO_STATS;
        int status = passwordrules_generate(rules, &options, password, sizeof password, NULL, &generated);
        CALLGRIND_DUMP_STATS;
        if (status != PASSWORDRULES_OK)
            return 3;
    }
    passwordrules_rules_free(rules);
    return 0;
}
