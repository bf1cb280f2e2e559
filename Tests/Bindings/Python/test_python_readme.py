"""The examples of the package's README and docstrings work."""

import doctest
import inspect
import re

import passwordrules
import pytest
from passwordrules import Policy
from tree import COMMON, PACKAGE, RANKS

with open(f"{PACKAGE}/README.md", encoding="utf-8") as file:
    README = file.read()


def test_sessions_of_the_readme_and_of_the_package():
    for tested, count in [(doctest.testfile(f"{PACKAGE}/README.md", module_relative=False), 10),
                          (doctest.testmod(passwordrules), 4)]:
        assert tested.attempted >= count and tested.failed == 0


def test_program_of_the_readme(monkeypatch, capsys):
    """The program runs with a broken policy and with the test's own policy, instead of the machine's."""
    load = Policy.load
    [program] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.setattr(Policy, "load", lambda: load("/nonexistent"))
    with pytest.raises(SystemExit, match="^the policy could not be applied: /nonexistent: "):
        exec(program, {})
    monkeypatch.setattr(Policy, "load", lambda: Policy.from_settings(["rules=minlength: 12"]))
    program = program.replace("/usr/share/passwordrules/common.blocklist", COMMON)
    exec(program.replace("RankedWords()", f"RankedWords({RANKS!r})"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["3 more characters needed (9 of 12)", "contains your user name"]
    assert lines[2].startswith("Suggestion: ")
    # Older versions of Python print the name of an IntEnum instead of its number.
    assert lines[3] in ("True 3", "True Match.MANGLED")
    assert lines[4].startswith("WEAK: 10^") and lines[5:7] == [
        "Avoid names and other words related to you.", "Dates and years are easy to guess."] and len(lines) == 8


@pytest.mark.parametrize("name", passwordrules.__all__)
def test_everything_public_is_described(name):
    thing = getattr(passwordrules, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert (thing.__doc__ or "").strip()
        members = vars(thing).items() if inspect.isclass(thing) else []
        for member, value in members:
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, (property, classmethod))):
                assert (inspect.getdoc(getattr(thing, member)) or "").strip(), member
