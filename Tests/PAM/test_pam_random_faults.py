"""A random source that gives little, is interrupted, or fails: then there is no suggestion, and all else is as ever.

Tests/Tool/faulty_random.c stands between the module and the kernel. Tests/Tool/test_tool_random_faults.py tests the
library and the tool in the same manner.
"""

import subprocess
from pathlib import Path

import pytest
from transaction import ACCEPTED, LOG_NOTICE, POLICY, REFUSED, SUGGESTION, VALGRIND, WEAK, Log

SHIM = Path(__file__).parents[1] / "Tool" / "faulty_random.c"
NEW = "New password: "
RETYPE = "Retype new password: "
RULES = ["Password rules: 12 characters or more, with an uppercase letter and a digit."]
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]

HARMLESS = ["RANDOM_AT_MOST=3", "RANDOM_INTERRUPTED=1"]
FATAL = ["RANDOM_FAILS_AFTER=0", "RANDOM_FAILS_AFTER=8", "RANDOM_ENDS_AFTER=0", "RANDOM_ENDS_AFTER=8"]

styles = pytest.mark.parametrize("style", ["random", "readable", "words"])


@pytest.fixture(scope="session")
def shim(programs):
    """Where the user that the transaction becomes may load it from."""
    path = programs / "faulty_random.so"
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", path, SHIM], check=True)
    return path


def under(shim, *faults, program=()):
    return ["env", f"LD_PRELOAD={shim}", *faults, *program]


@styles
@pytest.mark.parametrize("fault", FATAL)
def test_refusal_stands_without_a_suggestion_where_the_source_fails(machine, shim, fault, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    change = machine.change(*[WEAK] * 3, policy=policy, command=under(shim, fault))
    assert change.dialogue == [*RULES, *[NEW, REFUSED, *REASONS] * 3]
    assert change.status == "PAM_MAXTRIES"
    assert change.tokens == [None]
    assert change.log == [Log("new password for user alice refused: minlength, required", LOG_NOTICE)] * 3


@pytest.mark.parametrize("fault", FATAL)
def test_good_password_is_accepted_where_the_source_fails(machine, shim, fault):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, command=under(shim, fault))
    assert change.dialogue == [*RULES, NEW, REFUSED, *REASONS, NEW, RETYPE]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


def test_suggestion_that_is_not_there_cannot_be_typed(machine, shim):
    """An empty one would be shown as an empty line, and typed as an empty password."""
    change = machine.change(WEAK, SUGGESTION, policy=POLICY, options="retry=2", command=under(shim, FATAL[0]))
    assert change.suggestions == []
    assert change.texts("error")[-len(REASONS):] == ["  - 12 more characters needed (0 of 12)", *REASONS[1:]]
    assert change.status == "PAM_MAXTRIES"


@styles
@pytest.mark.parametrize("given", [0, 16, 31, 32, 40, 64, 100])
def test_suggestion_is_whole_wherever_the_source_fails(machine, shim, given, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    for fault in (f"RANDOM_FAILS_AFTER={given}", f"RANDOM_ENDS_AFTER={given}"):
        command = under(shim, fault, "RANDOM_AT_MOST=3", "RANDOM_INTERRUPTED=1")
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy, options="retry=2", command=command)
        if change.suggestions:
            assert change.status == "PAM_SUCCESS"
            assert change.tokens == change.suggestions
        else:
            assert change.status == "PAM_MAXTRIES"
            assert change.tokens == [None]


@styles
@pytest.mark.parametrize("faults", [[fault] for fault in HARMLESS] + [HARMLESS], ids=["short", "interrupted", "both"])
def test_short_and_interrupted_answers_are_continued(machine, shim, faults, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    suggestions = []
    for _ in range(5):
        change = machine.change(WEAK, SUGGESTION, SUGGESTION, policy=policy, command=under(shim, *faults))
        assert change.status == "PAM_SUCCESS"
        assert change.tokens == change.suggestions
        suggestions += change.suggestions
    assert len(set(suggestions)) == 5


@styles
def test_failure_leaves_no_memory_behind(machine, shim, style):
    policy = f"{POLICY}suggest-style = {style}\n"
    command = under(shim, FATAL[0], program=VALGRIND)
    change = machine.change(*[WEAK] * 2, policy=policy, options="retry=2", command=command)
    assert change.suggestions == []
    assert change.status == "PAM_MAXTRIES"
