/* The sanitizer's run-time library calls this function for its options. */
const char *__asan_default_options(void);

/* Switches off the search for leaks at the end, which does not work in a process that has changed its user. Tests with
 * valgrind search for leaks. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
