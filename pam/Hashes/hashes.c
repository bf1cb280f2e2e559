/*
 * Compares passwords with hashes, by libcrypt.
 */
#define _GNU_SOURCE
#include "hashes.h"

#include <crypt.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int is_known_hash(const char *hash)
{
    const int check = crypt_checksalt(hash);

    return check != CRYPT_SALT_INVALID && check != CRYPT_SALT_METHOD_DISABLED;
}

/* The time depends on the lengths alone. */
static int is_equal(const char *first, const char *second)
{
    const size_t length = strlen(first);
    unsigned difference = 0;

    if (length != strlen(second))
        return 0;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned char)first[i] ^ (unsigned char)second[i];
    return difference == 0;
}

/* Whether an error of crypt_r(3) is due to the hash, and not temporary. */
static int is_about_hash(int error)
{
    return error == EINVAL || error == ERANGE || error == ENOSYS || error == EOPNOTSUPP;
}

enum hash_match match_hash(const char *password, const char *hash)
{
    enum hash_match match;

    if (!is_known_hash(hash))
        return HASH_UNKNOWN;
    if (strlen(password) >= CRYPT_MAX_PASSPHRASE_SIZE)
        return HASH_DIFFERS;
    struct crypt_data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return HASH_FAILED;
    const char *made = crypt_r(password, hash, data);
    const int error = errno;
    /* Instead of NULL, libcrypt may return a text that begins with "*", which is not a hash. */
    if (made != NULL && made[0] != '*')
        match = is_equal(made, hash) ? HASH_MATCHES : HASH_DIFFERS;
    else
        match = is_about_hash(error) ? HASH_UNKNOWN : HASH_FAILED;
    explicit_bzero(data, sizeof *data);
    free(data);
    return match;
}
