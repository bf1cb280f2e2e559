/*
 * passwordrules.h - check and generate passwords by a password rules descriptor
 *
 * A descriptor is the string that sign-up forms and password managers use:
 *
 *     required: upper; required: digit; minlength: 12; max-repeating: 2;
 *
 * In ten lines:
 *
 *     passwordrules_rules *rules;
 *     if (passwordrules_parse(text, strlen(text), 0, &rules, NULL) != PASSWORDRULES_OK)
 *         return -1;
 *     passwordrules_report *report;
 *     if (passwordrules_check(rules, password, length, 0, &report) == PASSWORDRULES_OK) {
 *         if (passwordrules_report_accepted(report))
 *             puts("accepted");
 *         passwordrules_report_free(report);
 *     }
 *     passwordrules_rules_free(rules);
 *
 * The sections below go from there: rules, diagnostics, checks, generated passwords, blocklists, the policy of a machine,
 * strength, and other languages. The manual says more: passwordrules(7) of descriptors and of
 * strength, passwordrules.conf(5) of policies, and passwordrules(3) has whole programs, and in its NOTES how the library
 * uses memory, files and time.
 *
 * Conventions. They hold for every function, whose description says what it adds to them.
 *
 * - Returns. A function that can fail returns a status: PASSWORDRULES_OK (0) or one of the positive PASSWORDRULES_E*
 *   numbers. A password that is refused is a result, not an error. After an error nothing was done: out pointers are
 *   NULL, sizes are 0, and structs are as they were, unless a description says otherwise. Any function may return
 *   PASSWORDRULES_EINVAL for an argument, PASSWORDRULES_ESIZE if it takes a struct, PASSWORDRULES_ERANGE if it takes a
 *   buffer, and PASSWORDRULES_ENOMEM; "Returns:" names the other statuses.
 * - NULL. A NULL where an object or an out parameter is expected gives PASSWORDRULES_EINVAL, or the most careful
 *   answer (not accepted, progress 0, enforced) where a function returns no status. Text may be NULL if its length
 *   is 0. The free functions do nothing with NULL.
 * - Ownership. Objects belong to the caller, who frees each once with its own free function. Text is passed as
 *   pointer and length, is not kept, and need not end in a NUL. A const char * that comes out belongs to the object
 *   it was asked from, and lives as long. No memory is allocated by one side and freed by the other.
 * - Threads. Rules, policies, lists and estimates do not change: any number of threads may use one at once. A report
 *   belongs to one thread at a time. No function uses errno, the locale, the environment, signals, stdio or static buffers.
 *   In a set-user-ID program with one thread, environ is empty while account databases are asked, and then as before. A
 *   program counts as set-user-ID if the kernel has marked it (AT_SECURE): it does so if the program is set-user-ID or
 *   set-group-ID, has file capabilities, or was begun by some transitions of SELinux.
 * - Flags begin with the functions that they are for. An unknown flag gives PASSWORDRULES_EINVAL.
 * - Buffers. Text that is written ends in a NUL. *needed, if not NULL, is the size that the text takes, that NUL included.
 *   Where the buffer is too small, the status is PASSWORDRULES_ERANGE, *needed is right, and the buffer holds "" (if size
 *   is not 0). A NULL buffer with size 0 asks for the needed size alone; with another size, or with a size above
 *   PTRDIFF_MAX, the status is PASSWORDRULES_EINVAL.
 * - Structs begin with their size, which the initializer next to each sets:
 *       passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
 *   All other members are then 0 or NULL. Another size gives PASSWORDRULES_ESIZE.
 * - Memory. An allocation failure gives PASSWORDRULES_ENOMEM, and nothing was done; a call in another thread at that
 *   moment may return it, too. NOTES in passwordrules(3) say more. All that the library frees is wiped first.
 * - Secrets. Passwords are read in place. No report, diagnostic or message holds any part of one.
 * - Text is UTF-8, and in English unless a function is given a language. Lengths of text are in bytes; lengths of
 *   passwords in rules are in Unicode scalar values.
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

/* ---- Version and status ---------------------------------------------------------------------------------- */

/* The version of this header. */
#define PASSWORDRULES_VERSION_MAJOR 0
#define PASSWORDRULES_VERSION_MINOR 1
#define PASSWORDRULES_VERSION_PATCH 0
#define PASSWORDRULES_VERSION "0.1.0"

/*
 * Names the version of the library, which may be newer than that of the header.
 *
 * Returns: three numbers with dots between them, such as "1.2.3".
 * Ownership: the text lives for ever.
 */
const char *passwordrules_version(void);

/*
 * Puts a status into words.
 *
 * Returns: a text such as "a buffer is too small, or an index is past the end"; "unknown status" for another number.
 * Ownership: the text lives for ever.
 */
const char *passwordrules_status_text(int status);

/* ---- Objects --------------------------------------------------------------------------------------------- */

/* What is in them is not public. */
typedef struct passwordrules_rules passwordrules_rules;             /* a descriptor that was read */
typedef struct passwordrules_diagnostics passwordrules_diagnostics; /* what there is to say of a text that was read */
typedef struct passwordrules_report passwordrules_report;           /* the outcome of every rule in one check */
typedef struct passwordrules_blocklist passwordrules_blocklist;     /* an open file of passwords that are refused */
typedef struct passwordrules_ranks passwordrules_ranks;             /* words with their ranks, to estimate strength by */
typedef struct passwordrules_strength passwordrules_strength;       /* how many guesses a password withstands */
typedef struct passwordrules_policy passwordrules_policy;           /* what an administrator demands of passwords */

/* In which language text is written; see LANGUAGES at the end. */
typedef struct passwordrules_language passwordrules_language;

/* ---- Rules: a parsed descriptor -------------------------------------------------------------------------- */

/*
 * A flag of passwordrules_parse, for descriptors from web pages: a property with a mistake is left out, with a diagnostic,
 * and the rest is kept. Not for policies: a rule that is left out is not enforced.
 */
#define PASSWORDRULES_PARSE_LENIENT 2u

/*
 * Reads a descriptor.
 *
 * Parameters:
 *   text, length  the descriptor, at most 65,536 bytes
 *   flags         0: any mistake is an error, and nothing of the text is used; or PASSWORDRULES_PARSE_LENIENT
 *   rules         out: the rules
 *   diagnostics   out, may be NULL: all mistakes and remarks in the order of their positions, 64 or so at most, after
 *                 success too; NULL if there are none
 * Returns: PASSWORDRULES_EDESCRIPTOR for a mistake, which no lenient call returns. One mistake that sites make is a
 *   warning: a character beyond ASCII inside a custom class, which is left out.
 * Ownership: free the rules with passwordrules_rules_free, the diagnostics with passwordrules_diagnostics_free.
 * Example:
 *     passwordrules_rules *rules;
 *     passwordrules_diagnostics *diagnostics;
 *     int status = passwordrules_parse(text, length, PASSWORDRULES_PARSE_LENIENT, &rules, &diagnostics);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_parse(const char *text, size_t length, unsigned flags, passwordrules_rules **rules,
                        passwordrules_diagnostics **diagnostics);

/* Frees rules. */
void passwordrules_rules_free(passwordrules_rules *rules);

