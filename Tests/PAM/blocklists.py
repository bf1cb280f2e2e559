"""Builds blocklists number by number, from the description of the format, and damages them."""

import hashlib
import os
from pathlib import Path

EXACT, MANGLED = 1, 3
HEADER_LENGTH = 64
INDEX_RECORD_LENGTH = 8
ENTRY_LENGTH = 4
MASK = (1 << 32) - 1

LISTED = "is a common or leaked password"
WITH_OTHER_CASE = "differs from a common or leaked password only in case"
WITH_CHANGES = "is too close to a common or leaked password"
ADJACENT = "consists of adjacent keyboard keys, like qwer"
UNREADABLE = "could not be checked against the list of common passwords; please tell your administrator"


def key(password: str | bytes) -> int:
    """The key of a password in a list: the first 64 bits of its SHA-1."""
    return int.from_bytes(hashlib.sha1(os.fsencode(password)).digest()[:8], "big")


def build(*passwords: str | bytes, match: int = MANGLED) -> bytes:
    """The list of these passwords, which are lower-case words if the match is wider than exact."""
    keys = sorted({key(password) for password in passwords})
    bits = next((bits for bits in range(24) if len(keys) <= 64 << bits), 24)
    buckets = [[] for _ in range(1 << bits)]
    for number in keys:
        buckets[number >> (64 - bits)].append((number << bits) >> 32 & MASK)
    index, entries, first = b"", b"", 0
    for bucket, numbers in enumerate(buckets):
        start, end = _bytes(first, 5), _bytes(first + len(numbers), 5)
        check = _fnv(_bytes(bucket, 4) + start + end)
        for index_in_bucket, number in enumerate(numbers):
            check += (number + (number >> 24) * 0x010101) * (2 * index_in_bucket + 1)
        index += start + _bytes(check, 3)
        entries += b"".join(_bytes(number, ENTRY_LENGTH) for number in numbers)
        first += len(numbers)
    index += _bytes(first, INDEX_RECORD_LENGTH)
    header = b"\x89PWRB\r\n\x1a" + _bytes(2, 4) + _bytes(HEADER_LENGTH, 4) + bytes([1, match, bits, ENTRY_LENGTH])
    header += _bytes(0, 4) + _bytes(len(keys), 8) + _bytes(HEADER_LENGTH + len(index) + len(entries), 8)
    header += _bytes(_fnv(index + entries), 8) + _bytes(max(len(numbers) for numbers in buckets), 8)
    return header + _bytes(_fnv(header), 8) + index + entries


def write(path: Path | str, contents: bytes) -> Path:
    """Writes a file that all users may read; a new one replaces an old one at once."""
    path = Path(path)
    new = path.with_name(path.name + ".new")
    new.write_bytes(contents)
    new.chmod(0o644)
    new.rename(path)
    return path


def change_byte(contents: bytes, offset: int) -> bytes:
    """The contents with one byte changed. A negative offset counts from the end."""
    changed = bytearray(contents)
    changed[offset] ^= 1
    return bytes(changed)


def _bytes(number: int, length: int) -> bytes:
    return (number & (1 << 8 * length) - 1).to_bytes(length, "little")


def _fnv(contents: bytes) -> int:
    total = 0xCBF29CE484222325
    for byte in contents:
        total = (total ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return total
