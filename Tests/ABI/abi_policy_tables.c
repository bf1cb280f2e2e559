/* ABI tests: the tables about policies in Tests/Vectors. Each table describes its format at its top. */
#include "abi.h"
#include "tables.h"

#include <ctype.h>

static void assert_table(const char *name, run_line *run)
{
    char path[512], relative[64];
    snprintf(relative, sizeof(relative), "Vectors/%s", name);
    path_beside(path, sizeof(path), relative);
    failed = 0;
    run_table(path, run);
    assert_int_equal(failed, 0);
}

/* ---- Reports ---- */

/* Whether the tables have an outcome of each kind, [0] not met and [1] met, and the kind's name in reports. */
#define KINDS_END 64
static int has_kind[KINDS_END][2];
static const char *kind_names[KINDS_END];

/* Checks that each kind has one name, and each name one kind. */
static void assert_is_name_of(const char *name, int kind)
{
    assert_in_range(kind, 1, KINDS_END - 1);
    for (int other = 1; other < KINDS_END; other++)
        if (kind_names[other] != NULL)
            assert_int_equal(strcmp(kind_names[other], name) == 0, other == kind);
    kind_names[kind] = name;
}

/* Checks that a message is one line of printable ASCII, and that it shares no four adjacent characters with the text, in
 * any letter case. */
static void assert_tells_nothing_of(const char *message, const char *text)
{
    for (const char *next = message; *next != '\0'; next++)
        assert_in_range(*next, 0x20, 0x7E);
    for (size_t start = 0; start + 4 <= strlen(text); start++)
        for (size_t index = 0; index + 4 <= strlen(message); index++) {
            size_t same = 0;
            while (same < 4
                   && tolower((unsigned char)message[index + same]) == tolower((unsigned char)text[start + same]))
                same++;
            if (same == 4)
                print_message("\"%s\" has a part of \"%s\"\n", message, text);
            assert_int_not_equal(same, 4);
        }
}

/* Appends all outcomes to `text`, and writes the message of the last outcome to `last`. Checks the promises about every
 * report. */
static void append_outcomes(struct text *text, struct text *last, const passwordrules_report *report,
                            const char *password, const char *old_password)
{
    int are_all_met = 1;
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        char message[512];
        assert_int_equal(passwordrules_report_message(report, index, NULL, message, sizeof(message), NULL), PASSWORDRULES_OK);
        assert_tells_nothing_of(message, password);
        assert_tells_nothing_of(message, old_password);
        assert_true(strlen(message) > 3);
        assert_is_name_of(outcome.rule, outcome.kind);
        assert_in_range(outcome.met, 0, 1);
        has_kind[outcome.kind][outcome.met] = 1;
        are_all_met = are_all_met && outcome.met;
        append(text, "%s%s:%d:%zu:%zu", index > 0 ? "," : "", outcome.rule, outcome.met, outcome.limit, outcome.actual);
        last->length = 0;
        append(last, "%s", message);
    }
    double progress = passwordrules_report_progress(report);
    assert_int_equal(passwordrules_report_accepted(report), are_all_met);
    assert_true(progress >= 0 && progress <= 1);
    assert_int_equal(progress >= 1, are_all_met);
}

/* ---- policies.txt ---- */

/* The block that is being read. Its texts are copies of lines of the table. */
static struct block {
    struct text files[4], settings[16], user, account[3], old_password;
    size_t file_count, setting_count;
    int has_user, is_left_out;
    /* The block's policy, loaded at the first line that uses it. */
    int status;
    passwordrules_policy *loaded, *policy;
    passwordrules_diagnostics *diagnostics;
} block;

static void forget_policy(void)
{
    if (block.policy != block.loaded)
        passwordrules_policy_free(block.policy);
    passwordrules_policy_free(block.loaded);
    passwordrules_diagnostics_free(block.diagnostics);
    block.loaded = block.policy = NULL;
    block.diagnostics = NULL;
}

/* Whether lines ask for a number of guesses. */
static int names_guesses(const char *lines)
{
    return strstr(lines, "guesses") != NULL || strstr(lines, "GUESSES") != NULL || strstr(lines, "min-strength") != NULL;
}

/* Whether any file or setting of the block asks for a number of guesses. */
static int asks_for_guesses(void)
{
    for (size_t index = 0; index < block.file_count; index++)
        if (names_guesses(block.files[index].bytes))
            return 1;
    for (size_t index = 0; index < block.setting_count; index++)
        if (names_guesses(block.settings[index].bytes))
            return 1;
    return 0;
}