/*
 * Looks for all mistakes in a descriptor, and warns of what is unwise, without effect or read differently elsewhere.
 *
 * Parameters:
 *   text, length  the descriptor
 *   flags         0
 *   diagnostics   out: mistakes and warnings, 128 or so at most, in the order of their positions; NULL if there are none.
 *                 That no password can satisfy the rules is proved before it is said.
 * Returns: PASSWORDRULES_EDESCRIPTOR for a mistake. A warning is no error.
 * Ownership: free the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_lint(const char *text, size_t length, unsigned flags, passwordrules_diagnostics **diagnostics);

/* A flag of passwordrules_format: nothing is added to what the author wrote. */
#define PASSWORDRULES_FORMAT_MINIFIED 1u

/*
 * Writes the rules as a descriptor, which parses back to the same rules: repeated properties put together, in a fixed order.
 *
 * Parameters:
 *   flags  0: with all permitted characters under "allowed", as the strict reading has it (see
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
int passwordrules_format(const passwordrules_rules *rules, unsigned flags, char *buffer, size_t size, size_t *needed);

/*
 * Writes the rules in words, in the order in which a person who chooses a password needs them.
 *
 * Parameters:
 *   language      NULL for English
 *   buffer, size  out: a sentence a line, such as "At least 12 characters.", separated by '\n', the last line without one.
 *                 The last sentence tells how many passwords there are to generate, if they can be counted:
 *                 "Generated: 20 characters, 1.32e31 possibilities, 103.4 bits of entropy."
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_explain(const passwordrules_rules *rules, const passwordrules_language *language, char *buffer,
                          size_t size, size_t *needed);

/* ---- Diagnostics: what there is to say about a text that was read ---------------------------------------- */

#define PASSWORDRULES_SEVERITY_NOTE 1    /* advice about what does as it says: by a standard, or about other readers */
#define PASSWORDRULES_SEVERITY_WARNING 2 /* what does not do as it says, in a way that never makes the rules weaker */
#define PASSWORDRULES_SEVERITY_ERROR 3   /* a mistake: nothing of the text is used; of a lenient parse, nothing of the
                                            property */

/* One diagnostic. */
typedef struct passwordrules_diagnostic {
    size_t size;        /* in: sizeof(passwordrules_diagnostic) */
    int severity;       /* PASSWORDRULES_SEVERITY_* */
    int code;           /* PASSWORDRULES_DIAGNOSTIC_*, of passwordrules_codes.h; 1xx descriptors, 2xx policies, 3xx files
                           and accounts */
    const char *source; /* the file's path, the key of a setting, or "" for a descriptor; owned by the diagnostics */
    size_t line;        /* from 1; 0 where the diagnostic is about the source as a whole */
    size_t column;      /* in bytes, from 1; 0 as above */
    size_t offset;      /* in bytes from the start of the text */
    size_t length;      /* in bytes; 0 where something is missing */
    const char *text;   /* one English sentence; owned by the diagnostics */
} passwordrules_diagnostic;
#define PASSWORDRULES_DIAGNOSTIC_INIT { sizeof(passwordrules_diagnostic), 0, 0, NULL, 0, 0, 0, 0, NULL }

/*
 * Counts diagnostics.
 *
 * Returns: how many there are; 0 for NULL.
 */
size_t passwordrules_diagnostics_count(const passwordrules_diagnostics *diagnostics);

/*
 * Fills in one diagnostic.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Ownership: the texts in the struct live as long as the diagnostics.
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

/* ---- Check and report ------------------------------------------------------------------------------------ */

/*
 * A flag of passwordrules_check and passwordrules_check_into. Without it a password is checked by the written reading of the
 * rules: no allowed property means any character, and max-consecutive limits runs of one character. With it, by the
 * strict reading, the narrowest one, in which passwords are generated: no allowed property means the required classes only
 * (or ascii-printable), max-consecutive limits runs such as abc as well, and unicode is ascii-printable.
 */
#define PASSWORDRULES_CHECK_STRICT_READING 1u

/*
 * Checks a password, in time linear in its length.
 *
 * Parameters:
 *   password, length  the password, in UTF-8; any bytes, and any length
 *   flags             0 or PASSWORDRULES_CHECK_STRICT_READING
 *   report            out: the outcomes
 * Returns: PASSWORDRULES_OK for a password that is refused, too.
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
 * Makes an empty report, which accepts nothing, for passwordrules_check_into.
 *
 * Returns: a status.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_create(passwordrules_report **report);

/*
 * Checks a password into a report that is there already, at each key press for instance.
 *
 * Parameters:
 *   password, length, flags  as for passwordrules_check
 *   report                   its outcomes are replaced; no memory is allocated if it had as many before
 * Returns: a status. After an error the report is as it was; but after PASSWORDRULES_ENOMEM it is empty, and accepts nothing.
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

/*
 * Tells whether the password is accepted.
 *
 * Returns: 1 if every rule is met, else 0; 0 for NULL.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_accepted(const passwordrules_report *report);

/*
 * Tells how much of what the rules ask for is there.
 *
 * Returns: 0 to 1; 1 exactly if the password is accepted; 0 for NULL.
 */
double passwordrules_report_progress(const passwordrules_report *report);

/* The outcome of one rule. */
typedef struct passwordrules_outcome {
    size_t size;      /* in: sizeof(passwordrules_outcome) */
    int kind;         /* PASSWORDRULES_KIND_* */
    int met;          /* 1 or 0 */
    size_t limit;     /* the number the rule sets */
    size_t actual;    /* the number the password has */
    const char *rule; /* the name of the kind, such as "minlength"; lives for ever */
} passwordrules_outcome;
#define PASSWORDRULES_OUTCOME_INIT { sizeof(passwordrules_outcome), 0, 0, 0, 0, NULL }

