/*
 * messages.h - messages to the user, in the language of the calling program
 */
#ifndef PAM_PASSWORDRULES_MESSAGES_H
#define PAM_PASSWORDRULES_MESSAGES_H

#include "change.h"

#include <language.h>

/* What a person reads. Each is below PAM_MAX_MSG_SIZE, one line, since dialogs show one at a time. */
#define MSG_REFUSED N_("This password is not acceptable:")
#define MSG_WARNED N_("Warning: this does not meet the policy:")
#define MSG_SUGGESTION N_("Suggestion (you can type this):")
#define MSG_NEXT_SUGGESTION N_("Suggestion for the next change:")
#define MSG_LIMIT N_("The password was not changed, because a resource limit of this session is too low:")
/* To root, who is then told the cause. */
#define MSG_MISTAKE                                                                                                  \
    N_("The password policy on this machine has a mistake, so the password was not changed:")
#define MSG_UNUSABLE                                                                                                 \
    N_("The password policy on this machine could not be applied, so the password was not changed:")
#define MSG_MISTAKE_WARNED                                                                                           \
    N_("Warning: the password policy on this machine has a mistake. The new password will not be checked.")
#define MSG_BROKEN_WARNED                                                                                            \
    N_("Warning: the password policy on this machine could not be applied. The new password will not be checked.")

/* One of the messages above, in that language. */
const char *translated(const struct change *change, const char *message);

/* Shows one line, unless the caller asked for silence. If it cannot be shown, the next prompt fails and ends the change. */
void say(const struct change *change, int style, const char *text);

/* Whether root reads what is shown. A daemon that runs as root shows it to its user, who must not read the files it quotes. */
int is_read_by_root(const struct change *change);

/* Whether a diagnostic is about a file; otherwise it is about an argument of the PAM line, a user or a limit. */
int is_file(const passwordrules_diagnostic *diagnostic);

/* What follows the name of the source, written into the room if it has numbers: where in it the diagnostic is. */
const char *place_of(const passwordrules_diagnostic *diagnostic, char *place, size_t size);

/* Tells the user that the policy cannot be applied, because of this error, and whether the change is refused. */
void say_broken(const struct change *change, const passwordrules_diagnostic *error, int refuses);

/* Tells root what is wrong with the policy. */
void say_error(const struct change *change, const passwordrules_diagnostic *error);

/* Shows the rules in lines of 40 columns, before the first prompt: over ssh, messages come only together with one. */
void say_rules(const struct change *change);

/* Shows everything that is not met, an item each in lines of 40 columns, and whose password it is if a program sets many. */
void say_reasons(const struct change *change, const char *heading);

/* Shows a password that would be accepted, the same one after each refusal; after the last, for the next change. */
void say_suggestion(struct change *change);

#endif
