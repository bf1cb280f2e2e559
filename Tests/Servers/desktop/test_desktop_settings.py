"""gnome-control-center, unmodified, obeys the policy with our library in place of libpwquality's: what it
shows, and which passwords it allows.
"""

import re

import pytest
from desktop import OTHER
from oracle import BROKEN_FOR_USERS, LIST_PATH, POLICY, POLICY_PATH, mend, passwords, verdicts
from settings_app import COMMON, LONGER, NO_WORDS, USERNAME, OthersPassword, Shown, lets_set

# Typing and reading take minutes, and so does downloading the programs.
pytestmark = pytest.mark.long

GOOD, WEAK = "kizzek-4ohjur-qiThor", "weak"
# Passwords, and the hint that Settings shows for each.
HINTS = {
    WEAK: LONGER, "password1": LONGER, "Password1234": COMMON, "bob-horse-1865-tea": USERNAME,
    "Builder-horse-1865-tea": "Try to avoid using your name in the password.",
    "Acme-horse-1865-tea": "Try to avoid some of the words included in the password.",
    "horses-drink-tea": "Try to use more numbers.", "mmmaple-horse-1865-tea": "Try to avoid repeating the same character.",
    GOOD: NO_WORDS,
}
# Only ASCII, because other characters cannot be typed on every keyboard.
SAMPLE = [password for password in passwords(60) if password.isascii()][:24]


@pytest.fixture(scope="module")
def dialogue(desktop):
    with OthersPassword(desktop) as running:
        yield running


@pytest.fixture
def debian(desktop):
    """With the policy as it was, afterwards."""
    whole = desktop.debian.path(LIST_PATH).read_bytes()
    yield desktop.debian
    mend(desktop.debian, whole)


@pytest.mark.parametrize("password, hint", HINTS.items())
def test_hint_matches_the_reason(dialogue, password, hint):
    def is_expected(shown):
        return (shown.hint, shown.can_be_set) == (hint, password == GOOD) and (
            shown.level >= 3 if password == GOOD else shown.level == 1)

    assert is_expected(dialogue.type(password, until=is_expected))


def test_policy_that_cannot_be_applied_refuses(dialogue, debian):
    """The dialogue stays open: the program goes on, and accepts passwords once the fault is repaired. It has
    no message for this, so the log has one.
    """
    whole = debian.path(LIST_PATH).read_bytes()
    assert dialogue.type(GOOD, until=lets_set(True)).can_be_set
    refused = Shown(1, NO_WORDS, False)
    damaged, mended = {}, {}
    for fault, (damage, logged) in BROKEN_FOR_USERS.items():
        damage(debian)
        damaged[fault] = dialogue.type_once(GOOD, until=refused)
        assert re.search(f"gnome-control-center.*{logged}.*passwordrules policy --check", debian.log()[-1])
        mend(debian, whole)
        mended[fault] = dialogue.type_once(GOOD, until=lets_set(True)).can_be_set
    assert damaged == dict.fromkeys(BROKEN_FOR_USERS, refused)
    assert mended == dict.fromkeys(BROKEN_FOR_USERS, True)


@pytest.mark.parametrize("enforce, level, hint", [("warn", 2, LONGER), ("audit", 3, NO_WORDS), ("no", 3, NO_WORDS)])
def test_unenforced_policy_allows_weak_passwords(dialogue, debian, enforce, level, hint):
    debian.write(POLICY_PATH, POLICY + f"enforce = {enforce}\n")
    expected = Shown(level, hint, True)
    assert dialogue.type(WEAK, until=expected) == expected


def test_verdicts_are_the_tools(dialogue):
    given = verdicts(dialogue.desktop.debian, SAMPLE, user=OTHER)
    expected = {password: verdict.is_accepted for password, verdict in zip(SAMPLE, given, strict=True)}
    assert {password: dialogue.type(password, until=lets_set(can)).can_be_set for password, can in expected.items()} == expected
