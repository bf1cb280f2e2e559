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
    MEMBER(policy_info, wants_names, int, 20),

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
    NUMBER(EPOLICY, 11), NUMBER(EBLOCKLIST, 12), NUMBER(EUNSATISFIABLE, 20), NUMBER(ENOTFOUND, 21),
    NUMBER(ELENGTH, 22), NUMBER(ERANDOM, 23), NUMBER(EREQUIREMENTS, 24), NUMBER(ETOOFEW, 25),
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
