/* ABI tests: what a policy checks beyond the rules of descriptors. */
#include "abi.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define KIND_COUNT 31

/* The numbers are compiled into other programs: the values of the macros must never change. */
static const struct {
    int kind, number;
    const char *rule;
} kinds[KIND_COUNT] = {
    {PASSWORDRULES_KIND_MINLENGTH, 1, "minlength"},
    {PASSWORDRULES_KIND_REQUIRED, 2, "required"},
    {PASSWORDRULES_KIND_ALLOWED, 3, "allowed"},
    {PASSWORDRULES_KIND_MAXLENGTH, 4, "maxlength"},
    {PASSWORDRULES_KIND_MAX_REPEATING, 5, "max-repeating"},
    {PASSWORDRULES_KIND_MAX_SEQUENTIAL, 6, "max-sequential"},
    {PASSWORDRULES_KIND_MAX_CONSECUTIVE, 7, "max-consecutive"},
    {PASSWORDRULES_KIND_ENCODING, 8, "encoding"},
    {PASSWORDRULES_KIND_MAX_BYTES, 9, "max-bytes"},
    {PASSWORDRULES_KIND_USERNAME, 10, "username"},
    {PASSWORDRULES_KIND_USERNAME_PARTS, 11, "username-parts"},
    {PASSWORDRULES_KIND_FULL_NAME, 12, "full-name"},
    {PASSWORDRULES_KIND_HOME_DIRECTORY, 13, "home-directory"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_SAME, 14, "old-password-same"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_CASE, 15, "old-password-case"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_REVERSED, 16, "old-password-reversed"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_ROTATED, 17, "old-password-rotated"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED, 18, "old-password-contained"},
    {PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 19, "old-password-changes"},
    {PASSWORDRULES_KIND_PALINDROME, 20, "palindrome"},
    {PASSWORDRULES_KIND_MIN_CLASSES, 21, "min-classes"},
    {PASSWORDRULES_KIND_AT_LEAST, 22, "at-least"},
    {PASSWORDRULES_KIND_MAX_CLASS_REPEATING, 23, "max-class-repeating"},
    {PASSWORDRULES_KIND_MIN_DIFFERENT, 24, "min-different"},
    {PASSWORDRULES_KIND_MAX_KEYBOARD, 25, "max-keyboard"},
    {PASSWORDRULES_KIND_WORDS, 26, "words"},
    {PASSWORDRULES_KIND_MIN_WORDS, 27, "min-words"},
    {PASSWORDRULES_KIND_ALTERNATIVES, 28, "or"},
    {PASSWORDRULES_KIND_BLOCKLIST, 29, "blocklist"},
    {PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE, 30, "blocklist-unreadable"},
    {PASSWORDRULES_KIND_NUL, 31, "nul"},
};

/* One check and the outcome of one kind in it; expected_met -1 means that there is none of that kind. */
struct check_case {
    const char *settings[4];
    const char *user, *full_name, *home, *old_password, *password;
    int kind, expected_met;
    size_t limit, actual;
};

#define USER "margarethe"
#define FULL_NAME "Margarethe Ober-Huber,Room 12,555-0100"
#define HOME "/home/margarethe/projects"
#define OLD "Tr0ub4dor&3x"

/* The context of a case. */
#define NOBODY NULL, NULL, NULL, NULL
#define NAMED(name) name, NULL, NULL, NULL
#define CALLED(full_name) NULL, full_name, NULL, NULL
#define LIVING(home) NULL, NULL, home, NULL
#define REPLACING(old) NULL, NULL, NULL, old

#define ABSENT -1, 0, 0
#define FREE 1, 0, 0  /* the forbidden text was not found */
#define FOUND 0, 0, 1

#define SHORT "rules=minlength: 4"
#define NAME "username=reject"

