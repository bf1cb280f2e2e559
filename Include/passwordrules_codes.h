/*
 * passwordrules_codes.h - the numbers of statuses, kinds of outcome and diagnostics, for passwordrules.h
 *
 * "make generate" writes this file, from the Swift sources. The numbers are stable, and never reused.
 */
#ifndef PASSWORDRULES_CODES_H
#define PASSWORDRULES_CODES_H

/* Statuses. Gaps are for later ones. */
#define PASSWORDRULES_OK 0              /* success */
#define PASSWORDRULES_EINVAL 1          /* an argument is NULL, unknown or out of range */
#define PASSWORDRULES_ESIZE 2           /* the size in a struct is not one that this library supports */
#define PASSWORDRULES_ERANGE 3          /* a buffer is too small, or an index is past the end */
#define PASSWORDRULES_ENOMEM 4          /* out of memory */
#define PASSWORDRULES_EDESCRIPTOR 10    /* the descriptor has a mistake */
#define PASSWORDRULES_EPOLICY 11        /* the policy has a mistake, or cannot be read */
#define PASSWORDRULES_EBLOCKLIST 12     /* a blocklist cannot be read, or is damaged */
#define PASSWORDRULES_EACCOUNT 13       /* the account cannot be looked up, and the policy compares its names */
#define PASSWORDRULES_ECOUNT 14         /* the password change cannot be counted */
#define PASSWORDRULES_ERANKS 15         /* a list of ranked words cannot be read, or is damaged */
#define PASSWORDRULES_EUNSATISFIABLE 20 /* no password can satisfy the rules */
#define PASSWORDRULES_ENOTFOUND 21      /* no password that satisfies the rules was found within the time limit */
#define PASSWORDRULES_ELENGTH 22        /* the rules or the library do not allow this length */
#define PASSWORDRULES_ERANDOM 23        /* the system's random source failed */
#define PASSWORDRULES_EREQUIREMENTS 24  /* too many different requirements to count the passwords */
#define PASSWORDRULES_ETOOFEW 25        /* the rules allow fewer different passwords than requested */

/* Kinds of outcome: the rule, or the meaning of its numbers. If a comment does not mention actual, it is 1 if
   something forbidden was found, and else 0. Rules have the kinds 1 to 8 and 32; policies have all. */
#define PASSWORDRULES_KIND_MINLENGTH 1               /* actual: the length in scalar values */
#define PASSWORDRULES_KIND_REQUIRED 2                /* actual: how many such characters there are, up to the limit */
#define PASSWORDRULES_KIND_ALLOWED 3                 /* actual: how many characters are not allowed; limit 0 */
#define PASSWORDRULES_KIND_MAXLENGTH 4               /* actual: the length in scalar values */
#define PASSWORDRULES_KIND_MAX_REPEATING 5           /* actual: the longest run of one character */
#define PASSWORDRULES_KIND_MAX_SEQUENTIAL 6          /* actual: the longest run such as abc or 321 */
#define PASSWORDRULES_KIND_MAX_CONSECUTIVE 7         /* actual: the longest run of one character */
#define PASSWORDRULES_KIND_ENCODING 8                /* only if not met. actual: how many ill-formed UTF-8 sequences */
#define PASSWORDRULES_KIND_MAX_BYTES 9               /* only if not met, and then alone. actual: the length in bytes */
#define PASSWORDRULES_KIND_USERNAME 10               /* not the user name */
#define PASSWORDRULES_KIND_USERNAME_PARTS 11         /* no part of the user name. limit: how many characters in a row;
                                                        actual: 0 */
#define PASSWORDRULES_KIND_FULL_NAME 12              /* no word of the full name */
#define PASSWORDRULES_KIND_HOME_DIRECTORY 13         /* no word of the home directory */
#define PASSWORDRULES_KIND_OLD_PASSWORD_SAME 14      /* not the old password; at most one of this, the next four and
                                                        old-password-similar is reported as not met */
