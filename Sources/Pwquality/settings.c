/*
 * Sets and returns the settings of a program.
 */
#include "policy.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* libpwquality's own file, which the policy replaces. */
#define OWN_CONFIGURATION "/etc/security/pwquality.conf"
#define SHORTEST_LENGTH 6
#define CLASS_COUNT 4

const struct setting settings_by_number[SETTING_COUNT] = {
    [PWQ_SETTING_DIFF_OK] = { "difok", NUMBER, 1, 1 },
    [PWQ_SETTING_MIN_LENGTH] = { "minlen", NUMBER, 8, 1 },
    [PWQ_SETTING_DIG_CREDIT] = { "dcredit", NUMBER, 0, 1 },
    [PWQ_SETTING_UP_CREDIT] = { "ucredit", NUMBER, 0, 1 },
    [PWQ_SETTING_LOW_CREDIT] = { "lcredit", NUMBER, 0, 1 },
    [PWQ_SETTING_OTH_CREDIT] = { "ocredit", NUMBER, 0, 1 },
    [PWQ_SETTING_MIN_CLASS] = { "minclass", NUMBER, 0, 1 },
    [PWQ_SETTING_MAX_REPEAT] = { "maxrepeat", NUMBER, 0, 1 },
    [PWQ_SETTING_DICT_PATH] = { "dictpath", TEXT, 0, 1 },
    [PWQ_SETTING_MAX_CLASS_REPEAT] = { "maxclassrepeat", NUMBER, 0, 1 },
    [PWQ_SETTING_GECOS_CHECK] = { "gecoscheck", NUMBER, 0, 1 },
    [PWQ_SETTING_BAD_WORDS] = { "badwords", TEXT, 0, 1 },
    [PWQ_SETTING_MAX_SEQUENCE] = { "maxsequence", NUMBER, 0, 1 },
    [PWQ_SETTING_DICT_CHECK] = { "dictcheck", NUMBER, 1, 1 },
    [PWQ_SETTING_USER_CHECK] = { "usercheck", NUMBER, 1, 1 },
    [PWQ_SETTING_ENFORCING] = { "enforcing", NUMBER, 1, 0 },
    [PWQ_SETTING_RETRY_TIMES] = { "retry", NUMBER, 1, 0 },
    [PWQ_SETTING_ENFORCE_ROOT] = { "enforce_for_root", PRESENCE, 0, 0 },
    [PWQ_SETTING_LOCAL_USERS] = { "local_users_only", PRESENCE, 0, 0 },
    [PWQ_SETTING_USER_SUBSTR] = { "usersubstr", NUMBER, 0, 1 },
};

static const struct setting *find_setting(int number)
{
    return number >= 0 && number < SETTING_COUNT && settings_by_number[number].kind != NO_SETTING
               ? &settings_by_number[number]
               : NULL;
}

int is_set(const pwquality_settings_t *pwq, int setting)
{
    return pwq->texts[setting] != NULL;
}

const char *text_of(const pwquality_settings_t *pwq, int setting)
{
    const char *value = pwq->texts[setting] != NULL ? strchr(pwq->texts[setting], '=') + 1 : "";

    return *value != '\0' ? value : NULL;
}

void forget_settings(pwquality_settings_t *pwq)
{
    for (int number = 0; number < SETTING_COUNT; number++) {
        free(pwq->texts[number]);
        pwq->texts[number] = NULL;
        pwq->numbers[number] = settings_by_number[number].initial;
    }
}

pwquality_settings_t *pwquality_default_settings(void)
{
    pwquality_settings_t *pwq = calloc(1, sizeof *pwq);

    if (pwq != NULL)
        forget_settings(pwq);
    return pwq;
}

void pwquality_free_settings(pwquality_settings_t *pwq)
{
    if (pwq == NULL)
        return;
    forget_settings(pwq);
    free(pwq);
}

