/* system.c needs it for statx alone, which glibc has. */