#define PASSWORDRULES_KIND_OLD_PASSWORD_CASE 15      /* not the old password in another case */
#define PASSWORDRULES_KIND_OLD_PASSWORD_REVERSED 16  /* not the old password backwards */
#define PASSWORDRULES_KIND_OLD_PASSWORD_ROTATED 17   /* not the old password rotated */
#define PASSWORDRULES_KIND_OLD_PASSWORD_CONTAINED 18 /* neither password contains the other */
#define PASSWORDRULES_KIND_OLD_PASSWORD_CHANGES 19   /* actual: how many characters were changed, up to the limit */
#define PASSWORDRULES_KIND_PALINDROME 20             /* not a palindrome */
#define PASSWORDRULES_KIND_MIN_CLASSES 21            /* actual: how many of four classes there are */
#define PASSWORDRULES_KIND_AT_LEAST 22               /* actual: how many such characters there are */
#define PASSWORDRULES_KIND_MAX_CLASS_REPEATING 23    /* actual: the longest run of one of four classes */
#define PASSWORDRULES_KIND_MIN_DIFFERENT 24          /* actual: how many different characters there are */
#define PASSWORDRULES_KIND_MAX_KEYBOARD 25           /* actual: the longest run of adjacent keys */
#define PASSWORDRULES_KIND_WORDS 26                  /* none of the administrator's words */
#define PASSWORDRULES_KIND_MIN_WORDS 27              /* actual: how many words there are */
#define PASSWORDRULES_KIND_OR 28                     /* only if not met: none of several sets of rules, joined by "or",
                                                        is met. actual: how many there are; the outcomes after it, up to
                                                        the next of its kind, are those of the closest set */
#define PASSWORDRULES_KIND_BLOCKLIST 29              /* on no list. actual: how it is listed, PASSWORDRULES_MATCH_*; 0
                                                        if it is not. limit: why, if the password shows it: 1 the same
                                                        character over and over, 2 a repetition, 3 characters in
                                                        sequence, 4 adjacent keys, 5 also hardly different from the old
                                                        one */
#define PASSWORDRULES_KIND_BLOCKLIST_UNREADABLE 30   /* only if a list is damaged or cannot be read; met if all such
                                                        lists are optional. actual: the number of such lists; if not
                                                        met, without the optional ones */
#define PASSWORDRULES_KIND_NUL 31                    /* only if not met: there is U+0000, after which crypt(3) does not
                                                        read. actual: how many there are */
#define PASSWORDRULES_KIND_MAX_CONSECUTIVE_STRICT 32 /* max-consecutive in the strict reading. actual: the longest run
                                                        of one character, or such as abc or 321 */
#define PASSWORDRULES_KIND_MIN_GUESSES 33            /* limit: the power of ten of the guesses that a password must
                                                        withstand; actual: that of the estimate, rounded down, up to the
                                                        limit */
#define PASSWORDRULES_KIND_MAX_REPEATED_PIECE 34     /* actual: the length of the longest piece that occurs twice */
#define PASSWORDRULES_KIND_OLD_PASSWORD_SIMILAR 35   /* not the old password with small changes */
#define PASSWORDRULES_KIND_HISTORY 36                /* only if the password was compared with the hashes of earlier
                                                        ones */

/* Codes of diagnostics. The manual has the texts: 1xx in passwordrules(7), 3xx in passwordrules.conf(5),
   passwordrules-blocklist(5) and passwordrules-ranks(5). */

/* Mistakes in descriptors: */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PROPERTY 101       /* unknown property */
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_PROPERTY 102      /* the name of a property is missing */
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_COLON 103         /* the ":" after the name of a property is missing */
#define PASSWORDRULES_DIAGNOSTIC_MISSING_CLASS 104          /* a character class is missing */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_CLASS 105          /* unknown class */
#define PASSWORDRULES_DIAGNOSTIC_HYPHEN_INSIDE_CLASS 106    /* a "-" that is not the first character in "[...]": classes
                                                               have no ranges */
