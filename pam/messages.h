/*
 * messages.h - messages to the user, in the language of the calling program
 */
#ifndef PAM_PASSWORDRULES_MESSAGES_H
#define PAM_PASSWORDRULES_MESSAGES_H

#include "change.h"

#include <language.h>

/* Texts for the user. Each is one line, below PAM_MAX_MSG_SIZE, since dialogs show one line at a time. */
#define MSG_SUGGESTION N_("You could use:")
/* Texts at a login: the user may go on, or is asked for another password at once. */
#define MSG_LISTED N_("Your password is common or has been leaked, and attackers try such passwords first. Please change it.")
#define MSG_LISTED_CHANGE                                                                                            \
    N_("Your password is common or has been leaked, and attackers try such passwords first. Please choose another.")
#define MSG_NEXT_SUGGESTION N_("Next time you could use:")

/* Translates one of the messages above into the user's language; English, if the translation does not fit. */
const char *translated(const struct change *change, const char *message);

/*
 * Shows one line, unless the program asked for silence. If that fails, so does the next prompt, which ends
 * the change.
 */
void say(const struct change *change, int style, const char *text);

/* Shows the lines of a text, which are separated by line feeds. */
void say_lines(const struct change *change, int style, char *text);

/*
 * Shows a text in one message, with line feeds where it would not fit the terminal. For texts at a login: a login
 * screen, such as lightdm's, shows only the last of several messages.
 */
void say_paragraph(const struct change *change, int style, const char *text);

/* Writes a text of the library in the user's language, as the library's functions do. */
typedef int text_writer(const struct change *change, char *text, size_t size, size_t *needed);

/* Returns the text, which the caller frees; NULL if memory runs out. */
char *make_text(const struct change *change, text_writer *write);

/* Shows the rules, before the first prompt: over ssh, messages appear only together with a prompt. */
void say_rules(const struct change *change);

/* Shows everything that the password does not meet: a heading and a list. */
void say_reasons(const struct change *change, char *text);

/*
 * Shows a password that would be accepted, if there is one. It is the same after each refusal; after the last
 * one, it is for the next change.
 */
void say_suggestion(const struct change *change);

#endif