static const struct check_case name_cases[] = {
    {{SHORT, NAME}, NAMED(USER), "xMargaretHe9!", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED(USER), "9ehTeragramX", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED(USER), "..m4rg@r3the..", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED(USER), "margareth-7-margaret", PASSWORDRULES_KIND_USERNAME, FREE},
    {{SHORT, NAME}, NAMED("bob"), "bobby-trap-77", PASSWORDRULES_KIND_USERNAME, FREE},
    {{SHORT, NAME}, NAMED("bob"), "trap-BOB-77", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED("jo"), "77oj", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED(NULL), "margarethe", PASSWORDRULES_KIND_USERNAME, ABSENT},
    {{SHORT, NAME}, NAMED(""), "margarethe", PASSWORDRULES_KIND_USERNAME, ABSENT},
    {{SHORT, "username="}, NAMED(USER), "margarethe", PASSWORDRULES_KIND_USERNAME, ABSENT},
    /* Without a line, the password must not be the name and nothing else. */
    {{SHORT}, NAMED(USER), "12Margarethe99!", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT}, NAMED(USER), "xMargarethe99", PASSWORDRULES_KIND_USERNAME, FREE},
    {{SHORT}, NAMED(NULL), "margarethe", PASSWORDRULES_KIND_USERNAME, ABSENT},
    /* The stricter line counts, wherever it stands; only an empty value drops it. */
    {{SHORT, NAME, "username=whole"}, NAMED(USER), "xmargarethe99", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, "username=whole", NAME}, NAMED(USER), "xmargarethe99", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME, "username="}, NAMED(USER), "margarethe", PASSWORDRULES_KIND_USERNAME, ABSENT},
    {{SHORT, NAME, "username=", "username=whole"}, NAMED(USER), "xmargarethe99", PASSWORDRULES_KIND_USERNAME, FREE},
    {{SHORT, "username=whole"}, NAMED(USER), "12Margarethe99!", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, "username=whole"}, NAMED(USER), "!!ehteragram", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, "username=whole"}, NAMED(USER), "xmargarethe99", PASSWORDRULES_KIND_USERNAME, FREE},
    /* U+00E9, in a name that has it as a capital, and in one whose bytes are no text. */
    {{SHORT, NAME}, NAMED("\xC3\x89" "lodie"), "xx\xC3\xA9" "lodie-77", PASSWORDRULES_KIND_USERNAME, FOUND},
    {{SHORT, NAME}, NAMED("\xFF\xFE"), "xx-lodie-77", PASSWORDRULES_KIND_USERNAME, FREE},

    {{SHORT, "username-parts=4"}, NAMED(USER), "xxGare-7777", PASSWORDRULES_KIND_USERNAME_PARTS, 0, 4, 0},
    {{SHORT, "username-parts=4"}, NAMED(USER), "7-erAg-xxxx", PASSWORDRULES_KIND_USERNAME_PARTS, 0, 4, 0},
    {{SHORT, "username-parts=4"}, NAMED(USER), "mar-gar-eth", PASSWORDRULES_KIND_USERNAME_PARTS, 0, 4, 0},
    {{SHORT, "username-parts=64"}, NAMED(USER), "margareth", PASSWORDRULES_KIND_USERNAME_PARTS, 1, 64, 0},
    {{SHORT, "username-parts=4"}, NAMED(NULL), "xxGare-7777", PASSWORDRULES_KIND_USERNAME_PARTS, ABSENT},
    {{SHORT, "username-parts=4", "username-parts=9"}, NAMED(USER), "xxGare-7777",
     PASSWORDRULES_KIND_USERNAME_PARTS, 0, 4, 0},
    {{SHORT, "username-parts=4", "username-parts="}, NAMED(USER), "xxGare-7777",
     PASSWORDRULES_KIND_USERNAME_PARTS, ABSENT},
    {{SHORT}, NAMED(USER), "xxGare-7777", PASSWORDRULES_KIND_USERNAME_PARTS, ABSENT},

    {{SHORT, "full-name=reject"}, CALLED(FULL_NAME), "xMARGARETHEx", PASSWORDRULES_KIND_FULL_NAME, FOUND},
    {{SHORT, "full-name=reject"}, CALLED(FULL_NAME), "my-rebuh-77", PASSWORDRULES_KIND_FULL_NAME, FOUND},
    {{SHORT, "full-name=reject"}, CALLED(FULL_NAME), "lemon-tulip-77", PASSWORDRULES_KIND_FULL_NAME, FREE},
    {{SHORT, "full-name=whole"}, CALLED(FULL_NAME), "Huber1234", PASSWORDRULES_KIND_FULL_NAME, FOUND},
    {{SHORT, "full-name=whole"}, CALLED(FULL_NAME), "xHuber1234", PASSWORDRULES_KIND_FULL_NAME, FREE},
    {{SHORT, "full-name=reject", "full-name=whole"}, CALLED(FULL_NAME), "xHuber1234",
     PASSWORDRULES_KIND_FULL_NAME, FOUND},
    {{SHORT, "full-name=reject", "full-name="}, CALLED(FULL_NAME), "margarethe", PASSWORDRULES_KIND_FULL_NAME, ABSENT},
    {{SHORT}, CALLED(FULL_NAME), "margarethe", PASSWORDRULES_KIND_FULL_NAME, ABSENT},
    {{SHORT, "full-name=reject"}, NOBODY, "margarethe", PASSWORDRULES_KIND_FULL_NAME, ABSENT},
    {{SHORT, "full-name=reject"}, CALLED(""), "margarethe", PASSWORDRULES_KIND_FULL_NAME, ABSENT},

    {{SHORT, "home-directory=reject"}, LIVING(HOME), "7-Project5-7", PASSWORDRULES_KIND_HOME_DIRECTORY, FOUND},
    {{SHORT, "home-directory=reject"}, LIVING("/data/jo"), "my-data-77", PASSWORDRULES_KIND_HOME_DIRECTORY, FREE},
    {{SHORT, "home-directory=reject"}, LIVING("/oracle"), "elcaro-7777", PASSWORDRULES_KIND_HOME_DIRECTORY, FOUND},
    {{SHORT, "home-directory=whole"}, LIVING(HOME), "Projects!!", PASSWORDRULES_KIND_HOME_DIRECTORY, FOUND},
    {{SHORT, "home-directory=whole"}, LIVING(HOME), "projects-x", PASSWORDRULES_KIND_HOME_DIRECTORY, FREE},
    {{SHORT, "home-directory=reject", "home-directory=whole"}, LIVING(HOME), "projects-x",
     PASSWORDRULES_KIND_HOME_DIRECTORY, FOUND},
    {{SHORT, "home-directory=reject", "home-directory="}, LIVING(HOME), "projects",
     PASSWORDRULES_KIND_HOME_DIRECTORY, ABSENT},
    {{SHORT}, LIVING(HOME), "projects", PASSWORDRULES_KIND_HOME_DIRECTORY, ABSENT},
    {{SHORT, "home-directory=reject"}, NOBODY, "projects", PASSWORDRULES_KIND_HOME_DIRECTORY, ABSENT},
};

