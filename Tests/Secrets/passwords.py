"""Passwords that are nowhere by chance, always the same ones."""

import functools
import random
import string

from forms import forms_of
from scanner import BUILD, Search

COMMON = BUILD / "common.blocklist"
# The third of its bytes that say how it is laid out; a list of a few words has one bucket.
BUCKET_BITS = (0, COMMON.read_bytes()[18])

LETTERS = string.ascii_letters
# What stands before and behind a word, and what is read as letters.
BEFORE, BEHIND, DISGUISES = "7!", "$42", "0134578@$"


def password(length: int, seed: str = "new") -> bytes:
    """ASCII with leet substitutions, and from 16 characters on digits and symbols at its ends."""
    source = random.Random(f"{seed} {length}")
    before, behind = (BEFORE, BEHIND) if length >= 16 else ("", "")
    middle = [source.choice(LETTERS) for _ in range(length - len(before) - len(behind))]
    for index in range(2, len(middle) - 2, 5):
        middle[index] = source.choice(DISGUISES)
    return (before + "".join(middle) + behind).encode()


def foreign(length: int) -> bytes:
    """Characters of one to four bytes."""
    source = random.Random(length)
    return "".join(source.choice("ÀéЖяпδ語😀aZ7") for _ in range(length)).encode()


@functools.cache
def search_for(*passwords: bytes) -> Search:
    """The new password, the old one, and one that is refused."""
    names = ["", "old, ", "refused, "]
    return Search([form for name, each in zip(names, passwords) if each for form in forms_of(each, name, BUCKET_BITS)])
