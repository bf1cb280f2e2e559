"""Writes a list of ranked words, for measurements of the estimator: strength_words.py DRIVER LIST [EQUAL].
It needs python3-zxcvbn. EQUAL has words of which passphrases are made, a line each, all equally likely.

Sources/PasswordRules/Strength/RankedWords.swift describes the format. DRIVER computes keys, so that folding is the engine's."""

import math
import re
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

BUCKET_BITS, RANK_UNITS = 14, 12


def ranks():
    """The best rank of each word in any list."""
    best = {}
    for words in FREQUENCY_LISTS.values():
        for rank, word in enumerate(words, 1):
            best[word] = min(best.get(word, rank), rank)
    return best


def letter_costs(words):
    """27 times 27 bytes: what a letter after another costs, in 1/16 of a bit."""
    pairs = Counter()
    for word in words:
        for run in re.findall("[a-z]+", word):
            pairs.update(zip(chr(97 + 26) + run, run))
    table = bytearray()
    for first in range(27):
        counts = [pairs[chr(97 + first), chr(97 + second)] + 0.5 for second in range(26)]
        table += bytes(min(255, round(-16 * math.log2(count / sum(counts)))) for count in counts) + b"\0"
    return bytes(table)


def main(driver, target, equal=None):
    best = ranks()
    equals = Path(equal).read_text().split() if equal else []
    for word in equals:
        best[word] = min(best.get(word, len(equals)), len(equals))
    lines = "\n".join(best) + "\n"
    keys = subprocess.run([driver, "keys"], input=lines, capture_output=True, text=True, check=True).stdout.split("\n")
    entries = {}
    for line, rank in zip(keys, best.values()):
        for key in map(int, line.split()):
            stored = min(255, round(math.log2(rank) * RANK_UNITS))
            if key:
                entries[key >> 18] = min(entries.get(key >> 18, 255), stored)
    index, number = [0] * (1 << BUCKET_BITS), 0
    for key in sorted(entries):
        number += 1
        index[key >> 32] = number
    for bucket in range(1, len(index)):
        index[bucket] = max(index[bucket], index[bucket - 1])
    Path(target).write_bytes(
        b"prranks1" + struct.pack("<I", number) + letter_costs(best) + struct.pack(f"<{len(index)}I", *index)
        + b"".join(struct.pack("<IB", key & 0xFFFFFFFF, entries[key]) for key in sorted(entries)))


if __name__ == "__main__":
    main(*sys.argv[1:])
