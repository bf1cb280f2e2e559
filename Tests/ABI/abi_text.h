/* What the tests of texts about rules share. */
#ifndef ABI_TEXT_H
#define ABI_TEXT_H

#include "abi.h"

/* Bytes that are written out, NUL bytes among them, with their number. */
#define BYTES(literal) literal, sizeof(literal) - 1

/* The functions of the library that write text about rules, in one form. */
int format_canonical(const void *rules, char *buffer, size_t size, size_t *needed);
int format_minified(const void *rules, char *buffer, size_t size, size_t *needed);
int explain(const void *rules, char *buffer, size_t size, size_t *needed);

/* What a function writes of some rules; for the caller to free. */
char *text_of(write_text *write, const passwordrules_rules *rules);
void assert_writes(write_text *write, const passwordrules_rules *rules, const char *expected);

/* Reads what format wrote, which must be without a remark, and which is written the same again. */
void assert_reads_back(const char *text, const char *minified, const char *canonical);

/* Lints a text, and holds what is promised of the result: the places are in order and inside the text, the words are there. */
passwordrules_diagnostics *lint(const char *text, size_t length, int expected_status);

#endif
