"""The slowest known inputs keep the bounds on time of passwordrules(3) and passwordrules.conf(5).

Each bound is a number of instructions, which callgrind counts. INSTRUCTIONS is how many a millisecond of the
manual has: see "Time" there. The cases are those of Tests/Bench/worstcases.py, where `make bench` searches
for slower ones.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parents[1] / "Bench"), str(HERE.parent)]

import callgrind
import place
import worstcases

INSTRUCTIONS = 10_000_000
# The calls whose time the manual bounds.
BOUNDED = {name: kind.limit for name, kind in worstcases.KINDS.items() if kind.limit is not None}
MANUAL = (place.TOP / "Sources/Manual/passwordrules.3").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _installed():
    place.install()


@pytest.mark.parametrize("kind", BOUNDED)
def test_slowest_known_inputs_keep_the_bound(kind, tmp_path):
    known, limit = worstcases.known(kind), BOUNDED[kind] / 1e6 * INSTRUCTIONS
    callgrind.run(tmp_path, sys.executable, "-B", HERE / "known_calls.py", kind, check=True, stderr=subprocess.DEVNULL)
    counts = callgrind.parts(tmp_path)
    assert len(counts) == len(known) > 5
    over = [(f"{count:,}", json.dumps(case)[:2000]) for count, case in zip(counts, known) if count > limit]
    assert not over, f"more than {limit:,.0f} instructions"
    # Otherwise these cases would not be the slowest, or nothing was counted.
    assert max(counts) > limit / 10


def test_bounds_are_those_of_the_manual():
    words = " ".join(re.sub(r"^\..*\n", "", MANUAL, flags=re.MULTILINE).split())
    assert f"{INSTRUCTIONS // 1_000_000} million instructions a millisecond" in words
    stated = {f"{limit / 1e6:.0f} ms" for limit in BOUNDED.values()}
    assert stated <= set(re.findall(r"\d+ ms", words))
