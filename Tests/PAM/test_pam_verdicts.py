"""The tool's verdict for a user is the module's: `passwordrules check --user NAME --config FILE [--old]`."""

import json
import os
import random
from typing import NamedTuple

import pytest
from transaction import SINGLE, reasons_of

SEED = int(os.environ.get("PASSWORDRULES_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 32)
POLICIES, PASSWORDS = 60, 6

USERS = ["alice", "bob", "carol", "dave", "root", "ghost"]
RULES = [
    "minlength: 6", "minlength: 12; required: upper", "required: lower, [-_]; max-repeating: 2", "min-classes: 3; minlength: 8",
    "maxlength: 12; max-sequential: 2", "allowed: ascii-printable; required: digit", "min-words: 2; min-different: 5",
    "max-consecutive: 2; minlength: 4", "allowed: unicode; minlength: 8", "required: special; required: upper, digit",
]
# Each key is in a section once, with the lines behind it.
SETTINGS = [
    "min-classes = 2", "min-classes = 4", "min-classes =", "min-different = 6", "min-words = 2", "at-least = 2 digit",
    "at-least =",
    "at-least = 2 upper, [-_]", "max-class-repeating = 3", "max-keyboard = 3", "max-bytes = 16", "palindrome = reject",
    "username = whole", "username =", "username-parts = 4", "full-name = reject", "full-name = whole", "home-directory = reject",
    "home-directory = whole", "words = acme, tulip, qzj", "words =", "old-password =",
    "old-password =\nold-password = same, rotated",
    "old-password-changes = 3", "old-password-changes = 12", "rules = minlength: 10\nor = required: digit",
    "rules = minlength: 12\nor = minlength: 16\nor = min-classes: 4; minlength: 5",
    "rules = required: upper\nor = allowed: digit; minlength: 6",
    "rules =\nrules = minlength: 5", "rules = allowed: ascii-printable", "rules = allowed: unicode",
    *(f"preset = {name}\nblocklist =" for name in ("cis-debian-12", "nist-800-63b-4", "stig-rhel-9")),
]
HEADS = ["[user alice]", "[user ghost]", "[group staff]", "[group admins]", "[user bob]", "[group root]"]
# What passwords are made of. Names are in another case than in the log, since no piece of a password may stand there.
PIECES = [
    "qzj", "WKB", "7", "42", "-", "_", "!", "Q Q", "aaa", "xyz", "ASdFG", "987", "\u00e4\u00d6", "\u20ac",
    "\u043f\u0430", "\U0001f642",
    "ALICE", "ECILA", "@L1C3", "BOB", "LIDDELL", "RABBITHOLE", "W0NDERLAND", "ROOT", "GHOST", "CAROL", "ACME", "TUL1P", "KAYAK",
]
# The module's answer if names are compared and the account does not exist.
NO_ACCOUNT = ["The user account could not be looked up, so the password was not changed. Please tell your administrator."]


class Case(NamedTuple):
    policy: str
    user: str
    old: str | None
    passwords: list[str]


def some_settings(rng: random.Random) -> str:
    chosen = {setting.split(" ")[0]: setting for setting in rng.sample(SETTINGS, rng.randrange(0, 6))}
    return "".join(f"{setting}\n" for setting in chosen.values())


def some_password(rng: random.Random) -> str:
    return "".join(rng.choices(PIECES, k=rng.randrange(1, 7)))


def like(rng: random.Random, old: str) -> str:
    """A password that is a variation of the old one, or nearly."""
    cut = rng.randrange(len(old) + 1)
    return rng.choice([
        old, old.upper(), old[::-1], old[cut:] + old[:cut], old + rng.choice(PIECES), rng.choice(PIECES) + old,
        old[cut:], old[:cut] + rng.choice(PIECES) + old[cut:], old[:cut] + "Q" + old[cut + 1 :],
    ]) or "q"


def some_case(rng: random.Random) -> Case:
    sections = "".join(f"{head}\n{some_settings(rng)}" for head in rng.sample(HEADS, rng.randrange(0, 4)))
    rules = "".join(f"rules = {rule}\n" for rule in rng.sample(RULES, rng.randrange(1, 3)))
    old = rng.choice([None, some_password(rng), some_password(rng)])
    passwords = [like(rng, old) if old is not None and rng.random() < 0.5 else some_password(rng) for _ in range(PASSWORDS)]
    return Case(rules + some_settings(rng) + sections, rng.choice(USERS), old, passwords)


def verdicts_of_tool(people, case: Case) -> list[list[str]]:
    """The reasons for which each password is refused."""
    lines = [*([] if case.old is None else [case.old]), *case.passwords]
    done = people.accounts.run(
        people.programs / "passwordrules", "check", "--config", people.policy, "--user", case.user, "--json",
        *([] if case.old is None else ["--old"]), input="".join(f"{line}\n" for line in lines).encode(errors="surrogateescape"))
    if b"and the policy checks account names" in done.stderr:
        assert (done.returncode, done.stdout) == (2, b"")
        return [NO_ACCOUNT] * len(case.passwords)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reports) == len(case.passwords), (done.returncode, done.stderr)
    assert done.returncode == (0 if all(report["accepted"] for report in reports) else 1)
    # A user reads a reason once, however many rules have it.
    unmet = [[outcome["message"] for outcome in report["outcomes"] if not outcome["met"]] for report in reports]
    return [[] if report["accepted"] else list(dict.fromkeys(reasons)) for report, reasons in zip(reports, unmet)]


def compare(people, case: Case) -> list[list[str]]:
    people.write_policy(case.policy)
    verdicts = verdicts_of_tool(people, case)
    for password, verdict in zip(case.passwords, verdicts):
        change = people.change(password, password, user=case.user, old=case.old, options=f"{SINGLE} enforce_for_root")
        ours = change.texts("error") if change.status == "PAM_USER_UNKNOWN" else reasons_of(change, password)
        assert ours == verdict, f"seed {SEED}: {password!r} in {case}"
    return verdicts


def test_tool_and_module_give_the_same_verdict_and_the_same_reasons(people):
    rng = random.Random(SEED)
    print(f"seed {SEED}: PASSWORDRULES_SEED={SEED} repeats it")
    verdicts = [verdict for _ in range(POLICIES) for verdict in compare(people, some_case(rng))]
    # A test in which everything is refused, or nothing, tells nothing.
    assert len(verdicts) // 50 < verdicts.count([]) < len(verdicts) * 49 // 50, f"seed {SEED}"


EVERYTHING = (
    "rules = minlength: 10; required: upper\nor = minlength: 20\nmin-classes = 3\nat-least = 2 digit\n"
    "min-different = 8\nmin-words = 2\nmax-class-repeating = 3\nmax-keyboard = 3\npalindrome = reject\n"
    "username = reject\nusername-parts = 4\nwords = acme\nold-password-changes = 6\n"
)
FOUR, STAFF = "rules = minlength: 4\n", "rules = minlength: 4\n[group staff]\nrules = minlength: 30\n"


@pytest.mark.parametrize("case", [
    Case(EVERYTHING + "full-name = reject\nhome-directory = reject\n", "alice", "oLD-paSS-12",
         ["", "q", "oLD-paSS-12", "aLICELiddellrabbithole", "asdfgACMEgfdsa", "q" * 1024, "q" * 1025]),
    Case(EVERYTHING, "ghost", None, ["GHOST-qz", "alice", "Tulip7-racer4-Qz"]),
    # No text: an ill-formed sequence counts as one character.
    Case(FOUR, "alice", "qz\udcffjx", ["qz\udcffjx", "qz\udcffj", "\udcff\udcfe\udcc3(", "\udced\udca0\udc80zz"]),
    Case(FOUR + "old-password-changes = 2\n", "alice", " qzjx ", [" qzjx ", "qzjx", "\tqzjx", "xjzq", "    "]),
    Case(FOUR + "old-password =\nold-password = contained\n", "bob", "qzj", ["wqzjw", "qzjw", "zj", "qzjqzj"]),
    # Different people in one policy.
    Case(STAFF, "carol", None, ["qzjxwv"]), Case(STAFF, "bob", None, ["qzjxwv"]),
    # Choices of several places.
    Case("rules = minlength: 10\nor = required: digit\n[group staff]\nrules = required: upper\nor = minlength: 12\n"
         "[user alice]\nrules = required: [-]\nor = required: [_]\n", "alice", None,
         ["qzjxwv", "7q", "7Q", "7Q-", "Qzjxwvqz_q", "qzjxwvqzjxwv-", "7zjxwvqzjx_w", "Q-zjxwvqz"]),
], ids=range(8))
def test_same_verdict_at_the_edges(people, case):
    compare(people, case)


def test_without_a_user_nobody_is_held_against_the_password(people):
    people.write_policy(FOUR + "[user alice]\nrules = minlength: 30\n")
    done = people.accounts.run(people.programs / "passwordrules", "check", "--config", people.policy, input=b"ALICE\n")
    assert (done.returncode, done.stdout) == (0, b"accepted\n")
