"""Generates and counts passwords."""

from __future__ import annotations

from ctypes import byref, c_double, c_size_t
from dataclasses import dataclass
from operator import index
from sys import maxsize
from typing import Any, List, NamedTuple, Optional, Tuple

from ._codes import Status
from ._constants import GENERATE_COUNT_MAX, GENERATE_MAX, Style
from ._errors import failure
from ._handle import Handle
from ._library import library
from ._structures import GeneratedStruct, GenerateOptionsStruct
from ._text import Text, c_string, written


@dataclass(frozen=True)
class Generated:
    """The properties of a generated password."""

    #: The length in characters; for passphrases, the maximum length.
    length: int
    #: The exact entropy in bits: all passwords were equally likely. 0 if counting them is impossible or takes too long.
    entropy: float
    #: The style used: the requested one or, if the rules do not permit it, the first of words, readable and random that
    #: they permit.
    style: Style
    #: The style that was requested.
    requested: Style
    #: Whether the passwords avoid all excluded characters; False if the rules require some of them.
    excluded: bool
    #: Whether the entropy is below the requested minimum, because the rules or the length allow no more.
    falls_short: bool


class GeneratedPassword(str):
    """A generated password: a str whose attribute `generated` has its length, style and entropy."""

    __slots__ = ("generated",)
    generated: Generated

    def __new__(cls, text: str, generated: Generated) -> GeneratedPassword:
        password = super().__new__(cls, text)
        password.generated = generated
        return password

    def __getnewargs__(self) -> Tuple[str, Generated]:  # type: ignore[override]
        return str(self), self.generated


class Count(NamedTuple):
    """The number of passwords."""

    #: The exact number.
    number: int
    #: The binary logarithm of the number, in bits; 0 if the number is 0.
    entropy: float


def generate(rules: Handle, count: int, length: int, entropy: float, style: Style,
             exclude: Optional[Text]) -> List[GeneratedPassword]:
    """Generates `count` different passwords."""
    if not 1 <= index(count) <= GENERATE_COUNT_MAX:
        raise ValueError(f"count must be from 1 to {GENERATE_COUNT_MAX:,}")
    options = GenerateOptionsStruct(
        length=size(length, "length"), entropy=bits(entropy), style=Style(style), count=index(count))
    if exclude is not None:
        options.exclude = c_string(exclude, "exclude")
    made = GeneratedStruct()

    def write(*buffer: Any) -> int:
        status: int = library.passwordrules_generate(rules, byref(options), *buffer, byref(made))
        if status == Status.EINVAL:
            # All other arguments are already checked.
            raise ValueError("exclude is invalid")
        return status

    # Enough for any one password, and for most lists. If not, the library returns the size, and `written`
    # tries again.
    text = written(write, max(GENERATE_MAX + 1, 40 * index(count)))
    generated = description(made)
    return [GeneratedPassword(password, generated) for password in text.split("\n")]


def description(made: GeneratedStruct) -> Generated:
    """The properties of passwords that the library generated."""
    return Generated(made.length, made.entropy, Style(made.style), Style(made.requested), made.excluded == 1,
                     made.falls_short == 1)


def count(rules: Handle, length: int) -> Count:
    """Counts the passwords of a length."""
    entropy = c_double()
    wanted = size(length, "length")
    digits = written(lambda *buffer: library.passwordrules_count(rules, wanted, *buffer, byref(entropy)), 4096)
    return Count(int(digits), entropy.value)


def shortest_length(rules: Handle, entropy: float) -> int:
    """Finds the shortest length with this entropy."""
    length = c_size_t()
    status = library.passwordrules_shortest_length(rules, bits(entropy), byref(length))
    if status != Status.OK:
        raise failure(status)
    return length.value


def size(value: int, name: str) -> int:
    """Checks a number for a size_t. A larger one than sys.maxsize becomes sys.maxsize, because ctypes would silently
    truncate it."""
    if index(value) < 0:
        raise ValueError(f"{name} must not be negative")
    return min(index(value), maxsize)


def bits(entropy: float) -> float:
    """Checks the range of an entropy, and returns it."""
    if not 0 <= entropy <= 1024:
        raise ValueError("entropy must be from 0 to 1024 bits")
    return entropy
