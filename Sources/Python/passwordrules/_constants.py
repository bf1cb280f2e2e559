"""The numbers of passwordrules.h, with the same names without PASSWORDRULES_."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Optional, Tuple


class _Open(IntEnum):
    """An enumeration of the library's numbers. An unknown number of a newer library is a member too, UNKNOWN_n."""

    @classmethod
    def _missing_(cls, value: object) -> Optional[Any]:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{int(value)}"
        member._value_ = int(value)
        return member

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, Tuple[int]]:
        # By its number: some versions of Python pickle the name, which other programs may not know.
        return type(self), (int(self),)


class Status(_Open):
    """The library's status: the `code` of an `Error`."""

    OK = 0
    EINVAL = 1  #: a value out of its range; raised as ValueError
    ESIZE = 2  #: the library does not know a struct of this package
    ERANGE = 3  #: a buffer is too small; the package sees to it
    ENOMEM = 4  #: out of memory; raised as MemoryError
    EDESCRIPTOR = 10  #: a mistake in a descriptor
    EPOLICY = 11  #: a policy has a mistake, or cannot be read
    EBLOCKLIST = 12  #: a blocklist cannot be read, or is damaged
    EACCOUNT = 13  #: an account cannot be looked up, and the policy compares its names
    ECOUNT = 14  #: a password change cannot be counted
    ERANKS = 15  #: a list of ranked words cannot be read, or is damaged
    EUNSATISFIABLE = 20  #: no password of that length can satisfy the rules
    ENOTFOUND = 21  #: no password was found in bounded time
    ELENGTH = 22  #: the wanted length is not within the rules, or above the maximum
    ERANDOM = 23  #: the system's random source failed
    EREQUIREMENTS = 24  #: too many different requirements to count the passwords
    ETOOFEW = 25  #: the rules allow fewer different passwords than requested


class Severity(_Open):
    """How severe a diagnostic is."""

    NOTE = 1  #: advice about what does as it says: by a standard, or about other readers
    WARNING = 2  #: what does not do as it says, in a way that never makes the rules weaker
    ERROR = 3  #: a mistake: nothing of the text is used; of a lenient parse, nothing of the property


