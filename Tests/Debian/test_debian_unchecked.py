"""pam_passwordrules(8), WHAT IS NOT CHECKED: each row of its first table with the real program, where root is
bound too."""

import shlex
import subprocess
import sys
from pathlib import Path

import people
import pytest
import terminal
from cases import GOOD
from debian import ENVIRONMENT
from dialogue import Person, converse
from people import ALICE, OLD_PASSWORD, chpasswd, has_password, newusers, passwd, passwd_by_root, su
from sshd import KEYBOARD_INTERACTIVE

sys.path.append(str(Path(__file__).parents[1] / "Tool"))

from manual import Page

PAGE = Page("pam_passwordrules.8")
ROWS = dict(PAGE.table("changes"))
WEAK = "weak"


def logs_in(debian, *new):
    people.expire(debian)
    return people.log_in(debian, "alice", OLD_PASSWORD, *new)


def over_ssh(debian, *new):
    return people.ssh(debian, *new, method=KEYBOARD_INTERACTIVE)


HASH = subprocess.run(["openssl", "passwd", "-6", "-salt", "abcdefgh", WEAK], capture_output=True, text=True, check=True).stdout.strip()
# An editor that writes the hash into vipw's file. vipw notices a change by the file's time, in whole seconds.
EDITOR = f"#!/bin/sh\nsed -i 's|^alice:[^:]*:|alice:{HASH}:|' \"$1\"\ntouch -d '+1 hour' \"$1\"\n"
UNCHECKED = {
    "chpasswd -e: a hash": [f"echo 'alice:{HASH}' | chpasswd -e"],
    "chpasswd -c METHOD, chpasswd -m: a password": [f"echo alice:{WEAK} | chpasswd -c SHA512", f"echo alice:{WEAK} | chpasswd -m"],
    "useradd -p, usermod -p: a hash": [f"userdel alice; useradd -p '{HASH}' alice", f"usermod -p '{HASH}' alice"],
    "vipw -s, an editor, a copy of /etc/shadow": [
        "EDITOR=/root/editor vipw -s", "/root/editor /etc/shadow",
        "/root/editor /etc/shadow; cp /etc/shadow /root; chpasswd -c SHA512; cp /root/shadow /etc/shadow"],
}
EMPTY = "passwd -d, usermod -p '': no password at all"
OF_GROUPS = "gpasswd, chgpasswd, groupmod -p: for a group"
CHECKED = {
    "a user, by passwd": [passwd],
    "an expired password, at login, su and sshd": [logs_in, su, over_ssh],
    "root, by passwd, chpasswd and newusers": [passwd_by_root, chpasswd, newusers],
}


@pytest.fixture
def bound(installed):
    installed.write("/etc/security/passwordrules.conf.d/50-site.conf", "enforce-for-root = yes\n")
    installed.write("/root/editor", EDITOR, 0o755)
    return installed


def test_every_row_is_tried():
    assert list(ROWS) == [*CHECKED, *list(UNCHECKED)[:3], EMPTY, *list(UNCHECKED)[3:], OF_GROUPS]
    assert [row for row, checked in ROWS.items() if checked != "no"] == list(CHECKED)


@pytest.mark.parametrize("row, change", [(row, change) for row in CHECKED for change in CHECKED[row]])
def test_what_is_checked(bound, row, change):
    result = change(bound, WEAK)
    assert result.status != 0 and not has_password(bound, WEAK)
    # The reason is in a list, or in the single line of a batch program.
    assert "11 more characters" in result.shown and "(4 of 15)" in result.shown


@pytest.mark.parametrize("row, command", [(row, command) for row in UNCHECKED for command in UNCHECKED[row]])
def test_what_is_not_checked(bound, row, command):
    bound.run("sh", "-c", command)
    assert has_password(bound, WEAK) and not [line for line in bound.log() if "pam_passwordrules" in line]


@pytest.mark.parametrize("command", ["passwd -d alice", "usermod -p '' alice"])
def test_no_password_at_all(bound, command):
    bound.run(*shlex.split(command))
    assert "\nalice::" in bound.read("/etc/shadow")


def test_passwords_of_groups(bound):
    bound.run("groupadd", "staff2")
    for command in (f"echo staff2:{WEAK} | chgpasswd", f"groupmod -p '{HASH}' staff2"):
        bound.run("gpasswd", "-r", "staff2")
        bound.run("sh", "-c", command)
        assert "\nstaff2:$" in bound.read("/etc/gshadow")
    _, _, status = terminal.converse(bound.command("gpasswd", "staff2"), "assword: ", lambda *_: WEAK, env=ENVIRONMENT)
    assert status == 0 and not [line for line in bound.log() if "pam_passwordrules" in line]


def test_expired_password_is_checked_at_its_change(bound):
    """Tests the page's remedy."""
    [text] = PAGE.examples("expire")
    bound.run("usermod", "-p", HASH, "alice")
    bound.run("sh", "-c", text.removeprefix("# "))
    result = converse(bound, ["su", "alice", "-c", "true"], Person(WEAK, "weak2", GOOD), uid=people.BOB)
    assert result.status == 0 and has_password(bound, GOOD)


def test_only_chpasswd_keeps_a_carriage_return(installed):
    """The page says to remove carriage returns from a file that comes from Windows."""
    assert chpasswd(installed, f"{GOOD}\r").status == 0
    assert has_password(installed, f"{GOOD}\r") and not has_password(installed, GOOD)
    installed.write("/etc/security/exact.conf", f"rules = minlength: {len(GOOD)}; maxlength: {len(GOOD)};\n")
    done = installed.run("passwordrules", "check", "--config", "/etc/security/exact.conf", text=f"{GOOD}\r\n", uid=ALICE)
    # There is also a note on the carriage return.
    assert "accepted" in done.stdout.splitlines()