/*
 * Counts the outcomes.
 *
 * Returns: how many there are, met or not; 0 for NULL.
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
 * Writes which rules are not met, for a log: names alone, since the numbers of a report tell of the password.
 *
 * Parameters:
 *   buffer, size  out: the names as in passwordrules_outcome, each once, separated by ", ", such as "minlength, required"; ""
 *                 if all rules are met. 512 bytes are always enough.
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_unmet_rules(const passwordrules_report *report, char *buffer, size_t size, size_t *needed);

/*
 * Writes the class of characters that one outcome is about, as descriptors have it: with it, a program can say everything that
 * passwordrules_report_message says in words of its own. No two outcomes of a report have the same kind, numbers and class.
 *
 * Parameters:
 *   index         as for passwordrules_report_outcome
 *   buffer, size  out: of the kinds required, allowed and at-least a class such as "digit", "upper,[-_]" or "ascii-printable",
 *                 always in the same form; else "". At most 95 bytes.
 * Returns: PASSWORDRULES_ERANGE past the end, too.
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
 * Writes one outcome in a short line, which never has any part of the password.
 *
 * Parameters:
 *   index         as for passwordrules_report_outcome
 *   language      NULL for English
 *   buffer, size  out: a line such as "6 more characters needed (6 of 12)" or, where the rule is met, "at least 12 characters".
 *                 In English at most 511 bytes.
 * Returns: PASSWORDRULES_ERANGE past the end, too.
 * Example:
 *     char line[512];
 *     for (size_t i = 0; i < passwordrules_report_count(report); i++)
 *         if (passwordrules_report_message(report, i, NULL, line, sizeof line, NULL) == PASSWORDRULES_OK)
 *             puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_message(const passwordrules_report *report, size_t index,
                                 const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/*
 * Writes all outcomes that are not met in one string, for programs that have room for one message alone.
 *
 * Parameters:
 *   separator     between each two of them, in UTF-8, such as "; "; NULL for "; ". Behind one that ends in a colon stands a blank.
 *   limit         the string has at most so many bytes, without its NUL; 0: as many as it takes. Where not all outcomes fit, it
 *                 has those that do, whole, and ends in the separator and "...". Of the first one alone as many characters are
 *                 there as fit.
 *   language      NULL for English
 *   buffer, size  out: the string; "" where the password is accepted
 * Returns: a status.
 * Example:
 *     char line[256];
 *     if (passwordrules_report_summary(report, NULL, sizeof line - 1, NULL, line, sizeof line, NULL) == PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_summary(const passwordrules_report *report, const char *separator, size_t limit,
                                 const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/*
 * Writes the outcomes that are not met as passwordrules_report_summary does, without anything that was found in the password:
 * "at least 12 characters" for "7 more characters needed (5 of 12)", and nothing of the pieces that make it easy to guess. For a
 * text that a server writes to its log, or that others read.
 *
 * Parameters:
 *   separator, limit, language  as for passwordrules_report_summary
 * Returns: a status.
 * Example:
 *     char line[256];
 *     if (passwordrules_report_demands(report, NULL, sizeof line - 1, NULL, line, sizeof line, NULL) == PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_demands(const passwordrules_report *report, const char *separator, size_t limit,
                                 const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/* Frees a report. */
void passwordrules_report_free(passwordrules_report *report);

/* ---- Generate -------------------------------------------------------------------------------------------- */

/* The longest password that is generated, in characters, and the most at once. */
#define PASSWORDRULES_GENERATE_MAX 1024
#define PASSWORDRULES_GENERATE_COUNT_MAX 1000000

/* Styles. The numbers are stable. Where the rules do not permit the one that is asked for, words, readable and random are tried
   in this order. */
#define PASSWORDRULES_STYLE_RANDOM 1   /* any password that the rules permit */
#define PASSWORDRULES_STYLE_READABLE 2 /* pronounceable groups, such as vubkem-roxPit-4cazud */
#define PASSWORDRULES_STYLE_WORDS 3    /* short English words, such as lemon-orbit-tulip-cedar-mango-fiddle */

/* What passwords to generate. A member of 0 or NULL stands for its default. */
typedef struct passwordrules_generate_options {
    size_t size;         /* in: sizeof(passwordrules_generate_options) */
    size_t length;       /* in characters; 0: what the rules, the style and the entropy ask for, 20 most of the time */
    double entropy;      /* at least so many bits, up to 1,024, by longer passwords as far as the rules permit; 0: 71.
                            Of no effect together with a length. */
    int style;           /* PASSWORDRULES_STYLE_*; 0: PASSWORDRULES_STYLE_RANDOM */
    const char *exclude; /* characters to do without as far as the rules permit, such as "ambiguous, [aeiou]": classes of
                            the descriptor language, "ambiguous" (0O1lI|), "space-at-ends"; NULL or "none": none */
    size_t count;        /* how many, each different from all others; 0: 1 */
} passwordrules_generate_options;
#define PASSWORDRULES_GENERATE_OPTIONS_INIT { sizeof(passwordrules_generate_options), 0, 0, 0, NULL, 0 }

/* What was generated. */
typedef struct passwordrules_generated {
    size_t size;     /* in: sizeof(passwordrules_generated) */
    int style;       /* PASSWORDRULES_STYLE_* */
    int requested;   /* the style that was asked for; where it is another, that was not possible */
    size_t length;   /* of the passwords in characters; of words, of the longest that there could be */
    double entropy;  /* of each password in bits, exactly: each was equally likely; 0 where there are too many requirements
                        to count (PASSWORDRULES_EREQUIREMENTS), or counting would take longer than generating may:
                        passwordrules_count takes the time */
    int excluded;    /* 1: the passwords do without all of "exclude"; 0: the rules need some of it */
    int falls_short; /* 1: the entropy is below what was asked for: the rules or the length permit no more */
} passwordrules_generated;
#define PASSWORDRULES_GENERATED_INIT { sizeof(passwordrules_generated), 0, 0, 0, 0, 0, 0 }

/*
 * Generates passwords from the kernel's random source, in bounded time.
 *
 * Every password of the length that satisfies the rules in the strict reading, or of the style's form, is equally likely, and
 * it is ASCII.
 *
 * Parameters:
 *   options       NULL for the defaults
 *   buffer, size  out: the password, or the passwords with '\n' between each two; wipe it after use. For one password,
 *                 PASSWORDRULES_GENERATE_MAX + 1 bytes are always enough.
 *   needed        out, may be NULL: the size that it takes, or where the buffer is too small, the size that is always enough.
 *                 Asking for that alone costs no randomness.
 *   generated     out, may be NULL: what was generated. To fill it in takes longer than to generate one password.
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

/*
 * Counts the passwords of a length that the strict reading of the rules permits, exactly.
 *
 * Parameters:
 *   length        in characters; 0 for that of a generated password
 *   buffer, size  out: the number in decimal digits; "0" where no password satisfies the rules
 *   entropy       out, may be NULL: the binary logarithm of the number, in bits; 0 if the number is 0. It is right where the
 *                 buffer is too small, too.
 * Returns: PASSWORDRULES_EREQUIREMENTS if there are more than 10 different requirements; PASSWORDRULES_ELENGTH if the length is
 *   above PASSWORDRULES_GENERATE_MAX, or above 128 with rules that make it too much work.
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
 * Finds the shortest length at which a password of the strict reading has so much entropy.
 *
 * Parameters:
 *   entropy  at least so many bits, from 0 to 1,024
 *   length   out: in characters
 * Returns: PASSWORDRULES_EUNSATISFIABLE if no length up to PASSWORDRULES_GENERATE_MAX has; else as passwordrules_count.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_shortest_length(const passwordrules_rules *rules, double entropy, size_t *length);

/* ---- Blocklists: passwords that are refused -------------------------------------------------------------- */

