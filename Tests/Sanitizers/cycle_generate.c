/* The part of a cycle about generating and counting. */
#include "cycle.h"

#include <stdio.h>
#include <string.h>

/* How many of the passwords, one a line, the rules accept. */
static int accepted_of(const passwordrules_rules *rules, const char *passwords)
{
    passwordrules_report *report = NULL;
    int accepted = 0;
    if (passwordrules_report_create(&report) != PASSWORDRULES_OK)
        return -1;
    while (*passwords != '\0') {
        size_t length = strcspn(passwords, "\n");
        if (passwordrules_check_into(rules, passwords, length, PASSWORDRULES_CHECK_STRICT_READING, report) == PASSWORDRULES_OK)
            accepted += passwordrules_report_accepted(report);
        passwords += length + (passwords[length] == '\n');
    }
    passwordrules_report_free(report);
    return accepted;
}

/* The words are random, and so is the length of the text. */
static void generate(const passwordrules_rules *rules, const passwordrules_generate_options *options, size_t size,
                     struct transcript *transcript)
{
    char buffer[2048] = "";
    size_t needed = 0;
    passwordrules_generated generated = {.size = sizeof generated};
    note(transcript, "generate",
         passwordrules_generate(rules, options, size > 0 ? buffer : NULL, size, &needed, &generated));
    note(transcript, "style", generated.style);
    note(transcript, "length", (long long)generated.length);
    note(transcript, "millibits", (long long)(generated.entropy * 1000));
    note(transcript, "accepted", accepted_of(rules, buffer));
    note(transcript, "needed", buffer[0] == '\0' ? (long long)needed : needed == strlen(buffer) + 1);
    memset(buffer, 0, sizeof buffer);
}

static void count(const passwordrules_rules *rules, size_t length, size_t size, struct transcript *transcript)
{
    char buffer[512] = "";
    size_t needed = 0;
    double entropy = 0;
    int status = passwordrules_count(rules, length, size > 0 ? buffer : NULL, size, &needed, &entropy);
    note_written(transcript, "count", status, buffer, size, needed);
    note(transcript, "millibits", (long long)(entropy * 1000));
}

static void find_length(const passwordrules_rules *rules, double entropy, struct transcript *transcript)
{
    size_t length = 0;
    note(transcript, "shortest", passwordrules_shortest_length(rules, entropy, &length));
    note(transcript, "shortest length", (long long)length);
}

void use_generator(const struct shared *shared, struct transcript *transcript)
{
    const size_t size = sizeof(passwordrules_generate_options);
    const passwordrules_generate_options options[] = {
        {.size = size},
        {.size = size, .style = PASSWORDRULES_STYLE_READABLE, .count = 3},
        {.size = size, .style = PASSWORDRULES_STYLE_WORDS, .entropy = 50, .exclude = "ambiguous"},
        {.size = size, .length = 9, .exclude = "[aeiou], space-at-ends"},
        {.size = size, .length = 5},
        {.size = size, .style = 77},
        {.size = size, .exclude = "no such class"},
        {.size = 1},
    };
    for (size_t index = 0; index < sizeof options / sizeof *options; index++) {
        generate(shared->rules, &options[index], 2048, transcript);
        if (index == 1) {
            generate(shared->rules, &options[index], 2, transcript);
            generate(shared->rules, &options[index], 0, transcript);
        }
    }
    generate(shared->rules, NULL, 2048, transcript);
    generate(NULL, NULL, 2048, transcript);

    static const char *const descriptors[] = {
        "minlength: 8; required: upper; required: digit; required: special;",
        "required: upper; required: digit; required: lower; maxlength: 2",
        "allowed: [ab]; maxlength: 3; minlength: 3",
        /* More requirements than can be counted, which most passwords of that length meet. */
        ("required: [abcdefgh]; required: [bcdefghi]; required: [cdefghij]; required: [defghijk]; "
         "required: [efghijkl]; required: [fghijklm]; required: [ghijklmn]; required: [hijklmno]; "
         "required: [ijklmnop]; required: [jklmnopq]; required: [klmnopqr]; minlength: 40"),
        "allowed: [a]; max-repeating: 1; minlength: 2",
    };
    for (size_t index = 0; index < sizeof descriptors / sizeof *descriptors; index++) {
        passwordrules_rules *rules = NULL;
        const passwordrules_generate_options many = {.size = size, .count = 100};
        note(transcript, "parse", passwordrules_parse(descriptors[index], strlen(descriptors[index]), 0, &rules, NULL));
        generate(rules, NULL, 2048, transcript);
        if (index == 2)
            generate(rules, &many, 2048, transcript);
        count(rules, 0, 512, transcript);
        count(rules, 12, 2, transcript);
        count(rules, 2000, 512, transcript);
        if (index == 1 || index == 3)
            find_length(rules, 40, transcript);
        passwordrules_rules_free(rules);
    }
    count(shared->rules, 12, 512, transcript);
    count(shared->rules, 20, 0, transcript);
    count(NULL, 20, 512, transcript);
    find_length(shared->rules, 40, transcript);
    find_length(shared->rules, -1, transcript);
    find_length(NULL, 40, transcript);
}

void seek_in_vain(struct transcript *transcript)
{
    char descriptor[26 * 14 + 16];
    size_t length = 0;
    passwordrules_rules *rules = NULL;
    for (int letter = 'a'; letter <= 'z'; letter++)
        length += (size_t)snprintf(descriptor + length, sizeof descriptor - length, "required: [%c];", letter);
    length += (size_t)snprintf(descriptor + length, sizeof descriptor - length, "maxlength: 26");
    note(transcript, "parse", passwordrules_parse(descriptor, length, 0, &rules, NULL));
    generate(rules, NULL, 2048, transcript);
    passwordrules_rules_free(rules);
}
