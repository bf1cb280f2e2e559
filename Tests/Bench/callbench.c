/*
 * callbench - what it costs to read demands and to generate passwords, in a process that has done so before
 *
 *   callbench ROUNDS DICTIONARY DESCRIPTORS
 *
 * DICTIONARY is a cracklib dictionary's path without its extension, or "-" to leave the dictionary out. DESCRIPTORS
 * is a file of descriptors, one a line, for the parser.
 *
 * What is written is what operations.h says.
 */
#include "operations.h"
#include "peers.h"

#include <passwordrules.h>

#define GENERATED_LENGTH 20
#define GENERATED_AT_ONCE 1000
/* 20 characters of 62 have 119 bits; both peers take this for 128. */
#define GENERATED_BITS 128

/* ---- Read the demands ------------------------------------------------------------------------------------- */

static int parse_with_passwordrules(const struct operation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        passwordrules_rules *rules;
        if (passwordrules_parse(o->texts[i].bytes, o->texts[i].length, 0, &rules, NULL) != PASSWORDRULES_OK)
            return 0;
        passwordrules_rules_free(rules);
    }
    return 1;
}

/* A text full of mistakes, with words for those that are kept. */
static int parse_mistakes(const struct operation *o)
{
    passwordrules_rules *rules;
    passwordrules_diagnostics *diagnostics;
    int status = passwordrules_parse(o->texts->bytes, o->texts->length, 0, &rules, &diagnostics);
    int is_told = passwordrules_diagnostics_count(diagnostics) > 1;

    passwordrules_diagnostics_free(diagnostics);
    return status == PASSWORDRULES_EDESCRIPTOR && is_told;
}

static int parse_with_pwquality(const struct operation *o)
{
    (void)o;
    pwquality_free_settings(pwquality_settings(PWQUALITY_OPTIONS, COUNT(PWQUALITY_OPTIONS), NULL));
    return 1;
}

static int parse_with_passwdqc(const struct operation *o)
{
    passwdqc_params_t params;

    (void)o;
    read_passwdqc_options(&params);
    passwdqc_params_free(&params);
    return 1;
}

/* ---- Generate --------------------------------------------------------------------------------------------- */

/* What passwordrules is to generate. */
struct generation {
    const char *descriptor;
    int has_options; /* 0: NULL, for the defaults */
    passwordrules_generate_options options;
    size_t written; /* how many bytes it takes; 0: they vary */
    passwordrules_rules *rules;
};

static int generate_with_passwordrules(const struct operation *o)
{
    static char passwords[GENERATED_AT_ONCE * (GENERATED_LENGTH + 1)];
    const struct generation *generation = o->settings;
    const passwordrules_generate_options *options = generation->has_options ? &generation->options : NULL;
    size_t needed;

    return passwordrules_generate(generation->rules, options, passwords, sizeof passwords, &needed, NULL) ==
               PASSWORDRULES_OK &&
           (generation->written == 0 || needed == generation->written);
}

/* Reads the descriptor. Only this reveals that the rules do not permit the style. */
static void prepare(struct generation *generation)
{
    char password[PASSWORDRULES_GENERATE_MAX + 1];
    passwordrules_generated generated = { .size = sizeof generated };
    passwordrules_generate_options options = generation->options;
    const char *descriptor = generation->descriptor;

    options.count = 1;
    if (passwordrules_parse(descriptor, strlen(descriptor), 0, &generation->rules, NULL) != PASSWORDRULES_OK ||
        passwordrules_generate(generation->rules, &options, password, sizeof password, NULL, &generated) !=
            PASSWORDRULES_OK ||
        generated.style != options.style)
        die("passwordrules does not generate what it was asked for with %s", descriptor);
}

/* With default settings: with stricter ones, it often gives up after three tries. */
static int generate_with_pwquality(const struct operation *o)
{
    char *password = NULL;
    int is_done = pwquality_generate(o->settings, GENERATED_BITS, &password) >= 0 && password != NULL;

    free(password);
    return is_done;
}

static int generate_with_passwdqc(const struct operation *o)
{
    const passwdqc_params_t *params = o->settings;
    char *password = passwdqc_random(&params->qc);
    int is_done = password != NULL;

    free(password);
    return is_done;
}

/* ---- What is measured ------------------------------------------------------------------------------------- */

/* The lines of a file that are descriptors to passwordrules. *refused counts the others. */
static struct text *read_descriptors(const char *path, size_t *count, size_t *refused)
{
    static struct text texts[4096];
    static char line[70000];
    FILE *file = fopen(path, "r");

    if (file == NULL)
        die("%s cannot be read", path);
    *count = *refused = 0;
    while (*count < COUNT(texts) && fgets(line, sizeof line, file) != NULL) {
        struct text text = { line, strcspn(line, "\n") };
        struct operation once = { .texts = &text, .count = 1 };
        if (!parse_with_passwordrules(&once)) {
            ++*refused;
            continue;
        }
        text.bytes = strndup(line, text.length);
        texts[(*count)++] = text;
    }
    fclose(file);
    /* A few characters that only one implementation accepts are expected; more would be a mistake. */
    if (*count == 0 || *refused * 20 > *count)
        die("%s: %zu of %zu descriptors are refused", path, *refused, *count + *refused);
    return texts;
}