static const struct check_case old_password_cases[] = {
    {{SHORT}, REPLACING(OLD), "Tr0ub4dor&3x", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, FOUND},
    {{SHORT}, REPLACING(OLD), "tR0UB4DOR&3X", PASSWORDRULES_KIND_OLD_PASSWORD_CASE, FOUND},
    {{SHORT}, REPLACING(OLD), "X3&rod4bu0rT", PASSWORDRULES_KIND_OLD_PASSWORD_REVERSED, FOUND},
    {{SHORT}, REPLACING(OLD), "DOR&3xTr0ub4", PASSWORDRULES_KIND_OLD_PASSWORD_ROTATED, FOUND},
    {{SHORT}, REPLACING(OLD), "my-tr0ub4dor&3x", PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED, FOUND},
    {{SHORT}, REPLACING(OLD), "0UB4dor&", PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED, FOUND},
    {{SHORT}, REPLACING(OLD), "lemon-tulip-77", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, FREE},
    {{SHORT}, REPLACING(OLD), "Tr0ub4dor&4x", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, FREE},
    {{SHORT}, NOBODY, "Tr0ub4dor&3x", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, ABSENT},
    {{SHORT}, REPLACING(""), "Tr0ub4dor&3x", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, ABSENT},
    {{SHORT, "old-password="}, REPLACING(OLD), "Tr0ub4dor&3x", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, ABSENT},
    /* A line that names one way leaves out none of the others. */
    {{SHORT, "old-password=same"}, REPLACING(OLD), "tR0UB4DOR&3X", PASSWORDRULES_KIND_OLD_PASSWORD_CASE, FOUND},
    /* Three characters are in many passwords by chance. */
    {{SHORT}, REPLACING("x77"), "lemon-x77-tulip", PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED, ABSENT},
    /* One way alone. */
    {{SHORT, "old-password=", "old-password=same"}, REPLACING(OLD), "tR0UB4DOR&3X",
     PASSWORDRULES_KIND_OLD_PASSWORD_CASE, ABSENT},
    {{SHORT, "old-password=", "old-password=same", "old-password=case"}, REPLACING(OLD), "tR0UB4DOR&3X",
     PASSWORDRULES_KIND_OLD_PASSWORD_CASE, FOUND},
    {{SHORT, "old-password=", "old-password=case"}, REPLACING(OLD), "tR0UB4DOR&3X",
     PASSWORDRULES_KIND_OLD_PASSWORD_CASE, FOUND},
    {{SHORT, "old-password=", "old-password=reversed"}, REPLACING(OLD), "x3&rod4bu0rT",
     PASSWORDRULES_KIND_OLD_PASSWORD_REVERSED, FOUND},
    {{SHORT, "old-password=", "old-password=rotated"}, REPLACING(OLD), "dor&3xTr0ub4",
     PASSWORDRULES_KIND_OLD_PASSWORD_ROTATED, FOUND},
    {{SHORT, "old-password=", "old-password=contained"}, REPLACING(OLD), "0ub4dor",
     PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED, FOUND},
    {{SHORT, "old-password=", "old-password=same, case"}, REPLACING(OLD), "x3&rod4bu0rT",
     PASSWORDRULES_KIND_OLD_PASSWORD_SAME, FREE},
    /* Beyond ASCII, and beyond text. */
    {{SHORT}, REPLACING("\xC3\x84pfel-77"), "\xC3\xA4PFEL-77", PASSWORDRULES_KIND_OLD_PASSWORD_CASE, FOUND},
    {{SHORT}, REPLACING("\xFF\xC3-7777"), "\xFF\xC3-7777", PASSWORDRULES_KIND_OLD_PASSWORD_SAME, FOUND},

    {{SHORT, "old-password-changes=5"}, REPLACING(OLD), "Tr0ub4dor&99y",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 0, 5, 3},
    {{SHORT, "old-password-changes=5"}, REPLACING(OLD), "tr0ub4DORxyz",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 0, 5, 3},
    {{SHORT, "old-password-changes=3"}, REPLACING(OLD), "Tr0ub4dor&99y",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 1, 3, 3},
    {{SHORT, "old-password-changes=5"}, REPLACING(OLD), "lemon-tulip-77",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 1, 5, 5},
    {{SHORT, "old-password-changes=1024"}, REPLACING(OLD), "lemons",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 0, 1024, 11},
    {{SHORT, "old-password-changes=5", "old-password="}, REPLACING(OLD), "Tr0ub4dor&3x",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 0, 5, 0},
    {{SHORT, "old-password-changes=5", "old-password-changes=2"}, REPLACING(OLD), "Tr0ub4dor&99y",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, 0, 5, 3},
    {{SHORT, "old-password-changes=5", "old-password-changes="}, REPLACING(OLD), "Tr0ub4dor&4x",
     PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, ABSENT},
    {{SHORT, "old-password-changes=5"}, NOBODY, "Tr0ub4dor&4x", PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES, ABSENT},
};

