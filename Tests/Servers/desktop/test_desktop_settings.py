"""gnome-control-center, unmodified, obeys the policy with our library in libpwquality's place: what it shows, and what it lets be
set.
"""

import pytest
import terminal
from desktop import OTHER
from oracle import BROKEN_FOR_USERS, LIST_PATH, POLICY, POLICY_PATH, mend, passwords, verdicts
from settings_app import FULL_NAMES, NewUser, OthersPassword, Shown

GOOD, WEAK = "kizzek-4ohjur-qiThor", "weak"
# Its own words, by the reason that counts.
LONGER = "Password needs to be longer. Try to add more letters, numbers and punctuation."
COMMON = "Try to avoid common words."
USERNAME = "A password without your user name would be stronger."
NO_WORDS = "Adding more letters, numbers and punctuation will make the password stronger."
HINTS = {
    WEAK: LONGER, "password1": LONGER, "Password1234": COMMON, "bob-horse-1865-tea": USERNAME,
    "Builder-horse-1865-tea": "Try to avoid using your name in the password.",
    "Acme-horse-1865-tea": "Try to avoid some of the words included in the password.",
    "horses-drink-tea": "Try to use more numbers.", "mmmaple-horse-1865-tea": "Try to avoid repeating the same character.",
    GOOD: NO_WORDS,
}
# Debian's library has nothing to say against these, with the defaults that its configuration has.
DEBIANS_LETS_PASS = ["bob-horse-1865-tea", "Acme-horse-1865-tea", "horses-drink-tea"]
# Those with other characters are not typed alike on all keyboards.
SAMPLE = [password for password in passwords(80) if password.isascii()][:30]


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
def test_hint_is_that_of_the_reason(dialogue, password, hint):
    shown = dialogue.type(password)
    assert (shown.hint, shown.can_be_set) == (hint, password == GOOD)
    assert shown.level >= 3 if password == GOOD else shown.level == 1


def test_policy_that_cannot_be_applied_refuses(dialogue, debian):
    """While the dialogue is open: the program goes on, and so do passwords as soon as all is well again."""
    whole = debian.path(LIST_PATH).read_bytes()
    assert dialogue.type(GOOD).can_be_set
    damaged, mended = {}, {}
    for fault, (damage, _) in BROKEN_FOR_USERS.items():
        damage(debian)
        damaged[fault] = dialogue.type_once(GOOD)
        mend(debian, whole)
        mended[fault] = dialogue.type_once(GOOD).can_be_set
    assert damaged == dict.fromkeys(BROKEN_FOR_USERS, Shown(1, NO_WORDS, False))
    assert mended == dict.fromkeys(BROKEN_FOR_USERS, True)


@pytest.mark.parametrize("enforce, level, hint", [("warn", 2, LONGER), ("audit", 3, NO_WORDS), ("no", 3, NO_WORDS)])
def test_policy_that_is_not_enforced_lets_be_set(dialogue, debian, enforce, level, hint):
    debian.write(POLICY_PATH, POLICY + f"enforce = {enforce}\n")
    assert dialogue.type(WEAK) == Shown(level, hint, True)


@pytest.mark.long
def test_verdicts_are_the_tools(dialogue):
    expected = verdicts(dialogue.desktop.debian, SAMPLE, user=OTHER, full_name=FULL_NAMES[OTHER])
    assert {password: dialogue.type(password).can_be_set for password in SAMPLE} == {
        password: verdict.is_accepted for password, verdict in zip(SAMPLE, expected, strict=True)}


# ---- What is set ----


def test_password_of_another_person(desktop):
    """Not by PAM: accountsservice is given a hash."""
    with OthersPassword(desktop) as dialogue:
        assert not dialogue.type(WEAK).can_be_set
        assert dialogue.type(GOOD).can_be_set
        dialogue.set()
        desktop.wait_for(lambda: terminal.is_stored(desktop.debian.read("/etc/shadow"), OTHER, GOOD), "the password")


def test_password_of_a_person_without_an_account(desktop):
    with NewUser(desktop) as dialogue:
        for password, hint in [(WEAK, LONGER), ("Password1234", COMMON), ("cleowriter-horse-1865-tea", USERNAME)]:
            shown = dialogue.type(password)
            assert (shown.level, shown.hint, shown.can_be_set) == (1, hint, False)
        assert dialogue.type(GOOD).can_be_set
        dialogue.set()
        desktop.wait_for(lambda: terminal.is_stored(desktop.debian.read("/etc/shadow"), "cleowriter", GOOD), "the password")


def test_without_our_library_other_passwords_can_be_set(debians_desktop):
    with OthersPassword(debians_desktop) as dialogue:
        assert [dialogue.type(password).can_be_set for password in (WEAK, *DEBIANS_LETS_PASS)] == [False, True, True, True]
