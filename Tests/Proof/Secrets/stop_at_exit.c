/* stop_at_exit - for LD_PRELOAD: stops a program that ends, as vault.h does, so that its memory can be
 * searched. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((destructor)) static void stop(void)
{
    syscall(SYS_kill, getpid(), SIGSTOP);
}
