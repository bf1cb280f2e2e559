"""Classes of bug that modules like ours have had, before the real passwd and chpasswd.

| | class of bug | test |
|---|---|---|
| 2 | a very long password blocks a pipe to a helper | test_chpasswd_refuses_a_very_long_password_at_once |
| 3 | an unknown user is let through | test_chpasswd_of_an_unknown_user_changes_nothing |
| 5 | an expired password is kept, or ageing forgotten | test_ageing_stays_with_pam_unix |
| 14 | passwords in the log | test_no_password_of_any_program_is_logged |
| 15 | a suggestion is printed by a script | test_chpasswd_prints_no_suggestion |
| 17 | messages where the program asked for silence | test_quiet_passwd_is_quiet |
"""

import glob
import os
import subprocess
import time

import pytest

from machine import OLD_PASSWORD, USER, write

RULES = "rules = required: upper; required: digit; minlength: 12;\nenforce-for-root = yes\n"
GOOD = "Correct-Horse-9-Battery"
DAYS = 24 * 60 * 60
PEERS = os.path.join(os.path.dirname(__file__), "..", "..", "build", "peers")


def change_shadow(machine, last_change, minimum, maximum):
    """When alice has changed her password last, and for how many days she must and may keep it."""
    with open("/etc/shadow") as file:
        lines = file.read().splitlines()
    write("/etc/shadow", "\n".join(
        f"{USER}:{line.split(':')[1]}:{last_change}:{minimum}:{maximum}:7:::" if line.startswith(USER + ":") else line
        for line in lines) + "\n")


def test_chpasswd_refuses_a_very_long_password_at_once(machine):
    machine.policy(RULES)
    result = machine.chpasswd("q" * 100_000)
    assert result.status != 0 and not result.changed()


def test_chpasswd_of_an_unknown_user_changes_nothing(machine):
    machine.policy(RULES + "full-name = reject\n")
    with open("/etc/shadow") as file:
        before = file.read()
    for password in ("weak", GOOD):
        done = subprocess.run(["chpasswd"], input=f"nosuchuser:{password}\n".encode(), capture_output=True, timeout=30)
        assert done.returncode != 0
    with open("/etc/shadow") as file:
        assert file.read() == before


def test_ageing_stays_with_pam_unix(machine):
    """What ages is refused with our module in the stack as without it, and what has expired is not kept."""
    machine.policy(RULES)
    today = int(time.time()) // DAYS
    change_shadow(machine, today, 7, 99999)
    result = machine.passwd(OLD_PASSWORD)
    assert result.status != 0 and "wait longer" in result.text and "New password" not in result.text
    change_shadow(machine, today - 100, 0, 10)
    result = machine.passwd(OLD_PASSWORD, "weak", OLD_PASSWORD, "weak")
    assert result.status != 0 and not result.changed()
    result = machine.passwd(OLD_PASSWORD, GOOD, GOOD)
    assert result.status == 0 and result.changed()
    with open("/etc/shadow") as file:
        [line] = [line for line in file if line.startswith(USER + ":")]
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


def use_passwdqc():
    """Puts pam_passwdqc in our place, as its profile does."""
    modules = glob.glob(os.path.join(PEERS, "libpam-passwdqc/lib/*/security/pam_passwdqc.so"))
    if not modules:
        pytest.skip("pam_passwdqc is not in build/peers; the tests of the module download it")
    with open("/etc/pam.d/common-password") as file:
        lines = file.read().splitlines()
    write("/etc/pam.d/common-password", "\n".join([f"password requisite {os.path.abspath(modules[0])}", *lines[1:]]) + "\n")


def test_chpasswd_prints_no_suggestion(machine):
    machine.policy(RULES + "suggest = yes\n")
    result = machine.chpasswd("weak")
    assert result.status != 0 and not result.changed()
    assert "  - 8 more characters needed (4 of 12)\n" in result.text and "uggest" not in result.text
    use_passwdqc()
    assert "pick this as" in machine.chpasswd("weak").text


def test_quiet_passwd_is_quiet(machine):
    machine.policy(RULES)
    quiet, told = (
        subprocess.run(["passwd", *options, USER], input=b"weak\nweak\n", capture_output=True, timeout=30)
        for options in (["-q"], []))
    assert quiet.returncode != 0 and told.returncode != 0
    assert b"Not accepted yet" in told.stderr and b"Not accepted" not in quiet.stdout + quiet.stderr
    assert b"needed" not in quiet.stdout + quiet.stderr
