"""Calamares and Seahorse, unmodified, which read no configuration: what they set themselves counts, by our library as by
Debian's.
"""

import installer
import keyring_app
import pytest
from oracle import BROKEN_FOR_USERS, LIST_PATH, mend

# Typing and reading take minutes, and so does downloading the programs.
pytestmark = pytest.mark.long

GOOD, WEAK = "kizzek-4ohjur-qiThor", "weak"
SETTINGS = ["minlen=12", "minclass=2"]
LISTED = "The password fails the dictionary check - it is a common or leaked password"
NO_LIST = "Opening the configuration file failed"
WHAT_TO_DO = '"passwordrules policy --check" shows everything that is wrong with it.'


@pytest.fixture(params=["ours", "Debian's"])
def either(request):
    """A desktop with our library, and one with Debian's."""
    return request.getfixturevalue("desktop" if request.param == "ours" else "debians_desktop")


def test_installer_goes_by_its_own_settings(either):
    with installer.Installer(either, *SETTINGS) as page:
        for password, text in [(WEAK, "The password is shorter than 12 characters"),
                               ("horsesdrinkingtea", "The password contains fewer than 2 character classes"), (GOOD, ""),
                               # No account of the machine it runs on, nor the policy of that.
                               ("bob-horse-1865-tea", ""), ("Acme-horse-1865-tea", "")]:
            assert page.type(password) == installer.Shown(text, not text)
        # Debian's says so by a low score.
        assert page.type("Password1234") in [installer.Shown(text, False) for text in (LISTED, "Password is too weak")]


def test_installer_needs_the_list_alone(desktop):
    whole = desktop.debian.path(LIST_PATH).read_bytes()
    damaged, mended = {}, {}
    with installer.Installer(desktop, *SETTINGS) as page:
        for fault, (damage, _) in BROKEN_FOR_USERS.items():
            damage(desktop.debian)
            damaged[fault] = page.type(GOOD)
            mend(desktop.debian, whole)
            mended[fault] = page.type(GOOD).can_go_on
    refused, accepted = installer.Shown(NO_LIST, False), installer.Shown("", True)
    assert damaged == {fault: refused if fault.startswith("list") else accepted for fault in BROKEN_FOR_USERS}
    assert mended == dict.fromkeys(BROKEN_FOR_USERS, True)


def test_keyring_shows_our_words(desktop):
    whole = desktop.debian.path(LIST_PATH).read_bytes()
    with keyring_app.Keyring(desktop) as dialogue:
        for password, warning in [("weak", "4 more characters needed (4 of 8); is a common or leaked password"),
                                  ("Password123456", "is too similar to a common or leaked password")]:
            assert dialogue.type(password) == keyring_app.Shown(1, warning)
        shown = dialogue.type(GOOD)
        assert shown.level >= 3 and shown.warning == ""
        desktop.debian.path(LIST_PATH).unlink()
        shown = dialogue.type(GOOD)
        mend(desktop.debian, whole)
        assert shown.level == 1 and shown.warning.endswith(WHAT_TO_DO)
        assert dialogue.type(GOOD).warning == ""
