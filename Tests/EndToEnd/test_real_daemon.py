"""A passwd without set-user-ID, which only passes messages and answers on between its user and a daemon that
runs as root, as pwupdd of account-utils does: the module and the real pam_unix, in a daemon that is played by
pwupdd.c.

Users see what passwd would have shown at a terminal, and are bound; root is exempt, as in passwd.
"""

import os
import shutil
from pathlib import Path

import pytest

from machine import COUNTS, OLD_PASSWORD, USER, USER_ID, append, write
from password_daemon import (
    PAM_AUTHTOK_ERR, PAM_CHANGE_EXPIRED_AUTHTOK, PAM_MAXTRIES, PAM_SILENT, PAM_SUCCESS, PAM_TRY_AGAIN, SUGGESTED, Change, Daemon,
    build,
)
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount, unmount
from terminal import crypt

BOB, BOB_ID, OLD_PASSWORD_OF_BOB = "bob", 59902, "Old-Passw0rd-of-Bob"
SERVICE = Path("/etc/pam.d/pwupd-passwd")
OPASSWD = Path("/etc/security/opasswd")
ACCOUNTS = [Path("/etc/passwd"), Path("/etc/group"), Path("/etc/shadow")]
POLICY = "rules = required: upper; required: digit; minlength: 12;\nusername =\n"
WEAK, GOOD = "zqxj", "Vq7-kWz2_xRj"
BEGIN = f"Changing password for {USER}."
CURRENT, NEW, RETYPE = "Current password: ", "New password: ", "Retype new password: "
RULES = [
    "Password rules:", "  - at least 12 characters", "  - an uppercase letter (A-Z) and a", "    digit (0-9)",
]
REASONS = ["  - 8 more characters needed (4 of 12)", "  - needs an uppercase letter", "  - needs a digit"]
REFUSED, WARNED = "This password is not acceptable:", "Warning: this does not meet the policy:"
BROKEN = "rules = minlength: oops\n"
TOLD_USER = (
    "The password policy on this machine could not be applied, so the password was not changed. Please tell your administrator.")
TOLD_ROOT = [
    "Warning: the password policy on this machine has a mistake. The new password will not be checked.",
    '/etc/security/passwordrules.conf:1:20: expected a number, found "oops"',
    '"passwordrules policy --check" shows everything that is wrong with it.',
]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return build(tmp_path_factory.mktemp("pwupdd"))


@pytest.fixture
def machine(machine, tmp_path):
    """A machine with a second user, and with openSUSE's stack for the daemon."""
    for number, path in enumerate(ACCOUNTS):
        shutil.copy2(path, tmp_path / str(number))
    append("/etc/passwd", f"{BOB}:x:{BOB_ID}:{BOB_ID}::/:/bin/sh\n")
    append("/etc/group", f"{BOB}:x:{BOB_ID}:\n")
    append("/etc/shadow", f"{BOB}:{crypt(OLD_PASSWORD_OF_BOB, '$6$passwordrules$')}:20000:0:99999:7:::\n")
    write(SERVICE, "password include common-password\n")
    OPASSWD.unlink(missing_ok=True)
    machine.unix_arguments = "nodelay"
    machine.stack()
    machine.policy(POLICY)
    yield machine
    machine.unix_arguments = ""
    SERVICE.unlink()
    OPASSWD.unlink(missing_ok=True)
    for number, path in enumerate(ACCOUNTS):
        shutil.copy2(tmp_path / str(number), path)


@pytest.fixture
def daemon(machine, program, tmp_path):
    # Every user must reach the socket.
    path = Path("/dev/shm/pwupdd-socket")
    daemon = Daemon(program, path)
    yield daemon
    daemon.close()


def stored():
    """The contents of all files that a change can write."""
    return [path.read_bytes() for path in [*ACCOUNTS, OPASSWD] if path.exists()]


def shown_to(daemon, user, by, *answers, flags=0):
    return Change(daemon, user, by, flags).answer(*answers)


# ---- A user ----


def test_user_sees_rules_all_reasons_and_a_suggestion(daemon):
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, SUGGESTED, SUGGESTED)
    [suggestion] = change.suggestions
    assert change.text == "\n".join([
        BEGIN, CURRENT, *RULES, NEW, REFUSED, *REASONS, "You could use:", f"  {suggestion}", NEW, RETYPE, ""])
    assert (change.status, change.is_stored()) == (PAM_SUCCESS, True)


def test_log_has_no_password(machine, daemon):
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, SUGGESTED, SUGGESTED)
    logged = "\n".join(machine._log.settle())
    assert f"pam_passwordrules(pwupd-passwd:chauthtok): new password for user {USER} refused: minlength, required" in logged
    assert not any(password in logged for password in [OLD_PASSWORD, WEAK, change.password])