class DiagnosticCode(_Open):
    """What a diagnostic says: 1xx of descriptors, 2xx of policies, 3xx of files, accounts and blocklists."""

    UNKNOWN_PROPERTY = 101  #: there is no such property
    EXPECTED_PROPERTY = 102  #: the name of a property is missing
    EXPECTED_COLON = 103  #: the ":" after the name of a property is missing
    MISSING_CLASS = 104  #: a character class is missing
    UNKNOWN_CLASS = 105  #: there is no such class
    HYPHEN_INSIDE_CLASS = 106  #: a "-" that is not right after the "[": there are no ranges
    CHARACTER_INSIDE_CLASS = 107  #: a character that cannot stand between "[" and "]"
    UNCLOSED_CLASS = 108  #: a "[" without its "]"
    EMPTY_CLASS = 109  #: classes that hold no character
    MISSING_NUMBER = 110  #: a number is missing
    NOT_A_NUMBER = 111  #: something else where a number belongs
    NEGATIVE_NUMBER = 112  #: a number below 0
    FRACTIONAL_NUMBER = 113  #: a number that is not whole
    NUMBER_TOO_LARGE = 114  #: a number above 2,147,483,647
    TEXT_AFTER_VALUE = 115  #: more text where ";" or the end belongs
    DESCRIPTOR_TOO_LONG = 116  #: a descriptor of more than 65,536 bytes
    EXPECTED_COMMA = 117  #: more text where "," or the end belongs
    NONE_BESIDE_OTHERS = 118  #: "none" together with something else
    DIGITS_FOR_DIGIT = 150  #: "digits" is read as "digit"
    CHARACTER_LEFT_OUT = 151  #: a character beyond ASCII is left out of a class
    DEPRECATED_MAX_CONSECUTIVE = 160  #: "max-consecutive", which readers read differently
    REPEATED_REQUIREMENT = 161  #: the same requirement twice, which one character meets
    NO_ALLOWED = 162  #: no "allowed", where the strict reading permits little
    LOW_MAX_LENGTH = 163  #: "maxlength" below 64
    LOW_MIN_LENGTH = 164  #: "minlength" below 8
    NO_MIN_LENGTH = 165  #: no "minlength"
    REDUNDANT_ALLOWED = 166  #: characters that are permitted already
    UNSATISFIABLE = 167  #: no password can satisfy the rules
    NOT_GENERABLE = 168  #: no password can be generated
    COMPOSITION_RULE = 169  #: a policy that demands a composition: NIST advises against
    LIMIT_IN_BYTES = 170  #: "max-bytes" of a policy below 256
    UNKNOWN_KEY = 201  #: there is no such key
    EXPECTED_KEY = 202  #: something else where "KEY = VALUE" or a comment belongs
    EXPECTED_EQUALS = 203  #: the "=" after the key is missing
    INVALID_VALUE = 205  #: there is no such value for this key
    DUPLICATE_KEY = 206  #: a key for the second time in its section
    NUMBER_OUT_OF_RANGE = 207  #: a number below or above what the key takes
    NUL_BYTE = 208  #: a NUL byte: no text file
    CARRIAGE_RETURN = 209  #: a carriage return at the end of a line
    BYTE_ORDER_MARK = 210  #: a byte order mark at the start
    INVALID_UTF8 = 211  #: text that is not UTF-8
    UNFINISHED_LAST_LINE = 212  #: no newline at the end: the file may have been cut off
    UNKNOWN_SECTION = 213  #: a section for neither a user nor a group
    NO_RULES = 214  #: a policy that is enforced and has no rules
    DUPLICATE_SECTION = 215  #: a section for the second time in its file
    UNCLOSED_SECTION = 216  #: the "]" of a section is missing
    MISSING_SECTION_NAME = 217  #: the name of the user or group is missing
    UNKNOWN_PRESET = 218  #: there is no such preset
    TOO_MANY_LINES = 219  #: more than 64 lines of a key that adds up; 4 of ranked-words
    BLANK_IN_WORD = 220  #: white space inside a word
    WORD_LENGTH = 221  #: a word of less than 3 or more than 64 characters
    MISSING_ITEM = 222  #: nothing between two commas
    UNKNOWN_USER = 223  #: a warning: there is no such user on this machine
    UNKNOWN_GROUP = 224  #: a warning: there is no such group on this machine
    OTHER_GROUP_NAME = 225  #: a warning: another name of this group is the one in use
    POLICY_TOO_LONG = 226  #: a file of more than 524,288 bytes
    DEMANDS_NOTHING = 227  #: "no", "none" or "permit" for a key that demands something
    ALTERNATIVE_WITHOUT_RULES = 228  #: an "or" in a section without "rules"
    SEVERAL_NAMES = 229  #: a section for several names, or one in quotation marks
    FILE_UNREADABLE = 301  #: a file that is missing or cannot be read
    FILE_NOT_REGULAR = 302  #: a directory or a device where a file belongs
    FILE_WRONG_OWNER = 303  #: a file that belongs to neither root nor the effective user
    FILE_WRITABLE_BY_OTHERS = 304  #: a file that other users than its owner may write
    FILE_TOO_LARGE = 305  #: a file above the limit
    FILE_NOT_DIRECTORY = 306  #: something else where the folder of a policy belongs
    FILE_TOO_MANY_FILES = 307  #: more files in that folder than are read
    FILE_TOO_LARGE_TOGETHER = 308  #: files of a policy that are above the limit together
    ACCOUNTS_UNREADABLE = 310  #: this user cannot be looked up in the account databases
    MEMBERSHIP_IN_DOUBT = 311  #: a warning: it is in doubt which groups a user is in
    TOO_MANY_DOUBTS = 312  #: sections for more groups in doubt than can be told apart
    BLOCKLIST_NOT_A_BLOCKLIST = 320  #: the file is no blocklist
    BLOCKLIST_UNKNOWN_VERSION = 321  #: a list of a version that this library does not know
    BLOCKLIST_DAMAGED_HEADER = 322  #: bad header checksum
    BLOCKLIST_WRONG_SIZE = 323  #: the file is shorter or longer than its header says
    BLOCKLIST_DAMAGED_PART = 324  #: checksum mismatch in a part of the list
    BLOCKLIST_TRUNCATED = 325  #: the file was truncated after it was opened
    BLOCKLIST_UNREADABLE = 326  #: the list cannot be read any more
    RANKS_NOT_RANKED_WORDS = 350  #: the file is no list of ranked words
    RANKS_UNKNOWN_VERSION = 351  #: a list of a version that this library does not know
    RANKS_DAMAGED_HEADER = 352  #: bad header checksum
    RANKS_WRONG_SIZE = 353  #: the file is shorter or longer than its header says
    RANKS_DAMAGED = 354  #: checksum mismatch
    TIGHT_LIMIT = 330  #: a limit of the process leaves too little for a change
    NOT_COUNTED = 331  #: a password change is not counted
    TRUNCATING_HASH = 340  #: a warning: the hash uses the first 72 bytes of a password
    SERVICE_CANNOT_READ_LIST = 341  #: a warning: a service runs as a user who cannot read a list
    USERS_CANNOT_READ_LIST = 342  #: a note: not all users can try passwords against a list
    WEAKER_SECTION = 343  #: a warning: a section asks for less than everybody's lines
    WEAKER_FOR_EVERYBODY = 344  #: a note: a line takes back what another file or a preset says
    LOW_SUGGEST_ENTROPY = 345  #: a warning: suggestions need more entropy for min-guesses
    NO_SUGGESTION = 346  #: a warning: no suggestion was found that meets the policy


