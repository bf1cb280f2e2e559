/*
 * arc4random_buf, which musl 1.2.3 lacks. Swift's standard library contains code that calls it, which our library does not
 * use. The linker of the shipped library removes that code; the linker here does not, and needs the function.
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
