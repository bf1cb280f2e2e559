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
    struct place place;
    *shared = (struct objects){0};
    /* Other databases of the machine are not tested here, and their modules keep memory of their own. */
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
    place_open(&place, false);
    const char *ranks = place.ranks_path;
    write_file(place.policy_file, text, (size_t)length);
    int status = passwordrules_parse(descriptor, sizeof descriptor - 1, 0, &shared->rules[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_policy_load(place.policy_path, NULL, 0, 0, &shared->policies[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_blocklist_open(list, 0, &shared->lists[0], NULL);
    /* Kept in memory, also for a user's policy, so that the file may go. */
    if (status == PASSWORDRULES_OK)
        status = passwordrules_ranks_open(&ranks, 1, &shared->ranks[0], NULL);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_strength_estimate(shared->ranks[0], NULL, password, sizeof password - 1, &shared->strengths[0]);
    length = snprintf(text, sizeof text, "min-guesses = 10^9\nranked-words =\nranked-words = %s\nusername = reject\n"
                                         "[user alice]\nmin-strength = strong\n", ranks);
    write_file(place.policy_file, text, (size_t)length);
    if (status == PASSWORDRULES_OK)
        status = passwordrules_policy_load(place.policy_path, NULL, 0, 0, &shared->policies[1], NULL);
    place_close(&place);
    return status == PASSWORDRULES_OK ? 0 : -1;
}

char *cycle(struct place *place)
{
    char *found = NULL;
    size_t length = 0;
    place->notes = open_memstream(&found, &length);
    if (place->notes == NULL)
        abort();
    for (size_t index = 0; index < sizeof inputs / sizeof *inputs; index++)
        run_calls(place, inputs[index].text, inputs[index].length);
    fclose(place->notes);
    place->notes = NULL;
    return found;
}

void seek_in_vain(struct place *place)
{
    char input[512] = "p000";
    size_t length = strlen(input);
    for (int letter = 'a'; letter <= 'z'; letter++)
        length += (size_t)snprintf(input + length, sizeof input - length, "required: [%c];", letter);
    length += (size_t)snprintf(input + length, sizeof input - length, "maxlength: 26\1g000");
    run_calls(place, input, length);
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
    struct place place;
    if (open_shared(list, &shared) != 0)
        return 2;
    place_open(&place, false);
    place.shared = &shared;
    char *first = cycle(&place), *second = cycle(&place);
    bool is_as_it_was = is_same(first, second);
    free(first);
    free(second);
    place_close(&place);
    objects_free(&shared);
    return is_as_it_was ? 0 : 1;
}
