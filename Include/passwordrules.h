/*
 * passwordrules.h - check and generate passwords by password rules
 *
 * A descriptor is the string of rules that sign-up forms and password managers use:
 *
 *     required: upper; required: digit; minlength: 12; max-repeating: 2;
 *
 * The library checks passwords against a descriptor or the policy of the machine, generates passwords that
 * meet them, looks passwords up in blocklists, and estimates how many guesses a password withstands.
 *
 * Overview. Most programs that have a descriptor need only the Simple API. Programs that change passwords on
 * this machine need the first lines of Policies and Decisions. After Conventions, every section can be read
 * by itself. Names are listed without passwordrules_.
 *
 *   Simple API   parse, check, report_accepted, report_summary, report_free, generate, rules_free
 *   Version and status
 *                version, status_text
 *   Rules        lint, format, explain
 *   Diagnostics  diagnostics_count, diagnostics_get, diagnostics_free
 *   Reports      one outcome: report_count, report_outcome, report_message, report_class
 *                all of them: report_progress, report_demands, report_unmet_rules
 *                many checks: report_create, check_into
 *   Generating   count, shortest_length
 *   Policies     loading:     policy_load, policy_for_user, policy_for_service_account, policy_free
 *                the person:  policy_get_info, policy_describe, policy_suggest
 *                its files:   policy_is_current, policy_origin
 *                in parts:    policy_check, policy_check_suggesting, policy_enforcement, diagnostics_enforcement,
 *                             policy_count_change
 *                at a login:  policy_at_login, policy_lookup, policy_count_login
 *                other forms: policy_load_pwquality, policy_load_pam_line
 *   Decisions    a change:    decide, decision_refused, decision_text, decision_accept, decision_log, decision_free
 *                more:        decision_take_suggestion, decide_load, decision_add, decision_add_history,
 *                             decision_get_info, decision_report
 *   Blocklists   blocklist_open, blocklist_lookup, blocklist_get_info, report_add_lookup, blocklist_free
 *   Strength     ranks_open, strength_estimate, strength_get_info, strength_free, ranks_free
 *                why:         strength_piece, strength_advice, report_piece
 *   Languages    a function of the program that translates messages
 *
 * passwordrules(7) describes descriptors and strength, and passwordrules.conf(5) policies. passwordrules(3)
 * has more programs, and its NOTES describe how the library uses memory, files and time.
 */
#ifndef PASSWORDRULES_H
#define PASSWORDRULES_H

#include <stddef.h>

/* The numbers of statuses, kinds of outcome and diagnostics. */
#include "passwordrules_codes.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PASSWORDRULES_MUST_CHECK __attribute__((warn_unused_result))
#else
#define PASSWORDRULES_MUST_CHECK
#endif

/* ---- Simple API ------------------------------------------------------------------------------------------ */

/*
 * This program reads a password, says what it lacks, and suggests another:
 *
 *     #include <passwordrules.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void)
 *     {
 *         const char *text = "required: upper; required: digit; minlength: 12;";
 *         char password[256], lacks[512], suggested[PASSWORDRULES_GENERATE_MAX + 1];
 *         passwordrules_rules *rules;
 *         passwordrules_report *report;
 *         int accepted = 0;
 *
 *         if (fgets(password, sizeof password, stdin) == NULL)
 *             return 2;
 *         if (passwordrules_parse(text, strlen(text), 0, &rules, NULL) != PASSWORDRULES_OK)
 *             return 2;
 *         if (passwordrules_check(rules, password, strcspn(password, "\n"), 0, &report) == PASSWORDRULES_OK) {
 *             accepted = passwordrules_report_accepted(report);
 *             if (!accepted && passwordrules_report_summary(report, NULL, sizeof lacks - 1, NULL, lacks,
 *                                                           sizeof lacks, NULL) == PASSWORDRULES_OK)
 *                 printf("refused: %s\n", lacks);
 *             if (!accepted && passwordrules_generate(rules, NULL, suggested, sizeof suggested, NULL,
 *                                                     NULL) == PASSWORDRULES_OK)
 *                 printf("for example: %s\n", suggested);
 *             passwordrules_report_free(report);
 *         }
 *         passwordrules_rules_free(rules);
 *         return accepted ? 0 : 1;
 *     }
 *
 * Its rules are those of a site. A program that changes passwords on this machine applies the machine's
 * policy instead: see Policies.
 */

/* Objects. Their content is not public. */
typedef struct passwordrules_rules passwordrules_rules;             /* a parsed descriptor */
typedef struct passwordrules_diagnostics passwordrules_diagnostics; /* what is wrong with a text */
typedef struct passwordrules_report passwordrules_report;           /* the outcome of each rule in one check */
typedef struct passwordrules_policy passwordrules_policy;           /* an administrator's demands on passwords */
typedef struct passwordrules_decision passwordrules_decision;       /* whether a password change is made, and why */
typedef struct passwordrules_blocklist passwordrules_blocklist;     /* an open file of refused passwords */
typedef struct passwordrules_ranks passwordrules_ranks;             /* words with their ranks, for estimates */
typedef struct passwordrules_strength passwordrules_strength;       /* the guesses that a password withstands */

/* Structs of later sections that these functions can take. NULL means the defaults, and English. */
typedef struct passwordrules_generate_options passwordrules_generate_options;
typedef struct passwordrules_generated passwordrules_generated;
typedef struct passwordrules_language passwordrules_language;

/*
 * A flag of passwordrules_parse, for descriptors from web pages: a property with a mistake is left out with a
 * diagnostic, and the rest is kept. Do not use it for policies: a rule that is left out is not enforced.
 */
#define PASSWORDRULES_PARSE_LENIENT 2u

/*
 * Parses a descriptor.
 *
 * Parameters:
 *   text, length  the descriptor, at most 65,536 bytes
 *   flags         0, to make any mistake an error; or PASSWORDRULES_PARSE_LENIENT
 *   rules         out: the rules
 *   diagnostics   out, may be NULL: mistakes, warnings and notes in the order of their positions, up to 64 or
 *                 so, even after success; NULL if there are none
 * Returns: PASSWORDRULES_EDESCRIPTOR for a mistake, but never with PASSWORDRULES_PARSE_LENIENT. A non-ASCII
 *   character in a custom class, which some sites have, is left out with a warning.
 * Ownership: free the rules with passwordrules_rules_free, the diagnostics with passwordrules_diagnostics_free.
 * Example:
 *     passwordrules_rules *rules;
 *     passwordrules_diagnostics *diagnostics;
 *     int status = passwordrules_parse(text, length, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_parse(const char *text, size_t length, unsigned flags, passwordrules_rules **rules,
                        passwordrules_diagnostics **diagnostics);

/*
 * A flag of passwordrules_check and passwordrules_check_into: apply the strict reading of the rules, the
 * narrowest one, which generated passwords satisfy. Without "allowed", only the required classes are allowed,
 * or ascii-printable if there are none. max-consecutive also limits runs such as abc. unicode means
 * ascii-printable. Without the flag, in the written reading, rules without "allowed" allow any character, and
 * max-consecutive limits only runs of one character.
 */
#define PASSWORDRULES_CHECK_STRICT_READING 1u

/*
 * Checks a password, in time linear in its length.
 *
 * Parameters:
 *   password, length  the password, in UTF-8; any bytes, of any length
 *   flags             0 or PASSWORDRULES_CHECK_STRICT_READING
 *   report            out: the outcomes
 * Returns: PASSWORDRULES_OK even if the password is refused.
 * Ownership: free the report with passwordrules_report_free.
 * Example:
 *     passwordrules_report *report;
 *     if (passwordrules_check(rules, password, strlen(password), 0, &report) == PASSWORDRULES_OK) {
 *         puts(passwordrules_report_accepted(report) ? "accepted" : "refused");
 *         passwordrules_report_free(report);
 *     }
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_check(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                        passwordrules_report **report);

/*
 * Tells whether the password is accepted.
 *
 * Returns: 1 if every rule is met, else 0; 0 for NULL.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_accepted(const passwordrules_report *report);

/*
 * Writes all unmet outcomes in one line.
 *
 * Parameters:
 *   separator     the text between two outcomes, in UTF-8; NULL for "; ". A space follows one that ends in a colon.
 *   limit         the maximum length in bytes, excluding the NUL; 0 for no limit. If not all outcomes fit,
 *                 the line has as many as fit and ends in the separator and "..."; only the first one may be
 *                 cut.
 *   language      NULL for English
 *   buffer, size  out: a line such as "7 more characters needed (5 of 12); needs a digit"; "" if the password is
 *                 accepted
 * Returns: a status.
 * Example:
 *     char line[256];
 *     if (passwordrules_report_summary(report, NULL, sizeof line - 1, NULL, line, sizeof line, NULL) ==
 *         PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_summary(const passwordrules_report *report, const char *separator, size_t limit,
                                 const passwordrules_language *language, char *buffer, size_t size,
                                 size_t *needed);

/* Frees a report. */
void passwordrules_report_free(passwordrules_report *report);

/* The maximum length of a generated password in characters, and the maximum number generated at once. */
#define PASSWORDRULES_GENERATE_MAX 1024
#define PASSWORDRULES_GENERATE_COUNT_MAX 1000000

