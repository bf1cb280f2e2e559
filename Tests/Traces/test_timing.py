"""Time tells nothing of the shape of a password, by many runs of each shape, of equal length and verdict: their medians differ
by less than a hash of SHA-1 takes, and one run tells little of its shape. A busy machine hides a difference of single runs; it does
not make one, since all have their turns."""

import bisect
import itertools
import os
import statistics
import subprocess

import pytest

import passwords
from conftest import BUILD, TRACES

# A password's place in the list takes more or less time than another's, by half a percent, whatever its shape: only many together
# tell of their shape.
COUNT = 960
# One SHA-1 is 1 % of a check, and the least that an early exit or another form of the password would save or add.
LIMIT_OF_MEDIANS = 0.0075
# How probable it may be that of two runs the one of the slower shape takes longer. On a quiet machine two halves of one shape come
# to 0.53, and shapes to 0.60, by some 50 of 27,000 ns.
LIMIT = 0.65
# The long form of these tests measures more often.
ROUNDS = int(os.environ.get("ROUNDS", "200"))


def times_by_shape(rounds, *arguments):
    tried = passwords.by_shape(COUNT)
    done = subprocess.run(
        [TRACES / "timing", str(rounds), *arguments], input="".join(f"{password}\n" for _, password in tried),
        stdout=subprocess.PIPE, text=True, check=True, env={"LD_LIBRARY_PATH": str(BUILD)})
    times = {}
    for (shape, _), line in zip(tried, done.stdout.splitlines(), strict=True):
        times.setdefault(shape, []).extend(map(int, line.split()))
    return times


def area(first, second):
    """The area under the curve: how probable it is that a run of the one takes longer than a run of the other."""
    first, second = sorted(first), sorted(second)
    longer = sum(bisect.bisect_left(second, time) + bisect.bisect_right(second, time) for time in first) / 2
    value = longer / (len(first) * len(second))
    return max(value, 1 - value)


def assert_indistinguishable(times):
    areas = {pair: area(times[pair[0]], times[pair[1]]) for pair in itertools.combinations(times, 2)}
    print(*(f"{value:.3f} {' / '.join(pair)}" for pair, value in areas.items()), sep="\n")
    medians = {shape: statistics.median(values) for shape, values in times.items()}
    print(medians)
    assert max(medians.values()) < (1 + LIMIT_OF_MEDIANS) * min(medians.values())
    assert max(areas.values()) < LIMIT, {pair: value for pair, value in areas.items() if value >= LIMIT}


@pytest.mark.parametrize("mode", ["policy", "change"])
def test_time_of_a_check_does_not_tell_the_shape(policy, mode):
    assert_indistinguishable(times_by_shape(ROUNDS, mode, policy))


def test_time_of_the_module_does_not_tell_the_shape(policy, folder):
    """In a stack that does not hash, which would drown it."""
    services = folder / "pam.d"
    services.mkdir(exist_ok=True)
    (services / "other").write_text("", encoding="utf-8")
    (services / "passwd").write_text(
        f"password requisite {BUILD / 'pam_passwordrules.so'} config={policy} enforce_for_root\n", encoding="utf-8")
    assert_indistinguishable(times_by_shape(ROUNDS, "module", services, "passwd", "root"))
