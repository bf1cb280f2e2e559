/*
 * blockbench - what it costs to look passwords up in a list
 *
 *   blockbench ROUNDS LIST COMMON [FILTER]
 *
 * LIST is compared by exact, COMMON by mangled, and FILTER is passwdqc's. Each call has another password. What is written is
 * what operations.h says, and a line for the first look-up of a list that is not in the page cache.
 */
#include "operations.h"

#include <fcntl.h>
#include <passwdqc.h>
#include <passwordrules.h>
#include <unistd.h>

static char *list_path;

/* Another password at each call, of 16 characters, that no list holds. */
static const char *next_password(void)
{
    static const char set[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#%&*+=?";
    static char password[17];
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    for (int i = 0; i < 16; i++)
        password[i] = set[(state >> (3 * i + 12)) % (sizeof set - 1)];
    return password;
}

static passwordrules_blocklist *opened(const char *path)
{
    passwordrules_blocklist *list;

    if (passwordrules_blocklist_open(path, 0, &list, NULL) != PASSWORDRULES_OK)
        die("%s cannot be opened", path);
    return list;
}

static int look_up(const struct operation *o)
{
    int found;

    if (passwordrules_blocklist_lookup(o->settings, next_password(), 16, PASSWORDRULES_MATCH_AS_BUILT, &found) !=
        PASSWORDRULES_OK)
        die("%s cannot be read", o->input);
    return found;
}

/* The policy that ships, with the list at a path. */
static passwordrules_policy *policy_with(const char *path)
{
    char list[4096];
    const char *const settings[] = { "rules=minlength: 15;", list };
    passwordrules_policy *policy;

    if (snprintf(list, sizeof list, "blocklist=%s", path) >= (int)sizeof list ||
        passwordrules_policy_load("/nonexistent/passwordrules.conf", settings, COUNT(settings),
                                  PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL) != PASSWORDRULES_OK)
        die("%s cannot be used by a policy", path);
    return policy;
}

static int check_by_policy(const struct operation *o)
{
    const passwordrules_context context = { .size = sizeof context, .user = "alice" };
    passwordrules_report *report;

    if (passwordrules_policy_check(o->settings, &context, next_password(), 16, &report) != PASSWORDRULES_OK)
        die("a password cannot be checked");
    int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return !accepted;
}

static int open_and_look_up(const struct operation *o)
{
    struct operation once = *o;
    int found;

    once.settings = opened(list_path);
    found = look_up(&once);
    passwordrules_blocklist_free(once.settings);
    return found;
}

static int open_and_close(const struct operation *o)
{
    (void)o;
    passwordrules_blocklist_free(opened(list_path));
    return 0;
}

/* passwdqc opens its filter at each check. */
static int check_by_filter(const struct operation *o)
{
    const passwdqc_params_t *params = o->settings;

    return passwdqc_check(&params->qc, next_password(), NULL, NULL) != NULL;
}

static passwdqc_params_t *filter_of(char *path)
{
    passwdqc_params_t *params = calloc(1, sizeof *params);
    char option[4096], *reason = NULL;
    const char *arguments[] = { "min=1,1,1,1,1", "match=0", "similar=permit", option };

    if (params == NULL || snprintf(option, sizeof option, "filter=%s", path) >= (int)sizeof option)
        die("%s: the path is too long", path);
    passwdqc_params_reset(params);
    if (passwdqc_params_parse(params, &reason, path[0] == '\0' ? 3 : 4, arguments) != 0)
        die("passwdqc: %s", reason);
    return params;
}

/* Once, with the file's pages dropped from the cache. */
static void measure_cold(void)
{
    struct operation operation = { .action = "look up cold", .input = "list" };
    uint64_t start;
    int file;

    for (int i = 0; i < 9; i++) {
        file = open(list_path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || fdatasync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
            die("%s cannot be dropped from the cache", list_path);
        close(file);
        start = now_ns();
        open_and_look_up(&operation);
        printf("%s\tpasswordrules\tlist\t%.2f\n", operation.action, (double)(now_ns() - start));
    }
}

/* Has all of a file in the page cache. */
static void warm(const char *path)
{
    static char piece[1 << 20];
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        die("%s cannot be opened", path);
    while (read(file, piece, sizeof piece) > 0)
        continue;
    close(file);
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5)
        die("usage: blockbench ROUNDS LIST COMMON [FILTER]");
    list_path = argv[2];
    measure_cold();
    for (int i = 2; i < argc; i++)
        warm(argv[i]);
    add((struct operation)OPERATION("open", "passwordrules", open_and_close, NULL), "list", NULL, 1, 0);
    add((struct operation)OPERATION("open and look up", "passwordrules", open_and_look_up, NULL), "list", NULL, 1, 0);
    add((struct operation)OPERATION("look up", "passwordrules", look_up, opened(argv[2])), "list", NULL, 1, 0);
    add((struct operation)OPERATION("look up mangled", "passwordrules", look_up, opened(argv[3])), "common", NULL, 1, 0);
    add((struct operation)OPERATION("check with common list", "passwordrules", check_by_policy, policy_with(argv[3])),
        "common", NULL, 1, 0);
    if (argc == 5) {
        add((struct operation)OPERATION("open and look up", "passwdqc", check_by_filter, filter_of(argv[4])), "list", NULL, 1,
            0);
        add((struct operation)OPERATION("check alone", "passwdqc", check_by_filter, filter_of("")), "list", NULL, 1, 0);
    }
    measure((size_t)atoi(argv[1]));
    return 0;
}
