"""The emergency pool gives calls the memory to finish after malloc has failed. The tests measure how much of it is
used, and check that all of it is given back."""

import json
import re
import subprocess

import pytest
import ranks
from faults import TESTS

# The sizes of the pool, from passwordrules(3), and of all files of a policy together, from
# passwordrules.conf(5).
SIZE, LONGEST_POLICY = 24 << 20, 512 << 10
DEFAULT = (TESTS.parent / "pam" / "passwordrules.conf").read_text()


@pytest.fixture(scope="module", params=["default", "sections"])
def policy(request, faulty):
    """Two policies: the one that the packages install, with its blocklist; and one with sections for groups, drop-ins
    and names."""
    if request.param == "sections":
        return faulty.directory / "policy.conf"
    path, listed = faulty.directory / "default.conf", f"blocklist = {faulty.directory}/common.blocklist"
    text, count = re.subn(r"^blocklist = .*$", listed, DEFAULT, flags=re.MULTILINE)
    assert count == 1
    path.write_text(text)
    return path


@pytest.fixture
def pool(faulty):
    def run(policy, *arguments, **environment) -> dict:
        done = subprocess.run(
            [*faulty.cover, faulty.directory / "pool", policy, *map(str, arguments)],
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"} | environment, capture_output=True, check=False)
        assert done.returncode == 0, (done.returncode, done.stderr.decode())
        return json.loads(done.stdout)

    return run


def check_whole(said: dict) -> None:
    assert said["out"] > 0 and said["right"] > 0, "nothing happened"
    assert said["wrong"] == 0
    assert said["left"] == 0, "the pool was not given back, or not wiped"
    assert 0 < said["most"] * 2 <= SIZE, "the pool is less than twice what is needed"


@pytest.mark.parametrize("rounds", [500, pytest.param(100_000, marks=pytest.mark.long)])
def test_pool_is_twice_a_change_and_intact_afterwards(pool, policy, rounds):
    """The sweep makes every allocation in turn the last one that succeeds."""
    once = pool(policy, "change", 1, 0)
    check_whole(once)
    assert once["allocations"] > 100
    said = pool(policy, "change", 1, rounds)
    check_whole(said)
    # The memory of a suggestion varies; a leak in each round would be far more.
    assert said["out"] >= rounds and said["most"] <= 2 * once["most"]


@pytest.mark.parametrize(("threads", "rounds"), [(8, 100), pytest.param(64, 1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", ["change", "storm"])
def test_exhausted_threads_report_it_and_share_nothing(pool, policy, kind, threads, rounds):
    """The threads call all at once, or one after another without a pause, so that the pool is always in use."""
    said = pool(policy, kind, threads, rounds * (10 if kind == "storm" else 1))
    check_whole(said)
    assert said["out"] >= rounds


@pytest.mark.parametrize("threads", [1, pytest.param(64, marks=pytest.mark.long)])
@pytest.mark.parametrize("line", ["rules = required: upper; required: digit\n", pytest.param("rules=maxlength:9\n", marks=pytest.mark.long)])
def test_largest_calls_end_in_order(faulty, pool, threads, line):
    """The policy and the descriptor have the maximum length, and need large tables. One thread calls, or many."""
    longest = faulty.directory / "longest.conf"
    longest.write_text(line * (LONGEST_POLICY // len(line)))
    said = pool(longest, "largest", threads, 40)
    check_whole(said | {"most": said["most"] // 2})
    assert said["most"] > SIZE // 8 and said["out"] > 40


@pytest.mark.parametrize("threads", [1, pytest.param(8, marks=pytest.mark.long)])
def test_largest_ranked_word_lists_end_in_order(faulty, pool, threads):
    """The lists that a program opens at once would not fit into the pool together: after one is read into the pool, no other
    is read."""
    paths = [faulty.directory / f"longest-{number}.ranks" for number in range(4)]
    for path in paths:
        path.write_bytes(ranks.longest())
    assert ranks.LONGEST - 64 <= paths[0].stat().st_size <= ranks.LONGEST
    policy = faulty.directory / "lists.conf"
    policy.write_text("min-guesses = 10^9\nranked-words =\n" + "".join(f"ranked-words = {path}\n" for path in paths))
    said = pool(policy, "lists", threads, 60, RANKS=str(paths[0]))
    check_whole(said)
    assert said["most"] > ranks.LONGEST and said["out"] >= 60


def test_leftovers_are_found(pool, policy):
    said = pool(policy, "change", 1, 1, SIZE // 2 + 1)
    assert (said["left"], said["most"], said["wrong"]) == (1, SIZE // 2 + 1, 0)
    with pytest.raises(AssertionError, match="not given back"):
        check_whole(said)
    with pytest.raises(AssertionError, match="less than twice"):
        check_whole(said | {"left": 0})


def test_wrong_verdict_is_found(faulty, pool):
    lax = faulty.directory / "lax.conf"
    lax.write_text("rules = minlength: 2\n")
    assert pool(lax, "change", 1, 0)["wrong"] > 0


@pytest.fixture
def forks(faulty):
    def run(kind) -> dict:
        done = subprocess.run([faulty.directory / "forks", kind], capture_output=True, check=False)
        assert done.returncode == 0, (done.returncode, done.stderr.decode())
        return json.loads(done.stdout)

    return run


@pytest.mark.parametrize("kind", ["steps", "storm"])
def test_child_forked_during_pool_use_gets_no_memory(forks, kind):
    """The child does not have the thread that was using the pool. It must neither wait for that thread, nor crash, nor
    keep the thread's data in the pool."""
    said = forks(kind)
    assert said["used"] > 20, "the pool was not in use"
    assert said == {"forks": said["forks"], "used": said["used"], "refused": said["forks"], "wrong": 0, "hung": 0, "secrets": 0}


def test_child_inheriting_the_pool_is_found(forks):
    said = forks("kept")
    assert said["secrets"] == said["used"] > 20
