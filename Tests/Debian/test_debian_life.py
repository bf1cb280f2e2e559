"""A password's life, as EXAMPLES of pam_passwordrules(8) describes it, word for word: tried before it is chosen, set by the
real passwd, and found on a list at the real login."""

import re
import sys
from pathlib import Path

import pytest
from dialogue import Person, converse
from packages import MODULE, TOOL
from people import has_password, passwd
from walk import Root, lay_packages, words

sys.path.append(str(Path(__file__).parents[1] / "Tool"))

from manual import Page

PAGE = Page("pam_passwordrules.8")
STEPS, SEEN = (dict(PAGE.displays(kind)) for kind in ("life", "seen"))
PASSWORD = re.search(r"echo '(.*)' \| passwordrules check", STEPS["before"])[1]
NEXT = "a lamp in every window"


@pytest.fixture
def root(world, inhabited, debs):
    if not {MODULE, TOOL} <= set(debs):
        pytest.skip("the tool cannot be installed")
    with world.debian(*inhabited) as debian:
        lay_packages(debian, debs)
        debian.run("usermod", "--shell", "/usr/bin/id", "alice")
        yield Root(debian, STEPS)


def log_in(debian, password: str, *new: str):
    return converse(debian, ["login", "alice"], Person(password, *new))


def test_life_of_a_password(root):
    debian = root.debian
    root.walk("install", "stacks")
    assert words(root.shown) == words(SEEN["stacks"])
    root.walk("policy", "before")
    assert root.shown.split("\n")[0].strip() == SEEN["before"].strip()

    assert passwd(debian, PASSWORD).status == 0 and has_password(debian, PASSWORD)
    result = log_in(debian, PASSWORD)
    assert "(alice)" in result.shown and "list" not in result.shown and "leaked" not in result.shown

    root.walk("leak")
    result = log_in(debian, PASSWORD, NEXT)
    shown = "\n".join(turn.shown for turn in result.turns)
    assert [line.rstrip() for line in shown.splitlines() if line.strip()] == SEEN["login"].splitlines()
    assert "(alice)" in result.rest and has_password(debian, NEXT)

    assert "Login incorrect" in log_in(debian, PASSWORD).shown
    result = log_in(debian, NEXT)
    assert "(alice)" in result.shown and "leaked" not in result.shown


def test_each_step_is_walked():
    walked = set(re.findall(r'"(\w+)"', "".join(re.findall(r"root\.walk\((.*?)\)", Path(__file__).read_text()))))
    assert walked == set(STEPS) and {"stacks", "before", "login"} == set(SEEN)
