/* stop_at_exit - a library for LD_PRELOAD, which stops a program when it exits, so that its memory can be searched. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((destructor)) static void stop(void)
{
    syscall(SYS_kill, getpid(), SIGSTOP);
}
