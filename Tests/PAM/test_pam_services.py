"""Programs that answer every prompt themselves: their output ends up in logs."""

import pytest
from transaction import (
    ACCEPTED, NEW, POLICY, REASONS, REFUSED, RETYPE, ROOT, RULES, SETUID, USER, WARNED, WEAK,
)

unattended = pytest.mark.parametrize(("service", "terminal"), [
    ("chpasswd", False), ("chpasswd", True), ("newusers", False), ("newusers", True), ("passwd", False)])
ATTENDED = [
    ("passwd", True), ("login", False), ("gdm-password", False), ("sshd", True), ("sshd", False), ("su", True),
    ("chpasswd2", False),
    ("pass", False)]


@unattended
@pytest.mark.parametrize(("by", "options", "is_refused"), [
    (USER, "", True), (SETUID, "", True), (USER, "suggest=yes retry=5", True), (ROOT, "enforce_for_root", True),
    (ROOT, "", False),
])
def test_unattended_program_is_told_the_reasons_once_and_gets_no_suggestion(machine, service, terminal, by, options, is_refused):
    """Nor the rules: chpasswd prints information to standard output."""
    change = machine.change(*[WEAK] * 6, policy=POLICY, options=options, service=service, terminal=terminal, by=by)
    refused, warned = [f"alice: {REFUSED}"], ["alice: Warning: this does not meet the", "policy:"]
    # Whose password, where there are many.
    if service == "passwd":
        refused, warned = [REFUSED], [WARNED]
    assert change.dialogue == ([NEW, *refused, *REASONS] if is_refused else [NEW, *warned, *REASONS, RETYPE])
    assert (change.status, change.tokens) == (("PAM_AUTHTOK_ERR", [None]) if is_refused else ("PAM_SUCCESS", [WEAK]))


@unattended
@pytest.mark.parametrize("by", [USER, ROOT])
def test_unattended_password_that_is_accepted_passes_without_a_word(machine, service, terminal, by):
    change = machine.change(ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal, by=by)
    assert (change.dialogue, change.status, change.tokens) == ([NEW, RETYPE], "PAM_SUCCESS", [ACCEPTED])


def test_unattended_mismatch_is_not_asked_for_again(machine):
    change = machine.change(ACCEPTED, WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service="chpasswd")
    assert (change.prompts, change.status) == ([NEW, RETYPE], "PAM_AUTHTOK_ERR")


@pytest.mark.parametrize(("service", "terminal", "silent", "has_rules", "has_suggestion"), [
    *((service, terminal, False, True, True) for service, terminal in ATTENDED),
    # `passwd >> log`: the prompts are at the terminal.
    ("passwd", "input", False, True, False),
    *((service, True, True, False, False) for service in ["passwd", "login", "sshd", "gdm-password"]),
])
def test_person_may_try_again_and_is_shown_what_no_file_gets(machine, service, terminal, silent, has_rules, has_suggestion):
    change = machine.change(WEAK, ACCEPTED, ACCEPTED, policy=POLICY, service=service, terminal=terminal, silent=silent)
    assert (change.prompts, change.status) == ([NEW, NEW, RETYPE], "PAM_SUCCESS")
    assert change.texts("info")[: len(RULES)] == (RULES if has_rules else [])
    assert len(change.suggestions) == has_suggestion
    assert change.texts("error") == ([] if silent else [REFUSED, *REASONS])
