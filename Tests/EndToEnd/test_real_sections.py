"""Sections for users and groups, and drop-ins, with the real passwd and chpasswd."""

import os
import subprocess

from machine import OLD_PASSWORD, USER

RULES = "rules = minlength: 12;\n"
LONG = "seventeen-is-long"


def test_supplementary_group_has_rules_of_its_own(machine):
    machine.group("keepers")
    machine.policy(RULES + "[group keepers]\nrules = minlength: 20;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG + "-enough", LONG + "-enough")
    assert "  - 3 more characters needed (17 of 20)\n" in result.text
    assert result.status == 0 and result.changed()


def test_section_of_a_user_takes_nothing_from_that_of_a_group(machine):
    machine.group("keepers")
    machine.policy(RULES + f"[group keepers]\nrules = minlength: 20;\n[user {USER}]\nrules = minlength: 16;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG + "-enough", LONG + "-enough")
    assert "  - 3 more characters needed (17 of 20)\n" in result.text
    assert result.status == 0 and result.changed()


def test_section_of_a_user_may_drop_what_a_group_demands(machine):
    machine.group("keepers")
    machine.policy(RULES + f"[group keepers]\nrules = minlength: 20;\n[user {USER}]\nrules =\nrules = minlength: 16;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG)
    assert result.status == 0 and result.changed()


def test_longer_minimum_for_a_group_keeps_what_an_imported_policy_demands(machine, tmp_path):
    """Before, members of the group needed no digit, no capital and no sign any more."""
    (tmp_path / "pwquality.conf").write_text("minlen = 15\ndcredit = -1\nucredit = -1\nmaxrepeat = 3\ndictcheck = 0\n")
    tool = os.path.join(os.path.dirname(machine.module), "passwordrules")
    imported = subprocess.run(
        [tool, "import", "pwquality", tmp_path / "pwquality.conf"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
    machine.group("keepers")
    # pwquality's default is one try.
    machine.policy(imported.decode() + "[group keepers]\nrules = minlength: 20;\nretry = 3\n")
    good = "Twenty-characters-are-2-more"
    result = machine.passwd(OLD_PASSWORD, LONG + "-enough", "Eighteen-chars-18", good, good)
    assert "  - needs an uppercase letter\n" in result.text and "  - needs a digit\n" in result.text
    assert "  - 3 more characters needed (17 of 20)\n" in result.text
    assert result.status == 0 and result.changed()


def test_chpasswd_is_told_the_rules_of_a_file_beside_the_main_one(machine):
    machine.policy(RULES)
    machine.drop_in("10-site.conf", "rules = minlength: 18;\n")
    # Root is warned only.
    result = machine.chpasswd(LONG)
    assert "1 more character needed (17 of 18)" in result.text
    assert result.status == 0 and result.changed()


def test_weaker_file_beside_the_main_one_weakens_nothing(machine):
    machine.policy("rules = minlength: 18;\n")
    machine.drop_in("10-site.conf", "rules = minlength: 4;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG + "-enough", LONG + "-enough")
    assert "  - 1 more character needed (17 of 18)\n" in result.text
    assert result.status == 0 and result.changed()


def test_mistake_in_a_file_beside_the_main_one_refuses(machine):
    machine.policy(RULES)
    path = machine.drop_in("10-site.conf", "# local\nretries = 3\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG)
    assert result.status != 0
    assert any(f'{path}:2:1: there is no key "retries"' in line for line in machine.log)


def test_names_in_disguise_are_refused(machine):
    machine.policy(RULES + "username = reject\nfull-name = reject\n")
    result = machine.passwd(OLD_PASSWORD, "ecil@-in-wonderland", "Mrs-L1ddell-herself", LONG, LONG)
    assert "  - is or contains the user name\n" in result.text
    assert "  - is or contains a part of your full name\n" in result.text
    assert result.status == 0 and result.changed()
