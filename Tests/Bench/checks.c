/* Checks of passwords: alone, and with an old password and a user beside them. */
#include "operations.h"

static passwordrules_rules *rules;
static passwordrules_policy *policy;
static passwordrules_report *used_report;
static pwquality_settings_t *plain, *dictionary;
static passwdqc_params_t *passwdqc;

static int check_into(const struct operation *o)
{
    return passwordrules_check_into(rules, o->texts->bytes, o->texts->length, 0, used_report) == PASSWORDRULES_OK &&
           passwordrules_report_accepted(used_report);
}

static int check_alone(const struct operation *o)
{
    passwordrules_report *report = NULL;
    int status = passwordrules_check(rules, o->texts->bytes, o->texts->length, 0, &report);

    return verdict(status, report);
}

static int check_change(const struct operation *o)
{
    const passwordrules_context context = { .size = sizeof context, .user = USER, .full_name = FULL_NAME, .home = HOME,
                                            .old_password = o->old_password,
                                            .old_password_length = o->texts->length };
    passwordrules_report *report = NULL;
    int status = passwordrules_policy_check(policy, &context, o->texts->bytes, o->texts->length, &report);

    return verdict(status, report);
}

static void prepare(const char *dictionary_path)
{
    /* What the peers do by default with the name and the old password. */
    char rule[sizeof DESCRIPTOR + 8];
    const char *const settings[] = { rule, "username=reject", "old-password=reject", "max-bytes=4096" };

    snprintf(rule, sizeof rule, "rules=%s", DESCRIPTOR);
    if (passwordrules_parse(DESCRIPTOR, sizeof DESCRIPTOR - 1, 0, &rules, NULL) != PASSWORDRULES_OK ||
        passwordrules_report_create(&used_report) != PASSWORDRULES_OK ||
        passwordrules_policy_load("/nonexistent/passwordrules.conf", settings, COUNT(settings),
                                  PASSWORDRULES_POLICY_OPTIONAL, &policy, NULL) != PASSWORDRULES_OK)
        die("passwordrules does not take its descriptor or its policy");
    plain = pwquality_settings(PWQUALITY_OPTIONS, COUNT(PWQUALITY_OPTIONS), NULL);
    if (strcmp(dictionary_path, "-") != 0)
        dictionary = pwquality_settings(PWQUALITY_OPTIONS, COUNT(PWQUALITY_OPTIONS), dictionary_path);
    passwdqc = passwdqc_settings(PASSWDQC_OPTIONS, COUNT(PASSWDQC_OPTIONS));
}

static void add_subjects(const char *action, const char *name, const struct text *text, const char *old, int expected)
{
    ADD(action, OURS, name, old == NULL ? check_alone : check_change, expected, NULL, .texts = text, .old_password = old);
    ADD(action, "pwquality", name, check_with_pwquality, expected, plain, text, .old_password = old);
    if (dictionary != NULL)
        ADD(action, "pwquality+dict", name, check_with_pwquality, expected, dictionary, text, .old_password = old);
    ADD(action, "passwdqc", name, check_with_passwdqc, expected, passwdqc, text, .old_password = old);
}

void add_checks(char **arguments)
{
    const struct {
        const char *name;
        char *password;
        int is_accepted;
    } cases[] = {
        { "8 bytes, strong", strdup(STRONG8), 0 }, /* strong, but shorter than 12 */
        { "8 bytes, weak", strdup("password"), 0 },
        { "16 bytes, strong", strdup(STRONG16), 1 },
        { "16 bytes, weak", strdup("password12345678"), 0 },
        { "64 bytes, strong", strdup(STRONG64), 1 },
        { "64 bytes, weak", repeated("password", 64), 0 },
        { "512 bytes, strong", random_password(512, 12345), 1 },
        { "512 bytes, weak", repeated("password", 512), 0 },
    };

    prepare(arguments[0]);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct text *text = text_of(cases[i].password);
        if (text->length != strtoul(cases[i].name, NULL, 10))
            die("the password of %s is not that long", cases[i].name);
        ADD("check into", OURS, cases[i].name, check_into, cases[i].is_accepted, NULL, .texts = text);
        add_subjects("check", cases[i].name, text, NULL, cases[i].is_accepted);
        add_subjects("check with old", cases[i].name, text, random_password(text->length, 54321), cases[i].is_accepted);
    }
}

void add_growth(char **arguments)
{
    static const char *const lengths[] = { "64", "1024", "4096" };

    prepare(arguments[0]);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        size_t length = strtoul(lengths[i], NULL, 10);
        const struct text *text = text_of(random_password(length, 12345));
        add_subjects("growth", lengths[i], text, NULL, 1);
        add_subjects("growth with old", lengths[i], text, random_password(length, 54321), 1);
    }
}
