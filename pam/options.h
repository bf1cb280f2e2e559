/*
 * options.h - the module's options
 */
#ifndef PAM_PASSWORDRULES_OPTIONS_H
#define PAM_PASSWORDRULES_OPTIONS_H

#include "change.h"

/* Reads the arguments: PAM_SUCCESS, or an error that was logged. An option that does not exist is noted. */
int read_options(pam_handle_t *pamh, int argc, const char **argv, struct options *options);

/* Tells the log, and root, which options do not exist, and what was probably meant: a misspelt one must not weaken the policy. */
void report_options(const struct change *change, struct options *options, int argc, const char **argv);

#endif
