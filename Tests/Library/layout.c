/*
 * What passwordrules.h has had since its release, pinned: the sizes and members of structs, and all constants. The numbers
 * are written down here, not computed, and are those of machines whose pointers and longs have 64 bits.
 *
 * A struct may grow at its end: then its size here becomes the new one, and a line for each new member is added. Nothing
 * else here may change, nor go. Prints what is different; the status is 1 then, and 77 on other machines.
 */
#include <passwordrules.h>

#include <stdio.h>
#include <string.h>

enum { LP64_ONLY = 77 };

struct pinned {
    const char *what;
    unsigned long long actual, expected;
    int has_type;
};

/* Whether a member has the type, and a constant that of its number: a flag is unsigned. */
#define IS(type, pointer) _Generic((pointer), type *: 1, default: 0)
#define IS_UNSIGNED(number) _Generic((number), unsigned: 1, int: 0)

#define STRUCT(name, bytes) {"sizeof " #name, sizeof(passwordrules_##name), bytes, 1}
#define MEMBER(name, member, type, offset) \
    {#name "." #member, offsetof(passwordrules_##name, member), offset, IS(type, &((passwordrules_##name *)0)->member)}
#define NUMBER(name, number) {#name, PASSWORDRULES_##name, number, IS_UNSIGNED(PASSWORDRULES_##name) == IS_UNSIGNED(number)}

static const struct pinned pinned[] = {
    STRUCT(language, 24),
    MEMBER(language, size, size_t, 0),
    MEMBER(language, translate, passwordrules_translate, 8),
    MEMBER(language, data, void *, 16),

    STRUCT(diagnostic, 64),
    MEMBER(diagnostic, size, size_t, 0),
    MEMBER(diagnostic, severity, int, 8),
    MEMBER(diagnostic, code, int, 12),
    MEMBER(diagnostic, source, const char *, 16),
    MEMBER(diagnostic, line, size_t, 24),
    MEMBER(diagnostic, column, size_t, 32),
    MEMBER(diagnostic, offset, size_t, 40),
    MEMBER(diagnostic, length, size_t, 48),
    MEMBER(diagnostic, text, const char *, 56),

    STRUCT(outcome, 40),
    MEMBER(outcome, size, size_t, 0),
    MEMBER(outcome, kind, int, 8),
    MEMBER(outcome, met, int, 12),
    MEMBER(outcome, limit, size_t, 16),
    MEMBER(outcome, actual, size_t, 24),
    MEMBER(outcome, rule, const char *, 32),

    STRUCT(generate_options, 48),
    MEMBER(generate_options, size, size_t, 0),
    MEMBER(generate_options, length, size_t, 8),
    MEMBER(generate_options, entropy, double, 16),
    MEMBER(generate_options, style, int, 24),
    MEMBER(generate_options, exclude, const char *, 32),
    MEMBER(generate_options, count, size_t, 40),

    STRUCT(generated, 40),
    MEMBER(generated, size, size_t, 0),
    MEMBER(generated, style, int, 8),
    MEMBER(generated, length, size_t, 16),
    MEMBER(generated, entropy, double, 24),
    MEMBER(generated, excluded, int, 32),

    STRUCT(blocklist_info, 32),
    MEMBER(blocklist_info, size, size_t, 0),
    MEMBER(blocklist_info, count, size_t, 8),
    MEMBER(blocklist_info, match, int, 16),
    MEMBER(blocklist_info, false_positive_rate, double, 24),

    STRUCT(policy_info, 24),
    MEMBER(policy_info, size, size_t, 0),
    MEMBER(policy_info, retry, unsigned, 8),
    MEMBER(policy_info, suggest, int, 12),
    MEMBER(policy_info, local_users_only, int, 16),
    MEMBER(policy_info, account_unknown, int, 20),

    STRUCT(context, 64),
    MEMBER(context, size, size_t, 0),
    MEMBER(context, user, const char *, 8),
    MEMBER(context, by_root, int, 16),
    MEMBER(context, expired, int, 20),
    MEMBER(context, full_name, const char *, 24),
    MEMBER(context, home, const char *, 32),
    MEMBER(context, old_password, const char *, 40),
    MEMBER(context, old_password_length, size_t, 48),
    MEMBER(context, service, const char *, 56),

    NUMBER(OK, 0), NUMBER(EINVAL, 1), NUMBER(ESIZE, 2), NUMBER(ERANGE, 3), NUMBER(ENOMEM, 4),
    NUMBER(EDESCRIPTOR, 10),
    NUMBER(EPOLICY, 11), NUMBER(EBLOCKLIST, 12), NUMBER(EACCOUNT, 13), NUMBER(EUNSATISFIABLE, 20),
    NUMBER(ENOTFOUND, 21), NUMBER(ELENGTH, 22), NUMBER(ERANDOM, 23), NUMBER(EREQUIREMENTS, 24), NUMBER(ETOOFEW, 25),
    NUMBER(SEVERITY_NOTE, 1), NUMBER(SEVERITY_WARNING, 2), NUMBER(SEVERITY_ERROR, 3), NUMBER(PARSE_LENIENT, 2u),
    NUMBER(FORMAT_MINIFIED, 1u), NUMBER(CHECK_STRICT_READING, 1u), NUMBER(KIND_MINLENGTH, 1),
    NUMBER(KIND_REQUIRED, 2), NUMBER(KIND_ALLOWED, 3), NUMBER(KIND_MAXLENGTH, 4), NUMBER(KIND_MAX_REPEATING, 5),
    NUMBER(KIND_MAX_SEQUENTIAL, 6), NUMBER(KIND_MAX_CONSECUTIVE, 7), NUMBER(KIND_ENCODING, 8),
    NUMBER(KIND_MAX_BYTES, 9), NUMBER(KIND_USERNAME, 10), NUMBER(KIND_USERNAME_PARTS, 11), NUMBER(KIND_FULL_NAME, 12),
    NUMBER(KIND_HOME_DIRECTORY, 13), NUMBER(KIND_OLD_PASSWORD_SAME, 14), NUMBER(KIND_OLD_PASSWORD_CASE, 15),
    NUMBER(KIND_OLD_PASSWORD_REVERSED, 16), NUMBER(KIND_OLD_PASSWORD_ROTATED, 17),
    NUMBER(KIND_OLD_PASSWORD_CONTAINED, 18), NUMBER(KIND_OLD_PASSWORD_CHANGES, 19), NUMBER(KIND_PALINDROME, 20),
    NUMBER(KIND_MIN_CLASSES, 21), NUMBER(KIND_AT_LEAST, 22), NUMBER(KIND_MAX_CLASS_REPEATING, 23),
    NUMBER(KIND_MIN_DIFFERENT, 24), NUMBER(KIND_MAX_KEYBOARD, 25), NUMBER(KIND_WORDS, 26), NUMBER(KIND_MIN_WORDS, 27),
    NUMBER(KIND_ALTERNATIVES, 28), NUMBER(KIND_BLOCKLIST, 29), NUMBER(KIND_BLOCKLIST_UNREADABLE, 30), NUMBER(KIND_NUL, 31),
    NUMBER(GENERATE_MAX, 1024), NUMBER(GENERATE_COUNT_MAX, 1000000), NUMBER(STYLE_RANDOM, 1),
    NUMBER(STYLE_READABLE, 2), NUMBER(STYLE_WORDS, 3), NUMBER(MATCH_AS_BUILT, 0), NUMBER(MATCH_EXACT, 1),
    NUMBER(MATCH_FOLDED, 2), NUMBER(MATCH_MANGLED, 3), NUMBER(POLICY_OPTIONAL, 1u),
    NUMBER(POLICY_ONE_CHANGE, 2u), NUMBER(BLOCKLIST_ONE_LOOKUP, 1u), NUMBER(ENFORCE_NO, 0),
    NUMBER(ENFORCE_AUDIT, 1), NUMBER(ENFORCE_WARN, 2), NUMBER(ENFORCE_YES, 3),
    NUMBER(DIAGNOSTIC_UNKNOWN_PROPERTY, 101), NUMBER(DIAGNOSTIC_EXPECTED_PROPERTY, 102), NUMBER(DIAGNOSTIC_EXPECTED_COLON, 103),
    NUMBER(DIAGNOSTIC_MISSING_CLASS, 104), NUMBER(DIAGNOSTIC_UNKNOWN_CLASS, 105), NUMBER(DIAGNOSTIC_HYPHEN_INSIDE_CLASS, 106),
    NUMBER(DIAGNOSTIC_CHARACTER_INSIDE_CLASS, 107), NUMBER(DIAGNOSTIC_UNCLOSED_CLASS, 108), NUMBER(DIAGNOSTIC_EMPTY_CLASS, 109),
    NUMBER(DIAGNOSTIC_MISSING_NUMBER, 110), NUMBER(DIAGNOSTIC_NOT_A_NUMBER, 111), NUMBER(DIAGNOSTIC_NEGATIVE_NUMBER, 112),
    NUMBER(DIAGNOSTIC_FRACTIONAL_NUMBER, 113), NUMBER(DIAGNOSTIC_NUMBER_TOO_LARGE, 114),
    NUMBER(DIAGNOSTIC_TEXT_AFTER_VALUE, 115), NUMBER(DIAGNOSTIC_DESCRIPTOR_TOO_LONG, 116),
    NUMBER(DIAGNOSTIC_EXPECTED_COMMA, 117), NUMBER(DIAGNOSTIC_NONE_BESIDE_OTHERS, 118),
    NUMBER(DIAGNOSTIC_DIGITS_FOR_DIGIT, 150), NUMBER(DIAGNOSTIC_CHARACTER_LEFT_OUT, 151),
    NUMBER(DIAGNOSTIC_DEPRECATED_MAX_CONSECUTIVE, 160), NUMBER(DIAGNOSTIC_REPEATED_REQUIREMENT, 161),
    NUMBER(DIAGNOSTIC_NO_ALLOWED, 162), NUMBER(DIAGNOSTIC_LOW_MAX_LENGTH, 163), NUMBER(DIAGNOSTIC_LOW_MIN_LENGTH, 164),
    NUMBER(DIAGNOSTIC_NO_MIN_LENGTH, 165), NUMBER(DIAGNOSTIC_REDUNDANT_ALLOWED, 166), NUMBER(DIAGNOSTIC_UNSATISFIABLE, 167),
    NUMBER(DIAGNOSTIC_NOT_GENERABLE, 168), NUMBER(DIAGNOSTIC_COMPOSITION_RULE, 169), NUMBER(DIAGNOSTIC_LIMIT_IN_BYTES, 170),
    NUMBER(DIAGNOSTIC_UNKNOWN_KEY, 201), NUMBER(DIAGNOSTIC_EXPECTED_KEY, 202), NUMBER(DIAGNOSTIC_EXPECTED_EQUALS, 203),
    NUMBER(DIAGNOSTIC_INVALID_VALUE, 205), NUMBER(DIAGNOSTIC_DUPLICATE_KEY, 206),
    NUMBER(DIAGNOSTIC_NUMBER_OUT_OF_RANGE, 207), NUMBER(DIAGNOSTIC_NUL_BYTE, 208), NUMBER(DIAGNOSTIC_CARRIAGE_RETURN, 209),
    NUMBER(DIAGNOSTIC_BYTE_ORDER_MARK, 210), NUMBER(DIAGNOSTIC_INVALID_UTF8, 211), NUMBER(DIAGNOSTIC_UNFINISHED_LAST_LINE, 212),
    NUMBER(DIAGNOSTIC_UNKNOWN_SECTION, 213), NUMBER(DIAGNOSTIC_NO_RULES, 214), NUMBER(DIAGNOSTIC_DUPLICATE_SECTION, 215),
    NUMBER(DIAGNOSTIC_UNCLOSED_SECTION, 216), NUMBER(DIAGNOSTIC_MISSING_SECTION_NAME, 217),
    NUMBER(DIAGNOSTIC_UNKNOWN_PRESET, 218), NUMBER(DIAGNOSTIC_TOO_MANY_LINES, 219), NUMBER(DIAGNOSTIC_BLANK_IN_WORD, 220),
    NUMBER(DIAGNOSTIC_WORD_LENGTH, 221), NUMBER(DIAGNOSTIC_MISSING_ITEM, 222), NUMBER(DIAGNOSTIC_UNKNOWN_USER, 223),
    NUMBER(DIAGNOSTIC_UNKNOWN_GROUP, 224), NUMBER(DIAGNOSTIC_OTHER_GROUP_NAME, 225), NUMBER(DIAGNOSTIC_POLICY_TOO_LONG, 226), NUMBER(DIAGNOSTIC_DEMANDS_NOTHING, 227),
    NUMBER(DIAGNOSTIC_ALTERNATIVE_WITHOUT_RULES, 228),
    NUMBER(DIAGNOSTIC_FILE_UNREADABLE, 301), NUMBER(DIAGNOSTIC_FILE_NOT_REGULAR, 302), NUMBER(DIAGNOSTIC_FILE_WRONG_OWNER, 303),
    NUMBER(DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS, 304), NUMBER(DIAGNOSTIC_FILE_TOO_LARGE, 305),
    NUMBER(DIAGNOSTIC_FILE_NOT_DIRECTORY, 306), NUMBER(DIAGNOSTIC_FILE_TOO_MANY_FILES, 307),
    NUMBER(DIAGNOSTIC_FILE_TOO_LARGE_TOGETHER, 308), NUMBER(DIAGNOSTIC_ACCOUNTS_UNREADABLE, 310),
    NUMBER(DIAGNOSTIC_MEMBERSHIP_IN_DOUBT, 311), NUMBER(DIAGNOSTIC_TOO_MANY_DOUBTS, 312),
    NUMBER(DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST, 320), NUMBER(DIAGNOSTIC_BLOCKLIST_UNKNOWN_VERSION, 321),
    NUMBER(DIAGNOSTIC_BLOCKLIST_DAMAGED_HEADER, 322), NUMBER(DIAGNOSTIC_BLOCKLIST_WRONG_SIZE, 323),
    NUMBER(DIAGNOSTIC_BLOCKLIST_DAMAGED_PART, 324), NUMBER(DIAGNOSTIC_BLOCKLIST_TRUNCATED, 325),
    NUMBER(DIAGNOSTIC_BLOCKLIST_UNREADABLE, 326), NUMBER(DIAGNOSTIC_TRUNCATING_HASH, 340),
    NUMBER(DIAGNOSTIC_SERVICE_CANNOT_READ_LIST, 341), NUMBER(DIAGNOSTIC_USERS_CANNOT_READ_LIST, 342),
};

#define TEXT(name, text) {#name, PASSWORDRULES_##name, text}

static const struct {
    const char *what, *actual, *expected;
} texts[] = {
    TEXT(POLICY_PATH, "/etc/security/passwordrules.conf"),
    TEXT(POLICY_VENDOR_PATH, "/usr/lib/passwordrules/passwordrules.conf"),
};

int main(void)
{
    if (sizeof(long) != 8 || sizeof(void *) != 8)
        return LP64_ONLY;
    int different = 0;
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        if (pinned[i].actual != pinned[i].expected) {
            printf("%s is %llu, and was %llu\n", pinned[i].what, pinned[i].actual, pinned[i].expected);
            different = 1;
        }
        if (!pinned[i].has_type) {
            printf("%s has another type\n", pinned[i].what);
            different = 1;
        }
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i].actual, texts[i].expected) != 0) {
            printf("%s is \"%s\", and was \"%s\"\n", texts[i].what, texts[i].actual, texts[i].expected);
            different = 1;
        }
    }
    return different;
}
