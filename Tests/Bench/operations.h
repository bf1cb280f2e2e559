/*
 * A list of operations, and rounds in which each of them has its turn.
 *
 * Each round times every operation once, so that a moment in which the machine is busy does not hit one library alone. A
 * batch is shorter than what a busy machine gives to a process at once: most of them are then not interrupted.
 */
#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include "common.h"

#include <passwdqc.h>
#include <passwordrules.h>
#include <pwd.h>
#include <pwquality.h>

#define OURS "passwordrules"
#define USER "margarethe"
#define FULL_NAME "Margarethe Oberhuber,Room 12,555-0100"
#define HOME "/home/margarethe"

struct text {
    char *bytes;
    size_t length;
};

/* One thing to measure. */
struct operation {
    const char *action, *subject, *input;          /* what is done, by whom, with what */
    int (*run)(const struct operation *operation); /* 1 or 0: accepted or not, done or not */
    int expected;                                  /* what run must return each time */
    const void *settings;                          /* rules, settings or parameters of the library */
    const struct text *texts;                      /* the password, or the descriptors */
    size_t count;                                  /* of what the time is divided by, if more than 1 */
    const char *old_password;                      /* NULL: the password is checked alone */
};

void add(struct operation operation);
/* What comes last are the settings, the text, or other members by their names. */
#define ADD(what, by, with, function, result, ...)                                                                 \
    add((struct operation){ .action = what, .subject = by, .input = with, .run = function, .expected = result, \
                            .settings = __VA_ARGS__ })

/*
 * Writes a line for each operation: what is done, by whom, with what, and the nanoseconds it took in each round;
 * separated by tabs.
 */
void measure(size_t rounds);

/* The operations by groups; the arguments are those of callbench. */
void add_checks(char **arguments);
void add_growth(char **arguments);
void add_calls(char **arguments);
void add_policies(char **arguments);
void add_blocklists(char **arguments);

/* Memory that is never freed. */
void *allocated(size_t size);
/* Random letters, digits and symbols with no run of three; the same for the same seed. */
char *random_password(size_t length, unsigned seed);
/* The word over and over, cut off at the length. */
char *repeated(const char *word, size_t length);
struct text *text_of(char *bytes);

/* Whether a report accepts the password; frees it. */
int verdict(int status, passwordrules_report *report);

/* The peers' settings; "-" and NULL stand for no dictionary. */
pwquality_settings_t *pwquality_settings(const char *const *options, size_t count, const char *dictionary);
passwdqc_params_t *passwdqc_settings(const char *const *options, int count);
/* Both check the password of an operation, with the old one and the user if there is an old one. */
int check_with_pwquality(const struct operation *o);
int check_with_passwdqc(const struct operation *o);

#endif
