"""Classes of bug that modules like ours have had: work and stack that grow much faster than the password.

Cost is counted in instructions, by valgrind, and never in time. The whole transaction is counted, and the
cost of one with a short password is subtracted.
"""

import re
import shutil
import string

import pytest
from transaction import ACCEPTED, SETUID, USER

# All checks of new and old passwords.
POLICY = """\
rules = minlength: 8; max-repeating: 900; max-sequential: 900
old-password = reject
old-password-changes = 6
username = reject
username-parts = 4
full-name = reject
home-directory = reject
words = wonderland, rabbit, caterpillar
palindrome = reject
max-keyboard = 900
min-different = 4
retry = 1
suggest = no
"""
SHORT, LONGEST = 16, 1024


def text(length: int, step: int) -> str:
    """Letters and digits, in an order without patterns that a rule finds."""
    letters = string.ascii_letters + string.digits
    return "".join(letters[(i * step + i * i // 7) % len(letters)] for i in range(length))


def pair(length: int) -> tuple[str, str]:
    """An old password and a new one, which have little in common."""
    return text(length, 5), text(length, 11)[::-1]


@pytest.fixture
def count(people):
    """Counts the instructions of a change, with our module or a peer's."""
    if not shutil.which("valgrind"):
        pytest.skip("valgrind, which counts instructions, is not installed")
    file = people.directory / "instructions"

    def instructions(old, new, command=(), **more):
        valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--vgdb=no", "--cachegrind-out-file=/dev/null",
                    f"--log-file={file}")
        change = people.change(new, new, by=SETUID, command=(*command, "env", f"OLD_PASSWORD={old}", *valgrind), **more)
        return int(re.search(r"I\s+refs:\s+([\d,]+)", file.read_text())[1].replace(",", "")), change

    return instructions


def growth(count, length, **more) -> tuple[float, int]:
    """The factor by which the cost grows when the length doubles, and the cost at `length`."""
    base, half, whole = (count(*pair(size), **more)[0] for size in (SHORT, length // 2, length))
    return (whole - base) / (half - base), whole - base


def test_cost_grows_hardly_faster_than_the_length(people, count, peers):
    people.write_policy(POLICY)
    factor, total = growth(count, LONGEST)
    # Linear growth gives 2, quadratic 4, cubic 8. The limit on the total is about the cost of starting ten small programs.
    assert 1 < factor < 3.2 and total < 12_000_000
    # The peer's cost grows faster than the square of the length, and without a limit.
    peers.install("pwquality")
    factor, total = growth(
        count, 600, stack=["required pam_pwquality dictcheck=0 difok=5 retry=1"], command=peers.command, is_peer=True)
    assert factor > 4 and total > 60_000_000


def test_overlong_password_costs_no_more(people, count):
    people.write_policy(POLICY)
    old, new = pair(LONGEST)
    within, change = count(old, new)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [new])
    for length in (LONGEST + 1, 120_000):
        beyond, change = count(old, text(length, 11))
        assert change.texts("error")[1:] == [f"  - too long at {length} bytes (at most 1024)"]
        # The program of this test writes the password to its output, which costs some hundred instructions for each byte.
        assert beyond < within + 300 * length


@pytest.mark.parametrize("by", [USER, SETUID])
def test_longest_passwords_need_little_stack(people, by):
    """Old and new passwords have the maximum length, and the stack has little more than the required 128 KiB."""
    people.write_policy(POLICY.replace("suggest = no\n", "").replace("retry = 1", "retry = 4") + "suggest-style = words\n")
    # A program's arguments must fit into a quarter of this.
    small = {"by": by, "command": ("prlimit", "--stack=262144")}
    old, new = pair(LONGEST)
    change = people.change("a" * LONGEST, "ab" * (LONGEST // 2), old[::-1], new, new, old=old, **small)
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [new])
    assert len(change.prompts) == 5
    change = people.change(ACCEPTED, ACCEPTED, old=old, **small)
    assert change.status == "PAM_SUCCESS"
