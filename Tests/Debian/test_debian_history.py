"""A password history as EXAMPLES of pam_passwordrules(8) sets it up, word for word, with the real passwd; and the
page's statements about other modules that keep one in the same file."""

import random
import re
import stat
import sys
from pathlib import Path

import pytest
from packages import MODULE, TOOL
from people import ALICE, OLD_PASSWORD, has_password, passwd, passwd_by_root
from terminal import suggested
from walk import Root, lay_packages, words
from watch import STACK

sys.path.append(str(Path(__file__).parents[1] / "Tool"))

from manual import Page

PAGE = Page("pam_passwordrules.8")
STEPS, SHOWN, STACKS = (dict(PAGE.displays(kind)) for kind in ("walk", "shows", "stack"))
OPASSWD = "/etc/security/opasswd"
COUNT = int(re.search(r"history = (\d+)", STEPS["policy"])[1])
USED = ["was used before"]


def unlike(count: int) -> list[str]:
    """Returns `count` passwords that are unlike each other."""
    source = random.Random(1)
    return [f"{source.getrandbits(96):024x}" for _ in range(count)]


def entries(debian, user: str = "alice") -> list[str]:
    """The hashes that are saved for a user, the oldest first."""
    [line] = [line for line in debian.read(OPASSWD).splitlines() if line.startswith(f"{user}:")]
    name, uid, count, hashes = line.split(":")
    found = hashes.split(",")
    assert (name, uid, int(count)) == (user, str(ALICE), len(found))
    return found


@pytest.fixture
def root(world, inhabited, debs):
    if not {MODULE, TOOL} <= set(debs):
        pytest.skip("the tool cannot be installed")
    with world.debian(*inhabited) as debian:
        lay_packages(debian, debs)
        yield Root(debian, STEPS)


def test_password_is_refused_until_enough_others_have_followed(root):
    debian, passwords = root.debian, [OLD_PASSWORD, *unlike(COUNT + 1)]
    root.walk("install", "stack")
    assert words(root.shown) == words(STACKS["Debian"])
    root.walk("policy")
    assert " ".join(words(SHOWN["policy"])) in " ".join(words(root.shown))

    assert passwd(debian, passwords[1]).status == 0
    result = passwd(debian, OLD_PASSWORD, passwords[2], old=passwords[1])
    # Each answer ends a line of the output.
    shown = "\n".join([*(turn.shown for turn in result.turns), result.rest]).replace(suggested(result.shown), "vubkem-roxPit-4cazud")
    assert ["$ passwd", *(line.rstrip() for line in shown.splitlines() if line)] == SHOWN["passwd"].splitlines()
    root.walk("file")
    assert root.shown.split() == SHOWN["file"].split()

    for old, new in zip(passwords[2:], passwords[3:]):
        result = passwd(debian, OLD_PASSWORD, new, old=old)
        assert result.attempts() == [(OLD_PASSWORD, USED, False), (new, [], True)] and has_password(debian, new)
    result = passwd(debian, OLD_PASSWORD, old=passwords[-1])
    assert result.attempts() == [(OLD_PASSWORD, [], True)] and has_password(debian, OLD_PASSWORD)

    assert len(entries(debian)) == COUNT + 1
    state = debian.path(OPASSWD).stat()
    assert (state.st_uid, state.st_gid, stat.S_IMODE(state.st_mode)) == (0, 0, 0o600)
    # The numbers of the page.
    others = re.search(r"accepted again when (\d+) others have followed it: the present one and (\d+)\nbefore", PAGE.source)
    assert [int(number) for number in others.groups()] == [COUNT + 1, COUNT]


def test_root_is_warned_and_the_hash_is_saved(root):
    root.walk("install", "policy")
    result = passwd_by_root(root.debian, OLD_PASSWORD)
    assert result.attempts() == [(OLD_PASSWORD, USED, True)] and result.status == 0
    assert len(entries(root.debian)) == 1


def test_line_for_a_scanner_changes_nothing(root):
    debian, passwords = root.debian, [OLD_PASSWORD, *unlike(4)]
    root.walk("install", "policy")
    debian.write(STACK, STACKS["scanner"])
    for number, new in enumerate(passwords[1:]):
        if number > 0:
            result = passwd(debian, OLD_PASSWORD, new, old=passwords[number])
            assert result.attempts() == [(OLD_PASSWORD, USED, False), (new, [], True)]
        else:
            assert passwd(debian, new).status == 0
        assert has_password(debian, new) and len(entries(debian)) == len(set(entries(debian))) == number + 1


def test_pwhistory_ends_the_command_after_both_entries(root):
    """The stack has pam_pwhistory's line without ours, as the page describes it."""
    debian, [other] = root.debian, unlike(1)
    debian.write(STACK, re.sub("(?m)^.*(passwordrules|permit).*\n", "", STACKS["scanner"])
                 .replace("use_authtok ", "", 1))
    assert passwd(debian, other).status == 0
    result = passwd(debian, OLD_PASSWORD, "never-asked-for", old=other)
    assert [turn.answer for turn in result.turns] == [other, OLD_PASSWORD, OLD_PASSWORD] and result.status != 0
    # The number of entries that it keeps includes the current hash.
    assert len(entries(debian)) == 2


def test_remember_cuts_hashes_and_adds_md5(root):
    debian, passwords = root.debian, [OLD_PASSWORD, *unlike(4)]
    root.walk("install", "policy")
    for old, new in zip(passwords, passwords[1:4]):
        assert passwd(debian, new, old=old).status == 0
    assert len(entries(debian)) == 3
    debian.write(STACK, debian.read(STACK).replace("yescrypt", "yescrypt remember=2"))
    assert passwd(debian, passwords[4], old=passwords[3]).status == 0
    assert len(entries(debian)) == 2 and entries(debian)[-1].startswith("$1$")


def test_every_step_is_walked():
    walked = set(re.findall(r'"(\w+)"', "".join(re.findall(r"root\.walk\((.*?)\)", Path(__file__).read_text()))))
    assert walked == set(STEPS) and {"policy", "passwd", "file"} == set(SHOWN)
