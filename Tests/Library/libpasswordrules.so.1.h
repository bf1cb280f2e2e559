#ifndef PASSWORDRULES_H
#define PASSWORDRULES_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#define PASSWORDRULES_MUST_CHECK __attribute__((warn_unused_result))
#else
#define PASSWORDRULES_MUST_CHECK
#endif
const char *passwordrules_version(void);
#define PASSWORDRULES_OK 0
#define PASSWORDRULES_EINVAL 1
#define PASSWORDRULES_ESIZE 2
#define PASSWORDRULES_ERANGE 3
#define PASSWORDRULES_ENOMEM 4
#define PASSWORDRULES_EDESCRIPTOR 10
#define PASSWORDRULES_EPOLICY 11
#define PASSWORDRULES_EBLOCKLIST 12
#define PASSWORDRULES_EACCOUNT 13
#define PASSWORDRULES_ECOUNT 14
#define PASSWORDRULES_ERANKS 15
#define PASSWORDRULES_EUNSATISFIABLE 20
#define PASSWORDRULES_ENOTFOUND 21
#define PASSWORDRULES_ELENGTH 22
#define PASSWORDRULES_ERANDOM 23
#define PASSWORDRULES_EREQUIREMENTS 24
#define PASSWORDRULES_ETOOFEW 25
const char *passwordrules_status_text(int status);
typedef struct passwordrules_rules passwordrules_rules;
typedef struct passwordrules_diagnostics passwordrules_diagnostics;
typedef struct passwordrules_report passwordrules_report;
typedef struct passwordrules_blocklist passwordrules_blocklist;
typedef struct passwordrules_ranks passwordrules_ranks;
typedef struct passwordrules_strength passwordrules_strength;
typedef struct passwordrules_policy passwordrules_policy;
#define PASSWORDRULES_PARSE_LENIENT 2u
PASSWORDRULES_MUST_CHECK
int passwordrules_parse(const char *text, size_t length, unsigned flags, passwordrules_rules **rules,
                        passwordrules_diagnostics **diagnostics);
