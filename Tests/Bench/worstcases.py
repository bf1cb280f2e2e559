"""Searches for what takes longest: a check by all keys of a policy, an estimate, a suggested or a generated password, a
lookup in a list, and what reads, explains and counts rules.

The search draws inputs from patterns that are known to hurt such programs, and changes the slowest so far in
one place. It begins with HOSTILE, cases that were designed to be slow, and with worst-cases.json, the slowest
inputs of earlier searches. Put slower ones that a search finds, which build/bench.json has, into that file.
"""

import contextlib
import json
import os
import random
import string
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import subjects
from calls import CHECK, COUNT, ESTIMATE, LONG_CHECK, SUGGESTION
from place import LIST, OUT, RANKS, package, say
from table import OURS, add

KNOWN = Path(__file__).resolve().parent / "worst-cases.json"

# How long to search for each kind of call, in seconds.
DURATION = 15

# Placeholders in a case, for long text and for paths of this machine. The copies are as many as a policy may name.
WORDS_10000, SHIPPED_LIST = "10,000 words", "the list that ships"
LISTS_64, RANKS_4 = "64 copies of that list", "4 copies of the ranked words"

# Texts are made of these patterns, repeated up to a length. Some texts end with another character.
PATTERNS = [
    "a", "b", "ab", "aab", "aab ", "aab/", "ab ", "a/", "ab/", "aa,", "a.", "a.b", "a-b-", ".", "-", " ", "1", "1a", "4@",
    "@", "0o", "$5s", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop[]", "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
    "A", "aA", "Aa1-", "é", "e\u0301", "aé", "\u200b", "a\u200b", "ａ", "ａ.", "ǆ", "ß", "ﬀ", "\U0001d41a", "\U0001f600",
    "password", "p-a-s-s-w-o-r-d", "pässwörd", "24.12.1987", "31129913", "aaabbb", "abababcdcdcd", "monkey-dragon ",
]
# Long patterns by name.
LONG_PATTERNS = {
    "64 letters": "a" * 63 + "b", "256 letters": "a" * 255 + "b",
    "64 words": " ".join(f"{first}{second}wonder" for first in "abcdefgh" for second in "klmnopqr"),
    "words of two": " ".join(f"{first}{second}" for first in "klmnopqrstuvwxyz" for second in string.ascii_lowercase),
    "folders of two": "/".join(f"{first}{second}" for first in "klmnopqrstuvwxyz" for second in string.ascii_lowercase),
    "runs of 64": "".join(64 * letter for letter in string.ascii_letters),
    "U+0020 to U+007E": "".join(map(chr, range(0x20, 0x7F))), "U+00C0 to U+024F": "".join(map(chr, range(0xC0, 0x250))),
    "U+0080 to U+07FF": "".join(map(chr, range(0x80, 0x800))),
    **{name: "".join(random.Random(name).choices(string.ascii_letters + string.digits + "!#%&*+=?@", k=4096))
       for name in ("at random", "another at random")},
}
LAST = ["", "", "b", "é", "1", "/", "."]
LENGTHS = [3, 16, 64, 255, 256, 1023, 1024, 4096]

CLASSES = ["lower", "upper", "digit", "special", "ascii-printable", "[ab]", "[a]", "[!#$%&]", "[-]", "[abcdefgh]"]
NUMBERS = [1, 2, 3, 8, 12, 40, 64, 100, 400, 900, 1000, 1024]


def choices(*values):
    return lambda source: source.choice(values)


def a_descriptor(source):
    parts = []
    for _ in range(source.randrange(4)):
        parts.append(f"required: {', '.join(source.sample(CLASSES, source.choice([1, 1, 2])))};")
    if source.random() < 0.5:
        parts.append(f"allowed: {', '.join(source.sample(CLASSES, source.choice([1, 2, 3])))};")
    for name in ("max-repeating", "max-sequential"):
        if source.random() < 0.4:
            parts.append(f"{name}: {source.choice([1, 2, 3, 900])};")
    if source.random() < 0.6:
        parts.append(f"minlength: {source.choice(NUMBERS)};")
    if source.random() < 0.2:
        parts.append(f"maxlength: {source.choice(NUMBERS)};")
    if source.random() < 0.05:
        parts += [f"required: [{one}];" for one in "abcdefghijklmnopqrstuvwxyzABCD"[: source.choice([10, 11, 30])]]
    return " ".join(parts)