/* A setting that names a copy of the bundled list of ranked words, by an absolute path. */
static const char *setting_of_ranked_words(void)
{
    static char setting[600];
    static unsigned char bytes[1500000];
    char path[512];
    path_beside(path, sizeof(path), "../build/common.ranks");
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    size_t length = fread(bytes, 1, sizeof(bytes), stream);
    fclose(stream);
    assert_in_range(length, 100000, sizeof(bytes));
    write_bytes(other_path, (const char *)bytes, length);
    snprintf(setting, sizeof(setting), "ranked-words=%s", other_path);
    return setting;
}

static void load_block(void)
{
    if (block.policy != NULL || block.diagnostics != NULL)
        return;
    const char *settings[18];
    size_t count = block.setting_count;
    remove_files(NULL);
    write_bytes(policy_path, block.files[0].bytes, block.files[0].length);
    for (size_t index = 1; index < block.file_count; index++) {
        char name[32];
        snprintf(name, sizeof(name), "%zu.conf", index);
        write_drop_in(name, block.files[index].bytes);
    }
    for (size_t index = 0; index < block.setting_count; index++)
        settings[index] = block.settings[index].bytes;
    if (asks_for_guesses()) {
        settings[count++] = "ranked-words=";
        settings[count++] = setting_of_ranked_words();
    }
    block.status = passwordrules_policy_load(policy_path, settings, count, 0, &block.loaded, &block.diagnostics);
    block.policy = block.loaded;
    if (block.status == PASSWORDRULES_OK && block.has_user)
        block.status = passwordrules_policy_for_user(block.loaded, block.user.bytes, &block.policy, &block.diagnostics);
    assert_true((block.status == PASSWORDRULES_OK) == (block.policy != NULL));
}

static passwordrules_context context_of_block(void)
{
    const char *account[3];
    for (size_t index = 0; index < 3; index++)
        account[index] = block.account[index].length > 0 ? block.account[index].bytes : NULL;
    return (passwordrules_context){
        .size = sizeof(passwordrules_context), .user = account[0], .full_name = account[1], .home = account[2],
        .old_password = block.old_password.length > 0 ? block.old_password.bytes : NULL,
        .old_password_length = block.old_password.length};
}

/* Appends each field of the line, as a line, to the block's last file. */
static void add_to_file(char *line)
{
    struct text added;
    while (line != NULL) {
        take(&added, &line);
        append(&block.files[block.file_count - 1], "%s\n", added.bytes);
    }
}

/* Returns the verdict on a password, and appends its outcomes and the message of the last outcome. Checks that no message
 * has a part of `secret`. */
static const char *check(const struct text *password, const char *secret, struct text *outcomes, struct text *message)
{
    passwordrules_context context = context_of_block();
    passwordrules_report *report;
    assert_int_equal(
        passwordrules_policy_check(block.policy, &context, password->bytes, password->length, &report), PASSWORDRULES_OK);
    append_outcomes(outcomes, message, report, secret, block.old_password.bytes);
    int is_accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return is_accepted ? "accepted" : "rejected";
}

/* No message may have a part of this text. It is the password, unless that begins with "password", a word that messages
 * use. */
static const char *secret_of(const struct text *password)
{
    return strncmp(password->bytes, "password", 8) == 0 ? "" : password->bytes;
}

static void run_suggestions(const char *file, size_t number, char *line)
{
    struct text length, without;
    take(&length, &line);
    take(&without, &line);
    passwordrules_context context = context_of_block();
    size_t shortest = 0, longest = 0;
    int bounds = sscanf(length.bytes, "%zu-%zu", &shortest, &longest);
    for (int round = 0; round < 5; round++) {
        /* A suggestion is made of common words, which messages may contain. */
        struct text suggestion = {.length = 0}, outcomes = {.length = 0}, message;
        int status = passwordrules_policy_suggest(block.policy, &context, suggestion.bytes, sizeof(suggestion.bytes), NULL,
                                                  NULL);
        suggestion.length = strlen(suggestion.bytes);
        if (bounds <= 0) {
            assert_true(status == PASSWORDRULES_ENOTFOUND || status == PASSWORDRULES_EUNSATISFIABLE);
            assert_string_equal(suggestion.bytes, "");
            return;
        }
        assert_int_equal(status, PASSWORDRULES_OK);
        compare(file, number, "accepted", check(&suggestion, "", &outcomes, &message));
        if (suggestion.length < shortest || suggestion.length > (bounds == 2 ? longest : shortest)
            || strpbrk(suggestion.bytes, without.bytes) != NULL)
            compare(file, number, "a suggestion as the table says", suggestion.bytes);
    }
}

