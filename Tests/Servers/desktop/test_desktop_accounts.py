"""gnome-control-center, unmodified, sets passwords of others without PAM: it gives accountsservice a hash."""

import pytest
import terminal
from desktop import OTHER
from settings_app import COMMON, LONGER, USERNAME, NewUser, OthersPassword, Shown, lets_set

# Typing and reading take minutes, and so does downloading the programs.
pytestmark = pytest.mark.long

GOOD, WEAK = "kizzek-4ohjur-qiThor", "weak"
# Debian's library accepts these with its default configuration.
ACCEPTED_BY_DEBIANS = ["bob-horse-1865-tea", "Acme-horse-1865-tea", "horses-drink-tea"]


def wait_until_stored(desktop, user, password):
    desktop.wait_for(lambda: terminal.is_stored(desktop.debian.read("/etc/shadow"), user, password), f"{user}'s password")


def test_password_of_another_user_is_set(desktop):
    with OthersPassword(desktop) as dialogue:
        assert not dialogue.type(WEAK, until=lets_set(False)).can_be_set
        assert dialogue.type(GOOD, until=lets_set(True)).can_be_set
        dialogue.set()
        wait_until_stored(desktop, OTHER, GOOD)


def test_password_of_a_new_user_is_checked(desktop):
    with NewUser(desktop) as dialogue:
        for password, hint in [(WEAK, LONGER), ("Password1234", COMMON), ("cleowriter-horse-1865-tea", USERNAME)]:
            expected = Shown(1, hint, False)
            assert dialogue.type(password, until=expected) == expected
        assert dialogue.type(GOOD, until=lets_set(True)).can_be_set
        dialogue.set()
        wait_until_stored(desktop, "cleowriter", GOOD)


def test_without_our_library_other_passwords_can_be_set(debians_desktop):
    with OthersPassword(debians_desktop) as dialogue:
        expected = {WEAK: False} | dict.fromkeys(ACCEPTED_BY_DEBIANS, True)
        assert {password: dialogue.type(password, until=lets_set(can)).can_be_set
                for password, can in expected.items()} == expected
