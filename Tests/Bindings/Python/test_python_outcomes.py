"""The outcomes of a report: their fields tell them apart and determine their message; each has its origin."""

import itertools

import pytest

from passwordrules import Blocklist, Kind, Policy, Rules
from tree import RANKS


def typed(outcome):
    return outcome.kind, outcome.met, outcome.limit, outcome.actual, outcome.characters, outcome.pieces


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
    policies += [Policy.from_settings([*demand, "ranked-words=", f"ranked-words={RANKS}"])
                 for demand in (["min-guesses=10^10"], ["min-strength=fair"], ["rules=minlength: 9; min-guesses: 10^4"])]
    common = Blocklist(list_path)
    return [*[one.check(password, strict=strict, blocklists=[common, common])
              for one in rules for password in PASSWORDS for strict in (False, True)],
            *[policy.check(password, **ALICE) for policy in policies for password in PASSWORDS]]


# Kinds that are reported only when they are not met.
NEVER_MET = {Kind.ENCODING, Kind.MAX_BYTES, Kind.OLD_PASSWORD_CASE, Kind.OLD_PASSWORD_REVERSED, Kind.OLD_PASSWORD_ROTATED,
             Kind.OLD_PASSWORD_CONTAINED, Kind.OLD_PASSWORD_SIMILAR, Kind.OR, Kind.NUL}


def test_fields_of_an_outcome_determine_its_message(reports, damaged_list):
    """A program can therefore write every message itself."""
    unreadable = [Policy.from_settings(["rules=minlength: 1", f"blocklist={optional}{damaged_list}"]).check("lemon")
                  for optional in ("optional ", "")]
    outcomes = [outcome for report in reports + unreadable for outcome in report]
    messages = {}
    for outcome in outcomes:
        assert messages.setdefault(typed(outcome), outcome.message) == outcome.message
    assert {(outcome.kind, outcome.met) for outcome in outcomes} == {
        (kind, met) for kind in Kind for met in (False, True)
        # No program in Python has the hashes.
        if kind != Kind.HISTORY and (not met or kind not in NEVER_MET)}
    # Only these kinds have characters, always in canonical form.
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
# The kind and class of each outcome, and the line and key that it comes from.
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
def test_setting_or_preset_is_named(settings, password, kind, expected):
    origins = [outcome.origin for outcome in Policy.from_settings(settings).check(password, **ALICE) if outcome.kind == kind]
    assert [(origin.line, origin.key, origin.preset) for origin in origins] == [expected]
    assert [origin.source for origin in origins] == [settings[expected[0] - 1].split("=")[0] if expected[0] else None]


def test_matching_list_is_named(list_path, damaged_list):
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
