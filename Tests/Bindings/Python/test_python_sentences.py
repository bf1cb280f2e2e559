"""Typed reasons: a program can say everything that messages say in words of its own, from kind, numbers and class alone; no two
reasons of a report are alike; and each says where it comes from."""

import itertools
import os
import re

import pytest

from passwordrules import Blocklist, Kind, Match, PieceKind, Policy, Rules

# ---- A program with sentences of its own, which happen to be the library's ----


def items(characters):
    """The classes in a canonical class, and the characters in brackets, in the order of their code points."""
    names, custom = re.fullmatch(r"(.*?),?(?:\[(.+)\])?", characters).groups()
    return [name for name in names.split(",") if name], sorted(custom or "")


def either(parts):
    return " or ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def visible(members):
    signs = "".join(members).replace(" ", "")
    mark = "'" if '"' in signs and "'" not in signs else '"'
    return f"{mark}{signs}{mark}" + (" and space" if " " in members else "") if signs else "space"


def one_of(characters):
    one = {"unicode": "any character", "ascii-printable": "a printable ASCII character"}.get(characters)
    if one:
        return one
    names, custom = items(characters)
    words = {"upper": "an uppercase letter", "lower": "a lowercase letter", "digit": "a digit", "special": "a special character"}
    parts = ["a letter A-Z or a-z"] if {"upper", "lower"} <= set(names) else []
    parts += [words[name] for name in names if not parts or name not in ("upper", "lower")]
    if custom:
        parts.append("a space" if custom == [" "] else f"{'the character' if len(custom) == 1 else 'one of'} {visible(custom)}")
    return either(parts)


def list_of(characters):
    if characters in ("unicode", "ascii-printable"):
        return {"unicode": "any characters", "ascii-printable": "printable ASCII characters"}[characters]
    names, custom = items(characters)
    words = {"upper": "A-Z", "lower": "a-z", "digit": "0-9", "special": "special characters"}
    return ", ".join([words[name] for name in names] + ([visible(custom)] if custom else []))


NAMED = {"upper": "uppercase letter", "lower": "lowercase letter", "digit": "digit", "special": "special character"}
KINDS = "lowercase letters, uppercase letters, digits"
LISTED = {Match.EXACT: "is a common or leaked password", Match.FOLDED: "differs from a common or leaked password only in case",
          Match.MANGLED: "is too close to a common or leaked password"}
PATTERNS = ["is the same character over and over", "repeats itself over and over",
            "consists of characters in sequence, like abc or 321", "consists of adjacent keyboard keys, like qwer",
            "is too much like the old password, and too close to a common or leaked one"]


def some(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun.replace(' in', 's in', 1) if ' in ' in noun else noun + 's'}"


def more(noun):
    return lambda o: f"{o.limit - o.actual} more {noun}{'s' * (o.limit - o.actual != 1)} needed ({o.actual} of {o.limit})"


def at_least(noun):
    return lambda o: f"at least {some(o.limit, noun)}"


def needs(o):
    if o.limit == 1:
        return f"needs {one_of(o.characters)}"
    if o.characters in NAMED:
        return f"needs {o.limit} {NAMED[o.characters]}s ({o.actual} of {o.limit})"
    return f"needs {o.limit} of these: {list_of(o.characters)} ({o.actual} of {o.limit})"


def has_enough(o):
    if o.limit == 1:
        return f"has {one_of(o.characters)}"
    named = NAMED.get(o.characters)
    return f"at least {some(o.limit, named)}" if named else f"at least {o.limit} of these: {list_of(o.characters)}"


def listed(o):
    return PATTERNS[o.limit - 1] if o.limit else LISTED[Match(o.actual)]


def needs_classes(o):
    """Of the classes that are missing so many as are needed."""
    if o.characters == "ascii-printable":
        names, custom = ["upper", "lower", "digit", "special"], []
    else:
        names, custom = items(o.characters)
    examples = ", such as - or !" if "special" in names or {"-", "!"} <= set(custom) else ""
    parts = [word for name, word in (("lower", "a lowercase letter"), ("upper", "an uppercase letter"), ("digit", "a digit"))
             if name in names]
    if "special" in names or custom:
        parts.append("a character that is not a letter or digit" + examples)
    count = o.limit - o.actual
    if count == len(parts):
        return "needs " + ", ".join(parts[:-1]) + " and " * (len(parts) > 1) + parts[-1]
    return f"needs {either(parts)}" if count == 1 else f"needs {count} of these: {', '.join(parts)}"


