/*
 * Prints all that the library reports about the descriptors of tables, so that two builds of the library can be compared:
 *
 *     answers parse.tsv check.tsv lenient.tsv
 */
#include <passwordrules.h>

#include "../../ABI/tables.h"

static char text[1 << 16];

static void say_text(const char *name, int status)
{
    printf("%s %d %s\n", name, status, text);
}

static void say_diagnostics(const char *name, int status, passwordrules_diagnostics *diagnostics)
{
    printf("%s %d\n", name, status);
    for (size_t index = 0; index < passwordrules_diagnostics_count(diagnostics); index++) {
        passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
        if (passwordrules_diagnostics_get(diagnostics, index, &diagnostic) == PASSWORDRULES_OK)
            printf("  %d %zu %zu %s\n", diagnostic.code, diagnostic.offset, diagnostic.length, diagnostic.text);
    }
    passwordrules_diagnostics_free(diagnostics);
}

/* Prints everything except the password, which differs each time. */
static void say_generated(const passwordrules_rules *rules, size_t length, double entropy, int style, const char *exclude)
{
    passwordrules_generate_options options = {
        .size = sizeof(options), .length = length, .entropy = entropy, .style = style, .exclude = exclude};
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
    int status = passwordrules_generate(rules, &options, text, sizeof(text), NULL, &generated);
    printf("generate %zu %.0f %d: %d", length, entropy, style, status);
    if (status == PASSWORDRULES_OK)
        printf(" %d %zu %.9f %d %d", generated.style, generated.length, generated.entropy, generated.excluded,
               generated.falls_short);
    printf("\n");
}

static void say_all(const char *descriptor, size_t length, unsigned flags)
{
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    double entropy = 0;
    size_t shortest = 0;

    int status = passwordrules_lint(descriptor, length, flags, &diagnostics);
    say_diagnostics("lint", status, diagnostics);
    status = passwordrules_parse(descriptor, length, flags, &rules, &diagnostics);
    say_diagnostics("parse", status, diagnostics);
    if (rules == NULL)
        return;
    say_text("format", passwordrules_format(rules, 0, text, sizeof(text), NULL));
    say_text("explain", passwordrules_explain(rules, NULL, text, sizeof(text), NULL));
    static const size_t lengths[] = {1, 20, 129, 2147483647};
    for (size_t index = 0; index < sizeof(lengths) / sizeof(*lengths); index++) {
        say_text("count", passwordrules_count(rules, lengths[index], text, sizeof(text), NULL, &entropy));
        printf("entropy %.9f\n", entropy);
        say_generated(rules, lengths[index], 0, 0, NULL);
    }
    static const double bits[] = {40, 128};
    for (size_t index = 0; index < sizeof(bits) / sizeof(*bits); index++) {
        status = passwordrules_shortest_length(rules, bits[index], &shortest);
        printf("shortest %d %zu\n", status, shortest);
        for (int style = 1; style <= 3; style++)
            say_generated(rules, 0, bits[index], style, "ambiguous, space-at-ends");
    }
    passwordrules_rules_free(rules);
}

static void say_line(const char *file, size_t number, char *line)
{
    struct text descriptor;
    take(&descriptor, &line);
    printf("%s:%zu\n", file, number);
    fflush(stdout);
    say_all(descriptor.bytes, descriptor.length, 0);
    say_all(descriptor.bytes, descriptor.length, PASSWORDRULES_PARSE_LENIENT);
}

int main(int count, char **arguments)
{
    for (int index = 1; index < count; index++)
        run_table(arguments[index], say_line);
    return 0;
}
