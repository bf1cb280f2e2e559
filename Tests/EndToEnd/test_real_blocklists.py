"""Lists of forbidden passwords, with the real passwd and chpasswd."""

import os
import shutil
import subprocess
import sys

import pytest

from machine import OLD_PASSWORD, SUGGESTED, USER

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

from blocklists import (
    EXACT, LISTED, UNREADABLE, WITH_CAPITALS, WITH_CHANGES, build, change_byte, write,
)

LIST = "/etc/security/common.blocklist"
WORD = "correct-horse-battery"
OTHER = "timely-nickel-course"
GOOD = "Seventeen-Lemons-9"
POLICY = f"rules = minlength: 12;\nusername =\nblocklist = {LIST}\n"
ENFORCED = POLICY + "enforce-for-root = yes\n"
BROKEN = "The password policy of this machine cannot be read, so the password was not changed."


@pytest.fixture
def words(machine):
    """A list in the policy's folder, which is removed after the test."""
    yield write(LIST, build(WORD, *(f"not so common {number}" for number in range(1000))))
    os.unlink(LIST)


def logged(machine, text):
    return [line for line in machine.log if text in line]


@pytest.mark.parametrize(("password", "reason"), [
    (WORD, LISTED), (WORD.title(), WITH_CAPITALS), ("C0rrect-H0rse-Battery!", WITH_CHANGES), (WORD[::-1], WITH_CHANGES),
])
def test_listed_password_is_refused_with_the_reason_and_another_accepted(machine, words, password, reason):
    machine.policy(POLICY)
    result = machine.passwd(OLD_PASSWORD, password, GOOD, GOOD)
    assert f"Not accepted yet:\n  - {reason}\nSuggestion: " in result.text
    assert result.status == 0 and result.changed()
    [line] = logged(machine, "pam_passwordrules")
    assert line.endswith("new password for user alice refused: blocklist")
    assert not any(password[:5] in line or GOOD[:5] in line for line in machine.log)


def test_suggestion_after_a_listed_password_is_accepted(machine, words):
    machine.policy(POLICY)
    result = machine.passwd(OLD_PASSWORD, WORD, SUGGESTED, SUGGESTED)
    assert result.status == 0 and result.changed()


def test_chpasswd_is_refused_a_listed_password_where_the_policy_binds_root(machine, words):
    machine.policy(ENFORCED)
    result = machine.chpasswd(WORD)
    assert result.status != 0 and not result.changed()
    assert f"Not accepted yet:\n  - {LISTED}\n" in result.text
    result = machine.chpasswd(GOOD)
    assert result.status == 0 and result.changed()


def test_chpasswd_by_root_is_warned_elsewhere(machine, words):
    machine.policy(POLICY)
    result = machine.chpasswd(WORD)
    assert result.status == 0 and result.changed()
    assert f"Warning: this password does not meet the policy:\n  - {LISTED}\n" in result.text


def test_list_of_a_section_is_for_its_users(machine, words):
    machine.policy(f"rules = minlength: 12;\nenforce-for-root = yes\n[user {USER}]\nblocklist = exact {LIST}\n")
    assert machine.chpasswd(WORD).status != 0
    assert machine.chpasswd(WORD.title()).status == 0
    machine.policy(f"rules = minlength: 12;\nenforce-for-root = yes\n[user bob]\nblocklist = exact {LIST}\n")
    assert machine.chpasswd(WORD).status == 0


def test_list_that_is_replaced_counts_from_the_next_change_on(machine, words):
    machine.policy(ENFORCED)
    assert machine.chpasswd(WORD).status != 0
    assert machine.chpasswd(OTHER).status == 0
    write(LIST, build(OTHER, match=EXACT))
    assert machine.chpasswd(OTHER).status != 0
    assert machine.chpasswd(WORD).status == 0
    assert machine.chpasswd(OTHER.title()).status == 0


def test_list_that_somebody_cuts_off_refuses_every_change(machine, words):
    machine.policy(ENFORCED)
    assert machine.chpasswd(GOOD).status == 0
    size = os.path.getsize(LIST)
    os.truncate(LIST, size - 1)
    cause = f"blocklist {LIST} is damaged: it has {size - 1} bytes, and should have {size}."
    for result in [machine.chpasswd(OTHER), machine.passwd()]:
        assert result.status != 0 and BROKEN in result.text
    lines = logged(machine, f"/etc/security/passwordrules.conf:3:13: {cause}")
    assert len(lines) == 2
    assert all(line.endswith("Password change for user alice refused.") for line in lines)
    write(LIST, build(WORD))
    assert machine.chpasswd(OTHER).status == 0


def test_missing_list_refuses_unless_it_is_optional(machine):
    machine.policy(POLICY)
    result = machine.passwd()
    assert result.status != 0 and BROKEN in result.text
    assert logged(machine, f"blocklist {LIST} cannot be read: there is no such file.")
    machine.log.clear()
    machine.policy(POLICY.replace("= /", "= optional /"))
    result = machine.passwd(OLD_PASSWORD, WORD, WORD)
    assert result.status == 0 and result.changed()
    [line] = logged(machine, "pam_passwordrules")
    assert line.endswith("It is optional, so the new password of user alice is not compared with it.")


def test_damage_that_is_found_late_refuses_the_password(machine, words):
    write(LIST, change_byte(build(WORD), -1))
    machine.policy(POLICY + "retry = 1\n")
    result = machine.passwd(OLD_PASSWORD, GOOD)
    assert result.status != 0 and not result.changed()
    assert f"Not accepted yet:\n  - {UNREADABLE}\n" in result.text
    assert logged(machine, "new password for user alice refused: blocklist-unreadable")


def test_list_that_only_root_may_read_is_read_by_passwd(machine, words):
    os.chmod(LIST, 0o600)
    machine.policy(POLICY)
    result = machine.passwd(OLD_PASSWORD, WORD, GOOD, GOOD)
    assert f"  - {LISTED}\n" in result.text
    assert result.status == 0 and result.changed()


def test_tool_says_what_passwd_says(machine, words):
    machine.policy(POLICY)
    tool = os.path.join(os.path.dirname(machine.module), "passwordrules")
    passwords = [WORD, WORD.title(), "c0rrect-h0rse-battery", GOOD]
    done = subprocess.run([tool, "check", "--user", USER], input="\n".join(passwords) + "\n", capture_output=True,
                          text=True, timeout=30)
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.splitlines() == [
        f"rejected: {LISTED}", f"rejected: {WITH_CAPITALS}", f"rejected: {WITH_CHANGES}", "accepted",
    ]


# ---- The policy that ships ----


@pytest.mark.parametrize("password", [
    "Password123!", "Summer2024!", "P@ssw0rd123", "qwertyuiop123", "Abcd1234!", "passwordpasswordpassword",
])
def test_what_everybody_tries_first_is_refused_with_the_list_that_is_built(machine, password):
    with open(os.path.join(ROOT, "pam", "passwordrules.conf")) as file:
        machine.policy(file.read().replace("/usr/share/passwordrules/common.blocklist", LIST))
    shutil.copy(os.path.join(ROOT, "build", "common.blocklist"), LIST)
    result = machine.passwd(OLD_PASSWORD, password, GOOD, GOOD)
    assert f"  - {LISTED}" in result.text
    assert result.status == 0 and result.changed()
    os.unlink(LIST)
