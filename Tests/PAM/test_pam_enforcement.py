"""Tests for whom and how the policy is enforced, and the messages and log lines of an audited policy."""

import pytest
from transaction import (
    ACCEPTED, BROKEN, BROKEN_POLICY, CANCEL, LOG_DEBUG, LOG_ERR, LOG_NOTICE, NEW, POLICY, REASONS, REFUSED, RETYPE, ROOT, RULES,
    SETUID, SINGLE, USER, WARNED, WEAK, Log,
)

ENFORCED = "refused: minlength, required"
WARNING = "accepted with a warning: it does not meet the policy"
AUDIT = "accepted (enforce = audit): it does not meet the policy"
VERDICTS = {"warn": WARNING, "audit": AUDIT, "no": None}
FORCED, EXEMPT = "enforce-for-root = yes\n", "enforce-for-root = no\n"


def logged(verdict, user="alice"):
    return [Log(f"new password for user {user} {verdict}", LOG_NOTICE)] if verdict else []


def enforced(enforce, policy=POLICY):
    return f"{policy}enforce = {enforce}\n"


@pytest.mark.parametrize(("by", "expired", "setting", "option", "is_refused"), [
    (USER, False, "", "", True), (USER, True, "", "", True), (USER, False, FORCED, "", True),
    (SETUID, False, "", "", True), (SETUID, True, "", "", True),
    (ROOT, True, "", "", True), (ROOT, False, "", "enforce_for_root", True), (ROOT, False, FORCED, "", True),
    (ROOT, False, EXEMPT, "enforce_for_root", True), (ROOT, False, EXEMPT, "", False), (ROOT, False, "", "", False),
])
def test_policy_binds_everybody_except_root(machine, by, expired, setting, option, is_refused):
    change = machine.change(
        WEAK, WEAK, policy=POLICY + setting, options=f"retry=2 suggest=no {option}", by=by, expired=expired)
    told = [*RULES, NEW, REFUSED, *REASONS, NEW, REFUSED, *REASONS] if is_refused else [*RULES, NEW, WARNED, *REASONS, RETYPE]
    assert change.dialogue == told
    assert (change.status, change.tokens) == (("PAM_MAXTRIES", [None]) if is_refused else ("PAM_SUCCESS", [WEAK]))
    assert change.log == (logged(ENFORCED) * 2 if is_refused else logged(WARNING))


@pytest.mark.parametrize("by", [USER, ROOT, SETUID])
@pytest.mark.parametrize(("expired", "setting", "option"), [(False, "", ""), (True, "", ""), (False, FORCED, "enforce_for_root")])
@pytest.mark.parametrize("enforce", VERDICTS)
def test_milder_enforcement_lets_the_password_pass(machine, enforce, by, expired, setting, option):
    """The password also passes for root, if the policy binds root. The log does not say why a password in use is
    weak."""
    change = machine.change(WEAK, WEAK, policy=enforced(enforce) + setting, options=option, by=by, expired=expired)
    assert change.dialogue == ([*RULES, NEW, WARNED, *REASONS, RETYPE] if enforce == "warn" else [NEW, RETYPE])
    assert (change.status, change.tokens, change.log) == ("PAM_SUCCESS", [WEAK], logged(VERDICTS[enforce]))


@pytest.mark.parametrize("enforce", VERDICTS)
def test_milder_enforcement_still_requires_retyping(machine, enforce):
    """The log mentions only the password that was typed twice."""
    change = machine.change(ACCEPTED, WEAK, WEAK, WEAK, policy=enforced(enforce), options="retry=2")
    assert (change.prompts, change.tokens, change.log) == ([NEW, RETYPE] * 2, [WEAK], logged(VERDICTS[enforce]))
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, ACCEPTED, options="debug")
    assert (change.tokens, len(change.prompts)) == ([ACCEPTED], 4)
    assert change.log == ([] if enforce == "no" else [Log("new password for user alice accepted", LOG_DEBUG)])


@pytest.mark.parametrize("enforce", ["audit", "warn", "yes"])
@pytest.mark.parametrize("second", [ACCEPTED, CANCEL])
@pytest.mark.parametrize("options", ["retry=1", "retry=1 debug"])
def test_mismatched_password_is_not_logged(machine, enforce, second, options):
    first = WEAK if enforce != "yes" else ACCEPTED + "7"
    change = machine.change(first, second, policy=enforced(enforce), options=options)
    assert (change.status, change.log) == ("PAM_AUTHTOK_ERR", [])


@pytest.mark.parametrize("enforce", ["audit", "warn"])
def test_log_names_the_rules_to_administrators_who_debug(machine, enforce):
    change = machine.change(WEAK, WEAK, policy=enforced(enforce), options="debug")
    assert change.log == [
        *logged(VERDICTS[enforce]), Log("new password for user alice does not meet: minlength, required", LOG_DEBUG)]


# ---- PAM_SILENT ----


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize("enforce", ["yes", *VERDICTS])
def test_silent_change_shows_prompts_only(machine, enforce, by):
    change = machine.change(*[WEAK] * 3, policy=enforced(enforce), silent=True, by=by)
    passes = enforce != "yes" or by == ROOT
    assert (change.shown, change.prompts) == ([], [NEW, RETYPE] if passes else [NEW] * 3)
    assert change.status == ("PAM_SUCCESS" if passes else "PAM_MAXTRIES")


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("policy", "options"), [(BROKEN_POLICY, ""), (POLICY, "retry=0"), (POLICY, "retyr=3")])
def test_silent_change_hides_broken_policy(machine, policy, options, by):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, silent=True, by=by)
    assert change.shown == [] and change.log != []


# ---- For some ----


# Which section has precedence is in Tests/Vectors/policies.txt.
@pytest.mark.parametrize(("sections", "verdicts"), [
    ("enforce = audit\n[user alice]\nenforce = yes\n", {"alice": ENFORCED, "bob": AUDIT, "ghost": AUDIT}),
    ("[group staff]\nenforce = no\n[user alice]\nenforce = warn\n", {"alice": WARNING, "bob": ENFORCED, "carol": None}),
    # One group tries stricter rules, which are only audited.
    ("[group staff]\nrules = minlength: 40\nenforce = audit\n", {"alice": AUDIT, "bob": ENFORCED}),
])
def test_audited_section_applies_to_its_users_only(people, sections, verdicts):
    people.write_policy(POLICY + sections)
    headings = {ENFORCED: REFUSED, WARNING: WARNED}
    for user, verdict in verdicts.items():
        change = people.change(WEAK, WEAK, user=user, options=SINGLE)
        assert change.status == ("PAM_AUTHTOK_ERR" if verdict == ENFORCED else "PAM_SUCCESS")
        assert change.log == logged(verdict, user)
        assert change.shown == ([*RULES, headings[verdict], *REASONS] if verdict in headings else [])


@pytest.mark.parametrize("enforce", VERDICTS)
def test_broken_policy_refuses_despite_audit(machine, enforce):
    """A broken policy refuses, because its mistake may be in the line that sets the mode."""
    change = machine.change(WEAK, WEAK, policy=enforced(enforce) + "retyr = 1\n")
    assert (change.status, change.dialogue, change.log[0].priority) == ("PAM_TRY_AGAIN", [BROKEN], LOG_ERR)
