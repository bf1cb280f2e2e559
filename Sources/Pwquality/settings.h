/*
 * settings.h - what a program has set, and the policy that this makes
 */
#ifndef PASSWORDRULES_PWQUALITY_SETTINGS_H
#define PASSWORDRULES_PWQUALITY_SETTINGS_H

#include "pwquality.h"

/* One more than the highest number of a setting. */
#define SETTING_COUNT 22

struct pwquality_settings {
    int is_configured;            /* pwquality_read_config was called: this machine's policy holds */
    int file_error;               /* PWQ_ERROR_* of a file that the program has named; 0 if there is none */
    char file_place[256];         /* where the mistake in it is */
    int numbers[SETTING_COUNT];   /* by PWQ_SETTING_* */
    char *texts[SETTING_COUNT];   /* "NAME=VALUE" of what was set, since the policy holds; else NULL */
};

/* What a setting is called, and what it is. */
struct setting {
    const char *name;
    enum { NO_SETTING, NUMBER, TEXT, PRESENCE } kind;
    int initial;   /* libpwquality's default */
    int is_demand; /* it says what a password must be; others are for the program that asks for it */
};

extern const struct setting settings_by_number[SETTING_COUNT];

/* Whether the program has set it, since the policy holds. */
int is_set(const pwquality_settings_t *pwq, int setting);

/* The value of a text that was set; NULL for none. */
const char *text_of(const pwquality_settings_t *pwq, int setting);

/* Forgets what was set. */
void forget_settings(pwquality_settings_t *pwq);

/* Reads a file in the grammar of pwquality.conf, after those in the folder beside it (path.d), and notes a mistake. */
void read_own_file(pwquality_settings_t *pwq, const char *path);

#endif
