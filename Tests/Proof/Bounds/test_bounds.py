"""The slowest known inputs keep the bounds on time of passwordrules(3) and passwordrules.conf(5).

Each bound is a number of instructions, which callgrind counts. INSTRUCTIONS is how many a millisecond of the
manual has: see "Time" there. The cases are those of Tests/Bench/worstcases.py, where `make bench` searches
for slower ones.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Bench"))

import place
import worstcases

INSTRUCTIONS = 10_000_000
# The calls whose time the manual bounds.
BOUNDED = {name: kind.limit for name, kind in worstcases.KINDS.items() if kind.limit is not None}
MANUAL = (place.TOP / "Sources/Manual/passwordrules.3").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _installed():
    if not shutil.which("valgrind"):
        pytest.skip("there is no valgrind, which counts instructions")
    place.install()


def counts(kind, folder):
    """The instructions of each known case."""
    output = folder / "counted"
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--quiet", "--vgdb=no", f"--callgrind-out-file={output}",
         sys.executable, "-B", HERE / "calls.py", kind],
        check=True, stderr=subprocess.DEVNULL, env=os.environ)
    found = {}
    for path in folder.glob("counted.*"):
        text = path.read_text(errors="replace")
        call = re.search(r"^desc: Trigger: Client Request: (\d+)$", text, re.MULTILINE)
        if call:
            found[int(call[1])] = int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)[1])
    return found


@pytest.mark.parametrize("kind", BOUNDED)
def test_slowest_known_inputs_keep_the_bound(kind, tmp_path):
    known, limit = list(worstcases.known(kind)), BOUNDED[kind] / 1e6 * INSTRUCTIONS
    counted = counts(kind, tmp_path)
    assert len(counted) == len(known) > 5
    over = {f"{counted[number]:,}": json.dumps(known[number])[:2000] for number in counted if counted[number] > limit}
    assert not over, f"more than {limit:,.0f} instructions"
    # Otherwise these cases would not be the slowest, or nothing was counted.
    assert max(counted.values()) > limit / 10


def test_bounds_are_those_of_the_manual():
    words = " ".join(re.sub(r"^\..*\n", "", MANUAL, flags=re.MULTILINE).split())
    assert f"{INSTRUCTIONS // 1_000_000} million instructions a millisecond" in words
    stated = {f"{limit / 1e6:.0f} ms" for limit in BOUNDED.values()}
    assert stated <= set(re.findall(r"\d+ ms", words))