/*
 * Generates passwords from the kernel's random source, in bounded time.
 *
 * Every password of the length, or of the form of the style, that satisfies the strict reading of the rules
 * is equally likely. Passwords are ASCII.
 *
 * Parameters:
 *   options       what to generate: see Generating; NULL for the defaults
 *   buffer, size  out: the password, or several separated by '\n'; wipe it after use. For one password,
 *                 PASSWORDRULES_GENERATE_MAX + 1 bytes are always enough.
 *   needed        out, may be NULL: the size of the text or, if the buffer is too small, a size that is
 *                 always enough. Asking for the size alone uses no randomness.
 *   generated     out, may be NULL: what was generated. Filling it in may take longer than generating one
 *                 password, but only the first time for these rules and options.
 * Returns: PASSWORDRULES_EUNSATISFIABLE, _ENOTFOUND, _ELENGTH, _ETOOFEW or _ERANDOM; _EINVAL for a wrong option.
 * Example:
 *     char password[PASSWORDRULES_GENERATE_MAX + 1];
 *     passwordrules_generate_options options = PASSWORDRULES_GENERATE_OPTIONS_INIT;
 *     options.style = PASSWORDRULES_STYLE_WORDS;
 *     int status = passwordrules_generate(rules, &options, password, sizeof password, NULL, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_generate(const passwordrules_rules *rules, const passwordrules_generate_options *options,
                           char *buffer, size_t size, size_t *needed, passwordrules_generated *generated);

/* Frees rules. */
void passwordrules_rules_free(passwordrules_rules *rules);

/* ---- Conventions ----------------------------------------------------------------------------------------- */

/*
 * These hold for every function. The descriptions of functions only say what they add.
 *
 * - Returns. A function that can fail returns a status: PASSWORDRULES_OK (0) or one of the positive
 *   PASSWORDRULES_E* numbers. A refused password is a result, not an error. After an error nothing was done: out
 *   pointers are NULL, sizes are 0, and structs are unchanged, unless a description says otherwise. Any function may
 *   return PASSWORDRULES_EINVAL for an argument, PASSWORDRULES_ESIZE if it takes a struct, PASSWORDRULES_ERANGE if it
 *   takes a buffer, and PASSWORDRULES_ENOMEM; "Returns:" names the other statuses.
 * - NULL. If an object or an out parameter is required, NULL gives PASSWORDRULES_EINVAL or, if the function
 *   returns no status, the most cautious answer (not accepted, progress 0, enforced). Text may be NULL if its
 *   length is 0. The free functions ignore NULL.
 * - Ownership. Objects belong to the caller, who frees each once with its own free function. Text is passed as
 *   pointer and length, is not kept, and need not end in a NUL. A const char * from an object belongs to that object
 *   and is valid until it is freed. Neither side frees memory that the other has allocated.
 * - Threads. Rules, policies, lists and estimates never change, and any number of threads may use one at
 *   once. A report or decision belongs to one thread at a time. A child of fork() may use and free what its
 *   parent made: see Processes in passwordrules(3). No function uses errno, the locale, the
 *   environment, signals, stdio or static buffers. In a set-user-ID program with one thread, environ is empty
 *   while account databases are asked, and is then restored. A program counts as set-user-ID if the kernel
 *   has marked it (AT_SECURE): it marks set-user-ID and set-group-ID programs, those with file capabilities,
 *   and those of some SELinux transitions.
 * - Flags begin with the name of their functions. An unknown flag gives PASSWORDRULES_EINVAL.
 * - Buffers. Text that is written ends in a NUL. If needed is not NULL, *needed is set to the size of the
 *   text, including the NUL. If the buffer is too small, the status is PASSWORDRULES_ERANGE, *needed is
 *   right, and the buffer holds "" (unless size is 0). A NULL buffer with size 0 asks for the size alone. A
 *   NULL buffer with another size, or a size above PTRDIFF_MAX, gives PASSWORDRULES_EINVAL.
 * - Structs begin with their size. The initializer next to each struct sets it, and all other members to 0 or
 *   NULL:
 *       passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
 *   Another size gives PASSWORDRULES_ESIZE.
 * - Memory. An allocation failure gives PASSWORDRULES_ENOMEM, and nothing was done. A call in another thread
 *   may return it at the same time: see NOTES in passwordrules(3). Memory is wiped before it is freed, except
 *   that of lists.
 * - Secrets. Passwords are read in place. No report, diagnostic or message contains any part of one.
 * - Text is UTF-8, and English unless a function is given a language. Lengths of text are in bytes; lengths of
 *   passwords in rules are in Unicode scalar values.
 */

/* ---- Version and status ---------------------------------------------------------------------------------- */

/* The version of this header. */
#define PASSWORDRULES_VERSION_MAJOR 0
#define PASSWORDRULES_VERSION_MINOR 1
#define PASSWORDRULES_VERSION_PATCH 0
#define PASSWORDRULES_VERSION "0.1.0"

/*
 * Reports the version of the library, which may be newer than the header.
 *
 * Returns: three numbers separated by dots, such as "1.2.3".
 * Ownership: the text is valid for the life of the process.
 */
const char *passwordrules_version(void);

/*
 * Describes a status in words.
 *
 * Returns: a text such as "a buffer is too small, or an index is past the end"; "unknown status" for other numbers.
 * Ownership: the text is valid for the life of the process.
 */
const char *passwordrules_status_text(int status);

/* ---- Rules ----------------------------------------------------------------------------------------------- */

/*
 * Finds all mistakes in a descriptor, and warns of anything unwise, without effect, or read differently
 * elsewhere.
 *
 * Parameters:
 *   text, length  the descriptor
 *   flags         0
 *   diagnostics   out: mistakes and warnings in the order of their positions, up to 128 or so; NULL if there are
 *                 none. A warning that no password can satisfy the rules is always proved.
 * Returns: PASSWORDRULES_EDESCRIPTOR for a mistake. A warning is not an error.
 * Ownership: free the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_lint(const char *text, size_t length, unsigned flags, passwordrules_diagnostics **diagnostics);

/* A flag of passwordrules_format: add nothing to what the author wrote. */
#define PASSWORDRULES_FORMAT_MINIFIED 1u

/*
 * Writes the rules as a descriptor that parses to the same rules: repeated properties are joined, in a fixed
 * order.
 *
 * Parameters:
 *   flags  0, to list all characters that the strict reading permits under "allowed" (see
 *          PASSWORDRULES_CHECK_STRICT_READING); or PASSWORDRULES_FORMAT_MINIFIED
 * Returns: a status.
 * Example:
 *     size_t needed;
 *     char *buffer = NULL;
 *     if (passwordrules_format(rules, 0, NULL, 0, &needed) == PASSWORDRULES_ERANGE)
 *         buffer = (char *)malloc(needed);
 *     if (buffer != NULL && passwordrules_format(rules, 0, buffer, needed, NULL) == PASSWORDRULES_OK)
 *         puts(buffer);
 *     free(buffer);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_format(const passwordrules_rules *rules, unsigned flags, char *buffer, size_t size,
                         size_t *needed);

/*
 * Writes the rules in words, in the order in which a person who chooses a password needs them.
 *
 * Parameters:
 *   language      NULL for English
 *   buffer, size  out: one sentence per line, such as "At least 12 characters.". Lines are separated by '\n',
 *                 with none after the last. If the passwords that can be generated can be counted, the last
 *                 sentence gives their number: "Generated: 20 characters, 1.32e31 possibilities, 103.4 bits
 *                 of entropy."
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_explain(const passwordrules_rules *rules, const passwordrules_language *language, char *buffer,
                          size_t size, size_t *needed);

/* ---- Diagnostics ----------------------------------------------------------------------------------------- */

/* How serious a diagnostic is. */
#define PASSWORDRULES_SEVERITY_NOTE 1    /* the text works as written; advice from a standard, or about how other
                                            programs read the text */
#define PASSWORDRULES_SEVERITY_WARNING 2 /* something does not work as written, but never makes the rules weaker */
#define PASSWORDRULES_SEVERITY_ERROR 3   /* a mistake: the text, or in a lenient parse the property, is not
                                            used */

/* One diagnostic: a mistake, a warning or a note about a part of a text. */
typedef struct passwordrules_diagnostic {
    size_t size;
    int severity;       /* PASSWORDRULES_SEVERITY_* */
    int code;           /* PASSWORDRULES_DIAGNOSTIC_* of passwordrules_codes.h: 1xx for descriptors, 2xx for policies,
                           3xx for files and accounts */
    const char *source; /* the path of the file, the key of a setting, or "" for a descriptor; owned by the
                           diagnostics */
    size_t line;        /* from 1; 0 if the diagnostic is about the source as a whole */
    size_t column;      /* in bytes, from 1; 0 as for line */
    size_t offset;      /* in bytes, from the start of the text */
    size_t length;      /* in bytes; 0 if something is missing */
    const char *text;   /* one English sentence; owned by the diagnostics */
} passwordrules_diagnostic;
#define PASSWORDRULES_DIAGNOSTIC_INIT { sizeof(passwordrules_diagnostic), 0, 0, NULL, 0, 0, 0, 0, NULL }

/*
 * Counts the diagnostics.
 *
 * Returns: the number of diagnostics; 0 for NULL.
 */
size_t passwordrules_diagnostics_count(const passwordrules_diagnostics *diagnostics);

/*
 * Fills in one diagnostic.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Ownership: the texts in the struct are valid until the diagnostics are freed.
 * Example:
 *     passwordrules_diagnostic one = PASSWORDRULES_DIAGNOSTIC_INIT;
 *     for (size_t i = 0; passwordrules_diagnostics_get(diagnostics, i, &one) == PASSWORDRULES_OK; i++)
 *         printf("%zu:%zu: %s\n", one.line, one.column, one.text);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_diagnostics_get(const passwordrules_diagnostics *diagnostics, size_t index,
                                  passwordrules_diagnostic *diagnostic);

/* Frees diagnostics. */
void passwordrules_diagnostics_free(passwordrules_diagnostics *diagnostics);

/* ---- Reports --------------------------------------------------------------------------------------------- */

/*
 * Measures how much of the rules' demands the password meets.
 *
 * Returns: 0 to 1; 1 if and only if the password is accepted; 0 for NULL.
 */
double passwordrules_report_progress(const passwordrules_report *report);

