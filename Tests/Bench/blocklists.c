/* Looking passwords up: in a list that is compared by exact, in one by mangled, and in a filter of passwdqc's. */
#include "operations.h"

#include <fcntl.h>
#include <unistd.h>

#define COLD_ROUNDS 9

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

static int found_in(const passwordrules_blocklist *list)
{
    int found;

    if (passwordrules_blocklist_lookup(list, next_password(), 16, PASSWORDRULES_MATCH_AS_BUILT, &found) !=
        PASSWORDRULES_OK)
        die("a list cannot be read");
    return found;
}

static int look_up(const struct operation *o)
{
    return found_in(o->settings);
}

static int open_and_look_up(const struct operation *o)
{
    passwordrules_blocklist *list = opened(o->settings);
    int found = found_in(list);

    passwordrules_blocklist_free(list);
    return found;
}

static int open_and_close(const struct operation *o)
{
    passwordrules_blocklist_free(opened(o->settings));
    return 0;
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
    passwordrules_report *report = NULL;
    int status = passwordrules_policy_check(o->settings, &context, next_password(), 16, &report);

    return verdict(status, report);
}

/* passwdqc opens its filter at each check. */
static int check_by_filter(const struct operation *o)
{
    const passwdqc_params_t *params = o->settings;

    return passwdqc_check(&params->qc, next_password(), NULL, NULL) == NULL;
}

static passwdqc_params_t *filter_of(const char *path)
{
    char option[4096];
    const char *arguments[] = { "min=1,1,1,1,1", "match=0", "similar=permit", option };

    if (snprintf(option, sizeof option, "filter=%s", path) >= (int)sizeof option)
        die("%s: the path is too long", path);
    return passwdqc_settings(arguments, path[0] == '\0' ? 3 : 4);
}

static int opened_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        die("%s cannot be opened", path);
    return file;
}

/* The first look-up after the file's pages were dropped from the cache. Writes the line itself. */
static void measure_cold(const char *path)
{
    const struct operation operation = { .settings = path };

    printf("look up cold\t" OURS "\tlist");
    for (int i = 0; i < COLD_ROUNDS; i++) {
        int file = opened_file(path);
        if (fdatasync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
            die("%s cannot be dropped from the cache", path);
        close(file);
        uint64_t start = now_ns();
        open_and_look_up(&operation);
        printf("\t%.2f", (double)(now_ns() - start));
    }
    putchar('\n');
}

/* Has all of a file in the page cache. */
static void warm(const char *path)
{
    static char piece[1 << 20];
    int file = opened_file(path);

    while (read(file, piece, sizeof piece) > 0)
        continue;
    close(file);
}

void add_blocklists(char **arguments)
{
    const char *list = arguments[0], *common = arguments[1], *filter = arguments[2];

    measure_cold(list);
    for (char **path = arguments; *path != NULL; path++)
        warm(*path);
    ADD("open", OURS, "list", open_and_close, 0, list);
    ADD("open and look up", OURS, "list", open_and_look_up, 0, list);
    ADD("look up", OURS, "list", look_up, 0, opened(list));
    ADD("look up mangled", OURS, "common", look_up, 0, opened(common));
    ADD("check with common list", OURS, "common", check_by_policy, 1, policy_with(common));
    if (filter != NULL) {
        ADD("open and look up", "passwdqc", "list", check_by_filter, 1, filter_of(filter));
        ADD("check alone", "passwdqc", "list", check_by_filter, 1, filter_of(""));
    }
}