static void run_enforcement(const char *file, size_t number, char *line)
{
    static const char *const words[] = {"no", "audit", "warn", "yes"};
    const char *expected = next_field(&line);
    struct text change;
    while (line != NULL) {
        take(&change, &line);
        passwordrules_context context = context_of_block();
        for (char *word = strtok(change.bytes, " "); word != NULL; word = strtok(NULL, " ")) {
            if (strcmp(word, "root") == 0)
                context.by_administrator = 1;
            else if (strcmp(word, "expired") == 0)
                context.expired = 1;
            else
                context.service = word;
        }
        compare(file, number, expected, words[passwordrules_policy_enforcement(block.policy, &context)]);
    }
}

static void run_login(const char *file, size_t number, char *line)
{
    static const char *const words[] = {"no", "warn", "change"};
    const char *expected = next_field(&line);
    struct text service;
    while (line != NULL) {
        take(&service, &line);
        passwordrules_context context = context_of_block();
        context.service = service.bytes;
        compare(file, number, expected, words[passwordrules_policy_at_login(block.policy, &context)]);
    }
}

/* Handles a line if it sets something, and returns whether it does. */
static int set(const char *word, char *line)
{
    if (strcmp(word, "policy") == 0 || strcmp(word, "file") == 0) {
        forget_policy();
        if (strcmp(word, "policy") == 0)
            block = (struct block){.file_count = 0};
        block.file_count++;
        assert_in_range(block.file_count, 1, 4);
        add_to_file(line);
    } else if (strcmp(word, "") == 0) {
        add_to_file(line);
    } else if (strcmp(word, "setting") == 0) {
        for (; line != NULL; block.setting_count++) {
            assert_in_range(block.setting_count, 0, 15);
            take(&block.settings[block.setting_count], &line);
        }
    } else if (strcmp(word, "for") == 0) {
        forget_policy();
        take(&block.user, &line);
        block.has_user = 1;
        block.is_left_out = line != NULL;
    } else if (strcmp(word, "account") == 0) {
        for (size_t index = 0; index < 3; index++)
            take(&block.account[index], &line);
    } else if (strcmp(word, "old") == 0) {
        take(&block.old_password, &line);
    } else {
        return 0;
    }
    return 1;
}

static void run_policy_line(const char *file, size_t number, char *line)
{
    const char *word = next_field(&line);
    if (set(word, line) || block.is_left_out)
        return;
    load_block();
    struct text actual = {.length = 0}, password, outcomes = {.length = 0}, message = {.length = 0};
    if (strcmp(word, "fails") == 0 || block.status != PASSWORDRULES_OK) {
        if (block.status == PASSWORDRULES_EPOLICY)
            append(&actual, "%d", diagnostic_at(block.diagnostics, 0).code);
        compare(file, number, strcmp(word, "fails") == 0 ? line : "a policy", actual.bytes);
    } else if (strcmp(word, "accepts") == 0 || strcmp(word, "rejects") == 0) {
        while (line != NULL) {
            take(&password, &line);
            outcomes.length = 0;
            compare(file, number, word[0] == 'a' ? "accepted" : "rejected",
                    check(&password, secret_of(&password), &outcomes, &message));
        }
    } else if (strcmp(word, "accepted") == 0 || strcmp(word, "rejected") == 0) {
        take(&password, &line);
        append(&actual, "%s", check(&password, secret_of(&password), &outcomes, &message));
        compare(file, number, word, actual.bytes);
        compare(file, number, next_field(&line), outcomes.bytes);
        if (line != NULL)
            compare(file, number, line, message.bytes);
    } else if (strcmp(word, "info") == 0) {
        passwordrules_policy_info info = PASSWORDRULES_POLICY_INFO_INIT;
        assert_int_equal(passwordrules_policy_get_info(block.policy, &info), PASSWORDRULES_OK);
        append(&actual, "%u\t%s\t%s", info.retry, info.suggest ? "yes" : "no", info.local_users_only ? "yes" : "no");
        compare(file, number, line, actual.bytes);
    } else if (strcmp(word, "enforcement") == 0) {
        run_enforcement(file, number, line);
    } else if (strcmp(word, "login") == 0) {
        run_login(file, number, line);
    } else if (strcmp(word, "suggests") == 0) {
        run_suggestions(file, number, line);
    } else {
        compare(file, number, "a line of the table", word);
    }
}

