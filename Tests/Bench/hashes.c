/*
 * hashes - writes synthetic digests as the published lists of leaked passwords have them
 *
 *   hashes COUNT ordered|random|md4
 *
 * Lines of 40 hexadecimal digits, a colon and a count; "ordered" ones ascend as in a corpus. "md4" writes random lines of 32
 * digits without a count, as passwdqc's pwqfilter reads them. The same at each call.
 */
#include "bench.h"

#include <inttypes.h>

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
    uint64_t count = argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
    int is_ordered = count > 0 && strcmp(argv[2], "ordered") == 0, is_md4 = count > 0 && strcmp(argv[2], "md4") == 0;
    uint64_t step = count > 0 ? UINT64_MAX / count : 0;

    if (count == 0 || (!is_ordered && !is_md4 && strcmp(argv[2], "random") != 0))
        die("usage: hashes COUNT ordered|random|md4");
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (uint64_t i = 0; i < count; i++) {
        char line[64], *end = line;
        end = write_hex(end, is_ordered ? i * step + next() % step : next(), 16);
        end = write_hex(end, next(), 16);
        if (!is_md4) {
            end = write_hex(end, next(), 8);
            end += sprintf(end, ":%" PRIu64, 1 + next() % 100);
        }
        *end++ = '\n';
        fwrite(line, 1, (size_t)(end - line), stdout);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        die("the digests cannot be written");
    return 0;
}