static const struct check_case composition_cases[] = {
    {{SHORT, "palindrome=reject"}, NOBODY, "AbcdefedCba", PASSWORDRULES_KIND_PALINDROME, FOUND},
    {{SHORT, "palindrome=reject"}, NOBODY, "xyzzyA", PASSWORDRULES_KIND_PALINDROME, FREE},
    {{SHORT, "palindrome=reject", "palindrome="}, NOBODY, "abcdefedcba", PASSWORDRULES_KIND_PALINDROME, ABSENT},
    {{SHORT}, NOBODY, "abcdefedcba", PASSWORDRULES_KIND_PALINDROME, ABSENT},

    {{SHORT, "min-classes=3"}, NOBODY, "abcdefgh", PASSWORDRULES_KIND_MIN_CLASSES, 0, 3, 1},
    {{SHORT, "min-classes=3"}, NOBODY, "abcdefg\xC3\x84", PASSWORDRULES_KIND_MIN_CLASSES, 0, 3, 2},
    {{SHORT, "min-classes=3"}, NOBODY, "Abcdefg1", PASSWORDRULES_KIND_MIN_CLASSES, 1, 3, 3},
    {{SHORT, "min-classes=4"}, NOBODY, "Abcdefg1", PASSWORDRULES_KIND_MIN_CLASSES, 0, 4, 3},
    {{SHORT, "min-classes=4"}, NOBODY, "Ab cdef1", PASSWORDRULES_KIND_MIN_CLASSES, 1, 4, 4},
    {{SHORT, "min-classes=3", "classes-inside=yes"}, NOBODY, "Abcdefg1", PASSWORDRULES_KIND_MIN_CLASSES, 0, 3, 1},
    {{SHORT, "min-classes=3", "classes-inside=yes"}, NOBODY, "aBcdef1g", PASSWORDRULES_KIND_MIN_CLASSES, 1, 3, 3},
    {{SHORT, "min-classes=3", "min-classes=2"}, NOBODY, "abcdefg1", PASSWORDRULES_KIND_MIN_CLASSES, 0, 3, 2},
    {{SHORT, "min-classes=3", "min-classes="}, NOBODY, "abcdefgh", PASSWORDRULES_KIND_MIN_CLASSES, ABSENT},
    {{"rules=minlength: 4; min-classes: 3"}, NOBODY, "abcdefg1", PASSWORDRULES_KIND_MIN_CLASSES, 0, 3, 2},

    {{SHORT, "at-least=2 digit"}, NOBODY, "abcdefg1", PASSWORDRULES_KIND_AT_LEAST, 0, 2, 1},
    {{SHORT, "at-least=2 digit"}, NOBODY, "abcdef12", PASSWORDRULES_KIND_AT_LEAST, 1, 2, 2},
    {{SHORT, "at-least=3 upper, [-_]"}, NOBODY, "A-bcd-ef_", PASSWORDRULES_KIND_AT_LEAST, 1, 3, 4},
    {{SHORT, "at-least=1024 special"}, NOBODY, "abc!", PASSWORDRULES_KIND_AT_LEAST, 0, 1024, 1},
    {{SHORT, "at-least=2 digit", "at-least="}, NOBODY, "abcdefg1", PASSWORDRULES_KIND_AT_LEAST, ABSENT},

    {{SHORT, "max-class-repeating=4"}, NOBODY, "vwabc-123", PASSWORDRULES_KIND_MAX_CLASS_REPEATING, 0, 4, 5},
    {{SHORT, "max-class-repeating=4"}, NOBODY, "vwab-1234-XYZW", PASSWORDRULES_KIND_MAX_CLASS_REPEATING, 1, 4, 4},
    {{SHORT, "max-class-repeating=4", "max-class-repeating=9"}, NOBODY, "vwabc-123",
     PASSWORDRULES_KIND_MAX_CLASS_REPEATING, 0, 4, 5},
    {{SHORT, "max-class-repeating=4", "max-class-repeating="}, NOBODY, "abcdefgh",
     PASSWORDRULES_KIND_MAX_CLASS_REPEATING, ABSENT},

    {{SHORT, "min-different=5"}, NOBODY, "aabbaabb", PASSWORDRULES_KIND_MIN_DIFFERENT, 0, 5, 2},
    {{SHORT, "min-different=5"}, NOBODY, "aA\xC3\xA4\xC3\x84\xC3\xA4" "aA1", PASSWORDRULES_KIND_MIN_DIFFERENT, 1, 5, 5},
    {{"rules=min-different: 9"}, NOBODY, "abcdefgh", PASSWORDRULES_KIND_MIN_DIFFERENT, 0, 9, 8},
    {{SHORT, "min-different=5", "min-different=2"}, NOBODY, "aabbaabb", PASSWORDRULES_KIND_MIN_DIFFERENT, 0, 5, 2},
    {{SHORT, "min-different=5", "min-different="}, NOBODY, "aabbaabb", PASSWORDRULES_KIND_MIN_DIFFERENT, ABSENT},

    {{SHORT, "max-keyboard=3"}, NOBODY, "7-AsdF-7", PASSWORDRULES_KIND_MAX_KEYBOARD, 0, 3, 4},
    {{SHORT, "max-keyboard=3"}, NOBODY, "--%$#@--", PASSWORDRULES_KIND_MAX_KEYBOARD, 0, 3, 4},
    {{SHORT, "max-keyboard=3"}, NOBODY, "x-vfr4-x", PASSWORDRULES_KIND_MAX_KEYBOARD, 0, 3, 4},
    {{SHORT, "max-keyboard=3"}, NOBODY, "x-azer-x", PASSWORDRULES_KIND_MAX_KEYBOARD, 0, 3, 4},
    {{SHORT, "max-keyboard=3"}, NOBODY, "asd7fgh7", PASSWORDRULES_KIND_MAX_KEYBOARD, 1, 3, 3},
    {{SHORT, "max-keyboard=3", "max-keyboard=8"}, NOBODY, "7-AsdF-7", PASSWORDRULES_KIND_MAX_KEYBOARD, 0, 3, 4},
    {{SHORT, "max-keyboard=3", "max-keyboard="}, NOBODY, "asdfghjk", PASSWORDRULES_KIND_MAX_KEYBOARD, ABSENT},

    {{SHORT, "words=corporate, acme"}, NOBODY, "x-C0rp0r4te-x", PASSWORDRULES_KIND_WORDS, FOUND},
    {{SHORT, "words=corporate, acme"}, NOBODY, "77emca-ville", PASSWORDRULES_KIND_WORDS, FOUND},
    {{SHORT, "words=corporate", "words=acme"}, NOBODY, "lemon-acme", PASSWORDRULES_KIND_WORDS, FOUND},
    {{SHORT, "words=corporate, acme"}, NOBODY, "corporat-acm", PASSWORDRULES_KIND_WORDS, FREE},
    {{SHORT, "words=ibm"}, NOBODY, "nimble-ibmx-7", PASSWORDRULES_KIND_WORDS, FREE},
    {{SHORT, "words=ibm"}, NOBODY, "nimble-mbi-7", PASSWORDRULES_KIND_WORDS, FOUND},
    {{SHORT, "words=Gr\xC3\xBC\xC3\x9F" "e"}, NOBODY, "x-gr\xC3\x9C\xC3\x9F" "e-x", PASSWORDRULES_KIND_WORDS, FOUND},
    {{SHORT, "words=corporate", "words="}, NOBODY, "corporate", PASSWORDRULES_KIND_WORDS, ABSENT},
    {{SHORT, "words=corporate", "words=", "words=acme"}, NOBODY, "corporate", PASSWORDRULES_KIND_WORDS, FREE},

    {{SHORT, "min-words=3"}, NOBODY, "lemonorbit99", PASSWORDRULES_KIND_MIN_WORDS, 0, 3, 1},
    {{SHORT, "min-words=3"}, NOBODY, "lemon orbit7tulip", PASSWORDRULES_KIND_MIN_WORDS, 1, 3, 3},
    {{SHORT, "min-words=1"}, NOBODY, "a b c d e", PASSWORDRULES_KIND_MIN_WORDS, 0, 1, 0},
    {{"rules=min-words: 2"}, NOBODY, "lemon", PASSWORDRULES_KIND_MIN_WORDS, 0, 2, 1},
    {{SHORT, "min-words=3", "min-words=1"}, NOBODY, "lemonorbit99", PASSWORDRULES_KIND_MIN_WORDS, 0, 3, 1},
    {{SHORT, "min-words=3", "min-words="}, NOBODY, "1234", PASSWORDRULES_KIND_MIN_WORDS, ABSENT},

    {{"rules=minlength: 20", "or=minlength: 9; required: digit"}, NOBODY, "lemonade",
     PASSWORDRULES_KIND_ALTERNATIVES, 0, 0, 2},
    {{"rules=minlength: 20", "or=minlength: 9; required: digit", "or=minlength: 15"}, NOBODY, "lemonade",
     PASSWORDRULES_KIND_ALTERNATIVES, 0, 0, 3},
    {{"rules=minlength: 20", "or=minlength: 9; required: digit"}, NOBODY, "lemonade7", PASSWORDRULES_KIND_ALTERNATIVES, ABSENT},
    {{"rules=minlength: 20", "or=minlength: 9", "or="}, NOBODY, "lemonade-77", PASSWORDRULES_KIND_ALTERNATIVES, ABSENT},
    /* What dropped the rules dropped their alternatives. */
    {{"rules=minlength: 20", "or=minlength: 9", "rules=", "rules=minlength: 12"}, NOBODY, "lemonade-77",
     PASSWORDRULES_KIND_ALTERNATIVES, ABSENT},
    {{"rules=minlength: 20"}, NOBODY, "lemonade", PASSWORDRULES_KIND_ALTERNATIVES, ABSENT},
    /* A way is taken as a whole. */
    {{"rules=minlength: 20", "or=minlength: 8; maxlength: 9; required: digit"}, NOBODY, "lemonade-77",
     PASSWORDRULES_KIND_ALTERNATIVES, 0, 0, 2},
    /* A password that is refused for another reason has met one alternative. */
    {{"rules=minlength: 20", "or=minlength: 8", "palindrome=reject"}, NOBODY, "lemonnomel",
     PASSWORDRULES_KIND_ALTERNATIVES, ABSENT},
};

