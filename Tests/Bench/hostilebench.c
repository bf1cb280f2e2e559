/*
 * hostilebench - how long checks take of what was chosen to make them long, at lengths that double
 *
 *   hostilebench ROUNDS FOLDER
 *
 * FOLDER has the policies, which policies.py writes. What is written is what operations.h says.
 */
#include "peers.h"
#include "policies.h"

/* The texts of a case are patterns, repeated up to the length; the last byte of some becomes another. NULL: random. */
struct pattern {
    const char *word;
    char last;
};

static char *fill(struct pattern pattern, size_t length, unsigned seed)
{
    char *text = pattern.word == NULL ? random_password(length, seed) : repeated(pattern.word, length);

    if (pattern.last != '\0')
        text[length - 1] = pattern.last;
    return text;
}

#define LETTER_63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define NO_NAME { "", 0 }

/* U+0080 to U+07FF in UTF-8. */
static char different[2 * (0x800 - 0x80) + 1];

static void add_hostile(void)
{
    static const struct {
        const char *name, *policy;
        struct pattern new_password, old_password, user, full_name, home;
        int is_accepted;
    } cases[] = {
        { "one letter: password, names and old password", "everything.conf",
          { "a", 0 }, { "a", 0 }, { "a", 0 }, { "a", 0 }, { "a", 0 }, 0 },
        { "one letter, but for the last of the names and the old password", "everything.conf",
          { "a", 0 }, { "a", 'b' }, { "a", 'b' }, { "a", 'b' }, { "a", 'b' }, 0 },
        { "username-parts = 3", "parts-3.conf", { "a", 0 }, NO_NAME, { "aab", 0 }, NO_NAME, NO_NAME, 1 },
        { "username-parts = 64", "parts-64.conf", { "a", 0 }, NO_NAME, { LETTER_63 "b", 0 }, NO_NAME, NO_NAME, 1 },
        { "names of many short words", "names.conf",
          { "a", 0 }, NO_NAME, { "aab", 0 }, { "aab ", 0 }, { "aab/", 0 }, 1 },
        { "old password of one letter but for the last, 1,024 changes", "changes.conf",
          { "a", 0 }, { "a", 'b' }, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "old password at random, 1,024 changes", "changes.conf",
          { NULL, 0 }, { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, -1 },
        { "rows of the keyboard", "keyboard.conf",
          { "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "10,000 words of 6 to 64 letters", "long-words.conf",
          { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "10,000 words of 6 to 64 letters, one letter", "long-words.conf",
          { "a", 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "64 `or` lines", "or.conf", { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
        { "64 `at-least` lines", "at-least.conf", { NULL, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 1 },
        { "different characters beyond ASCII", "everything.conf",
          { different, 0 }, NO_NAME, NO_NAME, NO_NAME, NO_NAME, 0 },
    };
    static const size_t lengths[] = { 1024, 2048, 4096 };
    static char names[COUNT(cases) * COUNT(lengths)][128];

    for (size_t scalar = 0x80, i = 0; scalar < 0x800; scalar++) {
        different[i++] = (char)(0xC0 | scalar >> 6);
        different[i++] = (char)(0x80 | (scalar & 0x3F));
    }
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t j = 0; j < COUNT(lengths); j++) {
            const struct pattern patterns[] = { cases[i].user, cases[i].full_name, cases[i].home };
            const char *texts[COUNT(patterns)];
            for (size_t k = 0; k < COUNT(patterns); k++)
                texts[k] = patterns[k].word[0] == '\0' ? NULL : fill(patterns[k], lengths[j], 0);
            const struct pattern old = cases[i].old_password;
            const char *old_password =
                old.word != NULL && old.word[0] == '\0' ? NULL : fill(old, lengths[j], 54321);
            struct text *new_password = text_of(fill(cases[i].new_password, lengths[j], 12345));
            const struct operation check =
                OPERATION("policy hostile", "passwordrules", check_policy,
                          change_of(cases[i].policy, texts[0], texts[1], texts[2], old_password));
            char *name = names[i * COUNT(lengths) + j];
            snprintf(name, sizeof names[0], "%s, %zu", cases[i].name, lengths[j]);
            int expected = cases[i].is_accepted;
            /* Two passwords of 1,024 characters are not wholly different. */
            if (expected < 0)
                expected = lengths[j] > 1024;
            add(check, name, new_password, 1, expected);
        }
    /* Tried over and over, and never accepted. */
    static const struct {
        const char *name, *policy;
        size_t length;
    } suggestions[] = {
        { "suggestions of 1,024 bits", "no-suggestion.conf", 180 },
        { "suggestions of 1,000 characters", "no-long-suggestion.conf", 1000 },
    };
    for (size_t i = 0; i < COUNT(suggestions); i++) {
        struct change *change = change_of(suggestions[i].policy, USER, FULL_NAME, HOME,
                                          random_password(suggestions[i].length, 54321));
        const struct operation suggestion = OPERATION("policy hostile", "passwordrules", suggest, change);
        add(suggestion, suggestions[i].name, NULL, 1, 0);
    }
}

int main(int argc, char **argv)
{
    size_t rounds = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;

    if (rounds == 0)
        die("usage: hostilebench ROUNDS FOLDER");
    folder = argv[2];
    add_hostile();
    measure(rounds);
    return 0;
}
