/*
 * policybench - what policies cost: to load them, and to hold passwords against them and against what the context knows
 *
 *   policybench usual ROUNDS FOLDER
 *   policybench hostile ROUNDS FOLDER
 *
 * FOLDER has the policies and the peers' files, which bench.py writes. "usual" is what happens on machines, beside the
 * peers; "hostile" is what could take a check long, at lengths that double. What is written is what operations.h says.
 */
#include "operations.h"

#include <passwdqc.h>
#include <passwordrules.h>
#include <pwquality.h>
#include <pwd.h>

#define USER "margarethe"
#define FULL_NAME "Margarethe Oberhuber,Room 12,555-0100"
#define HOME "/home/margarethe"

/* A password that is to be replaced in some circumstances, under some policy. */
struct change {
    passwordrules_policy *policy;
    passwordrules_context context;
};

/* The same for a peer. */
struct peer_change {
    pwquality_settings_t *settings;
    passwdqc_params_t params;
    struct passwd account;
    const char *user, *old_password;
};

static const char *folder;

static char *path_of(const char *name)
{
    static char path[4096];

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        die("%s: the path is too long", folder);
    return path;
}

/* Why a policy cannot be loaded is worth knowing. */
static passwordrules_policy *policy_of(const char *name)
{
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;

    if (passwordrules_policy_load(path_of(name), NULL, 0, 0, &policy, &diagnostics) != PASSWORDRULES_OK) {
        passwordrules_diagnostic diagnostic = { .size = sizeof diagnostic };
        if (passwordrules_diagnostics_get(diagnostics, 0, &diagnostic) == PASSWORDRULES_OK)
            die("%s:%zu:%zu: %s", diagnostic.source, diagnostic.line, diagnostic.column, diagnostic.text);
        die("%s cannot be loaded", name);
    }
    passwordrules_diagnostics_free(diagnostics);
    return policy;
}

