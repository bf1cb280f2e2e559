"""Passwords that anybody can have, to hold estimates of strength against: lists of Debian's packages john-data, python3-django and
cracklib-runtime, generated passwords whose number is known, and random characters."""

import gzip
import math
import random
import re
import string
import subprocess
from pathlib import Path

from place import BUILD

JOHN = Path("/usr/share/john/password.lst")
DJANGO = Path("/usr/lib/python3/dist-packages/django/contrib/auth/common-passwords.txt.gz")
CRACKLIB = Path("/usr/share/dict/cracklib-small")
# Of those that zxcvbn's Python takes long for, and of generated ones.
SAMPLE = 1000
FAULTS = Path(__file__).resolve().parent / "strength-faults.tsv"


def john():
    """The most common first."""
    lines = JOHN.read_text(encoding="latin-1").split("\n")
    return [line for line in lines if line and not line.startswith("#!")]


def django():
    """The most common first."""
    with gzip.open(DJANGO, "rt", encoding="utf-8") as file:
        return file.read().split()


def mangled():
    """Words of cracklib, each changed by a rule that people use."""
    dice = random.Random(1)
    words = [word for word in CRACKLIB.read_text(encoding="utf-8").split() if len(word) >= 4]
    rules = [
        lambda word: word, lambda word: word.upper(), lambda word: word[::-1], lambda word: word.capitalize() + "1",
        lambda word: word + "123", lambda word: word + "!", lambda word: word.replace("a", "@").replace("o", "0"),
        lambda word: word + str(dice.randrange(1950, 2030)),
    ]
    return [dice.choice(rules)(word) for word in dice.sample(words, 3 * SAMPLE)]


def listed_words():
    """All words of the lists that ours was built of."""
    return {line.lower() for path in (BUILD / "ranked").iterdir() for line in path.read_text(encoding="utf-8").splitlines()}


def generated(style, *options, rules=""):
    """Passwords that our tool generates, and the decimal logarithm of the number of those that it could have."""
    command = [BUILD / "passwordrules", "generate", rules, "--style", style, *options]
    entropy = subprocess.run([*command, "--show-entropy"], capture_output=True, text=True, check=True)
    bits = re.search(r"([\d.]+) bits", entropy.stdout + entropy.stderr)
    passwords = subprocess.run([*command, "--count", str(SAMPLE)], capture_output=True, text=True, check=True).stdout
    return passwords.splitlines(), float(bits[1]) * math.log10(2)


STYLES = [
    ("words", []), ("words", ["--length", "25"]), ("words", ["--length", "40"]),
    ("readable", []), ("readable", ["--length", "13"]), ("readable", ["--length", "34"]),
    ("random", []), ("random", ["--length", "10"]), ("random", ["--length", "14"]), ("random", ["--length", "30"]),
]

ASCII = "".join(map(chr, range(33, 127)))
ALPHABETS = [
    (10, "digits", string.digits), (8, "lower-case letters", string.ascii_lowercase),
    (16, "lower-case letters", string.ascii_lowercase), (16, "hexadecimal digits", "0123456789abcdef"),
    (12, "letters and digits", string.ascii_letters + string.digits), (8, "characters of ASCII", ASCII),
    (12, "characters of ASCII", ASCII),
]


def random_characters(length, alphabet):
    """Random passwords, the same at each call, and the decimal logarithm of their number."""
    dice = random.Random(5)
    return ["".join(dice.choices(alphabet, k=length)) for _ in range(SAMPLE)], length * math.log10(len(alphabet))


def faults():
    """What users of zxcvbn reported: the thread, the password, words of the user, the least and the most that is right, and what
    was reported."""
    rows = [line.split("\t") for line in FAULTS.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    return [(thread, password, words.split(", ") if words else [], float(least), float(most), text)
            for thread, password, words, least, most, text in rows]


