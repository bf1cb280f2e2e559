"""Many cycles of every call of the shipped library: each function with success and with every status that can be had,
nothing lost, no other memory touched, and no growth."""

import re

import pytest
from programs import HERE, MEMCHECK, functions, must_run, run, size

HEADER = HERE.parents[1] / "Include" / "passwordrules.h"
# Of all cycles together: less than a byte for each where they are many.
MOST_KB = 64

# ---- What a cycle calls and finds ----


def called(program, blocklist, count) -> set[str]:
    """The functions that were called: with late binding, the dynamic linker logs each at its first call."""
    done = run(program, blocklist, count, environment={"LD_DEBUG": "bindings"})
    assert done.returncode == 0
    bindings = re.findall(
        r"binding file (\S+) \[0\] to \S*libpasswordrules\.so\.1 \[0\]: normal symbol `(passwordrules_\w+)'", done.stderr
    )
    return {name for file, name in bindings if file == str(program)}


def test_a_cycle_calls_every_function(built, blocklist):
    assert called(built / "cycles", blocklist, 0) == set()
    assert called(built / "cycles", blocklist, 1) == functions()
    assert len(functions()) >= 38


@pytest.fixture(scope="module")
def transcript(built, blocklist):
    return must_run(built / "cycles", blocklist, 1, "print")


def test_a_cycle_meets_every_status(transcript):
    statuses = dict(re.findall(r"^#define PASSWORDRULES_(OK|E[A-Z]+) (\d+)", HEADER.read_text(), re.M))
    assert {"OK": "0", "ETOOFEW": "25"}.items() <= statuses.items()
    # Neither memory nor the system's random source fails by itself; that they do is tried where faults are.
    del statuses["ENOMEM"], statuses["ERANDOM"]
    what = r"(?:generate|suggest|load|open|for user|parse|lint|check|look-up|info|create|shortest|diagnostic|message)"
    found = set(re.findall(rf"^{what}: (?:status )?(\d+)\b|: status (\d+),", transcript, re.M))
    assert {number for pair in found for number in pair} >= set(statuses.values())


@pytest.mark.parametrize("line", [
    "accepted: 1", "accepted: 0", "found: 1", "found: 3", "found: 0", "retry: 4", "retry: 5",
    "code: 102", "code: 201", "message: status 0, 26 of 1024 bytes: needs an uppercase letter",
    "in brackets: status 0, 18 of 1024 bytes: [needs [a digit]]",
])
def test_what_a_cycle_finds_is_not_nothing(transcript, line):
    assert f"\n{line}\n" in "\n" + transcript


def test_a_cycle_that_finds_something_else_is_seen(built, blocklist):
    assert run(built / "cycles", blocklist, 3, "differ").returncode == 1


# ---- What cycles leave behind ----


def test_cycles_lose_nothing(built, blocklist):
    must_run(*MEMCHECK, built / "cycles", blocklist, size("CYCLES"))


def test_valgrind_sees_planted_faults(built, blocklist):
    must_run(*MEMCHECK, built / "planted", "none")
    assert run(*MEMCHECK, built / "planted", "overflow").returncode == 99
    lost = run(*MEMCHECK, built / "cycles", blocklist, 3, "leak")
    assert lost.returncode == 99
    assert "32 bytes in 2 blocks" in lost.stderr


def growth(built, blocklist, *arguments):
    return int(re.search(r"grown: (-?\d+) kB", must_run(built / "cycles", blocklist, *arguments))[1])


def test_memory_does_not_grow(built, blocklist):
    assert growth(built, blocklist, size("GROWTH")) <= MOST_KB


def test_growth_is_seen(built, blocklist):
    assert growth(built, blocklist, 5000, "leak") > MOST_KB