static void *allocated(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

static struct text *text_of(char *bytes)
{
    struct text *text = allocated(sizeof *text);

    *text = (struct text){ bytes, strlen(bytes) };
    return text;
}

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

static int check_policy(const struct operation *o)
{
    const struct change *change = o->settings;
    passwordrules_report *report;
    int is_accepted;

    if (passwordrules_policy_check(change->policy, &change->context, o->texts->bytes, o->texts->length, &report) !=
        PASSWORDRULES_OK)
        return -1;
    is_accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return is_accepted;
}

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

/* 1: one was suggested; 0: there is none. */
static int suggest(const struct operation *o)
{
    const struct change *change = o->settings;
    char password[PASSWORDRULES_GENERATE_MAX + 1];
    int status = passwordrules_policy_suggest(change->policy, &change->context, password, sizeof password, NULL);

    return status == PASSWORDRULES_OK ? 1 : status == PASSWORDRULES_ENOTFOUND ? 0 : -1;
}

static struct change *change_of(const char *policy, const char *user, const char *full_name, const char *home,
                                const char *old_password)
{
    struct change *change = allocated(sizeof *change);

    change->policy = policy_of(policy);
    change->context = (passwordrules_context){
        .size = sizeof change->context, .user = user, .full_name = full_name, .home = home,
        .old_password = old_password, .old_password_length = old_password == NULL ? 0 : strlen(old_password)
    };
    return change;
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
    change->account = (struct passwd){ .pw_name = (char *)USER, .pw_passwd = (char *)"", .pw_gecos = (char *)FULL_NAME,
                                       .pw_dir = (char *)HOME, .pw_shell = (char *)"/bin/sh" };
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

/* ---- What could take long --------------------------------------------------------------------------------- */

/* The texts of a case are patterns, repeated up to the length; the last byte of some becomes another. NULL: random. */
struct pattern {
    const char *word;
    char last;
};

static char *fill(struct pattern pattern, size_t length, unsigned seed)
{
    char *text = pattern.word == NULL ? random_password(length, seed) : repeated(pattern.word, length);

    if (pattern.last != '\0')
        text[length - 1] = pattern.last;
    return text;
}

#define LETTER_63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define NO_NAME { "", 0 }

/* U+0080 to U+07FF in UTF-8. */
static char different[2 * (0x800 - 0x80) + 1];

static void add_hostile(void)
{
    static const struct {
        const char *name, *policy;
        struct pattern new_password, old_password, user, full_name, home;
        int is_accepted;
    } cases[] = {
        { "one letter: password, names and old password", "everything.conf",
          { "a", 0 }, { "a", 0 }, { "a", 0 }, { "a", 0 }, { "a", 0 }, 0 },
        { "one letter, but for the last of the names and the old password", "everything.conf",
          { "a", 0 }, { "a", 'b' }, { "a", 'b' }, { "a", 'b' }, { "a", 'b' }, 0 },
        { "username-parts = 3", "parts-3.conf", { "a", 0 }, NO_NAME, { "aab", 0 }, NO_NAME, NO_NAME, 1 },
        { "username-parts = 64", "parts-64.conf", { "a", 0 }, NO_NAME, { LETTER_63 "b", 0 }, NO_NAME, NO_NAME, 1 },
        { "names of many short words", "names.conf",
          { "a", 0 }, NO_NAME, { "aab", 0 }, { "aab ", 0 }, { "aab/", 0 }, 1 },
        { "old password of one letter but for the last, 1,024 changes", "changes.conf",
          { "a", 0 }, { "a", 'b' }, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "old password at random, 1,024 changes", "changes.conf",
          { NULL, 0 }, { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, -1 },
        { "rows of the keyboard", "keyboard.conf",
          { "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "10,000 words of 6 to 64 letters", "long-words.conf",
          { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "10,000 words of 6 to 64 letters, one letter", "long-words.conf",
          { "a", 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "64 `or` lines", "or.conf", { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "64 `at-least` lines", "at-least.conf", { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "different characters beyond ASCII", "everything.conf",
          { different, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
    };
    static const size_t lengths[] = { 1024, 2048, 4096 };
    static char names[COUNT(cases) * COUNT(lengths)][128];

    for (size_t scalar = 0x80, i = 0; scalar < 0x800; scalar++) {
        different[i++] = (char)(0xC0 | scalar >> 6);
        different[i++] = (char)(0x80 | (scalar & 0x3F));
    }
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t j = 0; j < COUNT(lengths); j++) {
            const struct pattern patterns[] = { cases[i].user, cases[i].full_name, cases[i].home };
            const char *texts[COUNT(patterns)];
            for (size_t k = 0; k < COUNT(patterns); k++)
                texts[k] = patterns[k].word[0] == '\0' ? NULL : fill(patterns[k], lengths[j], 0);
            const struct pattern old = cases[i].old_password;
            const char *old_password =
                old.word != NULL && old.word[0] == '\0' ? NULL : fill(old, lengths[j], 54321);
            struct text *new_password = text_of(fill(cases[i].new_password, lengths[j], 12345));
            const struct operation check =
                OPERATION("policy hostile", "passwordrules", check_policy,
                          change_of(cases[i].policy, texts[0], texts[1], texts[2], old_password));
            char *name = names[i * COUNT(lengths) + j];
            snprintf(name, sizeof names[0], "%s, %zu", cases[i].name, lengths[j]);
            int expected = cases[i].is_accepted;
            /* Two passwords of 1,024 characters are not wholly different. */
            if (expected < 0)
                expected = lengths[j] > 1024;
            add(check, name, new_password, 1, expected);
        }
    /* Tried over and over, and never accepted. */
    static const struct {
        const char *name, *policy;
        size_t length;
    } suggestions[] = {
        { "suggestions of 1,024 bits", "no-suggestion.conf", 180 },
        { "suggestions of 1,000 characters", "no-long-suggestion.conf", 1000 },
    };
    for (size_t i = 0; i < COUNT(suggestions); i++) {
        struct change *change = change_of(suggestions[i].policy, USER, FULL_NAME, HOME,
                                          random_password(suggestions[i].length, 54321));
        const struct operation suggestion = OPERATION("policy hostile", "passwordrules", suggest, change);
        add(suggestion, suggestions[i].name, NULL, 1, 0);
    }
}

int main(int argc, char **argv)
{
    size_t rounds = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;

    if (rounds == 0)
        die("usage: policybench usual|hostile ROUNDS FOLDER");
    folder = argv[3];
    if (strcmp(argv[1], "usual") == 0) {
        add_loads();
        add_checks();
    } else if (strcmp(argv[1], "hostile") == 0) {
        add_hostile();
    } else {
        die("policybench knows no %s", argv[1]);
    }
    measure(rounds);
    return 0;
}
