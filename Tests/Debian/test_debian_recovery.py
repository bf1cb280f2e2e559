"""What people can do whose password has expired while the policy has a mistake, by Recovery in
pam_passwordrules(8).

The programs are the real login, su, sshd, passwd and chpasswd.
"""

import pytest

from cases import GOOD, MISSPELT, OURS, ROOT_TOO
from people import OLD_PASSWORD, chpasswd, expire, has_password, log_in, passwd_by_root, ssh_in, su
from sshd import KEYBOARD_INTERACTIVE, PASSWORD

ROOTS_PASSWORD = "Lantern-Gravel-3-Kettle"
USERS = [("alice", OLD_PASSWORD), ("root", ROOTS_PASSWORD)]
NEW = "bortexil"  # which no policy that could be read would accept
BROKEN = "The password policy on this machine could not be applied, so the password was not changed."


@pytest.fixture
def broken(installed):
    """A Debian whose policy has a mistake, and where root has a password."""
    installed.run("chpasswd", "--crypt-method", "SHA512", text=f"root:{ROOTS_PASSWORD}\n")
    MISSPELT.apply(installed, OURS)
    return installed


def mend(debian):
    debian.path(OURS.drop_in).unlink()


def is_in(result, user):
    return f"I am {user}" in result.shown or f"({user})" in result.shown


def by_login(user, old):
    return lambda debian, new: (expire(debian, user), log_in(debian, user, old, new))[1]


def by_ssh(user, old, method):
    return lambda debian, new: (expire(debian, user), ssh_in(debian, user, old, new, method=method))[1]


# The ways in which somebody with an expired password logs in.
@pytest.mark.parametrize(("user", "old", "enter"), [
    pytest.param("alice", OLD_PASSWORD, su, id="alice, su"),
    *(pytest.param(user, old, by_login(user, old), id=f"{user}, login") for user, old in USERS),
    *(pytest.param(user, old, by_ssh(user, old, method), id=f"{user}, ssh {method}")
      for user, old in USERS for method in [KEYBOARD_INTERACTIVE, PASSWORD] if (user, method) != ("root", PASSWORD)),
])
def test_broken_policy_locks_out_users_with_expired_passwords(broken, user, old, enter):
    result = enter(broken, NEW)
    assert BROKEN in result.shown.replace("\n", " ") and result.new_prompts() == 0 and not is_in(result, user)
    assert has_password(broken, old, user)
    mend(broken)
    result = enter(broken, GOOD)
    assert has_password(broken, GOOD, user)
    assert is_in(result, user) or user == "alice"


def test_root_changes_an_expired_password_over_ssh(broken):
    """Some versions of sshd change root's password themselves; others run passwd, with which root can repair
    the policy. A change under a valid policy tells which it is."""
    mend(broken)
    result = by_ssh("root", ROOTS_PASSWORD, PASSWORD)(broken, GOOD)
    assert has_password(broken, GOOD, "root")
    is_by_passwd = "passwd: password updated" in result.shown
    MISSPELT.apply(broken, OURS)
    result = by_ssh("root", GOOD, PASSWORD)(broken, NEW)
    assert (BROKEN in result.shown.replace("\n", " ")) == (not is_by_passwd) and not is_in(result, "root")
    assert ("The new password will not be checked." in result.shown) == is_by_passwd
    assert has_password(broken, NEW if is_by_passwd else GOOD, "root")


def test_root_can_repair_the_policy_for_users(broken):
    expire(broken)
    assert chpasswd(broken, NEW).status == 0 and has_password(broken, NEW)
    expire(broken)
    result = passwd_by_root(broken, GOOD)
    assert result.status == 0 and has_password(broken, GOOD)
    # alice's password has not expired.
    assert is_in(ssh_in(broken, "alice", GOOD, method=KEYBOARD_INTERACTIVE), "alice")


def test_policy_that_binds_root_must_be_repaired_first(broken):
    (MISSPELT + ROOT_TOO).apply(broken, OURS)
    assert chpasswd(broken, NEW).status != 0 and passwd_by_root(broken, NEW).status != 0
    assert has_password(broken, OLD_PASSWORD)
    mend(broken)
    assert chpasswd(broken, GOOD).status == 0
