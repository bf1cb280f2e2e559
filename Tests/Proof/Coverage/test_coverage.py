"""coverage.py finds code that no test runs and that has no remark, and remarks on code that tests run."""

import subprocess
import sys
from pathlib import Path

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

    // UNCOVERED: but it is
    return number
}
"""
NOT_RUN = (5, 6, 9)
EXPECTED = [
    "coverage: Sources/PasswordRules/first.swift:8: no test runs this branch, and no remark says why: guard number != 7 else {",
    "coverage: Sources/PasswordRules/first.swift:9: no test runs this line, and no remark says why: return 0",
    "coverage: Sources/PasswordRules/first.swift:12: tests run what is below this remark: // UNCOVERED: but it is",
]


def test_mistakes_are_reported(tmp_path):
    folder = tmp_path / "Sources/PasswordRules"
    folder.mkdir(parents=True)
    (folder / "first.swift").write_text(SOURCE)
    (tmp_path / "lcov").write_text("\n".join([
        f"SF:{folder}/first.swift", *(f"DA:{line},{0 if line in NOT_RUN else 5}" for line in range(1, 15)),
        "BRDA:8,0,0,3", "BRDA:8,0,1,-"]))
    done = subprocess.run([sys.executable, "-B", Path(__file__).parent / "coverage.py", tmp_path, tmp_path / "lcov"],
                          capture_output=True, text=True, check=False)
    # Code that a remark of two lines explains is not reported.
    assert done.returncode == 1 and done.stderr.splitlines() == EXPECTED