/* The outcome of one rule. */
typedef struct passwordrules_outcome {
    size_t size;
    int kind;         /* PASSWORDRULES_KIND_* of passwordrules_codes.h */
    int met;          /* 1 or 0 */
    size_t limit;     /* the number that the rule sets */
    size_t actual;    /* the number that the password has */
    const char *rule; /* the name of the kind, such as "minlength"; valid for the life of the process */
} passwordrules_outcome;
#define PASSWORDRULES_OUTCOME_INIT { sizeof(passwordrules_outcome), 0, 0, 0, 0, NULL }

/*
 * Counts the outcomes.
 *
 * Returns: the number of outcomes, met or unmet; 0 for NULL.
 */
size_t passwordrules_report_count(const passwordrules_report *report);

/*
 * Fills in one outcome.
 *
 * Parameters:
 *   index  from 0: ill-formed text first, then what may be missing, then what may be wrong
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Example:
 *     passwordrules_outcome one = PASSWORDRULES_OUTCOME_INIT;
 *     for (size_t i = 0; passwordrules_report_outcome(report, i, &one) == PASSWORDRULES_OK; i++)
 *         if (one.kind == PASSWORDRULES_KIND_MINLENGTH)
 *             printf("%zu of %zu characters\n", one.actual, one.limit);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_outcome(const passwordrules_report *report, size_t index, passwordrules_outcome *outcome);

/*
 * Writes one outcome in a short line that never contains any part of the password.
 *
 * Parameters:
 *   index         as for passwordrules_report_outcome
 *   language      NULL for English
 *   buffer, size  out: a line such as "6 more characters needed (6 of 12)" or, if the rule is met, "at least
 *                 12 characters"; at most 511 bytes in English
 * Returns: PASSWORDRULES_ERANGE also past the end.
 * Example:
 *     char line[512];
 *     for (size_t i = 0; i < passwordrules_report_count(report); i++)
 *         if (passwordrules_report_message(report, i, NULL, line, sizeof line, NULL) == PASSWORDRULES_OK)
 *             puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_message(const passwordrules_report *report, size_t index,
                                 const passwordrules_language *language, char *buffer, size_t size,
                                 size_t *needed);

/*
 * Writes the class of characters that one outcome is about, as in descriptors.
 *
 * A program can thus word every outcome itself: no two outcomes of a report have the same kind, numbers and
 * class.
 *
 * Parameters:
 *   index         as for passwordrules_report_outcome
 *   buffer, size  out: for the kinds required, allowed and at-least, a class such as "digit", "upper,[-_]" or
 *                 "ascii-printable", always in the same form; for min-classes, if it is not met, the missing
 *                 classes, such as "upper,special"; else "". At most 95 bytes.
 * Returns: PASSWORDRULES_ERANGE also past the end.
 * Example:
 *     char characters[96];
 *     if (passwordrules_report_class(report, 1, characters, sizeof characters, NULL) == PASSWORDRULES_OK &&
 *         strcmp(characters, "digit") == 0)
 *         puts("Add a digit.");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_class(const passwordrules_report *report, size_t index, char *buffer, size_t size,
                               size_t *needed);

/*
 * Writes all unmet outcomes as demands, without anything that was found in the password.
 *
 * It writes "at least 12 characters" instead of "7 more characters needed (5 of 12)", and nothing about the
 * pieces that make a password easy to guess. Use it for text that a server logs or that others read.
 *
 * Parameters:
 *   separator, limit, language  as for passwordrules_report_summary
 * Returns: a status.
 * Example:
 *     char line[256];
 *     if (passwordrules_report_demands(report, NULL, sizeof line - 1, NULL, line, sizeof line, NULL) ==
 *         PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_demands(const passwordrules_report *report, const char *separator, size_t limit,
                                 const passwordrules_language *language, char *buffer, size_t size,
                                 size_t *needed);

/*
 * Writes the names of the unmet rules for a log, without numbers, which would reveal something of the
 * password.
 *
 * Parameters:
 *   buffer, size  out: the names as in passwordrules_outcome, each once, separated by ", ", such as "minlength,
 *                 required"; "" if all rules are met. 512 bytes are always enough.
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_unmet_rules(const passwordrules_report *report, char *buffer, size_t size, size_t *needed);

/*
 * Creates an empty report, which accepts nothing, for passwordrules_check_into.
 *
 * Returns: a status.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_create(passwordrules_report **report);

/*
 * Checks a password into an existing report, for example at each key press.
 *
 * Parameters:
 *   password, length, flags  as for passwordrules_check
 *   report                   its outcomes are replaced; no memory is allocated if it had as many before
 * Returns: a status. After an error the report is unchanged, except that after PASSWORDRULES_ENOMEM it is
 *   empty, and accepts nothing.
 * Example:
 *     char line[512];
 *     passwordrules_report *report;
 *     int status = passwordrules_report_create(&report);
 *     while (status == PASSWORDRULES_OK && fgets(line, sizeof line, stdin) != NULL) {
 *         status = passwordrules_check_into(rules, line, strcspn(line, "\n"), 0, report);
 *         printf("%3.0f %%\n", 100 * passwordrules_report_progress(report));
 *     }
 *     passwordrules_report_free(report);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_check_into(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                             passwordrules_report *report);

/* ---- Generating ------------------------------------------------------------------------------------------ */

/* Styles. The numbers are stable. If the rules do not permit the requested style, words, readable and random
   are tried in this order. */
#define PASSWORDRULES_STYLE_RANDOM 1   /* any password that the rules permit */
#define PASSWORDRULES_STYLE_READABLE 2 /* pronounceable groups, such as vubkem-roxPit-4cazud */
#define PASSWORDRULES_STYLE_WORDS 3    /* short English words, such as lemon-orbit-tulip-cedar-mango-fiddle */

/* What passwordrules_generate generates. A member that is 0 or NULL has its default. */
struct passwordrules_generate_options {
    size_t size;
    size_t length;       /* in characters; 0 for what rules, style and entropy need, usually 20 */
    double entropy;      /* the minimum in bits, up to 1,024; passwords are made longer to reach it as far as
                            the rules permit; 0 for 71. Ignored if there is a length. */
    int style;           /* PASSWORDRULES_STYLE_*; 0 for PASSWORDRULES_STYLE_RANDOM */
    const char *exclude; /* characters to avoid as far as the rules permit, such as "ambiguous, [aeiou]":
                            classes of descriptors, "ambiguous" (0O1lI|), and "space-at-ends", a space as the
                            first or last character. That is always avoided, even if this is NULL, unless it
                            is "none". */
    size_t count;        /* the number of passwords, all different; 0 for 1 */
};
#define PASSWORDRULES_GENERATE_OPTIONS_INIT { sizeof(passwordrules_generate_options), 0, 0, 0, NULL, 0 }

/* What was generated. */
struct passwordrules_generated {
    size_t size;
    int style;       /* PASSWORDRULES_STYLE_* */
    int requested;   /* the requested style; if it differs, the rules do not permit it */
    size_t length;   /* of each password, in characters; for words, the longest possible */
    double entropy;  /* of each password, in bits, exactly: all were equally likely; 0 if there are too many
                        requirements to count (PASSWORDRULES_EREQUIREMENTS), or if counting would take longer
                        than generating is allowed to; passwordrules_count may then count them */
    int excluded;    /* 1 if the passwords avoid all of "exclude", 0 if the rules need some of it */
    int falls_short; /* 1 if the entropy is below the requested one, because rules or length permit no more */
};
#define PASSWORDRULES_GENERATED_INIT { sizeof(passwordrules_generated), 0, 0, 0, 0, 0, 0 }

/*
 * Counts exactly how many passwords of a length the strict reading of the rules permits.
 *
 * Parameters:
 *   length        in characters; 0 for that of a generated password
 *   buffer, size  out: the number in decimal digits; "0" if no password satisfies the rules
 *   entropy       out, may be NULL: the binary logarithm of the number, in bits; 0 if the number is 0. It is
 *                 set even if the buffer is too small.
 * Returns: PASSWORDRULES_EREQUIREMENTS if there are more than 10 different requirements, unless enough of them
 *   are alike, such as one letter each; PASSWORDRULES_ELENGTH if the length is above
 *   PASSWORDRULES_GENERATE_MAX, or if counting would take longer than 300 ms: count a shorter length then.
 *   Only rules with several requirements and limits on runs may need that long.
 * Example:
 *     double entropy;
 *     char digits[64];
 *     if (passwordrules_count(rules, 20, digits, sizeof digits, NULL, &entropy) == PASSWORDRULES_OK)
 *         printf("%s passwords, %.1f bits\n", digits, entropy);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_count(const passwordrules_rules *rules, size_t length, char *buffer, size_t size, size_t *needed,
                        double *entropy);

/*
 * Finds the shortest length at which passwords of the strict reading have a given entropy.
 *
 * Parameters:
 *   entropy  the minimum in bits, from 0 to 1,024
 *   length   out: in characters
 * Returns: PASSWORDRULES_EUNSATISFIABLE if no length up to PASSWORDRULES_GENERATE_MAX has it; other errors as
 *   for passwordrules_count. It takes at most twice as long as that.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_shortest_length(const passwordrules_rules *rules, double entropy, size_t *length);

/* ---- Policies -------------------------------------------------------------------------------------------- */

