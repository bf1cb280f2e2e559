"""Where the package is, and Node in a process of its own."""

import json
import os
import random
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
PACKAGE = os.path.join(BUILD, "web", "passwordrules")
TESTS = os.path.dirname(os.path.abspath(__file__))


def node(script, *arguments, options=(), timeout=600):
    """Runs a script of this folder; what it writes."""
    ran = subprocess.run(["node", *options, os.path.join(TESTS, script), *arguments], text=True, capture_output=True,
                         timeout=timeout)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout


def answers(folder, questions):
    """What answers.mjs says to these questions, an object for each descriptor."""
    path = os.path.join(folder, "questions.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(questions, file)
    return [json.loads(line) for line in node("answers.mjs", PACKAGE, path).splitlines()]


ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "\\": "\\", "e": ""}


def unescaped(field):
    """A field of the tables in Tests/Vectors; None if it is no text."""
    def character(found):
        return chr(int(found[2], 16)) if found[2] else ESCAPES[found[1]]

    data = re.sub(r"\\(?:x([0-9A-F]{2})|([tnrf\\e]))", lambda found: (
        chr(0xDC00 + int(found[1], 16)) if found[1] and int(found[1], 16) > 127 else
        chr(int(found[1], 16)) if found[1] else ESCAPES[found[2]]), field)
    try:
        return data.encode("utf-8", "surrogateescape").decode()
    except UnicodeDecodeError:
        return None


def table(name):
    """The cases of a table, each a list of its fields."""
    with open(os.path.join(ROOT, "Tests", "Vectors", name), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip("\n") and not line.startswith("#")]


CLASSES = ["upper", "lower", "digit", "special", "ascii-printable", "unicode", "[-_.]", "[abc123]", "upper, digit", "[!@#$%&*]"]


def descriptors(count, seed=24):
    """Those of the tables, each once, and as many at random as are missing."""
    source = random.Random(seed)
    found = dict.fromkeys(text for name in ("check.tsv", "parse.tsv", "lenient.tsv") for fields in table(name)
                          if (text := unescaped(fields[0])) is not None)
    # Long ones are about limits of the parser, and take long to count.
    texts = [text for text in found if len(text) < 400]
    source.shuffle(texts)
    texts = texts[:count // 2]

    def some():
        return source.choice([
            lambda: f"required: {source.choice(CLASSES)}", lambda: f"allowed: {source.choice(CLASSES)}",
            lambda: f"minlength: {source.randint(1, 30)}", lambda: f"maxlength: {source.randint(8, 64)}",
            lambda: f"max-consecutive: {source.randint(1, 5)}", lambda: f"max-repeating: {source.randint(1, 5)}",
            lambda: f"max-sequential: {source.randint(2, 6)}"])()

    while len(texts) < count:
        texts.append("; ".join(some() for _ in range(source.randint(1, 6))))
    return texts


def passwords(count, seed=24):
    """Some of each kind; among them an empty one, a NUL, long ones, and text that no UTF-8 can say."""
    source = random.Random(seed)

    def draw(alphabet, length):
        return "".join(source.choice(alphabet) for _ in range(length))

    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    known = ["", "a\0b", "\ud800", "a\udfff\ud800z", "🂡🂱🃁", "e\u0301e\u0301", "пароль-Ж9", "日本語のパスワード", "\x7f\x80", "a" * 300]
    kinds = [
        lambda: draw(letters, source.randint(1, 11)), lambda: draw(letters + "-_.!@#$%&* ", source.randint(12, 40)),
        lambda: draw("abc123", source.randint(4, 20)), lambda: draw("aA1", 3) * source.randint(1, 6),
        lambda: "abcdefgh"[:source.randint(3, 8)] + draw("0123456789", 5), lambda: draw(letters, 8) + source.choice("äßéЖ日🂡")]
    return known + [source.choice(kinds)() for _ in range(count - len(known))]
