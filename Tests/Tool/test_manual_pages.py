"""All pages of the manual: how they look, where they refer to, and what their sessions and examples print."""

import os
import re
import shlex
import shutil
import subprocess

import pytest

from manual import FOLDER, NAMES, Page, with_lists  # noqa: F401 (a fixture)
from sessions import steps
from tool import ROOT, run

PAGES = [Page(name) for name in NAMES]
each_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)
# Small systems have a program of that name that only says that there are no manual pages.
needs_man = pytest.mark.skipif(
    not shutil.which("man") or not subprocess.run(["man", "--version"], capture_output=True).stdout.startswith(b"man "),
    reason="man (package man-db) is not installed")


@needs_man
@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
@each_page
def test_page_renders(page, locale):
    done = subprocess.run(["man", "-l", page.path], capture_output=True,
                          env={**os.environ, "LC_ALL": locale, "MAN_KEEP_FORMATTING": ""})
    # Removes bold and underlined formatting.
    text = re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout.decode())
    assert done.returncode == 0 and (locale != "C" or text.isascii())
    # Every title is in the output.
    titles = re.findall(r"(?m)^\.Sh (.*)$", page.source)
    assert titles and all(word in text for title in titles for word in title.split())


@each_page
def test_references_exist(page):
    named = set(re.findall(r"(?m)^\.Xr (\S*passwordr\S*) (\d)", page.source))
    assert named and {f"{name}.{section}" for name, section in named} <= set(os.listdir(FOLDER))
    assert (page.name.rsplit(".", 1)[0], page.name[-1]) not in named, "a page that refers to itself"
    titles = set(re.findall(r"(?m)^\.S[hs] (.*)$", page.source))
    assert set(re.findall(r"(?m)^\.Sx (.*?)(?: [.,;:)]+)*$", page.source)) <= titles


# Sessions. The commands of each display run one after another in one folder, with what is installed.

SESSIONS = [pytest.param(remark, steps(text.rstrip("\n").split("\n")), id=f"{page.name}: {text.splitlines()[0]}")
            for page in PAGES for remark, text in page.displays("session")]
# An estimate, as people and as programs read it.
ESTIMATE = r"(?<=10\^)\d+\.\d|(?<=\"guessesLog10\":)[\d.]+"


def output_of(command, folder, programs=os.path.join(ROOT, "build")):
    """The output on a terminal, which shows both streams."""
    path = f"{programs}:/usr/bin:/bin"
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, umask=0o022,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={"PATH": path, "LC_ALL": "C.UTF-8"})
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("remark, commands", SESSIONS)
def test_commands_print_the_documented_output(remark, commands, tmp_path, prefix):
    for command, _, shown in commands:
        printed = output_of(command, tmp_path, f"{prefix}/bin")
        if remark == "exact":
            assert printed == shown
            continue
        if remark == "estimated":
            # Estimates change with the list of words; these are within a factor of 10 of what is shown.
            printed, shown = "\n".join(printed), "\n".join(shown)
            assert re.sub(ESTIMATE, "N", printed) == re.sub(ESTIMATE, "N", shown) != shown
            assert all(abs(float(one) - float(other)) <= 1
                       for one, other in zip(re.findall(ESTIMATE, printed), re.findall(ESTIMATE, shown), strict=True))
            continue
        # The drawn password is accepted like the shown one, and has as many hyphens; the text after it is the
        # same.
        assert remark == "drawn" and len(printed) == len(shown) > 0 and printed != shown
        rules = shlex.split(command)[shlex.split(command).index("--rules") + 1]
        for lines in (shown, printed):
            passwords = "\n".join(line.split("\t")[0] for line in lines)
            assert run("check", "--strict", "--rules", rules, input=passwords.encode()).lines == ["accepted"] * len(shown)
        assert [(line.split("\t")[1:], line.count("-")) for line in printed] == [
            (line.split("\t")[1:], line.count("-")) for line in shown]


def test_every_display_with_commands_is_run():
    page = Page("passwordrules.1")
    displays = re.findall(r"(?m)^\.Bd -literal.*\n((?:(?!\.Ed).*\n)*)\.Ed$", page.source)
    untried = [text for text in displays if text.startswith("$") and "source <(" in text]
    assert len(page.displays("session")) + len(untried) == sum(text.startswith("$") for text in displays) >= 6
    assert len(untried) == 1 and len(SESSIONS) >= 11
    [line] = re.findall(r"\$ (source <\(.*\))", untried[0])
    assert output_of(f"{line}; complete -p passwordrules", "/") == ["complete -o filenames -F _passwordrules passwordrules"]


# Examples.

EXAMPLES = [pytest.param(kind, text, id=f"{page.name}: {text.splitlines()[0]}")
            for page in PAGES for kind, text in page.displays("example") if kind in ("policy", "descriptor")]


def test_there_are_examples_of_both_kinds():
    assert [sum(example.values[0] == kind for example in EXAMPLES) >= 5 for kind in ("policy", "descriptor")] == [True, True]


@pytest.mark.parametrize("kind, text", EXAMPLES)
def test_examples_are_valid(kind, text, policy, with_lists, prefix):
    if kind == "descriptor":
        result = run("lint", "--rules", "-", input=text.encode())
        assert result.status in (0, 1) and result.errors == ""
        assert not re.search(r"\b(error|no password)\b", result.output.decode())
        return
    # Some policies have a preset, whose list is installed with the tool. Users and groups need not be there.
    path = policy(with_lists(text))
    result = run("policy", "--config", path, "--check", tool=f"{prefix}/bin/passwordrules")
    assert result.errors == "" and result.status in (0, 1)
    for kind in ("warning", "note"):
        count = len([line for line in result.lines if f": {kind}: " in line])
        assert [f"{count} {kind}{'s' * (count > 1)}"] * (count > 0) == re.findall(rf"\d+ {kind}s?", result.lines[-1])
    listed = run("policy", "--config", path, tool=f"{prefix}/bin/passwordrules")
    assert any(not line.endswith("built in") for line in listed.lines[listed.lines.index("Values:") + 1:])
