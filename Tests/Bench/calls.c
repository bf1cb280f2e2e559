/* Reading demands, counting passwords exactly, and generating them. */
#include "operations.h"

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
    passwdqc_params_t *params = passwdqc_settings(PASSWDQC_OPTIONS, COUNT(PASSWDQC_OPTIONS));

    (void)o;
    passwdqc_params_free(params);
    free(params);
    return 1;
}

/* The lines of a file that are descriptors to passwordrules. */
static struct text *read_descriptors(const char *path, size_t *count)
{
    static struct text texts[4096];
    static char line[70000];
    size_t refused = 0;
    FILE *file = fopen(path, "r");

    if (file == NULL)
        die("%s cannot be read", path);
    *count = 0;
    while (*count < COUNT(texts) && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        struct text *text = text_of(strdup(line));
        struct operation once = { .texts = text, .count = 1 };
        if (parse_with_passwordrules(&once))
            texts[(*count)++] = *text;
        else
            refused++;
    }
    fclose(file);
    /* A few characters that only one implementation accepts are expected; more would be a mistake. */
    if (*count == 0 || refused * 20 > *count)
        die("%s: %zu of %zu descriptors are refused", path, refused, *count + refused);
    return texts;
}

static void add_parses(const struct text *many, size_t count)
{
    static const char *const lengths[] = { "16 KiB", "32 KiB", "64 KiB" };
    const struct text *typical = text_of(strdup(DESCRIPTOR));

    ADD("parse", OURS, "typical", parse_with_passwordrules, 1, NULL, .texts = typical);
    ADD("parse", "pwquality", "typical", parse_with_pwquality, 1, NULL);
    ADD("parse", "passwdqc", "typical", parse_with_passwdqc, 1, NULL);
    ADD("parse", OURS, "many", parse_with_passwordrules, 1, NULL, .texts = many, .count = count);
    /* Twice the length ought to take about twice the time. */
    for (size_t i = 0; i < COUNT(lengths); i++) {
        size_t length = (size_t)16384 << i;
        struct text *rising = text_of(repeated("minlength: 12; ", length));
        /* Cut off inside a word, the last property would be a mistake. */
        for (size_t j = length - 1; rising->bytes[j] != ';'; j--)
            rising->bytes[j] = ' ';
        ADD("parse long", OURS, lengths[i], parse_with_passwordrules, 1, NULL, .texts = rising);
        ADD("parse mistakes", OURS, lengths[i], parse_mistakes, 1, NULL, .texts = text_of(repeated("minlenght: 12; ", length)));
        ADD("parse brackets", OURS, lengths[i], parse_mistakes, 1, NULL, .texts = text_of(repeated("required: [a; ", length)));
    }
}

/* ---- Count ------------------------------------------------------------------------------------------------ */

struct task {
    passwordrules_rules *rules;
    size_t length;
};

static int count(const struct operation *o)
{
    const struct task *task = o->settings;
    /* 1,024 characters of 95 make a number of 2,026 digits. */
    char digits[2100];

    return passwordrules_count(task->rules, task->length, digits, sizeof digits, NULL, NULL);
}

/*
 * Each descriptor but those that have too many requirements to count, at each length. Before the rounds every case is counted
 * once; by how many kB that made the peak resident set grow is a line by itself.
 */
static void add_counts(const struct text *texts, size_t text_count)
{
    static const struct {
        const char *action;
        size_t length;
    } lengths[] = { { "count 20", 20 }, { "count 64", 64 } };
    static const char ten[] = "required: [a]; required: [b]; required: [c]; required: [d]; required: [e]; required: [f]; "
                              "required: [g]; required: [h]; required: [i]; required: [j]; allowed: ascii-printable; "
                              "max-repeating: 1; max-sequential: 1;";
    struct task hardest = { NULL, 128 };
    struct operation once = { .settings = &hardest };

    memory_now(); /* what stdio itself takes is not the library's */
    long before = memory_now().rss_kb;
    for (size_t i = 0; i < text_count * COUNT(lengths); i++) {
        const struct text *text = &texts[i / COUNT(lengths)];
        struct task *task = allocated(sizeof *task);
        struct operation operation = { lengths[i % COUNT(lengths)].action, OURS, text->bytes, count, .settings = task };
        task->length = lengths[i % COUNT(lengths)].length;
        if (passwordrules_parse(text->bytes, text->length, 0, &task->rules, NULL) != PASSWORDRULES_OK)
            die("%s is no descriptor any more", text->bytes);
        operation.expected = count(&operation);
        if (operation.expected == PASSWORDRULES_OK || operation.expected == PASSWORDRULES_EUNSATISFIABLE)
            add(operation);
        else if (operation.expected != PASSWORDRULES_EREQUIREMENTS)
            die("counting ended with status %d for %s", operation.expected, text->bytes);
    }
    if (passwordrules_parse(ten, sizeof ten - 1, 0, &hardest.rules, NULL) != PASSWORDRULES_OK ||
        count(&once) != PASSWORDRULES_OK)
        die("ten requirements cannot be counted");
    /* Not getrusage(): what that says of a process includes the one that became it. */
    printf("count\t" OURS "\trss\t%ld\n", kilobytes("/proc/self/status", "VmHWM:") - before);
}

