# "make generate" writes this file, from the Swift sources.
"""The statuses, diagnostics and kinds of outcome of passwordrules.h, without PASSWORDRULES_."""

from __future__ import annotations

from ._open import Open


class Status(Open):
    """The library's status: the `code` of an `Error`."""

    OK = 0  #: success
    EINVAL = 1  #: an argument is NULL, unknown or out of range
    ESIZE = 2  #: the size in a struct is not one that this library supports
    ERANGE = 3  #: a buffer is too small, or an index is past the end
    ENOMEM = 4  #: out of memory
    EDESCRIPTOR = 10  #: the descriptor has a mistake
    EPOLICY = 11  #: the policy has a mistake, or cannot be read
    EBLOCKLIST = 12  #: a blocklist cannot be read, or is damaged
    EACCOUNT = 13  #: the account cannot be looked up, and the policy compares its names
    ECOUNT = 14  #: the password change cannot be counted
    ERANKS = 15  #: a list of ranked words cannot be read, or is damaged
    EUNSATISFIABLE = 20  #: no password can satisfy the rules
    ENOTFOUND = 21  #: no password that satisfies the rules was found within the time limit
    ELENGTH = 22  #: the rules or the library do not allow this length
    ERANDOM = 23  #: the system's random source failed
    EREQUIREMENTS = 24  #: too many different requirements to count the passwords
    ETOOFEW = 25  #: the rules allow fewer different passwords than requested


