"""The comparison itself: it finds what is not run and has no remark, and remarks on what is run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = """\
func first(_ number: Int) -> Int {
    if number < 0 {
        // UNCOVERED: no number is below zero,
        // nor will any be.
        log()
        return -1
    }
    guard number != 7 else {
        return 0
    }

    return number
}
"""
# The lines that do not run, all of which have the remark.
COUNTS = {number: 0 if number in (5, 6, 7) else 5 for number in range(1, 14)}
NEEDLESS = "3: tests run what is below this remark: // UNCOVERED: no number is below zero,"
LINE, BRANCH = (f"no test runs this {kind}, and no remark says why: " for kind in ["line", "branch"])


@pytest.fixture
def compare(tmp_path):
    def compare(counts, branches=(), source=SOURCE, filling=1000):
        """filling: how many lines of another file there are, which all run, so that the floor is far."""
        folder = tmp_path / "Sources/PasswordRules"
        folder.mkdir(parents=True)
        (folder / "first.swift").write_text(source)
        (folder / "filling.swift").write_text("x\n" * filling)
        (tmp_path / "lcov").write_text("\n".join([
            f"SF:{folder}/first.swift", *(f"DA:{line},{count}" for line, count in counts.items()),
            *(f"BRDA:{line},0,0,{count}" for line, count in branches),
            f"SF:{folder}/filling.swift", *(f"DA:{line},1" for line in range(1, filling + 1)),
        ]))
        done = subprocess.run(
            [sys.executable, "-B", Path(__file__).parent / "coverage.py", tmp_path, tmp_path / "lcov"],
            capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == (1 if done.stderr else 0)
        wrong = re.sub("(?m)^coverage: Sources/PasswordRules(/first.swift:)?", "", done.stderr)
        return wrong.splitlines(), done.stdout
    return compare


def test_lines_with_a_remark_may_be_left_out(compare):
    wrong, table = compare(COUNTS, branches=[(6, "-"), (8, 1)])
    assert wrong == []
    assert re.search(r"^Sources/PasswordRules +1010/1013 +99\.70% +1/2 +50\.00%$", table, re.MULTILINE)


@pytest.mark.parametrize(("counts", "branches", "source", "wrong"), [
    ({9: 0, 10: 0}, [], SOURCE, [f"9: {LINE}return 0"]),
    ({}, [(8, 3), (8, 0)], SOURCE, [f"8: {BRANCH}guard number != 7 else {{"]),
    ({}, [(8, "-")], SOURCE, [f"8: {BRANCH}guard number != 7 else {{"]),
    # A remark does not count behind a line that is run or empty, and needs a reason.
    ({5: 1}, [], SOURCE, [NEEDLESS, f"6: {LINE}return -1"]),
    ({}, [], SOURCE.replace("log()", ""), [NEEDLESS, f"6: {LINE}return -1"]),
    ({6: 1}, [], re.sub("UNCOVERED: .*", "UNCOVERED:", SOURCE), [f"5: {LINE}log()"]),
    ({5: 1, 6: 1}, [], SOURCE, [NEEDLESS]),
])
def test_mistakes_are_told(compare, counts, branches, source, wrong):
    assert compare(COUNTS | counts, branches, source)[0] == wrong


@pytest.mark.parametrize(("filling", "is_enough"), [(137, True), (136, False)])
def test_floor_counts(compare, filling, is_enough):
    """Three lines that do not run are 2 % of 150."""
    wrong = [] if is_enough else [": less than 98 % of the lines are run"]
    assert compare(COUNTS, filling=filling)[0] == wrong
