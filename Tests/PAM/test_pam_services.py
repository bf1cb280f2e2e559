"""Programs that answer every prompt themselves: their output ends up in logs."""

import pytest
from transaction import ACCEPTED, POLICY, REFUSED, ROOT, USER, WARNED, WEAK, needs_root

REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]

root = pytest.param(ROOT, marks=needs_root)

UNATTENDED = [("chpasswd", False), ("chpasswd", True), ("newusers", False), ("newusers", True), ("passwd", False)]
ATTENDED = [("passwd", True), ("login", False), ("gdm-password", False), ("sshd", True), ("sshd", False), ("su", True), ("chpasswd2", False), ("pass", False)]


@pytest.mark.parametrize(("service", "terminal"), UNATTENDED)
def test_unattended_refusal_gives_reasons_once_and_no_suggestion(machine, service, terminal):
    change = machine.change(*[WEAK] * 6, policy=POLICY, service=service, terminal=terminal)
    assert change.dialogue == ["New password: ", REFUSED, *REASONS]
    assert change.texts("info") == [], "chpasswd prints these to standard output"
    assert change.status == "PAM_AUTHTOK_ERR"
    assert change.tokens == [None]


@pytest.mark.parametrize(("service", "terminal"), UNATTENDED)
def test_unattended_refusal_gives_no_suggestion_that_the_line_asks_for(machine, service, terminal):
    change = machine.change(
        *[WEAK] * 6, policy=POLICY, options="suggest=yes retry=5", service=service, terminal=terminal
    )
    assert change.dialogue == ["New password: ", REFUSED, *REASONS]


@needs_root
@pytest.mark.parametrize(("service", "terminal"), UNATTENDED)
def test_root_is_only_warned_by_an_unattended_program(machine, service, terminal):
    change = machine.change(WEAK, WEAK, policy=POLICY, service=service, terminal=terminal, by=ROOT)
    assert change.dialogue == ["New password: ", WARNED, *REASONS, "Retype new password: "]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [WEAK]


@needs_root
@pytest.mark.parametrize(("service", "terminal"), UNATTENDED)
def test_root_who_is_enforced_upon_is_refused_by_an_unattended_program(machine, service, terminal):
    change = machine.change(
        *[WEAK] * 6, policy=POLICY, options="enforce_for_root", service=service, terminal=terminal, by=ROOT
    )
    assert change.dialogue == ["New password: ", REFUSED, *REASONS]
    assert change.status == "PAM_AUTHTOK_ERR"


@pytest.mark.parametrize("by", [USER, root])
@pytest.mark.parametrize(("service", "terminal"), UNATTENDED)
def test_unattended_password_that_is_accepted_passes_without_a_word(machine, service, terminal, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal, by=by)
    assert change.dialogue == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"
    assert change.tokens == [ACCEPTED]


def test_unattended_mismatch_is_not_asked_for_again(machine):
    change = machine.change(ACCEPTED, WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service="chpasswd")
    assert change.prompts == ["New password: ", "Retype new password: "]
    assert change.status == "PAM_AUTHTOK_ERR"


def test_person_whose_output_goes_to_a_file_may_try_again_and_no_suggestion_lands_there(machine):
    """`passwd >> log`: the prompts are at the terminal."""
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service="passwd", terminal="input")
    assert change.shown[0].startswith("Password rules: ")
    assert change.suggestions == []
    assert change.prompts == ["New password: ", "New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"


@pytest.mark.parametrize("service", ["passwd", "login", "sshd", "gdm-password"])
def test_no_suggestion_where_silence_is_asked_for(machine, service):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=True, silent=True)
    assert change.shown == []
    assert change.status == "PAM_SUCCESS"


@pytest.mark.parametrize(("service", "terminal"), ATTENDED)
def test_person_gets_rules_a_suggestion_and_another_try(machine, service, terminal):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal)
    assert change.shown[0].startswith("Password rules: ")
    assert len(change.suggestions) == 1
    assert change.prompts == ["New password: ", "New password: ", "Retype new password: "]
    assert change.status == "PAM_SUCCESS"
