/*
 * pwupdd - a test double of the daemon that changes passwords for a passwd without set-user-ID
 *
 * pwupdd SOCKET
 *
 * For a PAM module, this program behaves like pwupdd of account-utils. It runs as root, without a terminal and without
 * standard input. A separate process serves each connection, and gets the peer's user ID from the kernel: root may change
 * all passwords, and a user only one. For a user, the process sets its real user ID to the user's, and keeps root's
 * effective user ID. A second thread runs PAM, without a locale. When the peer hangs up, the process ends, even while the
 * thread is working. As in pwupdd's systemd unit, programs that the process starts get no privileges, and no memory becomes
 * executable.
 *
 * Each text on the socket ends in a NUL byte. The peer sends "FLAGS USER", and then an answer to each prompt. The process
 * sends "STYLE MESSAGE" for each message and each prompt, and at the end "result STATUS" or "denied". Styles and flags are
 * libpam's.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <security/pam_appl.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

static int peer;
static char *user;
static int flags;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* The peer's answer, until the thread takes it. */
static char *answer;

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- The socket ---- */

static void send_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void send_text(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        fail("vasprintf");
    /* Errors are ignored. If the peer has hung up, the thread that reads from the peer ends the process. */
    (void)!send(peer, text, (size_t)length + 1, MSG_NOSIGNAL);
    explicit_bzero(text, (size_t)length);
    free(text);
}

/* The next text of the peer, which the caller frees; NULL if the peer has hung up. */
static char *receive_text(FILE *file)
{
    char *text = NULL;
    size_t size = 0;

    if (getdelim(&text, &size, '\0', file) > 0)
        return text;
    free(text);
    return NULL;
}

/* ---- The thread that runs PAM ---- */

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    (void)data;
    for (int i = 0; i < count; i++) {
        const int style = messages[i]->msg_style;
        send_text("%d %s", style, messages[i]->msg);
        if (style != PAM_PROMPT_ECHO_OFF && style != PAM_PROMPT_ECHO_ON)
            continue;
        *responses = calloc((size_t)count, sizeof **responses);
        if (*responses == NULL)
            return PAM_BUF_ERR;
        pthread_mutex_lock(&mutex);
        while (answer == NULL)
            pthread_cond_wait(&changed, &mutex);
        (*responses)[0].resp = answer;
        answer = NULL;
        pthread_mutex_unlock(&mutex);
    }
    return PAM_SUCCESS;
}

static void *change(void *nothing)
{
    const struct pam_conv conversation = { converse, NULL };
    pam_handle_t *pamh = NULL;
    int status = pam_start("pwupd-passwd", user, &conversation, &pamh);

    if (status == PAM_SUCCESS)
        status = pam_chauthtok(pamh, flags);
    pam_end(pamh, status);
    send_text("result %d", status);
    shutdown(peer, SHUT_WR);
    return nothing;
}

/* ---- A process for each connection ---- */

static void serve(void)
{
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    FILE *file = fdopen(peer, "r");
    char *request = file != NULL ? receive_text(file) : NULL;
    pthread_t thread;

    if (request == NULL)
        exit(0);
    if (getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        fail("SO_PEERCRED");
    flags = (int)strtol(request, &user, 10);
    const struct passwd *entry = getpwnam(++user);
    if (entry == NULL || (credentials.uid != 0 && credentials.uid != entry->pw_uid)) {
        send_text("denied");
        exit(0);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("PR_SET_NO_NEW_PRIVS");
    /* Fails on older kernels, which do not have PR_SET_MDWE. */
    (void)prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0);
    if (credentials.uid != 0 && setresuid(credentials.uid, 0, 0) != 0)
        fail("setresuid");
    if (pthread_create(&thread, NULL, change, NULL) != 0)
        fail("pthread_create");
    for (char *text; (text = receive_text(file)) != NULL;) {
        pthread_mutex_lock(&mutex);
        answer = text;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    exit(0);
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path)
        return 2;
    strcpy(address.sun_path, argv[1]);
    if (setsid() < 0 || freopen("/dev/null", "r", stdin) == NULL)
        fail("setsid");
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 || chmod(argv[1], 0666) != 0 ||
        listen(listener, 16) != 0)
        fail(argv[1]);
    /* The kernel removes processes that have ended, because this program does not wait for them. */
    signal(SIGCHLD, SIG_IGN);
    puts("ready");
    fflush(stdout);
    while ((peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        if (fork() == 0) {
            signal(SIGCHLD, SIG_DFL);
            serve();
        }
        close(peer);
    }
    fail("accept4");
}
