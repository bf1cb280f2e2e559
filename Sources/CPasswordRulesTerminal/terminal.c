#define _GNU_SOURCE
#include "CPasswordRulesTerminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* Alternate screen, and bracketed paste. */
static const char enter[] = "\033[?1049h\033[?2004h";
/*
 * Clears the screen before leaving it: a terminal may have no alternate screen, and the screen may show a
 * password. The lines are deleted first, because some terminals move cleared lines into the scrollback.
 */
static const char leave[] = "\033[0m\033[H\033[999M\033[2J\033[?2004l\033[?25h\033[?1049l";

/* The terminal's previous state, while is_taken. */
static struct termios before;
static volatile sig_atomic_t is_taken;
/* The events since the last wait. The handlers run only inside a wait. */
static volatile sig_atomic_t events;
static sigset_t mask_while_waiting;

static struct sigaction previous[NSIG];
static char has_previous[NSIG];

/* A handler must work even after a stack overflow. */
static char handler_stack[64 << 10];

/* tcgetpgrp fails for a terminal that is not the controlling one. It has no job control. */
static int is_in_background(void)
{
    pid_t group = tcgetpgrp(STDIN_FILENO);
    return group >= 0 && group != getpgrp();
}

/* Calls only functions that a signal handler may call. */
static void restore(void)
{
    if (!is_taken)
        return;
    is_taken = 0;
    /* The terminal now belongs to the process in the foreground. */
    if (is_in_background())
        return;
    /* No call waits for output to drain: a terminal that does not read must not keep the process alive. */
    struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };
    if (poll(&output, 1, 200) == 1 && (output.revents & POLLOUT)) {
        ssize_t count = write(STDOUT_FILENO, leave, sizeof leave - 1);
        (void)count; /* there is no remedy here */
    }
    tcflush(STDIN_FILENO, TCIFLUSH);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void die(int number)
{
    restore();
    /*
     * SA_RESETHAND has restored the default action. It runs when this handler returns, so the parent sees the
     * signal.
     */
    raise(number);
}

static void note(int number)
{
    events |= number == SIGTSTP ? PASSWORDRULES_TERMINAL_STOP : PASSWORDRULES_TERMINAL_REDRAW;
}

static int is_noted(int number)
{
    return number == SIGTSTP || number == SIGCONT || number == SIGWINCH;
}

/* The signals that do not end a process by default, or cannot be caught. */
static int is_harmless(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGTTIN || number == SIGTTOU || number == SIGKILL || number == SIGSTOP;
}

static void handle(int number)
{
    struct sigaction action = { .sa_handler = is_noted(number) ? note : die };
    /* SIGTTOU is blocked, too: a process in the background must die, not stop in its handler. */
    sigfillset(&action.sa_mask);
    action.sa_flags = is_noted(number) ? 0 : (int)(SA_RESETHAND | SA_ONSTACK);
    if (sigaction(number, NULL, &previous[number]) != 0)
        return;
    /* The parent ignores this signal: nohup, or a shell without job control. */
    if (previous[number].sa_handler == SIG_IGN && number != SIGWINCH && number != SIGCONT)
        return;
    has_previous[number] = sigaction(number, &action, NULL) == 0;
}

static void handle_all(void)
{
    stack_t stack = { .ss_sp = handler_stack, .ss_size = sizeof handler_stack };
    sigaltstack(&stack, NULL);
    for (int number = 1; number < NSIG; number++)
        if (!is_harmless(number) && !has_previous[number])
            handle(number);
}

static void handle_none(void)
{
    for (int number = 1; number < NSIG; number++)
        if (has_previous[number]) {
            sigaction(number, &previous[number], NULL);
            has_previous[number] = 0;
        }
}

