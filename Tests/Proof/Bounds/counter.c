/* counter - tells callgrind where a call begins and ends, for a program in Python */
#include <valgrind/callgrind.h>

void begin(void)
{
    CALLGRIND_ZERO_STATS;
}

void end(void)
{
    CALLGRIND_DUMP_STATS;
}
