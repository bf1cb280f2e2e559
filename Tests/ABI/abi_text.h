/* What the tests of texts about rules share. */
#ifndef ABI_TEXT_H
#define ABI_TEXT_H

#include "abi.h"

/* The longest descriptor, in bytes. */
#define LONGEST 65536

/* Bytes that are written out, NUL bytes among them, with their number. */
#define BYTES(literal) literal, sizeof(literal) - 1

#define NOTE PASSWORDRULES_SEVERITY_NOTE
#define WARNING PASSWORDRULES_SEVERITY_WARNING
#define ERROR PASSWORDRULES_SEVERITY_ERROR

/* A diagnostic, without its words; a line of 0 says that it is about the whole. */
struct remark {
    int severity, code;
    size_t line, offset, length;
};

/* The functions of the library that write text about rules, in one form. */
int format_canonical(const void *rules, char *buffer, size_t size, size_t *needed);
int format_minified(const void *rules, char *buffer, size_t size, size_t *needed);
int explain(const void *rules, char *buffer, size_t size, size_t *needed);

/* What a function writes of some rules; for the caller to free. */
char *text_of(write_text *write, const passwordrules_rules *rules);
void assert_writes(write_text *write, const passwordrules_rules *rules, const char *expected);

/* Lints a text, and holds what is promised of the result: the place is inside the text, the words are there. */
passwordrules_diagnostics *lint(const char *text, size_t length, int expected_status);
void assert_has_remark(const passwordrules_diagnostics *diagnostics, size_t index, const struct remark *expected);

/* Reads what format wrote, which must not have a mistake or a remark in it. */
passwordrules_rules *read_back(const char *text);

#endif
