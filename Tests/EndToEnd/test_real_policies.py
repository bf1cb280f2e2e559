"""The real passwd and all that a policy knows of: the old password, the account, sections, drop-ins, alternatives."""

import os
import shutil

import pytest

from machine import OLD_PASSWORD, POLICY, SUGGESTED

GOOD = "Correct-Horse-9-Battery"
FOLDER = POLICY + ".d"


@pytest.fixture
def folder(machine):
    """The folder of the policy, which goes with the test."""
    os.mkdir(FOLDER, 0o755)
    yield lambda name, text: write(os.path.join(FOLDER, name), text)
    shutil.rmtree(FOLDER)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o644)


@pytest.mark.parametrize(("password", "reason"), [
    (OLD_PASSWORD, "is the old password"), (OLD_PASSWORD.upper(), "is the old password with other capitals"),
    (OLD_PASSWORD[::-1], "is the old password backwards"),
    (OLD_PASSWORD + "2", "contains the old password, or is contained in it"),
])
def test_old_password_over_again_is_refused(machine, password, reason):
    machine.policy("rules = minlength: 4;\nusername =\nretry = 2\n")
    result = machine.passwd(OLD_PASSWORD, password, GOOD, GOOD)
    assert f"Not accepted yet:\n  - {reason}\n" in result.text
    assert result.status == 0 and result.changed()


def test_names_of_the_account_are_refused_and_the_suggestion_is_accepted(machine):
    machine.policy("rules = minlength: 4;\nusername = reject\nfull-name = reject\nold-password-changes = 6\n")
    result = machine.passwd(OLD_PASSWORD, "my-ecilA-Liddell", "Old-Passw9rd-0f-Alicf", SUGGESTED, SUGGESTED)
    assert "  - is or contains the user name\n  - is or contains a part of your full name\n" in result.text
    assert "  - too much like the old password: 3 characters changed (6 needed)\n" in result.text
    assert result.status == 0 and result.changed()


def test_root_who_does_not_type_the_old_password_is_not_held_to_it(machine):
    machine.policy("rules = minlength: 4;\nusername =\nenforce-for-root = yes\n")
    result = machine.passwd(OLD_PASSWORD, OLD_PASSWORD, by_root=True)
    assert result.status == 0 and result.changed()


def test_sections_and_files_of_the_folder_count(machine, folder):
    machine.policy("rules = minlength: 4;\nretry = 1\n[group alice]\nrules = minlength: 6;\n")
    folder("10.conf", "[user alice]\nrules = minlength: 30;\n")
    result = machine.passwd(OLD_PASSWORD, GOOD)
    assert result.status != 0 and "  - 7 more characters needed (23 of 30)\n" in result.text
    folder("20.conf", "[user alice]\nenforce = audit\n")
    result = machine.passwd(OLD_PASSWORD, GOOD, GOOD)
    assert result.status == 0 and result.changed()
    assert any(line.endswith("accepted (enforce = audit): it does not meet the policy") for line in machine.log)


def test_broken_file_of_the_folder_refuses_and_the_log_says_where(machine, folder):
    machine.policy("rules = minlength: 4;\n")
    folder("10.conf", "# first\nretyr = 3\n")
    result = machine.passwd()
    assert result.status != 0 and "Please tell your administrator." in result.text
    expected = f'{FOLDER}/10.conf:2:1: there is no key "retyr"; did you mean "retry"? Password change for user alice'
    assert any(expected + " refused." in line for line in machine.log)


def test_alternatives_are_listed_and_either_is_accepted(machine):
    machine.policy("rules = minlength: 20;\nor = minlength: 8; min-classes: 4;\nretry = 2\n")
    result = machine.passwd(OLD_PASSWORD, "qzjxwvk", "Qzj-xwv7", "Qzj-xwv7")
    assert (
        "Password rules: one of these:\n  - 20 characters or more.\n"
        "  - 8 characters or more; all of: lowercase letters, uppercase letters,\n    digits, other characters.\n"
    ) in result.text
    assert "  - or meet the other of the 2 sets of rules\n" in result.text
    assert result.status == 0 and result.changed()
