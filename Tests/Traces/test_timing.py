"""Time tells nothing of the shape of a password: by as many runs of each, no two shapes of equal length and verdict can be
told apart better than by chance. A busy machine hides a difference; it does not make one, since all have their turns."""

import bisect
import itertools
import os
import subprocess

import pytest

import passwords
from conftest import BUILD, TRACES

COUNT = 200
LIMIT = 0.55
# The long form of these tests measures the module more often.
MODULE_ROUNDS = int(os.environ.get("ROUNDS", "1000"))


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
    assert max(areas.values()) < LIMIT, {pair: value for pair, value in areas.items() if value >= LIMIT}


@pytest.mark.parametrize("mode", ["policy", "change"])
def test_time_of_a_check_does_not_tell_the_shape(policy, mode):
    assert_indistinguishable(times_by_shape(1000, mode, policy))


def test_time_of_the_module_does_not_tell_the_shape(policy, folder):
    """In a stack that does not hash, which would drown it."""
    services = folder / "pam.d"
    services.mkdir(exist_ok=True)
    (services / "other").write_text("", encoding="utf-8")
    (services / "passwd").write_text(
        f"password requisite {BUILD / 'pam_passwordrules.so'} config={policy} enforce_for_root\n", encoding="utf-8")
    assert_indistinguishable(times_by_shape(MODULE_ROUNDS, "module", services, "passwd", "root"))
