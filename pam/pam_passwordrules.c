/*
 * pam_passwordrules - a PAM password module that applies a password rules descriptor
 *
 * This file speaks PAM: passes, prompts, messages, return codes, options. What the policy means and what is said of a
 * password comes from libpasswordrules.
 *
 * Options: config=FILE [rules=DESCRIPTOR] retry=N suggest=yes|no enforce_for_root local_users_only debug use_authtok
 * use_first_pass try_first_pass authtok_type=TYPE. The last four are read by libpam itself, from our arguments.
 */
#define _GNU_SOURCE
#include <passwordrules.h>

#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

/* The catalogues of what a person reads, of this file's messages and of the library's. */
#define DOMAIN "passwordrules"
#ifndef LOCALEDIR
#define LOCALEDIR "/usr/share/locale"
#endif
/* Marks a message for xgettext, which is looked up where it is shown. */
#define N_(message) message
/* Apart from what every change runs through, so that less has to be read from memory: passwd lives for one change. */
#define RARE __attribute__((cold, noinline))

/* What a person reads. Each is below PAM_MAX_MSG_SIZE, one line, since dialogs show one at a time. */
#define MSG_REFUSED N_("Not accepted yet:")
#define MSG_WARNED N_("Warning: this password does not meet the policy:")
#define MSG_SUGGESTION N_("Suggestion:")
#define MSG_BROKEN                                                                                                   \
    N_("The password policy of this machine cannot be read, so the password was not changed. "                       \
       "Please tell your administrator.")
#define MSG_NO_ACCOUNT                                                                                               \
    N_("Your account cannot be looked up, so the password was not changed. Please tell your administrator.")
#define MSG_BROKEN_WARNED                                                                                            \
    N_("Warning: the password policy of this machine cannot be read. This password is not checked.")

struct options {
    const char *config;
    const char **settings; /* the arguments that override the policy file's keys, in its grammar */
    size_t setting_count;
    int is_token_given; /* another module asked for the new password; we must not */
    int debug;
};

/* One password change; everything that the functions below need to know of it. */
struct change {
    pam_handle_t *pamh;
    char user[64]; /* for the log: printable, perhaps cut */
    int is_silent;
    int is_preliminary; /* the first pass: the second will come */
    int is_unattended; /* nobody reads what is shown: the answers come from a file or a program */
    int is_debugging;
    const passwordrules_language *language; /* NULL for English */
    passwordrules_context context;
    passwordrules_policy *policy;
    passwordrules_policy_info info;
    char *names; /* where the account's names are */
    char suggestion[PASSWORDRULES_GENERATE_MAX + 1];
};

/* ---- Options -------------------------------------------------------------------------------------------------- */

/*
 * Not by strncmp. Each function of libc that is named here is looked up when the module is loaded, used or not, which takes
 * longer than to read an argument.
 */
static int has_prefix(const char *text, const char *prefix)
{
    while (*prefix != '\0' && *text == *prefix)
        text++, prefix++;
    return *prefix == '\0';
}

/* Reads the arguments; PAM_SUCCESS, or an error that was logged. A misspelt option must not weaken the policy. */
static int parse_options(pam_handle_t *pamh, int argc, const char **argv, struct options *options)
{
    int status = PAM_SUCCESS;

    memset(options, 0, sizeof *options);
    options->settings = calloc((size_t)argc + 1, sizeof *options->settings);
    if (options->settings == NULL) {
        pam_syslog(pamh, LOG_CRIT, "memory has run out");
        return PAM_BUF_ERR;
    }
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i];
        if (has_prefix(argument, "config=") && argument[7] == '/')
            options->config = argument + 7;
        else if (has_prefix(argument, "rules=") || has_prefix(argument, "retry=") || has_prefix(argument, "suggest="))
            options->settings[options->setting_count++] = argument;
        else if (strcmp(argument, "enforce_for_root") == 0)
            options->settings[options->setting_count++] = "enforce-for-root=yes";
        else if (strcmp(argument, "local_users_only") == 0)
            options->settings[options->setting_count++] = "local-users-only=yes";
        else if (strcmp(argument, "use_authtok") == 0 || strcmp(argument, "use_first_pass") == 0)
            options->is_token_given = 1;
        else if (strcmp(argument, "debug") == 0)
            options->debug = 1;
        else if (strcmp(argument, "try_first_pass") != 0 && !has_prefix(argument, "authtok_type=")) {
            if (has_prefix(argument, "config="))
                pam_syslog(pamh, LOG_ERR, "option \"%s\": the path must begin with \"/\"", argument);
            else
                pam_syslog(pamh, LOG_ERR, "there is no option \"%s\"", argument);
            status = PAM_SERVICE_ERR;
        }
    }
    return status;
}

