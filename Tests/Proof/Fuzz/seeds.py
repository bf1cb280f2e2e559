"""The first inputs of fuzzing: lines of Seeds/TARGET.txt, and the vectors of the other tests; and the words
in them."""

import hashlib
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parents[1] / "Vectors"

ESCAPES = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"f": b"\f", b"\\": b"\\", b"e": b""}


def unescape(text):
    """Undoes the escapes of seeds and vectors: \\t \\n \\r \\f \\\\ \\xHH, and \\e for nothing."""
    def replace(match):
        escape = match[1]
        return bytes([int(escape[1:], 16)]) if len(escape) == 3 else ESCAPES[escape]
    return re.sub(rb"\\(x[0-9A-Fa-f]{2}|.)", replace, text)


def lines(path):
    return [line for line in path.read_bytes().split(b"\n") if line and not line.startswith(b"#")]


def vectors(name, fields):
    """The first fields of the lines of a file of vectors."""
    return [[unescape(field) for field in line.split(b"\t")[:fields]] for line in lines(VECTORS / name)]


def descriptors():
    return [text for name in ("parse.tsv", "lenient.tsv") for [text] in vectors(name, 1)]


DERIVED = {
    "parse": descriptors,
    "check": lambda: [b"d%s\x01p%s" % (rules, password) for rules, _, password in vectors("check.tsv", 3)],
}


def inputs(target):
    """All first inputs of a target, each once, with the finds of earlier runs."""
    found = [unescape(line) for line in lines(HERE / "Seeds" / (target + ".txt"))]
    found += DERIVED.get(target, list)()
    found += [path.read_bytes() for path in (HERE / "Regressions" / target).glob("*")]
    return sorted(set(found))


def words(target):
    """The words that libFuzzer puts into inputs: fields, their beginnings, lines, names and values of the seeds."""
    found = set()
    for seed in inputs(target) + (descriptors() if target == "generate" else []):
        first, *fields = seed.split(b"\x01")
        for field in (first, *fields) if fields else ():
            found |= {b"\x01" + field[:1], b"\x01" + field[:4], b"\x01" + field}
        for line in re.split(rb"[\n\x01]", seed):
            found |= {line + b"\n", *re.findall(rb"[\w.-]+|[^\w.-]+", line), *re.split(rb"; *|= *|\w+: ", line)}
    # libFuzzer accepts words of up to 40 bytes.
    return sorted(word for word in found if 0 < len(word) <= 40)


def write(target, folder):
    """Writes the inputs as files and the words as a dictionary, which is what libFuzzer reads."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in inputs(target):
        (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    entries = ('"%s"\n' % "".join(f"\\x{byte:02x}" for byte in word) for word in words(target))
    folder.with_suffix(".dict").write_text("".join(entries), encoding="ascii")
