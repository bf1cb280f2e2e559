"""For whom the policy is enforced, and how; and what is said and logged of a password under a policy that is tried out."""

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
def test_everybody_is_refused_but_root_who_changes_a_valid_password(machine, by, expired, setting, option, is_refused):
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
    """Root who is bound as well; and the log does not say why a password in use is weak."""
    change = machine.change(WEAK, WEAK, policy=enforced(enforce) + setting, options=option, by=by, expired=expired)
    assert change.dialogue == ([*RULES, NEW, WARNED, *REASONS, RETYPE] if enforce == "warn" else [NEW, RETYPE])
    assert (change.status, change.tokens, change.log) == ("PAM_SUCCESS", [WEAK], logged(VERDICTS[enforce]))


@pytest.mark.parametrize("enforce", VERDICTS)
def test_accepted_password_passes_in_silence_under_milder_enforcement(machine, enforce):
    change = machine.change(ACCEPTED, ACCEPTED, policy=enforced(enforce))
    assert (change.texts("error"), change.log, change.tokens) == ([], [], [ACCEPTED])


def test_switched_off_policy_needs_no_rules(machine):
    change = machine.change(WEAK, WEAK, policy="enforce = no\n")
    assert (change.dialogue, change.tokens) == ([NEW, RETYPE], [WEAK])


@pytest.mark.parametrize("enforce", VERDICTS)
def test_milder_enforcement_still_demands_that_the_password_is_typed_twice(machine, enforce):
    """And the log tells of the password that was typed twice, and of no other."""
    change = machine.change(ACCEPTED, WEAK, WEAK, WEAK, policy=enforced(enforce), options="retry=2")
    assert (change.prompts, change.tokens, change.log) == ([NEW, RETYPE] * 2, [WEAK], logged(VERDICTS[enforce]))
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, ACCEPTED, options="debug")
    assert (change.tokens, len(change.prompts)) == ([ACCEPTED], 4)
    assert change.log == ([] if enforce == "no" else [Log("new password for user alice accepted", LOG_DEBUG)])


@pytest.mark.parametrize("enforce", ["audit", "warn", "yes"])
@pytest.mark.parametrize("second", [ACCEPTED, CANCEL])
@pytest.mark.parametrize("options", ["retry=1", "retry=1 debug"])
def test_nothing_is_logged_of_a_password_that_is_not_typed_twice(machine, enforce, second, options):
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
def test_silent_change_shows_prompts_and_nothing_else(machine, enforce, by):
    change = machine.change(*[WEAK] * 3, policy=enforced(enforce), silent=True, by=by)
    passes = enforce != "yes" or by == ROOT
    assert (change.shown, change.prompts) == ([], [NEW, RETYPE] if passes else [NEW] * 3)
    assert change.status == ("PAM_SUCCESS" if passes else "PAM_MAXTRIES")


@pytest.mark.parametrize("by", [USER, ROOT])
@pytest.mark.parametrize(("policy", "options"), [(BROKEN_POLICY, ""), (POLICY, "retry=0"), (POLICY, "retyr=3")])
def test_silent_change_does_not_tell_of_a_broken_policy(machine, policy, options, by):
    change = machine.change(WEAK, WEAK, policy=policy, options=options, silent=True, by=by)
    assert change.shown == [] and change.log != []


# ---- For some ----


@pytest.mark.parametrize(("sections", "verdicts"), [
    ("[user alice]\nenforce = audit\n", {"alice": AUDIT, "bob": ENFORCED, "carol": ENFORCED}),
    ("enforce = audit\n[user alice]\nenforce = yes\n", {"alice": ENFORCED, "bob": AUDIT, "ghost": AUDIT}),
    ("enforce = no\n[group staff]\nenforce = warn\n", {"alice": WARNING, "bob": None, "carol": WARNING}),
    ("[group staff]\nenforce = audit\n[user alice]\nenforce = warn\n", {"alice": WARNING, "bob": ENFORCED, "carol": AUDIT}),
    # Stricter rules on trial for one group.
    ("[group staff]\nrules = minlength: 40\nenforce = audit\n", {"alice": AUDIT, "bob": ENFORCED}),
    # Of several groups, the first one with such a line.
    ("enforce = warn\n[group staff]\nenforce = no\n[group admins]\nenforce = yes\n",
     {"alice": None, "bob": ENFORCED, "carol": None, "dave": WARNING}),
])
def test_trial_of_one_section_is_for_its_people_alone(people, sections, verdicts):
    people.write_policy(POLICY + sections)
    headings = {ENFORCED: REFUSED, WARNING: WARNED}
    for user, verdict in verdicts.items():
        change = people.change(WEAK, WEAK, user=user, options=SINGLE)
        assert change.status == ("PAM_AUTHTOK_ERR" if verdict == ENFORCED else "PAM_SUCCESS")
        assert change.log == logged(verdict, user)
        assert change.shown == ([*RULES, headings[verdict], *REASONS] if verdict in headings else [])


def test_audit_names_old_password_and_names_without_a_word_of_them(people):
    password = "Liddell-rabbithole-7"
    policy = enforced("audit") + "full-name = reject\nhome-directory = reject\n"
    change = people.change(password, password, policy=policy, options="debug", old=password)
    assert change.dialogue == [NEW, RETYPE]
    unmet = "full-name, home-directory, old-password-same"
    assert change.log == [*logged(AUDIT), Log(f"new password for user alice does not meet: {unmet}", LOG_DEBUG)]


def test_trial_of_a_file_in_the_folder_ends_with_the_file(machine):
    machine.write_policy(POLICY)
    trial = machine.drop_in("50-trial.conf", "enforce = audit\n")
    assert machine.change(WEAK, WEAK).status == "PAM_SUCCESS"
    trial.unlink()
    assert machine.change(WEAK, WEAK, options="retry=1").status == "PAM_AUTHTOK_ERR"


def test_audit_of_a_user_is_silent_for_root_who_would_be_warned(machine):
    machine.write_policy(POLICY + "[user alice]\nenforce = audit\n")
    assert machine.change(WEAK, WEAK, user="alice", by=ROOT).dialogue == [NEW, RETYPE]
    assert WARNED in machine.change(WEAK, WEAK, user="bob", by=ROOT).shown


@pytest.mark.parametrize("enforce", VERDICTS)
def test_broken_policy_is_not_on_trial(machine, enforce):
    """A policy whose mode cannot be relied upon refuses."""
    change = machine.change(WEAK, WEAK, policy=enforced(enforce) + "retyr = 1\n")
    assert (change.status, change.dialogue, change.log[0].priority) == ("PAM_TRY_AGAIN", [BROKEN], LOG_ERR)


@pytest.mark.parametrize("enforce", VERDICTS)
@pytest.mark.parametrize("service", ["chpasswd", "newusers", "passwd"])
def test_trial_in_a_program_that_asks_nobody(machine, service, enforce):
    change = machine.change(WEAK, WEAK, policy=enforced(enforce), service=service)
    assert (change.status, change.shown) == ("PAM_SUCCESS", [WARNED, *REASONS] if enforce == "warn" else [])