# What is said of each kind where it is not met, and where it is; None: it is never met.
PIECES = {
    PieceKind.WORD: "a common word", PieceKind.REVERSED_WORD: "a common word reversed",
    PieceKind.PERSONAL_WORD: "a word related to you", PieceKind.KEYBOARD_WALK: "adjacent keys",
    PieceKind.SEQUENCE: "a sequence", PieceKind.REPETITION: "a repetition", PieceKind.DATE: "a date", PieceKind.YEAR: "a year",
}


def easy(o):
    kinds = sorted({piece.kind for piece in o.pieces} - {PieceKind.CHARACTERS})
    parts = [PIECES[kind] for kind in kinds] or ["few characters"]
    return "is easy to guess: " + ", ".join(parts[:-1]) + " and " * (len(parts) > 1) + parts[-1]


SENTENCES = {
    Kind.MINLENGTH: (more("character"), at_least("character")),
    Kind.REQUIRED: (needs, has_enough),
    Kind.ALLOWED: (lambda o: f"{some(o.actual, 'character')} that {'is' if o.actual == 1 else 'are'} not allowed "
                             f"(only {list_of(o.characters)})",
                   lambda o: "any characters" if o.characters == "unicode" else f"only {list_of(o.characters)}"),
    Kind.MAXLENGTH: (lambda o: f"{some(o.actual - o.limit, 'character')} too many ({o.actual}, at most {o.limit})",
                     lambda o: f"at most {some(o.limit, 'character')}"),
    Kind.MAX_REPEATING: (lambda o: f"the same character {some(o.actual, 'time')} in a row (at most {o.limit})",
                         lambda o: f"no more than {o.limit} of the same character in a row"),
    Kind.MAX_SEQUENTIAL: (lambda o: f"{some(o.actual, 'character')} in sequence, like abc or 321 (at most {o.limit})",
                          lambda o: f"no more than {o.limit} letter{'s' * (o.limit != 1)} or digit{'s' * (o.limit != 1)} "
                                    "in sequence (like abc or 321)"),
    Kind.MAX_CONSECUTIVE_STRICT: (
        lambda o: f"{o.actual} repeated or sequential character{'s' * (o.actual != 1)} in a row (at most {o.limit})",
        lambda o: f"no more than {o.limit} repeated or sequential character{'s' * (o.limit != 1)} in a row"),
    Kind.ENCODING: ("contains characters that are not valid UTF-8", None),
    Kind.MAX_BYTES: (lambda o: f"too long: {some(o.actual, 'byte')} (at most {o.limit})", None),
    Kind.USERNAME: ("contains your user name", "not the user name"),
    Kind.USERNAME_PARTS: (lambda o: f"contains part of your user name (at least {some(o.limit, 'character')})",
                          "no part of the user name"),
    Kind.FULL_NAME: ("contains part of your name", "no part of your full name"),
    Kind.HOME_DIRECTORY: ("contains a name from your home directory's path", "no name from your home directory's path"),
    Kind.OLD_PASSWORD_SAME: ("is the old password", "not the old password"),
    Kind.OLD_PASSWORD_CASE: ("differs from the old password only in case", None),
    Kind.OLD_PASSWORD_REVERSED: ("is the old password reversed", None),
    Kind.OLD_PASSWORD_ROTATED: ("is the old password with its beginning moved to the end", None),
    Kind.OLD_PASSWORD_CONTAINED: ("is too much like the old password", None),
    Kind.OLD_PASSWORD_SIMILAR: ("is too much like the old password", None),
    Kind.OLD_PASSWORD_CHANGES: (lambda o: f"is too similar to the old password: only {some(o.actual, 'character')} changed "
                                          f"(at least {o.limit} needed)",
                                lambda o: f"at least {some(o.limit, 'character')} changed"),
    Kind.PALINDROME: ("is a palindrome (reads the same backward)", "not a palindrome"),
    Kind.MIN_CLASSES: (
        needs_classes,
        lambda o: f"{KINDS} and other characters" if o.limit == 4
        else f"at least {o.limit} of these 4 kinds: {KINDS}, other characters"),
    Kind.AT_LEAST: (needs, has_enough),
    Kind.MAX_CLASS_REPEATING: (
        lambda o: f"{some(o.actual, 'character')} of the same kind in a row (at most {o.limit})",
        lambda o: f"no more than {some(o.limit, 'character')} of the same kind in a row (lowercase, uppercase, digits, others)"),
    Kind.MIN_DIFFERENT: (more("different character"), at_least("different character")),
    Kind.MAX_KEYBOARD: (
        lambda o: f"{some(o.actual, 'adjacent keyboard key')} in a row, like qwer (at most {o.limit})",
        lambda o: f"no more than {some(o.limit, 'adjacent keyboard key')} in a row (like qwer)"),
    Kind.MAX_REPEATED_PIECE: (
        lambda o: f"a piece of {some(o.actual, 'character')} occurs twice (at most {o.limit})",
        lambda o: f"no piece of more than {some(o.limit, 'character')} twice (like xyz in xyz-1-xyz)"),
    Kind.WORDS: ("contains a word that is too obvious here (company, town ...)", "no word that is too obvious here"),
    Kind.MIN_WORDS: (more("word"), at_least("word")),
    Kind.OR: (lambda o: f"fits none of the {o.actual} choices; for the nearest:", None),
    Kind.BLOCKLIST: (listed, "not a common or leaked password"),
    Kind.BLOCKLIST_UNREADABLE: (
        "could not be checked against the list of common passwords; please tell your administrator",
        "not compared with a list that cannot be read"),
    Kind.MIN_GUESSES: (easy, "hard to guess: several uncommon words, for example"),
    Kind.NUL: ("contains a NUL character: everything after it would be ignored", None),
}
SENTENCES[Kind.MAX_CONSECUTIVE] = SENTENCES[Kind.MAX_REPEATING]


