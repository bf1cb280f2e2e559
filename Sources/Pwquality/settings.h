/*
 * settings.h - the settings of a program
 */
#ifndef PASSWORDRULES_PWQUALITY_SETTINGS_H
#define PASSWORDRULES_PWQUALITY_SETTINGS_H

#include "pwquality.h"

/* One more than the highest number of a setting. */
#define SETTING_COUNT 22

struct pwquality_settings {
    int is_configured;            /* pwquality_read_config was called: this machine's policy applies */
    int file_error;               /* PWQ_ERROR_* of a file that the program has named; 0 if there is none */
    char file_position[256];      /* where the mistake in it is */
    int numbers[SETTING_COUNT];   /* by PWQ_SETTING_* */
    char *texts[SETTING_COUNT];   /* "NAME=VALUE" of each setting that the program has set, else NULL */
};

/* The name and the properties of a setting. */
struct setting {
    const char *name;
    enum { NO_SETTING, NUMBER, TEXT, PRESENCE } kind;
    int initial;   /* libpwquality's default */
    int is_demand; /* 1 if it is about passwords; 0 if it is about the program, such as retry */
};

extern const struct setting settings_by_number[SETTING_COUNT];

/* Whether the program, or a file that it named, has set it. pwquality_read_config forgets earlier settings. */
int is_set(const pwquality_settings_t *pwq, int setting);

/* The value of a text setting; NULL for none. */
const char *text_of(const pwquality_settings_t *pwq, int setting);

/* Forgets all settings. */
void forget_settings(pwquality_settings_t *pwq);

/*
 * Reads a file in pwquality.conf's grammar, after those in the folder next to it (path.d). Notes a mistake.
 */
void read_own_file(pwquality_settings_t *pwq, const char *path);

#endif