/* How a password is compared with a list. The numbers are stable. */
#define PASSWORDRULES_MATCH_AS_BUILT 0 /* as the list was built for */
#define PASSWORDRULES_MATCH_EXACT 1    /* as it was typed; for large lists of leaked passwords */
#define PASSWORDRULES_MATCH_FOLDED 2   /* in lower case too, without differences of width, marks and invisible characters */
#define PASSWORDRULES_MATCH_MANGLED 3  /* also with digits and symbols read as letters, without those at its ends and symbols
                                          inside, backwards, and once where it is a repetition; for lists of common words
                                          and passwords */

/* A flag of passwordrules_blocklist_open, for one look-up: the list is not kept in memory; each look-up reads it whole. */
#define PASSWORDRULES_BLOCKLIST_ONE_LOOKUP 1u

/*
 * Opens a list that "passwordrules blocklist build" has made, of any size.
 *
 * Parameters:
 *   path         the file: a regular one that belongs to root or the effective user, and that no other user may write
 *   flags        0 or PASSWORDRULES_BLOCKLIST_ONE_LOOKUP
 *   blocklist    out: the list
 *   diagnostics  out, may be NULL: with PASSWORDRULES_EBLOCKLIST, why not
 * Returns: PASSWORDRULES_EBLOCKLIST where the file is missing, is not such a file, is no list, of another version, truncated,
 *   or has a damaged header.
 * Ownership: free the list with passwordrules_blocklist_free, which closes its file, and the diagnostics with
 *   passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_open(const char *path, unsigned flags, passwordrules_blocklist **blocklist,
                                 passwordrules_diagnostics **diagnostics);

/*
 * Looks a password up.
 *
 * No listed password is missed; one that is not listed is taken for a listed one as seldom as false_positive_rate says. What
 * other users can learn of the password by watching the file is said in NOTES of passwordrules(3).
 *
 * Parameters:
 *   password, length  the password, in UTF-8; any bytes, and any length. One of more than 4,096 bytes is compared as it was
 *                     typed alone.
 *   match             PASSWORDRULES_MATCH_*
 *   found             out: the first of the ways, up to match, in which the password is listed, PASSWORDRULES_MATCH_EXACT to
 *                     _MANGLED; 0 if it is not. A password that is mostly repetition, or of few different characters, counts
 *                     as listed in every list, by _MANGLED.
 * Returns: PASSWORDRULES_EBLOCKLIST where the list cannot be read, or what was read is not as it was written. After any error
 *   *found is PASSWORDRULES_MATCH_EXACT, so that a program that does not look at the status refuses.
 * Example:
 *     int found;
 *     if (passwordrules_blocklist_lookup(list, password, length, PASSWORDRULES_MATCH_AS_BUILT, &found) != PASSWORDRULES_OK)
 *         puts("the list cannot be read: refuse the password");
 *     else if (found != 0)
 *         puts("a common or leaked password");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_lookup(const passwordrules_blocklist *blocklist, const char *password, size_t length,
                                   int match, int *found);

/* What there is to know of a list. */
typedef struct passwordrules_blocklist_info {
    size_t size;                /* in: sizeof(passwordrules_blocklist_info) */
    size_t count;               /* how many passwords there are */
    int match;                  /* what the list was built for, PASSWORDRULES_MATCH_EXACT to _MANGLED */
    double false_positive_rate; /* for one form of a password that is not listed; below 1.5e-8 up to a
                                   thousand million entries */
} passwordrules_blocklist_info;
#define PASSWORDRULES_BLOCKLIST_INFO_INIT { sizeof(passwordrules_blocklist_info), 0, 0, 0 }

/*
 * Fills in what there is to know of a list.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_get_info(const passwordrules_blocklist *blocklist, passwordrules_blocklist_info *info);

/*
 * Looks a password up, and adds the outcome to a report: for programs that have rules and a list, and no policy.
 *
 * Parameters:
 *   report            of passwordrules_check or passwordrules_check_into with the same password. It gets an outcome of the kind
 *                     PASSWORDRULES_KIND_BLOCKLIST, or where the list cannot be read, PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE,
 *                     which is not met. An outcome that is there already, of another list, is not added again.
 *   password, length  as for passwordrules_blocklist_lookup
 *   match             PASSWORDRULES_MATCH_*
 * Returns: a status. After any error the report is empty, and accepts nothing.
 * Example:
 *     char line[512];
 *     if (passwordrules_report_add_lookup(report, list, password, length, PASSWORDRULES_MATCH_AS_BUILT) == PASSWORDRULES_OK &&
 *         passwordrules_report_message(report, passwordrules_report_count(report) - 1, NULL, line, sizeof line, NULL) ==
 *             PASSWORDRULES_OK)
 *         puts(line);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_add_lookup(passwordrules_report *report, const passwordrules_blocklist *blocklist,
                                    const char *password, size_t length, int match);

/* Closes a list and frees it. */
void passwordrules_blocklist_free(passwordrules_blocklist *blocklist);

/* ---- Policies: what an administrator demands ------------------------------------------------------------- */

/*
 * A program that changes passwords loads the policy, finds that of the user, and checks:
 *
 *     passwordrules_policy *all = NULL, *policy = NULL;
 *     passwordrules_report *report = NULL;
 *     passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
 *     int may_change = 0;
 *     context.user = user;
 *     if (passwordrules_policy_load(NULL, NULL, 0, 0, &all, NULL) == PASSWORDRULES_OK &&
 *         passwordrules_policy_for_user(all, user, &policy, NULL) == PASSWORDRULES_OK &&
 *         passwordrules_policy_check(policy, &context, password, length, &report) == PASSWORDRULES_OK)
 *         may_change = passwordrules_report_accepted(report) ||
 *                      passwordrules_policy_enforcement(policy, &context) < PASSWORDRULES_ENFORCE_YES;
 *     passwordrules_report_free(report);
 *     passwordrules_policy_free(policy);
 *     passwordrules_policy_free(all);
 */

/* Where a machine's policy is. */
#define PASSWORDRULES_POLICY_PATH "/etc/security/passwordrules.conf"
/* Where a distribution has its own, which is read before the machine's. With it, the machine need not have one. */
#define PASSWORDRULES_POLICY_VENDOR_PATH "/usr/lib/passwordrules/passwordrules.conf"

