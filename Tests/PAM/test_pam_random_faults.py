"""A random source that gives little, is interrupted, or fails: then there is no suggestion, and all else is as ever.

Tests/Tool/faulty_random.c stands between the module and the kernel. Tests/Tool/test_tool_random_faults.py tests the
library and the tool in the same manner.
"""

from pathlib import Path

import pytest
from transaction import (
    ACCEPTED, LOG_NOTICE, NEW, POLICY, REASONS, REFUSED, RETYPE, RULES, SUGGESTION, VALGRIND, WEAK, Log,
)

HARMLESS = ["RANDOM_AT_MOST=3", "RANDOM_INTERRUPTED=1"]
FATAL = ["RANDOM_FAILS_AFTER=0", "RANDOM_FAILS_AFTER=8", "RANDOM_ENDS_AFTER=0", "RANDOM_ENDS_AFTER=8"]

styles = pytest.mark.parametrize("style", ["random", "readable", "words"])


@pytest.fixture
def under(compiled):
    shim = compiled("faulty_random.so", folder=Path(__file__).parents[1] / "Tool")
    return lambda *faults: ("env", f"LD_PRELOAD={shim}", *faults)


@styles
@pytest.mark.parametrize("fault", FATAL)
def test_refusal_stands_without_a_suggestion_where_the_source_fails(machine, under, fault, style):
    """And a good password is accepted."""
    change = machine.change(
        WEAK, WEAK, ACCEPTED, ACCEPTED, policy=f"{POLICY}suggest-style = {style}\n", command=under(fault))
    assert change.dialogue == [*RULES, *[NEW, REFUSED, *REASONS] * 2, NEW, RETYPE]
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
    assert change.log == [Log("new password for user alice refused: minlength, required", LOG_NOTICE)] * 2


def test_suggestion_that_is_not_there_cannot_be_typed(machine, under):
    """An empty one would be shown as an empty line, and typed as an empty password."""
    change = machine.change(WEAK, SUGGESTION, policy=POLICY, options="retry=2", command=under(FATAL[0]))
    assert change.suggestions == []
    assert change.texts("error")[-len(REASONS):] == ["  - 12 more characters needed (0 of 12)", *REASONS[1:]]
    assert change.status == "PAM_MAXTRIES"


@styles
@pytest.mark.parametrize("given", [0, 16, 31, 32, 40, 64, 100])
@pytest.mark.parametrize("fault", ["FAILS", "ENDS"])
def test_suggestion_is_whole_wherever_the_source_fails(machine, under, given, fault, style):
    command = under(f"RANDOM_{fault}_AFTER={given}", *HARMLESS)
    change = machine.change(
        WEAK, SUGGESTION, SUGGESTION, policy=f"{POLICY}suggest-style = {style}\n", options="retry=2", command=command)
    if change.suggestions:
        assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)
    else:
        assert (change.status, change.tokens) == ("PAM_MAXTRIES", [None])


@styles
@pytest.mark.parametrize("faults", [[fault] for fault in HARMLESS] + [HARMLESS], ids=["short", "interrupted", "both"])
def test_short_and_interrupted_answers_are_continued(machine, under, faults, style):
    suggestions = []
    for _ in range(3):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=f"{POLICY}suggest-style = {style}\n", command=under(*faults))
        assert (change.status, change.tokens) == ("PAM_SUCCESS", change.suggestions)
        suggestions += change.suggestions
    assert len(set(suggestions)) == 3


@styles
def test_failure_leaves_no_memory_behind(machine, under, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    change = machine.change(*[WEAK] * 2, policy=policy, options="retry=2", command=(*under(FATAL[0]), *VALGRIND))
    assert (change.suggestions, change.status) == ([], "PAM_MAXTRIES")
