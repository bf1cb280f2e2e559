"""Walks a manual page: root types the commands of its displays, word for word."""

import re
import shutil
from pathlib import Path

import terminal
from debian import ENVIRONMENT, Debian

# The folder in which root types.
HERE = "/packages/ours"
# The questions of the tool and of apt.
QUESTION = r"\[(?:y/N|Y/n)\] "


def lay_packages(debian: Debian, debs: dict[str, Path]) -> None:
    """Copies packages to the folder in which root types."""
    debian.path(HERE).mkdir(parents=True)
    for path in debs.values():
        shutil.copy(path, debian.path(HERE))


def words(text: str) -> list[str]:
    """The words of a text. Backslashes that continue lines are removed."""
    return text.replace("\\\n", " ").split()


def commands(text: str) -> list[str]:
    """The commands of a display, without the prompts of the shell."""
    lines = text.rstrip("\n").split("\n")
    assert all(line.startswith(("# ", "> ")) for line in lines) and lines[0].startswith("# ")
    return re.split(r"\n# ", "\n".join(lines).removeprefix("# ").replace("\n> ", "\n"))


class Root:
    """Root at a terminal, in the folder with the packages. Root answers yes to every question."""

    def __init__(self, debian: Debian, steps: dict[str, str]):
        """For the displays of a page, by the names of their steps."""
        self.debian = debian
        self.shown = ""
        self._steps = steps

    def walk(self, *steps: str) -> None:
        for step in steps:
            script = "\n".join(["set -e", f"cd {HERE}", *commands(self._steps[step])])
            turns, rest, code = terminal.converse(self.debian.command("sh", "-c", script), QUESTION, lambda *_: "y", env=ENVIRONMENT)
            self.shown = terminal.transcript(turns, rest)
            assert code == 0, f"{script}\n{self.shown}"