static int make_raw(void)
{
    struct termios raw = before;
    raw.c_iflag &= (tcflag_t)~(BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    /* ISIG stays: keys that send signals affect all processes of the job, as the user expects. */
    raw.c_lflag &= (tcflag_t)~(ECHO | ECHONL | ICANON | IEXTEN);
    raw.c_lflag |= ISIG;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    int result;
    do
        result = tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : -errno;
}

static int take(void)
{
    /* Job control stops a background process here, before it has read or changed anything. */
    int result;
    do
        result = tcflush(STDIN_FILENO, TCIFLUSH);
    while (result != 0 && errno == EINTR);
    if (result != 0 || tcgetattr(STDIN_FILENO, &before) != 0)
        return -errno;
    sigset_t all, mask;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    int status = make_raw();
    is_taken = status == 0;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return status == 0 ? passwordrules_terminal_write(enter, sizeof enter - 1) : status;
}

static void give_back(void)
{
    sigset_t all, mask;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    restore();
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

int passwordrules_terminal_open(void)
{
    sigset_t noted;
    sigemptyset(&noted);
    sigaddset(&noted, SIGTSTP);
    sigaddset(&noted, SIGCONT);
    sigaddset(&noted, SIGWINCH);
    sigprocmask(SIG_BLOCK, &noted, &mask_while_waiting);
    sigdelset(&mask_while_waiting, SIGTSTP);
    sigdelset(&mask_while_waiting, SIGCONT);
    sigdelset(&mask_while_waiting, SIGWINCH);
    handle_all();
    int status = take();
    if (status != 0)
        passwordrules_terminal_close();
    return status;
}

void passwordrules_terminal_close(void)
{
    give_back();
    handle_none();
    sigprocmask(SIG_SETMASK, &mask_while_waiting, NULL);
}

int passwordrules_terminal_stop(void)
{
    /* The parent ignores SIGTSTP: there may be no shell to continue this process. */
    if (previous[SIGTSTP].sa_handler == SIG_IGN)
        return 0;
    give_back();
    struct sigaction action = { .sa_handler = SIG_DFL }, noting;
    sigaction(SIGTSTP, &action, &noting);
    raise(SIGTSTP);
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    /* The process stops here. */
    sigprocmask(SIG_UNBLOCK, &stop, &mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &noting, NULL);
    return take();
}

int passwordrules_terminal_wait(int milliseconds)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    struct timespec time = { .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L };
    int count;
    do {
        events = 0;
        /* The handlers that record events run only here, so none is missed. */
        count = ppoll(&input, 1, milliseconds < 0 ? NULL : &time, &mask_while_waiting);
    } while (count < 0 && errno == EINTR && events == 0);
    if (count < 0 && errno != EINTR)
        return -errno;
    if (events & PASSWORDRULES_TERMINAL_REDRAW) {
        /* After SIGSTOP, which cannot be caught, the shell has changed the terminal's modes. */
        int status = make_raw();
        if (status != 0)
            return status;
    }
    return events | (count > 0 ? PASSWORDRULES_TERMINAL_INPUT : 0);
}

intptr_t passwordrules_terminal_read(void *buffer, size_t size)
{
    ssize_t count;
    do
        count = read(STDIN_FILENO, buffer, size);
    while (count < 0 && errno == EINTR);
    /* EIO: the terminal hung up. EAGAIN: another process read the bytes first. */
    return count >= 0 ? count : errno == EIO ? 0 : -errno;
}

int passwordrules_terminal_write(const void *bytes, size_t size)
{
    const char *next = bytes;
    while (size > 0) {
        ssize_t count = write(STDOUT_FILENO, next, size);
        if (count < 0 && errno == EAGAIN) {
            /* Another process has made the terminal non-blocking. */
            struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };
            if (poll(&output, 1, -1) < 0 && errno != EINTR)
                return -errno;
            continue;
        }
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? -errno : -EIO;
        next += count;
        size -= (size_t)count;
    }
    return 0;
}

void passwordrules_terminal_size(int *rows, int *columns)
{
    struct winsize size;
    *rows = 24;
    *columns = 80;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return;
    if (size.ws_row > 0)
        *rows = size.ws_row;
    if (size.ws_col > 0)
        *columns = size.ws_col;
}