/*
 * A program that changes passwords loads the policy, finds the one for the user, and decides. If any step
 * fails, the decision is NULL, and the change is refused:
 *
 *     passwordrules_policy *all = NULL, *policy = NULL;
 *     passwordrules_decision *decision = NULL;
 *     passwordrules_context change = PASSWORDRULES_CONTEXT_INIT;
 *     passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
 *     char text[512];
 *     change.user = user;
 *     if (passwordrules_policy_load(NULL, NULL, 0, 0, &all, NULL) == PASSWORDRULES_OK &&
 *         passwordrules_policy_for_user(all, user, &policy, NULL) == PASSWORDRULES_OK &&
 *         passwordrules_decide(policy, &change, password, length, 0, &decision) == PASSWORDRULES_OK &&
 *         passwordrules_decision_text(decision, 0, sizeof text - 1, NULL, text, sizeof text, NULL) == PASSWORDRULES_OK &&
 *         text[0] != '\0')
 *         puts(text);
 *     if (passwordrules_decision_refused(decision))
 *         puts("The password is not changed.");
 *     else if (set_password(user, password) != 0)
 *         puts("The password cannot be set.");
 *     else if (passwordrules_decision_accept(decision) != PASSWORDRULES_OK)
 *         syslog(LOG_AUTHPRIV | LOG_WARNING, "the new password of %s was set, but not noted", user);
 *     for (size_t i = 0; passwordrules_decision_log(decision, i, &line) == PASSWORDRULES_OK; i++)
 *         syslog(LOG_AUTHPRIV | line.priority, "%s", line.text);
 *     passwordrules_decision_free(decision);
 *     passwordrules_policy_free(policy);
 *     passwordrules_policy_free(all);
 */

/* The policy of the machine. */
#define PASSWORDRULES_POLICY_PATH "/etc/security/passwordrules.conf"
/* The policy of a distribution, which is read first. If it exists, the policy of the machine may be
 * missing. */
#define PASSWORDRULES_POLICY_VENDOR_PATH "/usr/lib/passwordrules/passwordrules.conf"

/* A flag of passwordrules_policy_load: a missing file is not an error. */
#define PASSWORDRULES_POLICY_OPTIONAL 1u
/* Another: the policy is for one password change, in a program that ends soon, and keeps no blocklist in
 * memory. */
#define PASSWORDRULES_POLICY_ONE_CHANGE 2u
/* Another: the policy is the program's own; only the file at path is read, or none if path is NULL, and no
   folder. */
#define PASSWORDRULES_POLICY_ALONE 4u

/*
 * Reads a policy: a file, the files in the folder next to it, and settings.
 *
 * The folder is path.d; its files whose names end in .conf are read in byte order. The demands of all files
 * add up. For keys that demand nothing, such as retry, a later file overrides an earlier one, and settings
 * override all files. An empty value, such as "rules=", drops the earlier lines of its key.
 *
 * The blocklists that the policy for everybody names are opened. One that is missing or damaged is a mistake,
 * unless its line says "optional": then it is left out with a diagnostic of the severity
 * PASSWORDRULES_SEVERITY_WARNING.
 *
 * Parameters:
 *   path             the file; NULL for PASSWORDRULES_POLICY_PATH, after PASSWORDRULES_POLICY_VENDOR_PATH if
 *                    that exists. Files, and the folder if it exists, must belong to root or the effective
 *                    user and must not be writable by others. Together they may have 512 KiB.
 *   settings, count  strings such as "retry=1", in the grammar of the file; NULL if count is 0
 *   flags            0, or PASSWORDRULES_POLICY_OPTIONAL, PASSWORDRULES_POLICY_ONE_CHANGE and
 *                    PASSWORDRULES_POLICY_ALONE in any combination
 *   policy           out: the policy for everybody
 *   diagnostics      out, may be NULL: as for passwordrules_parse
 * Returns: PASSWORDRULES_EPOLICY for any mistake: refuse the change, because nothing of such a policy is enforced.
 *   Only root may be exempt: see passwordrules_diagnostics_enforcement.
 * Ownership: free the policy with passwordrules_policy_free, the diagnostics with passwordrules_diagnostics_free.
 * Example:
 *     // A policy of the program's own, independent of the machine's policy.
 *     const char *const settings[] = { "rules=minlength: 12", "username=reject" };
 *     passwordrules_policy *own;
 *     int status = passwordrules_policy_load(NULL, settings, 2, PASSWORDRULES_POLICY_ALONE, &own, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load(const char *path, const char *const *settings, size_t count, unsigned flags,
                              passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);

/*
 * Finds the policy for a user of this machine.
 *
 * The demands of the sections for the user and for all of the user's groups add up with the demands on
 * everybody. Without such sections it is the policy for everybody. If it compares passwords with the names of
 * the account, or estimates their strength, the account is looked up once for all checks.
 *
 * A program whose users have no accounts on this machine calls passwordrules_policy_for_service_account
 * instead, or checks by the policy for everybody. Then no account is looked up.
 *
 * A user who does not exist is not an error. If the policy compares the user name, it also compares the
 * account's own spelling of it: checks return PASSWORDRULES_EACCOUNT if the account databases cannot be
 * asked, or cannot say for certain that the user does not exist. If the policy compares other names of the
 * account, or estimates guesses, they also return it for a user who does not exist: see account_unknown in
 * passwordrules_policy_info.
 *
 * If it is in doubt which groups the user is in, the policy demands both what applies to members of each such
 * group and what applies to others. In a set-user-ID program with several threads, services other than
 * "files" cause such doubt, because they might obey the caller's environment.
 *
 * The status is PASSWORDRULES_EPOLICY if there are sections for users of this machine, no service finds the
 * user, and one cannot be asked: a section could be for another spelling of the user's name.
 *
 * Parameters:
 *   policy       a loaded policy
 *   user         the user name as typed; any spelling of it finds the same sections
 *   user_policy  out: the policy, with its blocklists opened as by passwordrules_policy_load
 *   diagnostics  out, may be NULL: with PASSWORDRULES_EPOLICY, why there is no policy for the user. With
 *                PASSWORDRULES_OK, NULL or warnings for a log: "optional" lists that are left out and, with
 *                the code PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT, why groups are in doubt.
 * Returns: PASSWORDRULES_EPOLICY: refuse the change. Only root may be exempt: see
 *   passwordrules_diagnostics_enforcement.
 * Ownership: free the user's policy with passwordrules_policy_free, before or after the other policy; the diagnostics
 *   with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_for_user(const passwordrules_policy *policy, const char *user,
                                  passwordrules_policy **user_policy, passwordrules_diagnostics **diagnostics);

/*
 * The circumstances of a password change.
 *
 * A password is not compared with a text that is NULL. If both full_name and home are NULL, it is compared
 * with those of the account that passwordrules_policy_for_user has found. The account's own spelling of the
 * user name is always compared, in addition to the typed one. Only the given lengths of texts are compared.
 */
typedef struct passwordrules_context {
    size_t size;
    const char *user;         /* the name, as typed, of the user whose password it is; its first 256 bytes; may be
                                 NULL. A name with a domain, as in alice@dir and CORP\alice, is compared with and
                                 without it. */
    int by_administrator;     /* 1 if an administrator makes the change: root, by its real user ID, for an
                                 account of this machine; an administrator of the service for an account of a
                                 service */
    int expired;              /* 1 if the password has expired; the change is then the user's own, even if an
                                 administrator makes it */
    const char *full_name;    /* the user's full name: pw_gecos of getpwnam(3); its first 1,024 bytes; may be NULL */
    const char *home;         /* the path of the home directory: pw_dir; its first 1,024 bytes; may be NULL */
    const char *old_password; /* the password that is replaced, in UTF-8; NULL if it is unknown, "" if there is none.
                                 If it is known, a change by an administrator is judged as a change by the user. */
    size_t old_password_length; /* in bytes; 0 if it is unknown */
    const char *service;      /* the PAM service that makes the change or, in lower case, the name of the
                                 program or of the service whose account it is; may be NULL. Administrators
                                 are only warned at the services in the policy's key exempt-services, and
                                 nowhere else. */
    const char *const *words; /* other words that people know of the person, such as the domain of a mail
                                 address, the most important first; NULL if word_count is 0. Only estimates of
                                 strength use them: at most 64 words, including the user name and the words of
                                 the full name, which come first. */
    size_t word_count;
    const char *const *groups; /* the groups of the account, for passwordrules_policy_for_service_account only; NULL
                                  if group_count is 0 */
    size_t group_count;
    const char *const *other_users; /* other names of the user, compared like user, such as a second uid of an
                                       entry in a directory; 8 at most, including the spellings that
                                       passwordrules_policy_for_user has found; NULL if other_user_count is
                                       0 */
    size_t other_user_count;
    int has_history; /* 1 if the program can compare the password with hashes of earlier ones: if the policy has the key
                        history, a decision then awaits passwordrules_decision_add_history. If 0, the password is not
                        compared with them, and no report says that it is new. */
} passwordrules_context;
#define PASSWORDRULES_CONTEXT_INIT \
    { sizeof(passwordrules_context), NULL, 0, 0, NULL, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, 0, 0 }

/*
 * Checks a new password against the policy in this context, in bounded time.
 *
 * Parameters:
 *   password, length  as for passwordrules_check. A password of more than 1,024 bytes, or more than the policy's key
 *                     max-bytes allows, is refused without being read.
 *   report            out: the outcomes
 * Returns: PASSWORDRULES_OK even if the password is refused; see passwordrules_policy_enforcement.
 *   PASSWORDRULES_EACCOUNT if the policy compares names of an account that could not be looked up: refuse the
 *   change. A program that must go on without these names passes "" as full_name.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check(const passwordrules_policy *policy, const passwordrules_context *context,
                               const char *password, size_t length, passwordrules_report **report);

/* What happens with a refused password. The numbers are stable, and grow with severity. */
#define PASSWORDRULES_ENFORCE_NO 0    /* nothing is checked */
#define PASSWORDRULES_ENFORCE_AUDIT 1 /* the change is made; log that it would have been refused, but not why */
#define PASSWORDRULES_ENFORCE_WARN 2  /* the change is made; tell the person, and log it */
#define PASSWORDRULES_ENFORCE_YES 3   /* the change is refused */