#define PASSWORDRULES_DIAGNOSTIC_CHARACTER_INSIDE_CLASS 107 /* a character that is not allowed between "[" and "]" */
#define PASSWORDRULES_DIAGNOSTIC_UNCLOSED_CLASS 108         /* a "[" without a "]" */
#define PASSWORDRULES_DIAGNOSTIC_EMPTY_CLASS 109            /* an empty class */
#define PASSWORDRULES_DIAGNOSTIC_MISSING_NUMBER 110         /* a number is missing */
#define PASSWORDRULES_DIAGNOSTIC_NOT_A_NUMBER 111           /* not a number */
#define PASSWORDRULES_DIAGNOSTIC_NEGATIVE_NUMBER 112        /* a number below 0 */
#define PASSWORDRULES_DIAGNOSTIC_FRACTIONAL_NUMBER 113      /* not a whole number */
#define PASSWORDRULES_DIAGNOSTIC_NUMBER_TOO_LARGE 114       /* a number above 2,147,483,647 */
#define PASSWORDRULES_DIAGNOSTIC_TEXT_AFTER_VALUE 115       /* more text where ";" or the end belongs */
#define PASSWORDRULES_DIAGNOSTIC_DESCRIPTOR_TOO_LONG 116    /* a descriptor of more than 65,536 bytes */
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_COMMA 117         /* more text where "," or the end belongs */
#define PASSWORDRULES_DIAGNOSTIC_NONE_BESIDE_OTHERS 118     /* "none" combined with other values */
#define PASSWORDRULES_DIAGNOSTIC_COMMA_BEFORE_PROPERTY 119  /* a "," between two properties, where ";" belongs */
#define PASSWORDRULES_DIAGNOSTIC_PROPERTY_AS_CLASS 120      /* a property where a class belongs */

/* Notes and warnings about descriptors: */
#define PASSWORDRULES_DIAGNOSTIC_DIGITS_FOR_DIGIT 150           /* "digits" is read as "digit" */
#define PASSWORDRULES_DIAGNOSTIC_CHARACTER_LEFT_OUT 151         /* a non-ASCII character is left out of a class */
#define PASSWORDRULES_DIAGNOSTIC_DEPRECATED_MAX_CONSECUTIVE 160 /* "max-consecutive", on which implementations
                                                                   disagree */
#define PASSWORDRULES_DIAGNOSTIC_NO_ALLOWED 162                 /* no "allowed", where the strict reading permits
                                                                   little */
#define PASSWORDRULES_DIAGNOSTIC_LOW_MAX_LENGTH 163             /* "maxlength" below 64 */
#define PASSWORDRULES_DIAGNOSTIC_LOW_MIN_LENGTH 164             /* "minlength" below 8 */
#define PASSWORDRULES_DIAGNOSTIC_NO_MIN_LENGTH 165              /* no "minlength" */
#define PASSWORDRULES_DIAGNOSTIC_REDUNDANT_ALLOWED 166          /* characters that are already permitted */
#define PASSWORDRULES_DIAGNOSTIC_UNSATISFIABLE 167              /* no password can satisfy the rules */
#define PASSWORDRULES_DIAGNOSTIC_NOT_GENERABLE 168              /* no password can be generated */
#define PASSWORDRULES_DIAGNOSTIC_COMPOSITION_RULE 169           /* a composition rule of a policy: NIST advises against
                                                                   them */
#define PASSWORDRULES_DIAGNOSTIC_LIMIT_IN_BYTES 170             /* "max-bytes" of a policy below 256 */
#define PASSWORDRULES_DIAGNOSTIC_HTML_ENTITY 171                /* an HTML entity in brackets, whose letters are
                                                                   members */
#define PASSWORDRULES_DIAGNOSTIC_REDUNDANT_MEMBER 172           /* a character of a class that is already permitted */

/* Policies, mistakes unless they are called warnings: */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_KEY 201               /* unknown key */
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_KEY 202              /* neither "KEY = VALUE" nor a section nor a comment */
#define PASSWORDRULES_DIAGNOSTIC_EXPECTED_EQUALS 203           /* the "=" after the key is missing */
#define PASSWORDRULES_DIAGNOSTIC_INVALID_VALUE 205             /* a value that this key does not take */
#define PASSWORDRULES_DIAGNOSTIC_DUPLICATE_KEY 206             /* a key that is set twice in a section */
#define PASSWORDRULES_DIAGNOSTIC_NUMBER_OUT_OF_RANGE 207       /* a number outside the range of the key */
#define PASSWORDRULES_DIAGNOSTIC_NUL_BYTE 208                  /* a NUL byte: not a text file */
#define PASSWORDRULES_DIAGNOSTIC_CARRIAGE_RETURN 209           /* a carriage return at the end of a line */
#define PASSWORDRULES_DIAGNOSTIC_BYTE_ORDER_MARK 210           /* a byte order mark at the start */
#define PASSWORDRULES_DIAGNOSTIC_INVALID_UTF8 211              /* text that is not UTF-8 */
#define PASSWORDRULES_DIAGNOSTIC_UNFINISHED_LAST_LINE 212      /* no newline at the end: the file may have been cut
                                                                  off */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_SECTION 213           /* an unknown type of section */
