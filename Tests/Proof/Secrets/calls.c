/*
 * calls - makes one call of libpasswordrules with a password, and stops before and after the call
 *
 * calls NAME ARGUMENT... The password and the old password are read from the vault, and generated passwords are written to it.
 * NAME and its arguments are:
 *
 * check RULES, check-into RULES, check-strict RULES
 * policy-check FILE, policy-check-suggesting FILE ROOM, decide FILE ROOM, suggest FILE ROOM
 * generate RULES STYLE LENGTH COUNT ROOM
 * lookup FILE MATCH
 * policy-lookup FILE
 * strength FILE (a list of ranked words)
 */
#include "vault.h"

#include <passwordrules.h>

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* ---- Between the library and the kernel ------------------------------------------------------------------------ */

/* During a lookup, the library reads lists with pread(), so this function can stop in the middle of a call. */
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

/* ---- Arguments and results of the calls ------------------------------------------------------------------------ */

static passwordrules_rules *rules;
static passwordrules_policy *policy;
static passwordrules_blocklist *list;
static passwordrules_ranks *ranks;
static passwordrules_strength *strength;
static passwordrules_report *report;
static passwordrules_decision *decision;
static passwordrules_context change;
static passwordrules_generate_options options = PASSWORDRULES_GENERATE_OPTIONS_INIT;
static passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
static size_t room;
static int match, found;

static void must(int status)
{
    if (status != PASSWORDRULES_OK)
        exit(2);
}

static void take_rules(char **arguments)
{
    must(passwordrules_parse(arguments[0], strlen(arguments[0]), 0, &rules, NULL));
}

static void take_rules_and_report(char **arguments)
{
    take_rules(arguments);
    must(passwordrules_report_create(&report));
    must(passwordrules_check_into(rules, "other", 5, 0, report));
}

static void take_options(char **arguments)
{
    take_rules(arguments);
    options.style = atoi(arguments[1]);
    options.length = strtoul(arguments[2], NULL, 10);
    options.count = strtoul(arguments[3], NULL, 10);
    room = strtoul(arguments[4], NULL, 10);
}

static void take_policy(char **arguments)
{
    passwordrules_policy *loaded;

    must(passwordrules_policy_load(arguments[0], NULL, 0, PASSWORDRULES_POLICY_ONE_CHANGE, &loaded, NULL));
    must(passwordrules_policy_for_user(loaded, "alice", &policy, NULL));
    passwordrules_policy_free(loaded);
    change = (passwordrules_context){
        .size = sizeof change, .user = "alice", .full_name = "Alice Liddell,,,", .home = "/home/alice",
        .old_password = vault->old, .old_password_length = vault->old_length
    };
    room = arguments[1] == NULL ? 0 : strtoul(arguments[1], NULL, 10);
}

static void take_list(char **arguments)
{
    must(passwordrules_blocklist_open(arguments[0], 0, &list, NULL));
    match = atoi(arguments[1]);
}

static void take_ranks(char **arguments)
{
    static const char *const words[] = { "wonderland" };
    const char *path = arguments[0];

    must(passwordrules_ranks_open(&path, 1, &ranks, NULL));
    change = (passwordrules_context){
        .size = sizeof change, .user = "alice", .full_name = "Alice Liddell,,,", .words = words, .word_count = 1
    };
}

/* A translation that returns the original text. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL && count != 1 ? many : one;
}

static int is_word(const passwordrules_piece *piece)
{
    return piece->kind == PASSWORDRULES_PIECE_WORD || piece->kind == PASSWORDRULES_PIECE_REVERSED_WORD;
}

static const passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, NULL);

/* Reads everything in the report. */
static void read_report(void)
{
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    char line[512];

    vault->accepted = passwordrules_report_accepted(report);
    if (passwordrules_report_progress(report) < 0)
        exit(2);
    for (size_t i = 0; i < passwordrules_report_count(report); i++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        must(passwordrules_report_outcome(report, i, &outcome));
        must(passwordrules_report_message(report, i, NULL, line, sizeof line, NULL));
        must(passwordrules_report_message(report, i, &language, line, sizeof line, NULL));
        if (passwordrules_report_message(report, i, NULL, line, 3, NULL) != PASSWORDRULES_ERANGE)
            exit(2);
    }
    for (size_t i = 0; passwordrules_report_piece(report, i, &piece) == PASSWORDRULES_OK; i++)
        vault->words += is_word(&piece);
}

