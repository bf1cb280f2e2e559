"""Descriptors, policies and passwords by which the engine in Node is compared with the library."""

import random

from tree import VECTORS

#: Of our own and of the two ways of writing, some right to left, and of each a rule of plurals.
LANGUAGES = ["", "de", "ja", "pl", "ru"]
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
CONTEXT = {"user": "alice", "full_name": "Alice Dragon", "home": "/home/alice", "old_password": "Correct-Horse1"}


def from_tables():
    """The descriptors of the tables, whose escapes stand as they are: the text with them is a descriptor as well."""
    found = []
    for name in ("parse.tsv", "check.tsv", "lenient.tsv"):
        for line in (VECTORS / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                found.append(line.split("\t")[0])
    return list(dict.fromkeys(found))


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
    """So many, half of them of the tables."""
    table = from_tables()
    found = source.sample(table, min(count // 2, len(table)))
    return found + [made(source) for _ in range(count - len(found))]


def password(source):
    alphabet = source.choice([
        "abcABC123-_", "aAéß0😀 日本", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789!-", "qwertyuiop12345", "aab"])
    return "".join(source.choice(alphabet) for _ in range(source.choice([0, 1, 3, 6, 8, 11, 12, 15, 20, 40])))


def passwords(count, source):
    fixed = [
        "", "alice", "dragon", "Correct-Horse1", "correct-horse1", "1esroH-tcerroC", "a\0b", "\ud800", "x\udfffy", "ÅÅ", "abcba"]
    return fixed + [password(source) for _ in range(count - len(fixed))]


def all_cases(seed, descriptor_count=500, password_count=50):
    source = random.Random(seed)
    return {"languages": LANGUAGES, "descriptors": descriptors(descriptor_count, source),
            "passwords": passwords(password_count, source), "policies": POLICIES, "context": CONTEXT}
