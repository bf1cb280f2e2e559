/*
 * callbench - what single calls cost in a process that has made them before
 *
 *   callbench check|growth ROUNDS DICTIONARY           checks of passwords of the usual lengths, and of ever longer ones
 *   callbench calls ROUNDS DICTIONARY DESCRIPTORS      reading demands, counting and generating passwords
 *   callbench policies ROUNDS FOLDER                   loading the policies that policies.py writes, and checking by them
 *   callbench blocklists ROUNDS LIST COMMON [FILTER]   looking passwords up in lists, and in a filter of passwdqc's
 *
 * DICTIONARY is a cracklib dictionary's path without its extension, or "-" to leave the dictionary out. What is written is
 * what operations.h says.
 */
#include "operations.h"

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int arguments;
        void (*add)(char **arguments);
    } groups[] = {
        { "check", 1, add_checks }, { "growth", 1, add_growth }, { "calls", 2, add_calls },
        { "policies", 1, add_policies }, { "blocklists", 2, add_blocklists },
    };
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

    for (size_t i = 0; rounds > 0 && i < COUNT(groups); i++)
        if (strcmp(argv[1], groups[i].name) == 0 && argc >= 3 + groups[i].arguments) {
            groups[i].add(argv + 3);
            measure(rounds);
            return 0;
        }
    die("usage: callbench check|growth|calls|policies|blocklists ROUNDS ...");
}