#define PASSWORDRULES_DIAGNOSTIC_NO_RULES 214                  /* a policy that is enforced and has no rules */
#define PASSWORDRULES_DIAGNOSTIC_DUPLICATE_SECTION 215         /* a section that is in its file twice */
#define PASSWORDRULES_DIAGNOSTIC_UNCLOSED_SECTION 216          /* the "]" of a section is missing */
#define PASSWORDRULES_DIAGNOSTIC_MISSING_SECTION_NAME 217      /* the name of the user, group or service is missing */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_PRESET 218            /* unknown preset */
#define PASSWORDRULES_DIAGNOSTIC_TOO_MANY_LINES 219            /* more than 64 lines of a key, or 4 of ranked-words */
#define PASSWORDRULES_DIAGNOSTIC_BLANK_IN_WORD 220             /* white space inside a word */
#define PASSWORDRULES_DIAGNOSTIC_WORD_LENGTH 221               /* a word of fewer than 3 or more than 64 characters */
#define PASSWORDRULES_DIAGNOSTIC_MISSING_ITEM 222              /* nothing between two commas */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_USER 223              /* a warning: no such user on this machine */
#define PASSWORDRULES_DIAGNOSTIC_UNKNOWN_GROUP 224             /* a warning: no such group on this machine */
#define PASSWORDRULES_DIAGNOSTIC_OTHER_GROUP_NAME 225          /* a warning: the group has another name, which is in
                                                                  use */
#define PASSWORDRULES_DIAGNOSTIC_POLICY_TOO_LONG 226           /* a file of more than 524,288 bytes */
#define PASSWORDRULES_DIAGNOSTIC_DEMANDS_NOTHING 227           /* "no", "none" or "permit" for a key that demands
                                                                  something */
#define PASSWORDRULES_DIAGNOSTIC_ALTERNATIVE_WITHOUT_RULES 228 /* an "or" in a section without "rules" */
#define PASSWORDRULES_DIAGNOSTIC_SEVERAL_NAMES 229             /* a section for several names, or one in quotation
                                                                  marks */
#define PASSWORDRULES_DIAGNOSTIC_COMMENT_AFTER_VALUE 230       /* a comment after a value */
#define PASSWORDRULES_DIAGNOSTIC_QUOTED_VALUE 231              /* a value in quotation marks */

/* Files of policies, and blocklists: */
#define PASSWORDRULES_DIAGNOSTIC_FILE_UNREADABLE 301         /* a file that is missing or cannot be read */
#define PASSWORDRULES_DIAGNOSTIC_FILE_NOT_REGULAR 302        /* a directory or a device where a file belongs */
#define PASSWORDRULES_DIAGNOSTIC_FILE_WRONG_OWNER 303        /* a file that belongs to neither root nor the effective
                                                                user */
#define PASSWORDRULES_DIAGNOSTIC_FILE_WRITABLE_BY_OTHERS 304 /* a file that users other than its owner may write */
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_LARGE 305          /* a file larger than the limit */
#define PASSWORDRULES_DIAGNOSTIC_FILE_NOT_DIRECTORY 306      /* not a directory, where the folder of a policy belongs */
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_MANY_FILES 307     /* more files in that folder than are read */
#define PASSWORDRULES_DIAGNOSTIC_FILE_TOO_LARGE_TOGETHER 308 /* files of a policy that are too large together */