void passwordrules_rules_free(passwordrules_rules *rules);
PASSWORDRULES_MUST_CHECK
int passwordrules_lint(const char *text, size_t length, unsigned flags, passwordrules_diagnostics **diagnostics);
#define PASSWORDRULES_FORMAT_MINIFIED 1u
PASSWORDRULES_MUST_CHECK
int passwordrules_format(const passwordrules_rules *rules, unsigned flags, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_explain(const passwordrules_rules *rules, char *buffer, size_t size, size_t *needed);
#define PASSWORDRULES_SEVERITY_NOTE 1
#define PASSWORDRULES_SEVERITY_WARNING 2
#define PASSWORDRULES_SEVERITY_ERROR 3
typedef struct passwordrules_diagnostic {
    size_t size;
    int severity;
    int code;
    const char *source;
    size_t line;
    size_t column;
    size_t offset;
    size_t length;
    const char *text;
} passwordrules_diagnostic;
size_t passwordrules_diagnostics_count(const passwordrules_diagnostics *diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_diagnostics_get(const passwordrules_diagnostics *diagnostics, size_t index,
                                  passwordrules_diagnostic *diagnostic);
void passwordrules_diagnostics_free(passwordrules_diagnostics *diagnostics);
#define PASSWORDRULES_CHECK_STRICT_READING 1u
PASSWORDRULES_MUST_CHECK
int passwordrules_check(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                        passwordrules_report **report);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_create(passwordrules_report **report);
PASSWORDRULES_MUST_CHECK
int passwordrules_check_into(const passwordrules_rules *rules, const char *password, size_t length, unsigned flags,
                             passwordrules_report *report);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_accepted(const passwordrules_report *report);
double passwordrules_report_progress(const passwordrules_report *report);
#define PASSWORDRULES_KIND_MINLENGTH 1
#define PASSWORDRULES_KIND_REQUIRED 2
#define PASSWORDRULES_KIND_ALLOWED 3
#define PASSWORDRULES_KIND_MAXLENGTH 4
#define PASSWORDRULES_KIND_MAX_REPEATING 5
#define PASSWORDRULES_KIND_MAX_SEQUENTIAL 6
#define PASSWORDRULES_KIND_MAX_CONSECUTIVE 7
#define PASSWORDRULES_KIND_ENCODING 8
#define PASSWORDRULES_KIND_MAX_BYTES 9
#define PASSWORDRULES_KIND_USERNAME 10
#define PASSWORDRULES_KIND_USERNAME_PARTS 11
#define PASSWORDRULES_KIND_FULL_NAME 12
#define PASSWORDRULES_KIND_HOME_DIRECTORY 13
#define PASSWORDRULES_KIND_OLD_PASSWORD_SAME 14
#define PASSWORDRULES_KIND_OLD_PASSWORD_CASE 15
#define PASSWORDRULES_KIND_OLD_PASSWORD_REVERSED 16
#define PASSWORDRULES_KIND_OLD_PASSWORD_ROTATED 17
#define PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED 18
#define PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES 19
#define PASSWORDRULES_KIND_PALINDROME 20
#define PASSWORDRULES_KIND_MIN_CLASSES 21
#define PASSWORDRULES_KIND_AT_LEAST 22
#define PASSWORDRULES_KIND_MAX_CLASS_REPEATING 23
#define PASSWORDRULES_KIND_MIN_DIFFERENT 24
#define PASSWORDRULES_KIND_MAX_KEYBOARD 25
#define PASSWORDRULES_KIND_WORDS 26
#define PASSWORDRULES_KIND_MIN_WORDS 27
#define PASSWORDRULES_KIND_ALTERNATIVES 28
#define PASSWORDRULES_KIND_BLOCKLIST 29
#define PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE 30
#define PASSWORDRULES_KIND_NUL 31
#define PASSWORDRULES_KIND_MAX_CONSECUTIVE_STRICT 32
#define PASSWORDRULES_KIND_MIN_GUESSES 33
typedef struct passwordrules_outcome {
    size_t size;
    int kind;
    int met;
    size_t limit;
    size_t actual;
    const char *rule;
} passwordrules_outcome;
size_t passwordrules_report_count(const passwordrules_report *report);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_outcome(const passwordrules_report *report, size_t index, passwordrules_outcome *outcome);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_unmet_rules(const passwordrules_report *report, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_class(const passwordrules_report *report, size_t index, char *buffer, size_t size,
                               size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_message(const passwordrules_report *report, size_t index, char *buffer, size_t size,
                                 size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_summary(const passwordrules_report *report, const char *separator, size_t limit, char *buffer,
                                 size_t size, size_t *needed);
void passwordrules_report_free(passwordrules_report *report);
#define PASSWORDRULES_GENERATE_MAX 1024
#define PASSWORDRULES_GENERATE_COUNT_MAX 1000000
#define PASSWORDRULES_STYLE_RANDOM 1
#define PASSWORDRULES_STYLE_READABLE 2
#define PASSWORDRULES_STYLE_WORDS 3
typedef struct passwordrules_generate_options {
    size_t size;
    size_t length;
    double entropy;
    int style;
    const char *exclude;
    size_t count;
} passwordrules_generate_options;
typedef struct passwordrules_generated {
    size_t size;
    int style;
    int requested;
    size_t length;
    double entropy;
    int excluded;
    int falls_short;
} passwordrules_generated;
PASSWORDRULES_MUST_CHECK
int passwordrules_generate(const passwordrules_rules *rules, const passwordrules_generate_options *options,
                           char *buffer, size_t size, size_t *needed, passwordrules_generated *generated);
PASSWORDRULES_MUST_CHECK
int passwordrules_count(const passwordrules_rules *rules, size_t length, char *buffer, size_t size, size_t *needed,
                        double *entropy);
PASSWORDRULES_MUST_CHECK
int passwordrules_shortest_length(const passwordrules_rules *rules, double entropy, size_t *length);
#define PASSWORDRULES_MATCH_AS_BUILT 0
#define PASSWORDRULES_MATCH_EXACT 1
#define PASSWORDRULES_MATCH_FOLDED 2
#define PASSWORDRULES_MATCH_MANGLED 3
#define PASSWORDRULES_BLOCKLIST_ONE_LOOKUP 1u
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_open(const char *path, unsigned flags, passwordrules_blocklist **blocklist,
                                 passwordrules_diagnostics **diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_lookup(const passwordrules_blocklist *blocklist, const char *password, size_t length,
                                   int match, int *found);
typedef struct passwordrules_blocklist_info {
    size_t size;
    size_t count;
    int match;
    double false_positive_rate;
} passwordrules_blocklist_info;
PASSWORDRULES_MUST_CHECK
int passwordrules_blocklist_get_info(const passwordrules_blocklist *blocklist, passwordrules_blocklist_info *info);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_add_lookup(passwordrules_report *report, const passwordrules_blocklist *blocklist,
                                    const char *password, size_t length, int match);
void passwordrules_blocklist_free(passwordrules_blocklist *blocklist);
#define PASSWORDRULES_POLICY_PATH "/etc/security/passwordrules.conf"
#define PASSWORDRULES_POLICY_VENDOR_PATH "/usr/lib/passwordrules/passwordrules.conf"
#define PASSWORDRULES_POLICY_OPTIONAL 1u
#define PASSWORDRULES_POLICY_ONE_CHANGE 2u
#define PASSWORDRULES_POLICY_ALONE 4u
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load(const char *path, const char *const *settings, size_t count, unsigned flags,
                              passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pwquality(const char *path, const char *const *settings, size_t count, unsigned flags,
                                        passwordrules_policy **policy, passwordrules_diagnostics **diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_load_pam_line(const char *const *arguments, size_t count, passwordrules_policy **policy,
                                       passwordrules_diagnostics **diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_for_user(const passwordrules_policy *policy, const char *user,
                                  passwordrules_policy **user_policy, passwordrules_diagnostics **diagnostics);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_is_current(const passwordrules_policy *policy);
void passwordrules_policy_free(passwordrules_policy *policy);
typedef struct passwordrules_policy_info {
    size_t size;
    unsigned retry;
    int suggest;
    int local_users_only;
    int account_unknown;
} passwordrules_policy_info;
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_get_info(const passwordrules_policy *policy, passwordrules_policy_info *info);
typedef struct passwordrules_context {
    size_t size;
    const char *user;
    int by_administrator;
    int expired;
    const char *full_name;
    const char *home;
    const char *old_password;
    size_t old_password_length;
    const char *service;
    const char *const *words;
    size_t word_count;
    const char *const *groups;
    size_t group_count;
    const char *const *other_users;
    size_t other_user_count;
} passwordrules_context;
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_for_service_account(const passwordrules_policy *policy, const passwordrules_context *context,
                                             passwordrules_policy **account_policy,
                                             passwordrules_diagnostics **diagnostics);
#define PASSWORDRULES_ENFORCE_NO 0
#define PASSWORDRULES_ENFORCE_AUDIT 1
#define PASSWORDRULES_ENFORCE_WARN 2
#define PASSWORDRULES_ENFORCE_YES 3
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_enforcement(const passwordrules_policy *policy, const passwordrules_context *context);
PASSWORDRULES_MUST_CHECK
int passwordrules_diagnostics_enforcement(const passwordrules_diagnostics *diagnostics,
                                          const passwordrules_context *context);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_describe(const passwordrules_policy *policy, const passwordrules_context *context,
                                  char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check(const passwordrules_policy *policy, const passwordrules_context *context,
                               const char *password, size_t length, passwordrules_report **report);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_count_change(const passwordrules_policy *policy, const passwordrules_context *context,
                                      const passwordrules_report *report, passwordrules_diagnostics **diagnostics);
typedef struct passwordrules_origin {
    size_t size;
    const char *key;
    const char *source;
    size_t line;
    const char *preset;
} passwordrules_origin;
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_origin(const passwordrules_policy *policy, const passwordrules_report *report, size_t index,
                                passwordrules_origin *origin);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_check_suggesting(const passwordrules_policy *policy, const passwordrules_context *context,
                                          const char *password, size_t length, passwordrules_report **report,
                                          char *buffer, size_t size);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_suggest(const passwordrules_policy *policy, const passwordrules_context *context,
                                 char *buffer, size_t size, size_t *needed, passwordrules_generated *generated);
PASSWORDRULES_MUST_CHECK
int passwordrules_ranks_open(const char *const *paths, size_t count, passwordrules_ranks **ranks,
                             passwordrules_diagnostics **diagnostics);
void passwordrules_ranks_free(passwordrules_ranks *ranks);
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_estimate(const passwordrules_ranks *ranks, const passwordrules_context *context,
                                    const char *password, size_t length, passwordrules_strength **strength);
#define PASSWORDRULES_STRENGTH_VERY_WEAK 0
#define PASSWORDRULES_STRENGTH_WEAK 1
#define PASSWORDRULES_STRENGTH_FAIR 2
#define PASSWORDRULES_STRENGTH_GOOD 3
#define PASSWORDRULES_STRENGTH_STRONG 4
typedef struct passwordrules_strength_info {
    size_t size;
    double guesses_log10;
    int level;
    int cut;
    size_t piece_count;
    size_t advice_count;
} passwordrules_strength_info;
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_get_info(const passwordrules_strength *strength, passwordrules_strength_info *info);
#define PASSWORDRULES_PIECE_CHARACTERS 1
#define PASSWORDRULES_PIECE_WORD 2
#define PASSWORDRULES_PIECE_REVERSED_WORD 3
#define PASSWORDRULES_PIECE_PERSONAL_WORD 4
#define PASSWORDRULES_PIECE_KEYBOARD_WALK 5
#define PASSWORDRULES_PIECE_SEQUENCE 6
#define PASSWORDRULES_PIECE_REPETITION 7
#define PASSWORDRULES_PIECE_DATE 8
#define PASSWORDRULES_PIECE_YEAR 9
typedef struct passwordrules_piece {
    size_t size;
    int kind;
    size_t start;
    size_t end;
    size_t rank;
    const char *name;
} passwordrules_piece;
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_piece(const passwordrules_strength *strength, size_t index, passwordrules_piece *piece);
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_advice(const passwordrules_strength *strength, size_t index, char *buffer, size_t size,
                                  size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_piece(const passwordrules_report *report, size_t index, passwordrules_piece *piece);
void passwordrules_strength_free(passwordrules_strength *strength);
typedef void (*passwordrules_translate)(void *data, const char *one, const char *many, unsigned long count,
                                        const char **translated);
typedef struct passwordrules_language {
    size_t size;
    passwordrules_translate translate;
    void *data;
} passwordrules_language;
PASSWORDRULES_MUST_CHECK
int passwordrules_explain_in(const passwordrules_rules *rules, const passwordrules_language *language, char *buffer,
                             size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_message_in(const passwordrules_report *report, size_t index,
                                    const passwordrules_language *language, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_summary_in(const passwordrules_report *report, const char *separator, size_t limit,
                                    const passwordrules_language *language, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_report_demands(const passwordrules_report *report, const char *separator, size_t limit,
                                 const passwordrules_language *language, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_strength_advice_in(const passwordrules_strength *strength, size_t index,
                                     const passwordrules_language *language, char *buffer, size_t size, size_t *needed);
PASSWORDRULES_MUST_CHECK
int passwordrules_policy_describe_in(const passwordrules_policy *policy, const passwordrules_context *context,
                                     const passwordrules_language *language, char *buffer, size_t size, size_t *needed);
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PROPERTY 101
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_PROPERTY 102
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_COLON 103
#define PASSWORDRULES_DIAGNOSTIC_MISSING_CLASS 104
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_CLASS 105
#define PASSWORDRULES_DIAGNOSTIC_HYPHEN_INSIDE_CLASS 106
#define PASSWORDRULES_DIAGNOSTIC_CHARACTER_INSIDE_CLASS 107
#define PASSWORDRULES_DIAGNOSTIC_UNCLOSED_CLASS 108
#define PASSWORDRULES_DIAGNOSTIC_EMPTY_CLASS 109
#define PASSWORDRULES_DIAGNOSTIC_MISSING_NUMBER 110
#define PASSWORDRULES_DIAGNOSTIC_NOT_A_NUMBER 111
#define PASSWORDRULES_DIAGNOSTIC_NEGATIVE_NUMBER 112
#define PASSWORDRULES_DIAGNOSTIC_FRACTIONAL_NUMBER 113
#define PASSWORDRULES_DIAGNOSTIC_NUMBER_TOO_LARGE 114
#define PASSWORDRULES_DIAGNOSTIC_TEXT_AFTER_VALUE 115
#define PASSWORDRULES_DIAGNOSTIC_DESCRIPTOR_TOO_LONG 116
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_COMMA 117
#define PASSWORDRULES_DIAGNOSTIC_NONE_BESIDE_OTHERS 118
#define PASSWORDRULES_DIAGNOSTIC_DIGITS_FOR_DIGIT 150
#define PASSWORDRULES_DIAGNOSTIC_CHARACTER_LEFT_OUT 151
#define PASSWORDRULES_DIAGNOSTIC_DEPRECATED_MAX_CONSECUTIVE 160
#define PASSWORDRULES_DIAGNOSTIC_REPEATED_REQUIREMENT 161
#define PASSWORDRULES_DIAGNOSTIC_NO_ALLOWED 162
#define PASSWORDRULES_DIAGNOSTIC_LOW_MAX_LENGTH 163
#define PASSWORDRULES_DIAGNOSTIC_LOW_MIN_LENGTH 164
#define PASSWORDRULES_DIAGNOSTIC_NO_MIN_LENGTH 165
#define PASSWORDRULES_DIAGNOSTIC_REDUNDANT_ALLOWED 166
#define PASSWORDRULES_DIAGNOSTIC_UNSATISFIABLE 167
#define PASSWORDRULES_DIAGNOSTIC_NOT_GENERABLE 168
#define PASSWORDRULES_DIAGNOSTIC_COMPOSITION_RULE 169
#define PASSWORDRULES_DIAGNOSTIC_LIMIT_IN_BYTES 170
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_KEY 201
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_KEY 202
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_EQUALS 203
#define PASSWORDRULES_DIAGNOSTIC_INVALID_VALUE 205
#define PASSWORDRULES_DIAGNOSTIC_DUPLICATE_KEY 206
#define PASSWORDRULES_DIAGNOSTIC_NUMBER_OUT_OF_RANGE 207
#define PASSWORDRULES_DIAGNOSTIC_NUL_BYTE 208
#define PASSWORDRULES_DIAGNOSTIC_CARRIAGE_RETURN 209
#define PASSWORDRULES_DIAGNOSTIC_BYTE_ORDER_MARK 210
#define PASSWORDRULES_DIAGNOSTIC_INVALID_UTF8 211
#define PASSWORDRULES_DIAGNOSTIC_UNFINISHED_LAST_LINE 212
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_SECTION 213
#define PASSWORDRULES_DIAGNOSTIC_NO_RULES 214
#define PASSWORDRULES_DIAGNOSTIC_DUPLICATE_SECTION 215
#define PASSWORDRULES_DIAGNOSTIC_UNCLOSED_SECTION 216
#define PASSWORDRULES_DIAGNOSTIC_MISSING_SECTION_NAME 217
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PRESET 218
#define PASSWORDRULES_DIAGNOSTIC_TOO_MANY_LINES 219
#define PASSWORDRULES_DIAGNOSTIC_BLANK_IN_WORD 220
#define PASSWORDRULES_DIAGNOSTIC_WORD_LENGTH 221
#define PASSWORDRULES_DIAGNOSTIC_MISSING_ITEM 222
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_USER 223
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_GROUP 224
#define PASSWORDRULES_DIAGNOSTIC_OTHER_GROUP_NAME 225
#define PASSWORDRULES_DIAGNOSTIC_POLICY_TOO_LONG 226
#define PASSWORDRULES_DIAGNOSTIC_DEMANDS_NOTHING 227
#define PASSWORDRULES_DIAGNOSTIC_ALTERNATIVE_WITHOUT_RULES 228
#define PASSWORDRULES_DIAGNOSTIC_SEVERAL_NAMES 229
#define PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE 301
#define PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR 302
#define PASSWORDRULES_DIAGNOSTIC_FILE_WRONG_OWNER 303
#define PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS 304
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_LARGE 305
#define PASSWORDRULES_DIAGNOSTIC_FILE_NOT_DIRECTORY 306
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_MANY_FILES 307
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_LARGE_TOGETHER 308
#define PASSWORDRULES_DIAGNOSTIC_ACCOUNTS_UNREADABLE 310
#define PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT 311
#define PASSWORDRULES_DIAGNOSTIC_TOO_MANY_DOUBTS 312
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST 320
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNKNOWN_VERSION 321
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_HEADER 322
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_WRONG_SIZE 323
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_PART 324
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_TRUNCATED 325
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNREADABLE 326
#define PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT 330
#define PASSWORDRULES_DIAGNOSTIC_NOT_COUNTED 331
#define PASSWORDRULES_DIAGNOSTIC_TRUNCATING_HASH 340
#define PASSWORDRULES_DIAGNOSTIC_SERVICE_CANNOT_READ_LIST 341
#define PASSWORDRULES_DIAGNOSTIC_USERS_CANNOT_READ_LIST 342
#define PASSWORDRULES_DIAGNOSTIC_WEAKER_SECTION 343
#define PASSWORDRULES_DIAGNOSTIC_WEAKER_FOR_EVERYBODY 344
#define PASSWORDRULES_DIAGNOSTIC_LOW_SUGGEST_ENTROPY 345
#define PASSWORDRULES_DIAGNOSTIC_NO_SUGGESTION 346
#define PASSWORDRULES_DIAGNOSTIC_RANKS_NOT_RANKED_WORDS 350
#define PASSWORDRULES_DIAGNOSTIC_RANKS_UNKNOWN_VERSION 351
#define PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED_HEADER 352
#define PASSWORDRULES_DIAGNOSTIC_RANKS_WRONG_SIZE 353
#define PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED 354
#ifdef __cplusplus
}
#endif
#endif