/* Also checks that the table has each kind of outcome, except those about lists: not met, and also met if reports have it
 * so. */
static void policies_match_the_table(void **state)
{
    (void)state;
    assert_table("policies.txt", run_policy_line);
    forget_policy();
    for (int kind = PASSWORDRULES_KIND_ENCODING; kind <= PASSWORDRULES_KIND_OR; kind++) {
        int is_never_met = kind < PASSWORDRULES_KIND_USERNAME || kind == PASSWORDRULES_KIND_OR
                           || (kind > PASSWORDRULES_KIND_OLD_PASSWORD_SAME
                               && kind < PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES);
        assert_int_equal(has_kind[kind][0], 1);
        assert_int_equal(has_kind[kind][1], !is_never_met);
    }
    assert_true(has_kind[PASSWORDRULES_KIND_MIN_GUESSES][0] && has_kind[PASSWORDRULES_KIND_MIN_GUESSES][1]);
    assert_true(has_kind[PASSWORDRULES_KIND_OLD_PASSWORD_SIMILAR][0]);
}

/* ---- names.tsv, old-passwords.tsv ---- */

/* The only outcome whose kind is in this range, under the policy of some settings. If there is none, `met` is -1. */
static passwordrules_outcome outcome_of(const char *const *settings, size_t count, const passwordrules_context *context,
                                        const struct text *password, int first_kind, int last_kind)
{
    passwordrules_policy *policy = policy_with(settings, count);
    passwordrules_report *report;
    passwordrules_outcome found = {.met = -1};
    assert_int_equal(passwordrules_policy_check(policy, context, password->bytes, password->length, &report),
                     PASSWORDRULES_OK);
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        if (outcome.kind < first_kind || outcome.kind > last_kind)
            continue;
        assert_int_equal(found.met, -1);
        found = outcome;
    }
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
    return found;
}

static void run_name_line(const char *file, size_t number, char *line)
{
    const char *key = next_field(&line);
    struct text name, found, password;
    take(&name, &line);
    take(&found, &line);
    int is_part = strncmp(key, "username-parts", 14) == 0;
    int kind = is_part ? PASSWORDRULES_KIND_USERNAME_PARTS
                       : strcmp(key, "full-name") == 0 ? PASSWORDRULES_KIND_FULL_NAME
                       : strcmp(key, "home-directory") == 0 ? PASSWORDRULES_KIND_HOME_DIRECTORY
                                                            : PASSWORDRULES_KIND_USERNAME;
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    if (kind == PASSWORDRULES_KIND_FULL_NAME)
        context.full_name = name.bytes;
    else if (kind == PASSWORDRULES_KIND_HOME_DIRECTORY)
        context.home = name.bytes;
    else
        context.user = name.bytes;
    while (line != NULL) {
        int is_found[2];
        take(&password, &line);
        for (int is_whole = 0; is_whole <= 1; is_whole++) {
            char setting[64];
            snprintf(setting, sizeof(setting), "%s%s", key, is_part ? "" : is_whole ? "=whole" : "=reject");
            const char *settings[] = {"rules=minlength: 1", "username=", setting};
            is_found[is_whole] = outcome_of(settings, 3, &context, &password, kind, kind).met == 0;
        }
        compare(file, number, found.bytes, is_found[1] && !is_part ? "whole" : is_found[0] ? "inside" : "no");
    }
}

static void names_match_the_table(void **state)
{
    (void)state;
    assert_table("names.tsv", run_name_line);
}

