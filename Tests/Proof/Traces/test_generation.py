"""A handle of rules plans its passwords once: the second password with the same options costs a small part of the first.

Callgrind counts the instructions, so that nothing else on the machine changes the result.
"""

import subprocess

import pytest

import callgrind
from conftest import BUILD, TRACES

RANDOM, READABLE, WORDS = 1, 2, 3
# Without a hyphen or another symbol, neither words nor readable passwords are possible, so random ones are generated.
RULES_WITHOUT_SYMBOLS = "required: upper; required: lower; required: digit;"
# The largest part of the first password's cost that later ones may have.
PART = 0.1


@pytest.mark.parametrize("style, rules", [
    (RANDOM, "required: upper; required: digit; allowed: lower; max-consecutive: 2;"),
    (READABLE, "required: upper; required: digit; allowed: lower, [-]; max-consecutive: 2;"), (WORDS, "allowed: lower, [-];"),
    (READABLE, RULES_WITHOUT_SYMBOLS), (WORDS, RULES_WITHOUT_SYMBOLS),
], ids=["random", "readable", "words", "readable is impossible", "words are impossible"])
def test_next_password_costs_less_than_a_tenth(tmp_path, style, rules):
    callgrind.run(tmp_path, TRACES / "generation", str(style), rules, check=True, env={"LD_LIBRARY_PATH": str(BUILD)},
                  stderr=subprocess.DEVNULL)
    counts = callgrind.parts(tmp_path)
    assert len(counts) == 5
    # How many candidates a password needs is a matter of luck, so the cheapest of the later ones counts.
    assert min(counts[1:]) < PART * counts[0], counts
