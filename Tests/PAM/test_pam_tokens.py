"""The module in one stack with others: which one asks, and what is passed on."""

import pytest
from transaction import ACCEPTED, POLICY, REFUSED, WEAK

GIVEN = ["use_authtok", "use_first_pass"]
REASONS = [
    REFUSED, "  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit",
]


def given(machine, token, option):
    """A stack in which an earlier module has set the new password, without libpam's help."""
    machine.write_policy(POLICY)
    return [
        f"required witness set={token}",
        f"required module config={machine.policy} suggest=no {option}",
        "required witness",
    ]


@pytest.mark.parametrize("option", GIVEN)
def test_given_password_is_accepted_without_a_prompt(machine, option):
    change = machine.change(stack=given(machine, ACCEPTED, option))
    assert change.status == "PAM_SUCCESS"
    assert change.dialogue == []
    assert change.tokens == [ACCEPTED]


@pytest.mark.parametrize("option", GIVEN)
def test_given_password_is_refused_without_a_prompt(machine, option):
    change = machine.change(stack=given(machine, WEAK, option))
    assert change.dialogue == REASONS
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


@pytest.mark.parametrize("option", GIVEN)
@pytest.mark.parametrize("enforce", ["no", "audit", "warn"])
def test_given_password_that_is_not_enforced_upon_passes_without_a_prompt(machine, option, enforce):
    stack = given(machine, WEAK, option)
    machine.write_policy(POLICY + f"enforce = {enforce}\n")
    change = machine.change(stack=stack)
    assert change.prompts == []
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [WEAK]


@pytest.mark.parametrize("option", GIVEN)
def test_missing_given_password_is_an_error_without_a_prompt(machine, option):
    change = machine.change(policy=POLICY, options=option)
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.dialogue == []
    assert change.tokens == [None]


def test_first_password_that_is_there_is_taken_without_a_prompt(machine):
    change = machine.change(ACCEPTED, stack=given(machine, ACCEPTED, "try_first_pass"))
    assert change.dialogue == []
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


def test_person_is_asked_where_there_is_no_first_password_to_try(machine):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, options="try_first_pass")
    assert change.prompts == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"


# ---- Two instances ----


# What a line demands comes on top of it.
ANY = "rules = minlength: 3\n"


def stacked(machine, first, second, policy=POLICY):
    machine.write_policy(policy)
    common = f"required module config={machine.policy} suggest=no"
    return [f"{common} {first}", f"{common} {second}", "required witness"]


@pytest.mark.parametrize("option", ["", "use_authtok", "use_first_pass", "try_first_pass"])
def test_second_instance_takes_what_the_first_has_accepted(machine, option):
    change = machine.change(ACCEPTED, ACCEPTED, stack=stacked(machine, "", option))
    assert change.prompts == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


@pytest.mark.parametrize("option", ["", "use_authtok", "use_first_pass", "try_first_pass"])
def test_second_instance_applies_its_own_rules(machine, option):
    stack = stacked(machine, "rules=minlength:4 retry=5", f"rules=minlength:6 retry=1 {option}", ANY)
    change = machine.change(WEAK, WEAK, stack=stack)
    assert change.dialogue == [
        "Password rules: 4 characters or more.",
        "New password: ",
        "Retype new password: ",
        REFUSED,
        "  - 2 more characters needed (4 of 6)",
    ]
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


@pytest.mark.parametrize("option", ["", "use_authtok", "use_first_pass", "try_first_pass"])
def test_password_that_the_first_instance_did_not_see_is_never_set(machine, option):
    stack = stacked(machine, "rules=minlength:12", f"rules=required:digit retry=3 {option}", ANY)
    change = machine.change("qzjxqzjxqzjx", "qzjxqzjxqzjx", "q1", "q1", stack=stack)
    assert change.status != "PAM_SUCCESS"
    assert change.tokens == [None]


def test_password_that_the_first_instance_refused_is_not_passed_on(machine):
    stack = stacked(machine, "rules=minlength:6 retry=1", "rules=minlength:2 use_authtok", ANY)
    change = machine.change(WEAK, stack=stack)
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


def test_instances_have_prompts_of_their_own_type(machine):
    stack = stacked(machine, "authtok_type=UNIX", "authtok_type=LDAP use_authtok")
    change = machine.change(ACCEPTED, ACCEPTED, stack=stack)
    assert change.prompts == ["New UNIX password: ", "Retype new UNIX password: "]
