"""Lists of forbidden passwords, with the real passwd and chpasswd."""

import os
import shutil
import sys

import pytest

from machine import OLD_PASSWORD, SUGGESTED, USER

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

from blocklists import LISTED, UNREADABLE, WITH_CAPITALS, WITH_CHANGES, build, change_byte, write

LIST = "/etc/security/common.blocklist"
WORD = "correct-horse-battery"
OTHER = "timely-nickel-course"
GOOD = "Seventeen-Lemons-9"
POLICY = f"rules = minlength: 12;\nusername =\nblocklist = {LIST}\n"
BOUND = POLICY + "enforce-for-root = yes\n"
BROKEN = "The password policy on this machine could not be applied, so the password was not changed."


@pytest.fixture
def words():
    """A list in the policy's folder, which is removed after the test."""
    yield write(LIST, build(WORD, *(f"not so common {number}" for number in range(1000))))
    os.unlink(LIST)


def logged(machine, text):
    return [line for line in machine.log if text in line]


@pytest.mark.parametrize(("password", "reason", "mode"), [
    # One that root alone may read is read by passwd.
    (WORD, LISTED, 0o600), (WORD.title(), WITH_CAPITALS, 0o644), ("C0rrect-H0rse-Battery!", WITH_CHANGES, 0o644),
    (WORD[::-1], WITH_CHANGES, 0o644),
])
def test_listed_password_is_refused_with_the_reason_and_the_suggestion_accepted(machine, words, password, reason, mode):
    os.chmod(LIST, mode)
    machine.policy(POLICY)
    result = machine.passwd(OLD_PASSWORD, password, SUGGESTED, SUGGESTED)
    assert f"This password is not acceptable:\n  - {reason}\nSuggestion (you can type this): " in result.text
    assert result.status == 0 and result.changed()
    [line] = logged(machine, "pam_passwordrules")
    assert line.endswith("new password for user alice refused: blocklist")
    assert not any(password[:5] in line or result.password[:5] in line for line in machine.log)


# A policy, and for each password by chpasswd what is said of it: nothing where it is accepted without a word.
@pytest.mark.parametrize(("policy", "said"), [
    (BOUND, {WORD: f"This password is not acceptable:\n  - {LISTED}\n", GOOD: ""}),
    (POLICY, {WORD: f"Warning: this password does not meet the policy:\n  - {LISTED}\n", GOOD: ""}),
    (f"rules = minlength: 12;\nenforce-for-root = yes\n[user {USER}]\nblocklist = exact {LIST}\n",
     {WORD: f"This password is not acceptable:\n  - {LISTED}\n", WORD.title(): ""}),
    (f"rules = minlength: 12;\nenforce-for-root = yes\n[user bob]\nblocklist = exact {LIST}\n", {WORD: ""}),
])
def test_chpasswd_is_refused_or_warned_as_the_policy_says(machine, words, policy, said):
    machine.policy(policy)
    for password, text in said.items():
        result = machine.chpasswd(password)
        assert text in result.text and bool(text) == bool(result.text)
        is_refused = text.startswith("This password is not acceptable")
        assert (result.status != 0, result.changed()) == (is_refused, not is_refused)


def test_list_that_somebody_cuts_off_refuses_every_change(machine, words):
    machine.policy(BOUND)
    assert machine.chpasswd(GOOD).status == 0
    size = os.path.getsize(LIST)
    os.truncate(LIST, size - 1)
    cause = f"blocklist {LIST} is damaged: it has {size - 1} bytes instead of {size}."
    for result in [machine.chpasswd(OTHER), machine.passwd()]:
        assert result.status != 0 and BROKEN in result.text
    lines = logged(machine, f"/etc/security/passwordrules.conf:3:13: {cause}")
    assert len(lines) == 2
    assert all(line.endswith("Password change for user alice refused.") for line in lines)
    write(LIST, build(WORD))
    assert machine.chpasswd(OTHER).status == 0


def test_damage_that_is_found_late_refuses_the_password_until_the_list_is_replaced(machine, words):
    write(LIST, change_byte(build(WORD), -1))
    machine.policy(BOUND)
    result = machine.chpasswd(GOOD)
    assert result.status != 0 and f"This password is not acceptable:\n  - {UNREADABLE}\n" in result.text
    assert logged(machine, "new password for user alice refused: blocklist-unreadable")
    write(LIST, build(OTHER))
    for password, is_refused in [(OTHER, True), (WORD, False), (GOOD, False)]:
        assert (machine.chpasswd(password).status != 0) == is_refused


def test_missing_list_refuses_unless_it_is_optional(machine):
    machine.policy(POLICY)
    result = machine.passwd()
    assert result.status != 0 and BROKEN in result.text
    assert logged(machine, f"blocklist {LIST} cannot be read: no such file.")
    machine.log.clear()
    machine.policy(POLICY.replace("= /", "= optional /"))
    result = machine.passwd(OLD_PASSWORD, WORD, WORD)
    assert result.status == 0 and result.changed()
    [line] = logged(machine, "pam_passwordrules")
    assert line.endswith("It is optional, so the new password of user alice is not compared with it.")


@pytest.mark.parametrize("password", ["Password123!", "Summer2024!", "passwordpasswordpassword"])
def test_what_everybody_tries_first_is_refused_by_the_policy_that_ships(machine, words, password):
    with open(os.path.join(ROOT, "pam", "passwordrules.conf")) as file:
        machine.policy(file.read().replace("/usr/share/passwordrules/common.blocklist", LIST))
    shutil.copy(os.path.join(ROOT, "build", "common.blocklist"), LIST)
    result = machine.passwd(OLD_PASSWORD, password, GOOD, GOOD)
    # Of the last, what is listed is what it repeats.
    assert "common or leaked password" in result.text
    assert result.status == 0 and result.changed()
