"""Fixed passwords that are in no memory by chance, passwords made of listed words, and searches for both."""

import functools
import random
import string

from forms import estimate_forms_of, forms_of
from scanner import BUILD, Search

COMMON = BUILD / "common.blocklist"
RANKED = BUILD / "common.ranks"
# The bits that select a bucket: of a list of a few words, which has one bucket, and of the common list, from its header.
BUCKET_BITS = (0, COMMON.read_bytes()[18])

LETTERS = string.ascii_letters
# Additions before and after a word, and characters that are read as letters.
BEFORE, AFTER, LEET = "7!", "$42", "0134578@$"


def password(length: int, seed: str = "new") -> bytes:
    """ASCII with leet substitutions, and from 16 characters on digits and symbols at its ends."""
    source = random.Random(f"{seed} {length}")
    before, after = (BEFORE, AFTER) if length >= 16 else ("", "")
    middle = [source.choice(LETTERS) for _ in range(length - len(before) - len(after))]
    for index in range(2, len(middle) - 2, 5):
        middle[index] = source.choice(LEET)
    return (before + "".join(middle) + after).encode()


def foreign(length: int) -> bytes:
    """Characters of one to four bytes."""
    source = random.Random(length)
    return "".join(source.choice("ÀéЖяпδ語😀aZ7") for _ in range(length)).encode()


# Passwords and their pieces. At least one piece of each is a listed word.
OF_WORDS = {
    "words": (b"basketballchocolatebutterfly", ["basketball", "chocolate", "butterfly"]),
    "capitals": (b"BASKETBALLchocoLATEButterfly", ["basketball", "chocolate", "butterfly"]),
    "leet": (b"b@sk3tb4llch0c0l4t3butt3rfly", ["b@sk3tb4ll", "ch0c0l4t3", "butt3rfly"]),
    "backwards": (b"llabteksabetalocohcylfrettub", ["llabteksab", "etalocohc", "ylfrettub"]),
    "separated": (b"basketball-chocolate-butterfly", ["basketball", "chocolate", "butterfly"]),
    "mixed": (
        "übungbasketball1qaz2wsxbasketball13.11.1987abcdefgh".encode(), ["basketball", "1qaz2wsx", "13.11.1987", "abcdefgh"]
    ),
    "one": (b"basketball", ["basketball"]),
    "long": (b"basketball" + password(290, "long") + b"chocolate", ["basketball"]),
}


@functools.cache
def search_for(*passwords: bytes) -> Search:
    """The search for the forms of up to three passwords: the new one, the old one and a refused one."""
    names = ["", "old, ", "refused, "]
    return Search([form for name, each in zip(names, passwords) if each for form in forms_of(each, name, BUCKET_BITS)])


@functools.cache
def search_for_words(*passwords: bytes) -> Search:
    """Like search_for, but with the forms that estimates of guesses make, too."""
    pieces = dict(OF_WORDS.values())
    names = ["", "old, ", "refused, "]
    forms = {form.data: form for form in search_for(*passwords).forms}
    for name, each in zip(names, passwords):
        for form in estimate_forms_of(each, pieces.get(each, []), name) if each else []:
            forms.setdefault(form.data, form)
    return Search(list(forms.values()))