int pwquality_read_config(pwquality_settings_t *pwq, const char *cfgfile, void **auxerror)
{
    if (auxerror != NULL)
        *auxerror = NULL;
    forget_settings(pwq);
    pwq->is_configured = 1;
    pwq->file_error = 0;
    if (cfgfile != NULL && strcmp(cfgfile, OWN_CONFIGURATION) != 0)
        read_own_file(pwq, cfgfile);
    return PWQ_ERROR_SUCCESS;
}

/* ---- Setting ---- */

/* Keeps a setting as text, and drops an earlier one. */
static int keep_text(pwquality_settings_t *pwq, int number, const char *value)
{
    const char *name = settings_by_number[number].name;
    const size_t size = strlen(name) + strlen(value) + 2;
    char *text = malloc(size);

    if (text == NULL)
        return PWQ_ERROR_MEM_ALLOC;
    snprintf(text, size, "%s=%s", name, value);
    free(pwq->texts[number]);
    pwq->texts[number] = text;
    return PWQ_ERROR_SUCCESS;
}

int pwquality_set_int_value(pwquality_settings_t *pwq, int setting, int value)
{
    const struct setting *found = find_setting(setting);
    char digits[16];

    if (found == NULL || found->kind == TEXT)
        return PWQ_ERROR_NON_INT_SETTING;
    if (setting == PWQ_SETTING_MIN_LENGTH && value < SHORTEST_LENGTH)
        value = SHORTEST_LENGTH;
    if (setting == PWQ_SETTING_MIN_CLASS && value > CLASS_COUNT)
        value = CLASS_COUNT;
    /* The engine does not accept INT_MIN. */
    snprintf(digits, sizeof digits, "%d", value < -INT_MAX ? -INT_MAX : value);
    const int result = keep_text(pwq, setting, digits);
    if (result == PWQ_ERROR_SUCCESS)
        pwq->numbers[setting] = value;
    return result;
}

int pwquality_set_str_value(pwquality_settings_t *pwq, int setting, const char *value)
{
    const struct setting *found = find_setting(setting);

    if (found == NULL || found->kind != TEXT)
        return PWQ_ERROR_NON_STR_SETTING;
    return keep_text(pwq, setting, value != NULL ? value : "");
}

static int set_named(pwquality_settings_t *pwq, int number, const char *value)
{
    char *end = NULL;

    switch (settings_by_number[number].kind) {
    case TEXT: return pwquality_set_str_value(pwq, number, value);
    case PRESENCE: return pwquality_set_int_value(pwq, number, 1);
    default: break;
    }
    errno = 0;
    const long parsed = strtol(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || parsed >= INT_MAX || parsed <= INT_MIN)
        return PWQ_ERROR_INTEGER;
    return pwquality_set_int_value(pwq, number, (int)parsed);
}

int pwquality_set_option(pwquality_settings_t *pwq, const char *option)
{
    const size_t length = strcspn(option, "=");

    for (int number = 0; number < SETTING_COUNT; number++) {
        const char *name = settings_by_number[number].name;
        if (name != NULL && strlen(name) == length && strncasecmp(option, name, length) == 0)
            return set_named(pwq, number, option + length + (option[length] == '='));
    }
    return PWQ_ERROR_UNKNOWN_SETTING;
}

/* ---- Getting ---- */

int pwquality_get_int_value(pwquality_settings_t *pwq, int setting, int *value)
{
    const struct setting *found = find_setting(setting);

    if (found == NULL || found->kind == TEXT)
        return PWQ_ERROR_NON_INT_SETTING;
    *value = pwq->is_configured ? number_of_policy(pwq, setting) : pwq->numbers[setting];
    return PWQ_ERROR_SUCCESS;
}

int pwquality_get_str_value(pwquality_settings_t *pwq, int setting, const char **value)
{
    const struct setting *found = find_setting(setting);

    if (found == NULL || found->kind != TEXT)
        return PWQ_ERROR_NON_STR_SETTING;
    *value = text_of(pwq, setting);
    /* systemd turns the check off if this file does not exist. */
    if (*value == NULL && setting == PWQ_SETTING_DICT_PATH)
        *value = COMMON_BLOCKLIST;
    return PWQ_ERROR_SUCCESS;
}
