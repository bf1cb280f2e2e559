"""The numbers of passwordrules.h, under the names that they have there without PASSWORDRULES_."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Optional, Tuple


class _Open(IntEnum):
    """An enumeration of what the library says. A number that a newer library has is a member too, UNKNOWN_n."""

    @classmethod
    def _missing_(cls, value: object) -> Optional[Any]:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{int(value)}"
        member._value_ = int(value)
        return member

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, Tuple[int]]:
        # By its number: some versions of Python go by the name, which is not known elsewhere.
        return type(self), (int(self),)


class Status(_Open):
    """Why something was not done: the `code` of an `Error`."""

    OK = 0
    EINVAL = 1  #: a value out of its range; raised as ValueError
    ESIZE = 2  #: the library does not know a struct of this package
    ERANGE = 3  #: a buffer is too small; the package sees to it
    ENOMEM = 4  #: memory has run out; raised as MemoryError
    EDESCRIPTOR = 10  #: a mistake in a descriptor
    EPOLICY = 11  #: a policy cannot be read whole
    EBLOCKLIST = 12  #: a blocklist cannot be read, or is damaged
    EUNSATISFIABLE = 20  #: no password of that length can satisfy the rules
    ENOTFOUND = 21  #: no password was found in bounded time
    ELENGTH = 22  #: the wanted length is not within the rules, or above the maximum
    ERANDOM = 23  #: the system's random source failed
    EREQUIREMENTS = 24  #: more requirements than passwords are counted for
    ETOOFEW = 25  #: the rules permit fewer different passwords than are wanted


class Severity(_Open):
    """How grave a diagnostic is."""

    NOTE = 1  #: read as meant, although other readers may not
    WARNING = 2  #: something was left out, in a way that never makes the rules weaker
    ERROR = 3  #: a mistake: nothing of the text is used; of a lenient parse, nothing of the property


class Kind(_Open):
    """What an outcome is about. passwordrules.h says for each what its numbers are."""

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


class Enforcement(_Open):
    """What happens with a password that a policy refuses. The numbers grow with severity."""

    NO = 0  #: nothing is checked
    AUDIT = 1  #: the change passes; log that it would have been refused, but not why
    WARN = 2  #: the change passes; tell the person, and log it
    YES = 3  #: the change is refused


class Style(IntEnum):
    """How generated passwords are made up. Where the rules do not permit a style, the next lower one is used."""

    RANDOM = 1  #: any password that the rules permit
    READABLE = 2  #: pronounceable groups, such as vubkem-roxPit-4cazud
    WORDS = 3  #: short English words, such as lemon-orbit-tulip-cedar-mango-fiddle


class Match(IntEnum):
    """How a password is compared with a blocklist."""

    AS_BUILT = 0  #: as the list was built for
    EXACT = 1  #: as it was typed
    FOLDED = 2  #: in lower case too
    MANGLED = 3  #: also with digits and signs read as letters, without those at its ends, backwards, and repeated


#: The longest password that is generated, in characters, and the most at once.
GENERATE_MAX = 1024
GENERATE_COUNT_MAX = 1_000_000

#: Where a machine's policy is, and where a distribution has its own.
POLICY_PATH = "/etc/security/passwordrules.conf"
POLICY_VENDOR_PATH = "/usr/lib/passwordrules/passwordrules.conf"

# The flags are keyword arguments here.
PARSE_LENIENT = 2
FORMAT_MINIFIED = 1
CHECK_STRICT_READING = 1
POLICY_OPTIONAL = 1
POLICY_ONE_CHANGE = 2
BLOCKLIST_ONE_LOOKUP = 1
