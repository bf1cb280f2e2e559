"""The shipped library leaks no memory and touches no other memory, whatever is called and however often."""

import pytest
from programs import MEMCHECK, must_run, run, size


def test_cycles_lose_nothing(built, blocklist):
    must_run(*MEMCHECK, built / "cycles", blocklist, size("CYCLES"))


@pytest.mark.parametrize("fault", ["overflow", "leak"])
def test_valgrind_sees_a_planted_fault(built, fault):
    assert run(*MEMCHECK, built / "planted", fault).returncode == 99
    must_run(*MEMCHECK, built / "planted", "none")


def test_valgrind_sees_what_a_cycle_loses(built, blocklist):
    done = run(*MEMCHECK, built / "cycles", blocklist, 3, "leak")
    assert done.returncode == 99
    assert "32 bytes in 2 blocks" in done.stderr


def test_a_cycle_that_finds_something_else_is_seen(built, blocklist):
    assert run(built / "cycles", blocklist, 3, "differ").returncode == 1
