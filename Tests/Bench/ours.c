/* What passwordrules can do. */
#include "operations.h"

#include <passwordrules.h>

/* Whether a report accepts the password; frees it. */
static int verdict(int status, passwordrules_report *report)
{
    if (status != PASSWORDRULES_OK)
        return -1;
    int is_accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return is_accepted;
}

/* ---- Rules: DESCRIPTOR ------------------------------------------------------------------------------------ */

static void *parsed(const struct operation *o)
{
    const char *descriptor = o->arguments[0];
    passwordrules_rules *rules;

    if (passwordrules_parse(descriptor, strlen(descriptor), 0, &rules, NULL) != PASSWORDRULES_OK)
        die("%s is no descriptor", descriptor);
    return rules;
}

static int parse(const struct operation *o)
{
    for (size_t i = 0; o->arguments[i] != NULL; i++) {
        passwordrules_rules *rules;
        if (passwordrules_parse(o->arguments[i], strlen(o->arguments[i]), 0, &rules, NULL) != PASSWORDRULES_OK)
            return 0;
        passwordrules_rules_free(rules);
    }
    return 1;
}

/* A text full of mistakes, with words for those that are kept. */
static int parse_mistakes(const struct operation *o)
{
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(o->arguments[0], strlen(o->arguments[0]), 0, &rules, &diagnostics);
    int is_told = passwordrules_diagnostics_count(diagnostics) > 1;

    passwordrules_diagnostics_free(diagnostics);
    return status == PASSWORDRULES_EDESCRIPTOR && is_told;
}

static int check(const struct operation *o)
{
    passwordrules_report *report = NULL;
    int status = passwordrules_check(o->settings, o->arguments[1], o->length, 0, &report);

    return verdict(status, report);
}

static passwordrules_report *used_report;

static void *parsed_beside_report(const struct operation *o)
{
    if (used_report == NULL && passwordrules_report_create(&used_report) != PASSWORDRULES_OK)
        die("there is no report");
    return parsed(o);
}

static int check_into(const struct operation *o)
{
    return passwordrules_check_into(o->settings, o->arguments[1], o->length, 0, used_report) == PASSWORDRULES_OK &&
           passwordrules_report_accepted(used_report);
}

static int count(const struct operation *o)
{
    /* 1,024 characters of 95 make a number of 2,026 digits. */
    char digits[2100];
    int status = passwordrules_count(o->settings, strtoul(o->arguments[1], NULL, 10), digits, sizeof digits, NULL, NULL);

    return status == PASSWORDRULES_OK || status == PASSWORDRULES_EUNSATISFIABLE;
}

/* Counted once, for the peak of memory. */
static void *parsed_and_counted(const struct operation *o)
{
    struct operation once = *o;

    once.settings = parsed(o);
    if (!count(&once))
        die("%s cannot be counted", o->arguments[0]);
    return once.settings;
}

/* ---- Generate: DESCRIPTOR STYLE LENGTH COUNT -------------------------------------------------------------- */

struct generation {
    passwordrules_rules *rules;
    passwordrules_generate_options options;
};

/* How many bytes it takes. Without a style there are no options at all. */
static int generate_into(const struct generation *generation, passwordrules_generated *generated)
{
    static char passwords[1 << 16];
    const passwordrules_generate_options *options = generation->options.style == 0 ? NULL : &generation->options;
    size_t needed;
    int status = passwordrules_generate(generation->rules, options, passwords, sizeof passwords, &needed, generated);

    return status == PASSWORDRULES_OK ? (int)needed : -1;
}

static void *prepared_generation(const struct operation *o)
{
    struct generation *generation = allocated(sizeof *generation);
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;

    generation->rules = parsed(o);
    generation->options = (passwordrules_generate_options){ .size = sizeof generation->options,
                                                            .style = atoi(o->arguments[1]),
                                                            .length = strtoul(o->arguments[2], NULL, 10),
                                                            .count = strtoul(o->arguments[3], NULL, 10) };
    /* Only the description reveals that the rules do not permit the style. */
    if (generate_into(generation, &generated) < 0 ||
        (generation->options.style != 0 && generated.style != generation->options.style))
        die("passwordrules does not generate what it was asked for with %s", o->arguments[0]);
    return generation;
}

static int generate(const struct operation *o)
{
    return generate_into(o->settings, NULL);
}

static int generate_of_any_length(const struct operation *o)
{
    return generate_into(o->settings, NULL) > 0;
}

/* ---- Policies: FILE PASSWORD OLD -------------------------------------------------------------------------- */

