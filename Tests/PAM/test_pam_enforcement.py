"""For whom the policy is enforced, and how."""

import pytest
from transaction import (
    ACCEPTED, LOG_NOTICE, POLICY, REFUSED, ROOT, SETUID, USER, WARNED, WEAK, Log, needs_root,
)

RULES = ["Password rules: 12 characters or more, with an uppercase letter and a digit."]
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]
ENFORCED = "refused: minlength, required"
ONLY_WARNED = "accepted with a warning: it does not meet the policy"
ONLY_LOGGED = "accepted (enforce = audit): it does not meet the policy"

root = pytest.param(ROOT, marks=needs_root)
setuid = pytest.param(SETUID, marks=needs_root)


@pytest.mark.parametrize(
    ("by", "expired", "setting", "option", "expected"),
    [
        (USER, False, "", "", True),
        (USER, True, "", "", True),
        (USER, False, "enforce-for-root = yes\n", "", True),
        pytest.param(ROOT, False, "", "", False, marks=needs_root),
        pytest.param(ROOT, True, "", "", True, marks=needs_root),
        pytest.param(ROOT, False, "", "enforce_for_root", True, marks=needs_root),
        pytest.param(ROOT, False, "enforce-for-root = yes\n", "", True, marks=needs_root),
        pytest.param(ROOT, False, "enforce-for-root = no\n", "", False, marks=needs_root),
        pytest.param(ROOT, False, "enforce-for-root = no\n", "enforce_for_root", True, marks=needs_root),
        pytest.param(SETUID, False, "", "", True, marks=needs_root),
        pytest.param(SETUID, True, "", "", True, marks=needs_root),
    ],
)
def test_everybody_is_refused_but_root_who_changes_a_valid_password(
    machine, by, expired, setting, option, expected
):
    machine.write_policy(POLICY + setting)
    stack = [f"required module config={machine.policy} retry=2 {option}", "required witness"]
    change = machine.change(WEAK, WEAK, stack=stack, by=by, expired=expired)
    verdict = ENFORCED if expected else ONLY_WARNED
    assert change.status == ("PAM_MAXTRIES" if expected else "PAM_SUCCESS")
    assert change.tokens == [None if expected else WEAK]
    assert set(change.log) == {
        Log(f"new password for user alice {verdict}", LOG_NOTICE)
    }


@needs_root
def test_root_reads_the_rules_and_a_warning_and_goes_on(machine):
    change = machine.change(WEAK, WEAK, policy=POLICY, by=ROOT)
    assert change.dialogue == [*RULES, "New password: ", WARNED, *REASONS, "Retype new password: "]
    assert change.texts("error") == [WARNED, *REASONS]
    assert change.status == "PAM_SUCCESS"


@needs_root
def test_root_who_is_refused_reads_what_users_read(machine):
    change = machine.change(WEAK, policy=POLICY, options="enforce_for_root retry=1 suggest=no", by=ROOT)
    assert change.shown == [*RULES, REFUSED, *REASONS]


# ---- enforce = in the file ----


@pytest.mark.parametrize("by", [USER, root, setuid])
@pytest.mark.parametrize("expired", [False, True])
@pytest.mark.parametrize(
    ("enforce", "dialogue", "verdict"),
    [
        ("warn", [*RULES, "New password: ", WARNED, *REASONS, "Retype new password: "], ONLY_WARNED),
        ("audit", ["New password: ", "Retype new password: "], ONLY_LOGGED),
        ("no", ["New password: ", "Retype new password: "], None),
    ],
)
def test_milder_enforcement_lets_the_password_pass(machine, enforce, dialogue, verdict, by, expired):
    change = machine.change(WEAK, WEAK, policy=f"{POLICY}enforce = {enforce}\n", by=by, expired=expired)
    assert change.dialogue == dialogue
    assert change.log == (
        [Log(f"new password for user alice {verdict}", LOG_NOTICE)] if verdict else []
    )
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [WEAK]


@pytest.mark.parametrize("enforce", ["warn", "audit", "no"])
def test_accepted_password_passes_in_silence_under_milder_enforcement(machine, enforce):
    change = machine.change(ACCEPTED, ACCEPTED, policy=f"{POLICY}enforce = {enforce}\n")
    assert change.texts("error") == []
    assert change.log == []
    assert change.tokens == [ACCEPTED]


def test_switched_off_policy_needs_no_rules(machine):
    change = machine.change(WEAK, WEAK, policy="enforce = no\n")
    assert change.dialogue == ["New password: ", "Retype new password: "]
    assert change.tokens == [WEAK]


@pytest.mark.parametrize("enforce", ["warn", "audit", "no"])
def test_milder_enforcement_still_demands_that_the_password_is_typed_twice(machine, enforce):
    change = machine.change(
        WEAK, ACCEPTED, WEAK, WEAK, policy=f"{POLICY}enforce = {enforce}\n", options="retry=2"
    )
    assert change.prompts == ["New password: ", "Retype new password: "] * 2
    assert change.tokens == [WEAK]


@needs_root
def test_enforcing_for_root_does_not_sharpen_a_milder_policy(machine):
    for enforce in ["warn", "audit", "no"]:
        policy = f"{POLICY}enforce = {enforce}\n"
        change = machine.change(WEAK, WEAK, policy=policy, options="enforce_for_root", by=ROOT)
        assert change.status == "PAM_SUCCESS"


# ---- PAM_SILENT ----


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize("enforce", ["yes", "warn", "audit", "no"])
def test_silent_change_shows_prompts_and_nothing_else(machine, enforce, by):
    policy = f"{POLICY}enforce = {enforce}\n"
    change = machine.change(*[WEAK] * 3, policy=policy, silent=True, by=by)
    assert change.shown == []
    passes = enforce != "yes" or by == ROOT
    assert change.prompts == (
        ["New password: ", "Retype new password: "] if passes else ["New password: "] * 3
    )
    assert change.status == ("PAM_SUCCESS" if passes else "PAM_MAXTRIES")


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize(
    ("policy", "options"), [("rules = required: uper\n", ""), (POLICY, "retry=0"), (POLICY, "retyr=3")]
)
def test_silent_change_does_not_tell_of_a_broken_policy(machine, policy, options, by):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, silent=True, by=by)
    assert change.shown == []
    assert change.log != []
