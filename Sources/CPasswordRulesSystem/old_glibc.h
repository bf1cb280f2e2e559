/*
 * Names that older releases of glibc have, so that what is built with a new one loads from 2.28 on
 *
 * A program is bound to the newest version of each function that its glibc has. Tests/PAM/test_pam_binary.py shows which functions
 * were bound to versions after 2.28. Where an older function does the same, call that instead, as system.c calls statx and not
 * stat; what remains is bound to its older version here.
 */
#ifndef OLD_GLIBC_H
#define OLD_GLIBC_H

#include <features.h>

#ifdef __GLIBC__

/*
 * Before 2.34 these functions are in a library of their own, libdl, which every program with PAM has loaded. They are weak, so that
 * the library loads without it.
 */
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dlclose

/* The version is that of the first glibc for the processor. */
#if defined __x86_64__
#define FIRST_GLIBC "GLIBC_2.2.5"
#elif defined __aarch64__
#define FIRST_GLIBC "GLIBC_2.17"
#endif

#ifdef FIRST_GLIBC
__asm__(".symver dlopen, dlopen@" FIRST_GLIBC);
__asm__(".symver dlsym, dlsym@" FIRST_GLIBC);
__asm__(".symver dlclose, dlclose@" FIRST_GLIBC);
#endif

#endif
#endif