/*
 * Tells what happens with a refused password in this context.
 *
 * Returns: PASSWORDRULES_ENFORCE_*; PASSWORDRULES_ENFORCE_YES if an argument is wrong; PASSWORDRULES_ENFORCE_NO if the
 *   policy is for users in /etc/passwd only (local-users-only), and the user of passwordrules_policy_for_user is not
 *   one of them.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_enforcement(const passwordrules_policy *policy, const passwordrules_context *context);

/* What happens at a login with a password that is on a list of the policy, by its keys at-login and
 * at-login-services. The numbers are stable, and grow with severity. */
#define PASSWORDRULES_AT_LOGIN_NO 0     /* nothing is looked up */
#define PASSWORDRULES_AT_LOGIN_WARN 1   /* tell the user */
#define PASSWORDRULES_AT_LOGIN_CHANGE 2 /* ask the user for a new password before the login goes on */

/*
 * Tells what a program does at a login in this context if passwordrules_policy_lookup finds the password.
 *
 * Returns: PASSWORDRULES_AT_LOGIN_*. Only at the services in the key at-login-services, and as long as all lists of the
 *   policy could be opened, it is PASSWORDRULES_AT_LOGIN_CHANGE. PASSWORDRULES_AT_LOGIN_NO if an argument is wrong,
 *   and if nothing is checked: see passwordrules_policy_enforcement.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_at_login(const passwordrules_policy *policy, const passwordrules_context *context);

/*
 * Looks a password up in the lists of a policy, compared as a new password would be.
 *
 * A program calls it at a login, after the password was verified, with the policy for the user. All lists are
 * read, whatever the password is.
 *
 * Parameters:
 *   password, length  as for passwordrules_policy_check
 *   listed            out: 1 if a list has the password, else 0
 * Returns: PASSWORDRULES_EBLOCKLIST if a list cannot be read, even an optional one. Then *listed is 1 if another list
 *   has the password; if it is 0, whether the password is listed is not known. Do not ask for a new password, which may
 *   be refused for the same reason.
 * Example:
 *     int listed;
 *     if (passwordrules_policy_lookup(policy, password, length, &listed) == PASSWORDRULES_OK && listed &&
 *         passwordrules_policy_at_login(policy, context) != PASSWORDRULES_AT_LOGIN_NO)
 *         puts("Your password is known to attackers. Please change it.");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_lookup(const passwordrules_policy *policy, const char *password, size_t length, int *listed);

/*
 * Counts a login, if the policy looks passwords up at logins.
 *
 * The counts are in /var/lib/passwordrules/logins, and "passwordrules audit --logins" shows them. They name nobody.
 * Does nothing if the effective user is not root.
 *
 * Parameters:
 *   policy       the policy for the user
 *   listed       from passwordrules_policy_lookup
 *   diagnostics  out, may be NULL: with PASSWORDRULES_ECOUNT, why the login is not counted; else NULL
 * Returns: PASSWORDRULES_ECOUNT: go on, and log the reason. The function waits at most a second for other processes that
 *   count.
 * Ownership: free the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_count_login(const passwordrules_policy *policy, int listed,
                                     passwordrules_diagnostics **diagnostics);

/* Frees a policy. */
void passwordrules_policy_free(passwordrules_policy *policy);

/* Settings for the program that asks for the password. */
typedef struct passwordrules_policy_info {
    size_t size;
    unsigned retry;       /* how often to ask, 1 to 100 */
    int suggest;          /* 1 to suggest a password after a refusal, by passwordrules_policy_check_suggesting */
    int local_users_only; /* 1 if only users in /etc/passwd are checked: see passwordrules_policy_enforcement */
    int account_unknown;  /* not 0 if checks return PASSWORDRULES_EACCOUNT, unless the context has names: refuse the
                             change; 2 if every account database says that there is no such user */
    unsigned history;     /* how many earlier passwords a new one must differ from, in addition to the present one, 1 to
                             400; 0 for none */
} passwordrules_policy_info;
#define PASSWORDRULES_POLICY_INFO_INIT { sizeof(passwordrules_policy_info), 0, 0, 0, 0, 0 }

/*
 * Fills in the settings for the program that asks for the password.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_get_info(const passwordrules_policy *policy, passwordrules_policy_info *info);

/*
 * Writes the policy in words for the person who is about to choose a password.
 *
 * Demands on how the password differs from the old one are left out if old_password is "", or if it is NULL
 * and an administrator changes a password that has not expired. The demand that it differs from earlier ones
 * is left out if has_history is 0.
 *
 * Parameters:
 *   language      NULL for English
 *   buffer, size  out: a heading and one line per rule, separated by '\n', with none after the last; "" if nothing is
 *                 demanded. A rule begins with "  - ", and an alternative, one of several sets of rules that are
 *                 enough by themselves, with "      - ". Lines are not wrapped: the caller knows the width.
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_describe(const passwordrules_policy *policy, const passwordrules_context *context,
                                  const passwordrules_language *language, char *buffer, size_t size,
                                  size_t *needed);

/*
 * Checks as passwordrules_policy_check does, and suggests a password if this one is refused.
 *
 * A refusal takes hardly longer than an acceptance. If the context names a service, there is a suggestion
 * only if the policy's key suggest-services names it, too: the texts of a daemon may end up in its log. A
 * caller that names no service knows that a person reads the suggestion.
 *
 * Parameters:
 *   buffer, size  out: a password as from passwordrules_policy_suggest; wipe it after use. "" if the password
 *                 is accepted, if there is no suggestion, or if the buffer is too small, which is not an
 *                 error. PASSWORDRULES_GENERATE_MAX + 1 bytes are always enough.
 * Returns: as passwordrules_policy_check.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check_suggesting(const passwordrules_policy *policy, const passwordrules_context *context,
                                          const char *password, size_t length, passwordrules_report **report,
                                          char *buffer, size_t size);

/*
 * Generates a password that the policy accepts in this context, in bounded time.
 *
 * The policy's keys suggest-style, suggest-entropy and suggest-exclude say what to generate.
 *
 * Parameters:
 *   buffer, size, needed  as for passwordrules_generate
 *   generated             out, may be NULL: what was generated, compared with the keys. The entropy is that
 *                         of all passwords of the form; names, words and lists rule out some of them.
 * Returns: as passwordrules_generate; also PASSWORDRULES_ENOTFOUND if the permitted work is used up, and
 *   PASSWORDRULES_EACCOUNT as passwordrules_policy_check.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_suggest(const passwordrules_policy *policy, const passwordrules_context *context,
                                 char *buffer, size_t size, size_t *needed, passwordrules_generated *generated);

/*
 * Tells whether the policy would be read from the same files if it were loaded now, without reading them.
 *
 * Returns: 1; or 0 if a file that was read, or a list that any section names, was changed, replaced, added or
 *   removed, or if that cannot be determined.
 * Example:
 *     // A prompt may be open for hours: ask once the password is there, before the check.
 *     if (passwordrules_policy_is_current(policy) == 0)
 *         puts("load the policy again");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_is_current(const passwordrules_policy *policy);

/* Where an outcome comes from. */
typedef struct passwordrules_origin {
    size_t size;
    const char *key;    /* the key of the policy, such as "rules"; NULL for PASSWORDRULES_KIND_ENCODING and
                           _NUL, which every policy demands; valid for the life of the process */
    const char *source; /* the path of the file, or the key of a setting; NULL if the demand is built in; owned by the
                           policy */
    size_t line;        /* the line of the file, or the number of the setting, from 1; 0 if the demand is built in */
    const char *preset; /* the preset that demands it, if source and line name one; else NULL; valid for the
                           life of the process */
} passwordrules_origin;
#define PASSWORDRULES_ORIGIN_INIT { sizeof(passwordrules_origin), NULL, NULL, 0, NULL }

