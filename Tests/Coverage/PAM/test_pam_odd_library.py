"""What the module does where the library refuses a call: whatever it is, no weak password passes.

odd_library.c stands between the two, which is possible in the copy of the module that counts its branches alone.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from transaction import ACCEPTED, BROKEN, LOG_ERR, POLICY, REFUSED, ROOT, USER, WEAK, needs_root

RULES = ["Password rules: at least 12 characters, with an uppercase letter and a digit."]
NEW = "New password: "
RETYPE = "Retype new password: "
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]
# Which take more room than most.
LONG_POLICY = POLICY + "rules = " + "; ".join(
    f"required: [{sign}{number % 10}Vq7]" for number, sign in enumerate("!$%&*+,./:;<=>?@^_{|}~" * 2)
) + "\n"

SINGLE = "retry=1 suggest=no"


@pytest.fixture(scope="session")
def odd_library(programs):
    shim = programs / "odd_library.so"
    source = Path(__file__).parent / "odd_library.c"
    include = os.environ["PASSWORDRULES_INCLUDE"]
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{include}", "-fPIC", "-shared", "-o", shim, source, "-ldl"],
        check=True,
    )

    # The library itself as well: what a module alone has loaded is not found behind the shim.
    preload = f"LD_PRELOAD={shim}:{programs / 'libpasswordrules.so.1'}"

    def odd(*calls, number=None, status=1):
        names = "".join(f"passwordrules_{call}," for call in calls)
        return (
            "env", preload, f"ODD_CALLS=,{names}", f"ODD_STATUS={status}",
            *([f"ODD_NUMBER={number}"] if number is not None else []),
        )

    return odd


def number_of(status):
    header = (Path(os.environ["PASSWORDRULES_INCLUDE"]) / "passwordrules.h").read_text()
    return re.search(rf"#define PASSWORDRULES_{status} +(\d+)", header)[1]


def internal_error(user):
    return f"passwordrules: an internal error. Password change for user {user} refused."


@pytest.mark.parametrize("by", [USER, pytest.param(ROOT, marks=needs_root)])
@pytest.mark.parametrize("call", ["policy_load", "policy_for_user"])
def test_policy_that_is_not_there_for_no_reason_refuses_everybody(machine, odd_library, call, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_library(call), by=by)
    assert (change.status, change.tokens) == ("PAM_TRY_AGAIN", [])
    assert change.dialogue == [BROKEN] + (["passwordrules: an internal error"] if by == ROOT else [])
    assert [(log.text, log.priority) for log in change.log] == [(internal_error("alice"), LOG_ERR)]


@pytest.mark.parametrize("call", ["policy_load", "policy_for_user"])
def test_policy_for_which_there_is_no_memory_refuses(machine, odd_library, call):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_library(call, status=number_of("ENOMEM")))
    assert (change.status, change.dialogue, change.tokens) == ("PAM_BUF_ERR", [BROKEN], [])
    assert change.log[-1].text == "out of memory. Password change for user alice refused."


def test_mistake_that_cannot_be_told_is_still_one(machine, odd_library):
    change = machine.change(policy="rules = required: uper\n", command=odd_library("diagnostics_get"))
    assert (change.status, change.dialogue) == ("PAM_TRY_AGAIN", [BROKEN])
    assert change.log[0].text == internal_error("alice")


def test_policy_that_does_not_say_what_it_is_refuses(machine, odd_library):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, command=odd_library("policy_get_info"))
    assert (change.status, change.prompts) == ("PAM_SERVICE_ERR", [])
    assert change.tokens in ([], [None])


@pytest.mark.parametrize("status", ["EINVAL", "ENOMEM"])
def test_password_that_could_not_be_checked_is_refused(machine, odd_library, status):
    command = odd_library("policy_check", status=number_of(status))
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options=SINGLE, command=command)
    assert (change.status, change.prompts, change.tokens) == ("PAM_AUTHTOK_ERR", [NEW], [None])
    assert change.texts("error") == [BROKEN]
    [log] = change.log
    assert log.priority == LOG_ERR
    assert log.text.startswith("new password for user alice could not be checked: ")
    assert log.text.lower().rstrip(".").endswith("refused")
    assert ("memory" in log.text) == (status == "ENOMEM")


@pytest.mark.parametrize("number", [None, 1, 2])
@pytest.mark.parametrize("policy", [POLICY, LONG_POLICY], ids=["short", "long"])
def test_rules_that_cannot_be_told_still_hold(machine, odd_library, policy, number):
    command = odd_library("policy_describe_in", number=number)
    change = machine.change(WEAK, policy=policy, options=SINGLE, command=command)
    assert (change.status, change.tokens, change.prompts) == ("PAM_AUTHTOK_ERR", [None], [NEW])
    assert REFUSED in change.texts("error")
    change = machine.change(ACCEPTED, ACCEPTED, options=SINGLE, command=command)
    if policy == POLICY:
        assert (change.status, change.prompts) == ("PAM_SUCCESS", [NEW, RETYPE])
    assert change.texts("info") in ([], RULES) or number == 2


def test_reasons_that_cannot_be_found_out_leave_the_refusal(machine, odd_library):
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=odd_library("report_outcome"))
    assert change.dialogue == [*RULES, NEW, REFUSED]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
    assert change.log[0].text == "new password for user alice refused: "


@pytest.mark.parametrize("number", [1, 2, 3])
def test_reason_that_cannot_be_found_out_leaves_the_others(machine, odd_library, number):
    command = odd_library("report_outcome", number=number)
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=command)
    # The log asks first.
    assert change.texts("error") == [REFUSED, *REASONS]
    assert change.log[0].text.startswith("new password for user alice refused: ")


def test_reason_that_cannot_be_told_in_a_language_is_told_in_english(machine, odd_library):
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=odd_library("report_message_in"))
    assert change.texts("error") == [REFUSED, *REASONS]


def test_reason_that_cannot_be_told_at_all_is_left_out(machine, odd_library):
    command = odd_library("report_message_in", "report_message")
    change = machine.change(WEAK, policy=POLICY, options=SINGLE, command=command)
    assert change.texts("error") == [REFUSED]
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
