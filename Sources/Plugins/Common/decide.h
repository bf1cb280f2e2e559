/*
 * decide.h - decides on one new password of one account, for the plugins of servers
 *
 * Each plugin compiles decide.c into itself. It needs only the public header, keeps nothing between calls
 * but what load_to_share returns, and may be called by several threads at once.
 */
#ifndef PASSWORDRULES_PLUGINS_DECIDE_H
#define PASSWORDRULES_PLUGINS_DECIDE_H

#include <stddef.h>
#include <stdint.h>

#include <passwordrules.h>

/* The size of the text of a decision in bytes, including its NUL. */
#define DECISION_TEXT_SIZE 2048

/*
 * Writes a line to the server's log. The line never contains any part of the password, or a line feed.
 *
 * Parameters:
 *   data      log_data of the change
 *   priority  of syslog(3), such as LOG_ERR
 *   line      without a line feed at its end
 */
typedef void (*log_function)(void *data, int priority, const char *line);

/*
 * A text that the new password may be. There are several if a server stores another text than was typed, or
 * does not know in which character set its bytes are.
 */
struct candidate {
    const char *text; /* in UTF-8 */
    size_t length;    /* in bytes */
};

/* A password change that a server asks about. */
struct account_change {
    const char *config;                 /* the path of the policy; NULL for this machine's */
    const passwordrules_policy *shared; /* from load_to_share, for the same config and service; may be NULL */
    passwordrules_context context;      /* whose password it is: begin with account_change_of */
    const struct candidate *candidates; /* at least one; what was typed comes first */
    size_t candidate_count;
    /*
     * 1: the server logs the decision's text. The text then has no numbers that describe the password: "at
     * least 12 characters" instead of "7 more characters needed (5 of 12)".
     */
    int is_text_logged;
    size_t limit;     /* maximum length of the text in bytes, excluding its NUL; 0: all that fits */
    log_function log; /* NULL: nothing is logged */
    void *log_data;   /* passed to log */
};

/* The decision on the password. */
struct decision {
    int is_refused;   /* 1: the change must not happen */
    int is_weak;      /* 1: the password does not meet the policy; enforce = warn still lets it pass */
    uint64_t unmet;   /* the rules that it does not meet: 1 << PASSWORDRULES_KIND_*, or several of them */
    size_t candidate; /* the index of the candidate that unmet and text are about */
    /*
     * For the user, in English: all reasons, or why the password could not be checked. "" if it is accepted,
     * or if the policy only watches (enforce = audit or no).
     */
    char text[DECISION_TEXT_SIZE];
};

/*
 * Begins a change of an account's password by its owner.
 *
 * Parameters:
 *   service  its name in sections of the policy, such as "ldap"
 *   user     the account's name; may be NULL
 */
struct account_change account_change_of(const char *service, const char *user);

/*
 * Loads the policy of a service, with its lists, before the server forks, so that its processes share the
 * memory. The processes never free it: that would write to all of it.
 *
 * Parameters:
 *   change  its config, service and log
 * Returns: the policy; NULL if it cannot be read, which is logged.
 */
passwordrules_policy *load_to_share(const struct account_change *change);

/*
 * Loads the policy, checks the password and writes to the server's log. If the policy cannot be read, or
 * memory runs out, the password is refused. A shared policy is used instead while its files are unchanged.
 *
 * Each candidate must meet the policy. One that is not valid UTF-8 is ignored, unless none is valid. The
 * change is logged and counted once. The reasons are those of the first candidate that does not meet the
 * policy.
 *
 * The number of candidates must not depend on the password: if two forms are equal, give both.
 */
void decide_change(const struct account_change *change, struct decision *decision);

#endif
