"""libpam calls a module twice: first to see whether it is ready, then to change the password."""

import subprocess
import sys

from transaction import ACCEPTED, BROKEN, POLICY

PAM_SERVICE_ERR = 3
STACK = ["requisite module config={policy}", "required witness ask"]


def test_intact_policy_is_only_told_when_all_modules_are_ready(machine):
    machine.write_policy(POLICY)
    stack = [line.format(policy=machine.policy) for line in STACK]
    change = machine.change("0ld#", ACCEPTED, ACCEPTED, stack=stack)
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue == [
        "Current password: ",
        "Password rules: 12 characters or more, with an uppercase letter and a digit.",
        "New password: ",
        "Retype new password: ",
    ]
    assert change.tokens == [ACCEPTED]


def test_broken_policy_ends_the_change_before_any_module_asks(machine):
    machine.write_policy("rules = required: uper\n")
    stack = [line.format(policy=machine.policy) for line in STACK]
    change = machine.change(stack=stack)
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert change.tokens == [], "the second pass was begun"


def test_broken_policy_is_told_and_logged_once(machine):
    change = machine.change(policy="rules = required: uper\n")
    assert change.status == "PAM_TRY_AGAIN"
    assert change.dialogue == [BROKEN]
    assert len(change.log) == 1


def test_rejection_in_one_transaction_leaves_the_next_alone(machine):
    change = machine.change(
        "zqxj", "zqxj", ACCEPTED, ACCEPTED, policy=POLICY, options="retry=2 suggest=no", times=2
    )
    assert change.texts("result") == ["PAM_MAXTRIES", "PAM_SUCCESS"]
    assert change.tokens == [None, ACCEPTED]


def test_call_for_neither_pass_is_an_error(programs):
    call = "import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).pam_sm_chauthtok(None, 0, 0, None))"
    status = subprocess.run(
        [sys.executable, "-c", call, programs / "pam_passwordrules.so"],
        env={"LD_LIBRARY_PATH": programs}, capture_output=True, timeout=60, check=True,
    ).stdout
    assert int(status) == PAM_SERVICE_ERR
