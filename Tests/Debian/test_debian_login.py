"""Passwords that are found on a list at a login: the profile passwordrules-login with the real sshd, login, su, sudo, cron and
vlock. A change is asked for only where it can succeed, no login is refused for it, and no line of the module names anybody."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sshd
import terminal
from cases import GOOD, OURS
from debian import ENVIRONMENT
from dialogue import CANCEL, PROMPT, Person, Result, Turn, converse
from packages import dpkg, install_others
from people import ALICE, BOB, BOBS_PASSWORD, OLD_PASSWORD, has_password
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount, unmount
from sshd import KEYBOARD_INTERACTIVE, PASSWORD

sys.path.append(str(Path(__file__).parents[1] / "PAM"))

from blocklists import build, change_byte

LIST = "/etc/security/site.blocklist"
OPASSWD = "/etc/security/opasswd"
# The list has this password and OLD_PASSWORD, which is alice's, but not BOBS_PASSWORD.
OTHER_LISTED = "Velvet-Anchor-6-Pepper"
UNLISTED = "Thimble-Marsh-4-Copper"
WARNING = "Your password is common or has been leaked, and attackers try such passwords first. Please change it."
DEMAND = WARNING.replace("Please change it.", "Please choose another.")
# The command of a session, whose output shows that the user was let in.
ECHO = "echo I am $(id -un)"
LOG_BEGINNING = "passwords at logins: "
AUTH = """\
auth [success=1 default=ignore] pam_unix.so nullok
auth requisite pam_deny.so
auth required pam_permit.so
auth optional pam_passwordrules.so
"""
ACCOUNT = """\
account [success=1 new_authtok_reqd=done default=ignore] pam_unix.so
account requisite pam_deny.so
account required pam_permit.so
account [new_authtok_reqd=ok default=ignore] pam_passwordrules.so
"""
# sssd's module authenticates after pam_unix, and ends the account of local users.
SSS_AUTH = AUTH.replace("success=1", "success=2").replace(
    "auth requisite", "auth [success=1 default=ignore] pam_sss.so use_first_pass\nauth requisite")
SSS_ACCOUNT = ACCOUNT + """\
account sufficient pam_localuser.so
account [default=bad success=ok user_unknown=ignore] pam_sss.so
"""


@pytest.fixture(scope="session")
def with_profile(world, inhabited, debs):
    """The layers of a Debian with our packages, the profile and the programs."""
    def prepare(debian):
        # cron has to be installed after what it depends on, which apt-get knows.
        debian.run("sh", "-c", "apt-get -qq install --yes --no-install-recommends /packages/logins/*.deb")
        dpkg(debian, "--install", *debs.values())
        debian.run("pam-auth-update", "--enable", "passwordrules-login")
        debian.path(LIST).write_bytes(build(OLD_PASSWORD, OTHER_LISTED))

    return world.over(inhabited, prepare)


class Machine:
    """A Debian whose list contains alice's password, and not bob's."""

    def __init__(self, debian):
        self.debian = debian
        self.set_policy("at-login = change")

    def set_policy(self, *lines: str, blocklist: str = LIST) -> None:
        """Writes a policy with only this list, and with these lines."""
        self.debian.write(OURS.drop_in, "\n".join(["blocklist =", f"blocklist = {blocklist}", *lines, ""]))

    def set_password(self, user: str, password: str) -> None:
        self.debian.run("chpasswd", "--crypt-method", "SHA512", text=f"{user}:{password}\n")

    def run(self, *command, old=OLD_PASSWORD, new=(), uid=0) -> Result:
        return converse(self.debian, list(command), Person(old, *new), uid=uid)

    def ssh(self, method, *command, user="alice", old=OLD_PASSWORD, new=(), program="ssh", options=("-tt",)) -> Result:
        """A user logs in by this method, and runs the command."""
        with sshd.running(self.debian, method) as port:
            return self.run(program, *options, *sshd.CLIENT[2:], "-o", f"Port={port}", "-o", f"User={user}",
                            "-o", f"PreferredAuthentications={method}", *(command or ("127.0.0.1", ECHO)), old=old, new=new)

    def login(self, user="alice", old=OLD_PASSWORD, new=()) -> Result:
        """A user logs in at the console; the shell prints the name and ends."""
        self.debian.run("usermod", "--shell", "/usr/bin/id", user)
        person = Person(old, *new)

        def answer(shown: str, everything: str):
            # After a failure it asks for another user.
            return CANCEL if shown.endswith("login: ") else person.answer(shown, everything)

        return self.talk(answer, r"\blogin: ", "login", user)

    def talk(self, answer, prompt: str, *command, uid=0, **environment) -> Result:
        """Runs a command that has this prompt, too."""
        turns, rest, status = terminal.converse(
            self.debian.command(*command, uid=uid), f"{prompt}|{PROMPT}", answer, env={**ENVIRONMENT, **environment})
        return Result([Turn(*turn) for turn in turns], rest, status, self.debian.log())

    def log(self) -> list[str]:
        """The lines of our module about logins, without their beginning."""
        return [line.split(LOG_BEGINNING)[1] for line in self.debian.log() if LOG_BEGINNING in line]


@pytest.fixture
def machine(world, with_profile):
    with world.debian(*with_profile) as debian:
        yield Machine(debian)
        # No line about a login may name a user, because it would reveal who has a listed password. Other lines are about
        # changes.
        at_logins = [line for line in debian.log() if re.search(r"pam_passwordrules\(\w+:(?:auth|account|setcred)\)", line)]
        assert [line for line in at_logins if re.search("alice|bob|root", line)] == []


def is_inside(result: Result, user: str = "alice") -> bool:
    """Whether the user was let in and saw it: by ECHO, or by id in place of a shell."""
    return f"I am {user}" in result.shown or f"({user})" in result.shown


def says(result: Result) -> str:
    """What the module told the user: warning, demand or nothing."""
    words = " ".join(result.shown.split())
    found = [kind for kind, message in [("warning", WARNING), ("demand", DEMAND)] for _ in range(words.count(message))]
    assert len(found) <= 1, result.text
    return found[0] if found else ""


def warns(result: Result, user: str = "alice") -> bool:
    """Whether the user is warned, and let in without a change."""
    return says(result) == "warning" and is_inside(result, user) and result.new_prompts() == 0


def is_silent(result: Result, user: str = "alice") -> bool:
    """Whether the user is let in as if there were no profile."""
    return says(result) == "" and is_inside(result, user) and result.new_prompts() == 0


def demands(result: Result) -> bool:
    return says(result) == "demand" and result.new_prompts() > 0


# ---- The stacks ----


def lines_of(debian, name: str) -> str:
    """The lines of a stack, with single spaces."""
    return "".join(re.sub(r"\s+", " ", line).strip() + "\n" for line in debian.read(f"/etc/pam.d/{name}").splitlines()
                   if line.strip() and not line.startswith("#"))


def test_profile_is_off_until_it_is_chosen(installed):
    for name in ("common-auth", "common-account"):
        assert "passwordrules" not in lines_of(installed, name)
    installed.run("pam-auth-update", "--package")
    assert "passwordrules" not in lines_of(installed, "common-auth")


def test_profile_looks_up_after_pam_unix(machine):
    debian = machine.debian
    assert lines_of(debian, "common-auth") == AUTH and lines_of(debian, "common-account") == ACCOUNT
    debian.run("pam-auth-update", "--disable", "passwordrules-login")
    for name, lines in [("common-auth", AUTH), ("common-account", ACCOUNT)]:
        assert lines_of(debian, name) == re.sub(".*passwordrules.*\n", "", lines)
    assert "passwordrules" in lines_of(debian, "common-password")


def test_profile_precedes_the_one_of_sssd(machine):
    debian = machine.debian
    install_others(debian, "sss")
    assert lines_of(debian, "common-auth") == SSS_AUTH and lines_of(debian, "common-account") == SSS_ACCOUNT
    # sssd does not run, and local users do not need it.
    assert demands(machine.ssh(KEYBOARD_INTERACTIVE, new=[GOOD])) and has_password(debian, GOOD)


# ---- sshd ----


def test_sshd_runs_passwd_after_password_authentication(machine):
    result = machine.ssh(PASSWORD, new=[GOOD])
    assert demands(result) and not is_inside(result)
    assert re.search("You must change your password now and log ?in again!", result.shown)
    assert "passwd: password updated successfully" in result.shown and has_password(machine.debian, GOOD)
    assert is_silent(machine.ssh(PASSWORD, old=GOOD))
    result = machine.ssh(PASSWORD)
    assert "Permission denied" in result.rest and says(result) == ""
    assert machine.log() == []


@pytest.mark.parametrize(("program", "options", "arguments"), [
    ("ssh", ["-T"], ["127.0.0.1", ECHO]),
    ("scp", [], ["127.0.0.1:/etc/motd", "/tmp/copy"]),
    ("scp", ["-O"], ["127.0.0.1:/etc/motd", "/tmp/copy"]),
    ("sftp", [], ["127.0.0.1:/etc/motd", "/tmp/copy"]),
], ids=["ssh", "scp", "scp -O", "sftp"])
def test_sshd_refuses_what_has_no_terminal_until_the_change(machine, program, options, arguments):
    debian = machine.debian
    debian.write("/etc/motd", "hello\n")

    def runs(password: str) -> bool:
        debian.path("/tmp/copy").unlink(missing_ok=True)
        result = machine.ssh(PASSWORD, *arguments, program=program, options=options, old=password)
        assert result.new_prompts() == 0
        done = is_inside(result) if program == "ssh" else debian.path("/tmp/copy").exists()
        assert (result.status == 0) == done
        return done

    assert not runs(OLD_PASSWORD)
    # A warning does not end them.
    machine.set_policy("at-login = warn")
    assert runs(OLD_PASSWORD)
    machine.set_policy("at-login = change")
    machine.set_password("alice", UNLISTED)
    assert runs(UNLISTED)


def test_sshd_changes_the_password_within_a_keyboard_interactive_login(machine):
    result = machine.ssh(KEYBOARD_INTERACTIVE, new=["weak", GOOD])
    assert demands(result) and is_inside(result) and has_password(machine.debian, GOOD)
    assert [accepted for _, _, accepted in result.attempts()] == [False, True]
    assert is_silent(machine.ssh(KEYBOARD_INTERACTIVE, old=GOOD))
    assert not is_inside(machine.ssh(KEYBOARD_INTERACTIVE))
    assert machine.log() == []


@pytest.mark.parametrize("method", [PASSWORD, KEYBOARD_INTERACTIVE])
def test_sshd_keeps_a_password_that_is_not_changed(machine, method):
    result = machine.ssh(method)
    assert demands(result) and not is_inside(result) and has_password(machine.debian, OLD_PASSWORD)
    # The next login asks again.
    result = machine.ssh(method, new=[GOOD])
    assert demands(result) and has_password(machine.debian, GOOD)


@pytest.mark.parametrize("method", [PASSWORD, KEYBOARD_INTERACTIVE])
def test_sshd_shows_the_warning_before_the_session(machine, method):
    machine.set_policy("at-login = warn")
    result = machine.ssh(method)
    assert warns(result) and machine.log() == []
    shown = result.rest.split("I am alice")[0]
    assert all(len(line) <= 40 for line in shown.splitlines()) and " ".join(shown.split()) == WARNING


def test_sshd_changes_the_password_before_a_copy(machine):
    """With keyboard-interactive authentication, a change needs no terminal."""
    machine.debian.write("/etc/motd", "hello\n")
    result = machine.ssh(KEYBOARD_INTERACTIVE, "127.0.0.1:/etc/motd", "/tmp/copy", program="scp", options=[], new=[GOOD])
    assert demands(result) and has_password(machine.debian, GOOD) and machine.debian.read("/tmp/copy") == "hello\n"


def test_sshd_says_nothing_after_a_public_key(machine):
    debian = machine.debian
    debian.run("ssh-keygen", "-q", "-N", "", "-f", "/root/key")
    debian.write("/home/alice/.ssh/authorized_keys", debian.read("/root/key.pub"))
    debian.run("chown", "-R", "alice:", "/home/alice/.ssh")
    result = machine.ssh("publickey", options=["-tt", "-i", "/root/key"])
    assert is_silent(result) and result.turns == [] and machine.log() == []


@pytest.mark.parametrize("action", ["warn", "change"])
@pytest.mark.parametrize("method", [PASSWORD, KEYBOARD_INTERACTIVE])
def test_sshd_answers_a_wrong_password_in_the_same_way_whether_it_is_listed(machine, method, action):
    machine.set_policy(f"at-login = {action}")

    def answer(password: str):
        before = len(machine.debian.log())
        result = machine.ssh(method, old=password)
        log = [re.sub(r"\[\d+\]|port \d+|tty=\S+", "", line) for line in result.log[before:]]
        return [turn.shown for turn in result.turns], re.sub("port \\d+", "", result.rest), result.status, log

    listed, unlisted = answer(OTHER_LISTED), answer(UNLISTED)
    assert listed == unlisted and "Permission denied" in listed[1]


@pytest.mark.parametrize("method", [PASSWORD, KEYBOARD_INTERACTIVE])
def test_sshd_tells_each_user_of_that_user_alone(machine, method):
    machine.set_policy("at-login = warn")
    assert warns(machine.ssh(method))
    assert is_silent(machine.ssh(method, user="bob", old=BOBS_PASSWORD), "bob")
    # The list has alice's password, whoever types it.
    result = machine.ssh(method, user="bob", old=OLD_PASSWORD)
    assert not is_inside(result, "bob") and says(result) == ""
    machine.set_password("bob", OTHER_LISTED)
    machine.set_password("alice", UNLISTED)
    assert warns(machine.ssh(method, user="bob", old=OTHER_LISTED), "bob")
    assert is_silent(machine.ssh(method, old=UNLISTED))


# ---- login ----


def test_login_changes_the_password(machine):
    result = machine.login(new=["weak", GOOD])
    assert demands(result) and is_inside(result) and has_password(machine.debian, GOOD)
    assert is_silent(machine.login(old=GOOD))
    result = machine.login()
    assert "Login incorrect" in result.shown and not is_inside(result) and says(result) == ""
    assert machine.log() == []


def test_login_warns(machine):
    machine.set_policy("at-login = warn")
    assert warns(machine.login()) and machine.log() == []


def test_login_forgets_a_user_who_failed(machine):
    """In one transaction of libpam, a listed password is typed for bob, and then bob's own."""
    machine.set_policy("at-login = warn")
    passwords = [OTHER_LISTED, BOBS_PASSWORD]
    machine.debian.run("usermod", "--shell", "/usr/bin/id", "bob")

    def answer(shown: str, _) -> str:
        return "bob" if shown.endswith("login: ") else passwords.pop(0)

    result = machine.talk(answer, r"\blogin: ", "login")
    assert "Login incorrect" in result.shown and is_silent(result, "bob") and passwords == []


