/*
 * checkbench - what checks cost in a process that has made them before
 *
 *   checkbench check|growth ROUNDS DICTIONARY
 *
 * DICTIONARY is a cracklib dictionary's path without its extension, or "-" to leave the dictionary out. "check" is for
 * passwords of the usual lengths, "growth" for ever longer ones. Each is done with the password alone, and with an old
 * password and a user beside it. What is written is what operations.h says.
 */
#include "operations.h"
#include "peers.h"

#include <passwordrules.h>

/* What a library needs to check a password: ours the rules or the policy, a peer its settings. */
struct subject {
    passwordrules_rules *rules;
    passwordrules_policy *policy;
    passwordrules_report *used_report;
    pwquality_settings_t *pwquality;
    passwdqc_params_t passwdqc;
    struct passwd account;
};

/* A password and the one that it is to replace. An operation's text is the first of them, so that it leads to the other. */
struct pair {
    struct text new_password;
    char *old_password;
};

static struct subject ours, plain, dictionary, passwdqc;

/* ---- The password alone ----------------------------------------------------------------------------------- */

static int check_into(const struct operation *o)
{
    return passwordrules_check_into(ours.rules, o->texts->bytes, o->texts->length, 0, ours.used_report) ==
               PASSWORDRULES_OK &&
           passwordrules_report_accepted(ours.used_report);
}

static int verdict_of(passwordrules_report *report)
{
    int is_accepted = passwordrules_report_accepted(report);

    passwordrules_report_free(report);
    return is_accepted;
}

static int check_anew(const struct operation *o)
{
    passwordrules_report *report;

    if (passwordrules_check(ours.rules, o->texts->bytes, o->texts->length, 0, &report) != PASSWORDRULES_OK)
        return -1;
    return verdict_of(report);
}

static int check_with_pwquality(const struct operation *o)
{
    const struct subject *subject = o->settings;

    return pwquality_check(subject->pwquality, o->texts->bytes, NULL, NULL, NULL) >= 0;
}

static int check_with_passwdqc(const struct operation *o)
{
    return passwdqc_check(&passwdqc.passwdqc.qc, o->texts->bytes, NULL, NULL) == NULL;
}

/* ---- With an old password and a user ---------------------------------------------------------------------- */

static const struct pair *pair_of(const struct operation *o)
{
    return (const struct pair *)(const void *)o->texts;
}

static int check_change(const struct operation *o)
{
    const struct pair *pair = pair_of(o);
    const passwordrules_context context = { .size = sizeof context, .user = USER, .full_name = FULL_NAME, .home = HOME,
                                            .old_password = pair->old_password,
                                            .old_password_length = pair->new_password.length };
    passwordrules_report *report;

    if (passwordrules_policy_check(ours.policy, &context, o->texts->bytes, o->texts->length, &report) !=
        PASSWORDRULES_OK)
        return -1;
    return verdict_of(report);
}

static int check_change_with_pwquality(const struct operation *o)
{
    const struct subject *subject = o->settings;

    return pwquality_check(subject->pwquality, o->texts->bytes, pair_of(o)->old_password, USER, NULL) >= 0;
}

static int check_change_with_passwdqc(const struct operation *o)
{
    return passwdqc_check(&passwdqc.passwdqc.qc, o->texts->bytes, pair_of(o)->old_password, &passwdqc.account) == NULL;
}

/* ---- What is measured ------------------------------------------------------------------------------------- */

static void prepare(const char *dictionary_path)
{
    /* What the peers do by default with the name and the old password. */
    static const char *const settings[] = { "username=reject", "old-password=reject", "max-bytes=4096" };
    const char *all[COUNT(settings) + 1];
    char rules[sizeof DESCRIPTOR + 8];

    snprintf(rules, sizeof rules, "rules=%s", DESCRIPTOR);
    all[0] = rules;
    for (size_t i = 0; i < COUNT(settings); i++)
        all[i + 1] = settings[i];
    if (passwordrules_parse(DESCRIPTOR, sizeof DESCRIPTOR - 1, 0, &ours.rules, NULL) != PASSWORDRULES_OK ||
        passwordrules_report_create(&ours.used_report) != PASSWORDRULES_OK ||
        passwordrules_policy_load("/nonexistent/passwordrules.conf", all, COUNT(all), PASSWORDRULES_POLICY_OPTIONAL,
                                  &ours.policy, NULL) != PASSWORDRULES_OK)
        die("passwordrules does not take its descriptor or its policy");
    plain.pwquality = pwquality_settings(PWQUALITY_OPTIONS, COUNT(PWQUALITY_OPTIONS), NULL);
    if (dictionary_path != NULL)
        dictionary.pwquality = pwquality_settings(PWQUALITY_OPTIONS, COUNT(PWQUALITY_OPTIONS), dictionary_path);
    read_passwdqc_options(&passwdqc.passwdqc);
    passwdqc.account = account_of_user();
}