def sentence(outcome):
    said = SENTENCES[outcome.kind][outcome.met]
    return said(outcome) if callable(said) else said


def typed(outcome):
    return outcome.kind, outcome.met, outcome.limit, outcome.actual, outcome.characters, outcome.pieces


# ---- Reports in which each kind is met and not met ----

CLASSES = ["upper", "lower", "digit", "special", "upper, lower", "digit, [-_ ]", "[ ]", "[-]", "[x]]", "ascii-printable",
           "unicode", "upper, lower, digit, [-. ]", "[abc]"]
RULES = [
    *[f"required: {name}; allowed: {other}" for name, other in itertools.product(CLASSES, CLASSES)],
    *[f"required: {name}; required: {name}; allowed: lower" for name in CLASSES],
    *[f"minlength: {limit}; maxlength: {limit + 1}; max-repeating: {limit}; max-sequential: {limit}; max-consecutive: {limit}"
      for limit in (1, 2, 5)],
    *[f"max-consecutive: {limit}" for limit in (1, 2, 5)],
]
DEMANDS = [
    "min-classes=3", "min-classes=4", "at-least=2 digit", "at-least=1 digit", "at-least=3 lower", "at-least=2 upper, [-]",
    "at-least=4 special", "max-class-repeating=1", "min-different=6", "max-keyboard=3", "max-repeated-piece=3", "max-bytes=64",
    "palindrome=reject", "username=reject", "username-parts=4", "full-name=reject", "home-directory=reject", "words=fabrikam, wingtip",
    "min-words=2", "old-password-changes=6",
]
PASSWORDS = ["", "a", "A1", "aa", "aba", "abc", "abcd", "Qwer-Asdf", "x-alice-y", "liddell", "fabrikam", "\0", b"\xff-\xff",
             "x" * 65, "Old-Passw0rd", "old-passw0rd", "dr0wssaP-dlO", "Passw0rdOld-", "xOld-Passw0rdx", "Old-Passw0rD1",
             "Dragon", "dragon", "dr4gon!!", "wonderland", "aaaaaaaa", "abcabcabcabc", "12345678", "asdfghjkl",
             "Drag0n-7", "Old-Passw9rd", "Olt-Pastw0rd", "Lemon-Orbit-Tulip-47", "Kezu-7-Kezu"]
