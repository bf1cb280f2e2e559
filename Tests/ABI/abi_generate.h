/* Shared by the tests of generated and counted passwords. */
#ifndef ABI_GENERATE_H
#define ABI_GENERATE_H

#include "abi.h"

/* Binary logarithms that depend neither on the tested code nor on libm. */
#define LOG2_3 1.5849625007211562
#define LOG2_10 3.3219280948873623
#define LOG2_94 6.5545888516776376
#define LOG2_95 6.5698556083309478

/* The entropy of passwords of printable ASCII that neither begin nor end with a space. */
#define VISIBLE_ENDS(length) (((length) - 2) * LOG2_95 + 2 * LOG2_94)

/* The beginning of descriptors with many requirements, each of one character. */
#define TEN_REQUIREMENTS                                                                                             \
    "required: [a]; required: [b]; required: [c]; required: [d]; required: [e]; "                                    \
    "required: [f]; required: [g]; required: [h]; required: [i]; required: [j]; "
/* Passwords are not counted if more than ten requirements overlap. */
#define ELEVEN_REQUIREMENTS                                                                                          \
    "required: [ab]; required: [bc]; required: [cd]; required: [de]; required: [ef]; required: [fg]; "               \
    "required: [gh]; required: [hi]; required: [ij]; required: [jk]; required: [kl]; "
#define TWENTY_REQUIREMENTS                                                                                          \
    ELEVEN_REQUIREMENTS "required: [lm]; required: [mn]; required: [no]; required: [op]; required: [pq]; "           \
    "required: [qr]; required: [rs]; required: [st]; required: [tu]; "

/* Checks that two entropies are equal except for rounding in their last digits. */
#define assert_bits(actual, expected) assert_true((actual) - (expected) < 1e-9 && (expected) - (actual) < 1e-9)

#define OPTIONS(...) {.size = sizeof(passwordrules_generate_options), __VA_ARGS__}

/*
 * Checks that a call generates nothing: it returns this status, an empty buffer and a needed size of 0, and leaves the
 * struct unchanged.
 */
void assert_generates_nothing(const passwordrules_rules *rules, const passwordrules_generate_options *options, size_t room,
                              int status);

#endif