/* Reads everything in the decision. The suggestion goes into the caller's buffer, in the vault. */
static void read_decision(void)
{
    passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
    char text[8192];

    vault->accepted = !passwordrules_decision_refused(decision);
    must(passwordrules_decision_text(decision, PASSWORDRULES_TEXT_LIST, 0, &language, text, sizeof text, NULL));
    must(passwordrules_decision_text(decision, 0, 0, NULL, text, sizeof text, NULL));
    must(passwordrules_decision_take_suggestion(decision, vault->output, room, NULL));
    must(passwordrules_decision_accept(decision));
    for (size_t i = 0; passwordrules_decision_log(decision, i, &line) == PASSWORDRULES_OK; i++)
        if (strstr(line.text, vault->password) != NULL)
            exit(2);
}

/* Reads everything in the estimate. */
static void read_strength(void)
{
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    char line[512];

    must(passwordrules_strength_get_info(strength, &info));
    for (size_t i = 0; i < info.piece_count; i++) {
        must(passwordrules_strength_piece(strength, i, &piece));
        vault->words += is_word(&piece);
    }
    for (size_t i = 0; i < info.advice_count; i++)
        must(passwordrules_strength_advice(strength, i, &language, line, sizeof line, NULL));
}

/* ---- The calls -------------------------------------------------------------------------------------------------- */

#define PASSWORD vault->password, vault->length

/* The stop is immediately after the call, because later code overwrites the stack. */
#define CALL(name, ...)                                                                                              \
    static void name(void)                                                                                           \
    {                                                                                                                \
        vault->status = passwordrules_##name(__VA_ARGS__);                                                           \
        STOP_AT(AFTER);                                                                                             \
    }

static unsigned flags;

CALL(check, rules, PASSWORD, flags, &report)
CALL(check_into, rules, PASSWORD, 0, report)
CALL(policy_check, policy, &change, PASSWORD, &report)
CALL(policy_check_suggesting, policy, &change, PASSWORD, &report, vault->output, room)
CALL(decide, policy, &change, PASSWORD, PASSWORDRULES_DECIDE_SUGGEST, &decision)
CALL(policy_lookup, policy, PASSWORD, &found)
CALL(policy_suggest, policy, &change, vault->output, room, &vault->output_length, &generated)
CALL(generate, rules, &options, vault->output, room, &vault->output_length, &generated)
CALL(blocklist_lookup, list, PASSWORD, match, &found)
CALL(strength_estimate, ranks, &change, PASSWORD, &strength)

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int arguments;
        void (*take)(char **arguments);
        void (*make)(void);
        unsigned flags;
    } calls[] = {
        { "check", 1, take_rules, check, 0 },
        { "check-strict", 1, take_rules, check, PASSWORDRULES_CHECK_STRICT_READING },
        { "check-into", 1, take_rules_and_report, check_into, 0 },
        { "policy-check", 1, take_policy, policy_check, 0 },
        { "policy-check-suggesting", 2, take_policy, policy_check_suggesting, 0 },
        { "decide", 2, take_policy, decide, 0 },
        { "policy-lookup", 1, take_policy, policy_lookup, 0 },
        { "suggest", 2, take_policy, policy_suggest, 0 },
        { "generate", 5, take_options, generate, 0 },
        { "lookup", 2, take_list, blocklist_lookup, 0 },
        { "strength", 1, take_ranks, strength_estimate, 0 },
    };
    size_t i = 0;

    open_vault();
    while (argc > 2 && i < sizeof calls / sizeof *calls && strcmp(argv[1], calls[i].name) != 0)
        i++;
    if (argc <= 2 || i == sizeof calls / sizeof *calls || argc != 2 + calls[i].arguments)
        return 2;
    calls[i].take(argv + 2);
    flags = calls[i].flags;
    STOP_AT(BEFORE);
    calls[i].make();
    vault->accepted = !found;
    if (report != NULL)
        read_report();
    if (decision != NULL)
        read_decision();
    if (strength != NULL)
        read_strength();
    STOP_AT(AFTER);
    passwordrules_report_free(report);
    passwordrules_decision_free(decision);
    passwordrules_rules_free(rules);
    passwordrules_policy_free(policy);
    passwordrules_blocklist_free(list);
    passwordrules_strength_free(strength);
    passwordrules_ranks_free(ranks);
    STOP_AT(FREED);
    return 0;
}
