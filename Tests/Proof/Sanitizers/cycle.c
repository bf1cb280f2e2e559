#include "cycle.h"

#include <nss.h>

#define INPUT(text) {text, sizeof(text) - 1},
static const struct {
    const char *text;
    size_t length;
} inputs[] = {
#include "inputs.inc"
};

int open_shared(const char *list, struct objects *shared)
{
    static const char descriptor[] = "minlength: 8; required: upper; required: digit; allowed: lower, [-]; max-repeating: 2";
    static const char password[] = "correct-Dragon-1984";
    char text[1024];
    struct workspace workspace;
    *shared = (struct objects){0};
    /* Accounts are looked up only in files. The modules of other databases keep memory, which would look like a leak. */
    const char *databases[] = {"passwd", "group", "initgroups"};
    for (size_t index = 0; index < 3; index++)
        if (__nss_configure_lookup(databases[index], "files") != 0)
            return -1;
    int length = snprintf(text, sizeof text,
                          "rules = required: upper; required: digit; minlength: 12; max-repeating: 2\n"
                          "blocklist = %s\nusername = reject\nfull-name = reject\nold-password = same, case, reversed\n"
                          "palindrome = reject\nretry = 4\n"
                          "[group no-such-group-here]\nretry = 7\n"
                          "[user alice]\nretry = 5\nrules = minlength: 8\nsuggest-style = words\n",
                          list);
    workspace_open(&workspace, false);
    const char *ranks = workspace.ranks_path;
    write_file(workspace.policy_file, text, (size_t)length);
    int status = passwordrules_parse(descriptor, sizeof descriptor - 1, 0, &shared->rules[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_policy_load(workspace.policy_path, NULL, 0, 0, &shared->policies[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_blocklist_open(list, 0, &shared->lists[0], NULL);
    /* This list is read into memory, also for a user's policy, so its file may be removed. */
    if (status == PASSWORDRULES_OK)
        status = passwordrules_ranks_open(&ranks, 1, &shared->ranks[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_strength_estimate(shared->ranks[0], NULL, password, sizeof password - 1, &shared->strengths[0]);
    length = snprintf(text, sizeof text, "min-guesses = 10^9\nranked-words =\nranked-words = %s\nusername = reject\n"
                                         "[user alice]\nmin-strength = strong\n", ranks);
    write_file(workspace.policy_file, text, (size_t)length);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_policy_load(workspace.policy_path, NULL, 0, 0, &shared->policies[1], NULL);
    workspace_close(&workspace);
    return status == PASSWORDRULES_OK ? 0 : -1;
}

char *cycle(struct workspace *workspace)
{
    char *found = NULL;
    size_t length = 0;
    workspace->notes = open_memstream(&found, &length);
    if (workspace->notes == NULL)
        abort();
    for (size_t index = 0; index < sizeof inputs / sizeof *inputs; index++)
        run_calls(workspace, inputs[index].text, inputs[index].length);
    fclose(workspace->notes);
    workspace->notes = NULL;
    return found;
}

void generate_by_rare_rules(struct workspace *workspace)
{
    char input[512] = "p000";
    size_t length = strlen(input);
    for (int letter = 'a'; letter <= 'z'; letter++)
        length += (size_t)snprintf(input + length, sizeof input - length, "required: [%c];", letter);
    length += (size_t)snprintf(input + length, sizeof input - length, "maxlength: 26\1g000");
    run_calls(workspace, input, length);
}

bool is_same(const char *expected, const char *found)
{
    size_t line = 0, at = 0;
    for (; expected[at] == found[at]; at++) {
        if (expected[at] == '\0')
            return true;
        if (expected[at] == '\n')
            line = at + 1;
    }
    fprintf(stderr, "expected %.*s\nfound    %.*s\n", (int)strcspn(expected + line, "\n"), expected + line,
            (int)strcspn(found + line, "\n"), found + line);
    return false;
}

int run_cycle(const char *list)
{
    struct objects shared;
    struct workspace workspace;
    if (open_shared(list, &shared) != 0)
        return 2;
    workspace_open(&workspace, false);
    workspace.shared = &shared;
    char *first = cycle(&workspace), *second = cycle(&workspace);
    bool is_as_it_was = is_same(first, second);
    free(first);
    free(second);
    workspace_close(&workspace);
    objects_free(&shared);
    return is_as_it_was ? 0 : 1;
}