# ---- su, sudo, cron and a screen locker: never a change ----


def test_su_only_warns(machine):
    result = machine.run("su", "alice", "-c", ECHO, uid=BOB)
    assert warns(result) and len(result.turns) == 1
    # The warning does not mix with the output of the command.
    assert machine.log() == []


def test_su_by_root_says_nothing(machine):
    result = machine.run("su", "alice", "-c", ECHO)
    assert is_silent(result) and result.turns == []


@pytest.mark.parametrize("tag", ["PASSWD", "NOPASSWD"])
def test_sudo_runs_the_command(machine, tag):
    """sudo asks libpam for silence, so no warning is shown, even if a password was typed."""
    machine.debian.write("/etc/sudoers.d/alice", f"alice ALL=(ALL) {tag}: ALL\n", 0o440)
    result = machine.run("sudo", "--prompt", "Password: ", "sh", "-c", ECHO, uid=ALICE)
    assert is_silent(result, "root") and (len(result.turns), result.status) == (tag == "PASSWD", 0)
    assert machine.log() == []


def test_cron_runs_the_job_of_a_user_with_a_listed_password(machine):
    debian = machine.debian
    # cron writes this when the job has ended.
    debian.run("crontab", "-u", "alice", "-", text="@reboot id -un > /home/alice/job\n")
    with subprocess.Popen(debian.command("cron", "-f"), env=ENVIRONMENT) as cron:
        while not any("session closed for user alice" in line for line in debian.log()):
            assert cron.poll() is None
        cron.kill()
    assert debian.read("/home/alice/job") == "alice\n" and machine.log() == []