def lines(value, count):
    return lambda source: [value(source) for _ in range(source.choice(count))]


def at_least(source):
    return f"{source.choice([1, 2, 40, 400, 900])} {source.choice(CLASSES)}"


def some_words(source):
    return source.choice([
        [], [], [WORDS_10000], ["a" * 64], ["a" * 63 + "b"], [", ".join("a" * n + "b" for n in range(2, 64))],
        [", ".join("ab" * n for n in range(2, 32))],
    ])


# How to draw a value of each key. A list has a value for each line, and an empty value drops the built-in one.
KEYS = {
    "rules": a_descriptor,
    "or": lines(lambda source: a_descriptor(source) or "minlength: 8;", [0, 0, 0, 1, 4, 64]),
    "min-classes": choices("", "3", "4"),
    "classes-inside": choices("", "yes"),
    "at-least": lines(at_least, [0, 0, 1, 2, 64]),
    "min-different": choices("", "8", "40", "900"),
    "min-words": choices("", "3", "100", "400"),
    "min-guesses": choices("", "", "10^3", "10^10", "10^40"),
    "min-strength": choices("", "", "", "fair", "strong"),
    "max-class-repeating": choices("", "", "1", "2", "4", "900"),
    "history": choices("", "", "1", "400"),
    "max-keyboard": choices("", "", "3", "4", "900"),
    "max-repeated-piece": choices("", "", "1", "2", "8", "900"),
    "palindrome": choices("", "reject"),
    "username": choices("", "whole", "reject"),
    "username-parts": choices("", "3", "4", "8", "32", "63", "64"),
    "full-name": choices("", "whole", "reject"),
    "home-directory": choices("", "whole", "reject"),
    "words": some_words,
    "blocklist": choices("", "", SHIPPED_LIST, SHIPPED_LIST, LISTS_64),
    "blocklist-match": choices("", "exact", "folded", "mangled"),
    "ranked-words": choices("", "", "", RANKS_4),
    "old-password": choices("", "reject", "rotated", "contained"),
    "old-password-changes": choices("", "1", "8", "100", "1024"),
    "suggest-style": choices("random", "readable", "words"),
    "suggest-entropy": choices("1", "71", "300", "1024"),
    "suggest-exclude": choices("none", "ambiguous", "[abcdefghijkl]"),
}


def a_text(source):
    return [source.choice([*PATTERNS, *LONG_PATTERNS]), source.choice(LAST), source.choice(LENGTHS)]


ESTIMATE_PARTS = {".password": a_text, ".full-name": a_text, ".words": lines(a_text, [0, 0, 1, 64])}
SUGGEST_PARTS = {**KEYS, **dict.fromkeys([".old", ".user", ".full-name", ".home"], a_text),
                 ".words": lines(a_text, [0, 0, 1, 64]), ".others": lines(a_text, [0, 0, 1, 8])}
CHECK_PARTS = {**SUGGEST_PARTS, ".password": a_text}
GENERATE_PARTS = {
    "rules": a_descriptor, ".length": choices(0, 0, 12, 64, 128, 500, 1024), ".entropy": choices(0, 1, 300, 1024),
    ".style": choices(1, 2, 3),
}
COUNT_PARTS = {"rules": a_descriptor, ".length": choices(0, 0, 1, 12, 64, 128, 500, 1024)}
LOOKUP_PARTS = {".password": a_text, ".match": choices(0, 1, 2, 3)}

# Long descriptors and policy files are made of such pieces, repeated. NUMBER, WORD and MEMBERS differ in each repetition.
DESCRIPTOR_PIECES = [
    "required: [MEMBERS]; ", "required: [MEMBERS], lower, upper, digit, special, unicode; ", "allowed: [MEMBERS]; ",
    "allowed: lower, [MEMBERS], ascii-printable; ", "allowed: [&amp;&lt;&#39;]; ", "minlength: NUMBER; ", "maxlength: NUMBER; ",
    "max-repeating: NUMBER; ", "max-sequential: NUMBER; ", "max-consecutive: NUMBER; ", "requird: lower; ", "WORD: lower; ",
    "required: WORD; ", "required: lower", "allowed: [", "[", "]", "-", "&amp;", "a", "é", "\u200b", ":", ";", ",", " ", "\n", "\"",
    "lower, ", "[MEMBERS], ", "required: [MEMBERS", "1", "\\", "\x00",
]
POLICY_PIECES = [
    *(f"rules = {piece.strip()}\n" for piece in DESCRIPTOR_PIECES[:12]), "rules = minlength: 8;\n",
    "or = required: [MEMBERS]; minlength: NUMBER;\n", "rules =\n", "or =\n", "at-least = 2 [MEMBERS]\n", "words = WORD\n", "words =\n",
    "words = WORD, WORDa, WORDb, WORDc, WORDd, WORDe\n", "exempt-services = WORD\n", "exempt-services =\n",
    "blocklist = optional /nowhere/WORD\n", "ranked-words = /nowhere/WORD\n", "[user WORD]\n", "[group WORD]\n", "[service WORD]\n",
    "[service db user WORD]\n", "[service db group WORD]\n", "[user WORD\n", "old-password-changes = NUMBER\n", "min-guesses = 10^6\n",
    "preset = nist-800-63b-4-guesses\n", "history = NUMBER\n", "accept = weaker-section\n", "WORD = 1\n", "WORD\n", "# comment\n", "\n",
    " ", "a", "é",
]


