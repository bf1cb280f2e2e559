"""The cost of checking and comparing policies grows with their size, not with its square. Callgrind counts the instructions, so
that a slow or busy machine changes nothing."""

import re

import pytest

import callgrind
from tool import TOOL, write

# Four times as many sections or lines may cost at most this many times as much: some of it is sorting.
GROWTH = 5


def sections(count):
    """Sections of each kind, with keys that everybody's lines have, too, lines that are weaker or idle, and accepted ones."""
    text = "rules = minlength: 12;\nmin-classes = 3\nusername = reject\nwords = acme, lisbon\n"
    for number in range(count // 4):
        text += (f"[user user{number}]\nold-password-changes = {1 + number % 10}\nmin-classes =\naccept = weaker-section\n"
                 f"[group group{number}]\nrules = minlength: {8 + number % 10};\nenforce = audit\nmin-classes =\n"
                 f"[service service{number}]\nusername = whole\nwords = tulip{number}\nmax-keyboard = 4\n"
                 f"[service db user user{number}]\nrules = minlength: 12;\nor = minlength: 15;\nhistory = {1 + number % 10}\n")
    return text


def lines(count):
    """Lines for everybody that add up, and words."""
    text = "rules = minlength: 12;\n"
    for number in range(count // 2):
        text += f"rules = minlength: {8 + number % 4}; max-repeating: {1 + number % 9};\n"
        text += f"words = tulip{number}, acme{number}, lisbon{number}\n"
    return text


POLICIES = {"sections": (sections, 100), "lines": (lines, 500)}


@pytest.fixture
def count(tmp_path):
    """The millions of instructions of a command that prints some pattern."""
    def instructions(pattern, *arguments):
        done = callgrind.run(tmp_path, TOOL, *arguments, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1) and re.search(pattern, done.stdout), done.stderr + done.stdout[-1000:]
        return callgrind.whole(tmp_path) / 1e6

    return instructions


def assert_grows_slowly(least, some, many):
    """Compares a size with a fourth of it, without what the smallest policy costs."""
    assert many - least <= GROWTH * (some - least), f"{least:.0f} M, {some:.0f} M, {many:.0f} M instructions"


@pytest.mark.parametrize("policy, size", POLICIES.values(), ids=POLICIES)
def test_check_grows_with_the_policy(count, tmp_path, policy, size):
    counts = [count("1 file, no errors", "policy", "--check", "--config", write(tmp_path / "policy.conf", policy(number)))
              for number in (0, size, 4 * size)]
    assert_grows_slowly(*counts)


@pytest.mark.parametrize("policy, size", POLICIES.values(), ids=POLICIES)
def test_diff_grows_with_the_policy(count, tmp_path, policy, size):
    counts = []
    for number in (0, size, 4 * size):
        text = policy(number)
        old = write(tmp_path / "old.conf", text)
        new = write(tmp_path / "new.conf", text.replace("minlength: 12", "minlength: 13").replace("acme", "apple"))
        counts.append(count("minlength: 12 -> 13", "policy", "--config", old, "--diff", new))
    assert_grows_slowly(*counts)
