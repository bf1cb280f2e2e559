/* Options of the runtimes that come with the sanitizer. */
const char *__asan_default_options(void);

/* No search for leaks at the end: it cannot look into a process that has changed its user. Valgrind's tests
 * do that. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