/* ---- Circumstances -------------------------------------------------------------------------------------------- */

/*
 * chpasswd and newusers give one fixed answer to every prompt, and what they print lands in the logs of whoever runs
 * them; so does what passwd prints while its input is no terminal.
 */
static int is_unattended(pam_handle_t *pamh)
{
    const void *item = NULL;

    /* Who does not say what it is may be one of these. */
    if (pam_get_item(pamh, PAM_SERVICE, &item) != PAM_SUCCESS || item == NULL)
        return 1;
    const char *service = item;
    return strcmp(service, "chpasswd") == 0 || strcmp(service, "newusers") == 0 ||
           (strcmp(service, "passwd") == 0 && !isatty(STDIN_FILENO));
}

static int begin(struct change *change, pam_handle_t *pamh, unsigned flags, const struct options *options)
{
    const char *user = NULL;
    int status = pam_get_user(pamh, &user, NULL);

    if (status != PAM_SUCCESS || user == NULL)
        return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : PAM_USER_UNKNOWN;
    memset(change, 0, sizeof *change);
    change->pamh = pamh;
    /* A name with a line feed in it must not forge a line in the log. */
    for (size_t i = 0; i + 1 < sizeof change->user && user[i] != '\0'; i++)
        change->user[i] = user[i] > ' ' && user[i] <= '~' ? user[i] : '?';
    change->is_silent = (flags & PAM_SILENT) != 0;
    change->is_preliminary = (flags & PAM_PRELIM_CHECK) != 0;
    change->is_unattended = is_unattended(pamh);
    change->is_debugging = options->debug;
    change->context.size = sizeof change->context;
    change->context.user = user;
    change->context.by_root = getuid() == 0;
    change->context.expired = (flags & PAM_CHANGE_EXPIRED_AUTHTOK) != 0;
    change->info.size = sizeof change->info;
    return PAM_SUCCESS;
}

/*
 * Looks up the account, whose texts are in change->names. Not by pam_modutil_getpwnam: without memory for what it wants to
 * keep it tries 2^31 times, and logs each of them.
 */
RARE static int find_names(struct change *change, struct passwd *account)
{
    const size_t largest = (size_t)1 << 22;
    struct passwd *found = NULL;
    int error = ERANGE;

    for (size_t size = 1024; error == ERANGE && size <= largest; size *= 4) {
        free(change->names);
        change->names = malloc(size);
        if (change->names == NULL)
            return 0;
        do
            error = getpwnam_r(change->context.user, account, change->names, size, &found);
        while (error == EINTR);
    }
    return found != NULL;
}

/*
 * What the policy may hold a password against; it lives as long as pamh, whose strings these are, or the change. PAM_SUCCESS,
 * or where the names that the policy forbids cannot be found out, an error.
 */
