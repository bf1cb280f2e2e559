/*
 * conversation - one PAM transaction with a scripted person, told as one JSON object
 *
 * conversation --confdir DIR --service NAME [--user NAME] [OPTION]... [--] [ANSWER]...
 *
 * --silent, --expired   PAM_SILENT, PAM_CHANGE_EXPIRED_AUTHTOK
 * --times N             calls pam_chauthtok N times in the same transaction
 * --deaf                the conversation fails for every message that is no prompt
 * --uid N               becomes this user first
 * --euid0               keeps the effective user id 0 while doing so, as a setuid program has it
 * --rename N FROM TO    renames a file before prompt N, from 1, is answered, as an administrator may do meanwhile
 * --localized           takes the environment's locale, as passwd and login do
 * --report FILE         prints there, so that standard output can be a terminal
 *
 * The prompts are answered in order. "=TEXT" is typed; "suggestion" types the last one that was shown; "cancel" makes
 * the conversation fail; "null" answers without a response; "again" says that there is none yet. Where the answers
 * run out, the prompt is cancelled.
 *
 * {"events": [...], "files": [BEFORE, AFTER]}. Every event has a type and a text: "prompt", "info", "error" and
 * "other" from the conversation, "log" from syslog, "result" for each pam_chauthtok. Bytes are written as \u00XX.
 */
#include "vsyslog.h"

#include <dirent.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <security/pam_appl.h>

struct script {
    char **answers; /* up to a NULL */
    int is_deaf;
    int prompts; /* so far */
    int rename_at;
    const char *rename_from, *rename_to;
    char suggestion[PAM_MAX_MSG_SIZE];
};

static const char SUGGESTION[] = "Suggestion (you can type this): ";

/* ---- Output --------------------------------------------------------------------------------------------------- */

static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\')
            putchar(byte);
        else
            printf("\\u%04x", byte);
    }
    putchar('"');
}

static void begin_event(const char *type, const char *text)
{
    static int count;

    printf("%s\n {\"type\": \"%s\", \"text\": ", count++ > 0 ? "," : "", type);
    print_string(text);
}

static void end_event(void)
{
    putchar('}');
}

static void print_result(int status)
{
#define STATUS(name) { name, #name }
    static const struct {
        int status;
        const char *name;
    } names[] = {
        STATUS(PAM_SUCCESS), STATUS(PAM_SERVICE_ERR), STATUS(PAM_SYSTEM_ERR), STATUS(PAM_BUF_ERR), STATUS(PAM_PERM_DENIED),
        STATUS(PAM_AUTH_ERR), STATUS(PAM_MAXTRIES), STATUS(PAM_USER_UNKNOWN), STATUS(PAM_CONV_ERR), STATUS(PAM_AUTHTOK_ERR),
        STATUS(PAM_TRY_AGAIN), STATUS(PAM_IGNORE), STATUS(PAM_ABORT), STATUS(PAM_MODULE_UNKNOWN), STATUS(PAM_CONV_AGAIN),
        STATUS(PAM_INCOMPLETE),
    };
    const char *name = "";

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status)
            name = names[i].name;
    begin_event("result", name);
    printf(", \"number\": %d", status);
    end_event();
}

/* ---- syslog --------------------------------------------------------------------------------------------------- */

void vsyslog(int priority, const char *format, va_list arguments)
{
    char *line;

    if (vasprintf(&line, format, arguments) < 0)
        abort();
    begin_event("log", line);
    printf(", \"priority\": %d, \"facility\": %d", priority & 7, priority >> 3);
    end_event();
    free(line);
}

/* ---- The conversation ----------------------------------------------------------------------------------------- */

/* Answers one prompt: returns the status of the conversation, and a response that may be NULL. */
static int answer_prompt(struct script *script, const struct pam_message *message, char **response)
{
    if (++script->prompts == script->rename_at && rename(script->rename_from, script->rename_to) != 0)
        abort();
    const char *answer = *script->answers != NULL ? *script->answers++ : "nothing";
    const char *text = answer[0] == '='                      ? answer + 1
                       : strcmp(answer, "suggestion") == 0 ? script->suggestion
                                                           : NULL;

    begin_event("prompt", message->msg);
    printf(", \"style\": %d, \"answer\": ", message->msg_style);
    print_string(text != NULL ? "text" : answer);
    if (text != NULL) {
        printf(", \"typed\": ");
        print_string(text);
    }
    end_event();
    *response = text != NULL ? strdup(text) : NULL;
    if (text != NULL)
        return *response != NULL ? PAM_SUCCESS : PAM_BUF_ERR;
    return strcmp(answer, "null") == 0 ? PAM_SUCCESS : strcmp(answer, "again") == 0 ? PAM_CONV_AGAIN : PAM_CONV_ERR;
}