/* A flag of passwordrules_policy_load: that there is no such file is no mistake. All other mistakes still are. */
#define PASSWORDRULES_POLICY_OPTIONAL 1u
/* Another one: the policy is for one password change, in a program that ends soon, and keeps no blocklist in memory. */
#define PASSWORDRULES_POLICY_ONE_CHANGE 2u
/* Another one, for a policy of the program's own: no file is read but that at path, with NULL none at all, and no folder. */
#define PASSWORDRULES_POLICY_ALONE 4u

/*
 * Reads a policy: a file, those in the folder beside it (path.d, names that end in .conf, in byte order), and settings. What
 * all of them demand adds up. Of keys that demand nothing, such as retry, a later file overrides an earlier one, and settings
 * override all. An empty value, "rules=" for instance, drops what was said of its key before.
 *
 * The blocklists that the policy for everybody names are opened. One that is missing or damaged is a mistake, unless its line
 * says "optional": then it is left out, with a diagnostic of the severity PASSWORDRULES_SEVERITY_WARNING.
 *
 * Parameters:
 *   path             the file; NULL for PASSWORDRULES_POLICY_PATH, before which PASSWORDRULES_POLICY_VENDOR_PATH is read
 *                    if it is there. Files, and the folder, which need not be there, must belong to root or the effective
 *                    user, and no other user may write them. All together may have 512 KiB.
 *   settings, count  strings such as "retry=1", in the file's grammar. NULL if count is 0.
 *   flags            0, or PASSWORDRULES_POLICY_OPTIONAL, PASSWORDRULES_POLICY_ONE_CHANGE, PASSWORDRULES_POLICY_ALONE, or
 *                    several of them, by |
 *   policy           out: the policy for everybody
 *   diagnostics      out, may be NULL: as for passwordrules_parse
 * Returns: PASSWORDRULES_EPOLICY for any mistake: refuse the change, since nothing of a half-read policy is enforced, and ask
 *   passwordrules_diagnostics_enforcement about root.
 * Ownership: free the policy with passwordrules_policy_free, the diagnostics with passwordrules_diagnostics_free.
 * Example:
 *     // A policy of the program's own, whatever that of the machine is.
 *     const char *const settings[] = { "rules=minlength: 12", "username=reject" };
 *     passwordrules_policy *own;
 *     int status = passwordrules_policy_load(NULL, settings, 2, PASSWORDRULES_POLICY_ALONE, &own, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load(const char *path, const char *const *settings, size_t count, unsigned flags,
                              passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);

/*
 * Reads a policy with settings of libpwquality, for a program or a library that has such settings.
 *
 * Parameters:
 *   path             as for passwordrules_policy_load
 *   settings, count  strings such as "minlen=12", by the names and values of pwquality.conf(5): minlen, dcredit, ucredit, lcredit,
 *                    ocredit, minclass, maxrepeat, maxsequence, maxclassrepeat, usercheck, usersubstr, gecoscheck, badwords,
 *                    difok, dictcheck, dictpath, of which the last has no effect, since cracklib's dictionaries are not read.
 *                    What they demand adds to what the files demand, which they never weaken; no section drops it, and it does
 *                    not make up for rules that the files lack. Others are settings as for passwordrules_policy_load. NULL if
 *                    count is 0.
 *   flags            as for passwordrules_policy_load. With PASSWORDRULES_POLICY_ALONE, settings of libpwquality that are not
 *                    given have its defaults, and palindromes are refused, as it does; else they demand nothing. dictcheck
 *                    refuses what is on the list of common passwords.
 *   policy           out: the policy for everybody
 *   diagnostics      out, may be NULL: as for passwordrules_parse
 * Returns: PASSWORDRULES_EPOLICY for any mistake, as passwordrules_policy_load.
 * Ownership: as passwordrules_policy_load.
 * Example:
 *     // What libpwquality demands where its file says "minlen = 12".
 *     const char *const settings[] = { "minlen=12" };
 *     passwordrules_policy *own;
 *     int status = passwordrules_policy_load_pwquality(NULL, settings, 1, PASSWORDRULES_POLICY_ALONE, &own, NULL);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pwquality(const char *path, const char *const *settings, size_t count, unsigned flags,
                                        passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);

/*
 * Reads the policy that pam_passwordrules applies for a line of a PAM configuration: for one password change, in a program that
 * ends soon, and whose limits may be a user's.
 *
 * Parameters:
 *   arguments, count  the arguments of the line: settings in the policy file's grammar, and the module's options, of which
 *                     config=/PATH names another policy file. A file that is not named may be missing if there are rules.
 *                     NULL if count is 0.
 *   policy            out: the policy for everybody, which keeps no blocklist in memory
 *   diagnostics       out, may be NULL: as for passwordrules_parse. An option that does not exist is a mistake.
 * Returns: PASSWORDRULES_EPOLICY for any mistake, as passwordrules_policy_load; and where a limit of the process leaves too little
 *   for a password change, with the code PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT and the limit's name as the source.
 * Ownership: as passwordrules_policy_load.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pam_line(const char *const *arguments, size_t count, passwordrules_policy **policy,
                                       passwordrules_diagnostics **diagnostics);

/*
 * Finds the policy for a user of this machine: what the sections for the user and for all of the user's groups demand adds up
 * with what is demanded of everybody; without such sections it is the policy for everybody. If it compares a password with the
 * names of the account, as it does to estimate its strength, too, the account is looked up, once for all checks.
 *
 * A program with users of its own, who have no account on this machine, calls passwordrules_policy_for_service_account instead,
 * or checks by the policy for everybody: then no account is looked up.
 *
 * It is no mistake if the user does not exist. A policy that compares the user name compares the account's own spelling, too: so
 * where the account databases cannot be asked, or cannot say for certain that there is no such user, its checks return
 * PASSWORDRULES_EACCOUNT. Those of a policy that compares the account's other names, or estimates guesses, do so for a user who
 * does not exist, too: see account_unknown of passwordrules_policy_info. Where it is in doubt which
 * groups the user is in, the policy demands what applies to members of each such group, and what applies to others, all
 * together. In a set-user-ID program with several threads, services other than "files" leave such a doubt, because they might
 * obey the caller's environment.
 *
 * If there are sections for users of this machine, and no service finds the user, but one cannot be asked, the section may be for
 * the user in another spelling: the status is PASSWORDRULES_EPOLICY.
 *
 * Parameters:
 *   policy       what was loaded
 *   user         the user's name as it was typed; another spelling of it finds the same sections
 *   user_policy  out: the policy, whose blocklists are opened as passwordrules_policy_load does it
 *   diagnostics  out, may be NULL: with PASSWORDRULES_EPOLICY, why there is no policy for the user. With PASSWORDRULES_OK,
 *                warnings that belong into a log: of "optional" lists that are left out, and with the code
 *                PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT, why groups are in doubt; NULL where there are none.
 * Returns: PASSWORDRULES_EPOLICY: refuse the change, and ask passwordrules_diagnostics_enforcement about root.
 * Ownership: free the user's policy with passwordrules_policy_free, before or after the other; the diagnostics with
 *   passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_for_user(const passwordrules_policy *policy, const char *user,
                                  passwordrules_policy **user_policy, passwordrules_diagnostics **diagnostics);

/*
 * Tells whether the policy would be read from the same files if it were loaded now, without reading them.
 *
 * Returns: 1, or 0 where a file that was read, or a list that any section names, was changed, replaced, added or removed since,
 *   or where that cannot be told.
 * Example:
 *     // A prompt may be open for long: ask when the password is there, before the check.
 *     if (passwordrules_policy_is_current(policy) == 0)
 *         puts("load the policy again");
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_is_current(const passwordrules_policy *policy);

/* Frees a policy. */
void passwordrules_policy_free(passwordrules_policy *policy);

