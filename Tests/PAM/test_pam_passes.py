"""libpam calls a module twice: first to see whether it is ready, then to change the password."""

import subprocess
import sys

from transaction import ACCEPTED, BROKEN, BROKEN_POLICY, NEW, POLICY, RETYPE, RULES

PAM_SERVICE_ERR = 3


def stack(machine):
    return [f"requisite module config={machine.policy}", "required witness ask"]


def test_preliminary_pass_shows_nothing(machine):
    change = machine.change("0ld#", ACCEPTED, ACCEPTED, policy=POLICY, stack=stack(machine))
    assert (change.status, change.tokens) == ("PAM_SUCCESS", [ACCEPTED])
    assert change.dialogue == ["Current password: ", *RULES, NEW, RETYPE]


def test_broken_policy_ends_the_change_before_any_module_asks(machine):
    change = machine.change(policy=BROKEN_POLICY, stack=stack(machine))
    assert (change.status, change.dialogue, len(change.log)) == ("PAM_TRY_AGAIN", [BROKEN], 1)
    assert change.tokens == [], "the second pass was begun"


def test_call_for_neither_pass_is_an_error(programs):
    call = "import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).pam_sm_chauthtok(None, 0, 0, None))"
    status = subprocess.run(
        [sys.executable, "-c", call, programs / "pam_passwordrules.so"],
        env={"LD_LIBRARY_PATH": programs}, capture_output=True, check=True,
    ).stdout
    assert int(status) == PAM_SERVICE_ERR