class Kind(_Open):
    """The kind of an outcome. passwordrules.h documents the numbers of each."""

    MINLENGTH = 1
    REQUIRED = 2
    ALLOWED = 3
    MAXLENGTH = 4
    MAX_REPEATING = 5
    MAX_SEQUENTIAL = 6
    MAX_CONSECUTIVE = 7
    ENCODING = 8
    MAX_BYTES = 9
    USERNAME = 10
    USERNAME_PARTS = 11
    FULL_NAME = 12
    HOME_DIRECTORY = 13
    OLD_PASSWORD_SAME = 14
    OLD_PASSWORD_CASE = 15
    OLD_PASSWORD_REVERSED = 16
    OLD_PASSWORD_ROTATED = 17
    OLD_PASSWORD_CONTAINED = 18
    OLD_PASSWORD_CHANGES = 19
    PALINDROME = 20
    MIN_CLASSES = 21
    AT_LEAST = 22
    MAX_CLASS_REPEATING = 23
    MIN_DIFFERENT = 24
    MAX_KEYBOARD = 25
    WORDS = 26
    MIN_WORDS = 27
    ALTERNATIVES = 28  #: of several sets of rules, joined by "or"
    BLOCKLIST = 29
    BLOCKLIST_UNREADABLE = 30
    NUL = 31
    MAX_CONSECUTIVE_STRICT = 32  #: max-consecutive in the strict reading
    MIN_GUESSES = 33  #: the limit is the power of ten of the guesses


class StrengthLevel(_Open):
    """How strong a password is. The numbers and their limits are those of zxcvbn's scores."""

    VERY_WEAK = 0  #: below 10^3 guesses
    WEAK = 1  #: from 10^3
    FAIR = 2  #: from 10^6
    GOOD = 3  #: from 10^8
    STRONG = 4  #: from 10^10


class PieceKind(_Open):
    """What a piece of a password was recognised as."""

    CHARACTERS = 1  #: characters without a pattern
    WORD = 2  #: a listed word or password
    REVERSED_WORD = 3  #: a listed word from right to left
    PERSONAL_WORD = 4  #: a word of the person
    KEYBOARD_WALK = 5  #: a row of adjacent keys
    SEQUENCE = 6  #: such as abcd, or 97531
    REPETITION = 7  #: what came before once more, or several times
    DATE = 8
    YEAR = 9


class Enforcement(_Open):
    """How a policy treats a refused password. The numbers grow with severity."""

    NO = 0  #: nothing is checked
    AUDIT = 1  #: the change passes; log that it would have been refused, but not why
    WARN = 2  #: the change passes; tell the person, and log it
    YES = 3  #: the change is refused


class Style(IntEnum):
    """How generated passwords are composed. If the rules do not permit one, words, readable and random are tried in this order."""

    RANDOM = 1  #: any password that the rules permit
    READABLE = 2  #: pronounceable groups, such as vubkem-roxPit-4cazud
    WORDS = 3  #: short English words, such as lemon-orbit-tulip-cedar-mango-fiddle


class Match(IntEnum):
    """How a password is compared with a blocklist."""

    AS_BUILT = 0  #: as the list was built for
    EXACT = 1  #: as it was typed
    FOLDED = 2  #: in lower case too
    MANGLED = 3  #: also with digits and symbols read as letters, without those at its ends, backwards, and repeated


#: The longest password that can be generated, in characters, and the maximum number at once.
GENERATE_MAX = 1024
GENERATE_COUNT_MAX = 1_000_000

#: The path of a machine's policy, and of a distribution's.
POLICY_PATH = "/etc/security/passwordrules.conf"
POLICY_VENDOR_PATH = "/usr/lib/passwordrules/passwordrules.conf"

# The flags are keyword arguments here.
PARSE_LENIENT = 2
FORMAT_MINIFIED = 1
CHECK_STRICT_READING = 1
POLICY_OPTIONAL = 1
POLICY_ONE_CHANGE = 2
POLICY_ALONE = 4
BLOCKLIST_ONE_LOOKUP = 1
