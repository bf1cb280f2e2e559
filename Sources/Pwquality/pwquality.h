/*
 * pwquality.h - the interface of libpwquality 1.4.5, in passwordrules' libpwquality.so.1
 *
 * Programs that are compiled with this header or with that of libpwquality-dev run with either library. This
 * one checks new passwords by the policy in /etc/security/passwordrules.conf: see passwordrules-pwquality(7).
 *
 * Threads. Any number of threads may use settings at once, as long as none changes them. Each function
 * describes ownership.
 */
#ifndef PWQUALITY_H
#define PWQUALITY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Settings, with their names in pwquality.conf. BAD_WORDS and DICT_PATH are strings, the others integers. */
#define PWQ_SETTING_DIFF_OK 1           /* difok */
#define PWQ_SETTING_MIN_LENGTH 3        /* minlen; 6 or more */
#define PWQ_SETTING_DIG_CREDIT 4        /* dcredit */
#define PWQ_SETTING_UP_CREDIT 5         /* ucredit */
#define PWQ_SETTING_LOW_CREDIT 6        /* lcredit */
#define PWQ_SETTING_OTH_CREDIT 7        /* ocredit */
#define PWQ_SETTING_MIN_CLASS 8         /* minclass */
#define PWQ_SETTING_MAX_REPEAT 9        /* maxrepeat */
#define PWQ_SETTING_DICT_PATH 10        /* dictpath */
#define PWQ_SETTING_MAX_CLASS_REPEAT 11 /* maxclassrepeat */
#define PWQ_SETTING_GECOS_CHECK 12      /* gecoscheck */
#define PWQ_SETTING_BAD_WORDS 13        /* badwords */
#define PWQ_SETTING_MAX_SEQUENCE 14     /* maxsequence */
#define PWQ_SETTING_DICT_CHECK 15       /* dictcheck */
#define PWQ_SETTING_USER_CHECK 16       /* usercheck */
#define PWQ_SETTING_ENFORCING 17        /* enforcing */
#define PWQ_SETTING_RETRY_TIMES 18      /* retry */
#define PWQ_SETTING_ENFORCE_ROOT 19     /* enforce_for_root */
#define PWQ_SETTING_LOCAL_USERS 20      /* local_users_only */
#define PWQ_SETTING_USER_SUBSTR 21      /* usersubstr */

/* Numbers of bits outside this range are raised or lowered to it. */
#define PWQ_MIN_ENTROPY_BITS 56
#define PWQ_MAX_ENTROPY_BITS 256

/* The maximum size of a text of pwquality_strerror in bytes, including its NUL. */
#define PWQ_MAX_ERROR_MESSAGE_LEN 256

#define PWQ_ERROR_SUCCESS 0
#define PWQ_ERROR_FATAL_FAILURE -1     /* the password could not be checked, so it is refused */
#define PWQ_ERROR_INTEGER -2           /* the value is not an integer */
#define PWQ_ERROR_CFGFILE_OPEN -3      /* the policy or a list of it cannot be read, so the password is refused */
#define PWQ_ERROR_CFGFILE_MALFORMED -4 /* the policy has a mistake, so the password is refused */
#define PWQ_ERROR_UNKNOWN_SETTING -5
#define PWQ_ERROR_NON_INT_SETTING -6   /* the setting is unknown or not an integer */
#define PWQ_ERROR_NON_STR_SETTING -7   /* the setting is unknown or not a string */
#define PWQ_ERROR_MEM_ALLOC -8         /* memory has run out */
#define PWQ_ERROR_TOO_SIMILAR -9
#define PWQ_ERROR_MIN_DIGITS -10
#define PWQ_ERROR_MIN_UPPERS -11
#define PWQ_ERROR_MIN_LOWERS -12
#define PWQ_ERROR_MIN_OTHERS -13
#define PWQ_ERROR_MIN_LENGTH -14
#define PWQ_ERROR_PALINDROME -15
#define PWQ_ERROR_CASE_CHANGES_ONLY -16
#define PWQ_ERROR_ROTATED -17
#define PWQ_ERROR_MIN_CLASSES -18
#define PWQ_ERROR_MAX_CONSECUTIVE -19
#define PWQ_ERROR_EMPTY_PASSWORD -20
#define PWQ_ERROR_SAME_PASSWORD -21
#define PWQ_ERROR_CRACKLIB_CHECK -22   /* a common password, or any reason without a number of its own */
#define PWQ_ERROR_RNG -23              /* the kernel gives no random bytes */
#define PWQ_ERROR_GENERATION_FAILED -24
#define PWQ_ERROR_USER_CHECK -25
#define PWQ_ERROR_GECOS_CHECK -26
#define PWQ_ERROR_MAX_CLASS_REPEAT -27
#define PWQ_ERROR_BAD_WORDS -28
#define PWQ_ERROR_MAX_SEQUENCE -29

typedef struct pwquality_settings pwquality_settings_t;

/*
 * Creates settings with libpwquality's defaults.
 *
 * Returns: NULL if memory runs out.
 * Ownership: free them with pwquality_free_settings.
 */
