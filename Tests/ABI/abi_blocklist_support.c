#include "abi_blocklist.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The first 8 bytes of each word's SHA-1. */
static const uint64_t DRAGON = 0xAF8978B1797B72ACu, TIGER = 0x46E3D772A1888EADu;

enum { RECORD = 8, ENTRY = 4 };

unsigned char list[LIST_HEADER + RECORD * ((1 << 14) + 1) + ENTRY * LONG_LIST];

static unsigned char *put(unsigned char *at, uint64_t number, int length)
{
    for (int index = 0; index < length; index++)
        *at++ = (unsigned char)(number >> 8 * index);
    return at;
}

static uint64_t fnv(uint64_t sum, const unsigned char *bytes, size_t length)
{
    for (size_t index = 0; index < length; index++)
        sum = (sum ^ bytes[index]) * 1099511628211u;
    return sum;
}

static const uint64_t FNV_START = 14695981039346656037u;

/* Adds an entry to the sum of a bucket, in which it has a number from 0 on. */
static uint32_t add_entry(uint32_t sum, uint32_t entry, size_t number)
{
    return sum + (entry + (entry >> 24) * 0x010101u) * (uint32_t)(2 * number + 1);
}

static int compare(const void *first, const void *second)
{
    uint64_t a = *(const uint64_t *)first, b = *(const uint64_t *)second;
    return a < b ? -1 : a > b;
}

size_t build_list(size_t count, int match, size_t dragon[2])
{
    static uint64_t keys[LONG_LIST];
    int bits = 0;
    keys[0] = DRAGON;
    keys[1] = TIGER;
    for (size_t index = 2; index < count; index++)
        keys[index] = index * 0x9E3779B97F4A7C15u;
    qsort(keys, count, sizeof(*keys), compare);
    while (count > (size_t)64 << bits)
        bits++;

    size_t buckets = (size_t)1 << bits, first = 0, largest = 0;
    unsigned char *index = list + LIST_HEADER, *entries = index + RECORD * (buckets + 1), *end = entries;
    for (size_t bucket = 0; bucket < buckets; bucket++) {
        unsigned char head[14], *start = end;
        size_t next = first;
        while (next < count && (bits == 0 || keys[next] >> (64 - bits) == bucket))
            next++;
        put(put(put(head, bucket, 4), first, 5), next, 5);
        uint32_t sum = (uint32_t)fnv(FNV_START, head, sizeof(head));
        for (size_t number = first; number < next; number++) {
            uint32_t entry = (uint32_t)(keys[number] << bits >> 32);
            sum = add_entry(sum, entry, number - first);
            end = put(end, entry, ENTRY);
        }
        index = put(put(index, first, 5), sum, 3);
        if (next - first > largest)
            largest = next - first;
        first = next;
        if (dragon != NULL && (bits == 0 || DRAGON >> (64 - bits) == bucket)) {
            dragon[0] = (size_t)(start - list);
            dragon[1] = (size_t)(end - list);
        }
    }
    put(index, first, RECORD);

    static const unsigned char magic[] = {0x89, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A};
    size_t length = (size_t)(end - list);
    memcpy(list, magic, sizeof(magic));
    unsigned char *at = put(put(list + sizeof(magic), 2, 4), LIST_HEADER, 4);
    at = put(put(put(put(at, 1, 1), (uint64_t)match, 1), (uint64_t)bits, 1), ENTRY, 1);
    at = put(put(put(at, 0, 4), count, 8), length, 8);
    at = put(put(at, fnv(FNV_START, list + LIST_HEADER, length - LIST_HEADER), 8), largest, 8);
    put(at, fnv(FNV_START, list, LIST_HEADER - 8), 8);
    return length;
}

void write_list(size_t count, int match)
{
    write_bytes(other_path, list, build_list(count, match, NULL));
}

passwordrules_blocklist *open_list(void)
{
    return open_list_with(0);
}

passwordrules_blocklist *open_list_with(unsigned flags)
{
    passwordrules_blocklist *blocklist = STALE;
    passwordrules_diagnostics *diagnostics = STALE;
    assert_int_equal(passwordrules_blocklist_open(other_path, flags, &blocklist, &diagnostics), PASSWORDRULES_OK);
    assert_non_null(blocklist);
    assert_null(diagnostics);
    return blocklist;
}

int look_up(const passwordrules_blocklist *blocklist, const char *password, int match)
{
    int found = 12345;
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, password, strlen(password), match, &found),
                     PASSWORDRULES_OK);
    return found;
}

void assert_lookup_fails(const passwordrules_blocklist *blocklist, const char *password, size_t length, int match,
                                int status)
{
    int found = 0;
    assert_int_equal(passwordrules_blocklist_lookup(blocklist, password, length, match, &found), status);
    assert_int_equal(found, PASSWORDRULES_MATCH_EXACT);
}

int count_open_files(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;
    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}
