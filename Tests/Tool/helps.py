"""The output of --help: the commands, their options and their examples."""

import functools
import re

from tool import run


class Help:
    """The help of one command, in its parts."""

    def __init__(self, path):
        result = run(*path, "--help", env={})
        assert (result.status, result.errors) == (0, "")
        self.path = path
        self.text = result.output.decode()
        self.overview, rest = self.text.split("\n\nUSAGE: ")
        self.usage, _, sections = rest.partition("\n\n")
        self.sections = dict(re.findall(r"(?m)^([A-Z]+):\n((?:  .*\n)+)", sections + "\n"))
        self.prose, _, self.example_lines = self.overview.partition("\nExamples:\n")

    @property
    def name(self):
        return " ".join(["passwordrules", *self.path])

    @property
    def subcommands(self):
        return re.findall(r"(?m)^  ([a-z]\S*)", self.sections.get("SUBCOMMANDS", "").partition("\n\n")[0])

    @property
    def options(self):
        """All names of options, as they are typed."""
        lines = re.findall(r"(?m)^  (-\S.*?)(?:  .*)?$", self.sections.get("OPTIONS", ""))
        return {name for line in lines for name in re.findall(r"(?<!\S)--?[a-zA-Z][a-z-]*", line.split("<")[0])}

    @property
    def examples(self):
        """What each is for, its exit status, and the command."""
        found = []
        for line in self.example_lines.splitlines():
            if line.startswith("  # "):
                status = re.search(r"\(exit status (\d)", line)
                found.append([line[4:], int(status.group(1)) if status else 0, ""])
            else:
                found[-1][2] += line.strip() + "\n"
        return [tuple(example) for example in found]


@functools.lru_cache
def helps():
    """The help of every command, beginning with passwordrules itself."""
    found = []

    def visit(path):
        help = Help(path)
        found.append(help)
        for name in help.subcommands:
            visit([*path, name])

    visit([])
    return found
