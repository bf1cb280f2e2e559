/*
 * check_password - the module that slapd's overlay ppolicy calls for each new password
 *
 * The same file works with OpenLDAP 2.5 and 2.6. slapd calls it under a lock, from one thread at a time. It
 * asks no account database: that may be sssd, which would ask this slapd and wait for the lock.
 */
#define _GNU_SOURCE
#include "entry.h"
#include "decide.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <syslog.h>

/* The sizes of what the library compares, with the NUL; and the size of a DN in the log. */
enum { USER_SIZE = 257, MOST_OTHERS = 8, FULL_NAME_SIZE = 1025, MOST_WORDS = 64, DN_SIZE = 512 };

/* The person of an entry. */
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

/* ---- The entry ----------------------------------------------------------------------------------------- */

/* Whether the attribute is of this type. Options may follow its name, as in "cn;lang-de". */
static int is_of_type(const struct attribute *attribute, const char *type)
{
    const struct berval *name = &attribute->description->canonical_name;
    const size_t length = strlen(type);

    return name->length >= length && strncasecmp(name->text, type, length) == 0 &&
           (name->length == length || name->text[length] == ';');
}

/*
 * Appends as much of the text as fits to a string in a buffer of this size, in whole characters.
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

/* Adds a uid. Each one is a user name of the person. */
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

/* Adds a name, after a space. */
static void add_name(struct person *person, const char *text, size_t length)
{
    size_t used = strlen(person->full_name);

    used = append(person->full_name, sizeof person->full_name, used, " ", used > 0 ? 1 : 0);
    append(person->full_name, sizeof person->full_name, used, text, length);
}

/* Adds a word if all of it fits. */
static void add_word(struct person *person, const char *text, size_t length)
{
    if (length == 0 || person->word_count == MOST_WORDS || length >= sizeof person->text - person->text_length)
        return;
    person->words[person->word_count++] = person->text + person->text_length;
    person->text_length = append(person->text, sizeof person->text, person->text_length, text, length) + 1;
}

/* Adds the address and its parts as words, and its local part as a name. */
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

/* Reads the attributes. The DN is not used: it may begin with any attribute. */
static void read_entry(struct person *person, const struct entry *entry)
{
    person->user[0] = person->full_name[0] = '\0';
    person->other_count = person->word_count = person->text_length = 0;
    for (const struct attribute *attribute = entry->attributes; attribute != NULL; attribute = attribute->next)
        for (const struct berval *value = attribute->values; value != NULL && value->text != NULL; value++)
            add_value(person, attribute, value);
}

/* ---- The decision -------------------------------------------------------------------------------------- */

/*
 * Logs with slapd's own lines: slapd has opened the log, with its facility. A line feed in a DN must not
 * forge a line.
 */
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

static void decide(const char *password, struct entry *entry, const struct berval *argument, struct decision *decision)
{
    const size_t length = strlen(password);
    /*
     * slapd passes "{CLEARTEXT}secret" as "}secret", although SASL logs in with "secret". The password may
     * also really begin with a brace, so both forms must meet the policy.
     */
    const size_t brace = password[0] == '}' ? 1 : 0;
    const struct candidate candidates[] = { { password, length }, { password + brace, length - brace } };
    struct person person;

    read_entry(&person, entry);
    struct account_change change = account_change_of("ldap", person.user[0] != '\0' ? person.user : NULL);
    /* If the argument does not name a file, all passwords are refused. */
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
    decide_change(&change, decision);
}

/* slapd 2.5 looks it up for each password, 2.6 when it is configured. */
__attribute__((visibility("default")))
int check_password(char *password, void *answer, struct entry *entry, struct berval *argument);

/*
 * Whether slapd is 2.5: there, the answer is a pointer, which is still NULL. In 2.6, it begins with the
 * length of a buffer, which is never 0.
 */
static int is_of_2_5(const void *answer)
{
    size_t first = 0;

    memcpy(&first, answer, sizeof first);
    return first == 0;
}

/*
 * Gives slapd the text for the person, which slapd frees. If memory runs out, slapd only says that the
 * password fails the check.
 *
 * Parameters:
 *   answer  in 2.5 a char **, which is NULL until it is set;
 *           in 2.6 a struct berval *, a buffer on slapd's stack, which an allocated text may replace
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

/* ---- slapd 2.5 ----------------------------------------------------------------------------------------- */

/* The function with which slapd opens modules. It is weak, because a slapd with libltdl built in may hide it. */
#pragma weak lt_dlopen
void *lt_dlopen(const char *path);

/*
 * Keeps the module open once it has been called.
 *
 * slapd 2.5 opens and closes it with libltdl for each password, from all of its threads and without a lock,
 * although libltdl is not thread-safe: two changes at once could end slapd. A module that still has
 * references is found in libltdl's list, and is neither added to it, nor removed, nor freed. The count of
 * references has no lock either, so it drifts a little while many threads open and close the module.
 * REFERENCES is more than it can lose, and takes a tenth of a second, once.
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

/* ---- The entry point ----------------------------------------------------------------------------------- */

int check_password(char *password, void *answer, struct entry *entry, struct berval *argument)
{
    struct decision decision;

    if (is_of_2_5(answer))
        stay_open();
    decide(password, entry, argument, &decision);
    if (!decision.is_refused)
        return LDAP_SUCCESS;
    answer_with(decision.text, answer);
    return LDAP_CONSTRAINT_VIOLATION;
}