pwquality_settings_t *pwquality_default_settings(void);

/* Frees settings; NULL is ignored. The text of the last check in pwquality_strerror stays. */
void pwquality_free_settings(pwquality_settings_t *pwq);

/*
 * Makes this machine's policy apply from now on, and forgets earlier settings. Later settings add to the
 * policy, and never weaken it.
 *
 * Parameters:
 *   cfgfile   NULL, or the path of pwquality.conf, which is not read. Another file, and those in the folder
 *             next to it, are read as by libpwquality; their settings add to the policy. While one of them
 *             has a mistake or cannot be read, pwquality_check refuses every password.
 *   auxerror  out, may be NULL: NULL
 * Returns: always 0, because after an error some callers end, and others go on without a check.
 *   pwquality_check reports a policy that cannot be read.
 */
int pwquality_read_config(pwquality_settings_t *pwq, const char *cfgfile, void **auxerror);

/*
 * Sets an option, NAME=VALUE, with a name from pwquality.conf.
 *
 * Returns: 0, PWQ_ERROR_UNKNOWN_SETTING, PWQ_ERROR_INTEGER or PWQ_ERROR_MEM_ALLOC.
 */
int pwquality_set_option(pwquality_settings_t *pwq, const char *option);

/* Sets an integer. Returns: 0, PWQ_ERROR_NON_INT_SETTING or PWQ_ERROR_MEM_ALLOC. */
int pwquality_set_int_value(pwquality_settings_t *pwq, int setting, int value);

/*
 * Sets a string, which is copied; NULL for none. Returns: 0, PWQ_ERROR_NON_STR_SETTING or
 * PWQ_ERROR_MEM_ALLOC.
 */
int pwquality_set_str_value(pwquality_settings_t *pwq, int setting, const char *value);

/*
 * Gets an integer setting. After pwquality_read_config, MIN_LENGTH, RETRY_TIMES, ENFORCING, ENFORCE_ROOT
 * and LOCAL_USERS are those of the policy and of later settings; the others are as they were set. ENFORCING
 * is always 1 then: pwquality_check refuses only if the policy is enforced.
 *
 * Returns: 0, or PWQ_ERROR_NON_INT_SETTING.
 */
int pwquality_get_int_value(pwquality_settings_t *pwq, int setting, int *value);

/*
 * Gets a string setting. If DICT_PATH was not set, it is the path of the list of common passwords.
 *
 * Parameters:
 *   value  out: NULL for none; owned by the settings, until the next call that changes them
 * Returns: 0, or PWQ_ERROR_NON_STR_SETTING.
 */
int pwquality_get_str_value(pwquality_settings_t *pwq, int setting, const char **value);

/*
 * Generates a password that pwquality_check accepts.
 *
 * Parameters:
 *   entropy_bits  minimum entropy in bits, PWQ_MIN_ENTROPY_BITS to PWQ_MAX_ENTROPY_BITS
 *   password      out: the caller wipes it and frees it with free(3); NULL after an error
 * Returns: 0; PWQ_ERROR_GENERATION_FAILED if no accepted password has this entropy, or none was found;
 *   PWQ_ERROR_RNG; or an error of pwquality_check.
 */
int pwquality_generate(pwquality_settings_t *pwq, int entropy_bits, char **password);

/*
 * Checks a new password: after pwquality_read_config, by this machine's policy for the user and by later
 * settings; otherwise by the settings alone, as libpwquality does.
 *
 * Parameters:
 *   password     in UTF-8
 *   oldpassword  the password that it replaces; NULL or "" if it is not known
 *   user         whose password it is; NULL for the policy for everybody. A user who does not exist yet is
 *                checked without a full name.
 *   auxerror     out, may be NULL: the number of the limit for PWQ_ERROR_MIN_* and PWQ_ERROR_MAX_*; a
 *                constant text for PWQ_ERROR_CRACKLIB_CHECK; otherwise NULL. Nothing has to be freed.
 * Returns: a score, 0 to 100, or a PWQ_ERROR_*, which means that the password is refused. An accepted one has
 *   at least 50: 50, and 2.5 for each power of ten of its estimated guesses. One that does not meet a policy
 *   that only warns has 1 to 49.
 */
int pwquality_check(pwquality_settings_t *pwq, const char *password, const char *oldpassword, const char *user,
                    void **auxerror);

/*
 * Describes an error. For the last error of pwquality_check in this thread, the text has all reasons, in the
 * language of the program; for others it is a sentence in English.
 *
 * Parameters:
 *   buf, len  where the text is written, truncated if necessary; PWQ_MAX_ERROR_MESSAGE_LEN bytes are enough.
 *             NULL for a buffer of this thread, which the next call overwrites.
 *   auxerror  from the call that failed
 * Returns: the text, which is never empty, in that buffer.
 */
const char *pwquality_strerror(char *buf, size_t len, int errcode, void *auxerror);

#ifdef __cplusplus
}
#endif

#endif
