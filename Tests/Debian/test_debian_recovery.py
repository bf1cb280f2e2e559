"""What is left to people whose password has expired while the policy has a mistake, as pam_passwordrules(8) says under Recovery.

The programs are the real login, su, sshd, passwd and chpasswd.
"""

import pytest

from cases import GOOD, MISSPELT, OURS, ROOT_TOO
from people import OLD_PASSWORD, chpasswd, expire, has_password, log_in, passwd_by_root, ssh, ssh_in, su
from sshd import KEYBOARD_INTERACTIVE, PASSWORD

ROOTS_PASSWORD = "Lantern-Gravel-3-Kettle"
NEW = "bortexil"  # which no policy that could be read would accept
BROKEN = "The password policy of this machine cannot be read, so the password was not changed."


@pytest.fixture
def broken(installed):
    """A Debian whose policy has a mistake, and where root has a password."""
    installed.run("chpasswd", "--crypt-method", "SHA512", text=f"root:{ROOTS_PASSWORD}\n")
    MISSPELT.apply(installed, OURS)
    return installed


def mend(debian):
    debian.path(OURS.drop_in).unlink()


def is_refused(result, user="alice"):
    is_in = f"I am {user}" in result.shown or f"({user})" in result.shown
    return BROKEN in result.shown.replace("\n", " ") and not is_in and result.new_prompts() == 0


@pytest.mark.parametrize("method", [KEYBOARD_INTERACTIVE, PASSWORD])
def test_an_ordinary_user_is_shut_out_over_ssh_until_the_policy_is_mended(broken, method):
    assert is_refused(ssh(broken, NEW, method=method))
    assert has_password(broken, OLD_PASSWORD)
    mend(broken)
    ssh(broken, GOOD, method=method)
    assert has_password(broken, GOOD)


@pytest.mark.parametrize("enter", [
    su, lambda debian, *new: (expire(debian), log_in(debian, "alice", OLD_PASSWORD, *new))[1]], ids=["su", "login"])
def test_an_ordinary_user_is_shut_out_at_the_console_until_the_policy_is_mended(broken, enter):
    assert is_refused(enter(broken, NEW))
    assert has_password(broken, OLD_PASSWORD)
    mend(broken)
    enter(broken, GOOD)
    assert has_password(broken, GOOD)


def test_root_who_is_logged_in_lets_users_in_again(broken):
    expire(broken)
    assert chpasswd(broken, NEW).status == 0 and has_password(broken, NEW)
    expire(broken)
    result = passwd_by_root(broken, GOOD)
    assert result.status == 0 and has_password(broken, GOOD)
    # It has not expired.
    assert "I am alice" in ssh_in(broken, "alice", GOOD, method=KEYBOARD_INTERACTIVE).rest


def test_root_with_an_expired_password_is_shut_out_at_the_console_until_the_policy_is_mended(broken):
    expire(broken, "root")
    assert is_refused(log_in(broken, "root", ROOTS_PASSWORD, NEW), "root")
    assert has_password(broken, ROOTS_PASSWORD, "root")
    mend(broken)
    assert "(root)" in log_in(broken, "root", ROOTS_PASSWORD, GOOD).rest
    assert has_password(broken, GOOD, "root")


@pytest.mark.parametrize("method", [KEYBOARD_INTERACTIVE, PASSWORD])
def test_root_with_an_expired_password_is_shut_out_over_ssh_until_the_policy_is_mended(broken, method):
    expire(broken, "root")
    assert is_refused(ssh_in(broken, "root", ROOTS_PASSWORD, NEW, method=method), "root")
    assert has_password(broken, ROOTS_PASSWORD, "root")
    mend(broken)
    assert "I am root" in ssh_in(broken, "root", ROOTS_PASSWORD, GOOD, method=method).rest
    assert has_password(broken, GOOD, "root")


def test_a_policy_that_binds_root_leaves_no_way_but_to_mend_it(broken):
    (MISSPELT + ROOT_TOO).apply(broken, OURS)
    assert chpasswd(broken, NEW).status != 0 and passwd_by_root(broken, NEW).status != 0
    assert has_password(broken, OLD_PASSWORD)
    mend(broken)
    assert chpasswd(broken, GOOD).status == 0
