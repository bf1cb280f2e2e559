"""The Python package's estimates for the rows of strength.tsv.

As a program, this module writes them into the table. `make renew-strength` runs it: strength.py RANKED-WORDS
"""

import re
import sys
from pathlib import Path

from passwordrules import RankedWords

TABLE = Path(__file__).with_name("strength.tsv")
ESCAPES = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"f": b"\f", b"e": b"", b"\\": b"\\"}


def unescape(field):
    """The bytes of a field."""
    return re.sub(rb"\\(?:x(..)|(.))", lambda found: bytes([int(found[1], 16)]) if found[1] else ESCAPES[found[2]],
                  field.encode())


def is_case(line):
    return line != "" and not line.startswith("#")


def estimated(ranks, line):
    """The line with the current estimate after its first two fields."""
    given = line.split("\t")[:2]
    password, words = map(unescape, given)
    strength = ranks.estimate(password, words=words.split(b",") if words else [])
    pieces = ",".join(f"{piece.name}:{piece.start}:{piece.end}:{piece.rank}" for piece in strength.pieces)
    return "\t".join([*given, f"{strength.guesses_log10:.3f}", str(int(strength.level)), str(int(strength.cut)), pieces or "\\e"])


def main():
    ranks = RankedWords(sys.argv[1])
    before = TABLE.read_text(encoding="utf-8").split("\n")
    after = [estimated(ranks, line) if is_case(line) else line for line in before]
    TABLE.write_text("\n".join(after), encoding="utf-8")
    changed = sum(old != new for old, new in zip(before, after))
    print(f"{TABLE.name}: {changed} of {sum(map(is_case, after))} lines are new")


if __name__ == "__main__":
    main()
