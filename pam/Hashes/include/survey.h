/*
 * survey.h - facts about the hashes of a machine's passwords
 *
 * Only the command contains these functions, not the module. They wipe the memory in which they keep hashes.
 */
#ifndef PAM_PASSWORDRULES_SURVEY_H
#define PAM_PASSWORDRULES_SURVEY_H

/*
 * The number of hashes in a file in opasswd's format whose method libcrypt does not know; -1 if the file cannot be
 * read. Such hashes are never compared with a password.
 */
long count_unknown_hashes(const char *opasswd);

/* What a comparison with a hash costs. */
struct hash_cost {
    double seconds;     /* negative if nothing could be measured */
    const char *method; /* its name; a constant */
};

/*
 * Compares a fixed text with one hash of each method and cost in these files, for up to MEASURED_METHODS of
 * them, and returns the slowest. Without a hash, or if the files cannot be read, measures the method that
 * libcrypt prefers for new ones. It takes as long as these comparisons.
 */
struct hash_cost measure_slowest_hash(const char *shadow, const char *opasswd);

/* Few machines have more than two. */
#define MEASURED_METHODS 4

#endif
