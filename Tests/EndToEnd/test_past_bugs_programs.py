"""Bugs that modules like ours have had, and weaknesses of the peers, tested with the real passwd and chpasswd.
Tests/PAM/past_bugs.tsv lists all of them."""

import glob
import os
import subprocess
import time

import pytest

from machine import OLD_PASSWORD, POLICY, USER, write
from terminal import suggestions

RULES = "rules = required: upper; required: digit; minlength: 12;\nenforce-for-root = yes\n"
GOOD = "Correct-Horse-9-Battery"
PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "peers")


def shadow():
    with open("/etc/shadow") as file:
        return file.read()


def use_passwdqc():
    """Replaces our module in the stack with pam_passwdqc, as its profile does."""
    # The module is below lib in Debian 12, and below usr/lib in Debian 13.
    modules = glob.glob(os.path.join(PEERS, "libpam-passwdqc/**/pam_passwdqc.so"), recursive=True)
    if not modules:
        pytest.skip("pam_passwdqc is not in build/peers; the tests of the module download it")
    with open("/etc/pam.d/common-password") as file:
        lines = file.read().splitlines()
    write("/etc/pam.d/common-password", "\n".join([f"password requisite {os.path.abspath(modules[0])}", *lines[1:]]) + "\n")


def test_chpasswd_changes_nothing_for_unknown_user(machine):
    machine.policy(RULES + "full-name = reject\n")
    before = shadow()
    for password in ("weak", GOOD):
        done = subprocess.run(["chpasswd"], input=f"nosuchuser:{password}\n".encode(), capture_output=True)
        assert done.returncode != 0
    assert shadow() == before


def test_ageing_stays_with_pam_unix(machine):
    """With our module in the stack, pam_unix still refuses a change that is too early, and an expired password is not kept."""
    machine.policy(RULES)
    today = int(time.time()) // (24 * 60 * 60)
    machine.age(today, 7, 99999)
    result = machine.passwd(OLD_PASSWORD)
    assert result.status != 0 and "wait longer" in result.text and "New password" not in result.text
    machine.age(today - 100, 0, 10)
    result = machine.passwd(OLD_PASSWORD, "weak", OLD_PASSWORD, "weak")
    assert result.status != 0 and not result.changed()
    result = machine.passwd(OLD_PASSWORD, GOOD, GOOD)
    assert result.status == 0 and result.changed()
    [line] = [line for line in shadow().splitlines() if line.startswith(USER + ":")]
    assert int(line.split(":")[2]) >= today


def test_no_password_of_any_program_is_logged(machine):
    machine.policy(RULES)
    machine.stack("debug")
    typed = ["Weak-but-long", "zqxjwvkb", GOOD]
    machine.passwd(OLD_PASSWORD, *typed, GOOD)
    machine.chpasswd("zqxjwvkb")
    machine.newusers("carol", "kqjwzvxp")
    machine.passwd_from_pipe("mkbtvrhq")
    assert any(line.startswith("chpasswd") and "refused" in line for line in machine.log)
    for password in (*typed, OLD_PASSWORD, "kqjwzvxp", "mkbtvrhq"):
        assert not [line for line in machine.log if password in line]


def test_chpasswd_prints_no_suggestion(machine):
    machine.policy(RULES + "suggest = yes\n")
    result = machine.chpasswd("weak")
    assert result.status != 0 and not result.changed()
    assert "alice: The password needs 8 more characters (4 of 12). It needs an uppercase letter" in result.text
    assert "uggest" not in result.text and "Password rules" not in result.text
    use_passwdqc()
    assert "pick this as" in machine.chpasswd("weak").text


def test_quiet_passwd_is_quiet(machine):
    machine.policy(RULES)
    quiet, told = (
        subprocess.run(["passwd", *options, USER], input=b"weak\nweak\n", capture_output=True)
        for options in (["-q"], []))
    assert quiet.returncode != 0 and told.returncode != 0
    assert b"is not acceptable" in told.stderr and b"is not acceptable" not in quiet.stdout + quiet.stderr
    assert b"needed" not in quiet.stdout + quiet.stderr


def test_default_file_is_read(machine):
    """Neither our PAM line nor a peer's own profile names a file."""
    machine.policy("rules = minlength: 40;\nenforce-for-root = yes\n")
    result = machine.chpasswd(GOOD)
    assert result.status != 0 and "alice: The password needs 17 more characters (23 of 40).\n" in result.text
    os.remove(POLICY)
    result = machine.passwd()
    assert result.status != 0 and "Please tell your administrator." in result.text
    use_passwdqc()
    write("/etc/passwdqc.conf", "min=disabled,disabled,disabled,disabled,40\n")
    result = machine.chpasswd(GOOD)
    assert result.status == 0 and result.changed()


@pytest.mark.parametrize("style", ["readable", "words"])
def test_suggestion_stays_the_same(machine, style):
    machine.policy(RULES + f"suggest-style = {style}\n")
    result = machine.passwd(OLD_PASSWORD, "weak", "weaker", "weakest")
    shown = suggestions(result.text)
    assert result.status != 0 and len(shown) == 3 and len(set(shown)) == 1
