"""The first inputs of fuzzing: lines of Seeds/TARGET.txt, and the vectors of the other tests."""

import hashlib
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(os.path.dirname(HERE), "Vectors")

ESCAPES = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"f": b"\f", b"\\": b"\\", b"e": b""}


def unescape(text):
    """Undoes the escapes of seeds and vectors: \\t \\n \\r \\f \\\\ \\xHH, and \\e for nothing."""
    def replace(match):
        escape = match[1]
        return bytes([int(escape[1:], 16)]) if len(escape) == 3 else ESCAPES[escape]
    return re.sub(rb"\\(x[0-9A-Fa-f]{2}|.)", replace, text)


def lines(path):
    with open(path, "rb") as file:
        return [line for line in file.read().split(b"\n") if line and not line.startswith(b"#")]


def vectors(name, fields):
    """The first fields of the lines of a file of vectors."""
    for line in lines(os.path.join(VECTORS, name)):
        yield [unescape(field) for field in line.split(b"\t")[:fields]]


def descriptors():
    for name in ("parse.tsv", "lenient.tsv"):
        for [text] in vectors(name, 1):
            yield text


DERIVED = {
    "strict": descriptors, "lenient": descriptors, "write": descriptors, "lint": descriptors,
    "check": lambda: (b"d%s\x01p%s" % (rules, password) for rules, _, password in vectors("check.tsv", 3)),
}


def regressions(target):
    """The files that have once been finds."""
    folder = os.path.join(HERE, "Regressions", target)
    if not os.path.isdir(folder):
        return []
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def inputs(target):
    """All inputs of a target to begin with, each once."""
    found = []
    path = os.path.join(HERE, "Seeds", target + ".txt")
    if os.path.exists(path):
        found += [unescape(line) for line in lines(path)]
    found += DERIVED.get(target, list)()
    for path in regressions(target):
        with open(path, "rb") as file:
            found.append(file.read())
    return sorted(set(found))


def write(target, folder):
    """Writes them as files, which is what libFuzzer reads; returns how many there are."""
    os.makedirs(folder, exist_ok=True)
    found = inputs(target)
    for seed in found:
        with open(os.path.join(folder, hashlib.sha1(seed).hexdigest()), "wb") as file:
            file.write(seed)
    return len(found)
