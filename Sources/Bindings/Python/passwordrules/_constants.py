# "make generate" writes this file, from Include/passwordrules.h.
"""The numbers and texts of passwordrules.h, without PASSWORDRULES_; see _codes.py for others."""

from __future__ import annotations

from enum import IntEnum

from ._open import Open


class Severity(Open):
    """How severe a diagnostic is."""

    NOTE = 1  #: the text works as written; advice from a standard, or about how other programs read the text
    WARNING = 2  #: something does not work as written, but never makes the rules weaker
    ERROR = 3  #: a mistake: the text, or in a lenient parse the property, is not used


class StrengthLevel(Open):
    """How strong a password is. The numbers and their limits are those of zxcvbn's scores."""

    VERY_WEAK = 0  #: fewer than 10^3 guesses
    WEAK = 1  #: at least 10^3
    FAIR = 2  #: at least 10^6
    GOOD = 3  #: at least 10^8
    STRONG = 4  #: at least 10^10


class PieceKind(Open):
    """What a piece of a password was recognised as."""

    CHARACTERS = 1  #: characters without a pattern
    WORD = 2  #: a listed word or password
    REVERSED_WORD = 3  #: a listed word, reversed
    PERSONAL_WORD = 4  #: a name or word of the context
    KEYBOARD_WALK = 5  #: a row of adjacent keys
    SEQUENCE = 6  #: such as abcd, or 97531
    REPETITION = 7  #: a repetition, once or more, of what came before
    DATE = 8  #: day, month and year
    YEAR = 9  #: 1900 to 2049


class Enforcement(Open):
    """How a policy treats a refused password. The numbers grow with severity."""

    NO = 0  #: nothing is checked
    AUDIT = 1  #: the change is made; log that it would have been refused, but not why
    WARN = 2  #: the change is made; tell the person, and log it
    YES = 3  #: the change is refused


class Style(IntEnum):
    """How passwords are composed. If the rules do not permit one, words, readable and random are tried in this order."""

    RANDOM = 1  #: any password that the rules permit
    READABLE = 2  #: pronounceable groups, such as vubkem-roxPit-4cazud
    WORDS = 3  #: short English words, such as lemon-orbit-tulip-cedar-mango-fiddle


class Match(IntEnum):
    """How a password is compared with a blocklist."""

    AS_BUILT = 0  #: as the list was built
    EXACT = 1  #: as typed; for large lists of leaked passwords
    FOLDED = 2  #: also in lower case, without differences of width, marks and invisible characters
    #: also with digits and symbols read as letters, without those at the ends or symbols inside, reversed, and without
    #: repetition; for lists of common words and passwords
    MANGLED = 3


PARSE_LENIENT = 2
CHECK_STRICT_READING = 1
GENERATE_MAX = 1024
GENERATE_COUNT_MAX = 1000000
FORMAT_MINIFIED = 1
POLICY_PATH = "/etc/security/passwordrules.conf"
POLICY_VENDOR_PATH = "/usr/lib/passwordrules/passwordrules.conf"
POLICY_OPTIONAL = 1
POLICY_ONE_CHANGE = 2
POLICY_ALONE = 4
AT_LOGIN_NO = 0
AT_LOGIN_WARN = 1
AT_LOGIN_CHANGE = 2
DECIDE_SUGGEST = 1
DECIDE_AHEAD = 2
DECIDE_OLD_UNKNOWN = 4
DECIDE_SERVICE = 8
DECIDE_DEBUG = 16
TEXT_LIST = 1
TEXT_LOGGED = 2
HISTORY_NEW = 1
HISTORY_USED = 2
HISTORY_UNKNOWN = 3
BLOCKLIST_ONE_LOOKUP = 1
