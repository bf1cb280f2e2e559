/* What the tests of blocklists share: lists of two known words among many numbers. */
#ifndef ABI_BLOCKLIST_H
#define ABI_BLOCKLIST_H

#include "abi.h"

/*
 * The most passwords that a list of usual length has here, those of a list that is too long to be kept in memory, and the
 * length of the header of one.
 */
#define LARGEST_LIST 600
#define LONG_LIST 1030000
#define LIST_HEADER 64

/* What build_list built. */
extern unsigned char list[];

/*
 * Builds a list of "dragon", "tiger", which is in another bucket, and other keys, `count` altogether, from 2 to
 * LARGEST_LIST, or LONG_LIST. Returns its length, and stores where the entries of the bucket of "dragon" begin and end, unless
 * the place for that is NULL.
 */
size_t build_list(size_t count, int match, size_t dragon[2]);

/* Writes such a list to other_path. */
void write_list(size_t count, int match);

/* Opens the list at other_path, which must succeed without remarks; and the same with flags. */
passwordrules_blocklist *open_list(void);
passwordrules_blocklist *open_list_with(unsigned flags);

/* How a password, a C string, is listed. */
int look_up(const passwordrules_blocklist *blocklist, const char *password, int match);

/* Checks that a lookup fails with this status, and that a caller that ignores the status refuses. */
void assert_lookup_fails(const passwordrules_blocklist *blocklist, const char *password, size_t length, int match,
                         int status);

/* How many files this process has open. */
int count_open_files(void);

#endif
