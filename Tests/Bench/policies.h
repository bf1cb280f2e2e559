/* What the programs that measure policies share: how they are loaded, and how passwords are held against them. */
#ifndef BENCH_POLICIES_H
#define BENCH_POLICIES_H

#include "operations.h"

#include <passwordrules.h>

/* A password that is to be replaced in some circumstances, under some policy. */
struct change {
    passwordrules_policy *policy;
    passwordrules_context context;
};

static const char *folder;

static inline char *path_of(const char *name)
{
    static char path[4096];

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        die("%s: the path is too long", folder);
    return path;
}

/* Why a policy cannot be loaded is worth knowing. */
static inline passwordrules_policy *policy_of(const char *name)
{
    passwordrules_policy *policy;
    passwordrules_diagnostics *diagnostics;

    if (passwordrules_policy_load(path_of(name), NULL, 0, 0, &policy, &diagnostics) != PASSWORDRULES_OK) {
        passwordrules_diagnostic diagnostic = { .size = sizeof diagnostic };
        if (passwordrules_diagnostics_get(diagnostics, 0, &diagnostic) == PASSWORDRULES_OK)
            die("%s:%zu:%zu: %s", diagnostic.source, diagnostic.line, diagnostic.column, diagnostic.text);
        die("%s cannot be loaded", name);
    }
    passwordrules_diagnostics_free(diagnostics);
    return policy;
}

static inline void *allocated(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

static inline struct text *text_of(char *bytes)
{
    struct text *text = allocated(sizeof *text);

    *text = (struct text){ bytes, strlen(bytes) };
    return text;
}

static inline int check_policy(const struct operation *o)
{
    const struct change *change = o->settings;
    passwordrules_report *report;
    int is_accepted;

    if (passwordrules_policy_check(change->policy, &change->context, o->texts->bytes, o->texts->length, &report) !=
        PASSWORDRULES_OK)
        return -1;
    is_accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return is_accepted;
}

/* 1: one was suggested; 0: there is none. */
static inline int suggest(const struct operation *o)
{
    const struct change *change = o->settings;
    char password[PASSWORDRULES_GENERATE_MAX + 1];
    int status = passwordrules_policy_suggest(change->policy, &change->context, password, sizeof password, NULL);

    return status == PASSWORDRULES_OK ? 1 : status == PASSWORDRULES_ENOTFOUND ? 0 : -1;
}

static inline struct change *change_of(const char *policy, const char *user, const char *full_name, const char *home,
                                const char *old_password)
{
    struct change *change = allocated(sizeof *change);

    change->policy = policy_of(policy);
    change->context = (passwordrules_context){
        .size = sizeof change->context, .user = user, .full_name = full_name, .home = home,
        .old_password = old_password, .old_password_length = old_password == NULL ? 0 : strlen(old_password)
    };
    return change;
}

#endif
