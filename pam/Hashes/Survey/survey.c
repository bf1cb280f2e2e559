/*
 * Reads the hashes of a machine: counts the unknown ones, and measures the slowest.
 */
#define _GNU_SOURCE
#include "survey.h"
#include "hashes.h"

#include <crypt.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The size in bytes of the largest file that is read. */
#define LONGEST_FILE (1 << 26)

/* Facts about the hashes of one or more files. */
struct survey {
    long unknown;
    size_t count;
    /* The first hash of each method and cost. */
    char hashes[MEASURED_METHODS][CRYPT_OUTPUT_SIZE];
};

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* A method of crypt(5). */
struct method {
    const char *prefix;
    const char *name;
    /* The cost is a field of its own, which ends in a dollar sign. */
    int has_field;
    /* The length of prefix and cost, if they have a fixed one. */
    size_t length;
};

static const struct method methods[] = {
    { "$y$", "yescrypt", 1, 0 },
    { "$gy$", "gost-yescrypt", 1, 0 },
    { "$7$", "scrypt", 0, 14 },
    { "$2", "bcrypt", 0, 7 },
    { "$6$rounds=", "SHA-512", 1, 0 },
    { "$6$", "SHA-512", 0, 3 },
    { "$5$rounds=", "SHA-256", 1, 0 },
    { "$5$", "SHA-256", 0, 3 },
    { "$sha1$", "SHA-1", 1, 0 },
    { "$md5", "SunMD5", 1, 0 },
    { "$1$", "MD5", 0, 3 },
    { "$3$", "NT", 0, 3 },
    { "_", "BSDi DES", 0, 5 },
    { "", "DES", 0, 0 },
};

static const struct method *method_of(const char *hash)
{
    const struct method *method = methods;

    while (strncmp(hash, method->prefix, strlen(method->prefix)) != 0)
        method++;
    return method;
}

/* The length of the beginning of a hash that names its method and cost. The salt follows. */
static size_t length_of_setting(const char *hash)
{
    const struct method *method = method_of(hash);
    const char *end;

    if (!method->has_field)
        return strnlen(hash, method->length);
    end = strchr(hash + strlen(method->prefix), '$');
    return end != NULL ? (size_t)(end - hash) : strlen(hash);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void add_hash(struct survey *survey, const char *hash)
{
    /* A locked password has an exclamation mark before its hash. */
    while (*hash == '!')
        hash++;
    if (*hash == '\0' || *hash == '*')
        return;
    if (!is_known_hash(hash)) {
        survey->unknown++;
        return;
    }
    const size_t length = length_of_setting(hash);
    for (size_t i = 0; i < survey->count; i++) {
        if (length_of_setting(survey->hashes[i]) == length && memcmp(survey->hashes[i], hash, length) == 0)
            return;
    }
    const size_t size = strlen(hash) + 1;
    if (survey->count < MEASURED_METHODS && size <= sizeof survey->hashes[0])
        memcpy(survey->hashes[survey->count++], hash, size);
}

/* Adds the hashes of a line, which are in the field with this index. Changes the line. */
static void add_line(struct survey *survey, char *line, int field, const char *separators)
{
    char *rest = line, *hashes, *hash;

    while (field-- > 0)
        strsep(&rest, ":");
    hashes = strsep(&rest, ":");
    while ((hash = strsep(&hashes, separators)) != NULL)
        add_hash(survey, hash);
}

/* Reads a file of a known size. Returns the number of bytes, or -1. */
static ssize_t read_bytes(int file, char *bytes, size_t size)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t count = read(file, bytes + done, size - done);
        if (count == 0)
            break;
        if (count > 0)
            done += (size_t)count;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)done;
}

/* Adds the hashes of a file. Returns 0, or -1 if it cannot be read. */
static int add_file(struct survey *survey, const char *path, int field, const char *separators)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat state;
    char *bytes = NULL;
    ssize_t size = -1;

    if (file < 0)
        return -1;
    if (fstat(file, &state) == 0 && S_ISREG(state.st_mode) && state.st_size <= LONGEST_FILE)
        bytes = malloc((size_t)state.st_size + 1);
    if (bytes != NULL)
        size = read_bytes(file, bytes, (size_t)state.st_size);
    close(file);
    if (size >= 0) {
        bytes[size] = '\0';
        char *rest = bytes, *line;
        while ((line = strsep(&rest, "\n")) != NULL)
            add_line(survey, line, field, separators);
    }
    if (bytes != NULL)
        explicit_bzero(bytes, (size_t)state.st_size);
    free(bytes);
    return size >= 0 ? 0 : -1;
}

static int add_opasswd(struct survey *survey, const char *path)
{
    return add_file(survey, path, 3, ",");
}

/* ---- The results --------------------------------------------------------------------------------------- */

long count_unknown_hashes(const char *opasswd)
{
    struct survey survey = { 0 };
    const int status = add_opasswd(&survey, opasswd);
    const long count = survey.unknown;

    explicit_bzero(&survey, sizeof survey);
    return status == 0 ? count : -1;
}

/* Measures one comparison, if it takes longer than those before. */
static void measure(const char *hash, struct hash_cost *cost)
{
    struct timespec start, end;

    clock_gettime(CLOCK_MONOTONIC, &start);
    if (match_hash("correct horse battery staple", hash) == HASH_FAILED)
        return;
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    if (seconds > cost->seconds)
        *cost = (struct hash_cost){ seconds, method_of(hash)->name };
}

struct hash_cost measure_slowest_hash(const char *shadow, const char *opasswd)
{
    struct hash_cost cost = { -1, "" };
    struct survey survey = { 0 };

    (void)add_file(&survey, shadow, 1, "");
    (void)add_opasswd(&survey, opasswd);
    for (size_t i = 0; i < survey.count; i++)
        measure(survey.hashes[i], &cost);
    if (survey.count == 0) {
        char *setting = crypt_gensalt_ra(NULL, 0, NULL, 0);
        if (setting != NULL)
            measure(setting, &cost);
        free(setting);
    }
    explicit_bzero(&survey, sizeof survey);
    return cost;
}
