/* What the tests of generated and counted passwords share. */
#ifndef ABI_GENERATE_H
#define ABI_GENERATE_H

#include "abi.h"

/* Binary logarithms that do not depend on the tested code, nor on libm. */
#define LOG2_3 1.5849625007211562
#define LOG2_10 3.3219280948873623
#define LOG2_94 6.5545888516776376
#define LOG2_95 6.5698556083309478

/* Many descriptors need many requirements of one character each. */
#define SIX_REQUIREMENTS \
    "required: [a]; required: [b]; required: [c]; required: [d]; required: [e]; required: [f]; "
#define TEN_REQUIREMENTS SIX_REQUIREMENTS "required: [g]; required: [h]; required: [i]; required: [j]; "
#define ELEVEN_REQUIREMENTS TEN_REQUIREMENTS "required: [k]; "
#define THIRTY_REQUIREMENTS \
    ELEVEN_REQUIREMENTS "required: [l]; required: [m]; required: [n]; required: [o]; required: [p]; " \
    "required: [q]; required: [r]; required: [s]; required: [t]; required: [u]; required: [v]; required: [w]; " \
    "required: [x]; required: [y]; required: [z]; required: [0]; required: [1]; required: [2]; required: [3]; "

/* Checks that two entropies are equal except for rounding in their last digits. */
void assert_bits(double actual, double expected);

/* What to generate from; options may be NULL. */
struct request {
    const passwordrules_rules *rules;
    const passwordrules_generate_options *options;
};

/* passwordrules_generate for a request, as one of the functions that write text. */
int write_generated(const void *subject, char *buffer, size_t size, size_t *needed);

/*
 * Generates in the room that the library asks for, which must succeed, and holds what is promised of every result: so
 * many passwords, accepted in the strict reading and in the written one, of printable ASCII, no longer than is said,
 * and all different. The text is for the caller to free.
 */
char *generate(const passwordrules_rules *rules, const passwordrules_generate_options *options,
               passwordrules_generated *generated);

/* The description of a descriptor's passwords, without the passwords themselves. */
passwordrules_generated describe_generated(const char *descriptor, const passwordrules_generate_options *options);

/*
 * That nothing is generated, and nothing else done: this status, an empty buffer, no size, and what a struct for the
 * description held is still in it.
 */
void assert_generates_nothing(const passwordrules_rules *rules, const passwordrules_generate_options *options,
                              int status);

#endif
