"""What administrators add to be stricter makes the policy stricter, for a real module: no line takes back another's demand.

Before, each place took that of the others, and none of these was warned of.
"""

import pytest
from blocklists import LISTED, build, write
from stig import STIG

LENGTH = "{} more characters needed ({} of 20)"
UPPER, DIGIT, SPECIAL = "needs an uppercase letter", "needs a digit", "needs a special character"
KINDS = "needs lowercase letters, uppercase letters, digits and other characters"


@pytest.fixture
def imported(people):
    """The policy that `passwordrules import` makes of it."""
    (people.directory / "pwquality.conf").write_text(STIG)
    done = people.accounts.run(
        people.programs / "passwordrules", "import", "pwquality", people.directory / "pwquality.conf")
    assert done.returncode == 0
    return done.stdout.decode()


def lacks(reasons, *starts):
    """Whether these are the reasons, and no others, by how they begin."""
    return len(reasons) == len(starts) and all(map(str.startswith, sorted(reasons), sorted(starts)))


@pytest.mark.parametrize("section", ["[group admins]", "[user bob]"])
def test_longer_minimum_for_some_keeps_the_classes_of_an_imported_policy(people, imported, section):
    people.write_policy(f"{imported}{section}\nrules = minlength: 20;\n")
    assert lacks(people.reasons("qzjxwvkbmnpqzjxwvkbmnp", user="bob"), KINDS, UPPER, DIGIT, SPECIAL)
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-q", user="bob"), LENGTH.format(3, 17))
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-qqqq", user="bob"), "the same character 4 times in a row")
    assert people.reasons("Qzjx-7wvk-Bnmq2-qzjx", user="bob") == []
    assert people.reasons("Qzjx-7wvk-Bnmq2-q", user="carol") == []
    assert people.reasons("qzjxwvkbmnpqzjxwvkbmnp", user="carol")


def test_all_groups_of_a_person_count(people, imported):
    """alice is in staff and in admins: the first section of one of her groups was the only one that applied."""
    people.write_policy(f"{imported}[group staff]\nretry = 2\n[group admins]\nrules = minlength: 20;\n")
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-q", user="alice"), LENGTH.format(3, 17))
    assert people.reasons("Qzjx-7wvk-Bnmq2-q", user="carol") == []


def test_rules_beside_a_preset_keep_the_limits_of_the_standard(people):
    people.write_policy("preset = cis-debian-12\nblocklist =\nrules = minlength: 20;\n")
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-q", user="bob"), LENGTH.format(3, 17))
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-qqqqz", user="bob"), "the same character 4 times in a row")
    assert people.reasons("Qzjx-7wvk-Bnmq2-abcdz", user="bob")
    assert people.reasons("Qzjx-7wvk-Bnmq2-qzjxz", user="bob") == []


def test_limit_for_a_group_keeps_the_length_of_everybody(people):
    people.write_policy(
        "rules = minlength: 20; required: digit; required: upper;\n[group root]\nrules = max-repeating: 2;\n")
    assert lacks(people.reasons("a", user="root"), LENGTH.format(19, 1), DIGIT, UPPER)
    assert lacks(people.reasons("Qzjx-7wvk-Bnmq2-qqqzj", user="root"), "the same character 3 times in a row")


def test_words_and_lists_of_a_drop_in_stand_beside_those_of_the_policy(people):
    common = write(people.directory / "common.list", build("qzjxwvkb"))
    local = write(people.directory / "local.list", build("zxqjbkvw"))
    people.write_policy(f"rules = minlength: 8\nblocklist = {common}\nwords = tulip\n")
    people.drop_in("10.conf", f"blocklist = {local}\nwords = gobbo\n")
    for password in ["qzjxwvkb", "zxqjbkvw"]:
        assert people.reasons(password, user="bob") == [LISTED]
    for password in ["qzj-Tulip-wvk", "qzj-g0bbo-wvk"]:
        assert lacks(people.reasons(password, user="bob"), "contains a word that is not allowed on this system")
    assert people.reasons("Kz7-qvTbx-wl", user="bob") == []


def test_line_of_a_service_adds_to_what_the_machine_demands(people):
    people.write_policy("rules = required: digit; minlength: 20\nusername = reject\n")
    reasons = people.reasons("qzjxwv-BOB", user="bob", options="rules=minlength:8")
    assert lacks(reasons, LENGTH.format(10, 10), DIGIT, "is or contains the user name")


@pytest.mark.parametrize("drop", ["rules =\nmin-classes =\n", "min-classes =\nrules = minlength: 40\nrules =\n"])
def test_only_an_empty_value_drops_what_others_demand(people, imported, drop):
    people.write_policy(f"{imported}[group admins]\n{drop}rules = minlength: 20;\n")
    assert people.reasons("qzjxwvkbmnpqzjxwvkbmnp", user="bob") == []
    assert lacks(people.reasons("qzjxwvkbmnpqzjxwv", user="bob"), LENGTH.format(3, 17))
    assert people.reasons("qzjxwvkbmnpqzjxwvkbmnp", user="carol")


def test_section_of_a_service_is_for_none_of_the_machines_accounts(people):
    """Before, heads could not name one; a database's role of a person's name is not that person."""
    people.write_policy(
        "rules = minlength: 8\n[service mariadb]\nrules = minlength: 40\n[service mariadb user bob]\nenforce = no\n"
        "[service mariadb group admins]\nrules =\nrules = minlength: 1\n")
    assert people.reasons("q", user="bob") == ["7 more characters needed (1 of 8)"]
    assert people.reasons("qzjxwvkb", user="bob") == []
