/*
 * hashes.h - compares passwords with the hashes of crypt(5)
 *
 * The PAM module compares with them; the command asks which ones libcrypt knows, and how long one takes.
 */
#ifndef PAM_PASSWORDRULES_HASHES_H
#define PAM_PASSWORDRULES_HASHES_H

/* How a password compares with a hash. */
enum hash_match {
    HASH_DIFFERS,
    HASH_MATCHES,
    HASH_UNKNOWN, /* libcrypt does not know the method, so no password matches */
    HASH_FAILED   /* it cannot be computed now, for lack of memory for example */
};

/* Whether libcrypt can compare passwords with this hash. */
int is_known_hash(const char *hash);

/*
 * Compares a password with a hash. It takes as long as the hash was made to take, and its memory is wiped.
 * No hash is made from 512 bytes or more, so a longer password differs.
 */
enum hash_match match_hash(const char *password, const char *hash);

#endif
