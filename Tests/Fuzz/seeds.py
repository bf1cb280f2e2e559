"""The first inputs of fuzzing: lines of Seeds/TARGET.txt, and the vectors of the other tests; and the words in them."""

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


def words(target):
    """What libFuzzer puts into inputs: fields and how they begin, lines, names and values, all out of the seeds."""
    found = set()
    has_descriptor = target in ("generate", "count")
    for seed in inputs(target) + list(descriptors() if has_descriptor else ()):
        first, *fields = seed.split(b"\x01")
        for field in (first, *fields) if fields else ():
            found |= {b"\x01" + field[:1], b"\x01" + field[:4], b"\x01" + field}
        for line in re.split(rb"[\n\x01]", seed):
            found |= {line + b"\n", *re.findall(rb"[\w.-]+|[^\w.-]+", line), *re.split(rb"; *|= *|\w+: ", line)}
    # Longer ones libFuzzer does not take.
    return sorted(word for word in found if 0 < len(word) <= 40)


def write(target, folder):
    """Writes the inputs as files and the words as a dictionary, which is what libFuzzer reads."""
    os.makedirs(folder, exist_ok=True)
    for seed in inputs(target):
        with open(os.path.join(folder, hashlib.sha1(seed).hexdigest()), "wb") as file:
            file.write(seed)
    with open(folder + ".dict", "w", encoding="ascii") as file:
        file.writelines('"%s"\n' % "".join(f"\\x{byte:02x}" for byte in word) for word in words(target))