def test_weak_password_is_refused_and_not_stored(daemon):
    before = stored()
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, WEAK, WEAK)
    assert (change.status, stored()) == (PAM_MAXTRIES, before)
    assert change.messages.count(REFUSED) == 3 and len(set(change.suggestions)) == 1


@pytest.mark.parametrize("bit", range(31))
def test_no_flag_of_a_peer_gets_a_weak_password_stored(daemon, bit):
    """The daemon passes all flags of its client on to libpam."""
    before = stored()
    change = Change(daemon, USER, USER_ID, 1 << bit)
    while change.status is None:
        change.answer(OLD_PASSWORD if change.prompts[-1] == CURRENT else WEAK)
    assert change.status != PAM_SUCCESS and stored() == before


def test_silent_user_is_refused_without_a_word(daemon):
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, WEAK, WEAK, flags=PAM_SILENT)
    assert (change.status, change.messages) == (PAM_MAXTRIES, [])


def test_expired_password_is_changed_by_its_user(machine, daemon):
    machine.age(10000, 0, 100)
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, GOOD, GOOD, flags=PAM_CHANGE_EXPIRED_AUTHTOK)
    assert change.messages[1:len(RULES) + 2] == [*RULES, REFUSED]
    assert (change.status, change.is_stored()) == (PAM_SUCCESS, True)


def test_user_without_a_password_is_bound(machine, daemon):
    """pam_unix does not ask for the old password, just as for root."""
    machine.unix_arguments = "nodelay nullok"
    machine.stack()
    write("/etc/shadow", "".join(
        f"{USER}::20000:0:99999:7:::\n" if line.startswith(f"{USER}:") else line
        for line in Path("/etc/shadow").read_text().splitlines(keepends=True)))
    change = shown_to(daemon, USER, USER_ID, WEAK, WEAK, WEAK)
    assert (change.prompts, change.status) == ([NEW] * 3, PAM_MAXTRIES)
    assert f"\n{USER}::20000:" in Path("/etc/shadow").read_text()


def test_old_password_is_compared(machine, daemon):
    machine.policy("rules = minlength: 8;\nold-password = similar\nretry = 1\n")
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, OLD_PASSWORD + "1")
    assert change.status == PAM_AUTHTOK_ERR and REFUSED in change.messages
    assert "old password" in change.messages[change.messages.index(REFUSED) + 1]


def test_history_is_compared_and_saved(machine, daemon):
    machine.policy("rules = minlength: 8;\nhistory = 2\nretry = 1\n")
    assert shown_to(daemon, USER, USER_ID, OLD_PASSWORD, GOOD, GOOD).status == PAM_SUCCESS
    assert OPASSWD.read_text().startswith(f"{USER}:{USER_ID}:1:")
    change = shown_to(daemon, USER, USER_ID, GOOD, OLD_PASSWORD)
    assert (change.status, change.messages[-4:-2]) == (PAM_AUTHTOK_ERR, [REFUSED, "  - was used before"])


def test_section_of_a_group_applies(machine, daemon):
    """The process has threads, and a real user ID that is not the effective one, but is not set-user-ID."""
    machine.policy("rules = minlength: 8;\nsuggest = no\nretry = 1\n[group strict]\nrules = minlength: 40;\n")
    machine.group("strict")
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, GOOD)
    assert (change.status, change.messages[-1]) == (PAM_AUTHTOK_ERR, "  - 28 more characters needed (12 of 40)")
    assert not [line for line in machine._log.settle() if "in doubt" in line]


@pytest.mark.parametrize("policy", [BROKEN, POLICY + "exempt-services = pwupd-passwd, {}\n"])
def test_user_is_not_told_what_is_wrong_with_the_policy(machine, daemon, policy):
    machine.policy(policy)
    before = stored()
    change = shown_to(daemon, USER, USER_ID)
    assert (change.messages, change.prompts, change.status) == ([TOLD_USER], [], PAM_TRY_AGAIN)
    assert stored() == before


# ---- Root ----


@pytest.mark.parametrize("user", [USER, "root"])
def test_root_is_only_warned(daemon, user):
    """root is not asked for an old password, and sees the same messages as in passwd."""
    change = shown_to(daemon, user, 0, WEAK, WEAK)
    assert change.text == "\n".join([*RULES, NEW, WARNED, *REASONS, RETYPE, ""])
    assert (change.status, change.is_stored()) == (PAM_SUCCESS, True)


@pytest.mark.parametrize("line", ["enforce-for-root = yes", "exempt-services = passwd, chpasswd, newusers"])
@pytest.mark.parametrize("user", [USER, "root"])
def test_root_is_bound_where_the_policy_says_so(machine, daemon, line, user):
    machine.policy(f"{POLICY}{line}\n")
    before = stored()
    change = shown_to(daemon, user, 0, WEAK, WEAK, WEAK)
    assert (change.status, stored()) == (PAM_MAXTRIES, before)
    assert [line for line in change.messages if line in REASONS] == REASONS * 3 and len(change.suggestions) == 3