def pieces(from_these):
    """Pieces, each with the number of its repetitions."""
    return lambda source: [[source.choice(from_these), source.choice([1, 1, 10, 100, 1000, 10_000, 100_000])]
                           for _ in range(source.choice([1, 1, 2, 3, 4]))]


LINT_PARTS = {".pieces": pieces(DESCRIPTOR_PIECES)}
READ_PARTS = {".pieces": pieces(POLICY_PIECES)}


class Kind(NamedTuple):
    """A kind of call: its title, the target for its time, if there is one, and the parts of a case."""

    title: str
    limit: float | None
    parts: dict


KINDS = {
    "check 1024": Kind("Check by all keys, 1,024 bytes", CHECK, CHECK_PARTS),
    "check 4096": Kind("Check by all keys, 4,096 bytes", LONG_CHECK, CHECK_PARTS),
    "estimate": Kind("Estimate, any password and words", ESTIMATE, ESTIMATE_PARTS),
    "suggest": Kind("Suggest a password", SUGGESTION, SUGGEST_PARTS),
    "generate": Kind("Generate a password", SUGGESTION, GENERATE_PARTS),
    "count": Kind("Count the passwords that rules permit", COUNT, COUNT_PARTS),
    "look up": Kind("Look up any password in the list that ships", None, LOOKUP_PARTS),
    "explain": Kind("Explain a descriptor of up to 64 KiB", None, LINT_PARTS),
    "lint": Kind("Lint a descriptor of up to 64 KiB", None, LINT_PARTS),
    "describe": Kind("Describe a policy", None, KEYS),
    "read": Kind("Read a policy of up to 512 KiB", None, READ_PARTS),
}


# ---- Cases that were designed to be slow ----

EVERYTHING = {"words": [WORDS_10000]}
for key, value in (line.split(" = ") for line in subjects.EVERYTHING.splitlines()):
    if key in KEYS:
        EVERYTHING[key] = [*EVERYTHING.get(key, []), value]
A, A_THEN_B, AT_RANDOM, OTHER = ["a", "", 4096], ["a", "b", 4096], ["at random", "", 4096], ["another at random", "", 4096]
NAMES = (".user", ".full-name", ".home")
MANY_NAMES = ["64 words", "", 4096]


def required(*classes):
    return "".join(f"required: [{characters}]; " for characters in classes)


OVERLAPPING = [string.ascii_letters[index : index + 2] for index in range(30)]
TEN = required(*string.ascii_letters[:10]) + "allowed: ascii-printable; "
NO_RUNS = "max-repeating: 1; max-sequential: 1; "
# Ten letters without neighbours, so that leaving out any of them leaves different sequences.
APART = required(*string.ascii_letters[:40:4]) + "allowed: ascii-printable; max-consecutive: 3; "

