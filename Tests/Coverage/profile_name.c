/*
 * profile_name - where a module that counts its branches writes what it has counted
 *
 * Linked into the counting copy of the module. Transactions run in processes of several users, without the variable
 * LLVM_PROFILE_FILE, and their ids come round again: so the name is chosen here, and the time is a part of it.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Of clang's profile runtime, which has no header. The name is not copied. */
void __llvm_profile_set_filename(const char *name);

static char name[4096];

__attribute__((constructor)) static void choose_name(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, sizeof name, "%s/%lld-%09ld-%ld.profraw", PROFILES, (long long)now.tv_sec, now.tv_nsec, (long)getpid());
    __llvm_profile_set_filename(name);
}