/* ---- Generate --------------------------------------------------------------------------------------------- */

struct generation {
    const char *name; /* one that is generated alone has none: it stands beside the peers */
    int style;
    size_t length, count; /* 0: by default */
    int has_options;      /* 0: NULL */
    size_t written;       /* how many bytes it takes; 0: they vary */
    passwordrules_rules *rules;
};

static int generate(const struct generation *generation, passwordrules_generated *generated)
{
    static char passwords[GENERATED_AT_ONCE * (GENERATED_LENGTH + 1)];
    const passwordrules_generate_options options = { .size = sizeof options, .length = generation->length,
                                                     .style = generation->style, .count = generation->count };
    size_t needed;

    return passwordrules_generate(generation->rules, generation->has_options ? &options : NULL, passwords,
                                  sizeof passwords, &needed, generated) == PASSWORDRULES_OK &&
           (generation->written == 0 || needed == generation->written);
}

static int generate_with_passwordrules(const struct operation *o)
{
    return generate(o->settings, NULL);
}

/* With default settings: with stricter ones, it often gives up after three tries. */
static int generate_with_pwquality(const struct operation *o)
{
    char *password = NULL;
    int status = pwquality_generate((void *)(uintptr_t)o->settings, GENERATED_BITS, &password);
    int is_done = status >= 0 && password != NULL;

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

static void add_generations(const char *dictionary)
{
    static const char styled[] = "required: upper; required: lower; required: digit; allowed: [-]; minlength: 12;";
    static struct generation generations[] = {
        { "", PASSWORDRULES_STYLE_RANDOM, GENERATED_LENGTH, 0, 1, GENERATED_LENGTH + 1, NULL },
        { "by default", PASSWORDRULES_STYLE_RANDOM, 0, 0, 0, GENERATED_LENGTH + 1, NULL },
        { "many a call", PASSWORDRULES_STYLE_RANDOM, GENERATED_LENGTH, GENERATED_AT_ONCE, 1,
          GENERATED_AT_ONCE * (GENERATED_LENGTH + 1), NULL },
        { "readable", PASSWORDRULES_STYLE_READABLE, 0, 0, 1, 0, NULL },
        { "words", PASSWORDRULES_STYLE_WORDS, 0, 0, 1, 0, NULL },
    };

    for (size_t i = 0; i < COUNT(generations); i++) {
        struct generation *one = &generations[i];
        const char *descriptor = one->style == PASSWORDRULES_STYLE_RANDOM ? DESCRIPTOR : styled;
        passwordrules_generated generated = { .size = sizeof generated };
        /* Only the description reveals that the rules do not permit the style. */
        if (passwordrules_parse(descriptor, strlen(descriptor), 0, &one->rules, NULL) != PASSWORDRULES_OK ||
            !generate(one, &generated) || generated.style != one->style)
            die("passwordrules does not generate what it was asked for with %s", descriptor);
        ADD("generate", OURS, one->name, generate_with_passwordrules, 1, one, .count = one->count);
    }
    ADD("generate", "pwquality", "", generate_with_pwquality, 1, pwquality_settings(NULL, 0, NULL));
    if (strcmp(dictionary, "-") != 0)
        ADD("generate", "pwquality+dict", "", generate_with_pwquality, 1, pwquality_settings(NULL, 0, dictionary));
    passwdqc_params_t *params = passwdqc_settings(PASSWDQC_OPTIONS, COUNT(PASSWDQC_OPTIONS));
    params->qc.random_bits = GENERATED_BITS;
    ADD("generate", "passwdqc", "", generate_with_passwdqc, 1, params);
}

void add_calls(char **arguments)
{
    size_t text_count;
    const struct text *texts = read_descriptors(arguments[1], &text_count);

    add_counts(texts, text_count);
    add_parses(texts, text_count);
    add_generations(arguments[0]);
}
