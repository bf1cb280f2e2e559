/* A cycle as a whole, where it takes place, and what it writes down. */
#include "cycle.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <nss.h>
#endif

/* ---- Writing down ---- */

static void append(struct transcript *transcript, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(struct transcript *transcript, const char *format, ...)
{
    size_t room = sizeof transcript->text - transcript->length;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(transcript->text + transcript->length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room)
        transcript->is_cut = 1;
    else
        transcript->length += (size_t)length;
}

void note(struct transcript *transcript, const char *what, long long number)
{
    append(transcript, "%s: %lld\n", what, number);
}

void note_text(struct transcript *transcript, const char *what, const char *text)
{
    append(transcript, "%s: %s\n", what, text != NULL ? text : "(null)");
}

void note_written(struct transcript *transcript, const char *what, int status, const char *buffer, size_t size,
                  size_t needed)
{
    append(transcript, "%s: status %d, %zu of %zu bytes: %s\n", what, status, needed, size, size > 0 ? buffer : "");
}

int is_same(const struct transcript *expected, const struct transcript *found)
{
    if (expected->is_cut || found->is_cut) {
        fputs("a transcript was cut\n", stderr);
        return 0;
    }
    if (strcmp(expected->text, found->text) == 0)
        return 1;
    size_t start = 0, at = 0;
    for (; expected->text[at] == found->text[at]; at++)
        if (expected->text[at] == '\n')
            start = at + 1;
    fprintf(stderr, "expected %.*s\nfound    %.*s\n", (int)strcspn(expected->text + start, "\n"), expected->text + start,
            (int)strcspn(found->text + start, "\n"), found->text + start);
    return 0;
}

/* ---- Files ---- */

/* With a mode that makes the file trusted, whatever the umask is. 0 if it was written. */
static int write_file(const char *path, const void *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    int is_written = write(file, bytes, length) == (ssize_t)length;
    return close(file) == 0 && is_written ? 0 : -1;
}

/* Copies a list that is damaged, and one that is truncated. */
static int write_damaged_lists(const struct files *files, const char *list)
{
    int status = -1;
    FILE *file = fopen(list, "rb");
    if (file == NULL)
        return -1;
    char *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        rewind(file);
        if (length > 100 && (bytes = malloc((size_t)length)) != NULL
            && fread(bytes, 1, (size_t)length, file) == (size_t)length) {
            status = write_file(files->short_list, bytes, 100);
            /* Anything but the header, so that it can be opened, and any look-up meets the damage. */
            for (long at = 64; at < length; at += 3)
                bytes[at] = (char)(bytes[at] ^ 0x55);
            status |= write_file(files->damaged, bytes, (size_t)length);
        }
    }
    free(bytes);
    fclose(file);
    return status;
}

static const char BROKEN[] = "rules = required: uper\nretry = many\nno such line\n[user]\nblocklist = /nonexistent/list\n";
/* A policy that is enforced for some users must have rules for them: mabel's policy cannot be found, all others can. */
static const char PARTIAL[] = "enforce = no\n[user mabel]\nenforce = yes\n";

static int make_files(const char *list, struct files *files)
{
    char policy[1024];
    strcpy(files->folder, "/tmp/passwordrules-cycle-XXXXXX");
    if (mkdtemp(files->folder) == NULL)
        return -1;
    snprintf(files->policy, sizeof files->policy, "%s/policy", files->folder);
    snprintf(files->broken, sizeof files->broken, "%s/broken", files->folder);
    snprintf(files->partial, sizeof files->partial, "%s/partial", files->folder);
    snprintf(files->damaged, sizeof files->damaged, "%s/damaged", files->folder);
    snprintf(files->short_list, sizeof files->short_list, "%s/short", files->folder);
    int length = snprintf(policy, sizeof policy,
                          "rules = required: upper; required: digit; minlength: 12; max-repeating: 2\n"
                          "blocklist = %s\nusername = reject\nfull-name = reject\nold-password = same, case, reversed\n"
                          "palindrome = reject\nretry = 4\n"
                          "[group no-such-group-here]\nretry = 7\n"
                          "[user alice]\nretry = 5\nrules = minlength: 8\nsuggest-style = words\n",
                          list);
    if (length < 0 || (size_t)length >= sizeof policy)
        return -1;
    return write_file(files->policy, policy, (size_t)length) | write_file(files->broken, BROKEN, sizeof BROKEN - 1)
           | write_file(files->partial, PARTIAL, sizeof PARTIAL - 1) | write_damaged_lists(files, list);
}

static void remove_files(const struct files *files)
{
    unlink(files->policy);
    unlink(files->broken);
    unlink(files->partial);
    unlink(files->damaged);
    unlink(files->short_list);
    rmdir(files->folder);
}

/* ---- The cycle ---- */

int open_shared(const char *list, struct files *files, struct shared *shared)
{
    static const char descriptor[] = "minlength: 8; required: upper; required: digit; allowed: lower, [-]; max-repeating: 2";
    memset(files, 0, sizeof *files);
    memset(shared, 0, sizeof *shared);
#ifdef __GLIBC__
    /* Other databases of the machine are not tested here, and their modules keep memory of their own. */
    const char *databases[] = {"passwd", "group", "initgroups"};
    for (size_t index = 0; index < 3; index++)
        if (__nss_configure_lookup(databases[index], "files") != 0)
            return -1;
#endif
    shared->files = files;
    if (make_files(list, files) == 0
        && passwordrules_parse(descriptor, sizeof descriptor - 1, 0, &shared->rules, NULL) == PASSWORDRULES_OK
        && passwordrules_policy_load(files->policy, NULL, 0, 0, &shared->policy, NULL) == PASSWORDRULES_OK
        && passwordrules_blocklist_open(list, 0, &shared->list, NULL) == PASSWORDRULES_OK)
        return 0;
    fputs("the files cannot be made or read\n", stderr);
    close_shared(shared);
    return -1;
}

void close_shared(struct shared *shared)
{
    remove_files(shared->files);
    passwordrules_rules_free(shared->rules);
    passwordrules_policy_free(shared->policy);
    passwordrules_blocklist_free(shared->list);
    memset(shared, 0, sizeof *shared);
}

void cycle(const struct shared *shared, struct transcript *transcript)
{
    transcript->length = 0;
    transcript->is_cut = 0;
    use_texts(transcript);
    use_rules(shared, transcript);
    use_checks(shared, transcript);
    use_generator(shared, transcript);
    use_policies(shared, transcript);
    use_blocklists(shared, transcript);
}
