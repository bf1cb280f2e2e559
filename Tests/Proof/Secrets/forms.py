"""All shapes in which a password, or data derived from it, might be in memory."""

import hashlib
import struct
from dataclasses import dataclass

# What of a form counts as a piece of it: 8 bytes, or as many wide characters as a register holds.
LEAST = 8
LEAST_WIDE = 16
# The shortest word that a password is looked up as, once digits and signs at its ends are taken away.
SHORTEST_WORD = 4
SHA1_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)

LEET = "01345789@$+!|€"
AS_I = str.maketrans(LEET, "oieastbgastiie")
AS_L = str.maketrans(LEET, "oleastbgastlle")
PLAIN = str.maketrans(LEET + "l", "oieastbgastiiei")
SYMBOLS = "".join(chr(sign) for sign in range(0x20, 0x7F) if not chr(sign).isalnum())
SYMBOLS_AND_DIGITS = SYMBOLS + "0123456789"


@dataclass(frozen=True)
class Form:
    name: str
    data: bytes
    # A run of this many bytes is a piece of it.
    least: int
    # The bytes of a character.
    unit: int = 1
    # What it is a word of, if it is one: a single word may be there by chance, two of the same digest are
    # not.
    scattered: str | None = None


def words(text: str) -> dict[str, str]:
    """What lists are asked for when small changes are undone: digits and symbols taken away, and
    repetitions."""
    found = {
        "": text,
        "without signs": text.strip(SYMBOLS),
        "without digits behind": text.rstrip(SYMBOLS_AND_DIGITS),
        "without digits before": text.lstrip(SYMBOLS_AND_DIGITS),
        "without digits": text.strip(SYMBOLS_AND_DIGITS),
    }
    for name, word in list(found.items()):
        period = next((n for n in range(1, len(word)) if word[:n] * (len(word) // n) == word), 0)
        if period:
            found[f"{name} once".strip()] = word[: max(period, -(-SHORTEST_WORD // period) * period)]
    return {name: word for name, word in found.items() if len(word) >= SHORTEST_WORD}


def readings(text: str) -> dict[str, str]:
    """As it was typed, in lower case, backwards, and as it is compared with names, lists and other
    passwords."""
    lower = text.lower()
    found = {"typed": text, "backwards": text[::-1], "plain": lower.translate(PLAIN)}
    for name, word in words(lower).items():
        found |= {
            f"lower {name}": word, f"lower backwards {name}": word[::-1],
            f"letters, i {name}": word.translate(AS_I), f"letters, l {name}": word.translate(AS_L),
        }
    # Each text under the first of its names.
    return {text: name.strip() for name, text in reversed(found.items())}


def texts(name: str, text: str, data: bytes) -> list[Form]:
    padded = data + b"\x80" + b"\0" * (-(len(data) + 1) % 4)
    return [
        Form(name, data, min(LEAST, len(data))),
        Form(f"{name}, 32 bits", text.encode("utf-32-le", "replace"), LEAST_WIDE, 4),
        Form(f"{name}, 16 bits", text.encode("utf-16-le", "replace"), LEAST_WIDE, 2),
        # As the words that a digest is made from.
        Form(f"{name}, swapped", b"".join(padded[i : i + 4][::-1] for i in range(0, len(padded), 4)), LEAST, 4),
    ]


def digests(name: str, data: bytes, bits: tuple[int, ...]) -> list[Form]:
    digest = hashlib.sha1(data).digest()
    state = struct.unpack(">5I", digest)
    key = int.from_bytes(digest[:8], "big")
    scattered = set(state)
    if len(data) < 56:
        # What they are before the last addition, where there is one block.
        scattered |= {(word - start) % (1 << 32) for word, start in zip(state, SHA1_START, strict=True)}
    return [
        Form(f"{name}, digest", digest, LEAST),
        Form(f"{name}, digest in words", struct.pack("<5I", *state), LEAST, 4),
        Form(f"{name}, key", struct.pack("<Q", key), LEAST),
        # The part of the key that a list holds: 40 bits after those that are the number of its bucket.
        *(Form(f"{name}, entry behind {n} bits", struct.pack("<Q", (key << n) % (1 << 64) >> 24), LEAST) for n in bits),
        *(Form(f"{name}, word", struct.pack("<I", word), 4, scattered=f"{name}, digest in pieces") for word in scattered),
    ]


# ---- What an estimate of guesses makes of a password
# --------------------------------------------------------------

# The shortest part of a password whose keys are looked for, the longest word that has one, and how many
# characters count.
SHORTEST_PART, LONGEST_PART, COUNTED = 4, 28, 256
BASE, MIX, MASK = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1
# Tables of patterns and of ways are filled with these 8 bytes where there is none. This many in a row are a
# piece of one.
EMPTY_CELLS, LEAST_CELLS = 64, 16


def word_keys(name: str, text: str) -> list[Form]:
    """The keys by which all parts of a text are looked up in lists of ranked words, by
    passwordrules-ranks(5), and the sums that they are made of."""
    found = []
    for start in range(len(text)):
        total = 0
        for end in range(start + 1, min(len(text), start + LONGEST_PART) + 1):
            total = (total * BASE + ord(text[end - 1]) + 1) & MASK
            mixed = (total ^ total >> 32) * MIX & MASK
            key = (mixed ^ mixed >> 32) * MIX & MASK
            if end - start >= SHORTEST_PART:
                found += [
                    Form(f"{name}, {what} of {start} to {end}", struct.pack("<Q", number), LEAST)
                    for what, number in [("sum", total), ("mixed sum", mixed), ("word key", key)]
                ]
    return found


def estimate_forms_of(password: bytes, pieces: list[str], owner: str = "") -> list[Form]:
    """All forms in which an estimate may leave a password, and these pieces of it, in memory."""
    text = password.decode(errors="replace")[:COUNTED]
    found = {}
    for piece in (text, *pieces):
        for reading, name in readings(piece).items():
            for form in texts(f"{owner}{name} of {piece}", reading, reading.encode(errors="replace")):
                found.setdefault(form.data, form)
    for name, reading in [("lower", text.lower().replace("l", "i")), ("plain", text.lower().translate(PLAIN))]:
        for form in word_keys(owner + name, reading) + word_keys(f"{owner}{name} backwards", reading[::-1]):
            found.setdefault(form.data, form)
    table = b"\xff" * 8 * EMPTY_CELLS
    found[table] = Form("table", table, 8 * LEAST_CELLS, 8)
    return list(found.values())


def forms_of(password: bytes, owner: str = "", bits: tuple[int, ...] = (0,)) -> list[Form]:
    """All forms of a password, each sequence of bytes under the first of its names.

    bits: How many bits lists have for the number of a bucket.
    """
    text = password.decode(errors="replace")
    found = {}
    for word, name in readings(text).items():
        data = password if word == text else word.encode(errors="replace")
        for form in texts(owner + name, word, data) + digests(owner + name, data, bits):
            if len(form.data) >= 4:
                found.setdefault(form.data, form)
    # Where that is not the same as characters in reverse order.
    found.setdefault(password[::-1], Form(f"{owner}bytes backwards", password[::-1], LEAST))
    return list(found.values())
