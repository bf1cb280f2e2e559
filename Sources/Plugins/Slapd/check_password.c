/*
 * check_password - the module that slapd's overlay ppolicy asks about each new password
 *
 * One file does for OpenLDAP 2.5 and 2.6. slapd calls it under a lock of its own, from one thread at a time. It asks no account
 * database: one of them may be sssd, which would ask this slapd, and wait for the lock.
 */
#define _GNU_SOURCE
#include "entry.h"
#include "verdict.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <syslog.h>

/* As much as the library compares, with the NUL; and of a DN, what the log has. */
enum { USER_SIZE = 257, MOST_OTHERS = 8, FULL_NAME_SIZE = 1025, MOST_WORDS = 64, DN_SIZE = 512 };

/* What an entry says of its person. */
struct person {
    char user[USER_SIZE];           /* the first uid; "" if there is none */
    char others[MOST_OTHERS][USER_SIZE]; /* the other ones */
    const char *other_users[MOST_OTHERS];
    size_t other_count;
    char full_name[FULL_NAME_SIZE]; /* all names */
    char text[2 * FULL_NAME_SIZE];  /* the words, each with its NUL */
    const char *words[MOST_WORDS];  /* mail addresses, and their parts */
    size_t word_count;
    size_t text_length;
};

/* ---- The entry ------------------------------------------------------------------------------------------------ */

/* Whether the attribute is of this type. Options, as in "cn;lang-de", stand behind its name. */
static int is_of_type(const struct attribute *attribute, const char *type)
{
    const struct berval *name = &attribute->description->canonical_name;
    const size_t length = strlen(type);

    return name->length >= length && strncasecmp(name->text, type, length) == 0 &&
           (name->length == length || name->text[length] == ';');
}

/*
 * Adds as much of the text to a string in a buffer of this size as fits, and no part of a character.
 *
 * Returns: the string's new length.
 */
static size_t append(char *string, size_t size, size_t used, const char *text, size_t length)
{
    if (length > size - 1 - used) {
        length = size - 1 - used;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    for (size_t i = 0; i < length; i++)
        string[used + i] = text[i];
    string[used + length] = '\0';
    return used + length;
}

/* A uid. The person is known by each. */
static void add_user(struct person *person, const char *text, size_t length)
{
    char *user = person->user;

    if (person->user[0] != '\0') {
        if (person->other_count == MOST_OTHERS)
            return;
        user = person->others[person->other_count];
        person->other_users[person->other_count++] = user;
    }
    append(user, USER_SIZE, 0, text, length);
}

/* A further name, behind a space. */
static void add_name(struct person *person, const char *text, size_t length)
{
    size_t used = strlen(person->full_name);

    used = append(person->full_name, sizeof person->full_name, used, " ", used > 0 ? 1 : 0);
    append(person->full_name, sizeof person->full_name, used, text, length);
}

/* A further word, if there is room for all of it. */
static void add_word(struct person *person, const char *text, size_t length)
{
    if (length == 0 || person->word_count == MOST_WORDS || length >= sizeof person->text - person->text_length)
        return;
    person->words[person->word_count++] = person->text + person->text_length;
    person->text_length = append(person->text, sizeof person->text, person->text_length, text, length) + 1;
}

/* An address is a word, and so is what stands between its signs; what stands before the "@" is compared as a name, too. */
static void add_mail(struct person *person, const struct berval *address)
{
    const char *end = address->text + address->length, *at = memchr(address->text, '@', address->length), *next;

    add_name(person, address->text, at != NULL ? (size_t)(at - address->text) : address->length);
    add_word(person, address->text, address->length);
    for (const char *part = address->text; part < end; part = next + 1) {
        for (next = part; next < end && strchr("@.-_+", *next) == NULL;)
            next++;
        if ((size_t)(next - part) < address->length)
            add_word(person, part, (size_t)(next - part));
    }
}

static void add_value(struct person *person, const struct attribute *attribute, const struct berval *value)
{
    static const char *const names[] = { "cn", "displayName", "givenName", "sn" };

    if (is_of_type(attribute, "mail"))
        add_mail(person, value);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_of_type(attribute, names[i]))
            add_name(person, value->text, value->length);
    if (is_of_type(attribute, "uid"))
        add_user(person, value->text, value->length);
}

/* The name of the entry itself says nothing certain of the user: it may begin with any attribute. */
static void read_entry(struct person *person, const struct entry *entry)
{
    person->user[0] = person->full_name[0] = '\0';
    person->other_count = person->word_count = person->text_length = 0;
    for (const struct attribute *attribute = entry->attributes; attribute != NULL; attribute = attribute->next)
        for (const struct berval *value = attribute->values; value != NULL && value->text != NULL; value++)
            add_value(person, attribute, value);
}

