/*
 * One cycle of every call of the library, of what succeeds and of what fails, with all that was found written down.
 *
 * Two cycles in the same place find the same, however often, beside whatever and in whichever thread: passwords that are
 * generated are told by their lengths, and by whether their rules accept them.
 */
#ifndef CYCLE_H
#define CYCLE_H

#include <stddef.h>

#include <passwordrules.h>

/* The findings. They are cut off if there is no more room, and is_cut is 1 then. */
struct transcript {
    size_t length;
    int is_cut;
    char text[256 << 10];
};

/* Notes a number; and a text. */
void note(struct transcript *transcript, const char *what, long long number);
void note_text(struct transcript *transcript, const char *what, const char *text);

/* Notes the status and text of a call that wrote into a buffer of that size. */
void note_written(struct transcript *transcript, const char *what, int status, const char *buffer, size_t size,
                  size_t needed);

/* Notes and frees diagnostics, and tries what cannot be asked of them. */
void note_diagnostics(struct transcript *transcript, passwordrules_diagnostics *diagnostics);

/* Notes all outcomes of a report, in English and in another language. */
void note_report(struct transcript *transcript, const passwordrules_report *report);

/* Another language: each message of English in brackets. The data is this. */
struct bracketed {
    char text[4096];
};
passwordrules_language brackets(struct bracketed *data);

/* Files in a folder of their own. */
struct files {
    char folder[64];
    char policy[128], broken[128], partial[128], damaged[128], short_list[128];
};

/* What any number of threads use at once. */
struct shared {
    const struct files *files;
    passwordrules_rules *rules;
    passwordrules_policy *policy;
    passwordrules_blocklist *list;
};

/* The parts of a cycle. */
void use_texts(struct transcript *transcript);
void use_rules(const struct shared *shared, struct transcript *transcript);
void use_checks(const struct shared *shared, struct transcript *transcript);
void use_generator(const struct shared *shared, struct transcript *transcript);
void use_policies(const struct shared *shared, struct transcript *transcript);
void use_blocklists(const struct shared *shared, struct transcript *transcript);

/* ---- What the programs call ---- */

/*
 * Makes a folder with files in it, and objects from them; the list is one of common passwords, by its absolute path. 0 if
 * all went well. What was made goes with close_shared.
 */
int open_shared(const char *list, struct files *files, struct shared *shared);
void close_shared(struct shared *shared);

/* One cycle, from an empty transcript. */
void cycle(const struct shared *shared, struct transcript *transcript);

/* Adds the search for a password among rules that none is found for by chance: too long a work for every cycle. */
void seek_in_vain(struct transcript *transcript);

/* Whether two cycles found the same; if not, the first difference is printed on standard error. */
int is_same(const struct transcript *expected, const struct transcript *found);

#endif
