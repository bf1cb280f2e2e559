"""passwordrules check at a terminal; and the version, which all commands print.

Sessions/check.txt has the other tests of this command.
"""

import re

import pexpect
import pytest

from manual import read
from tool import TOOL, run


@pytest.mark.parametrize("trap, typed", [("", "sesame-open\r"), ("trap '' INT; ", "\x03")])
def test_terminal_shows_no_password_and_is_restored(trap, typed):
    child = pexpect.spawn("/bin/sh", ["-c", f"{trap}({TOOL} check --rules 'minlength: 8'); stty -a; echo done"], timeout=600)
    child.expect("Password: ")
    child.send(typed)
    if not trap:
        child.expect("accepted")
    child.sendeof()
    child.expect("done")
    assert b"sesame" not in child.before and b" echo " in child.before


def test_version():
    [version] = re.findall(r"(?m)^VERSION := (\S+)$", read("Makefile"))
    for name in ["--version", "-V"]:
        assert run(name).lines == run("blocklist", "build", name).lines == [version]
    assert run("explain", "--", "-V").errors.startswith("passwordrules: rules:1:1: error: unknown property")