/* ---- The verdict ---------------------------------------------------------------------------------------------- */

/* To where slapd's own lines go: it has opened the log, with its facility. A line feed in a DN must not forge a line. */
static void log_line(void *data, int priority, const char *line)
{
    const struct berval *name = &((const struct entry *)data)->name;
    char dn[DN_SIZE];

    append(dn, sizeof dn, 0, name->text, name->length);
    for (char *next = dn; *next != '\0'; next++)
        if ((unsigned char)*next < ' ' || *next == 0x7F)
            *next = '?';
    syslog(priority, "passwordrules: %s (%s)", line, dn);
}

static void judge(const char *password, struct entry *entry, const struct berval *argument, struct verdict *verdict)
{
    const size_t length = strlen(password);
    /* Of "{CLEARTEXT}secret" slapd passes "}secret", although "secret" is what SASL logs in with. It cannot be told from a
       password that begins with a brace. */
    const size_t brace = password[0] == '}' ? 1 : 0;
    const struct candidate candidates[] = { { password, length }, { password + brace, length - brace } };
    struct person person;

    read_entry(&person, entry);
    struct account_change change = account_change_of("ldap", person.user[0] != '\0' ? person.user : NULL);
    /* An argument that names no file refuses all passwords. */
    change.config = argument != NULL && argument->text != NULL ? argument->text : NULL;
    change.context.other_users = person.other_users;
    change.context.other_user_count = person.other_count;
    change.context.full_name = person.full_name;
    change.context.words = person.words;
    change.context.word_count = person.word_count;
    change.candidates = candidates;
    change.candidate_count = sizeof candidates / sizeof *candidates;
    change.is_text_logged = 1;
    change.log = log_line;
    change.log_data = entry;
    judge_password(&change, verdict);
}

/* slapd 2.5 looks it up for each password, 2.6 when it is configured. */
__attribute__((visibility("default")))
int check_password(char *password, void *answer, struct entry *entry, struct berval *argument);

/* What tells 2.5 from 2.6: the first word of the answer's place, which is a pointer there and a length here. */
static int is_of_2_5(const void *answer)
{
    size_t first = 0;

    /* The length of the buffer is never 0. */
    memcpy(&first, answer, sizeof first);
    return first == 0;
}

/*
 * Gives slapd the text for the person, which it frees. Without memory it says that the password fails the check, and no more.
 *
 * Parameters:
 *   answer  of 2.5, char **: where NULL is, until a text is there
 *           of 2.6, struct berval *: a buffer of slapd's stack, which a text that was allocated may replace
 */
static void answer_with(const char *text, void *answer)
{
    char *copy = strdup(text);

    if (copy == NULL)
        return;
    if (is_of_2_5(answer))
        memcpy(answer, &copy, sizeof copy);
    else
        *(struct berval *)answer = (struct berval){ strlen(copy), copy };
}

/* ---- slapd 2.5 ------------------------------------------------------------------------------------------------ */

/* By which slapd opens modules. Weak, because a slapd may have libltdl built in, and hidden. */
#pragma weak lt_dlopen
void *lt_dlopen(const char *path);

/*
 * Keeps the module open once it has been asked.
 *
 * slapd 2.5 opens and closes it by libltdl for each password, from all of its threads and under no lock, although libltdl is made
 * for one thread: two changes at once could end slapd. A module with references left is found in libltdl's list, and neither added
 * to it, nor removed, nor freed. The count of references has no lock either, so that it drifts by some while many threads open and
 * close the module. These are more than it loses, and take a tenth of a second, once.
 */
static void stay_open(void)
{
    enum { REFERENCES = 100000 };
    static int is_open;
    Dl_info own;

    if (is_open || lt_dlopen == NULL || dladdr((void *)(size_t)check_password, &own) == 0)
        return;
    is_open = 1;
    for (int i = 0; i < REFERENCES; i++)
        lt_dlopen(own.dli_fname);
}

/* --------------------------------------------------------------------------------------------------------------- */

int check_password(char *password, void *answer, struct entry *entry, struct berval *argument)
{
    struct verdict verdict;

    if (is_of_2_5(answer))
        stay_open();
    judge(password, entry, argument, &verdict);
    if (!verdict.is_refused)
        return LDAP_SUCCESS;
    answer_with(verdict.text, answer);
    return LDAP_CONSTRAINT_VIOLATION;
}
