/*
 * Keeps the text of the last error of each thread.
 *
 * Uses a key instead of thread-local storage: if that cannot be allocated, glibc ends the process.
 */
#include "text.h"
#include "pwquality.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

struct note {
    int error; /* 0: nothing is noted */
    char text[PWQ_MAX_ERROR_MESSAGE_LEN];
    char logged[512];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int has_key;

static void make_key(void)
{
    has_key = pthread_key_create(&key, free) == 0;
}

/* The note of this thread, which is made if asked for; NULL if there is none. */
static struct note *find_note(int make)
{
    struct note *note;

    pthread_once(&once, make_key);
    if (!has_key)
        return NULL;
    note = pthread_getspecific(key);
    if (note != NULL || !make)
        return note;
    note = calloc(1, sizeof *note);
    if (note != NULL && pthread_setspecific(key, note) != 0) {
        free(note);
        note = NULL;
    }
    return note;
}

void forget_text(void)
{
    struct note *note = find_note(0);

    if (note != NULL)
        note->error = 0;
}

int note_text(int error, const char *message, const char *more)
{
    const passwordrules_language *language = find_language();
    struct note *note = find_note(1);

    if (note == NULL)
        return error;
    note->error = error;
    message = translated_message(language, message);
    if (more == NULL || snprintf(note->text, sizeof note->text, "%s %s", message, translated_message(language, more)) >=
                            (int)sizeof note->text)
        snprintf(note->text, sizeof note->text, "%s", message);
    return error;
}

int note_reasons(int error, const passwordrules_decision *decision)
{
    struct note *note = find_note(1);

    if (note == NULL)
        return error;
    note->error = error;
    /*
     * Programs such as pam_pwquality with the option debug log this text. libpwquality's texts have no numbers
     * of a password either.
     */
    if (passwordrules_decision_text(decision, PASSWORDRULES_TEXT_LOGGED, sizeof note->text - 1, find_language(), note->text,
                                    sizeof note->text, NULL) != PASSWORDRULES_OK)
        note->error = 0;
    return error;
}

void log_failure(const char *source, size_t line, size_t column, const char *reason, const char *advice)
{
    struct note *note = find_note(1);
    char message[512], position[64] = "";

    if (line > 0)
        snprintf(position, sizeof position, ":%zu:%zu", line, column);
    snprintf(message, sizeof message, "%.255s%s: %.190s", source, position, reason);
    if (note != NULL && strcmp(note->logged, message) == 0)
        return;
    if (note != NULL)
        memcpy(note->logged, message, sizeof message);
    syslog(LOG_AUTHPRIV | LOG_ERR, "passwordrules: %s. %sNew passwords are refused.", message, advice);
}

void forget_failure(void)
{
    struct note *note = find_note(0);

    if (note != NULL)
        note->logged[0] = '\0';
}

/* The text of an error for which none is noted. */
static const char *default_text(int error)
{
    switch (error) {
    case PWQ_ERROR_FATAL_FAILURE: return "The password could not be checked.";
    case PWQ_ERROR_INTEGER: return "The value is not an integer.";
    case PWQ_ERROR_CFGFILE_OPEN: return "The password policy cannot be read.";
    case PWQ_ERROR_CFGFILE_MALFORMED: return "The password policy has a mistake.";
    case PWQ_ERROR_UNKNOWN_SETTING: return "There is no such setting.";
    case PWQ_ERROR_NON_INT_SETTING: return "There is no such setting, or it is not an integer.";
    case PWQ_ERROR_NON_STR_SETTING: return "There is no such setting, or it is not a string.";
    case PWQ_ERROR_MEM_ALLOC: return "Out of memory.";
    case PWQ_ERROR_TOO_SIMILAR: return "The password is too similar to the old one.";
    case PWQ_ERROR_MIN_DIGITS: return "The password needs more digits.";
    case PWQ_ERROR_MIN_UPPERS: return "The password needs more uppercase letters.";
    case PWQ_ERROR_MIN_LOWERS: return "The password needs more lowercase letters.";
    case PWQ_ERROR_MIN_OTHERS: return "The password needs more special characters.";
    case PWQ_ERROR_MIN_LENGTH: return "The password needs more characters.";
    case PWQ_ERROR_PALINDROME: return "The password reads the same backwards.";
    case PWQ_ERROR_CASE_CHANGES_ONLY: return "The password differs from the old one only in case.";
    case PWQ_ERROR_ROTATED: return "The password is the old one in another order.";
    case PWQ_ERROR_MIN_CLASSES: return "The password needs more classes of characters.";
    case PWQ_ERROR_MAX_CONSECUTIVE: return "The password has too many of the same character in a row.";
    case PWQ_ERROR_EMPTY_PASSWORD: return "No password was typed.";
    case PWQ_ERROR_SAME_PASSWORD: return "The password is the old one.";
    case PWQ_ERROR_CRACKLIB_CHECK: return "The password is not acceptable.";
    case PWQ_ERROR_RNG: return "The kernel's random source failed.";
    case PWQ_ERROR_GENERATION_FAILED: return "No acceptable password with this much entropy was found.";
    case PWQ_ERROR_USER_CHECK: return "The password contains the user name.";
    case PWQ_ERROR_GECOS_CHECK: return "The password contains part of the full name.";
    case PWQ_ERROR_MAX_CLASS_REPEAT: return "The password has too many characters of the same class in a row.";
    case PWQ_ERROR_BAD_WORDS: return "The password contains a word that is not allowed.";
    case PWQ_ERROR_MAX_SEQUENCE: return "The password has too long a sequence of adjacent characters.";
    default: return "Unknown error.";
    }
}

const char *pwquality_strerror(char *buf, size_t len, int errcode, void *auxerror)
{
    const struct note *note = find_note(0);
    const char *text = note != NULL && note->error == errcode && errcode < 0 ? note->text : default_text(errcode);

    /* auxerror is ignored: the text is kept by thread, and callers use auxerror in different ways. */
    (void)auxerror;
    if (buf == NULL || len == 0)
        return text;
    size_t length = strlen(text);
    if (length >= len)
        /* Cuts the text between UTF-8 characters. */
        for (length = len - 1; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;)
            length--;
    memcpy(buf, text, length);
    buf[length] = '\0';
    return buf;
}
