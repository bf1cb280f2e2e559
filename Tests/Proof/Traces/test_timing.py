"""The time of a check does not reveal the shape of a password, among passwords of equal length and verdict.

Many runs of each shape are measured. The medians of the shapes differ by less than one hash of SHA-1 takes, and a single
run shows little of its shape. The shapes take turns, so that a busy machine hides differences rather than makes some. A
difference that is found is measured again.
"""

import bisect
import itertools
import os
import statistics
import subprocess

import pytest

import passwords
from conftest import BUILD, TRACES

# The time of a password varies by half a percent with its position in the list, whatever its shape. Only many passwords
# together show the time of a shape.
COUNT = 960
# One SHA-1 takes 1 % of a check. An early exit would save at least that, and another form of the password would add at
# least that.
LIMIT_OF_MEDIANS = 0.0075
# The largest probability that a run of the slower shape takes longer than one of the faster. On a quiet
# machine it is 0.53 for two halves of one shape, and 0.60 for two shapes, which differ by some 50 of 27,000
# ns.
LIMIT = 0.65
# A difference counts if it is in this many measurements in a row.
MEASUREMENTS = 3
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
    """The area under the curve: how probable it is that a run of the one takes longer than a run of the
    other."""
    first, second = sorted(first), sorted(second)
    longer = sum(bisect.bisect_left(second, time) + bisect.bisect_right(second, time) for time in first) / 2
    value = longer / (len(first) * len(second))
    return max(value, 1 - value)


def differences(times):
    """The pairs of shapes, the slower one first, that can be distinguished."""
    medians = {shape: statistics.median(values) for shape, values in times.items()}
    print(medians)
    found = set()
    for slower, faster in itertools.permutations(times, 2):
        if medians[slower] > medians[faster]:
            value = area(times[slower], times[faster])
            print(f"{value:.3f} {slower} / {faster}")
            if value >= LIMIT or medians[slower] >= (1 + LIMIT_OF_MEDIANS) * medians[faster]:
                found.add((slower, faster))
    return found


def assert_indistinguishable(*arguments):
    """Fails if the same shapes differ in all measurements. Another program on the machine may disturb one of them, but not
    all for the same shapes."""
    found = None
    for _ in range(MEASUREMENTS):
        again = differences(times_by_shape(ROUNDS, *arguments))
        found = again if found is None else found & again
        if not found:
            return
    pytest.fail(f"slower and faster shapes, in {MEASUREMENTS} measurements of as many: {sorted(found)}")


@pytest.mark.parametrize("mode", ["policy", "change"])
def test_time_of_check_does_not_reveal_the_shape(policy, mode):
    assert_indistinguishable(mode, policy)


def test_time_of_module_does_not_reveal_the_shape(policy, folder):
    """In a stack that does not hash, because the time of a hash would hide differences."""
    services = folder / "pam.d"
    services.mkdir(exist_ok=True)
    (services / "other").write_text("", encoding="utf-8")
    (services / "passwd").write_text(
        f"password requisite {BUILD / 'pam_passwordrules.so'} config={policy} enforce_for_root\n", encoding="utf-8")
    assert_indistinguishable("module", services, "passwd", "root")