static void add_subjects(const char *action, const char *name, struct pair *pair, int is_accepted, int has_old)
{
    const struct operation subjects[] = {
        OPERATION(action, "passwordrules", has_old ? check_change : check_anew, &ours),
        OPERATION(action, "pwquality", has_old ? check_change_with_pwquality : check_with_pwquality, &plain),
        OPERATION(action, "pwquality+dict", has_old ? check_change_with_pwquality : check_with_pwquality, &dictionary),
        OPERATION(action, "passwdqc", has_old ? check_change_with_passwdqc : check_with_passwdqc, &passwdqc),
    };

    for (size_t i = 0; i < COUNT(subjects); i++)
        if (subjects[i].settings != &dictionary || dictionary.pwquality != NULL)
            add(subjects[i], name, &pair->new_password, 1, is_accepted);
}

static void add_checks(void)
{
    static struct {
        const char *name;
        struct pair pair;
        int is_accepted;
    } passwords[] = {
        { "8 bytes, strong", { { (char *)STRONG8, 8 }, NULL }, 0 }, /* strong, but shorter than 12 */
        { "8 bytes, weak", { { (char *)"password", 8 }, NULL }, 0 },
        { "16 bytes, strong", { { (char *)STRONG16, 16 }, NULL }, 1 },
        { "16 bytes, weak", { { (char *)"password12345678", 16 }, NULL }, 0 },
        { "64 bytes, strong", { { (char *)STRONG64, 64 }, NULL }, 1 },
        { "64 bytes, weak", { { NULL, 64 }, NULL }, 0 },
        { "512 bytes, strong", { { NULL, 512 }, NULL }, 1 },
        { "512 bytes, weak", { { NULL, 512 }, NULL }, 0 },
    };

    passwords[5].pair.new_password.bytes = repeated("password", 64);
    passwords[6].pair.new_password.bytes = random_password(512, 12345);
    passwords[7].pair.new_password.bytes = repeated("password", 512);
    for (size_t i = 0; i < COUNT(passwords); i++) {
        struct pair *pair = &passwords[i].pair;
        if (strlen(pair->new_password.bytes) != pair->new_password.length)
            die("the password of %s is not that long", passwords[i].name);
        pair->old_password = random_password(pair->new_password.length, 54321);
        const struct operation again = OPERATION("check into", "passwordrules", check_into, &ours);
        add(again, passwords[i].name, &pair->new_password, 1, passwords[i].is_accepted);
        add_subjects("check", passwords[i].name, pair, passwords[i].is_accepted, 0);
        add_subjects("check with old", passwords[i].name, pair, passwords[i].is_accepted, 1);
    }
}

static void add_growth(void)
{
    static struct {
        const char *name;
        size_t length;
        struct pair pair;
    } lengths[] = { { .name = "64", .length = 64 }, { .name = "1024", .length = 1024 }, { .name = "4096", .length = 4096 } };

    for (size_t i = 0; i < COUNT(lengths); i++) {
        lengths[i].pair.new_password = (struct text){ random_password(lengths[i].length, 12345), lengths[i].length };
        lengths[i].pair.old_password = random_password(lengths[i].length, 54321);
        add_subjects("growth", lengths[i].name, &lengths[i].pair, 1, 0);
        add_subjects("growth with old", lengths[i].name, &lengths[i].pair, 1, 1);
    }
}

int main(int argc, char **argv)
{
    size_t rounds = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;

    if (rounds == 0)
        die("usage: checkbench check|growth ROUNDS DICTIONARY");
    prepare(strcmp(argv[3], "-") == 0 ? NULL : argv[3]);
    if (strcmp(argv[1], "check") == 0)
        add_checks();
    else if (strcmp(argv[1], "growth") == 0)
        add_growth();
    else
        die("checkbench knows no %s", argv[1]);
    measure(rounds);
    return 0;
}
