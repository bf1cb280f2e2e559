"""All shapes in which a password, or data derived from it, might be in memory."""

import hashlib
import struct
from dataclasses import dataclass

# The shortest run of a form that counts as a piece of it: 8 bytes, or the wide characters that a register of 16 bytes holds.
LEAST = 8
LEAST_WIDE = 16
# The shortest word that is looked up in lists, after digits and symbols are stripped from the ends of a password.
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
    # The shortest run that counts as a piece, in bytes.
    least: int
    # Bytes per character.
    unit: int = 1
    # If the form is a single word of a digest, the name of that digest. One word may be in memory by chance; two words of
    # the same digest are not.
    scattered: str | None = None


def words(text: str) -> dict[str, str]:
    """The words that are looked up in lists: the text itself, without digits and symbols at its ends, and without
    repetitions. The keys are names of these changes."""
    found = {
        "": text,
        "without symbols": text.strip(SYMBOLS),
        "without digits at the end": text.rstrip(SYMBOLS_AND_DIGITS),
        "without digits at the start": text.lstrip(SYMBOLS_AND_DIGITS),
        "without digits": text.strip(SYMBOLS_AND_DIGITS),
    }
    for name, word in list(found.items()):
        period = next((n for n in range(1, len(word)) if word[:n] * (len(word) // n) == word), 0)
        if period:
            found[f"{name} once".strip()] = word[: max(period, -(-SHORTEST_WORD // period) * period)]
    return {name: word for name, word in found.items() if len(word) >= SHORTEST_WORD}


def readings(text: str) -> dict[str, str]:
    """A text as typed, in lower case, backwards, and as it is compared with names, lists and other passwords; each with the
    name of the reading."""
    lower = text.lower()
    found = {"typed": text, "backwards": text[::-1], "plain": lower.translate(PLAIN)}
    for name, word in words(lower).items():
        found |= {
            f"lower {name}": word, f"lower backwards {name}": word[::-1],
            f"letters, i {name}": word.translate(AS_I), f"letters, l {name}": word.translate(AS_L),
        }
    # If a text has several names, it gets the first one.
    return {text: name.strip() for name, text in reversed(found.items())}


def texts(name: str, text: str, data: bytes) -> list[Form]:
    padded = data + b"\x80" + b"\0" * (-(len(data) + 1) % 4)
    return [
        Form(name, data, min(LEAST, len(data))),
        Form(f"{name}, 32 bits", text.encode("utf-32-le", "replace"), LEAST_WIDE, 4),
        Form(f"{name}, 16 bits", text.encode("utf-16-le", "replace"), LEAST_WIDE, 2),
        # In 32-bit words, as SHA-1 reads its input.
        Form(f"{name}, swapped", b"".join(padded[i : i + 4][::-1] for i in range(0, len(padded), 4)), LEAST, 4),
    ]


def digests(name: str, data: bytes, bits: tuple[int, ...]) -> list[Form]:
    digest = hashlib.sha1(data).digest()
    state = struct.unpack(">5I", digest)
    key = int.from_bytes(digest[:8], "big")
    scattered = set(state)
    if len(data) < 56:
        # If the text fits into one block of SHA-1: the words before the last addition, too.
        scattered |= {(word - start) % (1 << 32) for word, start in zip(state, SHA1_START, strict=True)}
    return [
        Form(f"{name}, digest", digest, LEAST),
        Form(f"{name}, digest in words", struct.pack("<5I", *state), LEAST, 4),
        Form(f"{name}, key", struct.pack("<Q", key), LEAST),
        # The entry in a list: the 40 bits of the key after the n bits that select its bucket.
        *(Form(f"{name}, entry after {n} bits", struct.pack("<Q", (key << n) % (1 << 64) >> 24), LEAST) for n in bits),
        *(Form(f"{name}, word", struct.pack("<I", word), 4, scattered=f"{name}, digest in pieces") for word in scattered),
    ]


# ---- The forms that an estimate of guesses makes ----

# The shortest part of a password whose keys are searched for, the longest word that has a key, and the number of characters
# that an estimate reads.
SHORTEST_PART, LONGEST_PART, COUNTED = 4, 28, 256
BASE, MIX, MASK = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1
# Empty cells in the tables of an estimate are 8 bytes of 0xFF. The length of the form, and of the shortest piece of it, in
# cells.
EMPTY_CELLS, LEAST_CELLS = 64, 16


def word_keys(name: str, text: str) -> list[Form]:
    """The keys under which all parts of a text are looked up in lists of ranked words, see passwordrules-ranks(5), and the
    sums from which they are computed."""
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
    """All forms in which an estimate may leave a password, or these pieces of it, in memory."""
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

    bits: for each list, the number of bits of a key that select its bucket.
    """
    text = password.decode(errors="replace")
    found = {}
    for word, name in readings(text).items():
        data = password if word == text else word.encode(errors="replace")
        for form in texts(owner + name, word, data) + digests(owner + name, data, bits):
            if len(form.data) >= 4:
                found.setdefault(form.data, form)
    # If some characters have several bytes, the reversed bytes differ from the reversed characters.
    found.setdefault(password[::-1], Form(f"{owner}bytes backwards", password[::-1], LEAST))
    return list(found.values())