static void run_old_password_line(const char *file, size_t number, char *line)
{
    static const char *const comparisons[] = {"same", "case", "reversed", "contained", "rotated"};
    struct text old_password, password, actual = {.length = 0};
    take(&old_password, &line);
    take(&password, &line);
    passwordrules_context context = {
        .size = sizeof(context), .old_password = old_password.bytes, .old_password_length = old_password.length};
    const char *settings[] = {"rules=minlength: 1", "old-password=", NULL, "old-password-changes=1024"};
    for (size_t index = 0; index < 5; index++) {
        char setting[32];
        snprintf(setting, sizeof(setting), "old-password=%s", comparisons[index]);
        settings[2] = setting;
        passwordrules_outcome outcome = outcome_of(settings, 3, &context, &password, PASSWORDRULES_KIND_OLD_PASSWORD_SAME,
                                                   PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED);
        if (outcome.met == 0)
            append(&actual, "%s%s", actual.length > 0 ? "," : "", comparisons[index]);
    }
    if (actual.length == 0)
        append(&actual, "none");
    /* With all comparisons switched on, only the first that applies is reported. */
    settings[2] = "old-password=reject";
    passwordrules_outcome first = outcome_of(settings, 3, &context, &password, PASSWORDRULES_KIND_OLD_PASSWORD_SAME,
                                             PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED);
    struct text expected = {.length = 0};
    append(&expected, "%.*s", (int)strcspn(actual.bytes, ","), actual.bytes);
    compare(file, number, expected.bytes, first.met == 0 ? first.rule + strlen("old-password-") : "none");
    settings[2] = "old-password=";
    passwordrules_outcome changes = outcome_of(settings, 4, &context, &password, PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES,
                                               PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES);
    if (changes.met < 0)
        append(&actual, "\t-");
    else
        append(&actual, "\t%zu", changes.actual);
    compare(file, number, line, actual.bytes);
}

static void old_passwords_match_the_table(void **state)
{
    (void)state;
    assert_table("old-passwords.tsv", run_old_password_line);
}

/* ---- policy-mistakes.tsv ---- */

static void append_diagnostic(struct text *text, const passwordrules_diagnostic *diagnostic, const char *source,
                              const char *content)
{
    static const char *const severities[] = {"?", "note", "warning", "error"};
    append(text, "%s %d %zu %zu %zu", severities[diagnostic->severity], diagnostic->code, diagnostic->line,
           diagnostic->column, diagnostic->length);
    assert_string_equal(diagnostic->source, source);
    /* The offset must match line and column. */
    size_t line = 1, column = 1;
    for (size_t index = 0; index < diagnostic->offset; index++) {
        column = content != NULL && content[index] == '\n' ? 1 : column + 1;
        line += content != NULL && content[index] == '\n';
    }
    assert_int_equal(diagnostic->line, line);
    assert_int_equal(diagnostic->column, column);
}

static void run_mistake_line(const char *file, size_t number, char *line)
{
    struct text kind, content, root, source = {.length = 0};
    take(&kind, &line);
    take(&content, &line);
    take(&root, &line);
    int is_setting = strcmp(kind.bytes, "setting") == 0;
    if (strcmp(kind.bytes, "file") == 0)
        append(&content, "\n");
    if (is_setting)
        write_policy("rules = minlength: 8\n");
    else
        write_bytes(policy_path, content.bytes, content.length);
    /* A key ends at the first space or equals sign. */
    size_t key_length = strcspn(content.bytes, " =");
    append(&source, "%.*s", (int)key_length, content.bytes);
    passwordrules_diagnostics *diagnostics = fail_to_load(is_setting ? content.bytes : NULL, 0);
    for (size_t index = 0; index < passwordrules_diagnostics_count(diagnostics); index++) {
        struct text actual = {.length = 0};
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        append_diagnostic(&actual, &diagnostic, is_setting ? source.bytes : policy_path,
                          is_setting ? NULL : content.bytes);
        char *expected = next_field(&line);
        assert_non_null(expected);
        char *hint = strchr(expected, ':');
        if (hint != NULL) {
            *hint = '\0';
            if (strstr(diagnostic.text, hint + 2) == NULL)
                compare(file, number, hint + 2, diagnostic.text);
        }
        compare(file, number, expected, actual.bytes);
    }
    compare(file, number, "no more diagnostics", line == NULL ? "no more diagnostics" : line);
    passwordrules_context by_administrator = context_of(1, 0);
    int enforcement = passwordrules_diagnostics_enforcement(diagnostics, &by_administrator);
    compare(file, number, root.bytes, enforcement == PASSWORDRULES_ENFORCE_WARN ? "warned" : "bound");
    assert_enforcement(diagnostics, enforcement);
}

static void mistakes_match_the_table(void **state)
{
    (void)state;
    assert_table("policy-mistakes.tsv", run_mistake_line);
}

int run_policy_table_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(policies_match_the_table, remove_files),
        cmocka_unit_test(names_match_the_table),
        cmocka_unit_test(old_passwords_match_the_table),
        cmocka_unit_test_teardown(mistakes_match_the_table, remove_files),
    };
    return cmocka_run_group_tests_name("policy tables", tests, make_folder, remove_folder);
}