/*
 * Finds the line of the policy that an outcome comes from.
 *
 * If several lines demand it, it is the least specific and earliest one. For lists, it is the line of the
 * first list that gave the outcome's match. For words, it is always the first line, because the word that was
 * found is a part of the password.
 *
 * Parameters:
 *   policy  the policy of the check
 *   report  from passwordrules_policy_check or passwordrules_policy_check_suggesting
 *   index   as for passwordrules_report_outcome
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Ownership: the source in the struct is valid until the policy is freed.
 * Example:
 *     passwordrules_origin from = PASSWORDRULES_ORIGIN_INIT;
 *     if (passwordrules_policy_origin(policy, report, 0, &from) == PASSWORDRULES_OK && from.source != NULL)
 *         printf("%s:%zu: %s\n", from.source, from.line, from.key);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_origin(const passwordrules_policy *policy, const passwordrules_report *report, size_t index,
                                passwordrules_origin *origin);

/*
 * Tells what happens with a change while the policy that these diagnostics are about cannot be read.
 *
 * Returns: PASSWORDRULES_ENFORCE_YES, also if an argument is wrong; or PASSWORDRULES_ENFORCE_WARN for root at
 *   the services passwd, chpasswd, newusers and pwupd-passwd, if the policy was seen to have no line that
 *   sets enforce-for-root to anything but "no", no preset that does, and no line that leaves the service out
 *   of exempt-services. Comments do not count.
 * Example:
 *     passwordrules_policy *loaded;
 *     passwordrules_diagnostics *why;
 *     if (passwordrules_policy_load(NULL, NULL, 0, 0, &loaded, &why) == PASSWORDRULES_EPOLICY &&
 *         passwordrules_diagnostics_enforcement(why, context) == PASSWORDRULES_ENFORCE_YES)
 *         puts("refuse the change");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_diagnostics_enforcement(const passwordrules_diagnostics *diagnostics,
                                          const passwordrules_context *context);

/*
 * Counts a password change under a policy on trial (enforce = audit or warn).
 *
 * The counts are in /var/lib/passwordrules/audit, and "passwordrules audit" shows them. Call it once per
 * change, when the new password is certain. It does nothing under other policies, or if the effective user is
 * not root.
 *
 * Parameters:
 *   policy, context  those of the check
 *   report           from that check
 *   diagnostics      out, may be NULL: with PASSWORDRULES_ECOUNT, why the change is not counted; else NULL
 * Returns: PASSWORDRULES_ECOUNT: make the change, and log the reason. The function waits at most a second for
 *   other processes that count.
 * Ownership: free the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_count_change(const passwordrules_policy *policy, const passwordrules_context *context,
                                      const passwordrules_report *report, passwordrules_diagnostics **diagnostics);

/*
 * Finds the policy for an account of a service, such as a directory, a realm or a database, instead of this
 * machine.
 *
 * The demands of the sections [service SERVICE], [service SERVICE group GROUP] and [service SERVICE user
 * USER] add up with the demands on everybody. Sections that name no service, such as [user deploy], are for
 * accounts of this machine, and do not apply to an account of a service with the same name. No account
 * database is asked, and local-users-only has no effect.
 *
 * Parameters:
 *   policy          a loaded policy
 *   context         its service, user and groups; the user may be NULL
 *   account_policy  out: the policy, with its blocklists opened as by passwordrules_policy_load. Its checks compare
 *                   the password only with the names in the context.
 *   diagnostics     out, may be NULL: as for passwordrules_policy_for_user
 * Returns: PASSWORDRULES_EPOLICY: refuse the change. PASSWORDRULES_EINVAL if context.service is NULL, empty,
 *   or has characters other than lower-case ASCII letters, digits, and + - . : @ _
 * Ownership: free the account's policy with passwordrules_policy_free, before or after the other policy; the
 *   diagnostics with passwordrules_diagnostics_free.
 * Example:
 *     const char *const groups[] = { "staff" };
 *     passwordrules_context account = PASSWORDRULES_CONTEXT_INIT;
 *     passwordrules_policy *own;
 *     account.service = "postgresql";
 *     account.user = "deploy";
 *     account.groups = groups;
 *     account.group_count = 1;
 *     int status = passwordrules_policy_for_service_account(policy, &account, &own, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_for_service_account(const passwordrules_policy *policy, const passwordrules_context *context,
                                             passwordrules_policy **account_policy,
                                             passwordrules_diagnostics **diagnostics);

/*
 * Reads a policy with settings of libpwquality, for a program or library that has such settings.
 *
 * Parameters:
 *   path             as for passwordrules_policy_load
 *   settings, count  strings such as "minlen=12", with the names and values of pwquality.conf(5): minlen,
 *                    dcredit, ucredit, lcredit, ocredit, minclass, maxrepeat, maxsequence, maxclassrepeat,
 *                    usercheck, usersubstr, gecoscheck, badwords, difok, dictcheck, and dictpath, which has
 *                    no effect because cracklib's dictionaries are not read. Their demands add to those of
 *                    the files and never weaken them. No section drops them, and they do not make up for
 *                    rules that the files lack. Other strings are settings as for passwordrules_policy_load.
 *                    NULL if count is 0.
 *   flags            as for passwordrules_policy_load. A setting of libpwquality that is not given demands
 *                    nothing, or with PASSWORDRULES_POLICY_ALONE has libpwquality's default; palindromes are
 *                    then also refused, as by libpwquality. dictcheck refuses passwords on the list of common
 *                    passwords and, as cracklib does, fewer than 6 characters or 5 different ones.
 *   policy           out: the policy for everybody
 *   diagnostics      out, may be NULL: as for passwordrules_parse
 * Returns: PASSWORDRULES_EPOLICY for any mistake, as passwordrules_policy_load.
 * Ownership: as for passwordrules_policy_load.
 * Example:
 *     // The demands of libpwquality if its file says "minlen = 12".
 *     const char *const settings[] = { "minlen=12" };
 *     passwordrules_policy *own;
 *     int status = passwordrules_policy_load_pwquality(NULL, settings, 1, PASSWORDRULES_POLICY_ALONE, &own, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pwquality(const char *path, const char *const *settings, size_t count, unsigned flags,
                                        passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);

/*
 * Reads the policy that pam_passwordrules applies for a line of a PAM configuration.
 *
 * The policy is for one password change, in a program that ends soon and whose resource limits may be a
 * user's. It keeps no blocklist in memory.
 *
 * Parameters:
 *   arguments, count  the arguments of the line: settings in the grammar of the policy file, and options of
 *                     the module. The option config=/PATH names another policy file; the default file may be
 *                     missing if there are rules. NULL if count is 0.
 *   policy            out: the policy for everybody
 *   diagnostics       out, may be NULL: as for passwordrules_parse. An unknown option is a mistake.
 * Returns: PASSWORDRULES_EPOLICY for any mistake, as passwordrules_policy_load; also if a limit of the
 *   process is too low for a password change, with the code PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT and the name
 *   of the limit as the source.
 * Ownership: as for passwordrules_policy_load.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pam_line(const char *const *arguments, size_t count, passwordrules_policy **policy,
                                       passwordrules_diagnostics **diagnostics);

/* ---- Decisions ------------------------------------------------------------------------------------------- */

/*
 * A decision on a new password is more than a check: it also says what to tell the person, what to log and to
 * count, and what happens if data is missing. Refuse the change if passwordrules_decision_refused says so, or
 * after an error. Show the text of the decision to the person. Once the new password is set, call
 * passwordrules_decision_accept. In either case, write the lines of the decision to the log. The program at
 * the start of Policies does all this.
 */

/* Flags of passwordrules_decide; PASSWORDRULES_DECIDE_SERVICE is also one of passwordrules_decide_load. */
#define PASSWORDRULES_DECIDE_SUGGEST 1u     /* suggest a password if this one is refused, as the policy's keys suggest
                                               and suggest-services say */
#define PASSWORDRULES_DECIDE_AHEAD 2u       /* there is no password yet: decide whether to ask for one, and
                                               then decide again on the password */
#define PASSWORDRULES_DECIDE_OLD_UNKNOWN 4u /* the old password is unavailable: an enforced policy refuses the change */
#define PASSWORDRULES_DECIDE_SERVICE 8u     /* the account is one of the service in the context, as for
                                               passwordrules_policy_for_service_account, not one of this machine */
#define PASSWORDRULES_DECIDE_DEBUG 16u      /* also log accepted passwords, and which rules they do not meet */

/*
 * Decides on a new password: checks it as passwordrules_policy_check does, and applies
 * passwordrules_policy_enforcement.
 *
 * If the names of the account are unavailable (PASSWORDRULES_EACCOUNT), an enforced policy refuses the
 * change; otherwise this is logged, and the password is checked without them.
 *
 * An empty password is always refused: also if the policy refuses no other, and if root makes the change.
 *
 * Parameters:
 *   policy            the policy for the account; may be NULL if the password is empty
 *   context           whose password it is, and who makes the change
 *   password, length  as for passwordrules_policy_check; with PASSWORDRULES_DECIDE_AHEAD, NULL and 0
 *   flags             0 or PASSWORDRULES_DECIDE_* in any combination
 *   decision          out: the decision
 * Returns: PASSWORDRULES_OK even if the change is refused. After an error, refuse the change.
 * Ownership: free the decision with passwordrules_decision_free.
 * Example:
 *     passwordrules_decision *decision;
 *     passwordrules_context change = PASSWORDRULES_CONTEXT_INIT;
 *     change.user = "alice";
 *     if (passwordrules_decide(policy, &change, password, length, 0, &decision) == PASSWORDRULES_OK) {
 *         puts(passwordrules_decision_refused(decision) ? "refused" : "accepted");
 *         passwordrules_decision_free(decision);
 *     }
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decide(const passwordrules_policy *policy, const passwordrules_context *context, const char *password,
                         size_t length, unsigned flags, passwordrules_decision **decision);

/*
 * Tells whether the change must be refused.
 *
 * Returns: 1 or 0; 1 for NULL.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_refused(const passwordrules_decision *decision);

/* Flags of passwordrules_decision_text. */
#define PASSWORDRULES_TEXT_LIST 1u   /* a heading and one line per reason, for a dialogue, instead of one line */
#define PASSWORDRULES_TEXT_LOGGED 2u /* as passwordrules_report_demands, nothing that was found in the
                                        password, for text that a server logs or that others read */

/*
 * Writes what to tell the person.
 *
 * It says why the change is refused, what a password that is accepted with a warning lacks, or that the
 * password has a control character, as the log does, too.
 *
 * Parameters:
 *   flags         0 for all reasons in one line of whole sentences, such as "The password needs 7 more characters (5 of
 *                 12). It needs a digit."; or PASSWORDRULES_TEXT_*. A line of a list begins with "  - ", and that of an
 *                 alternative with "      - ". Lines are separated by '\n', have at most 511 bytes, and are not wrapped:
 *                 the caller knows the width.
 *   limit         the maximum length in bytes, excluding the NUL; 0 for no limit. A list has none.
 *   language      NULL for English
 *   buffer, size  out: the text; "" if there is nothing to tell
 * Returns: a status.
 * Example:
 *     char line[256];
 *     if (passwordrules_decision_text(decision, 0, sizeof line - 1, NULL, line, sizeof line, NULL) == PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_text(const passwordrules_decision *decision, unsigned flags, size_t limit,
                                const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/*
 * Notes that the new password is set: logs the change and, if the policy is on trial, counts it.
 *
 * It counts as passwordrules_policy_count_change does. Call it once the change is certain. It does nothing if
 * the change is refused, or if it is called again.
 *
 * Returns: a status. If the change cannot be counted, that is not an error, and the log says why. After
 *   PASSWORDRULES_ENOMEM the change may have been counted, and the log has no more lines.
 *   PASSWORDRULES_EINVAL after PASSWORDRULES_DECIDE_AHEAD.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_accept(passwordrules_decision *decision);

/* A line for the log. It never contains a line feed or any part of a password. */
typedef struct passwordrules_log_line {
    size_t size;
    int priority;     /* of syslog(3): LOG_CRIT, LOG_ERR, LOG_WARNING, LOG_NOTICE or LOG_DEBUG */
    const char *text; /* in English; owned by the decision */
} passwordrules_log_line;
#define PASSWORDRULES_LOG_LINE_INIT { sizeof(passwordrules_log_line), 0, NULL }