class DiagnosticCode(Open):
    """The code of a diagnostic: 1xx for descriptors, 2xx for policies, 3xx for files and the machine."""

    UNKNOWN_PROPERTY = 101  #: unknown property
    EXPECTED_PROPERTY = 102  #: the name of a property is missing
    EXPECTED_COLON = 103  #: the ":" after the name of a property is missing
    MISSING_CLASS = 104  #: a character class is missing
    UNKNOWN_CLASS = 105  #: unknown class
    HYPHEN_INSIDE_CLASS = 106  #: a "-" that is not the first character in "[...]": classes have no ranges
    CHARACTER_INSIDE_CLASS = 107  #: a character that is not allowed between "[" and "]"
    UNCLOSED_CLASS = 108  #: a "[" without a "]"
    EMPTY_CLASS = 109  #: an empty class
    MISSING_NUMBER = 110  #: a number is missing
    NOT_A_NUMBER = 111  #: not a number
    NEGATIVE_NUMBER = 112  #: a number below 0
    FRACTIONAL_NUMBER = 113  #: not a whole number
    NUMBER_TOO_LARGE = 114  #: a number above 2,147,483,647
    TEXT_AFTER_VALUE = 115  #: more text where ";" or the end belongs
    DESCRIPTOR_TOO_LONG = 116  #: a descriptor of more than 65,536 bytes
    EXPECTED_COMMA = 117  #: more text where "," or the end belongs
    NONE_BESIDE_OTHERS = 118  #: "none" combined with other values
    COMMA_BEFORE_PROPERTY = 119  #: a "," between two properties, where ";" belongs
    PROPERTY_AS_CLASS = 120  #: a property where a class belongs
    DIGITS_FOR_DIGIT = 150  #: "digits" is read as "digit"
    CHARACTER_LEFT_OUT = 151  #: a non-ASCII character is left out of a class
    DEPRECATED_MAX_CONSECUTIVE = 160  #: "max-consecutive", on which implementations disagree
    NO_ALLOWED = 162  #: no "allowed", where the strict reading permits little
    LOW_MAX_LENGTH = 163  #: "maxlength" below 64
    LOW_MIN_LENGTH = 164  #: "minlength" below 8
    NO_MIN_LENGTH = 165  #: no "minlength"
    REDUNDANT_ALLOWED = 166  #: characters that are already permitted
    UNSATISFIABLE = 167  #: no password can satisfy the rules
    NOT_GENERABLE = 168  #: no password can be generated
    COMPOSITION_RULE = 169  #: a composition rule of a policy: NIST advises against them
    LIMIT_IN_BYTES = 170  #: "max-bytes" of a policy below 256
    HTML_ENTITY = 171  #: an HTML entity in brackets, whose letters are members
    REDUNDANT_MEMBER = 172  #: a character of a class that is already permitted
    UNKNOWN_KEY = 201  #: unknown key
    EXPECTED_KEY = 202  #: neither "KEY = VALUE" nor a section nor a comment
    EXPECTED_EQUALS = 203  #: the "=" after the key is missing
    INVALID_VALUE = 205  #: a value that this key does not take
    DUPLICATE_KEY = 206  #: a key that is set twice in a section
    NUMBER_OUT_OF_RANGE = 207  #: a number outside the range of the key
    NUL_BYTE = 208  #: a NUL byte: not a text file
    CARRIAGE_RETURN = 209  #: a carriage return at the end of a line
    BYTE_ORDER_MARK = 210  #: a byte order mark at the start
    INVALID_UTF8 = 211  #: text that is not UTF-8
    UNFINISHED_LAST_LINE = 212  #: no newline at the end: the file may have been cut off
    UNKNOWN_SECTION = 213  #: an unknown type of section
    NO_RULES = 214  #: a policy that is enforced and has no rules
    DUPLICATE_SECTION = 215  #: a section that is in its file twice
    UNCLOSED_SECTION = 216  #: the "]" of a section is missing
    MISSING_SECTION_NAME = 217  #: the name of the user, group or service is missing
    UNKNOWN_PRESET = 218  #: unknown preset
    TOO_MANY_LINES = 219  #: more than 64 lines of a key, or 4 of ranked-words
    BLANK_IN_WORD = 220  #: white space inside a word
    WORD_LENGTH = 221  #: a word of fewer than 3 or more than 64 characters
    MISSING_ITEM = 222  #: nothing between two commas
    UNKNOWN_USER = 223  #: a warning: no such user on this machine
    UNKNOWN_GROUP = 224  #: a warning: no such group on this machine
    OTHER_GROUP_NAME = 225  #: a warning: the group has another name, which is in use
    POLICY_TOO_LONG = 226  #: a file of more than 524,288 bytes
    DEMANDS_NOTHING = 227  #: "no", "none" or "permit" for a key that demands something
    ALTERNATIVE_WITHOUT_RULES = 228  #: an "or" in a section without "rules"
    SEVERAL_NAMES = 229  #: a section for several names, or one in quotation marks
    COMMENT_AFTER_VALUE = 230  #: a comment after a value
    QUOTED_VALUE = 231  #: a value in quotation marks
    FILE_UNREADABLE = 301  #: a file that is missing or cannot be read
    FILE_NOT_REGULAR = 302  #: a directory or a device where a file belongs
    FILE_WRONG_OWNER = 303  #: a file that belongs to neither root nor the effective user
    FILE_WRITABLE_BY_OTHERS = 304  #: a file that users other than its owner may write
    FILE_TOO_LARGE = 305  #: a file larger than the limit
    FILE_NOT_DIRECTORY = 306  #: not a directory, where the folder of a policy belongs
    FILE_TOO_MANY_FILES = 307  #: more files in that folder than are read
    FILE_TOO_LARGE_TOGETHER = 308  #: files of a policy that are too large together
    ACCOUNTS_UNREADABLE = 310  #: this user cannot be looked up in the account databases
    MEMBERSHIP_IN_DOUBT = 311  #: a warning: the groups of a user are in doubt
    TOO_MANY_DOUBTS = 312  #: too many groups in doubt have sections
    BLOCKLIST_NOT_A_BLOCKLIST = 320  #: the file is not a blocklist
    BLOCKLIST_UNKNOWN_VERSION = 321  #: a list of a version that this library does not know
    BLOCKLIST_DAMAGED_HEADER = 322  #: bad header checksum
    BLOCKLIST_WRONG_SIZE = 323  #: the file is shorter or longer than its header says
    BLOCKLIST_DAMAGED_PART = 324  #: checksum mismatch in a part of the list
    BLOCKLIST_TRUNCATED = 325  #: the file was truncated after it was opened
    BLOCKLIST_UNREADABLE = 326  #: the list can no longer be read
    TIGHT_LIMIT = 330  #: a resource limit is too low for a password change
    NOT_COUNTED = 331  #: a password change is not counted
    TRUNCATING_HASH = 340  #: a warning: the hash uses the first 72 bytes of a password
    SERVICE_CANNOT_READ_LIST = 341  #: a warning: a service runs as a user who cannot read a list
    USERS_CANNOT_READ_LIST = 342  #: a note: not all users can try passwords against a list
    WEAKER_SECTION = 343  #: a warning: a section asks for less than everybody's lines
    WEAKER_FOR_EVERYBODY = 344  #: a note: a line drops a rule of another file or a preset
    LOW_SUGGEST_ENTROPY = 345  #: a warning: suggestions need more entropy for min-guesses
    NO_SUGGESTION = 346  #: a warning: no suggestion was found that meets the policy
    IDLE_LINE = 347  #: a note: a line does nothing; others ask for as much
    NOT_ENFORCED = 348  #: a note: the policy for everybody refuses no password
    HISTORY_COST = 349  #: a note: how long comparisons with earlier passwords take
    RANKS_NOT_RANKED_WORDS = 350  #: the file is not a list of ranked words
    RANKS_UNKNOWN_VERSION = 351  #: a list of a version that this library does not know
    RANKS_DAMAGED_HEADER = 352  #: bad header checksum
    RANKS_WRONG_SIZE = 353  #: the file is shorter or longer than its header says
    RANKS_DAMAGED = 354  #: checksum mismatch
    IGNORED_FILE = 360  #: a note: a file next to a policy is not read
    ACCEPTS_NOTHING = 361  #: a note: "accept" names something that was not found
    NOT_ACCEPTABLE = 362  #: "accept" names something that cannot be accepted
    IDLE_LOGIN = 363  #: a warning: at-login has no effect