/* Settings for the program that asks for the password. */
typedef struct passwordrules_policy_info {
    size_t size;          /* in: sizeof(passwordrules_policy_info) */
    unsigned retry;       /* how often a person is asked, 1 to 100 */
    int suggest;          /* 1: suggest a password after a refusal, by passwordrules_policy_check_suggesting */
    int local_users_only; /* 1: users who are not in /etc/passwd are left alone: see passwordrules_policy_enforcement */
    int account_unknown;  /* not 0: checks return PASSWORDRULES_EACCOUNT, unless the context has names: refuse the change;
                             2: each account database says that there is no such user */
} passwordrules_policy_info;
#define PASSWORDRULES_POLICY_INFO_INIT { sizeof(passwordrules_policy_info), 0, 0, 0, 0 }

/*
 * Fills in the settings for the program that asks for the password.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_get_info(const passwordrules_policy *policy, passwordrules_policy_info *info);

/*
 * The circumstances of a password change. A password is not compared with a text that is NULL; but where both full_name and
 * home are, they are those of the account that passwordrules_policy_for_user has found, and its own spelling of the user name is
 * always compared as well as the one that was typed. Of a user's name, a full name and a path no more is compared than is said
 * here.
 */
typedef struct passwordrules_context {
    size_t size;              /* in: sizeof(passwordrules_context) */
    const char *user;         /* the name, as it was typed, of the user whose password it is; its first 256 bytes; may be NULL.
                                 Where it has a domain, as alice@dir and CORP\alice have, it is compared with and without. */
    int by_administrator;     /* 1: an administrator makes the change: for an account of this machine root, whose real user id
                                 is 0; for one of a service, an administrator of the service; see service */
    int expired;              /* 1: the password has expired; the change is then the user's own, even by an administrator */
    const char *full_name;    /* the user's full name: pw_gecos of getpwnam(3); its first 1,024 bytes; may be NULL */
    const char *home;         /* the path of the user's home directory: pw_dir; its first 1,024 bytes; may be NULL */
    const char *old_password; /* the password that is replaced, in UTF-8; NULL if it is not known. Where it is, a change by
                                 an administrator is judged as a user's. */
    size_t old_password_length; /* in bytes; 0 if it is not known */
    const char *service; /* the PAM service that makes the change, or the name of the program or of the service whose account
                            it is, in lower case: administrators are only warned at those that the policy's key
                            exempt-services names; NULL: at none. See passwordrules_policy_check_suggesting, too. */
    const char *const *words; /* further words that others know of the person, such as the domain of a mail address, the most
                                 important first; NULL if word_count is 0. Estimates of strength know them, 64 at most with
                                 the user's name and the words of the full name, which come first; a policy's keys do not. */
    size_t word_count;        /* how many there are */
    const char *const *groups; /* the groups of the account, for passwordrules_policy_for_service_account alone; NULL if
                                  group_count is 0 */
    size_t group_count;       /* how many there are */
    const char *const *other_users; /* other names of the user, which are compared as user is: such as the second uid of an
                                       entry in a directory; 8 at most, with the spellings that
                                       passwordrules_policy_for_user knows; NULL if other_user_count is 0 */
    size_t other_user_count;  /* how many there are */
} passwordrules_context;
#define PASSWORDRULES_CONTEXT_INIT \
    { sizeof(passwordrules_context), NULL, 0, 0, NULL, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, 0 }

/*
 * Finds the policy for an account that is not this machine's, but that of a service: of a directory, a realm or a database. What
 * the sections [service SERVICE], [service SERVICE group GROUP] and [service SERVICE user USER] demand adds up with what is
 * demanded of everybody. Sections whose heads name no service, such as [user deploy], are for this machine's accounts, and not
 * for one of a service that has the same name. No account database is asked, and local-users-only means nothing here.
 *
 * Parameters:
 *   policy          what was loaded
 *   context         its members service, user, groups; the user may be NULL
 *   account_policy  out: the policy, whose blocklists are opened as passwordrules_policy_load does it. Its checks compare the
 *                   password with the names of the context alone.
 *   diagnostics     out, may be NULL: as for passwordrules_policy_for_user
 * Returns: PASSWORDRULES_EPOLICY: refuse the change. PASSWORDRULES_EINVAL if context.service is NULL, is empty, or has other
 *   characters than a section's head can have: lower-case letters of ASCII, digits, and + - . : @ _
 * Ownership: free the account's policy with passwordrules_policy_free, before or after the other; the diagnostics with
 *   passwordrules_diagnostics_free.
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

/* What happens with a password that the rules refuse. The numbers are stable, and grow with severity. */
#define PASSWORDRULES_ENFORCE_NO 0    /* nothing is checked */
#define PASSWORDRULES_ENFORCE_AUDIT 1 /* the change passes; log that it would have been refused, but not why */
#define PASSWORDRULES_ENFORCE_WARN 2  /* the change passes; tell the person, and log it */
#define PASSWORDRULES_ENFORCE_YES 3   /* the change is refused */