def unlock(machine) -> Result:
    """alice unlocks her terminal."""
    result = machine.talk(lambda shown, _: OLD_PASSWORD if "assword" in shown else "", r"to unlock\.", "vlock", "-c", uid=ALICE, USER="alice")
    assert [turn.answer for turn in result.turns] == ["", OLD_PASSWORD]
    return result


@pytest.mark.parametrize("mode", ["u+s", "u-s"])
def test_locker_unlocks(machine, mode):
    """vlock runs as root, or as the user like other lockers. It asks libpam only to authenticate, so no warning is shown."""
    machine.debian.run("chmod", mode, "/usr/sbin/vlock-main")
    result = unlock(machine)
    assert (says(result), result.status) == ("", 0) and machine.log() == []


@pytest.mark.parametrize("name", [LIST, OURS.drop_in])
def test_locker_unlocks_if_it_may_not_read_a_file(machine, name):
    machine.debian.run("chmod", "u-s", "/usr/sbin/vlock-main")
    machine.debian.path(name).chmod(0o600)
    assert unlock(machine).status == 0
    [line] = machine.log()
    assert name in line


# ---- Where a change cannot succeed ----


ENTRIES = {
    "login": lambda machine: machine.login(),
    "password": lambda machine: machine.ssh(PASSWORD),
    "keyboard-interactive": lambda machine: machine.ssh(KEYBOARD_INTERACTIVE),
}


