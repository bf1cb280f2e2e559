"""All pages of the manual at a terminal of 80 columns, with and without UTF-8, and their cross-references."""

import os
import re
import shutil
import subprocess

import pytest

from test_manual import PAGES
from tool import ROOT

FOLDER = os.path.join(ROOT, "Sources", "Manual")
LOCALES = {"C.UTF-8": "utf8", "C": "ascii"}

needs_man = pytest.mark.skipif(
    not shutil.which("man")
    or not subprocess.run(["man", "--version"], capture_output=True, check=False).stdout.startswith(b"man "),
    reason="man (package man-db) is not installed",
)


def read(page):
    with open(page) as source:
        return source.read()


def rendered(page, locale):
    """The lines of a page, without what makes them bold or underlined."""
    environment = {**os.environ, "LC_ALL": locale, "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""}
    done = subprocess.run(
        ["man", "--warnings", "-l", page], capture_output=True, timeout=60, env=environment, check=False
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    text = re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout.decode())
    return text.splitlines()


@needs_man
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_no_line_is_wider_than_a_terminal(page, locale):
    lines = rendered(page, locale)
    assert len(lines) > 40
    assert [line for line in lines if len(line) > 80] == []
    if LOCALES[locale] == "ascii":
        assert "\n".join(lines).isascii()


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_our_own_pages_that_are_named_are_there(page):
    named = set(re.findall(r"(?m)^\.Xr (\S*passwordrules\S*) (\d)", read(page)))
    assert {f"{name}.{section}" for name, section in named} <= set(os.listdir(FOLDER))
    assert (os.path.basename(page).rsplit(".", 1)[0], page[-1]) not in named, "a page that refers to itself"


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_sections_that_are_named_are_in_the_page(page):
    text = read(page)
    titles = set(re.findall(r"(?m)^\.S[hs] (.*)$", text))
    assert set(re.findall(r"(?m)^\.Sx (.*?)(?: [.,;:)]+)*$", text)) <= titles