/*
 * Tells what happens with a refused password in this context.
 *
 * Returns: PASSWORDRULES_ENFORCE_*; PASSWORDRULES_ENFORCE_YES if an argument is wrong; PASSWORDRULES_ENFORCE_NO where the policy
 *   is for the users in /etc/passwd alone (local-users-only), and that of passwordrules_policy_for_user is not among them.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_enforcement(const passwordrules_policy *policy, const passwordrules_context *context);

/*
 * Tells what happens with a change while the policy that these diagnostics are about cannot be read.
 *
 * Returns: PASSWORDRULES_ENFORCE_YES, also if an argument is wrong; or PASSWORDRULES_ENFORCE_WARN for root at the services
 *   passwd, chpasswd and newusers, where the policy could be seen to have no line that sets enforce-for-root to something
 *   other than "no", none with a preset that does, and none that leaves the service out of exempt-services. Comments do
 *   not count.
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
 * Writes the policy in words for the person who is about to choose a password.
 *
 * Parameters:
 *   language      NULL for English
 *   buffer, size  out: a heading and a line for each rule, separated by '\n', the last without one; "" if nothing is demanded.
 *                 A rule begins with "  - ", and one of several sets of which one is enough with "      - ". Lines are not
 *                 wrapped: the caller knows the width.
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_describe(const passwordrules_policy *policy, const passwordrules_context *context,
                                  const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/*
 * Checks a new password against the policy and against what the context knows, in bounded time.
 *
 * Parameters:
 *   password, length  as for passwordrules_check. A password of more than 1,024 bytes, or what the policy's key max-bytes
 *                     says, is refused unread.
 *   report            out: the outcomes
 * Returns: PASSWORDRULES_OK for a password that is refused, too; see passwordrules_policy_enforcement. PASSWORDRULES_EACCOUNT
 *   where the policy compares the names of an account that could not be looked up: refuse the change. A program that must
 *   go on without them passes "" for full_name.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check(const passwordrules_policy *policy, const passwordrules_context *context,
                               const char *password, size_t length, passwordrules_report **report);

/*
 * Counts a password that was accepted, where the policy is audited (enforce = audit or warn): in /var/lib/passwordrules/audit,
 * which "passwordrules audit" shows. Call it once for each change, when the new password is certain. It does nothing under
 * another policy, and in a process whose effective user is not root.
 *
 * Parameters:
 *   policy, context  by which the password was checked
 *   report           of that check
 *   diagnostics      out, may be NULL: with PASSWORDRULES_ECOUNT, why not. NULL otherwise.
 * Returns: PASSWORDRULES_ECOUNT: the change goes on, and the reason belongs into a log. It waits for other processes that count
 *   for at most a second.
 * Ownership: free the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_count_change(const passwordrules_policy *policy, const passwordrules_context *context,
                                      const passwordrules_report *report, passwordrules_diagnostics **diagnostics);

/* Where an outcome comes from. */
typedef struct passwordrules_origin {
    size_t size;        /* in: sizeof(passwordrules_origin) */
    const char *key;    /* the key of the policy that demands it, such as "rules"; NULL for PASSWORDRULES_KIND_ENCODING and _NUL,
                           which every policy demands. Lives for ever. */
    const char *source; /* the path of the file, or the key of a setting; NULL where it is built in; owned by the policy */
    size_t line;        /* the line of the file, from 1; of a setting, which of all settings it is, from 1; 0 where it is
                           built in */
    const char *preset; /* the preset that demands it, if one does, and source and line name it; else NULL. Lives for ever. */
} passwordrules_origin;
#define PASSWORDRULES_ORIGIN_INIT { sizeof(passwordrules_origin), NULL, NULL, 0, NULL }

/*
 * Tells which line of the policy an outcome comes from: of those that demand what it says, that of the least specific and
 * earliest place; of lists, the first that has the password so; of words, the first line, since which word it was is a part of
 * the password.
 *
 * Parameters:
 *   policy  by which the password was checked
 *   report  of passwordrules_policy_check or passwordrules_policy_check_suggesting
 *   index   as for passwordrules_report_outcome
 * Returns: PASSWORDRULES_ERANGE past the end.
 * Ownership: the source in the struct lives as long as the policy.
 * Example:
 *     passwordrules_origin from = PASSWORDRULES_ORIGIN_INIT;
 *     if (passwordrules_policy_origin(policy, report, 0, &from) == PASSWORDRULES_OK && from.source != NULL)
 *         printf("%s:%zu: %s\n", from.source, from.line, from.key);
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_origin(const passwordrules_policy *policy, const passwordrules_report *report, size_t index,
                                passwordrules_origin *origin);

/*
 * Checks as passwordrules_policy_check does, and suggests a password where this one is refused, so that a refusal takes hardly
 * longer than an acceptance. It suggests none where the context names a service that the policy's key suggest-services does
 * not name: a daemon's texts may end in its log. Where the context names no service, the caller knows that a person reads it.
 *
 * Parameters:
 *   buffer, size  out: what passwordrules_policy_suggest gives, to be wiped after use; "" where the password is accepted, where
 *                 there is no suggestion, or where the buffer is too small, which is no error. PASSWORDRULES_GENERATE_MAX + 1
 *                 bytes are always enough.
 * Returns: as passwordrules_policy_check.
 * Ownership: free the report with passwordrules_report_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check_suggesting(const passwordrules_policy *policy, const passwordrules_context *context,
                                          const char *password, size_t length, passwordrules_report **report,
                                          char *buffer, size_t size);

/*
 * Generates a password that this policy accepts in this context, by its keys suggest-style, suggest-entropy and
 * suggest-exclude, in bounded time.
 *
 * Parameters:
 *   buffer, size, needed  as for passwordrules_generate
 *   generated             out, may be NULL: what was generated, and whether it is what the keys ask for. Its entropy is that of
 *                         all passwords of its form; names, words and lists rule out some of them.
 * Returns: as passwordrules_generate; PASSWORDRULES_ENOTFOUND where the work that is allowed for it is used up, too, and
 *   PASSWORDRULES_EACCOUNT as passwordrules_policy_check.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_suggest(const passwordrules_policy *policy, const passwordrules_context *context,
                                 char *buffer, size_t size, size_t *needed, passwordrules_generated *generated);

/* ---- Strength: how many guesses a password withstands ---------------------------------------------------- */

/*
 * Reads lists of ranked words into memory, by which strength is estimated; "passwordrules ranks build" makes such lists. The
 * files are read whole, so that a user who watches them learns nothing of the passwords whose strength is estimated.
 *
 * Parameters:
 *   paths, count  the files: regular ones that belong to root or the effective user, and that no other user may write. Of a
 *                 word that several lists have, the best rank counts. With a count of 0, the list that comes along is read:
 *                 common.ranks, beside the list of common passwords.
 *   ranks         out: the lists together
 *   diagnostics   out, may be NULL: with PASSWORDRULES_ERANKS, which file it is, and why
 * Returns: PASSWORDRULES_ERANKS where a file is missing, not as said above, too long, no list of ranked words, of another
 *   version, or damaged.
 * Ownership: free the lists with passwordrules_ranks_free, the diagnostics with passwordrules_diagnostics_free.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_ranks_open(const char *const *paths, size_t count, passwordrules_ranks **ranks,
                             passwordrules_diagnostics **diagnostics);

/* Frees lists of ranked words. Estimates that were made with them stay good. */
void passwordrules_ranks_free(passwordrules_ranks *ranks);

