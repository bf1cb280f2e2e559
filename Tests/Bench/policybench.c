/*
 * policybench - what policies cost: to load them, and to hold passwords against them and against what the context knows
 *
 *   policybench ROUNDS FOLDER
 *
 * FOLDER has the policies and the peers' files, which policies.py writes. What is written is what operations.h says.
 */
#include "peers.h"
#include "policies.h"

/* The same for a peer. */
struct peer_change {
    pwquality_settings_t *settings;
    passwdqc_params_t params;
    struct passwd account;
    const char *user, *old_password;
};

/* ---- Load ------------------------------------------------------------------------------------------------- */

static int load_policy(const struct operation *o)
{
    passwordrules_policy_free(policy_of(o->settings));
    return 1;
}

static int find_policy(const struct operation *o)
{
    passwordrules_policy *policy;

    if (passwordrules_policy_for_user(o->settings, o->texts->bytes, &policy, NULL) != PASSWORDRULES_OK)
        return 0;
    passwordrules_policy_free(policy);
    return 1;
}

static int load_with_pwquality(const struct operation *o)
{
    pwquality_settings_t *settings = pwquality_default_settings();
    void *problem;
    int is_loaded = pwquality_read_config(settings, path_of(o->settings), &problem) == 0;

    pwquality_free_settings(settings);
    return is_loaded;
}

static int load_with_passwdqc(const struct operation *o)
{
    passwdqc_params_t params;
    char *reason;

    passwdqc_params_reset(&params);
    if (passwdqc_params_load(&params, &reason, path_of(o->settings)) != 0)
        die("libpasswdqc: %s", reason);
    passwdqc_params_free(&params);
    return 1;
}

static void add_loads(void)
{
    static const struct {
        const char *name, *file, *pwquality_file, *passwdqc_file;
    } loads[] = {
        { "usual", "usual.conf", "pwquality.conf", "passwdqc.conf" },
        { "1,000 sections", "sections.conf", NULL, NULL },
        { "1,000 drop-ins", "drop-ins.conf", "pwquality-drop-ins.conf", NULL },
        { "10,000 words", "words.conf", NULL, NULL },
        { "all three", "all.conf", NULL, NULL },
    };
    const char *action = "policy load";

    for (size_t i = 0; i < COUNT(loads); i++) {
        const struct operation peers[] = {
            OPERATION(action, "passwordrules", load_policy, (void *)loads[i].file),
            OPERATION(action, "pwquality", load_with_pwquality, (void *)loads[i].pwquality_file),
            OPERATION(action, "passwdqc", load_with_passwdqc, (void *)loads[i].passwdqc_file),
        };
        for (size_t j = 0; j < COUNT(peers); j++)
            if (peers[j].settings != NULL)
                add(peers[j], loads[i].name, NULL, 1, 1);
    }
    /* The last of the sections that are for users; groups are asked for as well. */
    const struct operation find = OPERATION("policy for user", "passwordrules", find_policy, policy_of("all.conf"));
    add(find, "all three", text_of(strdup("user499")), 1, 1);
}

/* ---- Check ------------------------------------------------------------------------------------------------ */

static int check_with_pwquality(const struct operation *o)
{
    const struct peer_change *change = o->settings;

    return pwquality_check(change->settings, o->texts->bytes, change->old_password, change->user, NULL) >= 0;
}

static int check_with_passwdqc(const struct operation *o)
{
    const struct peer_change *change = o->settings;

    return passwdqc_check(&change->params.qc, o->texts->bytes, change->old_password, &change->account) == NULL;
}

/* The peers' demands, as near as they come; libpwquality's badwords are read from its file. */
static struct peer_change *peer_change_of(const char *pwquality_file, char *old_password)
{
    struct peer_change *change = allocated(sizeof *change);
    char *reason;
    void *problem;

    change->settings = pwquality_default_settings();
    if (pwquality_read_config(change->settings, path_of(pwquality_file), &problem) != 0)
        die("libpwquality does not take %s", pwquality_file);
    passwdqc_params_reset(&change->params);
    if (passwdqc_params_load(&change->params, &reason, path_of("passwdqc.conf")) != 0)
        die("libpasswdqc: %s", reason);
    change->user = USER;
    change->old_password = old_password;
    change->account = account_of_user();
    return change;
}

/* libpwquality has no key for words that is not one line. */
static void add_bad_words(struct peer_change *change)
{
    static char words[1 << 20];
    FILE *file = fopen(path_of("bad-words.txt"), "r");

    if (file == NULL)
        die("there is no list of words");
    words[fread(words, 1, sizeof words - 1, file)] = '\0';
    fclose(file);
    if (pwquality_set_str_value(change->settings, PWQ_SETTING_BAD_WORDS, words) != 0)
        die("libpwquality does not take its words");
}

static void add_checks(void)
{
    static const struct {
        const char *name, *policy, *pwquality_file;
        int has_words;
        size_t length;
    } checks[] = {
        { "as usual", "usual.conf", "pwquality.conf", 0, 16 },
        { "everything but words", "everything-but-words.conf", "pwquality-everything.conf", 0, 16 },
        { "everything", "everything.conf", "pwquality-everything.conf", 1, 16 },
        /* With the words, libpwquality would take seconds. */
        { "everything, 64", "everything.conf", "pwquality-everything.conf", 0, 64 },
        { "everything, 256", "everything.conf", "pwquality-everything.conf", 0, 256 },
        { "everything, 1024", "everything.conf", "pwquality-everything.conf", 0, 1024 },
    };
    const char *action = "policy check";

    for (size_t i = 0; i < COUNT(checks); i++) {
        char *old_password = random_password(checks[i].length, 54321);
        const struct text *new_password = text_of(random_password(checks[i].length, 12345));
        struct change *change = change_of(checks[i].policy, USER, FULL_NAME, HOME, old_password);
        struct peer_change *peer_change = peer_change_of(checks[i].pwquality_file, old_password);
        if (checks[i].has_words)
            add_bad_words(peer_change);
        const struct operation ours = OPERATION(action, "passwordrules", check_policy, change);
        const struct operation pwquality = OPERATION(action, "pwquality", check_with_pwquality, peer_change);
        const struct operation passwdqc = OPERATION(action, "passwdqc", check_with_passwdqc, peer_change);
        add(ours, checks[i].name, new_password, 1, 1);
        add(pwquality, checks[i].name, new_password, 1, 1);
        add(passwdqc, checks[i].name, new_password, 1, 1);
    }
    const struct operation suggestion =
        OPERATION("policy suggest", "passwordrules", suggest,
                  change_of("everything.conf", USER, FULL_NAME, HOME, random_password(16, 54321)));
    add(suggestion, "everything", NULL, 1, 1);
}

int main(int argc, char **argv)
{
    size_t rounds = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;

    if (rounds == 0)
        die("usage: policybench ROUNDS FOLDER");
    folder = argv[2];
    add_loads();
    add_checks();
    measure(rounds);
    return 0;
}