static passwordrules_context context_in(const struct check_case *wanted)
{
    return (passwordrules_context){
        .size = sizeof(passwordrules_context), .user = wanted->user, .full_name = wanted->full_name,
        .home = wanted->home, .old_password = wanted->old_password,
        .old_password_length = wanted->old_password != NULL ? strlen(wanted->old_password) : 0,
    };
}

static size_t setting_count(const struct check_case *wanted)
{
    size_t count = 0;
    while (count < 4 && wanted->settings[count] != NULL)
        count++;
    return count;
}

/* One line of printable ASCII, in which no four characters stand as they do in the text. */
static void assert_tells_nothing_of(const char *message, const char *text)
{
    for (size_t index = 0; message[index] != '\0'; index++)
        assert_in_range(message[index], 0x20, 0x7E);
    if (text == NULL || strlen(text) < 4)
        return;
    for (size_t start = 0; start + 4 <= strlen(text); start++) {
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
}

/* Every outcome is of a known kind, with its name, and has a short message. A password is accepted if all are met. */
static void assert_report_is_sound(const passwordrules_report *report, const struct check_case *wanted)
{
    int is_met = 1;
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        char message[512];
        size_t needed = 0;
        assert_in_range(outcome.kind, 1, KIND_COUNT);
        assert_string_equal(outcome.rule, kinds[outcome.kind - 1].rule);
        assert_in_range(outcome.met, 0, 1);
        assert_int_equal(passwordrules_report_message(report, index, message, sizeof(message), &needed),
                         PASSWORDRULES_OK);
        assert_in_range(needed, 5, sizeof(message));
        assert_int_equal(strlen(message), needed - 1);
        assert_tells_nothing_of(message, wanted->password);
        assert_tells_nothing_of(message, wanted->old_password);
        is_met = is_met && outcome.met;
    }
    assert_int_equal(passwordrules_report_accepted(report), is_met);
    double progress = passwordrules_report_progress(report);
    assert_true(progress >= 0 && progress <= 1);
    assert_int_equal(progress >= 1, is_met);
}

