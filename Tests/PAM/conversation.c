/*
 * conversation - PAM transactions with a scripted user, reported as one JSON object
 *
 * conversation --confdir DIR --service NAME [--user NAME] [OPTION]... [--] [ANSWER]...
 *
 * --silent, --expired   PAM_SILENT, PAM_CHANGE_EXPIRED_AUTHTOK
 * --times N             calls pam_chauthtok N times in the same transaction
 * --steps STEPS         calls these functions instead, one for each letter: a, pam_authenticate; s, pam_setcred; c,
 *                       pam_acct_mgmt; p, pam_chauthtok; u makes bob the user of the transaction. Once a function
 *                       fails, others are called only after an exclamation mark.
 * --transactions N      begins and ends N transactions, each with the same answers
 * --threads N           begins and ends a transaction in each of N threads at once, for the users user1, user2...
 * --deaf                the conversation fails for every message that is not a prompt
 * --reply TEXT          answers messages that are not prompts with TEXT; if TEXT is empty, without any array of responses
 * --uid N               becomes this user first
 * --euid0               with --uid: keeps the effective user ID 0, as a set-user-ID program does
 * --rename N FROM TO    renames a file before prompt N, from 1, is answered, as an administrator may do while a prompt is open
 * --localized           uses the environment's locale, as passwd and login do
 * --report FILE         prints the report to this file, so that standard output can be a terminal
 *
 * The answers are given to the prompts in order. "=TEXT" types TEXT; "suggestion" types the last suggestion that was shown;
 * "cancel" makes the conversation fail; "null" succeeds without a response; "again" returns PAM_CONV_AGAIN. When the answers
 * run out, the prompt is cancelled.
 *
 * The report is {"events": [...], "changed": [...], "asked": [...], "mapped": {...}}. Every event has a type and a text:
 * "prompt", "info", "error" and "other" from the conversation, "log" from syslog, "result" for each call. Bytes are written
 * as \u00XX. The other members describe the process, with the functions of process.h: "changed" what differs at the end,
 * "asked" what differs at the last prompt, and "mapped" the mappings.
 */
#include "process.h"
#include "vsyslog.h"

#include <getopt.h>
#include <pthread.h>
#include <stdint.h>

#include <security/pam_appl.h>

enum { MAX_THREADS = 64 };

/* The command line's settings. */
static struct {
    const char *confdir, *service, *user, *rename_from, *rename_to, *reply, *steps;
    char **answers; /* ends with a NULL */
    unsigned flags;
    int times, transactions, threads, is_deaf, rename_at;
} options = { .times = 1, .transactions = 1, .steps = "p" };

/* The state of one user's conversation. */
struct script {
    char **answers;
    int prompts, is_label_shown;
    char suggestion[PAM_MAX_MSG_SIZE];
};

static struct process before, after;
/* Whether at any prompt a new program would have inherited more files, and whether the process had a child. */
static int is_inherited, has_run;
static _Thread_local const char *person;

static const char SUGGESTION[] = "You could use:";

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

    flockfile(stdout);
    printf("%s\n {\"type\": \"%s\", \"person\": ", count++ > 0 ? "," : "", type);
    print_string(person != NULL ? person : "");
    printf(", \"text\": ");
    print_string(text);
}

static void end_event(void)
{
    putchar('}');
    funlockfile(stdout);
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
        STATUS(PAM_INCOMPLETE), STATUS(PAM_AUTHTOK_RECOVERY_ERR), STATUS(PAM_NEW_AUTHTOK_REQD), STATUS(PAM_ACCT_EXPIRED),
        STATUS(PAM_CRED_UNAVAIL), STATUS(PAM_AUTHINFO_UNAVAIL),
    };
    const char *name = "";

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status)
            name = names[i].name;
    begin_event("result", name);
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

