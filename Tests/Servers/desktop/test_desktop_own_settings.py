"""Calamares and Seahorse, unmodified, which read no configuration: what they set themselves counts, by our
library as by Debian's.
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


@pytest.fixture
def whole_list(desktop):
    """The bytes of the list. Afterwards, the policy and the list are as they were."""
    whole = desktop.debian.path(LIST_PATH).read_bytes()
    yield whole
    mend(desktop.debian, whole)


def test_installer_uses_its_own_settings(either):
    with installer.Installer(either, *SETTINGS) as page:
        for password, text in [(WEAK, "The password is shorter than 12 characters"),
                               ("horsesdrinkingtea", "The password contains fewer than 2 character classes"), (GOOD, ""),
                               # The accounts and the policy of the machine that runs the installer do not matter.
                               ("bob-horse-1865-tea", ""), ("Acme-horse-1865-tea", "")]:
            expected = installer.Shown(text, not text)
            assert page.type(password, until=expected) == expected
        # With Debian's library, the installer refuses this password for its low score.
        refusals = [installer.Shown(text, False) for text in (LISTED, "Password is too weak")]
        assert page.type("Password1234", until=lambda shown: shown in refusals) in refusals


def test_installer_needs_the_list_alone(desktop, whole_list):
    refused, accepted = installer.Shown(NO_LIST, False), installer.Shown("", True)
    expected = {fault: refused if fault.startswith("list") else accepted for fault in BROKEN_FOR_USERS}
    damaged, mended = {}, {}
    with installer.Installer(desktop, *SETTINGS) as page:
        for fault, (damage, _) in BROKEN_FOR_USERS.items():
            damage(desktop.debian)
            damaged[fault] = page.type(GOOD, until=expected[fault])
            mend(desktop.debian, whole_list)
            mended[fault] = page.type(GOOD, until=lambda shown: shown.can_go_on).can_go_on
    assert damaged == expected
    assert mended == dict.fromkeys(BROKEN_FOR_USERS, True)


def test_keyring_shows_our_words(desktop, whole_list):
    with keyring_app.Keyring(desktop) as dialogue:
        for password, warning in [("weak", "The password does not meet the rules: at least 8 characters. "
                                           "It is too common, or has been leaked."),
                                  ("Password123456", "The password is too close to a common or leaked password.")]:
            expected = keyring_app.Shown(1, warning)
            assert dialogue.type(password, until=expected) == expected
        shown = dialogue.type(GOOD, until=lambda shown: shown.level >= 3 and shown.warning == "")
        assert shown.level >= 3 and shown.warning == ""
        desktop.debian.path(LIST_PATH).unlink()
        shown = dialogue.type(GOOD, until=lambda shown: shown.level == 1 and shown.warning.endswith(WHAT_TO_DO))
        mend(desktop.debian, whole_list)
        assert shown.level == 1 and shown.warning.endswith(WHAT_TO_DO)
        assert dialogue.type(GOOD, until=lambda shown: shown.warning == "").warning == ""
