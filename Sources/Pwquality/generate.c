/*
 * Generates a password that the policy accepts.
 */
#define _GNU_SOURCE
#include "policy.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/*
 * Writes a suggestion with at least `bits` of entropy; if `bits` is 0, the policy sets the minimum. Sets
 * is_enough if the suggestion has the wanted entropy.
 */
static int suggest(const pwquality_settings_t *pwq, int bits, int wanted, char *password, size_t size, int *is_enough)
{
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_generated generated = PASSWORDRULES_GENERATED_INIT;
    passwordrules_policy *policy = NULL;
    int result = load_policy(pwq, &context, bits, &policy);

    *is_enough = 0;
    if (result != PWQ_ERROR_SUCCESS)
        return result;
    switch (passwordrules_policy_suggest(policy, &context, password, size, NULL, &generated)) {
    case PASSWORDRULES_OK: *is_enough = generated.entropy >= wanted; break;
    case PASSWORDRULES_ERANDOM: result = PWQ_ERROR_RNG; break;
    case PASSWORDRULES_ENOMEM: result = PWQ_ERROR_MEM_ALLOC; break;
    default: result = PWQ_ERROR_GENERATION_FAILED; break;
    }
    passwordrules_policy_free(policy);
    return result;
}

int pwquality_generate(pwquality_settings_t *pwq, int entropy_bits, char **password)
{
    char generated[PASSWORDRULES_GENERATE_MAX + 1];
    int is_enough = 0;

    *password = NULL;
    forget_text();
    if (entropy_bits < PWQ_MIN_ENTROPY_BITS)
        entropy_bits = PWQ_MIN_ENTROPY_BITS;
    if (entropy_bits > PWQ_MAX_ENTROPY_BITS)
        entropy_bits = PWQ_MAX_ENTROPY_BITS;
    /* The policy may require more; its own suggestion is the one that passwd would show. */
    int result = suggest(pwq, 0, entropy_bits, generated, sizeof generated, &is_enough);
    if (result == PWQ_ERROR_SUCCESS && !is_enough)
        result = suggest(pwq, entropy_bits, entropy_bits, generated, sizeof generated, &is_enough);
    if (result == PWQ_ERROR_SUCCESS && !is_enough)
        result = PWQ_ERROR_GENERATION_FAILED;
    if (result == PWQ_ERROR_SUCCESS && (*password = strdup(generated)) == NULL)
        result = PWQ_ERROR_MEM_ALLOC;
    explicit_bzero(generated, sizeof generated);
    return result;
}
