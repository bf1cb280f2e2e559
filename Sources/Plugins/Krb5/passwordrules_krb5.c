/*
 * The password quality module of MIT Kerberos: kadmind and kadmin.local call it for each new password.
 *
 * It has no `open`: a policy that cannot be read refuses passwords, but kadmind still starts.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include <krb5/pwqual_plugin.h>

#include "decide.h"

/* The name of this service in sections of the policy. */
#define SERVICE "kerberos"

/*
 * The maximum number of components that are read, not counting the realm, and the size of each in bytes, with
 * its NUL.
 */
#define COMPONENT_COUNT 8
#define COMPONENT_SIZE 257

/* kadmind truncates log lines at 2,048 bytes, and a line has more than the text. */
#define TEXT_LIMIT 1024

#define KINDS(a, b) (UINT64_C(1) << PASSWORDRULES_KIND_##a | UINT64_C(1) << PASSWORDRULES_KIND_##b)

/* Copies of a principal's names, which need not end in a NUL there. */
struct names {
    char texts[COMPONENT_COUNT + 1][COMPONENT_SIZE];
    const char *words[COMPONENT_COUNT + 1]; /* all but the first component */
    size_t word_count;
};

/*
 * kadmind's log, set by [logging] in krb5.conf. Every program that calls a module has this function, in a
 * library whose name changes with each release, so the module does not link that library.
 */
extern int krb5_klog_syslog(int priority, const char *format, ...) __attribute__((weak, format(printf, 2, 3)));

static void write_log(void *data, int priority, const char *line)
{
    (void)data;
    if (krb5_klog_syslog != NULL)
        (void)krb5_klog_syslog(priority, "passwordrules: %s", line);
    else
        syslog(LOG_AUTH | priority, "passwordrules: %s", line);
}

/*
 * kadmind does not say who makes a change; with kadmin.local it is root. A change by any other program counts
 * as a user's.
 */
static int is_by_administrator(void)
{
    return getuid() == 0 && strcmp(program_invocation_short_name, "kadmin.local") == 0;
}

static const char *copy_name(char target[COMPONENT_SIZE], const krb5_data *name)
{
    const size_t length = name->length < COMPONENT_SIZE ? name->length : COMPONENT_SIZE - 1;

    if (length > 0)
        memcpy(target, name->data, length);
    target[length] = '\0';
    return target;
}

/* Reads the names. Returns the user's, which is the first component, or NULL if there is none. */
static const char *read_names(krb5_const_principal principal, struct names *names)
{
    const char *user = NULL;

    for (int i = 0; i < principal->length && i < COMPONENT_COUNT; i++) {
        const char *name = copy_name(names->texts[i], &principal->data[i]);

        if (i == 0)
            user = name;
        else
            names->words[names->word_count++] = name;
    }
    names->words[names->word_count++] = copy_name(names->texts[COMPONENT_COUNT], &principal->realm);
    return user;
}

/*
 * The error code. kpasswd and kadmin show a sentence of their own for each code, which must be true. For a
 * password that is too short or lacks classes, kpasswd shows the numbers of the principal's Kerberos policy, if
 * it has one. With such a policy, the code is therefore a general one.
 */
static krb5_error_code code_of(uint64_t unmet, const char *krb5_policy)
{
    if ((unmet & UINT64_C(1) << PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE) != 0)
        return KADM5_PASS_Q_GENERIC;
    if ((unmet & KINDS(BLOCKLIST, MIN_GUESSES)) != 0)
        return KADM5_PASS_Q_DICT;
    if (unmet == 0 || krb5_policy != NULL)
        return KADM5_PASS_Q_GENERIC;
    if (unmet == UINT64_C(1) << PASSWORDRULES_KIND_MINLENGTH)
        return KADM5_PASS_Q_TOOSHORT;
    if ((unmet & ~KINDS(REQUIRED, MIN_CLASSES)) == 0)
        return KADM5_PASS_Q_CLASS;
    return KADM5_PASS_Q_GENERIC;
}

static krb5_error_code check(krb5_context context, krb5_pwqual_moddata data, const char *password, const char *policy_name,
                             krb5_principal principal, const char **languages)
{
    struct names names = { .word_count = 0 };
    struct account_change change = account_change_of(SERVICE, read_names(principal, &names));
    /* Kerberos derives the principal's keys from these bytes. */
    const struct candidate typed = { password, strlen(password) };
    struct decision decision;

    (void)data;
    (void)languages; /* krb5 never sets them */
    change.context.by_administrator = is_by_administrator();
    change.context.words = names.words;
    change.context.word_count = names.word_count;
    change.context.groups = &policy_name;
    change.context.group_count = policy_name != NULL;
    change.candidates = &typed;
    change.candidate_count = 1;
    change.is_text_logged = 1;
    change.limit = TEXT_LIMIT;
    change.log = write_log;
    decide_change(&change, &decision);
    if (!decision.is_refused)
        return 0;
    const krb5_error_code code = code_of(decision.unmet, policy_name);
    krb5_set_error_message(context, code, "%s", decision.text);
    return code;
}

krb5_error_code pwqual_passwordrules_initvt(krb5_context context, int major, int minor, krb5_plugin_vtable table);

/* The function that krb5 looks up in the file; see krb5/pwqual_plugin.h. */
__attribute__((visibility("default")))
krb5_error_code pwqual_passwordrules_initvt(krb5_context context, int major, int minor, krb5_plugin_vtable table)
{
    krb5_pwqual_vtable functions = (krb5_pwqual_vtable)table;

    (void)context;
    (void)minor; /* the members that are set exist in all minor versions */
    if (major != 1)
        return KRB5_PLUGIN_VER_NOTSUPP;
    functions->name = "passwordrules";
    functions->check = check;
    return 0;
}
