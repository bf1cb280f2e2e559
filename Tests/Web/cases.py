"""Descriptors, policies and passwords for comparing the package with the library."""

import random
import sys

from tree import BUILD, VECTORS

sys.path.insert(0, str(VECTORS))
from strength import unescape  # noqa: E402

SEED = 20261126
#: English, and languages with different plural rules.
LANGUAGES = ["", "de", "ja", "pl", "ru"]
ALL_LANGUAGES = sorted(path.name.replace("_", "-") for path in (BUILD / "locale").iterdir())
CLASSES = ["upper", "lower", "digit", "special", "ascii-printable", "unicode", "[-_.]", "[aeiou]", "[!@#$%]", "[]é]"]
POLICIES = [
    ["preset=nist-800-63b-4"], ["preset=owasp-asvs-5"], ["preset=stig-rhel-9"], ["preset=stig-ubuntu-24.04"],
    ["preset=cis-debian-12"], ["preset=cis-rhel-9"], ["rules=minlength: 8", "or=minlength: 15"],
    ["rules=required: upper; minlength: 6", "palindrome=reject", "max-keyboard=3", "words=dragon", "words=passw"],
    ["rules=minlength: 4", "at-least=2 digit", "min-different=4", "max-class-repeating=3", "classes-inside=yes"],
    ["rules=minlength: 4", "username=reject", "username-parts=3", "full-name=reject", "home-directory=reject"],
    ["rules=minlength: 4", "old-password=same, case, reversed, rotated, contained", "old-password-changes=3"],
    ["enforce=audit", "rules=minlength: 20", "min-words=3"], ["rules=minlength: x"], ["min-classes=9", "foo=1"], ["rules"],
]
CONTEXT = {"user": "alice", "fullName": "Alice Dragon", "home": "/home/alice", "oldPassword": "Correct-Horse1"}


def from_tables():
    """The descriptors of the tables, except those with ill-formed UTF-8, which JavaScript strings cannot hold."""
    found = []
    for name in ("parse.tsv", "check.tsv", "lenient.tsv"):
        for line in (VECTORS / name).read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith("#"):
                found.append(unescape(line.split("\t")[0]).decode("utf-8", "replace"))
    return [text for text in dict.fromkeys(found) if "\ufffd" not in text]


def made(source):
    properties = []
    for _ in range(source.randint(1, 6)):
        name = source.choice(["required", "allowed", "minlength", "maxlength", "max-repeating", "max-sequential",
                              "max-consecutive", "min-classes", "minlenght"])
        if name in ("required", "allowed"):
            value = ", ".join(source.sample(CLASSES, source.randint(1, 3)))
        else:
            value = str(source.randint(1, 4) if name.startswith(("max-", "min-")) else source.choice([4, 8, 12, 16, 20, 64]))
        properties.append(f"{name}: {value}")
    return "; ".join(properties)


def descriptors(count, source):
    """A random sample of `count` descriptors, half of them from the tables."""
    found = source.sample(from_tables(), count // 2)
    return found + [made(source) for _ in range(count - len(found))]


def password(source):
    alphabet = source.choice([
        "abcABC123-_", "aAéß0😀 日本", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789!-", "qwertyuiop12345", "aab"])
    return "".join(source.choice(alphabet) for _ in range(source.choice([0, 1, 3, 6, 8, 11, 12, 15, 20, 40])))


def passwords(count, source):
    fixed = [
        "", "alice", "dragon", "Correct-Horse1", "correct-horse1", "1esroH-tcerroC", "a\0b", "\ud800", "x\udfffy", "ÅÅ", "abcba",
        "a\udfff\ud800z", "🂡🂱🃁", "e\u0301e\u0301", "пароль-Ж9", "\x7f\x80", "a" * 300]
    return fixed + [password(source) for _ in range(count - len(fixed))]


def all_cases():
    """The sets of cases, by name."""
    source = random.Random(SEED)
    full = {"isSmall": False, "languages": LANGUAGES, "descriptors": descriptors(500, source),
            "passwords": passwords(50, source), "policies": POLICIES, "context": CONTEXT}
    # With a large minimum length, the numbers of missing characters need all plural forms.
    few = [*full["descriptors"][::25], "required: upper; required: digit; minlength: 40; max-repeating: 2"]
    return {"everything": full, "small module": {**full, "isSmall": True, "descriptors": full["descriptors"][::5]},
            "each language": {**full, "languages": ALL_LANGUAGES, "descriptors": few, "policies": POLICIES[6:12]}}


CASES = all_cases()
