/*
 * messages.h - messages to the user, in the language of the calling program
 */
#ifndef PAM_PASSWORDRULES_MESSAGES_H
#define PAM_PASSWORDRULES_MESSAGES_H

#include "change.h"

#include <language.h>

/* Texts for the user. Each is one line, below PAM_MAX_MSG_SIZE, since dialogs show one line at a time. */
#define MSG_REFUSED N_("This password is not acceptable:")
#define MSG_WARNED N_("Warning: this does not meet the policy:")
#define MSG_SUGGESTION N_("Suggestion (you can type this):")
#define MSG_NEXT_SUGGESTION N_("Suggestion for the next change:")
#define MSG_LIMIT N_("The password was not changed, because a resource limit of this session is too low:")
/* For root, who sees the cause in the next line. */
#define MSG_MISTAKE                                                                                                  \
    N_("The password policy on this machine has a mistake, so the password was not changed:")
#define MSG_UNUSABLE                                                                                                 \
    N_("The password policy on this machine could not be applied, so the password was not changed:")
#define MSG_MISTAKE_WARNED                                                                                           \
    N_("Warning: the password policy on this machine has a mistake. The new password will not be checked.")
#define MSG_BROKEN_WARNED                                                                                            \
    N_("Warning: the password policy on this machine could not be applied. The new password will not be checked.")

/* Translates one of the messages above into the user's language. */
const char *translated(const struct change *change, const char *message);

/*
 * Shows one line, unless the program asked for silence. If that fails, so does the next prompt, which ends
 * the change.
 */
void say(const struct change *change, int style, const char *text);

/* Shows the rules, before the first prompt: over ssh, messages appear only together with a prompt. */
void say_rules(const struct change *change);

/*
 * Shows everything that the password does not meet, as a list under the heading. In a batch, the heading
 * names the user.
 */
void say_reasons(const struct change *change, const char *heading);

/*
 * Shows a password that would be accepted, if there is one: the same after each refusal, and after the last
 * for the next change.
 */
void say_suggestion(const struct change *change);

#endif
