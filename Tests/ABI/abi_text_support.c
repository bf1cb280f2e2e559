#include "abi_text.h"

#include <stdlib.h>
#include <string.h>

int format_canonical(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_format(rules, 0, buffer, size, needed);
}

int format_minified(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_format(rules, PASSWORDRULES_FORMAT_MINIFIED, buffer, size, needed);
}

int explain(const void *rules, char *buffer, size_t size, size_t *needed)
{
    return passwordrules_explain(rules, buffer, size, needed);
}

char *text_of(write_text *write, const passwordrules_rules *rules)
{
    size_t needed;
    assert_int_equal(write(rules, NULL, 0, &needed), PASSWORDRULES_ERANGE);
    char *text = malloc(needed);
    assert_non_null(text);
    assert_int_equal(write(rules, text, needed, NULL), PASSWORDRULES_OK);
    return text;
}

void assert_writes(write_text *write, const passwordrules_rules *rules, const char *expected)
{
    char *text = text_of(write, rules);
    assert_string_equal(text, expected);
    free(text);
}

void assert_reads_back(const char *text, const char *minified, const char *canonical)
{
    passwordrules_rules *rules = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_parse(text, strlen(text), 0, &rules, &diagnostics), PASSWORDRULES_OK);
    assert_null(diagnostics);
    assert_writes(format_minified, rules, minified);
    assert_writes(format_canonical, rules, canonical);
    passwordrules_rules_free(rules);
}

passwordrules_diagnostics *lint(const char *text, size_t length, int expected_status)
{
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_lint(text, length, 0, &diagnostics), expected_status);
    size_t count = passwordrules_diagnostics_count(diagnostics), last = 0;
    assert_int_equal(diagnostics != NULL, count > 0);
    for (size_t index = 0; index < count; index++) {
        passwordrules_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_in_range(diagnostic.severity, PASSWORDRULES_SEVERITY_NOTE, PASSWORDRULES_SEVERITY_ERROR);
        assert_in_range(diagnostic.code, 100, 199);
        assert_string_equal(diagnostic.source, "");
        assert_string_not_equal(diagnostic.text, "");
        assert_true(diagnostic.offset <= length && diagnostic.length <= length - diagnostic.offset);
        assert_int_equal(diagnostic.line == 0, diagnostic.column == 0);
        assert_true(last <= diagnostic.offset);
        last = diagnostic.offset;
    }
    return diagnostics;
}