/* Answers one prompt. Returns the status of the conversation, and sets the response, which may be NULL. */
static int answer_prompt(struct script *script, const struct pam_message *message, char **response)
{
    if (options.threads == 0) /* with threads, libpam itself may have files open in other threads */
        is_inherited |= count_files(1) != before.inheritable_files;
    has_run |= has_child();
    if (++script->prompts == options.rename_at && rename(options.rename_from, options.rename_to) != 0)
        abort();
    const char *answer = *script->answers != NULL ? *script->answers++ : "nothing";
    const char *text = answer[0] == '='                      ? answer + 1
                       : strcmp(answer, "suggestion") == 0 ? script->suggestion
                                                           : NULL;

    begin_event("prompt", message->msg);
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

static int hear_message(struct script *script, const struct pam_message *message, char **response)
{
    begin_event(message->msg_style == PAM_TEXT_INFO   ? "info"
                : message->msg_style == PAM_ERROR_MSG ? "error"
                                                      : "other",
                message->msg);
    end_event();
    /* The suggestion is the indented message that follows its label. */
    if (script->is_label_shown)
        snprintf(script->suggestion, sizeof script->suggestion, "%s", message->msg + strspn(message->msg, " "));
    script->is_label_shown = strcmp(message->msg, SUGGESTION) == 0;
    if (options.reply != NULL && options.reply[0] != '\0')
        *response = strdup(options.reply);
    return options.is_deaf ? PAM_CONV_ERR : PAM_SUCCESS;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct script *script = data;
    struct pam_response *replies = calloc((size_t)count, sizeof *replies);
    int status = replies != NULL ? PAM_SUCCESS : PAM_BUF_ERR;
    int is_without_reply = options.reply != NULL && options.reply[0] == '\0';

    for (int i = 0; status == PAM_SUCCESS && i < count; i++) {
        int style = messages[i]->msg_style;
        if (style == PAM_PROMPT_ECHO_OFF || style == PAM_PROMPT_ECHO_ON) {
            status = answer_prompt(script, messages[i], &replies[i].resp);
            is_without_reply = 0;
        } else {
            status = hear_message(script, messages[i], &replies[i].resp);
        }
    }
    if (status != PAM_SUCCESS || is_without_reply) {
        for (int i = 0; replies != NULL && i < count; i++)
            free(replies[i].resp);
        free(replies);
        replies = NULL;
    }
    *responses = replies;
    return status;
}

/* ---- The transaction ------------------------------------------------------------------------------------------ */

static const struct option LONG_OPTIONS[] = {
    { "confdir", required_argument, NULL, 'c' }, { "service", required_argument, NULL, 's' },
    { "user", required_argument, NULL, 'u' },    { "silent", no_argument, NULL, 'q' },
    { "expired", no_argument, NULL, 'e' },       { "times", required_argument, NULL, 't' },
    { "deaf", no_argument, NULL, 'd' },          { "uid", required_argument, NULL, 'i' },
    { "euid0", no_argument, NULL, '0' },         { "localized", no_argument, NULL, 'l' },
    { "rename", required_argument, NULL, 'r' },  { "report", required_argument, NULL, 'o' },
    { "transactions", required_argument, NULL, 'n' }, { "threads", required_argument, NULL, 'p' },
    { "reply", required_argument, NULL, 'a' },   { "steps", required_argument, NULL, 'f' },
    { NULL, 0, NULL, 0 },
};

/* Redirects the report to a file. Its descriptor is above 2, even if 0, 1 or 2 are closed. */
static void print_to(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int high = fcntl(file, F_DUPFD_CLOEXEC, 10);

    close(file);
    if ((stdout = fdopen(high, "w")) == NULL)
        exit(2);
}

/* Calls the function of a step. */
static int take_step(pam_handle_t *pamh, char step)
{
    const int flags = (int)options.flags, silent = (int)(options.flags & PAM_SILENT);

    switch (step) {
    case 'a': return pam_authenticate(pamh, silent);
    case 's': return pam_setcred(pamh, (int)(PAM_ESTABLISH_CRED | (options.flags & PAM_SILENT)));
    case 'c': return pam_acct_mgmt(pamh, silent);
    case 'u': return pam_set_item(pamh, PAM_USER, "bob");
    default: return pam_chauthtok(pamh, flags);
    }
}

/* Takes the steps in their order. Returns the last status. */
static int take_steps(pam_handle_t *pamh)
{
    int status = PAM_SUCCESS, is_forced = 0;

    for (const char *step = options.steps; *step != '\0'; step++) {
        if (*step == '!') {
            is_forced = 1;
        } else if (status == PAM_SUCCESS || is_forced) {
            status = take_step(pamh, *step);
            print_result(status);
            is_forced = 0;
        }
    }
    return status;
}

static void *change(void *user)
{
    struct script script = { .prompts = 0 };
    struct pam_conv conversation = { converse, &script };
    pam_handle_t *pamh = NULL;

    person = user;
    for (int n = 0; n < options.transactions; n++) {
        script.answers = options.answers;
        int status = pam_start_confdir(options.service, user, &conversation, options.confdir, &pamh);
        if (status != PAM_SUCCESS)
            exit(3);
        for (int i = 0; i < options.times; i++)
            status = take_steps(pamh);
        if (pam_end(pamh, status) != PAM_SUCCESS)
            exit(3);
    }
    return NULL;
}

static void change_in_threads(void)
{
    static char users[MAX_THREADS][16];
    pthread_t threads[MAX_THREADS];

    for (int i = 0; i < options.threads; i++) {
        snprintf(users[i], sizeof users[i], "user%d", i + 1);
        if (pthread_create(&threads[i], NULL, change, users[i]) != 0)
            exit(2);
    }
    for (int i = 0; i < options.threads; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    int has_uid = 0, is_setuid = 0;
    uid_t uid = 0;

    for (int option; (option = getopt_long(argc, argv, "+", LONG_OPTIONS, NULL)) != -1;) {
        switch (option) {
        case 'c': options.confdir = optarg; break;
        case 's': options.service = optarg; break;
        case 'u': options.user = optarg; break;
        case 'q': options.flags |= PAM_SILENT; break;
        case 'e': options.flags |= PAM_CHANGE_EXPIRED_AUTHTOK; break;
        case 't': options.times = atoi(optarg); break;
        case 'n': options.transactions = atoi(optarg); break;
        case 'p': options.threads = atoi(optarg); break;
        case 'd': options.is_deaf = 1; break;
        case 'f': options.steps = optarg; break;
        case 'a': options.reply = optarg; break;
        case 'i': uid = (uid_t)strtoul(optarg, NULL, 10), has_uid = 1; break;
        case '0': is_setuid = 1; break;
        case 'l': setlocale(LC_ALL, ""); break;
        case 'r':
            if (optind + 2 > argc)
                return 2;
            options.rename_at = atoi(optarg);
            options.rename_from = argv[optind++];
            options.rename_to = argv[optind++];
            break;
        case 'o': print_to(optarg); break;
        default: return 2;
        }
    }
    options.answers = argv + optind;
    if (options.confdir == NULL || options.service == NULL || options.threads > MAX_THREADS)
        return 2;
    if (has_uid && setresuid(uid, is_setuid ? 0 : uid, is_setuid ? 0 : uid) != 0) {
        perror("conversation: setresuid");
        return 2;
    }

    handle_signals();
    look(&before);
    printf("{\"events\": [");
    if (options.threads > 0)
        change_in_threads();
    else
        change((void *)(uintptr_t)options.user);
    look(&after);
    printf("], \"changed\": ");
    print_changes(&before, &after);
    printf(", \"asked\": [%d, %d], \"mapped\": ", is_inherited, has_run);
    print_mappings();
    printf("}\n");
    return 0;
}