@pytest.fixture(params=ENTRIES)
def enter(request):
    """The logins that ask for a new password."""
    return ENTRIES[request.param]


def test_change_waits_for_the_minimum_age(machine, enter):
    machine.debian.run("chage", "--mindays", "30", "alice")
    assert warns(enter(machine)) and machine.log() == []
    machine.debian.run("chage", "--lastday", "2026-01-01", "alice")
    assert demands(enter(machine))


LISTS = {
    "missing": lambda path: path.unlink(),
    "torn": lambda path: path.write_bytes(path.read_bytes()[:-7]),
    "damaged": lambda path: path.write_bytes(change_byte(path.read_bytes(), -1)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", LISTS)
def test_login_goes_on_without_its_list(machine, damage):
    LISTS[damage](machine.debian.path(LIST))
    assert is_silent(machine.login())
    [line] = machine.log()
    # Damage within a list is found only by the lookup.
    assert LIST in line or damage == "damaged"


def test_login_goes_on_without_any_list_at_all_services(machine, enter):
    machine.debian.path(LIST).unlink()
    assert is_silent(enter(machine)) and len(machine.log()) == 1


@pytest.mark.parametrize("damage", ["missing", "torn"])
def test_change_is_not_asked_for_without_an_optional_list(machine, enter, damage):
    """Another list has the password, so the user is warned. But a new password could not be compared with all lists."""
    other = "/etc/security/other.blocklist"
    machine.debian.path(other).write_bytes(machine.debian.path(LIST).read_bytes())
    LISTS[damage](machine.debian.path(LIST))
    machine.set_policy("at-login = change", f"blocklist = {other}", blocklist=f"optional {LIST}")
    assert warns(enter(machine)) and machine.log() == []


@contextlib.contextmanager
def read_only_folder(debian):
    folder = debian.path("/etc/security")
    mount(folder, folder, flags=MS_BIND)
    mount("none", folder, flags=MS_REMOUNT | MS_BIND | MS_RDONLY)
    yield
    unmount(folder)


@contextlib.contextmanager
def folder_as_opasswd(debian):
    debian.path(OPASSWD).unlink(missing_ok=True)
    debian.path(OPASSWD).mkdir()
    yield
    debian.path(OPASSWD).rmdir()


@contextlib.contextmanager
def opasswd_of_another(debian):
    debian.write(OPASSWD, "")
    debian.run("chown", "bob", OPASSWD)
    yield
    debian.run("chown", "root", OPASSWD)


@pytest.mark.parametrize("spoil", [read_only_folder, folder_as_opasswd, opasswd_of_another], ids=lambda spoil: spoil.__name__)
def test_change_is_not_asked_for_if_the_history_cannot_be_written(machine, enter, spoil):
    machine.set_policy("at-login = change", "history = 3")
    with spoil(machine.debian):
        assert warns(enter(machine))
    [line] = machine.log()
    assert line.startswith("/etc/security")
    assert demands(enter(machine))


def test_log_does_not_tell_whether_a_password_is_listed(machine, enter):
    """A line of the module must be the same for listed passwords, because the lines of other programs name the user."""
    machine.set_policy("at-login = change", "history = 3")
    with read_only_folder(machine.debian):
        assert warns(enter(machine))
    listed = machine.log()
    machine.debian.path(LIST).write_bytes(build(OTHER_LISTED))
    with read_only_folder(machine.debian):
        assert is_silent(enter(machine))
    assert len(listed) == 1 and machine.log() == 2 * listed


@pytest.mark.parametrize("lines", [["at-login = no"], ["at-login = change", "enforce = no"], []])
def test_login_says_nothing_if_the_policy_does_not_ask_for_it(machine, enter, lines):
    machine.set_policy(*lines)
    assert is_silent(enter(machine)) and machine.log() == []


def test_login_goes_on_with_a_broken_policy(machine, enter):
    machine.set_policy("at-login = chnage")
    assert is_silent(enter(machine))
    [line] = machine.log()
    assert OURS.drop_in in line


def test_change_is_asked_for_only_at_the_services_of_the_policy(machine, enter):
    machine.set_policy("at-login = change", "at-login-services = cockpit")
    assert warns(enter(machine))


def test_root_is_asked_as_anybody_else(machine):
    machine.set_password("root", OTHER_LISTED)
    result = machine.login("root", OTHER_LISTED, ["weak", GOOD])
    assert demands(result) and is_inside(result, "root") and has_password(machine.debian, GOOD, "root")
    assert [accepted for _, _, accepted in result.attempts()] == [False, True]


# ---- Refusals and demands of pam_unix, which come first ----


def test_expired_account_is_refused_by_pam_unix(machine, enter):
    machine.debian.run("chage", "--expiredate", "2020-01-01", "alice")
    result = enter(machine)
    assert says(result) == "" and not is_inside(result) and result.new_prompts() == 0
    assert any("account alice has expired (account expired)" in line for line in result.log)
    assert machine.log() == []


def test_expired_password_is_changed_as_pam_unix_asks(machine, enter):
    machine.debian.run("chage", "--lastday", "0", "alice")
    result = enter(machine)
    assert says(result) == "" and result.new_prompts() > 0 and not is_inside(result)
    assert any("expired password for user alice (root enforced)" in line for line in result.log)
    assert machine.log() == []


def test_locked_account_is_told_nothing(machine, enter):
    machine.debian.run("usermod", "--lock", "alice")
    result = enter(machine)
    assert says(result) == "" and not is_inside(result) and machine.log() == []