def test_root_can_repair_what_a_mistake_has_shut(machine, daemon):
    machine.policy(BROKEN)
    change = shown_to(daemon, USER, 0, WEAK, WEAK)
    assert (change.messages, change.prompts) == (TOLD_ROOT, [NEW, RETYPE])
    assert (change.status, change.is_stored()) == (PAM_SUCCESS, True)


def test_root_is_bound_by_an_empty_password(daemon):
    before = stored()
    change = shown_to(daemon, USER, 0, "", "", "")
    assert (change.status, change.messages[-1], stored()) == (PAM_MAXTRIES, "No password was typed.", before)


# ---- The daemon ----


@pytest.mark.parametrize("has_terminal", [False, True])
@pytest.mark.parametrize("environment", [
    {}, {"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8"},
    {"USER": "root", "HOME": "/nowhere", "TERM": "dumb", "COLUMNS": "10", "TMPDIR": "/nowhere", "NOTIFY_SOCKET": "/nowhere"},
], ids=["", "language", "others"])
def test_environment_and_terminal_of_the_daemon_change_nothing(machine, daemon, program, environment, has_terminal):
    def texts(daemon):
        machine.reset()
        user = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, WEAK, SUGGESTED, SUGGESTED)
        root = shown_to(daemon, USER, 0, WEAK, WEAK)
        return [user.text.replace(user.password, ""), root.text, user.status, root.status]

    other = Daemon(program, "/dev/shm/pwupdd-other", environment, has_terminal)
    try:
        assert texts(other) == texts(daemon)
    finally:
        other.close()


def test_two_users_at_once_do_not_see_each_other(machine, daemon):
    machine.policy(f"rules = minlength: 8;\n[user {USER}]\nrules = minlength: 16;\n[user {BOB}]\nrules = minlength: 20;\n")
    alice, bob = Change(daemon, USER, USER_ID), Change(daemon, BOB, BOB_ID)
    root = Change(daemon, "root", 0)
    alice.answer(OLD_PASSWORD)
    bob.answer(OLD_PASSWORD_OF_BOB, "qzwv-bob")
    root.answer("qzwv")
    alice.answer("qzwvxj-alice")
    assert alice.messages[1:3] == ["Password rules:", "  - at least 16 characters"]
    assert bob.messages[1:3] == ["Password rules:", "  - at least 20 characters"]
    assert "  - 4 more characters needed (12 of 16)" in alice.messages and "  - 12 more characters needed (8 of 20)" in bob.messages
    assert WARNED in root.messages and root.suggestions == []
    assert len({*alice.suggestions, *bob.suggestions}) == 2
    root.answer("qzwv")
    bob.answer(SUGGESTED, SUGGESTED)
    alice.answer(SUGGESTED, SUGGESTED)
    assert (alice.status, bob.status, root.status) == (PAM_SUCCESS,) * 3
    assert alice.is_stored() and bob.is_stored()


ANSWERS = [OLD_PASSWORD, WEAK, GOOD]


@pytest.mark.parametrize("count", range(len(ANSWERS) + 1))
@pytest.mark.parametrize("by", [USER_ID, 0])
def test_peer_that_hangs_up_ends_the_change(machine, daemon, by, count):
    """After the client has gone, nothing is stored, and no lock remains."""
    machine.policy(f"{POLICY}history = 2\nenforce-for-root = yes\n")
    before = stored()
    change = Change(daemon, USER, by).answer(*ANSWERS[by == 0:][:count])
    assert change.status is None
    assert change.hang_up() == ""
    assert stored() == before
    change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, GOOD, GOOD)
    assert (change.status, change.is_stored()) == (PAM_SUCCESS, True)


def test_change_that_cannot_be_counted_goes_on(machine, daemon):
    """pwupdd's unit makes all file systems read-only except /etc."""
    machine.policy("rules = minlength: 30;\nenforce = audit\n")
    mount("none", "/var/lib", flags=MS_REMOUNT | MS_BIND | MS_RDONLY)
    try:
        change = shown_to(daemon, USER, USER_ID, OLD_PASSWORD, GOOD, GOOD)
    finally:
        mount("none", "/var/lib", flags=MS_REMOUNT | MS_BIND)
    assert (change.status, change.messages, change.is_stored()) == (PAM_SUCCESS, [BEGIN], True)
    logged = machine._log.settle()
    assert [line for line in logged if f"a password change was not counted in {COUNTS}/audit: Read-only file system" in line], logged


def test_changes_of_users_are_counted(machine, daemon):
    """The daemon has a state folder, which its unit may give it."""
    machine.policy("rules = minlength: 30;\nenforce = audit\n")
    assert shown_to(daemon, USER, USER_ID, OLD_PASSWORD, GOOD, GOOD).status == PAM_SUCCESS
    counts = os.stat(Path(COUNTS, "audit"))
    assert (counts.st_uid, counts.st_mode & 0o777) == (0, 0o600)
