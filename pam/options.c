/*
 * Reads the module's options, and says what was probably meant by one that does not exist.
 *
 * Options: config=FILE [rules=DESCRIPTOR] retry=N suggest=yes|no enforce_for_root local_users_only debug use_authtok
 * use_first_pass try_first_pass authtok_type=TYPE. The last four are read by libpam itself, from our arguments.
 */
#define _GNU_SOURCE
#include "options.h"
#include "messages.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include <security/pam_ext.h>

static int has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Takes in one option; 0 if there is none such. */
static int read_option(const char *option, struct options *options)
{
    if (has_prefix(option, "config=") && option[7] == '/')
        options->config = option + 7;
    else if (has_prefix(option, "rules=") || has_prefix(option, "retry=") || has_prefix(option, "suggest="))
        options->settings[options->setting_count++] = option;
    else if (strcmp(option, "enforce_for_root") == 0)
        options->settings[options->setting_count++] = "enforce-for-root=yes";
    else if (strcmp(option, "local_users_only") == 0)
        options->settings[options->setting_count++] = "local-users-only=yes";
    else if (strcmp(option, "use_authtok") == 0 || strcmp(option, "use_first_pass") == 0)
        options->is_token_given = 1;
    else if (strcmp(option, "debug") == 0)
        options->debug = 1;
    else
        return strcmp(option, "try_first_pass") == 0 || has_prefix(option, "authtok_type=");
    return 1;
}

int read_options(pam_handle_t *pamh, int argc, const char **argv, struct options *options)
{
    memset(options, 0, sizeof *options);
    options->settings = calloc((size_t)argc + 1, sizeof *options->settings);
    if (options->settings == NULL) {
        pam_syslog(pamh, LOG_CRIT, "out of memory");
        return PAM_BUF_ERR;
    }
    for (int i = 0; i < argc; i++)
        options->has_mistake |= !read_option(argv[i], options);
    return PAM_SUCCESS;
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------- */

static int is_end(char character)
{
    return character == '\0' || character == '=';
}

/* Whether one name becomes the other by so many letters that are inserted, removed or replaced. */
static int is_like(const char *typed, const char *name, int edits)
{
    while (!is_end(*typed) && tolower((unsigned char)*typed) == *name)
        typed++, name++;
    if (is_end(*typed) && is_end(*name))
        return 1;
    return edits > 0 && ((!is_end(*typed) && is_like(typed + 1, name, edits - 1)) ||
                         (!is_end(*name) && is_like(typed, name + 1, edits - 1)) ||
                         (!is_end(*typed) && !is_end(*name) && is_like(typed + 1, name + 1, edits - 1)));
}

/* The option that was probably meant. */
static const char *find_like(const char *option)
{
    static const char *const names[] = {
        "config=/PATH", "rules=DESCRIPTOR", "retry=N", "suggest=yes|no", "enforce_for_root", "local_users_only", "debug",
        "use_authtok", "use_first_pass", "try_first_pass", "authtok_type=TYPE",
    };

    for (int edits = 0; edits <= 2; edits++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (is_like(option, names[i], edits))
                return names[i];
    return NULL;
}

/* Adds what the library says of an option that is no key of the policy file either, or of another module. */
static void add_answer(char *text, size_t room, const char *option)
{
    static const char unlisted[] = "; see passwordrules.conf(5)";
    passwordrules_policy *policy = NULL;
    passwordrules_diagnostics *diagnostics = NULL;

    /* The first diagnostic is about the path, which is no policy. */
    int status = passwordrules_policy_load("/dev/null", &option, 1, PASSWORDRULES_POLICY_ONE_CHANGE, &policy, &diagnostics);
    const char *answer = status == PASSWORDRULES_EPOLICY ? "; it is a key of the policy file" : NULL;
    const size_t count = passwordrules_diagnostics_count(diagnostics);
    for (size_t i = 1; i < count; i++) {
        passwordrules_diagnostic d = { .size = sizeof d };
        if (passwordrules_diagnostics_get(diagnostics, i, &d) == PASSWORDRULES_OK &&
            (d.code == PASSWORDRULES_DIAGNOSTIC_UNKNOWN_KEY || d.code == PASSWORDRULES_DIAGNOSTIC_EXPECTED_KEY))
            answer = strstr(d.text, "; ");
    }
    if (answer == NULL || has_prefix(answer, unlisted))
        answer = "; see pam_passwordrules(8)";
    snprintf(text, room, "%s%s", answer, has_prefix(answer, "; here") ? " in the policy file" : "");
    passwordrules_policy_free(policy);
    passwordrules_diagnostics_free(diagnostics);
}

/* Says what is wrong with an option, which is cut where it is long, and cannot forge a line. */
static void write_mistake(char *text, size_t room, const char *option)
{
    const char *like = find_like(option);
    const int is_path = has_prefix(option, "config=");
    const int length = snprintf(text, room, "%s \"%.200s\"", is_path ? "option" : "unknown option", option);

    for (char *character = text; *character != '\0'; character++)
        if ((unsigned char)(*character - ' ') > '~' - ' ')
            *character = '?';
    if (is_path)
        snprintf(text + length, room - (size_t)length, ": the path must begin with \"/\"");
    else if (like != NULL)
        snprintf(text + length, room - (size_t)length, "; did you mean \"%s\"?", like);
    else
        add_answer(text + length, room - (size_t)length, option);
}

void report_options(const struct change *change, struct options *options, int argc, const char **argv)
{
    char text[PAM_MAX_MSG_SIZE];

    say(change, PAM_ERROR_MSG, translated(change, is_read_by_root(change) ? MSG_MISTAKE : MSG_BROKEN));
    options->setting_count = 0; /* they are read again */
    for (int i = 0; i < argc; i++) {
        if (read_option(argv[i], options))
            continue;
        write_mistake(text, sizeof text, argv[i]);
        pam_syslog(change->pamh, LOG_ERR, "%s%s Password change for user %s refused.", text,
                   text[strlen(text) - 1] == '?' ? "" : ".", change->user);
        if (is_read_by_root(change))
            say(change, PAM_ERROR_MSG, text);
    }
}
