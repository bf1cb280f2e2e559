/*
 * verdict.h - what the plugins for servers have in common: the policy's verdict on one new password of one account
 *
 * Each plugin compiles verdict.c into itself. It needs the public header alone, keeps nothing between two calls, and may be called
 * by several threads at once.
 */
#ifndef PASSWORDRULES_PLUGINS_VERDICT_H
#define PASSWORDRULES_PLUGINS_VERDICT_H

#include <stddef.h>
#include <stdint.h>

#include <passwordrules.h>

/* The room for the text of a verdict, in bytes, with its NUL. */
#define VERDICT_TEXT_SIZE 2048

/*
 * Writes a line to the server's log. It never has any part of the password, and no line feed.
 *
 * Parameters:
 *   data      what the change has for it
 *   priority  LOG_ERR, LOG_WARNING or LOG_NOTICE of syslog(3)
 *   line      without a line feed at its end
 */
typedef void (*verdict_log)(void *data, int priority, const char *line);

/* A password change that a server asks about. */
struct account_change {
    const char *config;            /* the path of the policy; NULL for this machine's */
    passwordrules_context context; /* whose password it is: begin with account_change_of */
    const char *password;          /* in UTF-8 */
    size_t length;                 /* of the password in bytes */
    size_t limit;                  /* the text of the verdict has at most so many bytes, without its NUL; 0: all that fit */
    verdict_log log;               /* NULL: nothing is logged */
    void *log_data;                /* passed to log */
};

/* What the policy says of the password. */
struct verdict {
    int is_refused;                  /* 1: the change must not happen */
    int is_weak;                     /* 1: the password does not meet the policy, which may let it pass (enforce = warn) */
    uint64_t unmet;                  /* which rules it does not meet: 1 << PASSWORDRULES_KIND_*, or several of them */
    char text[VERDICT_TEXT_SIZE];    /* for the person, in English: all reasons, or why there is no verdict; "" where the
                                        password is accepted, and where the policy only watches (enforce = audit or no) */
};

/*
 * A change of the password of an account of a service, by its owner.
 *
 * Parameters:
 *   service  as sections of the policy name it, such as "ldap"
 *   user     the account's name; may be NULL
 */
struct account_change account_change_of(const char *service, const char *user);

/*
 * Loads the policy and checks the password, and logs what belongs into the server's log. Where the policy cannot be read, or
 * memory runs out, the password is refused.
 */
void judge_password(const struct account_change *change, struct verdict *verdict);

#endif
