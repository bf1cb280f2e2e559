"""A second writer of lists of ranked words, which follows passwordrules-ranks(5) alone."""

import functools
import random

HEADER, COSTS = 64, 27**3 + 5
LONGEST = 4 << 20
BASE, MIX, MASK = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1


def key(word: str) -> int:
    """The key of a word as written, in lower case. The word must not have an l, which would count as an i."""
    total = 0
    for letter in word:
        total = (total * BASE + ord(letter) + 1) & MASK
    mixed = (total ^ total >> 32) * MIX & MASK
    return (mixed ^ mixed >> 32) * MIX & MASK


def little(number: int, length: int) -> bytes:
    return number.to_bytes(length, "little")


def mix(total: int, number: int) -> int:
    total = (total ^ number) * 0x100000001B3 & MASK
    return total ^ total >> 29


def build(*words: str, others: int = 0) -> bytes:
    """The bytes of a list of some words, each of rank 1, and of entries that are not words."""
    source = random.Random(8)
    keys = sorted([*map(key, words), *(source.getrandbits(64) for _ in range(others))])
    bits = 0
    while len(keys) > 8 << bits:
        bits += 1
    ends = [0] * (1 << bits)
    for each in keys:
        ends[each >> 64 - bits] += 1
    body = bytearray(b"\x50" * (COSTS - 5) + bytes(5))
    end = 0
    for count in ends:
        end += count
        body += little(end, 4)
    for each in keys:
        body += little((each << bits & MASK) >> 32, 4) + b"\0"
    body += bytes(-(HEADER + len(body)) % 32)
    sums = [0xCBF29CE484222325 + number for number in range(4)]
    for start in range(0, len(body), 8):
        lane = start // 8 % 4
        sums[lane] = mix(sums[lane], int.from_bytes(body[start : start + 8], "little"))
    total = functools.reduce(mix, sums)
    header = b"\x89PWRW\r\n\x1a" + little(1, 4) + little(HEADER, 4)
    header += b"".join(little(number, 8) for number in (bits, len(keys), HEADER + len(body), total, 0))
    check = 0xCBF29CE484222325
    for byte in header:
        check = (check ^ byte) * 0x100000001B3 & MASK
    return header + little(check, 8) + body


def longest() -> bytes:
    """A list of about the maximum length: its index takes half a MiB."""
    return build("monkey", others=(LONGEST - HEADER - COSTS - 4 * (1 << 17)) // 5 - 7)