/*
 * Estimates how many guesses a password withstands. It is covered, as cheaply as can be, with the pieces that attackers try
 * first: listed words, also with capitals, with digits or symbols for letters, or reversed; words related to the person; rows
 * of keys; sequences; repetitions; dates. The method is that of Wheeler, "zxcvbn: Low-Budget Password Strength Estimation"
 * (USENIX Security 2016); passwordrules(7) has the rules. Of a longer password the first 256 scalar values count, and the time
 * grows with the square of their number.
 *
 * Parameters:
 *   context           may be NULL; of its members user, other_users, full_name and words count
 *   password, length  the password, in UTF-8; any bytes, and any length
 *   strength          out: the estimate. It tells much of the password: do not write it into logs.
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

/* How strong a password is. The numbers are stable, and grow with strength; they and their limits are zxcvbn's scores. */
#define PASSWORDRULES_STRENGTH_VERY_WEAK 0 /* fewer than 10^3 guesses */
#define PASSWORDRULES_STRENGTH_WEAK 1      /* at least 10^3 */
#define PASSWORDRULES_STRENGTH_FAIR 2      /* at least 10^6 */
#define PASSWORDRULES_STRENGTH_GOOD 3      /* at least 10^8 */
#define PASSWORDRULES_STRENGTH_STRONG 4    /* at least 10^10 */

/* An estimate. */
typedef struct passwordrules_strength_info {
    size_t size;          /* in: sizeof(passwordrules_strength_info) */
    double guesses_log10; /* the decimal logarithm of the number of guesses, 0 or more, in steps of 0.001 */
    int level;            /* PASSWORDRULES_STRENGTH_* */
    int cut;              /* 1: the password has more than 256 scalar values, of which those behind count nothing */
    size_t piece_count;   /* of how many pieces the password was found to consist; 0 of an empty one */
    size_t advice_count;  /* how many pieces of advice there are, 0 to 3; 0 for PASSWORDRULES_STRENGTH_STRONG */
} passwordrules_strength_info;
#define PASSWORDRULES_STRENGTH_INFO_INIT { sizeof(passwordrules_strength_info), 0, 0, 0, 0, 0 }

/*
 * Fills in an estimate.
 *
 * Returns: a status.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_get_info(const passwordrules_strength *strength, passwordrules_strength_info *info);

/* What a piece was recognised as. The numbers are stable. */
#define PASSWORDRULES_PIECE_CHARACTERS 1    /* characters without a pattern */
#define PASSWORDRULES_PIECE_WORD 2          /* a listed word or password */
#define PASSWORDRULES_PIECE_REVERSED_WORD 3 /* a listed word from right to left */
#define PASSWORDRULES_PIECE_PERSONAL_WORD 4 /* a name or word of the context */
#define PASSWORDRULES_PIECE_KEYBOARD_WALK 5 /* a row of adjacent keys */
#define PASSWORDRULES_PIECE_SEQUENCE 6      /* such as abcd, or 97531 */
#define PASSWORDRULES_PIECE_REPETITION 7    /* what came before once more, or several times */
#define PASSWORDRULES_PIECE_DATE 8          /* day, month and year */
#define PASSWORDRULES_PIECE_YEAR 9          /* 1900 to 2049 */

/* A piece of a password. */
typedef struct passwordrules_piece {
    size_t size;      /* in: sizeof(passwordrules_piece) */
    int kind;         /* PASSWORDRULES_PIECE_* */
    size_t start;     /* where it begins in the password, in scalar values from 0 */
    size_t end;       /* where what follows it begins */
    size_t rank;      /* of a listed word, about its rank, as a power of two; else 0. With the list, it tells which words it
                         may be: it is as secret as the password. */
    const char *name; /* the name of the kind, such as "keyboard-walk"; lives for ever */
} passwordrules_piece;
#define PASSWORDRULES_PIECE_INIT { sizeof(passwordrules_piece), 0, 0, 0, 0, NULL }

/*
 * Fills in one of the pieces, from left to right. Symbols between pieces need not belong to any.
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
 *   buffer, size  out: a sentence such as "Dates and years are easy to guess.", which has nothing of the password. In English
 *                 at most 511 bytes.
 * Returns: PASSWORDRULES_ERANGE past the end, too.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_advice(const passwordrules_strength *strength, size_t index,
                                  const passwordrules_language *language, char *buffer, size_t size, size_t *needed);

/*
 * Fills in one of the pieces of a password that a policy refuses because it is easy to guess (PASSWORDRULES_KIND_MIN_GUESSES),
 * from left to right. Ranks are not told: rank is 0.
 *
 * Parameters:
 *   index  from 0
 * Returns: PASSWORDRULES_ERANGE past the end, and where the password is not refused for that.
 */
PASSWORDRULES_MUST_CHECK
int passwordrules_report_piece(const passwordrules_report *report, size_t index, passwordrules_piece *piece);

/* Frees an estimate. */
void passwordrules_strength_free(passwordrules_strength *strength);

/* ---- Languages: messages for people, in other languages than English ------------------------------------- */

/*
 * A function of the program that looks a message up in a catalogue, as gettext(3) does, or ngettext(3) where many is not NULL.
 *
 * Parameters:
 *   data        what the language has for it
 *   one, many   the English text for a count of 1, and that for others. Placeholders for values, such as {count}, are filled in
 *               afterwards.
 *   count       how many there are
 *   translated  out: NULL before, which stands for the English text. May be set to one or many themselves; must live until the
 *               next call, or until the function that made the call returns. (A return value would be at the mercy of bindings,
 *               where a function that fails may return anything.)
 * Threads: called in the thread that asked for the message. Meanwhile, what it was asked about must not be freed.
 * Example:
 *     static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
 *     {
 *         *translated = many != NULL ? dngettext("passwordrules", one, many, count) : dgettext("passwordrules", one);
 *     }
 */
typedef void (*passwordrules_translate)(void *data, const char *one, const char *many, unsigned long count,
                                        const char **translated);

/*
 * A language, for the functions that write text for people; NULL in its place is English. Text may be longer in another language
 * than in English. Catalogues for gettext come with the PAM module, under the domain
 * "passwordrules". A setuid program should say bind_textdomain_codeset("passwordrules", nl_langinfo(CODESET)) before: else the
 * variable OUTPUT_CHARSET decides, and glibc's texts in some charsets do not end in a NUL.
 *
 * Example:
 *     char words[4096];
 *     passwordrules_language language = PASSWORDRULES_LANGUAGE_INIT(translate, NULL);
 *     if (passwordrules_explain(rules, &language, words, sizeof words, NULL) == PASSWORDRULES_OK)
 *         puts(words);
 */
struct passwordrules_language {
    size_t size;                       /* in: sizeof(passwordrules_language) */
    passwordrules_translate translate; /* NULL: English */
    void *data;                        /* passed to translate */
};
#define PASSWORDRULES_LANGUAGE_INIT(translate, data) { sizeof(passwordrules_language), translate, data }

#ifdef __cplusplus
}
#endif

#endif
