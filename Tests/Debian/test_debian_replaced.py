"""The package's messages when it replaces another module, and how to keep that module's demands."""

import re

import pytest

from packages import HARDENED_PWQUALITY, MODULE, TOOL, dpkg, install_others
from people import chpasswd
from watch import STACK

POLICY = "/etc/security/passwordrules.conf"
STRICT_PWQUALITY = HARDENED_PWQUALITY + "badwords = acme\nenforce_for_root\n"
HOLDS = r'new passwords now need at least 15 characters;( .*;)? see "passwordrules status"'
START = "libpam-passwordrules: "


def said(done) -> list[str]:
    return [line.removeprefix(START) for line in done.stdout.splitlines() if line.startswith(START)]


def findings(debian) -> str:
    return debian.run("passwordrules", "status", check=False).stdout.split("Lists of passwords:\n")[1]


@pytest.fixture
def tool(debs):
    if TOOL not in debs:
        pytest.skip("the tool cannot be installed")


def harden_pwquality(debian) -> None:
    debian.write("/etc/security/pwquality.conf", STRICT_PWQUALITY)


def harden_passwdqc(debian) -> None:
    """Debian's line for the other module names no file, so administrators put their options into the line."""
    line = "pam_passwdqc.so"
    assert line in debian.read(STACK)
    debian.write(STACK, debian.read(STACK).replace(line, f"{line} min=disabled,disabled,disabled,disabled,17 match=3"))


@pytest.mark.parametrize("module", [None, "pwquality", "passwdqc"])
def test_nothing_lost_prints_one_line(fresh, debs, tool, module):
    """Debian's own settings of the other module add no message."""
    if module is not None:
        install_others(fresh, module)
    done = dpkg(fresh, "--install", *debs.values())
    [line] = said(done)
    assert re.fullmatch(HOLDS, line)
    assert findings(fresh).splitlines()[-1] == "all is well"
    # An update says nothing.
    assert said(dpkg(fresh, "--install", *debs.values())) == []


@pytest.mark.parametrize("module, harden, lost, weak", [
    ("pwquality", harden_pwquality,
     ["max-repeating: 3", "required: digit", "required: upper", "required: lower", "required: special",
      "max-class-repeating: 4", "words: acme", "old-password-changes: 8", "enforce-for-root: yes -> no"], "needs a digit"),
    ("passwdqc", harden_passwdqc, ["minlength: 17 -> 15", "min-classes: 4"], "The password needs 1 more character (16 of 17)."),
])
def test_lost_demands_are_named_and_two_commands_keep_them(fresh, debs, tool, module, harden, lost, weak):
    install_others(fresh, module)
    harden(fresh)
    lines = said(dpkg(fresh, "--install", *debs.values()))
    assert re.fullmatch(HOLDS, lines[0])
    assert lines[1] == f"the settings of pam_{module} are no longer in force, and the policy asks for less:"
    assert {f"  {line}" for line in lost} <= set(lines)
    assert lines[-3] == "To keep them:"
    commands = [line.strip() for line in lines[-2:]]
    text = findings(fresh)
    assert f"pam_{module} is no longer in any stack" in text and all(command in text for command in commands)
    assert weak not in chpasswd(fresh, "orchid kettle gravel").text

    before = fresh.read(POLICY)
    fresh.run("passwordrules", "import", module)
    assert commands[1].startswith("passwordrules policy --install new.conf ")
    fresh.run("sh", "-c", f"cd /tmp && {commands[0]}")
    changes = fresh.run("sh", "-c", f"cd /tmp && {commands[1]} --yes").stdout
    assert not re.search("(?m)^!", changes), changes
    assert fresh.read(POLICY) == before
    assert findings(fresh).splitlines()[-1] == "all is well"
    fresh.run("sh", "-c", f"cd /tmp && passwordrules import {module} > old.conf")
    assert "!" not in fresh.run("sh", "-c", f"cd /tmp && passwordrules policy --diff old.conf {POLICY}", check=False).stdout
    assert weak in chpasswd(fresh, "orchid kettle gr").text


def test_without_the_tool_the_package_names_it(fresh, debs):
    install_others(fresh, "pwquality")
    done = dpkg(fresh, "--install", *(path for name, path in debs.items() if name != TOOL))
    assert said(done) == [
        "new passwords must now meet /etc/security/passwordrules.conf", "the settings of pam_pwquality are no longer in force",
        "To keep them, install the package passwordrules, and then:", "  passwordrules import pwquality --drop-in > new.conf",
        "  passwordrules policy --install new.conf --as 50-pwquality.conf"]


def test_stack_is_kept_until_a_purge(fresh, debs, tool):
    """pam-auth-update does not keep a copy of options that were written into its file by hand."""
    install_others(fresh, "passwdqc")
    harden_passwdqc(fresh)
    before = fresh.read(STACK)
    dpkg(fresh, "--install", *debs.values())
    kept = fresh.path("/var/lib/passwordrules/common-password")
    assert kept.read_text() == before and kept.parent.stat().st_mode & 0o777 == 0o700
    assert "match=3" in fresh.run("passwordrules", "import", "passwdqc").stdout
    dpkg(fresh, "--remove", MODULE)
    assert kept.exists()
    dpkg(fresh, "--purge", MODULE)
    assert not kept.parent.exists()
