/*
 * language.h - the language of the program that a module or a library of ours was loaded into
 */
#ifndef PASSWORDRULES_PLUGINS_LANGUAGE_H
#define PASSWORDRULES_PLUGINS_LANGUAGE_H

#include <passwordrules.h>

/* The catalogue of our messages, and of those of the library. */
#define LANGUAGE_DOMAIN "passwordrules"

/* Marks a message for xgettext; translated_message looks it up. */
#define N_(message) message

/* Texts for the user. Each is one line of less than 512 bytes, since dialogs show one line at a time. */
#define MSG_BROKEN                                                                                                   \
    N_("The password policy on this machine could not be applied, so the password was not changed. "                 \
       "Please tell your administrator.")
/* A text for callers that do not say whether a password is being changed. */
#define MSG_NOT_APPLIED                                                                                              \
    N_("The password policy on this machine cannot be applied. Please tell your administrator.")
#define MSG_SEE_CHECK N_("\"passwordrules policy --check\" shows everything that is wrong with it.")

/* The language of the calling program's locale; NULL for English, also if the program sets no locale. */
const passwordrules_language *find_language(void);

/* Translates one of our messages into that language. */
const char *translated_message(const passwordrules_language *language, const char *message);

#endif
