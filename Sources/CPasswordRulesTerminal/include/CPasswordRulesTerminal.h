/*
 * A terminal taken as a whole screen, and given back whatever happens: only C can do so inside a signal handler. One terminal a
 * process: standard input for the keys, standard output for the screen. A failure is returned as the negated error number.
 */
#ifndef CPASSWORDRULESTERMINAL_H
#define CPASSWORDRULESTERMINAL_H

#include <stddef.h>
#include <stdint.h>

/* What became of the wait; several may be set. */
#define PASSWORDRULES_TERMINAL_INPUT 1  /* there is something to read, or the end of it */
#define PASSWORDRULES_TERMINAL_REDRAW 2 /* the size has changed, or the process was stopped and goes on */
#define PASSWORDRULES_TERMINAL_STOP 4   /* somebody wants the process to stop: passwordrules_terminal_stop */

/*
 * Takes the terminal: keys come one by one and unseen, the alternate screen is shown. Waits, stopped as job control has it, until
 * the process is in the foreground. From here to passwordrules_terminal_close, any signal that ends the process restores the
 * terminal before it does. SIGKILL cannot be caught: after it, "reset" helps.
 */
int passwordrules_terminal_open(void);
/* Gives it back, and drops the keys that nobody has read: they were no commands for the shell. No-op where it is not taken. */
void passwordrules_terminal_close(void);
/* Gives it back, stops the process, and takes the terminal again when it goes on. */
int passwordrules_terminal_stop(void);

/* Waits for so many milliseconds, or without end for a negative number; 0 if that time has passed. */
int passwordrules_terminal_wait(int milliseconds);
/* Reads up to size bytes; 0 where the terminal is gone. */
intptr_t passwordrules_terminal_read(void *buffer, size_t size);
/* Writes all bytes. */
int passwordrules_terminal_write(const void *bytes, size_t size);
/* The size in characters; 24 and 80 where the terminal does not know it. */
void passwordrules_terminal_size(int *rows, int *columns);

/* Takes over the environment's locale for characters; returns whether they are UTF-8. */
int passwordrules_terminal_use_locale(void);
/* How many columns a character takes there, 0 to 2; -1 if it is none that can be shown. */
int passwordrules_terminal_width(uint32_t scalar);

#endif
