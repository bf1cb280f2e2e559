/*
 * arc4random_buf, which Swift's own random numbers call and musl 1.2.3 lacks. The library has random numbers
 * of its own. The linker of the shipped library sees that nothing calls this; the linker here does not.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>

void arc4random_buf(void *buffer, size_t size);

void arc4random_buf(void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = getrandom((char *)buffer + done, size - done, 0);
        if (count <= 0)
            abort();
        done += (size_t)count;
    }
}
