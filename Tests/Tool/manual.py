"""The pages of Sources/Manual, and what is marked in them by comments such as `.\\" table: NAME`."""

import glob
import os
import re

import pytest

from tool import ROOT, run

FOLDER = os.path.join(ROOT, "Sources", "Manual")
NAMES = sorted(os.path.basename(path) for path in glob.glob(os.path.join(FOLDER, "*.[1-8]")))
ESCAPES = {r"\(dq": '"', r"\(aq": "'", r"\(ga": "`", r"\(ba": "|", r"\e": "\\", r"\&": "", r"\%": "", r"\:": ""}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def unescape(text):
    """The characters that roff produces for a text."""
    return re.sub(r"\\(\(..|.)", lambda match: ESCAPES[match.group()], text)


def to_number(text):
    return int(text.replace(",", ""))


class Page:
    def __init__(self, name):
        self.name, self.path = name, os.path.join(FOLDER, name)
        self.source = read(self.path)
        # The source on one line.
        self.text = " ".join(self.source.split())

    def section(self, title):
        return self.source.split(f"\n.Sh {title}\n")[1].split("\n.Sh ")[0]

    def subsections(self, title):
        """The text of each subsection by its name, without the heading."""
        return dict(piece.split("\n", 1) for piece in f"\n{self.section(title)}".split("\n.Ss ")[1:])

    def subsection(self, title):
        return re.split(r"\n\.S[sh] ", self.source.split(f"\n.Ss {title}\n")[1])[0]

    def displays(self, kind):
        """The displays after comments of this kind: the rest of the comment, and the display's text."""
        found = re.findall(rf'(?m)^\.\\" {kind}(?:: )?(.*)\n\.Bd -literal.*\n((?:(?!\.Ed).*\n)*)\.Ed$', self.source)
        assert len(found) == len(re.findall(rf'(?m)^\.\\" {kind}(?:: .*)?$', self.source)), "a comment without its display"
        return [(remark, unescape(text)) for remark, text in found]

    def examples(self, name):
        return [text for remark, text in self.displays("example") if remark == name]

    def tables(self, name):
        """The rows of the tables with this comment, without their heads, as lists of cells. A cell of several
        lines becomes one line."""
        found = re.findall(rf'\n\.\\" {name}\n\.TS\n.*?\n_\n(.*?)\n\.TE\n', self.source, re.DOTALL)
        texts = [re.sub(r"T\{\n(.*?)\nT\}", lambda match: match.group(1).replace("\n", " "), text, flags=re.DOTALL)
                 for text in found]
        return [unescape(line).split("\t") for text in texts for line in text.split("\n")]

    def table(self, name):
        rows = self.tables(f"table: {name}")
        assert rows, name
        return rows


@pytest.fixture
def with_lists(tmp_path):
    """Builds the lists that a policy names and that must exist; returns the policy with their paths."""
    def build(match):
        path = tmp_path / os.path.basename(match.group(2))
        command = "ranks" if match.group(1).startswith("ranked-words") else "blocklist"
        result = run(command, "build", "-o", str(path), "-", input=b"password\n")
        assert (result.status, result.errors) == (0, "")
        return match.group(1) + str(path)

    return lambda text: re.sub(r"(?m)^(ranked-words = |blocklist = (?:\w+ )?)(?<!optional )(/.*)", build, text)