ALICE = {"user": "alice", "full_name": "Alice Liddell", "home": "/home/wonderland", "old_password": "Old-Passw0rd"}


@pytest.fixture(scope="module")
def reports(list_path):
    rules = [Rules(text) for text in RULES]
    twice = ["rules=minlength: 9; min-classes: 3; required: digit", "rules=minlength: 9; required: digit", "min-classes=3"]
    policies = [Policy.from_settings(settings) for settings in (
        ["rules=minlength: 2", *DEMANDS, f"blocklist={list_path}"], twice,
        ["rules=minlength: 2", "old-password=similar"], ["rules=minlength: 30", "or=minlength: 20; required: digit"],
        ["rules=minlength: 30", "or=minlength: 20", "or=minlength: 9; required: [-_]; required: digit"])]
    ranks = os.path.join(os.path.dirname(__file__), "..", "..", "build", "common.ranks")
    policies += [Policy.from_settings([*demand, "ranked-words=", f"ranked-words={os.path.abspath(ranks)}"])
                 for demand in (["min-guesses=10^10"], ["min-strength=fair"], ["rules=minlength: 9; min-guesses: 10^4"])]
    common = Blocklist(list_path)
    return [*[one.check(password, strict=strict, blocklists=[common, common])
              for one in rules for password in PASSWORDS for strict in (False, True)],
            *[policy.check(password, **ALICE) for policy in policies for password in PASSWORDS]]


def test_every_sentence_can_be_written_from_what_is_typed(reports, damaged_list):
    unreadable = [Policy.from_settings(["rules=minlength: 1", f"blocklist={optional}{damaged_list}"]).check("lemon")
                  for optional in ("optional ", "")]
    outcomes = [outcome for report in reports + unreadable for outcome in report]
    assert {(outcome.message, sentence(outcome)) for outcome in outcomes if outcome.message != sentence(outcome)} == set()
    assert {(outcome.kind, outcome.met) for outcome in outcomes} == {
        (kind, met) for kind, said in SENTENCES.items() for met in (False, True) if said[met]}
    assert set(SENTENCES) == set(Kind)
    # Only these are about characters, and what they are about has one form.
    assert {outcome.kind for outcome in outcomes if outcome.characters} == {
        Kind.REQUIRED, Kind.ALLOWED, Kind.AT_LEAST, Kind.MIN_CLASSES}
    assert {Rules(f"required: {outcome.characters}").check("")[0].characters for outcome in outcomes if outcome.characters} == {
        outcome.characters for outcome in outcomes if outcome.characters}


def test_no_two_reasons_of_a_report_are_alike(reports):
    assert sum(len(report) for report in reports) > 10_000
    for report in reports:
        assert len({typed(outcome) for outcome in report}) == len(report)


# ---- Where they come from ----

FILE = """rules = minlength: 9; required: digit, [-]; allowed: upper, lower, digit, [-]
rules = allowed: lower, digit; max-repeating: 2; min-words: 1
retry = 2
at-least = 1 lower
at-least = 2 upper
words = fabrikam
words = wingtip
min-classes = 4
username = reject
[group nosuch]
rules = minlength: 40
"""
# Kind and class, and where it comes from: the line, and the key.
ORIGINS = {
    (Kind.MINLENGTH, ""): (1, "rules"), (Kind.REQUIRED, "digit"): (1, "rules"), (Kind.ALLOWED, "lower,digit"): (2, "rules"),
    (Kind.MAX_REPEATING, ""): (2, "rules"), (Kind.MIN_WORDS, ""): (2, "rules"), (Kind.MIN_CLASSES, "digit"): (8, "min-classes"),
    (Kind.AT_LEAST, "lower"): (4, "at-least"), (Kind.AT_LEAST, "upper"): (5, "at-least"), (Kind.WORDS, ""): (6, "words"),
    (Kind.USERNAME, ""): (9, "username"), (Kind.OLD_PASSWORD_SAME, ""): (0, "old-password"), (Kind.NUL, ""): (0, None),
}


