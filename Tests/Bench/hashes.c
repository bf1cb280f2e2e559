/*
 * hashes COUNT - writes synthetic digests in the format of the published lists of leaked passwords
 *
 * Lines of 40 hexadecimal digits in ascending order, a colon and a count; the same at each call.
 */
#include "bench.h"

static uint64_t state = 1;

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static char *write_hex(char *text, uint64_t number, int digits)
{
    for (int i = digits - 1; i >= 0; i--)
        *text++ = "0123456789ABCDEF"[number >> (4 * i) & 15];
    return text;
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    uint64_t count = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;

    if (count == 0)
        die("usage: hashes COUNT");
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (uint64_t i = 0, step = UINT64_MAX / count; i < count; i++) {
        char line[] = "0123456789012345678901234567890123456789:1\n";
        write_hex(write_hex(write_hex(line, i * step + next() % step, 16), next(), 16), next(), 8);
        fwrite(line, 1, sizeof line - 1, stdout);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        die("the digests cannot be written");
    return 0;
}