static void assert_check(const struct check_case *wanted)
{
    passwordrules_policy *policy = policy_with(wanted->settings, setting_count(wanted));
    passwordrules_context context = context_in(wanted);
    passwordrules_report *report = STALE;
    assert_int_equal(
        passwordrules_policy_check(policy, &context, wanted->password, strlen(wanted->password), &report),
        PASSWORDRULES_OK);
    assert_report_is_sound(report, wanted);
    passwordrules_outcome found = {.met = -1};
    for (size_t index = 0; index < passwordrules_report_count(report); index++) {
        passwordrules_outcome outcome = outcome_at(report, index);
        if (outcome.kind != wanted->kind)
            continue;
        assert_int_equal(found.met, -1);
        found = outcome;
    }
    if (found.met != wanted->expected_met || found.limit != wanted->limit || found.actual != wanted->actual)
        print_message("%s, \"%s\" under %s, %s: met %d, limit %zu, actual %zu\n", kinds[wanted->kind - 1].rule,
                      wanted->password, wanted->settings[0], wanted->settings[1] != NULL ? wanted->settings[1] : "-",
                      found.met, found.limit, found.actual);
    assert_int_equal(found.met, wanted->expected_met);
    assert_int_equal(found.limit, wanted->limit);
    assert_int_equal(found.actual, wanted->actual);
    passwordrules_report_free(report);
    passwordrules_policy_free(policy);
}

#define ASSERT_CHECKS(cases)                                                                                         \
    do {                                                                                                             \
        for (size_t index = 0; index < sizeof(cases) / sizeof(*(cases)); index++)                                    \
            assert_check(&(cases)[index]);                                                                           \
    } while (0)