class Kind(Open):
    """The kind of an outcome: the rule, or the meaning of its numbers."""

    MINLENGTH = 1  #: actual: the length in scalar values
    REQUIRED = 2  #: actual: how many such characters there are, up to the limit
    ALLOWED = 3  #: actual: how many characters are not allowed; limit 0
    MAXLENGTH = 4  #: actual: the length in scalar values
    MAX_REPEATING = 5  #: actual: the longest run of one character
    MAX_SEQUENTIAL = 6  #: actual: the longest run such as abc or 321
    MAX_CONSECUTIVE = 7  #: actual: the longest run of one character
    ENCODING = 8  #: only if not met. actual: how many ill-formed UTF-8 sequences
    MAX_BYTES = 9  #: only if not met, and then alone. actual: the length in bytes
    USERNAME = 10  #: not the user name
    USERNAME_PARTS = 11  #: no part of the user name. limit: how many characters in a row; actual: 0
    FULL_NAME = 12  #: no word of the full name
    HOME_DIRECTORY = 13  #: no word of the home directory
    #: not the old password; at most one of this, the next four and old-password-similar is reported as not met
    OLD_PASSWORD_SAME = 14
    OLD_PASSWORD_CASE = 15  #: not the old password in another case
    OLD_PASSWORD_REVERSED = 16  #: not the old password backwards
    OLD_PASSWORD_ROTATED = 17  #: not the old password rotated
    OLD_PASSWORD_CONTAINED = 18  #: neither password contains the other
    OLD_PASSWORD_CHANGES = 19  #: actual: how many characters were changed, up to the limit
    PALINDROME = 20  #: not a palindrome
    MIN_CLASSES = 21  #: actual: how many of four classes there are
    AT_LEAST = 22  #: actual: how many such characters there are
    MAX_CLASS_REPEATING = 23  #: actual: the longest run of one of four classes
    MIN_DIFFERENT = 24  #: actual: how many different characters there are
    MAX_KEYBOARD = 25  #: actual: the longest run of adjacent keys
    WORDS = 26  #: none of the administrator's words
    MIN_WORDS = 27  #: actual: how many words there are
    #: only if not met: none of several sets of rules, joined by "or", is met. actual: how many there are; the outcomes
    #: after it, up to the next of its kind, are those of the closest set
    OR = 28
    #: on no list. actual: how it is listed, PASSWORDRULES_MATCH_*; 0 if it is not. limit: why, if the password shows
    #: it: 1 the same character over and over, 2 a repetition, 3 characters in sequence, 4 adjacent keys, 5 also hardly
    #: different from the old one
    BLOCKLIST = 29
    #: only if a list is damaged or cannot be read; met if all such lists are optional. actual: the number of such
    #: lists; if not met, without the optional ones
    BLOCKLIST_UNREADABLE = 30
    NUL = 31  #: only if not met: there is U+0000, after which crypt(3) does not read. actual: how many there are
    #: max-consecutive in the strict reading. actual: the longest run of one character, or such as abc or 321
    MAX_CONSECUTIVE_STRICT = 32
    #: limit: the power of ten of the guesses that a password must withstand; actual: that of the estimate, rounded
    #: down, up to the limit
    MIN_GUESSES = 33
    MAX_REPEATED_PIECE = 34  #: actual: the length of the longest piece that occurs twice
    OLD_PASSWORD_SIMILAR = 35  #: not the old password with small changes
    HISTORY = 36  #: only if the password was compared with the hashes of earlier ones
