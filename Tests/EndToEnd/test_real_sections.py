"""Sections for users and groups, and drop-ins, with the real passwd and chpasswd."""

from machine import OLD_PASSWORD, USER

RULES = "rules = minlength: 12;\n"
LONG = "seventeen-is-long"


def test_supplementary_group_has_rules_of_its_own(machine):
    machine.group("keepers")
    machine.policy(RULES + "[group keepers]\nrules = minlength: 20;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG + "-enough", LONG + "-enough")
    assert "  - 3 more characters needed (17 of 20)\n" in result.text
    assert result.status == 0 and result.changed()


def test_user_beats_group_beats_everybody(machine):
    machine.group("keepers")
    machine.policy(RULES + f"[group keepers]\nrules = minlength: 20;\n[user {USER}]\nrules = minlength: 16;\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG)
    assert result.status == 0 and result.changed()


def test_chpasswd_is_told_the_rules_of_a_file_beside_the_main_one(machine):
    machine.policy(RULES)
    machine.drop_in("10-site.conf", "rules = minlength: 18;\n")
    # Root is warned only.
    result = machine.chpasswd(LONG)
    assert "1 more character needed (17 of 18)" in result.text
    assert result.status == 0 and result.changed()


def test_mistake_in_a_file_beside_the_main_one_refuses(machine):
    machine.policy(RULES)
    path = machine.drop_in("10-site.conf", "# local\nretries = 3\n")
    result = machine.passwd(OLD_PASSWORD, LONG, LONG)
    assert result.status != 0
    assert any(f'{path}:2:1: there is no key "retries"' in line for line in machine.log)


def test_names_in_disguise_are_refused(machine):
    machine.policy(RULES + "full-name = reject\n")
    result = machine.passwd(OLD_PASSWORD, "ecil@-in-wonderland", "Mrs-L1ddell-herself", LONG, LONG)
    assert "  - is or contains the user name\n" in result.text
    assert "  - is or contains a part of your full name\n" in result.text
    assert result.status == 0 and result.changed()
