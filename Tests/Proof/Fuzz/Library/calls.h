/*
 * Sequences of calls of the C library, with checks of the header's promises about each call. An input is a sequence of
 * records, separated by the byte 1, so that people can read seeds:
 *
 *     CALL FIRST SECOND THIRD TEXT
 *
 * CALL is the letter of a function or of a setting. FIRST, SECOND and THIRD may be missing; they are numbers from 0 ("0") to
 * 63 ("o"), and choose handles and mistakes in the arguments. Each file lists the letters of its calls.
 */
#ifndef CALLS_H
#define CALLS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "passwordrules.h"

enum { SLOTS = 4 };

struct objects {
    passwordrules_rules *rules[SLOTS];
    passwordrules_report *reports[SLOTS];
    passwordrules_diagnostics *diagnostics[SLOTS];
    passwordrules_policy *policies[SLOTS];
    passwordrules_blocklist *lists[SLOTS];
    passwordrules_ranks *ranks[SLOTS];
    passwordrules_strength *strengths[SLOTS];
};

void objects_free(struct objects *objects);

/* The files and notes of one thread that makes calls. */
struct workspace {
    /* Objects that exist before the input, and that other workspaces may use at the same time; or NULL. */
    const struct objects *shared;
    /* The file to which all results are written, or NULL. The results of an input are the same each time. */
    FILE *notes;
    /* The files from which policies and lists are read. Each input begins with undamaged lists. */
    int policy_file, list_file, ranks_file;
    char policy_path[32], list_path[32], ranks_path[32];
};

/* The descriptors of the first workspace's lists, which the policies of seeds name. */
enum { LIST_FILE = 101, RANKS_FILE = 102 };

void workspace_open(struct workspace *workspace, bool is_first);
void workspace_close(const struct workspace *workspace);
void write_file(int descriptor, const void *bytes, size_t length);
void write_whole_list(const struct workspace *workspace);
void write_whole_ranks(const struct workspace *workspace);

/* Makes the calls of an input, and frees all objects that they made. Ends the program if a promise is broken. */
void run_calls(const struct workspace *workspace, const void *input, size_t length);

/* ---- Shared by all calls ---- */

/* One call. The text has a NUL after its last byte, and may have more NULs inside. */
struct record {
    int call;
    unsigned first, second, third;
    const char *text;
    size_t length;
};

struct state {
    const struct workspace *workspace;
    struct objects own;
    /* The arguments of later calls. Texts are copies; NULL means unknown. */
    char *user, *full_name, *home, *old_password, *exclude, *translation;
    size_t old_password_length;
    int by_administrator, expired, style;
    size_t wanted_length, wanted_count;
    double wanted_entropy;
    char *settings[8], *words[8];
    size_t settings_count, word_count;
    bool ranks_changed;
    int slow_calls;
};

#define EXPECT(condition, ...)                                                               \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "EXPECTATION: %s:%d: %s: ", __FILE__, __LINE__, #condition);     \
            fprintf(stderr, __VA_ARGS__);                                                    \
            fputc('\n', stderr);                                                             \
            abort();                                                                         \
        }                                                                                    \
    } while (0)

/* The handle that the lowest three bits of the number choose: NULL for 7; for 4 to 6 a shared object, if there are any; and
 * otherwise one of the input's own objects. */
#define CHOSEN(state, kind, number)                                                          \
    (((number) & 7) == 7                                       ? NULL                        \
     : ((number) & 4) != 0 && (state)->workspace->shared != NULL   ? (state)->workspace->shared->kind[(number) & 3] \
                                                               : (state)->own.kind[(number) & 3])

/* Stores a handle under a number, and frees the previous handle of that number. */
#define KEEP(handles, number, handle, free_handle) \
    do {                                           \
        free_handle((handles)[(number) & 3]);      \
        (handles)[(number) & 3] = (handle);        \
    } while (0)

void note(const struct state *state, const char *what, long long number);
void note_text(const struct state *state, const char *what, const char *text);

/* The text of a record, and flags that the number chooses. `is_wrong` tells whether they are a mistake. */
struct text {
    char *copy; /* a block of exactly the length, so that a read past its end is detected; free it */
    const char *bytes;
    size_t length;
    unsigned flags;
    bool is_wrong;
};
/* For calls that have no flags. */
#define ANY_FLAGS UINT_MAX
struct text text_make(const struct record *record, unsigned number, unsigned known_flags);

/* Memory of exactly the size that its first field names: the size `right`, or a wrong size that the number chooses. */
void *struct_make(size_t right, unsigned number, bool *is_right);

/* A context with the values of the state. The number may make it NULL or of a wrong size. Free it. */
passwordrules_context *context_make(const struct state *state, unsigned number, bool *is_right);
/* The status for a mistake in a policy or a context; PASSWORDRULES_OK if both are right. */
int context_mistake(const struct state *state, const passwordrules_policy *policy,
                    const passwordrules_context *context);

/* Notes a status, and expects that the header has it. If the caller made a mistake, `mistake` is the status to expect. If the
 * caller made several mistakes, ANY_MISTAKE permits the status of each. */
enum { ANY_MISTAKE = -1 };
void expect_status(const struct state *state, const char *call, int status, int mistake);
void expect_diagnostics(const struct state *state, const passwordrules_diagnostics *diagnostics);
void expect_report(const struct state *state, const passwordrules_report *report);
/* Expects that a piece is right, and begins at or after `end`, the end of the previous piece. Returns the end of this piece. */
size_t expect_piece(const struct state *state, const passwordrules_piece *piece, size_t end);

/* Each of these functions makes the calls of one kind. Returns false for any other call. */
bool call_rules(struct state *state, const struct record *record);
bool call_texts(struct state *state, const struct record *record);
bool call_structs(struct state *state, const struct record *record);
bool call_blocklists(struct state *state, const struct record *record);
bool call_policies(struct state *state, const struct record *record);
bool call_decisions(struct state *state, const struct record *record);
bool call_strength(struct state *state, const struct record *record);

#endif
