/*
 * Takes over the whole screen of a terminal, and always restores it, even when a signal ends the process. It is
 * written in C because a signal handler restores it. One terminal per process: keys come from standard input,
 * and standard output is the screen. Functions return a negated error number on failure.
 */
#ifndef CPASSWORDRULESTERMINAL_H
#define CPASSWORDRULESTERMINAL_H

#include <stddef.h>
#include <stdint.h>

/* The result of the wait; several bits may be set. */
#define PASSWORDRULES_TERMINAL_INPUT 1  /* there are bytes to read, or the input has ended */
#define PASSWORDRULES_TERMINAL_REDRAW 2 /* the size has changed, or the process was stopped and continues */
#define PASSWORDRULES_TERMINAL_STOP 4   /* the process was asked to stop: passwordrules_terminal_stop */

/*
 * Takes the terminal: keys are read one by one without an echo, on the alternate screen. Job control stops a
 * process in the background until it is in the foreground. From here to passwordrules_terminal_close, any
 * signal that ends the process restores the terminal first. SIGKILL cannot be caught: after it, run "reset".
 */
int passwordrules_terminal_open(void);
/*
 * Restores the terminal, and drops unread keys, which are not meant for the shell. No-op if it is not taken.
 */
void passwordrules_terminal_close(void);
/* Restores the terminal, stops the process, and takes the terminal again when the process continues. */
int passwordrules_terminal_stop(void);

/* Waits for this many milliseconds, or forever if negative; 0 after that time. */
int passwordrules_terminal_wait(int milliseconds);
/* Reads up to size bytes; 0 if the terminal is gone. */
intptr_t passwordrules_terminal_read(void *buffer, size_t size);
/* Writes all bytes. */
int passwordrules_terminal_write(const void *bytes, size_t size);
/* The size in characters; 24 and 80 if it is unknown. */
void passwordrules_terminal_size(int *rows, int *columns);

/* Sets the locale for characters from the environment; returns whether it is UTF-8. */
int passwordrules_terminal_use_locale(void);
/* The number of columns of a character in this locale, 0 to 2; -1 if it cannot be shown. */
int passwordrules_terminal_width(uint32_t scalar);

#endif