HOSTILE_CHECKS = [
    {**EVERYTHING, **dict.fromkeys([".password", ".old", *NAMES], A)},
    {**EVERYTHING, **dict.fromkeys([".old", *NAMES], A_THEN_B), ".password": A},
    {"username-parts": "3", ".password": A, ".user": ["aab", "", 4096]},
    {"username-parts": "64", ".password": A, ".user": ["64 letters", "", 4096]},
    {"username": "reject", "old-password": "reject", "full-name": "reject", "home-directory": "reject",
     ".password": A, ".user": ["aab", "", 4096], ".full-name": ["aab ", "", 4096], ".home": ["aab/", "", 4096]},
    {"old-password": "reject", "old-password-changes": "1024", ".password": A, ".old": A_THEN_B},
    {"old-password": "reject", "old-password-changes": "1024", ".password": AT_RANDOM, ".old": OTHER},
    {"max-keyboard": "4", ".password": ["`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", "", 4096]},
    {"words": [WORDS_10000], ".password": AT_RANDOM},
    {"words": [WORDS_10000], ".password": A},
    {"rules": "minlength: 8; allowed: lower;", ".password": AT_RANDOM,
     "or": [f"minlength: {number}; allowed: lower;" for number in range(9, 73)]},
    {".password": AT_RANDOM,
     "at-least": [f"1 lower, [!#$%&{letter}{digit}]" for letter in "ABCDEFGH" for digit in range(8)]},
    {**EVERYTHING, ".password": ["U+0080 to U+07FF", "", 4096]},
    {**EVERYTHING, "min-guesses": "10^40", **dict.fromkeys([".old", *NAMES], A_THEN_B), ".password": A},
    {**EVERYTHING, "min-guesses": "10^40", ".password": AT_RANDOM, ".full-name": MANY_NAMES, ".home": MANY_NAMES},
    {"min-guesses": "10^40", ".password": ["runs of 64", "", 4096], ".full-name": MANY_NAMES},
    {**EVERYTHING, "min-guesses": "10^40", "username-parts": "3", "old-password-changes": "1024", ".password": ["ab", "", 4096],
     ".old": AT_RANDOM, ".user": ["aab", "", 4096], ".others": [["64 letters", "b", length] for length in range(248, 256)],
     ".full-name": ["words of two", "", 4096], ".home": ["folders of two", "", 4096],
     ".words": [["abababcdcdcd", "", 64]] * 64},
    *({"blocklist": LISTS_64, "blocklist-match": "mangled", ".password": password} for password in (A, AT_RANDOM)),
    {"min-strength": "strong", "ranked-words": RANKS_4, ".password": AT_RANDOM, ".full-name": MANY_NAMES},
]
HOSTILE_TEXTS = [
    [["required: [MEMBERS]; ", 2000]], [["required: [MEMBERS], lower; ", 2000]], [["allowed: [MEMBERS], lower; ", 2000]],
    [["allowed: [", 1], ["&amp;", 10_000], ["];", 1]], [["allowed: [", 1], ["&", 60_000], ["];", 1]], [["WORD: lower; ", 4000]],
    [["required: ", 1], ["lower, ", 8000]], [["a", 60_000]],
]
HOSTILE = {
    "estimate": [
        {".password": password, ".full-name": MANY_NAMES, ".words": []}
        for password in (A, AT_RANDOM, ["runs of 64", "", 256], ["24.12.1987", "", 256], ["qwertyuiop[]", "", 256],
                         ["U+0020 to U+007E", "", 256], ["64 words", "", 256])
    ],
    "check 1024": HOSTILE_CHECKS,
    "check 4096": HOSTILE_CHECKS,
    # These generate again and again, because every suggestion has fewer characters than must be changed, or too few guesses.
    "suggest": [
        {**EVERYTHING, "old-password-changes": "1000", "suggest-entropy": "1024", ".old": ["at random", "", 180]},
        {**EVERYTHING, "old-password-changes": "1024", "rules": "minlength: 1000;", ".old": ["at random", "", 1000]},
        {"rules": "allowed: digit; minlength: 39; maxlength: 39;", "min-guesses": "10^40", ".full-name": MANY_NAMES},
        {"min-guesses": "10^40", "min-different": "60", ".full-name": MANY_NAMES},
    ],
    "generate": [
        {"rules": rules, ".length": length, ".entropy": 0, ".style": 1}
        for length, rules in [
            (0, required(*string.ascii_letters[:6]) + "maxlength: 6;"),
            (0, "allowed: [ab]; max-repeating: 1; max-sequential: 1; minlength: 64;"),
            (0, required(*string.ascii_letters[:30])),
            (0, "minlength: 100000;"),
            (0, TEN + "minlength: 10; maxlength: 10;"),
            (0, TEN + NO_RUNS),
            *((0, f"{TEN}{NO_RUNS}minlength: {length}; maxlength: {length};") for length in (10, 20, 40, 128)),
            *((length, TEN + NO_RUNS) for length in (20, 40, 128)),
            *((0, f"allowed: digit; {NO_RUNS}minlength: {length};") for length in (128, 300, 1024)),
            *((0, f"allowed: upper, lower, digit; max-consecutive: 1; minlength: {n};") for n in (64, 128, 512, 1024)),
            (0, "required: [b]; allowed: [ac]; max-sequential: 1; max-repeating: 5; minlength: 5;"),
            (0, "allowed: [ab]; max-repeating: 1; minlength: 500;"),
            (0, required(*OVERLAPPING[:10]) + "maxlength: 6;"),
            *((0, required(*classes)) for classes in (OVERLAPPING[:12], OVERLAPPING[:24:2], OVERLAPPING)),
        ]
    ],
}


