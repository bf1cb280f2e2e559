/*
 * Random sequences of calls of the C library. An input is records with the byte 1 between each two, so that people can
 * read seeds:
 *
 *     CALL FIRST SECOND THIRD TEXT
 *
 * CALL is the letter of a function or of a setting; the three others, of which each may be missing, are numbers from 0
 * ("0") to 63 ("o"). They choose handles, and what is wrong with the arguments. calls.c has the letters.
 */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "passwordrules.h"

enum { SLOTS = 4 };

/* One call. The text has a NUL behind its last byte, and may have others inside. */
struct record {
    int call;
    unsigned first, second, third;
    const char *text;
    size_t length;
};

/* All live objects. Freed ones are NULL from then on. */
struct state {
    passwordrules_rules *rules[SLOTS];
    passwordrules_report *reports[SLOTS];
    passwordrules_diagnostics *diagnostics[SLOTS];
    passwordrules_policy *policies[SLOTS];
    passwordrules_blocklist *lists[SLOTS];
    /* What later calls are given. The texts are copies; NULL where nothing is known. */
    char *user, *full_name, *home, *old_password, *exclude, *translation;
    size_t old_password_length;
    int by_root, expired, style;
    size_t wanted_length, wanted_count;
    double wanted_entropy;
    char *settings[8];
    size_t settings_count;
    int slow_calls;
};

#define EXPECT(condition, ...)                                                \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "EXPECTATION: %s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                                     \
            fputc('\n', stderr);                                              \
            abort();                                                          \
        }                                                                     \
    } while (0)

/* The handle that the number chooses; NULL for every eighth. */
#define CHOSEN(handles, number) (((number) & 7) == 7 ? NULL : (handles)[(number) & 3])

/* Puts a handle into its place, and frees the one that was there. */
#define KEEP(handles, number, handle, free_handle) \
    do {                                           \
        free_handle((handles)[(number) & 3]);      \
        (handles)[(number) & 3] = (handle);        \
    } while (0)

/* A buffer of a size that the number chooses, and what must become of it. */
struct buffer {
    char *bytes;
    size_t size;
    size_t needed;
    size_t *needed_pointer;
    bool is_wrong;
};
struct buffer buffer_make(unsigned number);
/* Checks that the status, the text and the size are consistent, and frees it. */
void buffer_expect(struct buffer *buffer, int status);

/* Makes sure that a text fits into exactly the room that it needs, and into no less. `call` uses `exact` and `size`. */
#define EXPECT_EXACT(needed_size, call)                                            \
    do {                                                                           \
        size_t size = (needed_size);                                               \
        char *exact = malloc(size);                                                \
        EXPECT(exact != NULL && (call) == PASSWORDRULES_OK, "%zu bytes", size);    \
        free(exact);                                                               \
        size -= 1;                                                                 \
        exact = malloc(size > 0 ? size : 1);                                       \
        EXPECT(exact != NULL && (call) == PASSWORDRULES_ERANGE, "%zu bytes", size); \
        free(exact);                                                               \
    } while (0)

/* Memory for a struct of `right` bytes, whose size is `right` or what else the number chooses, and exactly so much. */
void *struct_make(size_t right, unsigned number, bool *is_right);

/* A copy of the text of a record with exactly that many bytes, so that a read past its end is noticed. */
char *text_copy(const struct record *record);

/* The language that the number chooses; NULL for English. */
const passwordrules_language *language_make(passwordrules_language *language, struct state *state, unsigned number,
                                            int *wrong_size);

/* The context of the state. NULL, or of a wrong size, by the number; free it. */
passwordrules_context *context_make(const struct state *state, unsigned number, bool *is_right);

void expect_status(int status);
void expect_diagnostics(passwordrules_diagnostics *diagnostics);

/* Each takes the calls of one part of the header; false for a call that is none of its own. */
bool call_rules(struct state *state, const struct record *record);
bool call_reports(struct state *state, const struct record *record);
bool call_generate(struct state *state, const struct record *record);
bool call_blocklists(struct state *state, const struct record *record);
bool call_policies(struct state *state, const struct record *record);

/* Files without a name on any disk, by which policies and lists are read. */
enum { POLICY_FILE = 100, LIST_FILE = 101 };
#define POLICY_PATH "/proc/self/fd/100"
#define LIST_PATH "/proc/self/fd/101"
void file_write(int descriptor, const void *bytes, size_t length);

#endif