static int find_account(struct change *change)
{
    struct passwd account;
    const void *token = NULL;

    if (pam_get_item(change->pamh, PAM_OLDAUTHTOK, &token) != PAM_SUCCESS) {
        pam_syslog(change->pamh, LOG_ERR, "the old password of user %s cannot be asked for", change->user);
        return PAM_AUTHTOK_RECOVERY_ERR;
    }
    if (token != NULL) {
        change->context.old_password = token;
        change->context.old_password_length = strlen(token);
    }
    /* Not asked for in vain: account databases may be on the network. */
    if (!change->info.wants_names)
        return PAM_SUCCESS;
    if (!find_names(change, &account)) {
        pam_syslog(change->pamh, LOG_ERR, "the account of user %s cannot be looked up, and the policy compares its names",
                   change->user);
        return PAM_USER_UNKNOWN;
    }
    change->context.full_name = account.pw_gecos;
    change->context.home = account.pw_dir;
    return PAM_SUCCESS;
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

/* Looks up what the library says. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL ? dngettext(DOMAIN, one, many, count) : dgettext(DOMAIN, one);
}

static const passwordrules_language catalogue = { .size = sizeof catalogue, .translate = translate };

/* The language of the program that runs us: its locale is its own business. Most programs have none, and speak English. */
static const passwordrules_language *find_language(void)
{
    const char *locale = nl_langinfo(NL_LOCALE_NAME(LC_MESSAGES));

    /* "POSIX" is told as "C" too. */
    if (strcmp(locale, "C") == 0)
        return NULL;
    bindtextdomain(DOMAIN, LOCALEDIR);
    /* Else the variable OUTPUT_CHARSET has a say, in setuid programs too, and texts in UTF-7 or UTF-16 have no end. */
    bind_textdomain_codeset(DOMAIN, nl_langinfo(CODESET));
    return &catalogue;
}

/* A message of this file, in that language. */
static const char *translated(const struct change *change, const char *message)
{
    return change->language != NULL ? dgettext(DOMAIN, message) : message;
}

/*
 * Shows one line. That it cannot be shown is no reason to stop: the next prompt will tell. Not by pam_prompt: that would
 * print the line into memory of libc's first, which is not wiped, and lines may hold a password.
 */
static void say(const struct change *change, int style, const char *text)
{
    const struct pam_message message = { style, text }, *messages = &message;
    struct pam_response *response = NULL;
    const void *item = NULL;

    if (change->is_silent || pam_get_item(change->pamh, PAM_CONV, &item) != PAM_SUCCESS || item == NULL)
        return;
    const struct pam_conv *conversation = item;
    if (conversation->conv(1, &messages, &response, conversation->appdata_ptr) != PAM_SUCCESS || response == NULL)
        return;
    /* There is nothing to answer, but some programs do. */
    free(response->resp);
    free(response);
}

/* Shows the rules, before the first prompt: over ssh, messages come only together with one. */
static void say_rules(const struct change *change)
{
    char usual[1024], *longer = NULL, *text = usual, *rest;
    size_t needed = 0;
    int status = passwordrules_policy_describe_in(change->policy, &change->context, change->language, usual,
                                                  sizeof usual, &needed);

    if (status == PASSWORDRULES_ERANGE && (text = longer = malloc(needed)) != NULL)
        status = passwordrules_policy_describe_in(change->policy, &change->context, change->language, longer, needed,
                                                  NULL);
    for (char *line = status == PASSWORDRULES_OK ? text : NULL; line != NULL; line = rest) {
        for (rest = line; *rest != '\n' && *rest != '\0'; rest++)
            continue;
        if (*rest != '\0')
            *rest++ = '\0';
        else
            rest = NULL;
        if (line[0] != '\0')
            say(change, PAM_TEXT_INFO, line);
    }
    free(longer);
}

/* One of 64 bits for each text; most texts have one of their own. Eight bytes at once, without the last few. */
static uint64_t mark(const char *text)
{
    uint64_t hash = strlen(text);

    for (size_t rest = hash; rest >= 8; rest -= 8, text += 8) {
        uint64_t word;
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    }
    return (uint64_t)1 << (hash >> 58);
}

/* Writes what an outcome demands, if it is not met. English always fits. */
RARE static int write_reason(const struct change *change, const passwordrules_report *report, size_t index, char *text,
                             size_t room)
{
    passwordrules_outcome outcome = { .size = sizeof outcome };

    return passwordrules_report_outcome(report, index, &outcome) == PASSWORDRULES_OK && !outcome.met &&
           (passwordrules_report_message_in(report, index, change->language, text, room, NULL) == PASSWORDRULES_OK ||
            passwordrules_report_message(report, index, text, room, NULL) == PASSWORDRULES_OK);
}

/* Whether a reason before this one reads the same: two rules may limit the same runs. */
RARE static int is_repeated(const struct change *change, const passwordrules_report *report, size_t index, const char *text)
{
    char other[PAM_MAX_MSG_SIZE];

    for (size_t i = 0; i < index; i++)
        if (write_reason(change, report, i, other, sizeof other) && strcmp(other, text) == 0)
            return 1;
    return 0;
}

/* Shows all that is not met, a line each. */
RARE static void say_reasons(const struct change *change, const passwordrules_report *report, const char *heading)
{
    /* The marks of all that was shown. To put it all into words again takes longer than all else here. */
    uint64_t shown = 0;
    const size_t count = passwordrules_report_count(report);
    char line[PAM_MAX_MSG_SIZE];

    say(change, PAM_ERROR_MSG, translated(change, heading));
    memcpy(line, "  - ", 4);
    for (size_t i = 0; i < count; i++) {
        if (!write_reason(change, report, i, line + 4, sizeof line - 4))
            continue;
        uint64_t own = mark(line + 4);
        if ((shown & own) != 0 && is_repeated(change, report, i, line + 4))
            continue;
        shown |= own;
        say(change, PAM_ERROR_MSG, line);
    }
}

/* Shows a password that would be accepted, the same one after each refusal. */
RARE static void say_suggestion(struct change *change)
{
    char line[PAM_MAX_MSG_SIZE];

    if (!change->info.suggest || change->is_unattended || change->is_silent)
        return;
    if (change->suggestion[0] == '\0' &&
        passwordrules_policy_suggest(change->policy, &change->context, change->suggestion, sizeof change->suggestion,
                                     NULL) != PASSWORDRULES_OK)
        return;
    const char *label = translated(change, MSG_SUGGESTION);
    const size_t start = strlen(label) + 1, size = strlen(change->suggestion) + 1;
    /* A suggestion that was cut would not be accepted. */
    if (start + size > sizeof line)
        return;
    memcpy(line, label, start - 1);
    line[start - 1] = ' ';
    memcpy(line + start, change->suggestion, size);
    say(change, PAM_TEXT_INFO, line);
    explicit_bzero(line + start, size);
}

/* Logs which rules were not met: their names, and never a number that tells of the password. */
RARE static void log_reasons(const struct change *change, const passwordrules_report *report, const char *verdict)
{
    const size_t count = passwordrules_report_count(report);
    char names[256];
    const char *last = "";
    size_t used = 0;

    for (size_t i = 0; i < count; i++) {
        passwordrules_outcome outcome = { .size = sizeof outcome };
        if (passwordrules_report_outcome(report, i, &outcome) != PASSWORDRULES_OK || outcome.met ||
            strcmp(outcome.rule, last) == 0)
            continue;
        size_t length = strlen(outcome.rule);
        if (used + length + 3 > sizeof names)
            break;
        if (used > 0) {
            memcpy(names + used, ", ", 2);
            used += 2;
        }
        memcpy(names + used, outcome.rule, length);
        used += length;
        last = outcome.rule;
        if (outcome.kind == PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE)
            pam_syslog(change->pamh, LOG_ERR, "a blocklist of the policy is damaged or cannot be read; "
                       "\"passwordrules blocklist verify\" says where");
    }
    names[used] = '\0';
    pam_syslog(change->pamh, LOG_NOTICE, "new password for user %s %s: %s", change->user, verdict, names);
}

/* ---- The policy ----------------------------------------------------------------------------------------------- */

/* Finds the first mistake among the diagnostics; remarks may stand before it. */
RARE static int find_error(const passwordrules_diagnostics *diagnostics, passwordrules_diagnostic *diagnostic)
{
    for (size_t i = 0; i < passwordrules_diagnostics_count(diagnostics); i++)
        if (passwordrules_diagnostics_get(diagnostics, i, diagnostic) == PASSWORDRULES_OK &&
            diagnostic->severity == PASSWORDRULES_ERROR)
            return 1;
    return 0;
}

/*
 * Tells of a policy that cannot be read: the log why, an ordinary user whom to ask, root both. PAM_SUCCESS where the
 * change may go on unchecked, else an error.
 */
RARE static int report_broken(const struct change *change, const passwordrules_diagnostics *diagnostics)
{
    int refuses =
        passwordrules_diagnostics_enforcement(diagnostics, &change->context) != PASSWORDRULES_ENFORCE_WARN;
    passwordrules_diagnostic d = { .size = sizeof d };
    char place[64] = ": ", cause[PAM_MAX_MSG_SIZE];

    if (!refuses && change->is_preliminary) /* the second pass will tell, once */
        return PAM_SUCCESS;
    if (!find_error(diagnostics, &d)) {
        d.source = "passwordrules";
        d.text = "an internal error";
    }
    if (d.line > 0)
        snprintf(place, sizeof place, ":%zu:%zu: ", d.line, d.column);
    pam_syslog(change->pamh, LOG_ERR, "%s%s%s%s Password change for user %s %s.", d.source, place, d.text,
               d.text[strlen(d.text) - 1] == '?' ? "" : ".", change->user, refuses ? "refused" : "is not checked");
    say(change, PAM_ERROR_MSG, translated(change, refuses ? MSG_BROKEN : MSG_BROKEN_WARNED));
    if (change->context.by_root && !change->context.expired) {
        /* A path may be longer than a message; the cause, which is at the end, must not be what is cut. */
        size_t length = strlen(d.text), skipped = length > 200 ? length - 200 : 0;
        snprintf(cause, sizeof cause, "%.200s%s%s%s", d.source, place, skipped > 0 ? "..." : "", d.text + skipped);
        say(change, PAM_ERROR_MSG, cause);
    }
    return refuses ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}

/*
 * Loads the policy into change->policy. Where it cannot be read whole, says so; then either returns an error, or, for
 * root who is not enforced upon, PAM_SUCCESS with a policy of NULL.
 */
static int load_policy(struct change *change, const struct options *options)
{
    /* With rules in the PAM line, there need not be a file unless the line names one. */
    unsigned flags = 0;
    for (size_t i = 0; i < options->setting_count; i++)
        if (options->config == NULL && has_prefix(options->settings[i], "rules="))
            flags = PASSWORDRULES_POLICY_OPTIONAL;

    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;
    int status = passwordrules_policy_load(options->config, options->settings, options->setting_count, flags, &policy,
                                           &diagnostics);
    if (status == PASSWORDRULES_OK) {
        passwordrules_diagnostics_free(diagnostics);
        status = passwordrules_policy_for_user(policy, change->context.user, &change->policy, &diagnostics);
        passwordrules_policy_free(policy);
    }
    if (status == PASSWORDRULES_ENOMEM) {
        pam_syslog(change->pamh, LOG_CRIT, "memory has run out. Password change for user %s refused.", change->user);
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
        status = PAM_BUF_ERR;
    } else if (status != PASSWORDRULES_OK)
        status = report_broken(change, diagnostics);
    passwordrules_diagnostics_free(diagnostics);
    return status;
}

/* What the first pass leaves to the second. */
struct prepared {
    const char **argv; /* whose it is: a stack may have several lines with our module, whose arguments stay where they are */
    passwordrules_policy *policy;
    char user[];
};

static const char prepared_name[] = "passwordrules";

static void free_prepared(pam_handle_t *pamh, void *data, int status)
{
    struct prepared *prepared = data;

    (void)pamh, (void)status;
    passwordrules_policy_free(prepared->policy);
    free(prepared);
}

/* Keeps the policy for the second pass, which loads it again where there is none. What an earlier pass has left goes. */
static void leave_policy(struct change *change, const char **argv)
{
    size_t size = strlen(change->context.user) + 1;
    struct prepared *prepared = malloc(sizeof *prepared + size);

    if (prepared != NULL) {
        prepared->argv = argv;
        memcpy(prepared->user, change->context.user, size);
        prepared->policy = change->policy;
        change->policy = NULL;
        if (pam_set_data(change->pamh, prepared_name, prepared, free_prepared) == PAM_SUCCESS)
            return;
        free_prepared(change->pamh, prepared, 0);
    }
    pam_set_data(change->pamh, prepared_name, NULL, NULL);
}

/* Takes what the first pass has left, unless another module has put another user in the place of ours since. */
static int take_policy(struct change *change, const char **argv)
{
    const void *data = NULL;

    if (pam_get_data(change->pamh, prepared_name, &data) != PAM_SUCCESS || data == NULL)
        return 0;
    struct prepared *prepared = (struct prepared *)(uintptr_t)data;
    if (prepared->policy == NULL || prepared->argv != argv || strcmp(prepared->user, change->context.user) != 0)
        return 0;
    change->policy = prepared->policy;
    prepared->policy = NULL;
    return 1;
}

/* Whether this user's passwords are left alone: local_users_only, and the user is not in /etc/passwd. */
static int is_exempt(const struct change *change)
{
    return change->info.local_users_only &&
           pam_modutil_check_user_in_passwd(change->pamh, change->context.user, NULL) == PAM_PERM_DENIED;
}

/* ---- The new password ----------------------------------------------------------------------------------------- */

/* Checks the token and says what is wrong with it. PAM_SUCCESS where the change goes on. */
static int judge(struct change *change, const char *token, int enforcement)
{
    passwordrules_report *report = NULL;
    int status = PAM_SUCCESS;
    int checked = passwordrules_policy_check(change->policy, &change->context, token, strlen(token), &report);

    if (checked != PASSWORDRULES_OK) {
        pam_syslog(change->pamh, LOG_ERR, "new password for user %s could not be checked: %s. Refused.", change->user,
                   passwordrules_status_text(checked));
        say(change, PAM_ERROR_MSG, translated(change, MSG_BROKEN));
        return PAM_AUTHTOK_ERR;
    }
    if (passwordrules_report_accepted(report)) {
        if (change->is_debugging)
            pam_syslog(change->pamh, LOG_DEBUG, "new password for user %s accepted", change->user);
    } else if (enforcement == PASSWORDRULES_ENFORCE_AUDIT) {
        log_reasons(change, report, "accepted, would have been refused (enforce = audit)");
    } else if (enforcement == PASSWORDRULES_ENFORCE_WARN) {
        log_reasons(change, report, "accepted with a warning");
        say_reasons(change, report, MSG_WARNED);
    } else {
        log_reasons(change, report, "refused");
        say_reasons(change, report, MSG_REFUSED);
        say_suggestion(change);
        status = PAM_AUTHTOK_ERR;
    }
    passwordrules_report_free(report);
    return status;
}

/* Whether there is a new password already, so that nobody will be asked for one. */
static int has_token(pam_handle_t *pamh)
{
    const void *token = NULL;

    return pam_get_item(pamh, PAM_AUTHTOK, &token) == PAM_SUCCESS && token != NULL;
}

/* Asks for the new password until one is accepted and typed twice, at most so many times. */
static int obtain_token(struct change *change, int is_token_given)
{
    pam_handle_t *pamh = change->pamh;
    int enforcement = PASSWORDRULES_ENFORCE_NO;
    unsigned tries = 1;

    if (change->policy != NULL) {
        if (passwordrules_policy_get_info(change->policy, &change->info) != PASSWORDRULES_OK)
            return PAM_SERVICE_ERR;
        tries = change->info.retry;
        if (!is_exempt(change))
            enforcement = passwordrules_policy_enforcement(change->policy, &change->context);
    }
    /* What another module has asked for is judged once: one that it has not seen must not take its place. */
    if (has_token(pamh))
        is_token_given = 1;
    /* The answer to a second prompt would be the same. */
    if (is_token_given || change->is_unattended)
        tries = 1;
    if (enforcement != PASSWORDRULES_ENFORCE_NO) {
        int status = find_account(change);
        if (status != PAM_SUCCESS && enforcement == PASSWORDRULES_ENFORCE_YES) {
            say(change, PAM_ERROR_MSG, translated(change, MSG_NO_ACCOUNT));
            return status;
        }
    }
    if (enforcement >= PASSWORDRULES_ENFORCE_WARN && !is_token_given && !change->is_unattended)
        say_rules(change);

    for (unsigned i = 0; i < tries; i++) {
        const char *token = NULL;
        int status = pam_get_authtok_noverify(pamh, &token, NULL);
        if (status != PAM_SUCCESS || token == NULL) /* cancelled, or there is nobody to ask */
            return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : status != PAM_SUCCESS ? status : PAM_AUTHTOK_ERR;
        if (enforcement != PASSWORDRULES_ENFORCE_NO && judge(change, token, enforcement) != PAM_SUCCESS) {
            pam_set_item(pamh, PAM_AUTHTOK, NULL);
            continue;
        }
        if (is_token_given) /* libpam would ask for it again, unless it was libpam that had it typed twice */
            return PAM_SUCCESS;
        status = pam_get_authtok_verify(pamh, &token, NULL);
        if (status == PAM_SUCCESS && token != NULL)
            return PAM_SUCCESS;
        if (status != PAM_TRY_AGAIN) /* PAM_TRY_AGAIN: the two did not match, and libpam has said so */
            return status == PAM_CONV_AGAIN ? PAM_INCOMPLETE : status != PAM_SUCCESS ? status : PAM_AUTHTOK_ERR;
        pam_set_item(pamh, PAM_AUTHTOK, NULL);
    }
    return tries > 1 ? PAM_MAXTRIES : PAM_AUTHTOK_ERR;
}

/* ---- Entry point ---------------------------------------------------------------------------------------------- */

__attribute__((visibility("default"))) int pam_sm_chauthtok(pam_handle_t *pamh, int pam_flags, int argc,
                                                            const char **argv)
{
    unsigned flags = (unsigned)pam_flags;
    struct options options;
    struct change change;
    int status;

    if ((flags & (PAM_PRELIM_CHECK | PAM_UPDATE_AUTHTOK)) == 0)
        return PAM_SERVICE_ERR;
    int options_status = parse_options(pamh, argc, argv, &options);
    status = begin(&change, pamh, flags, &options);
    if (status == PAM_SUCCESS) {
        change.language = find_language();
        if (options_status != PAM_SUCCESS) {
            pam_syslog(pamh, LOG_ERR, "Password change for user %s refused.", change.user);
            say(&change, PAM_ERROR_MSG, translated(&change, MSG_BROKEN));
            status = PAM_AUTHTOK_ERR;
        } else if (change.is_preliminary || !take_policy(&change, argv)) {
            status = load_policy(&change, &options);
        }
        /* The first pass only makes sure that the second can do its work, before anybody types anything. */
        if (change.is_preliminary) {
            leave_policy(&change, argv);
            if (status == PAM_AUTHTOK_ERR)
                status = PAM_TRY_AGAIN;
        } else {
            if (status == PAM_SUCCESS)
                status = obtain_token(&change, options.is_token_given);
            if (status != PAM_SUCCESS)
                pam_set_item(pamh, PAM_AUTHTOK, NULL);
        }
        passwordrules_policy_free(change.policy);
        explicit_bzero(change.suggestion, sizeof change.suggestion);
        free(change.names);
    }
    free(options.settings);
    return status;
}
