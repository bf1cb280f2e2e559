"""The module in one stack with others: which module prompts, and which password is passed on."""

import pytest
from transaction import (
    ACCEPTED, LOG_NOTICE, NEW, POLICY, REASONS, REFUSED, RETYPE, SINGLE, WEAK, Log, short_of,
)

# The policy file. The rules of each line of the stack are added to it.
ANY = "rules = minlength: 3\n"
ASKING = ["", "use_authtok", "use_first_pass", "try_first_pass"]
PASSED = {
    "audit": Log("new password for user alice accepted (enforce = audit): it does not meet the policy", LOG_NOTICE),
    "warn": Log("new password for user alice accepted with a warning: it does not meet the policy", LOG_NOTICE),
}


@pytest.mark.parametrize("option", ASKING[1:])
@pytest.mark.parametrize(("given", "enforce", "shown", "is_accepted"), [
    (ACCEPTED, "yes", [], True), (WEAK, "yes", [REFUSED, *REASONS], False),
    (WEAK, "warn", ["Warning: this does not meet the policy:", *REASONS], True), (WEAK, "audit", [], True),
    (WEAK, "no", [], True),
])
def test_earlier_module_password_is_checked_without_a_prompt(machine, option, given, enforce, shown, is_accepted):
    """The earlier module set it with pam_set_item, without a prompt of libpam."""
    stack = [
        f"required witness set={given}", f"required module config={machine.policy} suggest=no {option}", "required witness"]
    change = machine.change(ACCEPTED, policy=f"{POLICY}enforce = {enforce}\n", stack=stack)
    assert change.dialogue == shown
    assert (change.status, change.tokens) == (("PAM_SUCCESS", [given]) if is_accepted else ("PAM_AUTHTOK_ERR", [None]))
    # The line is logged at once, because the password is not typed again.
    if enforce in PASSED:
        assert change.log == [PASSED[enforce]]


@pytest.mark.parametrize("option", ["use_authtok", "use_first_pass"])
@pytest.mark.parametrize("enforce", ["yes", "warn", "audit", "no"])
def test_missing_earlier_password_ends_the_change(machine, option, enforce):
    change = machine.change(ACCEPTED, policy=f"{POLICY}enforce = {enforce}\n", options=option)
    assert (change.status, change.dialogue, change.tokens) == ("PAM_AUTHTOK_ERR", [], [None])


# ---- Two instances: the options of both lines, what is typed, the prompts, the errors and the token after
# them ----


@pytest.mark.parametrize("option", ASKING)
@pytest.mark.parametrize(("policy", "first", "second", "typed", "prompts", "errors", "tokens"), [
    # The second line applies its own rules to the password that the first line accepted.
    (POLICY, "", "", [ACCEPTED] * 2, [NEW, RETYPE], [], [ACCEPTED]),
    (ANY, "rules=minlength:4 retry=5", "rules=minlength:6 retry=1", [WEAK] * 2, [NEW, RETYPE], [REFUSED, short_of(4, 6)], [None]),
    # A password that the first line did not check is never set.
    (ANY, "rules=minlength:12", "rules=required:digit retry=3", ["qzjxqzjxqzjx"] * 2 + ["q1"] * 2, [NEW, RETYPE],
     [REFUSED, "  - needs a digit"], [None]),
    # The prompts have the authtok_type of the first line.
    (POLICY, "authtok_type=UNIX", "authtok_type=LDAP", [ACCEPTED] * 2, ["New UNIX password: ", "Retype new UNIX password: "], [],
     [ACCEPTED]),
])
def test_two_instances(machine, option, policy, first, second, typed, prompts, errors, tokens):
    common = f"required module config={machine.policy} suggest=no"
    change = machine.change(*typed, policy=policy, stack=[f"{common} {first}", f"{common} {second} {option}", "required witness"])
    assert (change.prompts, change.texts("error"), change.tokens) == (prompts, errors, tokens)
    assert change.status == ("PAM_AUTHTOK_ERR" if errors else "PAM_SUCCESS")


def test_first_instance_does_not_pass_on_refused_password(machine):
    common = f"required module config={machine.policy}"
    stack = [f"{common} rules=minlength:6 {SINGLE}", f"{common} rules=minlength:2 use_authtok", "required witness"]
    change = machine.change(WEAK, policy=ANY, stack=stack)
    assert (change.status, change.tokens) == ("PAM_AUTHTOK_ERR", [None])
