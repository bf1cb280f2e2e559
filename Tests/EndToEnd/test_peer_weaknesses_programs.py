"""Where pam_pwquality and pam_passwdqc are weak and ours is not, before the real passwd and chpasswd.

| | weakness | test |
|---|---|---|
| 1 | one reason each try | test_passwd_says_all_reasons_at_once |
| 2 | a misspelt key weakens the policy, and nobody is told | test_misspelt_key_refuses_and_the_log_says_which |
| 4 | the default file is not read | test_default_file_is_read |
| 5 | drop-ins lose against the main file | test_drop_in_wins |
| 11 | suggestions for scripts, and another one at each try | test_suggestion_stays_the_same |
"""

import os

import pytest

from machine import FOLDER, OLD_PASSWORD, POLICY, USER
from test_past_bugs_programs import use_passwdqc

RULES = "rules = required: upper; required: digit; minlength: 12;\nenforce-for-root = yes\n"
GOOD = "Correct-Horse-9-Battery"


def test_passwd_says_all_reasons_at_once(machine):
    machine.policy(RULES + "suggest = no\n")
    result = machine.passwd(OLD_PASSWORD, "weak", GOOD, GOOD)
    assert result.status == 0 and result.changed()
    assert (
        "Not accepted yet:\n  - 8 more characters needed (4 of 12)\n  - needs an uppercase letter\n  - needs a digit\n"
        "New password: "
    ) in result.text


def test_misspelt_key_refuses_and_the_log_says_which(machine):
    machine.policy("rulez = minlength: 20\n" + RULES)
    for result in (machine.passwd(), machine.chpasswd("qzjxwvkb"), machine.chpasswd(GOOD)):
        assert result.status != 0 and "Please tell your administrator." in result.text
    expected = f'{POLICY}:1:1: there is no key "rulez"; did you mean "rules"? Password change for user {USER} refused.'
    assert sum(expected in line for line in machine.log) == 3


def test_default_file_is_read(machine):
    """The PAM line names no file, neither ours nor that of a peer's own profile."""
    machine.policy("rules = minlength: 40;\nenforce-for-root = yes\n")
    result = machine.chpasswd(GOOD)
    assert result.status != 0 and "  - 17 more characters needed (23 of 40)\n" in result.text
    os.remove(POLICY)
    result = machine.passwd()
    assert result.status != 0 and "Please tell your administrator." in result.text
    use_passwdqc()
    with open("/etc/passwdqc.conf", "w") as file:
        file.write("min=disabled,disabled,disabled,disabled,40\n")
    result = machine.chpasswd(GOOD)
    assert result.status == 0 and result.changed()


def test_drop_in_wins(machine):
    machine.policy(RULES)
    machine.drop_in("99-local.conf", "rules = minlength: 40;\n")
    assert os.listdir(FOLDER) == ["99-local.conf"]
    result = machine.chpasswd(GOOD)
    assert result.status != 0 and "  - 17 more characters needed (23 of 40)\n" in result.text


@pytest.mark.parametrize("style", ["readable", "words"])
def test_suggestion_stays_the_same(machine, style):
    machine.policy(RULES + f"suggest-style = {style}\n")
    result = machine.passwd(OLD_PASSWORD, "weak", "weaker", "weakest")
    suggested = [line for line in result.text.splitlines() if line.startswith("Suggestion: ")]
    assert result.status != 0 and len(suggested) == 3 and len(set(suggested)) == 1
