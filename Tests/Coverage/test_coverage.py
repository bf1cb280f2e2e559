"""The comparison itself: it finds missing lines, and lines that are listed without need."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

SOURCE = """\
func first(_ number: Int) -> Int {
    if number < 0 {
        return -1
    }
    guard number != 7 else {
        return 0
    }
    return number
}
"""
COUNTS = {1: 5, 2: 5, 3: 0, 4: 0, 5: 5, 6: 0, 7: 0, 8: 5, 9: 5}
C_SOURCE = """\
int second(int first, int last)
{
    return first > 0 &&
           last > 0;
}
"""

LIST = """\
# What no test runs

An explanation.

## Sources/PasswordRules/first.swift

    return -1

No number is below zero.

    return 0

Nor is one seven.
"""


class Tree:
    def __init__(self, root: Path):
        self.root = root
        (root / "Sources/PasswordRules").mkdir(parents=True)
        (root / "pam").mkdir()
        (root / "Sources/PasswordRules/first.swift").write_text(SOURCE)
        (root / "pam/second.c").write_text(C_SOURCE)

    def compare(self, counts, listed=LIST, branches=(), filling=1000):
        """filling: how many lines of another file there are, which all run, so that the floor is far."""
        lines = [f"SF:{self.root}/Sources/PasswordRules/first.swift", *(f"DA:{n},{c}" for n, c in counts.items())]
        if filling:
            (self.root / "Sources/PasswordRules/filling.swift").write_text("x\n" * filling)
            lines += [f"SF:{self.root}/Sources/PasswordRules/filling.swift", *(f"DA:{n + 1},1" for n in range(filling))]
        (self.root / "lines.lcov").write_text("\n".join([*lines, "end_of_record", ""]))
        exported = {
            "filename": f"{self.root}/pam/second.c", "branches": list(branches),
            "summary": {"branches": {"count": 2 * len(branches)}},
        }
        (self.root / "branches.json").write_text(json.dumps({"data": [{"files": [exported]}]}))
        (self.root / "list.md").write_text(listed)
        done = subprocess.run(
            [sys.executable, "-B", HERE / "coverage.py", self.root, self.root / "list.md", self.root / "lines.lcov",
             self.root / "branches.json"],
            capture_output=True, text=True, timeout=60, check=False,
        )
        return done.returncode, done.stdout, done.stderr.splitlines()


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def test_lines_that_are_listed_are_told_with_their_reasons(tree):
    status, told, wrong = tree.compare(COUNTS)
    assert (status, wrong) == (0, [])
    assert "Sources/PasswordRules/first.swift:3: return -1\n    No number is below zero.\n" in told
    assert "Sources/PasswordRules/first.swift:6: return 0\n    Nor is one seven.\n" in told
    assert re.search(r"^Sources/PasswordRules +1005/1009 +99\.60%$", told, re.MULTILINE)


def test_line_that_is_not_listed_is_found(tree):
    status, _, wrong = tree.compare(COUNTS | {8: 0})
    assert status == 1
    assert wrong == [
        "coverage: Sources/PasswordRules/first.swift:8: is not run, and the list does not say why: return number"
    ]


def test_line_that_is_there_twice_must_be_listed_twice(tree):
    path = tree.root / "Sources/PasswordRules/first.swift"
    path.write_text(SOURCE.replace("return -1", "return 0"))
    status, _, wrong = tree.compare(COUNTS, LIST.replace("return -1", "return 0"))
    assert (status, wrong) == (0, [])
    status, _, wrong = tree.compare(COUNTS, LIST.replace("    return -1\n\nNo number is below zero.\n", ""))
    assert status == 1 and len(wrong) == 1


@pytest.mark.parametrize("changed", [{3: 1, 4: 1}, {6: 2}])
def test_entry_for_what_is_run_is_found(tree, changed):
    status, _, wrong = tree.compare(COUNTS | changed)
    assert status == 1
    [complaint] = wrong
    assert complaint.startswith("coverage: Sources/PasswordRules/first.swift: is listed as not run, and is run")


def test_entry_for_what_is_not_there_is_found(tree):
    for listed in [LIST.replace("return 0", "return nil"), LIST + "\n    return number\n\nAnd this.\n"]:
        assert tree.compare(COUNTS, listed)[0] == 1


def test_entries_need_reasons_and_reasons_need_entries(tree):
    for listed in [LIST + "\n    return 1\n", LIST + "\nAnother reason.\n"]:
        assert tree.compare(COUNTS, listed)[0] == 1


@pytest.mark.parametrize(("filling", "is_enough"), [(191, True), (190, False), (0, False)])
def test_floor_counts(tree, filling, is_enough):
    """Four lines that do not run are 2 % of 200."""
    status, _, wrong = tree.compare(COUNTS, filling=filling)
    assert (status == 0) == is_enough
    assert wrong == ([] if is_enough else ["coverage: Sources/PasswordRules: less than 98 % of the lines are run"])


# ---- Branches ----

FIRST = [3, 12, 3, 21]
SECOND = [4, 12, 4, 20]
BOTH = [3, 12, 4, 20]


@pytest.mark.parametrize(
    ("place", "counts", "code"),
    [
        (FIRST, [3, 0], "first > 0: never false"), (FIRST, [0, 3], "first > 0: never true"),
        (SECOND, [0, 3], "last > 0: never true"), (BOTH, [3, 0], "first > 0 && last > 0: never false"),
    ],
)
def test_branch_that_is_never_taken_is_found_unless_it_is_listed(tree, place, counts, code):
    branches = [[*place, *counts, 0, 0, 4]]
    status, _, [complaint] = tree.compare(COUNTS, branches=branches)
    assert status == 1
    assert complaint == (
        f"coverage: pam/second.c:{place[0]}: is not run, and the list does not say why: {code}"
    )
    listed = f"{LIST}\n## pam/second.c\n\n    {code}\n\nA reason.\n"
    status, told, wrong = tree.compare(COUNTS, listed, branches)
    assert (status, wrong) == (0, [])
    assert f"pam/second.c:{place[0]}: {code}\n    A reason.\n" in told


def test_branch_that_is_listed_and_taken_is_found(tree):
    listed = f"{LIST}\n## pam/second.c\n\n    first > 0: never false\n\nA reason.\n"
    assert tree.compare(COUNTS, listed, [[*FIRST, 3, 4, 0, 0, 4]])[0] == 1