static void *loaded(const struct operation *o)
{
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;

    if (passwordrules_policy_load(o->arguments[0], NULL, 0, 0, &policy, &diagnostics) != PASSWORDRULES_OK) {
        passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
        if (passwordrules_diagnostics_get(diagnostics, 0, &diagnostic) == PASSWORDRULES_OK)
            die("%s:%zu:%zu: %s", diagnostic.source, diagnostic.line, diagnostic.column, diagnostic.text);
        die("%s cannot be loaded", o->arguments[0]);
    }
    passwordrules_diagnostics_free(diagnostics);
    return policy;
}

static int load_policy(const struct operation *o)
{
    passwordrules_policy_free(loaded(o));
    return 1;
}

static int find_policy(const struct operation *o)
{
    passwordrules_policy *policy;

    if (passwordrules_policy_for_user(o->settings, o->arguments[1], &policy, NULL) != PASSWORDRULES_OK)
        return 0;
    passwordrules_policy_free(policy);
    return 1;
}

static passwordrules_context context_of(const struct operation *o)
{
    const char *old = o->arguments[2];

    return (passwordrules_context){ .size = sizeof(passwordrules_context), .user = USER, .full_name = FULL_NAME,
                                    .home = HOME, .old_password = old, .old_password_length = old == NULL ? 0 : strlen(old) };
}

static int check_by_policy(const struct operation *o)
{
    const passwordrules_context context = context_of(o);
    const char *password = password_of(o);
    passwordrules_report *report = NULL;
    int status = passwordrules_policy_check(o->settings, &context, password, strlen(password), &report);

    return verdict(status, report);
}

static int suggest(const struct operation *o)
{
    const passwordrules_context context = context_of(o);
    char password[PASSWORDRULES_GENERATE_MAX + 1];

    return passwordrules_policy_suggest(o->settings, &context, password, sizeof password, NULL, NULL) == PASSWORDRULES_OK;
}

/* ---- Blocklists: FILE PASSWORD ---------------------------------------------------------------------------- */

static void *opened(const struct operation *o)
{
    passwordrules_blocklist *list;

    if (passwordrules_blocklist_open(o->arguments[0], 0, &list, NULL) != PASSWORDRULES_OK)
        die("%s cannot be opened", o->arguments[0]);
    return list;
}

static int look_up_in(const passwordrules_blocklist *list, const struct operation *o)
{
    const char *password = password_of(o);
    int found;

    if (passwordrules_blocklist_lookup(list, password, strlen(password), PASSWORDRULES_MATCH_AS_BUILT, &found) !=
        PASSWORDRULES_OK)
        die("%s cannot be read", o->arguments[0]);
    return found;
}

static int look_up(const struct operation *o)
{
    return look_up_in(o->settings, o);
}

static int open_and_look_up(const struct operation *o)
{
    passwordrules_blocklist *list = opened(o);
    int found = look_up_in(list, o);

    passwordrules_blocklist_free(list);
    return found;
}

static int open_and_close(const struct operation *o)
{
    passwordrules_blocklist_free(opened(o));
    return 1;
}

/* ---- Strength: LIST PASSWORD ------------------------------------------------------------------------------ */

static void *opened_ranks(const struct operation *o)
{
    passwordrules_ranks *ranks;

    if (passwordrules_ranks_open(o->arguments, 1, &ranks, NULL) != PASSWORDRULES_OK)
        die("%s cannot be opened", o->arguments[0]);
    return ranks;
}

static int open_ranks(const struct operation *o)
{
    passwordrules_ranks_free(opened_ranks(o));
    return 1;
}

static int estimate(const struct operation *o)
{
    passwordrules_strength *strength;
    int status = passwordrules_strength_estimate(o->settings, NULL, o->arguments[1], o->length, &strength);

    passwordrules_strength_free(strength);
    return status == PASSWORDRULES_OK;
}

const struct function FUNCTIONS_OF_OURS[] = {
    { "parse", NULL, parse },
    { "parse mistakes", NULL, parse_mistakes },
    { "check", parsed, check },
    { "check into", parsed_beside_report, check_into },
    { "count", parsed_and_counted, count },
    { "generate", prepared_generation, generate },
    { "generate of any length", prepared_generation, generate_of_any_length },
    { "load policy", NULL, load_policy },
    { "find policy", loaded, find_policy },
    { "check by policy", loaded, check_by_policy },
    { "suggest", loaded, suggest },
    { "open list", NULL, open_and_close },
    { "look up", opened, look_up },
    { "open list and look up", NULL, open_and_look_up },
    { "open ranks", NULL, open_ranks },
    { "estimate", opened_ranks, estimate },
    { NULL, NULL, NULL },
};