/* One a call has no name: it is what stands beside the peers. */
static void add_generations(void)
{
    static const char styled[] = "required: upper; required: lower; required: digit; allowed: [-]; minlength: 12;";
#define OPTIONS(...) { .size = sizeof(passwordrules_generate_options), __VA_ARGS__ }
    static struct generation generations[] = {
        { DESCRIPTOR, 1, OPTIONS(.style = PASSWORDRULES_STYLE_RANDOM, .length = GENERATED_LENGTH),
          GENERATED_LENGTH + 1, NULL },
        { DESCRIPTOR, 0, OPTIONS(.style = PASSWORDRULES_STYLE_RANDOM), GENERATED_LENGTH + 1, NULL },
        { DESCRIPTOR, 1,
          OPTIONS(.style = PASSWORDRULES_STYLE_RANDOM, .length = GENERATED_LENGTH, .count = GENERATED_AT_ONCE),
          GENERATED_AT_ONCE * (GENERATED_LENGTH + 1), NULL },
        { styled, 1, OPTIONS(.style = PASSWORDRULES_STYLE_READABLE), 0, NULL },
        { styled, 1, OPTIONS(.style = PASSWORDRULES_STYLE_WORDS), 0, NULL },
    };
    static const char *const names[] = { "", "by default", "many a call", "readable", "words" };

    for (size_t i = 0; i < COUNT(generations); i++) {
        const struct operation generate =
            OPERATION("generate", "passwordrules", generate_with_passwordrules, &generations[i]);
        prepare(&generations[i]);
        add(generate, names[i], NULL, generations[i].options.count == 0 ? 1 : generations[i].options.count, 1);
    }
}

int main(int argc, char **argv)
{
    static struct text typical = { (char *)DESCRIPTOR, sizeof DESCRIPTOR - 1 };

    if (argc != 4)
        die("usage: callbench ROUNDS DICTIONARY DESCRIPTORS");
    pwquality_settings_t *generator = pwquality_settings(NULL, 0, NULL);
    pwquality_settings_t *dictionary_generator = NULL;
    if (strcmp(argv[2], "-") != 0)
        dictionary_generator = pwquality_settings(NULL, 0, argv[2]);
    passwdqc_params_t params;
    read_passwdqc_options(&params);
    params.qc.random_bits = GENERATED_BITS;

    const struct operation parses[] = {
        OPERATION("parse", "passwordrules", parse_with_passwordrules, NULL),
        OPERATION("parse", "pwquality", parse_with_pwquality, NULL),
        OPERATION("parse", "passwdqc", parse_with_passwdqc, NULL),
    };
    for (size_t j = 0; j < COUNT(parses); j++)
        add(parses[j], "typical", &typical, 1, 1);

    size_t count, refused;
    char input[64];
    const struct text *texts = read_descriptors(argv[3], &count, &refused);
    snprintf(input, sizeof input, "%zu of %zu", count, count + refused);
    const struct operation many = OPERATION("parse many", "passwordrules", parse_with_passwordrules, NULL);
    add(many, input, texts, count, 1);

    /* Twice the length ought to take about twice the time. */
    static const char *const lengths[] = { "16 KiB", "32 KiB", "64 KiB" };
    static struct text rising[COUNT(lengths)], wrong[COUNT(lengths)], open[COUNT(lengths)];
    const struct operation brackets = OPERATION("parse brackets", "passwordrules", parse_mistakes, NULL);
    const struct operation mistakes = OPERATION("parse mistakes", "passwordrules", parse_mistakes, NULL);
    const struct operation whole = OPERATION("parse long", "passwordrules", parse_with_passwordrules, NULL);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        rising[i].length = wrong[i].length = open[i].length = (size_t)16384 << i;
        rising[i].bytes = repeated("minlength: 12; ", rising[i].length);
        wrong[i].bytes = repeated("minlenght: 12; ", wrong[i].length);
        open[i].bytes = repeated("required: [a; ", open[i].length);
        /* Cut off inside a word, the last property would be a mistake. */
        for (size_t j = rising[i].length - 1; rising[i].bytes[j] != ';'; j--)
            rising[i].bytes[j] = ' ';
        add(whole, lengths[i], &rising[i], 1, 1);
        add(mistakes, lengths[i], &wrong[i], 1, 1);
        add(brackets, lengths[i], &open[i], 1, 1);
    }

    add_generations();
    const struct operation generates[] = {
        OPERATION("generate", "pwquality", generate_with_pwquality, generator),
        OPERATION("generate", "pwquality+dict", generate_with_pwquality, dictionary_generator),
        OPERATION("generate", "passwdqc", generate_with_passwdqc, &params),
    };
    for (size_t j = 0; j < COUNT(generates); j++)
        if (generates[j].settings != NULL)
            add(generates[j], "", NULL, 1, 1);

    size_t rounds = strtoul(argv[1], NULL, 10);
    if (rounds == 0)
        die("no rounds, no figures");
    measure(rounds);
    return 0;
}
