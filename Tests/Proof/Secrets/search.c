/*
 * search - finds forms of passwords in a piece of another process's memory; a library for scanner.py
 *
 * A hit is a run of at least `least` bytes of a form, which may begin anywhere in the form. Each run is reported
 * once, at its full length. One pass searches for all forms: the first four bytes of a run are looked up in a
 * hash table.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ANCHOR = 4, BITS = 20, FILTER_BITS = 18 };

static const uint8_t zeros[64];

struct form {
    const uint8_t *bytes;
    size_t length, least; /* at least ANCHOR */
    size_t unit; /* bytes per character; a run begins at the start of a character */
};

struct hit {
    size_t offset, form, length;
};

/* A position in a form, and the next one with the same hash. */
struct position {
    size_t form, start, next;
};

struct search {
    const struct form *forms;
    struct position *positions; /* positions[0] is unused */
    size_t *heads;        /* the index of the first position of each hash; 0: none */
    /* A bit for each hash, set if the hash has a position. The bits fit into the cache, and rule out most of the memory. */
    uint8_t filter[1 << (FILTER_BITS - 3)];
};

static uint32_t hash(const uint8_t *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof word);
    return word * UINT32_C(2654435761);
}

static int may_begin(const struct search *search, uint32_t hash)
{
    return search->filter[hash >> (32 - FILTER_BITS + 3)] >> (hash >> (32 - FILTER_BITS) & 7) & 1;
}

void search_end(struct search *search)
{
    if (search != NULL) {
        free(search->positions);
        free(search->heads);
        free(search);
    }
}

/* The search keeps a pointer to the forms: they must exist, unchanged, until search_end. */
struct search *search_begin(const struct form *forms, size_t count)
{
    struct search *search = calloc(1, sizeof *search);
    size_t total = 1, used = 0;

    for (size_t i = 0; i < count; i++)
        total += forms[i].length;
    if (search == NULL || (search->positions = calloc(total, sizeof *search->positions)) == NULL ||
        (search->heads = calloc((size_t)1 << BITS, sizeof *search->heads)) == NULL) {
        search_end(search);
        return NULL;
    }
    search->forms = forms;
    for (size_t i = 0; i < count; i++)
        for (size_t start = 0; start + forms[i].least <= forms[i].length; start += forms[i].unit) {
            uint32_t value = hash(forms[i].bytes + start);
            if (memcmp(forms[i].bytes + start, zeros, ANCHOR) == 0) {
                search_end(search); /* search_run skips zeros */
                return NULL;
            }
            size_t *head = &search->heads[value >> (32 - BITS)];
            search->filter[value >> (32 - FILTER_BITS + 3)] |= (uint8_t)(1 << (value >> (32 - FILTER_BITS) & 7));
            search->positions[++used] = (struct position){ i, start, *head };
            *head = used;
        }
    return search;
}

/* The length of the run that begins at the offset; 0 if it began earlier or is too short. */
static size_t run_length(const struct form *form, size_t start, const uint8_t *memory, size_t size, size_t offset)
{
    size_t length = 0;

    if (start >= form->unit && offset >= form->unit &&
        memcmp(memory + offset - form->unit, form->bytes + start - form->unit, form->unit) == 0)
        return 0;
    while (start + length < form->length && offset + length < size && memory[offset + length] == form->bytes[start + length])
        length++;
    return length >= form->least ? length : 0;
}

/* Returns the number of runs, and stores the first `capacity` of them in `hits`. */
size_t search_run(const struct search *search, const uint8_t *memory, size_t size, struct hit *hits, size_t capacity)
{
    size_t count = 0;

    for (size_t offset = 0; offset + ANCHOR <= size; offset++) {
        while (offset + 2 * sizeof zeros <= size && memcmp(memory + offset, zeros, sizeof zeros) == 0)
            offset += sizeof zeros - ANCHOR + 1; /* no run begins with four zeros */
        uint32_t value = hash(memory + offset);
        if (!may_begin(search, value))
            continue;
        for (size_t at = search->heads[value >> (32 - BITS)]; at != 0; at = search->positions[at].next) {
            const struct position *position = &search->positions[at];
            size_t length = run_length(&search->forms[position->form], position->start, memory, size, offset);
            if (length > 0 && count++ < capacity)
                hits[count - 1] = (struct hit){ offset, position->form, length };
        }
    }
    return count;
}