/*
 * Fills in one line for the log.
 *
 * passwordrules_decision_accept adds lines, and passwordrules_decision_add replaces all lines.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Ownership: the text in the struct is valid until the decision is freed, or until a form is added.
 * Example:
 *     passwordrules_log_line line = PASSWORDRULES_LOG_LINE_INIT;
 *     for (size_t i = 0; passwordrules_decision_log(decision, i, &line) == PASSWORDRULES_OK; i++)
 *         puts(line.text);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_log(const passwordrules_decision *decision, size_t index, passwordrules_log_line *line);

/* Frees a decision. */
void passwordrules_decision_free(passwordrules_decision *decision);

/*
 * Writes the password that is suggested instead of a refused one; see PASSWORDRULES_DECIDE_SUGGEST.
 *
 * The decision wipes its copy: a second call writes "".
 *
 * Parameters:
 *   buffer, size  out: the password; "" if there is none. Wipe it after use. PASSWORDRULES_GENERATE_MAX + 1
 *                 bytes are always enough.
 * Returns: a status. After an error the decision keeps its copy.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_take_suggestion(passwordrules_decision *decision, char *buffer, size_t size, size_t *needed);

/*
 * Decides whether a change can go on after an attempt to load a policy.
 *
 * If the policy could not be loaded, the change is refused, unless passwordrules_diagnostics_enforcement lets
 * root go on; then the password is not checked. The log says why. If the policy was loaded, the log has its
 * warnings.
 *
 * Parameters:
 *   status       from passwordrules_policy_load, passwordrules_policy_for_user, or another such function
 *   diagnostics  from the same call; may be NULL
 *   context      as for passwordrules_decide
 *   flags        0 or PASSWORDRULES_DECIDE_SERVICE
 *   decision     out: the decision
 * Returns: PASSWORDRULES_OK even if the change is refused. After an error, refuse the change.
 * Ownership: free the decision with passwordrules_decision_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decide_load(int status, const passwordrules_diagnostics *diagnostics,
                              const passwordrules_context *context, unsigned flags, passwordrules_decision **decision);

/*
 * Checks another form of the password.
 *
 * Use it for a server that stores another text than the one typed, or that does not know the character set in
 * which it was typed. Every form has to meet the policy; one that is not UTF-8 counts only if no form is
 * UTF-8. The first form that does not meet it decides. The change is logged and counted once.
 *
 * Make the number of forms independent of the password, and check a form even if it equals another: otherwise
 * the time reveals which passwords have several forms.
 *
 * Parameters:
 *   decision          from passwordrules_decide
 *   policy, context   the objects passed to passwordrules_decide; if the policy has changed, decide again instead
 *   password, length  the form
 * Returns: a status. After an error the decision refuses the change, and has no text and no log.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_add(passwordrules_decision *decision, const passwordrules_policy *policy,
                               const passwordrules_context *context, const char *password, size_t length);

/* The result of comparing a password with the hashes of the user's present password and earlier ones. */
#define PASSWORDRULES_HISTORY_NEW 1     /* it matches none of them */
#define PASSWORDRULES_HISTORY_USED 2    /* it matches one of them */
#define PASSWORDRULES_HISTORY_UNKNOWN 3 /* the hashes cannot be read or compared, or the present one cannot be saved */

/*
 * Adds the result of the comparison with earlier passwords, for policies with the key history.
 *
 * The library has no hashes. A program that has them sets has_history in the context. If a password is
 * acceptable otherwise, passwordrules_decision_get_info then tells with how many earlier ones to compare it,
 * and the decision refuses until this function is called. Comparing takes long, because hashes are made to be
 * slow; so do not compare a password that is refused anyway.
 *
 * Parameters:
 *   decision          from passwordrules_decide
 *   policy, context   the objects passed to passwordrules_decide
 *   result            PASSWORDRULES_HISTORY_*. A password that was used is refused like one that does not meet a rule,
 *                     with the reason and a suggestion. PASSWORDRULES_HISTORY_UNKNOWN refuses the change if the policy
 *                     is enforced; otherwise it is logged, and shown if the policy warns. It is also valid after
 *                     PASSWORDRULES_DECIDE_AHEAD, and after the password was accepted. The other results have no effect
 *                     unless the decision awaits one.
 * Returns: a status. After an error, the decision refuses and has no text.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_add_history(passwordrules_decision *decision, const passwordrules_policy *policy,
                                       const passwordrules_context *context, int result);

/* What a decision is based on. */
typedef struct passwordrules_decision_info {
    size_t size;
    int enforcement; /* PASSWORDRULES_ENFORCE_*: what happens with a refused password */
    size_t form;     /* the form that decides: 0 for that of passwordrules_decide, 1 for the first added one */
    unsigned history; /* with how many earlier passwords, and with the present one, the program has to compare the
                         password before it is accepted: see passwordrules_decision_add_history; 0 for none */
} passwordrules_decision_info;
#define PASSWORDRULES_DECISION_INFO_INIT { sizeof(passwordrules_decision_info), 0, 0, 0 }

/*
 * Fills in what a decision is based on.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_decision_get_info(const passwordrules_decision *decision, passwordrules_decision_info *info);

/*
 * Finds the report of the form that decides.
 *
 * Returns: the report; NULL if no password was checked.
 * Ownership: the report belongs to the decision and changes with it. Do not free it.
 */
const passwordrules_report *passwordrules_decision_report(const passwordrules_decision *decision);

/* ---- Blocklists ------------------------------------------------------------------------------------------ */

/* How a password is compared with a blocklist. The numbers are stable. */
#define PASSWORDRULES_MATCH_AS_BUILT 0 /* as the list was built */
#define PASSWORDRULES_MATCH_EXACT 1    /* as typed; for large lists of leaked passwords */
#define PASSWORDRULES_MATCH_FOLDED 2   /* also in lower case, without differences of width, marks and invisible
                                          characters */
#define PASSWORDRULES_MATCH_MANGLED 3  /* also with digits and symbols read as letters, without those at the ends or
                                          symbols inside, reversed, and without repetition; for lists of common words
                                          and passwords */

/* A flag of passwordrules_blocklist_open, for one look-up: each look-up reads the whole list and keeps none
   of it. */
#define PASSWORDRULES_BLOCKLIST_ONE_LOOKUP 1u

/*
 * Opens a list of any size that "passwordrules blocklist build" has made.
 *
 * Parameters:
 *   path         the file: a regular file that belongs to root or the effective user and is not writable by others
 *   flags        0 or PASSWORDRULES_BLOCKLIST_ONE_LOOKUP
 *   blocklist    out: the list
 *   diagnostics  out, may be NULL: with PASSWORDRULES_EBLOCKLIST, why it cannot be opened
 * Returns: PASSWORDRULES_EBLOCKLIST if the file is missing, has the wrong type, owner or mode, is not a list,
 *   has another version, is truncated, or has a damaged header.
 * Ownership: free the list with passwordrules_blocklist_free, which closes the file, and the diagnostics with
 *   passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_open(const char *path, unsigned flags, passwordrules_blocklist **blocklist,
                                 passwordrules_diagnostics **diagnostics);

/*
 * Looks a password up.
 *
 * There are no false negatives; false positives occur at false_positive_rate. NOTES in passwordrules(3)
 * describe what other users can learn of the password by watching the file.
 *
 * Parameters:
 *   password, length  the password, in UTF-8; any bytes, of any length. One of more than 4,096 bytes is compared only
 *                     as typed.
 *   match             PASSWORDRULES_MATCH_*; a list of NTLM hashes is only compared exactly
 *   found             out: the closest way, up to match, in which the password is listed:
 *                     PASSWORDRULES_MATCH_EXACT to _MANGLED; 0 if it is not listed. A password that is mostly
 *                     repetition, or has few different characters, counts as listed in every list, by
 *                     _MANGLED.
 * Returns: PASSWORDRULES_EBLOCKLIST if the list cannot be read or is damaged. After any error *found is
 *   PASSWORDRULES_MATCH_EXACT, so that a program that ignores the status refuses.
 * Example:
 *     int found;
 *     if (passwordrules_blocklist_lookup(list, password, length, PASSWORDRULES_MATCH_AS_BUILT, &found) !=
 *         PASSWORDRULES_OK)
 *         puts("the list cannot be read: refuse the password");
 *     else if (found != 0)
 *         puts("a common or leaked password");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_lookup(const passwordrules_blocklist *blocklist, const char *password, size_t length,
                                   int match, int *found);

/* A description of a list. */
typedef struct passwordrules_blocklist_info {
    size_t size;
    size_t count;               /* the number of passwords */
    int match;                  /* what the list was built for, PASSWORDRULES_MATCH_EXACT to _MANGLED */
    double false_positive_rate; /* for each form of a password that is not listed; below 1.5e-8 up to a
                                   thousand million entries, unless others were added to them later */
} passwordrules_blocklist_info;
#define PASSWORDRULES_BLOCKLIST_INFO_INIT { sizeof(passwordrules_blocklist_info), 0, 0, 0 }

