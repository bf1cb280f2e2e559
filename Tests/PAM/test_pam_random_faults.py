"""If the random source fails, there is no suggestion, and nothing else changes. If it gives few bytes at a time or is
interrupted, nothing changes at all.

Tests/Tool/faulty_random.c is between the module and the kernel. Tests/Tool/test_tool_random_faults.py tests
the library and the tool in the same way, in every style.
"""

from pathlib import Path

import pytest
from transaction import (
    ACCEPTED, EMPTY, LOG_NOTICE, NEW, POLICY, REASONS, REFUSED, RETYPE, RULES, SUGGESTION, VALGRIND, WEAK, Log,
)

HARMLESS = ["RANDOM_AT_MOST=3", "RANDOM_INTERRUPTED=1"]


@pytest.fixture
def under(compiled):
    shim = compiled("faulty_random.so", folder=Path(__file__).parents[1] / "Tool")
    return lambda *faults: ("env", f"LD_PRELOAD={shim}", *faults)


@pytest.mark.parametrize("fault", [
    "RANDOM_FAILS_AFTER=0", "RANDOM_FAILS_AFTER=8", "RANDOM_ENDS_AFTER=0", "RANDOM_ENDS_AFTER=8"])
def test_random_failure_refuses_without_suggestion(machine, under, fault):
    """A good password is still accepted. The answer SUGGESTION types nothing here, since nothing was suggested."""
    change = machine.change(WEAK, SUGGESTION, ACCEPTED, ACCEPTED, policy=POLICY, command=under(fault))
    assert change.dialogue == [*RULES, NEW, REFUSED, *REASONS, NEW, EMPTY, NEW, RETYPE]
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
    assert change.log == [
        Log(f"new password for user alice refused: {cause}", LOG_NOTICE) for cause in ["minlength, required", "it is empty"]]


@pytest.mark.parametrize("style", ["random", "readable", "words"])
@pytest.mark.parametrize("faults", [
    [], HARMLESS, *([f"RANDOM_{fault}_AFTER={given}", *HARMLESS] for fault in ["FAILS", "ENDS"] for given in [16, 31, 40, 100])])
def test_partial_suggestion_is_never_shown(machine, under, faults, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy, options="retry=2", command=under(*faults))
    if change.suggestions or faults in ([], HARMLESS):
        assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)
    else:
        assert (change.status, change.tokens) == ("PAM_MAXTRIES", [None])


def test_failure_leaves_no_memory_behind(machine, under):
    command = (*under("RANDOM_FAILS_AFTER=0"), *VALGRIND)
    change = machine.change(*[WEAK] * 2, policy=POLICY, options="retry=2", command=command)
    assert (change.suggestions, change.status) == ([], "PAM_MAXTRIES")