def test_each_outcome_names_the_line_that_demands_it(policy_file):
    path = policy_file(FILE)
    report = Policy.from_file(path).check("Wingtip\0\0\0", **ALICE)
    found = {(outcome.kind, outcome.characters): outcome.origin for outcome in report}
    assert {about: (origin.line, origin.key) for about, origin in found.items()} == ORIGINS
    assert {origin.source for origin in found.values() if origin.line} == {path}
    assert str(found[Kind.MIN_CLASSES, "digit"]) == f"{path}:8: min-classes"
    assert {str(origin) for origin in found.values() if not origin.line} == {"built in: old-password", "built in"}
    assert Rules("minlength: 3").check("a")[0].origin is None


# Settings, a password, a kind, and the number of the setting, the key and the preset that it comes from.
@pytest.mark.parametrize("settings, password, kind, expected", [
    (["rules=minlength: 30", "or=minlength: 20; required: digit"], "x" * 19, Kind.MINLENGTH, (2, "or", None)),
    (["rules=minlength: 30", "or=minlength: 20; required: digit"], "x" * 19, Kind.OR, (2, "or", None)),
    (["rules=minlength: 3", "rules=max-consecutive: 1"], "aa", Kind.MAX_CONSECUTIVE, (2, "rules", None)),
    (["rules=required: digit"], "", Kind.MINLENGTH, (0, "rules", None)),
    (["rules=minlength: 3", "max-bytes=9", "max-bytes=8"], "x" * 9, Kind.MAX_BYTES, (3, "max-bytes", None)),
    (["rules=minlength: 3", "min-classes=2", "min-classes=3", "min-classes=3"], "xxxx", Kind.MIN_CLASSES,
     (3, "min-classes", None)),
    (["rules=minlength: 3"], "x" * 1025, Kind.MAX_BYTES, (0, "max-bytes", None)),
    (["retry=1", "preset=stig-ubuntu-24.04", "blocklist="], "x", Kind.MINLENGTH, (2, "rules", "stig-ubuntu-24.04")),
    (["rules=minlength: 3", "old-password=", "old-password=same", "old-password=case, reversed"], "old-passw0rd",
     Kind.OLD_PASSWORD_CASE, (4, "old-password", None)),
    (["rules=minlength: 3", "old-password=", "old-password=contained"], "xOld-Passw0rdx", Kind.OLD_PASSWORD_CONTAINED,
     (3, "old-password", None)),
])
def test_a_setting_or_a_preset_is_named(settings, password, kind, expected):
    origins = [outcome.origin for outcome in Policy.from_settings(settings).check(password, **ALICE) if outcome.kind == kind]
    assert [(origin.line, origin.key, origin.preset) for origin in origins] == [expected]
    assert [origin.source for origin in origins] == [settings[expected[0] - 1].split("=")[0] if expected[0] else None]


def test_the_list_that_found_a_password_is_named(list_path, damaged_list):
    policy = Policy.from_settings([
        "rules=minlength: 1", f"blocklist=exact {list_path}", f"blocklist=optional {damaged_list}",
        f"blocklist=folded {list_path}"])

    def lines(password):
        return {outcome.kind: outcome.origin.line for outcome in policy.check(password)}

    assert lines("DRAGON") == {Kind.MINLENGTH: 1, Kind.BLOCKLIST: 4, Kind.BLOCKLIST_UNREADABLE: 3}
    assert lines("dragon")[Kind.BLOCKLIST] == lines("lemon")[Kind.BLOCKLIST] == lines("aaaa")[Kind.BLOCKLIST] == 2


# ---- Rules and lists without a policy ----

def test_rules_and_lists_make_one_report(list_path, damaged_list):
    common, damaged = Blocklist(list_path), Blocklist(damaged_list)
    rules = Rules("minlength: 8")
    assert rules.check("Dragon", blocklists=[common]).messages == (
        "2 more characters needed (6 of 8)", "differs from a common or leaked password only in case")
    accepted = rules.check("lemon-orbit", blocklists=[common])
    assert accepted and accepted.progress == 1 and accepted[-1].message == "not a common or leaked password"
    refused = rules.check("lemon-orbit", blocklists=[common, damaged, damaged])
    assert not refused and refused.progress < 1
    assert [outcome.kind for outcome in refused] == [Kind.MINLENGTH, Kind.BLOCKLIST, Kind.BLOCKLIST_UNREADABLE]
    with pytest.raises(TypeError, match="sequence"):
        rules.check("lemon-orbit", blocklists=common)