static int hear_message(struct script *script, const struct pam_message *message)
{
    size_t length = sizeof SUGGESTION - 1;

    begin_event(message->msg_style == PAM_TEXT_INFO   ? "info"
                : message->msg_style == PAM_ERROR_MSG ? "error"
                                                      : "other",
                message->msg);
    printf(", \"style\": %d", message->msg_style);
    end_event();
    if (strncmp(message->msg, SUGGESTION, length) == 0)
        snprintf(script->suggestion, sizeof script->suggestion, "%s", message->msg + length);
    return script->is_deaf ? PAM_CONV_ERR : PAM_SUCCESS;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct script *script = data;
    struct pam_response *replies = calloc((size_t)count, sizeof *replies);
    int status = replies != NULL ? PAM_SUCCESS : PAM_BUF_ERR;

    for (int i = 0; status == PAM_SUCCESS && i < count; i++) {
        int style = messages[i]->msg_style;
        if (style == PAM_PROMPT_ECHO_OFF || style == PAM_PROMPT_ECHO_ON)
            status = answer_prompt(script, messages[i], &replies[i].resp);
        else
            status = hear_message(script, messages[i]);
    }
    if (status != PAM_SUCCESS) {
        for (int i = 0; replies != NULL && i < count; i++)
            free(replies[i].resp);
        free(replies);
        replies = NULL;
    }
    *responses = replies;
    return status;
}

/* ---- The transaction ------------------------------------------------------------------------------------------ */

static int count_open_files(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    if (directory == NULL)
        return 0;
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static const struct option LONG_OPTIONS[] = {
    { "confdir", required_argument, NULL, 'c' }, { "service", required_argument, NULL, 's' },
    { "user", required_argument, NULL, 'u' },    { "silent", no_argument, NULL, 'q' },
    { "expired", no_argument, NULL, 'e' },       { "times", required_argument, NULL, 't' },
    { "deaf", no_argument, NULL, 'd' },          { "uid", required_argument, NULL, 'i' },
    { "euid0", no_argument, NULL, '0' },         { "localized", no_argument, NULL, 'l' },
    { "rename", required_argument, NULL, 'r' },  { "report", required_argument, NULL, 'o' },
    { NULL, 0, NULL, 0 },
};

int main(int argc, char **argv)
{
    struct script script = { .answers = NULL };
    struct pam_conv conversation = { converse, &script };
    pam_handle_t *pamh = NULL;
    const char *confdir = NULL, *service = NULL, *user = NULL;
    unsigned flags = 0;
    int times = 1, has_uid = 0, is_setuid = 0;
    uid_t uid = 0;

    for (int option; (option = getopt_long(argc, argv, "+", LONG_OPTIONS, NULL)) != -1;) {
        switch (option) {
        case 'c': confdir = optarg; break;
        case 's': service = optarg; break;
        case 'u': user = optarg; break;
        case 'q': flags |= PAM_SILENT; break;
        case 'e': flags |= PAM_CHANGE_EXPIRED_AUTHTOK; break;
        case 't': times = atoi(optarg); break;
        case 'd': script.is_deaf = 1; break;
        case 'i': uid = (uid_t)strtoul(optarg, NULL, 10), has_uid = 1; break;
        case '0': is_setuid = 1; break;
        case 'l': setlocale(LC_ALL, ""); break;
        case 'r':
            if (optind + 2 > argc)
                return 2;
            script.rename_at = atoi(optarg);
            script.rename_from = argv[optind++];
            script.rename_to = argv[optind++];
            break;
        case 'o':
            if ((stdout = fopen(optarg, "w")) == NULL) {
                perror("conversation: fopen");
                return 2;
            }
            break;
        default: return 2;
        }
    }
    script.answers = argv + optind;
    if (confdir == NULL || service == NULL)
        return 2;
    if (has_uid && setresuid(uid, is_setuid ? 0 : uid, is_setuid ? 0 : uid) != 0) {
        perror("conversation: setresuid");
        return 2;
    }

    printf("{\"events\": [");
    int files_before = count_open_files();
    int status = pam_start_confdir(service, user, &conversation, confdir, &pamh);
    if (status != PAM_SUCCESS)
        return 3;
    for (int i = 0; i < times; i++) {
        status = pam_chauthtok(pamh, (int)flags);
        print_result(status);
    }
    if (pam_end(pamh, status) != PAM_SUCCESS)
        return 3;
    printf("], \"files\": [%d, %d]}\n", files_before, count_open_files());
    return 0;
}