HOSTILE["count"] = [{"rules": case["rules"], ".length": case[".length"]} for case in HOSTILE["generate"]]
HOSTILE["count"] += [{"rules": rules, ".length": length}
                     for rules in (TEN + "max-consecutive: 3;", APART) for length in (20, 64, 128, 1024)]
HOSTILE["look up"] = [{".password": password, ".match": match} for match in (0, 3) for password in
                      (A, AT_RANDOM, ["p-a-s-s-w-o-r-d", "", 4096], ["U+0080 to U+07FF", "", 4096])]
HOSTILE["explain"] = HOSTILE["lint"] = [{".pieces": text} for text in HOSTILE_TEXTS]
HOSTILE["describe"] = [{key: value for key, value in case.items() if key in KEYS} for case in HOSTILE_CHECKS]
HOSTILE["read"] = [
    {".pieces": [["rules = minlength: 8;\n", 1], [piece, 20_000]]} for piece in (
        "rules = required: [MEMBERS];\n", "rules = minlength: NUMBER;\n", "words = WORD, WORDa, WORDb, WORDc\n", "[user WORD]\n",
        "[service db user WORD]\n", "WORD = 1\n", "a", "rules = allowed: [MEMBERS]; required: lower;\n")
]


# ---- The search ----


def filled(text, length):
    """Bytes of a pattern, at most this many, with no character cut in two; None if there is no text."""
    if text is None:
        return None
    name, last, own_length = text
    pattern = LONG_PATTERNS.get(name, name)
    body = (pattern * (length // len(pattern.encode()) + 1)).encode()[: max(0, min(own_length, length) - len(last.encode()))]
    return (body.decode(errors="ignore") + last).encode()


def whole(parts, limit):
    """The text of these pieces, up to a length in bytes."""
    text, number = [], 0
    for piece, count in parts:
        count = min(count, limit // len(piece.encode()) + 1)
        if not any(name in piece for name in ("NUMBER", "WORD", "MEMBERS")):
            text.append(piece * count)
            continue
        for _ in range(count):
            number += 1
            members = "".join(string.ascii_letters[number // 52**digit % 52] for digit in range(3))
            text.append(piece.replace("NUMBER", str(1 + number % 60)).replace("WORD", f"w{members}").replace("MEMBERS", members))
    return "".join(text).encode()[:limit].decode(errors="ignore")


def copies(path, count):
    """Copies of a list, with different paths."""
    folder = OUT / "copies"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        copy = folder / f"{number}-{path.name}"
        if not copy.exists() or not copy.samefile(path):
            copy.unlink(missing_ok=True)
            os.link(path, copy)
        yield copy


def texts(drawn, length):
    """Those of the texts that are not empty."""
    return [text for text in (filled(one, length) for one in drawn or []) if text]


def policy_text(case):
    values = ["max-bytes = 4096", "retry = 1", "username =", "old-password ="]
    if not case.get("rules"):
        values.append("rules = minlength: 8;")
    values += ["ranked-words =", *(f"ranked-words = {path}" for path in (copies(RANKS, 4) if case.get("ranked-words") else [RANKS]))]
    for key in [key for key in KEYS if key != "ranked-words"]:
        value = case.get(key, [])
        for line in [value] if isinstance(value, str) else value:
            if line == WORDS_10000:
                values += subjects.word_lines(subjects.random_words(range(6, 65))).splitlines()
            elif line == LISTS_64:
                values += [f"{key} = {path}" for path in copies(LIST, 64)]
            else:
                values.append(f"{key} = {f'mangled {LIST}' if line == SHIPPED_LIST else line}")
    return "\n".join(values) + "\n"


def attempt(call, *mistakes):
    """A call that may find mistakes."""
    def tried():
        with contextlib.suppress(*mistakes):
            call()
    return tried


def prepared(kind, case, path):
    """The call of a case, which writes its policy there; None if its rules are refused."""
    ours = package()
    if kind == "lint":
        text = whole(case[".pieces"], 64 << 10)
        return lambda: ours.lint(text)
    if kind == "read":
        path.write_text(whole(case[".pieces"], (512 << 10) - 1) + "\n", encoding="utf-8")
        path.chmod(0o644)
        return attempt(lambda: ours.Policy.load(path), ours.PolicyError)
    if kind == "look up":
        listed, password = ours.Blocklist(LIST), filled(case[".password"], 4096)
        return lambda: listed.lookup(password, ours.Match(case[".match"]))
    if kind == "estimate":
        ranks, password = ours.RankedWords(RANKS), filled(case[".password"], 1024)
        words = texts(case[".words"], 64)
        return lambda: ranks.estimate(password, full_name=filled(case[".full-name"], 1024), words=words)
    try:
        if kind == "explain":
            return ours.Rules(whole(case[".pieces"], 64 << 10), lenient=True).explain
        if kind == "count":
            rules = ours.Rules(case["rules"])
            return lambda: rules.count(case[".length"])
        if kind == "generate":
            ours.Rules(case["rules"])
            options = {"length": case[".length"], "entropy": case[".entropy"], "style": ours.Style(case[".style"])}
            # New rules for each call, because rules keep the plan for the next password.
            return lambda: ours.Rules(case["rules"]).generate(**options)
        path.write_text(policy_text(case), encoding="utf-8")
        path.chmod(0o644)
        policy = ours.Policy.load(path)
    except (ours.DescriptorError, ours.PolicyError):
        return None
    if kind == "describe":
        return policy.describe
    longest = int(kind.partition(" ")[2] or 4096) if kind.startswith("check") else 4096
    parts = {"user": ".user", "full_name": ".full-name", "home": ".home", "old_password": ".old"}
    context = {name: filled(case.get(part), longest) for name, part in parts.items()}
    context["words"] = texts(case.get(".words"), 64)
    context["other_users"] = texts(case.get(".others"), 256)
    if kind == "suggest":
        return lambda: policy.suggest(**context)
    password = filled([*case[".password"][:2], longest], longest)
    return lambda: policy.check(password, **context)


def milliseconds(call, enough):
    """The least processor time of up to four calls, which stop as soon as it is less than `enough`."""
    least = float("inf")
    for _ in range(4):
        begun = time.thread_time_ns()
        with contextlib.suppress(package().GenerationError):
            call()
        least = min(least, (time.thread_time_ns() - begun) / 1e6)
        if least < enough:
            break
    return least


def known(kind):
    """The cases that were designed to be slow, and the slowest of earlier searches."""
    return [*HOSTILE[kind], *json.loads(KNOWN.read_text(encoding="utf-8")).get(kind, [])]


def search(kind, folder):
    """The slowest cases, each after its milliseconds, and how many were tried."""
    source, parts = random.Random(time.time_ns()), KINDS[kind].parts
    left = known(kind)
    best, tries, end = [], 0, time.monotonic() + DURATION
    while left or time.monotonic() < end:
        is_known = bool(left)
        if left:
            case = left.pop()
        elif source.random() < 0.7:
            case = dict(source.choice(best)[1])
            for name in source.sample(list(parts), min(len(parts), source.choice([1, 1, 2, 3]))):
                case[name] = parts[name](source)
        else:
            case = {name: draw(source) for name, draw in parts.items()}
        call = prepared(kind, case, Path(folder) / "policy.conf")
        if call is None and is_known:
            sys.exit(f"bench: the rules of a known case are refused: {json.dumps(case)[:1000]}")
        tries += 1
        if call is not None and case not in [one for _, one in best]:
            took = milliseconds(call, best[-1][0] if best else 0)
            best = sorted([*best, (took, case)], key=lambda one: -one[0])[:8]
    return best, tries


# The slowest cases of each kind, with their milliseconds; filled by `measure`.
slowest = {}


def measure():
    say(f"Searching for slow inputs, {DURATION * len(KINDS)} seconds")
    with tempfile.TemporaryDirectory() as folder:
        for name, kind in KINDS.items():
            best, tries = search(name, folder)
            say(f"{kind.title}: tried {tries}")
            # The title is the same in each run.
            add(f"{kind.title}: the slowest that was found", OURS, best[0][0] * 1e6, limit=kind.limit)
            slowest[name] = [{"milliseconds": took, **case} for took, case in best]