static void the_numbers_of_kinds_are_stable(void **state)
{
    (void)state;
    for (int number = 1; number <= KIND_COUNT; number++) {
        assert_int_equal(kinds[number - 1].kind, number);
        assert_int_equal(kinds[number - 1].number, number);
    }
}

static void passwords_are_held_against_names(void **state)
{
    (void)state;
    ASSERT_CHECKS(name_cases);
}

static void passwords_are_held_against_the_old_one(void **state)
{
    (void)state;
    ASSERT_CHECKS(old_password_cases);
}

static void passwords_are_composed_as_the_policy_says(void **state)
{
    (void)state;
    ASSERT_CHECKS(composition_cases);
}

/* Every kind that policies add is in a case that refuses, and those that can be met in another. */
static void no_kind_is_left_out(void **state)
{
    (void)state;
    int has[KIND_COUNT + 1][2] = {{0}};
    const struct {
        const struct check_case *cases;
        size_t count;
    } groups[] = {
        {name_cases, sizeof(name_cases) / sizeof(*name_cases)},
        {old_password_cases, sizeof(old_password_cases) / sizeof(*old_password_cases)},
        {composition_cases, sizeof(composition_cases) / sizeof(*composition_cases)},
    };
    for (size_t group = 0; group < 3; group++)
        for (size_t index = 0; index < groups[group].count; index++)
            if (groups[group].cases[index].expected_met >= 0)
                has[groups[group].cases[index].kind][groups[group].cases[index].expected_met] = 1;
    for (int kind = PASSWORDRULES_KIND_USERNAME; kind <= PASSWORDRULES_KIND_ALTERNATIVES; kind++) {
        /* Only the first variation of the old password is reported if none was found. */
        int is_never_met = kind == PASSWORDRULES_KIND_ALTERNATIVES
                           || (kind > PASSWORDRULES_KIND_OLD_PASSWORD_SAME
                               && kind <= PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED);
        assert_int_equal(has[kind][0], 1);
        assert_int_equal(has[kind][1], !is_never_met);
    }
}