/* Accounts: */
#define PASSWORDRULES_DIAGNOSTIC_ACCOUNTS_UNREADABLE 310 /* this user cannot be looked up in the account databases */
#define PASSWORDRULES_DIAGNOSTIC_MEMBERSHIP_IN_DOUBT 311 /* a warning: the groups of a user are in doubt */
#define PASSWORDRULES_DIAGNOSTIC_TOO_MANY_DOUBTS 312     /* too many groups in doubt have sections */

/* The content of a blocklist: */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_NOT_A_BLOCKLIST 320 /* the file is not a blocklist */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNKNOWN_VERSION 321 /* a list of a version that this library does not know */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_HEADER 322  /* bad header checksum */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_WRONG_SIZE 323      /* the file is shorter or longer than its header says */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_DAMAGED_PART 324    /* checksum mismatch in a part of the list */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_TRUNCATED 325       /* the file was truncated after it was opened */
#define PASSWORDRULES_DIAGNOSTIC_BLOCKLIST_UNREADABLE 326      /* the list can no longer be read */

/* The process, and counted changes: */
#define PASSWORDRULES_DIAGNOSTIC_TIGHT_LIMIT 330 /* a resource limit is too low for a password change */
#define PASSWORDRULES_DIAGNOSTIC_NOT_COUNTED 331 /* a password change is not counted */

/* The machine, only from "passwordrules policy --check": */
#define PASSWORDRULES_DIAGNOSTIC_TRUNCATING_HASH 340          /* a warning: the hash uses the first 72 bytes of a
                                                                 password */
#define PASSWORDRULES_DIAGNOSTIC_SERVICE_CANNOT_READ_LIST 341 /* a warning: a service runs as a user who cannot read a
                                                                 list */
#define PASSWORDRULES_DIAGNOSTIC_USERS_CANNOT_READ_LIST 342   /* a note: not all users can try passwords against a
                                                                 list */
#define PASSWORDRULES_DIAGNOSTIC_WEAKER_SECTION 343           /* a warning: a section asks for less than everybody's
                                                                 lines */
#define PASSWORDRULES_DIAGNOSTIC_WEAKER_FOR_EVERYBODY 344     /* a note: a line drops a rule of another file or a
                                                                 preset */
#define PASSWORDRULES_DIAGNOSTIC_LOW_SUGGEST_ENTROPY 345      /* a warning: suggestions need more entropy for
                                                                 min-guesses */
#define PASSWORDRULES_DIAGNOSTIC_NO_SUGGESTION 346            /* a warning: no suggestion was found that meets the
                                                                 policy */
#define PASSWORDRULES_DIAGNOSTIC_IDLE_LINE 347                /* a note: a line does nothing; others ask for as much */
#define PASSWORDRULES_DIAGNOSTIC_NOT_ENFORCED 348             /* a note: the policy for everybody refuses no password */
#define PASSWORDRULES_DIAGNOSTIC_HISTORY_COST 349             /* a note: how long comparisons with earlier passwords
                                                                 take */

/* The content of a list of ranked words: */
#define PASSWORDRULES_DIAGNOSTIC_RANKS_NOT_RANKED_WORDS 350 /* the file is not a list of ranked words */
#define PASSWORDRULES_DIAGNOSTIC_RANKS_UNKNOWN_VERSION 351  /* a list of a version that this library does not know */
#define PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED_HEADER 352   /* bad header checksum */
#define PASSWORDRULES_DIAGNOSTIC_RANKS_WRONG_SIZE 353       /* the file is shorter or longer than its header says */
#define PASSWORDRULES_DIAGNOSTIC_RANKS_DAMAGED 354          /* checksum mismatch */

/* Files beside a policy, "accept", and logins, likewise: */
#define PASSWORDRULES_DIAGNOSTIC_IGNORED_FILE 360    /* a note: a file next to a policy is not read */
#define PASSWORDRULES_DIAGNOSTIC_ACCEPTS_NOTHING 361 /* a note: "accept" names something that was not found */
#define PASSWORDRULES_DIAGNOSTIC_NOT_ACCEPTABLE 362  /* "accept" names something that cannot be accepted */
#define PASSWORDRULES_DIAGNOSTIC_IDLE_LOGIN 363      /* a warning: at-login has no effect */

#endif
