/*
 * calls - one call of libpasswordrules with a password, and places to stop before and behind it
 *
 * calls NAME ARGUMENT... The password and the old one are in the vault; so is what is generated.
 *
 * check RULES, check-into RULES, check-strict RULES
 * policy-check FILE, policy-check-suggesting FILE ROOM, suggest FILE ROOM
 * generate RULES STYLE LENGTH COUNT ROOM
 * lookup FILE MATCH
 */
#include "vault.h"

#include <passwordrules.h>

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Where the program stops: before the call; behind it, with its results still there; with all of them freed; and in it. */
enum { BEFORE, BEHIND, FREED, INSIDE };

/* ---- What stands between the library and the kernel ------------------------------------------------------------ */

/* The call in which lists are read: a password is being looked up. */
ssize_t pread(int file, void *buffer, size_t size, off_t offset)
{
    if (vault != NULL && vault->stops_at_reads)
        STOP_AT(INSIDE);
    return syscall(SYS_pread64, file, buffer, size, offset);
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    size_t left = vault->other_length - vault->other_used;

    if (vault->other_length == 0)
        return syscall(SYS_getrandom, buffer, size, flags);
    if (left == 0 && size > 0) {
        errno = EIO;
        return -1;
    }
    if (size > left)
        size = left;
    for (size_t i = 0; i < size; i++)
        ((volatile char *)buffer)[i] = vault->other[vault->other_used + i];
    vault->other_used += size;
    return (ssize_t)size;
}

/* ---- The calls -------------------------------------------------------------------------------------------------- */

static passwordrules_rules *parse(const char *text)
{
    passwordrules_rules *rules;

    if (passwordrules_parse(text, strlen(text), 0, &rules, NULL) != PASSWORDRULES_OK)
        exit(2);
    return rules;
}

static passwordrules_policy *load(const char *path)
{
    passwordrules_policy *policy, *own;

    if (passwordrules_policy_load(path, NULL, 0, PASSWORDRULES_POLICY_ONE_CHANGE, &policy, NULL) != PASSWORDRULES_OK ||
        passwordrules_policy_for_user(policy, "alice", &own, NULL) != PASSWORDRULES_OK)
        exit(2);
    passwordrules_policy_free(policy);
    return own;
}

static passwordrules_context context(void)
{
    return (passwordrules_context){
        .size = sizeof(passwordrules_context), .user = "alice", .full_name = "Alice Liddell,,,", .home = "/home/alice",
        .old_password = vault->old, .old_password_length = vault->old_length
    };
}

/* A catalogue that gives back what it was asked for. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL && count != 1 ? many : one;
}

/* Asks a report for all that it has. */
static void read_report(const passwordrules_report *report)
{
    static const passwordrules_language language = { .size = sizeof language, .translate = translate };
    char line[512];

    vault->accepted = passwordrules_report_accepted(report);
    if (passwordrules_report_progress(report) < 0)
        exit(2);
    for (size_t i = 0; i < passwordrules_report_count(report); i++) {
        passwordrules_outcome outcome = { .size = sizeof outcome };
        if (passwordrules_report_outcome(report, i, &outcome) != PASSWORDRULES_OK ||
            passwordrules_report_message(report, i, line, sizeof line, NULL) != PASSWORDRULES_OK ||
            passwordrules_report_message_in(report, i, &language, line, sizeof line, NULL) != PASSWORDRULES_OK ||
            passwordrules_report_message(report, i, line, 3, NULL) != PASSWORDRULES_ERANGE)
            exit(2);
    }
}

/* The first stop is immediately after the call, because later code overwrites the stack. */
static void stop_with(passwordrules_report *report)
{
    STOP_AT(BEHIND);
    if (report != NULL)
        read_report(report);
    STOP_AT(BEHIND);
    passwordrules_report_free(report);
    STOP_AT(FREED);
}