/* Of the five variations of the old password, at most one is reported as not met, and none twice. */
static void one_likeness_to_the_old_password_is_enough(void **state)
{
    (void)state;
    passwordrules_policy *policy = policy_of(SHORT, "old-password-changes=5");
    passwordrules_context context = context_of(0, 0);
    /* The same, in another case, reversed, rotated and contained at once. */
    context.old_password = "xyzzyxzzyx";
    context.old_password_length = 10;
    const char *passwords[] = {"xyzzyxzzyx", "XYZZYXZZYX", "xyzzxyzzyx", "zzyxxyzzyx", "yzzyxz", "lemon-tulip"};
    for (size_t which = 0; which < 6; which++) {
        passwordrules_report *report;
        assert_int_equal(passwordrules_policy_check(policy, &context, passwords[which], strlen(passwords[which]),
                                                    &report),
                         PASSWORDRULES_OK);
        int refusals = 0;
        for (size_t index = 0; index < passwordrules_report_count(report); index++) {
            passwordrules_outcome outcome = outcome_at(report, index);
            if (outcome.kind >= PASSWORDRULES_KIND_OLD_PASSWORD_SAME
                && outcome.kind <= PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED)
                refusals += !outcome.met;
        }
        assert_int_equal(refusals, which < 5);
        assert_int_equal(passwordrules_report_accepted(report), which == 5);
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

/* First ill-formed text, then what may be missing, then what may be wrong; alternatives last. */
static void outcomes_have_their_order(void **state)
{
    (void)state;
    const char *settings[] = {
        "rules=minlength: 40; required: upper; allowed: ascii-printable; maxlength: 64; max-repeating: 2",
        "or=minlength: 50", "palindrome=reject", "min-words=2", "max-keyboard=3", "at-least=1 digit",
        "at-least=2 upper", "max-class-repeating=3", "words=lemon", "min-different=9", "min-classes=4",
        "username-parts=4", "full-name=reject", "home-directory=reject", "old-password-changes=8",
    };
    passwordrules_policy *policy = policy_with(settings, sizeof(settings) / sizeof(*settings));
    passwordrules_context context = context_of(0, 0);
    context.user = USER;
    context.full_name = FULL_NAME;
    context.home = HOME;
    context.old_password = OLD;
    context.old_password_length = strlen(OLD);
    const char *passwords[] = {"", "lemon", "\xFF-lemon", "margarethe-projects", OLD, "Lemon-Orbit-7-tulip"};
    for (size_t which = 0; which < sizeof(passwords) / sizeof(*passwords); which++) {
        passwordrules_report *report;
        assert_int_equal(passwordrules_policy_check(policy, &context, passwords[which], strlen(passwords[which]),
                                                    &report),
                         PASSWORDRULES_OK);
        int stage = 0;
        int at_least_count = 0;
        int or_count = 0;
        for (size_t index = 0; index < passwordrules_report_count(report); index++) {
            /* Rules that apply to all alternatives come last. */
            int now = 4;
            switch (outcome_at(report, index).kind) {
            case PASSWORDRULES_KIND_ENCODING: now = 0; break;
            case PASSWORDRULES_KIND_AT_LEAST: at_least_count++; now = 1; break;
            case PASSWORDRULES_KIND_MINLENGTH:
            case PASSWORDRULES_KIND_REQUIRED:
            case PASSWORDRULES_KIND_MIN_CLASSES:
            case PASSWORDRULES_KIND_MIN_DIFFERENT:
            case PASSWORDRULES_KIND_MIN_WORDS: now = 1; break;
            case PASSWORDRULES_KIND_ALLOWED:
            case PASSWORDRULES_KIND_MAXLENGTH:
            case PASSWORDRULES_KIND_MAX_REPEATING:
            case PASSWORDRULES_KIND_MAX_SEQUENTIAL:
            case PASSWORDRULES_KIND_MAX_CONSECUTIVE: now = 2; break;
            case PASSWORDRULES_KIND_ALTERNATIVES: or_count++; now = 3; break;
            default: break;
            }
            assert_true(now >= stage);
            stage = now;
        }
        assert_int_equal(or_count, 1);
        assert_int_equal(at_least_count, 2);
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

/* If none of the sets of rules is met, the outcomes are those of the nearest one. */
static void the_nearest_alternative_is_told(void **state)
{
    (void)state;
    const char *settings[] = {"rules=minlength: 30", "or=minlength: 12; required: digit; required: upper",
                              "or=minlength: 16; max-repeating: 2"};
    const struct {
        const char *password;
        size_t minlength;
    } cases[] = {
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 30}, /* one is missing; a digit and an upper-case letter; a run is too long */
        {"Lemonade7xx", 12},
        {"lemonadexxyyzzo", 16},
    };
    passwordrules_policy *policy = policy_with(settings, 3);
    for (size_t which = 0; which < 3; which++) {
        const char *password = cases[which].password;
        passwordrules_context context = context_of(0, 0);
        passwordrules_report *report;
        assert_int_equal(passwordrules_policy_check(policy, &context, password, strlen(password), &report),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(outcome_at(report, 0).kind, PASSWORDRULES_KIND_MINLENGTH);
        assert_int_equal(outcome_at(report, 0).limit, cases[which].minlength);
        passwordrules_outcome last = outcome_at(report, passwordrules_report_count(report) - 1);
        assert_int_equal(last.kind, PASSWORDRULES_KIND_ALTERNATIVES);
        assert_int_equal(last.actual, 3);
        passwordrules_report_free(report);
    }
    passwordrules_policy_free(policy);
}

static void max_bytes_is_as_the_policy_says(void **state)
{
    (void)state;
    const struct {
        const char *setting;
        size_t limit;
    } cases[] = {{"max-bytes=8", 8}, {"max-bytes=72", 72}, {"max-bytes=4096", 4096}, {"retry=1", 1024}};
    for (size_t index = 0; index < 4; index++) {
        passwordrules_policy *policy = policy_of("rules=minlength: 8", cases[index].setting);
        passwordrules_context context = context_of(0, 0);
        context.user = USER;
        context.old_password = OLD;
        context.old_password_length = strlen(OLD);
        char *password = malloc(cases[index].limit + 1);
        assert_non_null(password);
        for (size_t byte = 0; byte <= cases[index].limit; byte++)
            password[byte] = "kT7#vQ2z"[byte % 8];
        passwordrules_report *report;
        assert_int_equal(passwordrules_policy_check(policy, &context, password, cases[index].limit, &report),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 1);
        passwordrules_report_free(report);
        assert_int_equal(passwordrules_policy_check(policy, &context, password, cases[index].limit + 1, &report),
                         PASSWORDRULES_OK);
        assert_int_equal(passwordrules_report_accepted(report), 0);
        assert_int_equal(passwordrules_report_count(report), 1);
        passwordrules_outcome outcome = outcome_at(report, 0);
        assert_int_equal(outcome.kind, PASSWORDRULES_KIND_MAX_BYTES);
        assert_int_equal(outcome.limit, cases[index].limit);
        assert_int_equal(outcome.actual, cases[index].limit + 1);
        passwordrules_report_free(report);
        free(password);
        passwordrules_policy_free(policy);
    }
}

int run_policy_check_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_of_kinds_are_stable),
        cmocka_unit_test(passwords_are_held_against_names),
        cmocka_unit_test(passwords_are_held_against_the_old_one),
        cmocka_unit_test(passwords_are_composed_as_the_policy_says),
        cmocka_unit_test(no_kind_is_left_out),
        cmocka_unit_test(one_likeness_to_the_old_password_is_enough),
        cmocka_unit_test(outcomes_have_their_order),
        cmocka_unit_test(the_nearest_alternative_is_told),
        cmocka_unit_test(max_bytes_is_as_the_policy_says),
    };
    return cmocka_run_group_tests_name("policy checks", tests, NULL, NULL);
}
