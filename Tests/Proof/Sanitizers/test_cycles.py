"""Calls every function of the shipped library many times, with success and with every status that can be provoked.
There are no leaks, no invalid accesses, and memory does not grow."""

import re

import pytest
from programs import MEMCHECK, ROOT, functions, must_run, run, size

HEADER = ROOT / "Include" / "passwordrules.h"
CODES = ROOT / "Include" / "passwordrules_codes.h"
# The limit for all cycles together: less than a byte for each if they are many.
MOST_KB = 64


def called(program, blocklist, rounds) -> set[str]:
    """The functions that were called: with late binding, the dynamic linker logs each at its first call."""
    done = run(program, blocklist, 1, rounds, environment={"LD_DEBUG": "bindings"})
    assert done.returncode == 0
    bindings = re.findall(
        r"binding file (\S+) \[0\] to \S*libpasswordrules\.so\.1 \[0\]: normal symbol `(passwordrules_\w+)'", done.stderr
    )
    return {name for file, name in bindings if file == str(program)}


def test_cycle_calls_every_function(built, blocklist):
    assert called(built / "cycles", blocklist, 0) == set()
    assert called(built / "cycles", blocklist, 1) == functions()
    assert len(functions()) >= 47


@pytest.fixture(scope="module")
def found(built, blocklist):
    return must_run(built / "cycles", blocklist, 1, 1, "print")


def test_cycle_meets_every_status(found):
    statuses = dict(re.findall(r"^#define PASSWORDRULES_(OK|E[A-Z]+) (\d+)", CODES.read_text(), re.M))
    assert {"OK": "0", "ETOOFEW": "25"}.items() <= statuses.items()
    # Memory and the system's random source do not fail here. Tests/Proof/Faults makes them fail.
    del statuses["ENOMEM"], statuses["ERANDOM"]
    # A change is counted in the machine's own file; the tests of the module have another one.
    del statuses["ECOUNT"]
    what = r"(?:[fxXmMwWSkgNV]|load|open|ranks|estimate|for user|parse|lint|look-up|struct|shortest|(?:policy )?check(?: into)?)"
    assert set(re.findall(rf"^{what}: (\d+)$", found, re.M)) >= set(statuses.values())


@pytest.mark.parametrize("line", [
    "accepted: 1", "accepted: 0", "found: 1", "found: 3", "found: 0", "list of: 3", "retry: 4", "retry: 5",
    "account unknown: 1", "is current: 1", "suggested: 1", "suggested: 0", "code: 101", "code: 201",
    "level: 0", "level: 4", "code: 350", "code: 354", "min-guesses: 0", "min-guesses: 1",
    "outcome: needs an uppercase letter", "text: 8", "text: in other words", "enforcement: 2", "enforcement after a mistake: 2",
])
def test_cycle_finds_something(found, line):
    assert f"\n{line}\n" in "\n" + found


def test_cycle_finds_pieces_of_every_kind(found):
    kinds = re.findall(r'^#define PASSWORDRULES_PIECE_(\w+) +\d', HEADER.read_text(), re.M)
    names = {kind.lower().replace("_", "-") for kind in kinds}
    assert "keyboard-walk" in names
    assert names <= set(re.findall(r"^([a-z-]+): \d+$", found, re.M))


def test_deviating_cycle_is_found(built, blocklist):
    assert run(built / "cycles", blocklist, 1, 3, "differ").returncode == 1


# ---- What cycles leave behind ----


def test_cycles_lose_nothing(built, blocklist):
    must_run(*MEMCHECK, built / "cycles", blocklist, 1, size("CYCLES"))


@pytest.mark.parametrize(("fault", "said"), [("long", "Invalid read of size 1"), ("leak", "300 bytes in 3 blocks")])
def test_valgrind_sees_planted_faults(built, blocklist, fault, said):
    done = run(*MEMCHECK, built / "cycles", blocklist, 1, 3, fault)
    assert done.returncode == 99
    assert said in done.stderr


def growth(built, blocklist, *arguments):
    return int(re.search(r"grown: (-?\d+) kB", must_run(built / "cycles", blocklist, 1, *arguments))[1])


def test_memory_does_not_grow(built, blocklist):
    # A leak shows in every run. On a busy machine, one run had grown by 948 kB, and the next ten by 4 kB at most. So
    # one of two runs may exceed the limit.
    assert growth(built, blocklist, size("GROWTH")) <= MOST_KB or growth(built, blocklist, size("GROWTH")) <= MOST_KB


def test_growth_is_seen(built, blocklist):
    assert growth(built, blocklist, 3000, "leak") > MOST_KB
