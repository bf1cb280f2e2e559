"""The effect of a transaction on the memory of the process."""

import json
import subprocess

import pytest
from transaction import ACCEPTED, CANCEL, POLICY, ROOT, SUGGESTION, USER, VALGRIND, WEAK, needs_root


@pytest.mark.parametrize(
    ("answers", "arguments", "status"),
    [
        pytest.param([ACCEPTED, ACCEPTED], {}, "PAM_SUCCESS", id="accepted"),
        pytest.param(
            [WEAK, ACCEPTED, WEAK, SUGGESTION, SUGGESTION], {"options": "debug"}, "PAM_SUCCESS", id="suggestion"
        ),
        pytest.param(
            [WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = words\n"}, "PAM_SUCCESS", id="words"
        ),
        pytest.param(
            [WEAK, SUGGESTION, SUGGESTION], {"policy": POLICY + "suggest-style = random\n"}, "PAM_SUCCESS", id="random"
        ),
        pytest.param([WEAK] * 3, {}, "PAM_MAXTRIES", id="refused"),
        pytest.param([ACCEPTED, CANCEL], {}, "PAM_AUTHTOK_ERR", id="cancelled"),
        pytest.param(["q" * 100_000, b"\xff", ""], {}, "PAM_MAXTRIES", id="strange"),
        pytest.param([], {"policy": "rules = required: uper\n"}, "PAM_TRY_AGAIN", id="broken"),
        pytest.param([], {"options": "retyr=3 rules=minlength:8"}, "PAM_TRY_AGAIN", id="option"),
        pytest.param(
            [WEAK] * 2, {"policy": "retry = 0\n", "by": ROOT}, "PAM_SUCCESS", id="root", marks=needs_root
        ),
        pytest.param(
            [ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED], {"times": 2}, "PAM_SUCCESS", id="twice"
        ),
    ],
)
def test_transaction_leaves_no_memory_behind_and_touches_none_of_others(machine, answers, arguments, status):
    change = machine.change(*answers, **{"policy": POLICY, "by": USER} | arguments, command=VALGRIND)
    assert change.status == status


@pytest.mark.parametrize("style", ["random", "readable", "words"])
def test_no_copy_of_a_password_is_left(machine, style):
    """A password that was refused, one that was accepted, and the suggestion."""
    machine.write_policy(
        f"rules = required: upper; required: digit; minlength: 40\nenforce-for-root = yes\nsuggest-style = {style}\n"
    )
    machine.write_stack("example", [f"required module config={machine.policy}"])
    output = subprocess.run(
        [machine.programs / "memory", machine.confdir, "example"],
        env={"LD_LIBRARY_PATH": machine.programs}, capture_output=True, timeout=60, check=True,
    ).stdout
    copies = json.loads(output)
    assert copies.pop("held") > 0, "the search finds nothing"
    assert copies == {"status": 0, "refused": 0, "accepted": 0, "suggestion": 0, "pieces": []}