/*
 * Fills in the description of a list.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_get_info(const passwordrules_blocklist *blocklist, passwordrules_blocklist_info *info);

/*
 * Looks a password up and adds the outcome to a report, for programs that have rules and a list but no
 * policy.
 *
 * Parameters:
 *   report            from passwordrules_check or passwordrules_check_into with the same password. The
 *                     outcome has the kind PASSWORDRULES_KIND_BLOCKLIST or, if the list cannot be read,
 *                     PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE, which is not met. An outcome that another list
 *                     has already added is not added again.
 *   password, length  as for passwordrules_blocklist_lookup
 *   match             PASSWORDRULES_MATCH_*; a list of NTLM hashes is only compared exactly
 * Returns: a status. After any error the report is empty, and accepts nothing.
 * Example:
 *     if (passwordrules_report_add_lookup(report, list, password, length, PASSWORDRULES_MATCH_AS_BUILT) !=
 *             PASSWORDRULES_OK ||
 *         !passwordrules_report_accepted(report))
 *         puts("refused");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_add_lookup(passwordrules_report *report, const passwordrules_blocklist *blocklist,
                                    const char *password, size_t length, int match);

/* Closes a list and frees it. */
void passwordrules_blocklist_free(passwordrules_blocklist *blocklist);

/* ---- Strength -------------------------------------------------------------------------------------------- */

/*
 * Reads lists of ranked words, for estimates of strength, into memory.
 *
 * "passwordrules ranks build" makes such lists. The files are read whole, so that a user who watches them
 * learns nothing of the passwords.
 *
 * Parameters:
 *   paths, count  the files: regular files that belong to root or the effective user and are not writable by others.
 *                 The best rank of a word counts. If count is 0, the bundled list is read: common.ranks, next to the
 *                 list of common passwords.
 *   ranks         out: all lists together
 *   diagnostics   out, may be NULL: with PASSWORDRULES_ERANKS, which file cannot be read, and why
 * Returns: PASSWORDRULES_ERANKS if a file is missing, has the wrong type, owner or mode, is too long, is not a
 *   list of ranked words, has another version, or is damaged.
 * Ownership: free the lists with passwordrules_ranks_free, the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_ranks_open(const char *const *paths, size_t count, passwordrules_ranks **ranks,
                             passwordrules_diagnostics **diagnostics);

/* Frees lists of ranked words. Estimates that were made with them stay valid. */
void passwordrules_ranks_free(passwordrules_ranks *ranks);

/*
 * Estimates how many guesses a password withstands.
 *
 * The password is covered, as cheaply as possible, with the pieces that attackers try first: listed words,
 * also in upper case, with digits or symbols for letters, or reversed; words related to the person; keyboard
 * rows; sequences; repetitions; dates. The method is that of Wheeler, "zxcvbn: Low-Budget Password Strength
 * Estimation" (USENIX Security 2016); passwordrules(7) describes it. Only the first 256 characters are
 * estimated. The time grows with the square of their number.
 *
 * Parameters:
 *   context           may be NULL; only its user, other_users, full_name and words are used
 *   password, length  the password, in UTF-8; any bytes, of any length
 *   strength          out: the estimate. It reveals much of the password: do not log it.
 * Returns: a status.
 * Ownership: free the estimate with passwordrules_strength_free.
 * Example:
 *     passwordrules_strength *strength;
 *     passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
 *     if (passwordrules_strength_estimate(ranks, NULL, password, length, &strength) == PASSWORDRULES_OK &&
 *         passwordrules_strength_get_info(strength, &info) == PASSWORDRULES_OK)
 *         printf("10^%.1f guesses\n", info.guesses_log10);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_estimate(const passwordrules_ranks *ranks, const passwordrules_context *context,
                                    const char *password, size_t length, passwordrules_strength **strength);

/* Levels of strength. The numbers are stable, and grow with strength. They and their limits are zxcvbn's
   scores. */
#define PASSWORDRULES_STRENGTH_VERY_WEAK 0 /* fewer than 10^3 guesses */
#define PASSWORDRULES_STRENGTH_WEAK 1      /* at least 10^3 */
#define PASSWORDRULES_STRENGTH_FAIR 2      /* at least 10^6 */
#define PASSWORDRULES_STRENGTH_GOOD 3      /* at least 10^8 */
#define PASSWORDRULES_STRENGTH_STRONG 4    /* at least 10^10 */

/* An estimate. */
typedef struct passwordrules_strength_info {
    size_t size;
    double guesses_log10; /* the decimal logarithm of the number of guesses, 0 or more, in steps of 0.001 */
    int level;            /* PASSWORDRULES_STRENGTH_* */
    int cut;              /* 1 if the password is longer than 256 characters, and only those were estimated */
    size_t piece_count;   /* the number of pieces; 0 for an empty password */
    size_t advice_count;  /* the number of pieces of advice, 0 to 3; 0 for PASSWORDRULES_STRENGTH_STRONG */
} passwordrules_strength_info;
#define PASSWORDRULES_STRENGTH_INFO_INIT { sizeof(passwordrules_strength_info), 0, 0, 0, 0, 0 }

/*
 * Fills in an estimate.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_get_info(const passwordrules_strength *strength, passwordrules_strength_info *info);

/* What a piece was recognized as. The numbers are stable. */
#define PASSWORDRULES_PIECE_CHARACTERS 1    /* characters without a pattern */
#define PASSWORDRULES_PIECE_WORD 2          /* a listed word or password */
#define PASSWORDRULES_PIECE_REVERSED_WORD 3 /* a listed word, reversed */
#define PASSWORDRULES_PIECE_PERSONAL_WORD 4 /* a name or word of the context */
#define PASSWORDRULES_PIECE_KEYBOARD_WALK 5 /* a row of adjacent keys */
#define PASSWORDRULES_PIECE_SEQUENCE 6      /* such as abcd, or 97531 */
#define PASSWORDRULES_PIECE_REPETITION 7    /* a repetition, once or more, of what came before */
#define PASSWORDRULES_PIECE_DATE 8          /* day, month and year */
#define PASSWORDRULES_PIECE_YEAR 9          /* 1900 to 2049 */

/* A piece of a password. */
typedef struct passwordrules_piece {
    size_t size;
    int kind;         /* PASSWORDRULES_PIECE_* */
    size_t start;     /* where it begins in the password, in scalar values from 0 */
    size_t end;       /* where it ends: the position of the next scalar value */
    size_t rank;      /* for a listed word, its approximate rank, a power of two; else 0. Together with the list, it
                         reveals which words are possible: it is as secret as the password. */
    const char *name; /* the name of the kind, such as "keyboard-walk"; valid for the life of the process */
} passwordrules_piece;
#define PASSWORDRULES_PIECE_INIT { sizeof(passwordrules_piece), 0, 0, 0, 0, NULL }

/*
 * Fills in one piece of the password.
 *
 * Pieces are in order from left to right. Symbols between pieces may belong to none.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_piece(const passwordrules_strength *strength, size_t index, passwordrules_piece *piece);

/*
 * Writes one piece of advice for the person who chooses the password, the most useful first.
 *
 * Parameters:
 *   index         from 0
 *   language      NULL for English
 *   buffer, size  out: a sentence such as "Dates and years are easy to guess.", without any part of the
 *                 password; at most 511 bytes in English
 * Returns: PASSWORDRULES_ERANGE also past the end.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_advice(const passwordrules_strength *strength, size_t index,
                                  const passwordrules_language *language, char *buffer, size_t size,
                                  size_t *needed);

/*
 * Fills in one piece of a password that a policy refuses as easy to guess (PASSWORDRULES_KIND_MIN_GUESSES).
 *
 * Pieces are in order from left to right. They reveal no ranks: rank is 0.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end, and if the password is not refused for that.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_piece(const passwordrules_report *report, size_t index, passwordrules_piece *piece);

/* Frees an estimate. */
void passwordrules_strength_free(passwordrules_strength *strength);

/* ---- Languages ------------------------------------------------------------------------------------------- */

/*
 * A function of the program that looks a message up in a catalogue, like gettext(3) or, if many is not NULL,
 * ngettext(3).
 *
 * Parameters:
 *   data        the data of the language
 *   one, many   the English text for a count of 1, and for other counts. Placeholders for values, such as {count},
 *               are filled in later.
 *   count       the number that the message is about
 *   translated  out: NULL before the call, which means the English text. May be set to one or many. Must be
 *               valid until the next call, or until the function that made the call returns. (It is not a
 *               return value, because in some bindings the return value of a function that fails is
 *               undefined.)
 * Threads: called in the thread that asked for the message. Until that call returns, its objects must not be freed.
 * Example:
 *     static void translate(void *data, const char *one, const char *many, unsigned long count,
 *                           const char **translated)
 *     {
 *         *translated = many != NULL ? dngettext("passwordrules", one, many, count)
 *                                    : dgettext("passwordrules", one);
 *     }
 */
typedef void (*passwordrules_translate)(void *data, const char *one, const char *many, unsigned long count,
                                        const char **translated);

/*
 * A language for functions that write text for people. Text may be longer than in English.
 *
 * Catalogues for gettext are installed with the PAM module, under the domain "passwordrules". A set-user-ID
 * program should first call bind_textdomain_codeset("passwordrules", nl_langinfo(CODESET)): otherwise the
 * variable OUTPUT_CHARSET decides, and in some charsets glibc's texts do not end in a NUL.
 *
 * Example:
 *     char words[4096];
 *     passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, NULL);
 *     if (passwordrules_explain(rules, &language, words, sizeof words, NULL) == PASSWORDRULES_OK)
 *         puts(words);
 */
struct passwordrules_language {
    size_t size;
    passwordrules_translate translate; /* NULL for English */
    void *data;                        /* passed to translate */
};
#define PASSWORDRULES_LANGUAGE_INIT(translate, data) { sizeof(passwordrules_language), translate, data }

#ifdef __cplusplus
}
#endif

#endif
