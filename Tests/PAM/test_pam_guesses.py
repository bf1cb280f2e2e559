"""Policies that ask for a number of guesses: what a refused user reads, what is logged and counted, and lists
that cannot be used.

What makes a password easy to guess is in StrengthTests, how the keys combine in Tests/Vectors/policies.txt.
"""

import pathlib
import subprocess

import pytest
from counts import HEAD
from transaction import (
    BROKEN, LOG_ERR, LOG_NOTICE, REFUSED, ROOT, SEE, SETUID, USER, Log, needs_root, reasons_of,
)

TOOL = pathlib.Path(__file__).resolve().parents[2] / "build" / "passwordrules"
# Words that share no piece with any message or path.
WORDS = ["qzjxwvkq", "vjqzkxqw", "wqxzvjkk"]
GOOD = "Vq7%kWz2!xRj-Kw9#pLq"
GUESSES = "min-guesses = 10^12\nretry = 1\nsuggest = no\n"


def build(path, words=WORDS):
    """A list of ranked words."""
    subprocess.run([TOOL, "ranks", "build", "-o", path, "-"], input="".join(f"{word}\n" for word in words).encode(), check=True,
                   stdout=subprocess.DEVNULL)
    path.chmod(0o644)
    return path


@pytest.fixture
def ranks(people):
    """The lines of a policy that replace the bundled list."""
    path = build(people.directory / "own.ranks")
    return f"ranked-words =\nranked-words = {path}\n"


@pytest.mark.parametrize(("password", "reason"), [
    ("Qzjxwvkq2024", "is easy to guess: a common word and a year"),
    ("qkvwxjzq", "is easy to guess: a common word reversed"),
    ("Liddell", "is easy to guess: a word related to you"),
    ("vjqzkxqw-qzjxwvkq", "is easy to guess: a common word"),
    (GOOD, None),
])
def test_easy_guess_names_its_cause(people, ranks, password, reason):
    change = people.change(password, password, policy=GUESSES + "username =\n" + ranks)
    assert reasons_of(change, password) == ([reason] if reason else [])
    # The log names neither the cause nor the number of guesses: either would tell an attacker who reads it where to begin.
    assert change.log == ([Log("new password for user alice refused: min-guesses", LOG_NOTICE)] if reason else [])


def test_rules_announce_the_minimum_guesses(people, ranks):
    change = people.change("qzjxwvkq", policy="min-guesses = 10^25\nrules = minlength: 12\n" + ranks)
    assert "  - hard to guess, such as several uncommon words" in change.shown
    assert change.texts("error")[:3] == [
        REFUSED, "  - 4 more characters needed (8 of 12)", "  - is easy to guess: a common word"]
    assert people.reasons(change.suggestions[0]) == []


@pytest.mark.parametrize(("lines", "is_refused"), [
    ("min-guesses = 10^20\n", False), ("min-guesses = 10^40\n", True), ("min-strength = strong\n", False),
    ("min-strength = strong\n[user alice]\nmin-guesses = 10^40\n", True),
    ("min-guesses = 10^40\n[user alice]\nmin-guesses =\nrules = minlength: 4\n", False),
    ("rules = minlength: 60\nor = min-guesses: 10^20\n", False), ("rules = minlength: 60\nor = min-guesses: 10^40\n", True),
])
def test_who_is_refused(people, ranks, lines, is_refused):
    head, section, rest = lines.partition("[")
    people.write_policy(f"{head}suggest = no\n{ranks}{section}{rest}")
    assert bool(people.reasons(GOOD)) == is_refused


@needs_root
@pytest.mark.parametrize("by", [SETUID, ROOT])
def test_audited_policy_counts_guesses(counts, machine, by):
    ranks = build(machine.directory / "own.ranks")
    counts.change("qzjxwvkq", policy=f"min-guesses = 10^12\nranked-words =\nranked-words = {ranks}\nenforce = audit\n", by=by)
    assert counts.read() == f"{HEAD}pending TODAY TODAY 1 1 min-guesses=1\n"


# ---- Lists that cannot be used: without them, estimates would be too high ----


@pytest.mark.parametrize(("spoil", "cause"), [
    (pathlib.Path.unlink, "cannot be read: no such file"),
    (lambda path: path.write_text("qzjxwvkq\n"), 'is not a list of ranked words; use "passwordrules ranks build" to make one'),
    (lambda path: path.write_bytes(path.read_bytes()[:-1]), "is damaged: it has "),
    (lambda path: path.write_bytes(path.read_bytes()[:-8] + b"qzjxwvkq"), "is damaged (checksum mismatch)"),
    (lambda path: path.chmod(0o646), "is writable by group or others; to fix it: chmod go-w /"),
])
@pytest.mark.parametrize("by", [USER, ROOT])
def test_unusable_ranks_refuse_and_tell_root_why(people, ranks, spoil, cause, by):
    path = people.directory / "own.ranks"
    spoil(path)
    change = people.change(GOOD, GOOD, policy=GUESSES + ranks, by=by)
    message = f"{people.policy}:5:16: ranked words {path} {cause}"
    [log] = change.log
    assert log.text.startswith(message) and log.priority == LOG_ERR
    if by == USER:
        assert (change.status, change.dialogue, change.tokens) == ("PAM_TRY_AGAIN", [BROKEN], [])
        assert log.text.endswith(f"{SEE} Password change for user alice refused.")
    else:
        assert change.status == "PAM_SUCCESS"
        assert any(f"ranked words {path} {cause}" in line for line in change.dialogue)
        assert log.text.endswith("Password change for user alice is not checked.")


def test_missing_bundled_ranks_name_their_package(people):
    paths = (TOOL.parent / "paths").read_text()
    values = dict(line.split("=", 1) for line in paths.splitlines())
    path = pathlib.Path(values["PREFIX"], "share/passwordrules/common.ranks")
    if path.exists():
        pytest.skip("the list is installed here")
    change = people.change(GOOD, GOOD, policy="preset = nist-800-63b-4-guesses\nblocklist =\n")
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log == [Log(
        f"nist-800-63b-4-guesses: ranked words {path} cannot be read: no such file; the package passwordrules-blocklist "
        'contains it, and "make install" installs it; to use other lists instead, write "ranked-words =" before the lines that '
        'name them. Password change for user alice refused.', LOG_ERR)]