static void check_with(char **arguments, unsigned flags)
{
    passwordrules_rules *rules = parse(arguments[0]);
    passwordrules_report *report;

    STOP_AT(BEFORE);
    vault->status = passwordrules_check(rules, vault->password, vault->length, flags, &report);
    stop_with(report);
    passwordrules_rules_free(rules);
}

static void check(char **arguments)
{
    check_with(arguments, 0);
}

static void check_strict(char **arguments)
{
    check_with(arguments, PASSWORDRULES_CHECK_STRICT_READING);
}

static void check_into(char **arguments)
{
    passwordrules_rules *rules = parse(arguments[0]);
    passwordrules_report *report;

    if (passwordrules_report_create(&report) != PASSWORDRULES_OK ||
        passwordrules_check_into(rules, "other", 5, 0, report) != PASSWORDRULES_OK)
        exit(2);
    STOP_AT(BEFORE);
    vault->status = passwordrules_check_into(rules, vault->password, vault->length, 0, report);
    stop_with(report);
    passwordrules_rules_free(rules);
}

static void policy_check(char **arguments)
{
    passwordrules_policy *policy = load(arguments[0]);
    passwordrules_context change = context();
    passwordrules_report *report;

    STOP_AT(BEFORE);
    vault->status = passwordrules_policy_check(policy, &change, vault->password, vault->length, &report);
    stop_with(report);
    passwordrules_policy_free(policy);
}

static void policy_check_suggesting(char **arguments)
{
    passwordrules_policy *policy = load(arguments[0]);
    passwordrules_context change = context();
    passwordrules_report *report;

    STOP_AT(BEFORE);
    vault->status = passwordrules_policy_check_suggesting(policy, &change, vault->password, vault->length, &report,
                                                          vault->output, strtoul(arguments[1], NULL, 10));
    vault->output_length = strlen(vault->output);
    stop_with(report);
    passwordrules_policy_free(policy);
}

static void suggest(char **arguments)
{
    passwordrules_policy *policy = load(arguments[0]);
    passwordrules_context change = context();

    STOP_AT(BEFORE);
    vault->status = passwordrules_policy_suggest(policy, &change, vault->output, strtoul(arguments[1], NULL, 10),
                                                 &vault->output_length);
    STOP_AT(BEHIND);
    passwordrules_policy_free(policy);
    STOP_AT(FREED);
}

static void generate(char **arguments)
{
    passwordrules_rules *rules = parse(arguments[0]);
    passwordrules_generate_options options = {
        .size = sizeof options, .style = atoi(arguments[1]), .length = strtoul(arguments[2], NULL, 10),
        .count = strtoul(arguments[3], NULL, 10)
    };
    passwordrules_generated generated = { .size = sizeof generated };

    STOP_AT(BEFORE);
    vault->status = passwordrules_generate(rules, &options, vault->output, strtoul(arguments[4], NULL, 10),
                                           &vault->output_length, &generated);
    STOP_AT(BEHIND);
    passwordrules_rules_free(rules);
    STOP_AT(FREED);
}

static void look_up(char **arguments)
{
    passwordrules_blocklist *list;
    int found;

    if (passwordrules_blocklist_open(arguments[0], 0, &list, NULL) != PASSWORDRULES_OK)
        exit(2);
    STOP_AT(BEFORE);
    vault->status = passwordrules_blocklist_lookup(list, vault->password, vault->length, atoi(arguments[1]), &found);
    vault->accepted = !found;
    STOP_AT(BEHIND);
    passwordrules_blocklist_free(list);
    STOP_AT(FREED);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int arguments;
        void (*make)(char **arguments);
    } calls[] = {
        { "check", 1, check }, { "check-strict", 1, check_strict }, { "check-into", 1, check_into },
        { "policy-check", 1, policy_check }, { "policy-check-suggesting", 2, policy_check_suggesting },
        { "suggest", 2, suggest }, { "generate", 5, generate }, { "lookup", 2, look_up },
    };

    open_vault();
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (argc == 2 + calls[i].arguments && strcmp(argv[1], calls[i].name) == 0) {
            calls[i].make(argv + 2);
            return 0;
        }
    return 2;
}
