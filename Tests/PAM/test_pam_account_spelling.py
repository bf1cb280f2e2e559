"""Which section applies: the one with the account's own spelling, and not with what was typed."""

import pytest

POLICY = "rules = minlength: 4\nretry = 1\nsuggest = no\n"
SECTIONS = {"user": "[user alice]\nrules = minlength: 40\n", "group": "[group staff]\nrules = minlength: 40\n"}
PASSWORD = "Vq7%kWz2!xRj"


@pytest.fixture
def folding(compiled):
    """The command under which the databases find a user in whatever case the name is typed."""
    return ("env", f"LD_PRELOAD={compiled('folding_accounts.so', 'dl')}")


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("typed", ["alice", "ALICE", "Alice"])
def test_section_is_not_shaken_off_by_another_spelling(people, folding, typed, section):
    """Before, [user alice] did not apply to a user who typed ALICE."""
    change = people.change(PASSWORD, PASSWORD, policy=POLICY + SECTIONS[section], user=typed, command=folding)
    assert change.texts("error") == ["This password is not acceptable:", "  - 28 more characters needed (12 of 40)"]
    assert change.tokens == [None]


@pytest.mark.parametrize("typed", ["ALICE", "bob", "ghost"])
def test_section_is_for_the_account_of_this_name_alone(people, typed):
    """If the databases have no ALICE, the section of alice does not apply."""
    change = people.change(PASSWORD, PASSWORD, policy=POLICY + SECTIONS["user"], user=typed)
    assert change.tokens == [PASSWORD]


def test_section_for_a_name_that_no_account_has_still_applies(people):
    change = people.change(PASSWORD, policy=POLICY + SECTIONS["user"].replace("alice", "ghost"), user="ghost")
    assert change.tokens == [None]
