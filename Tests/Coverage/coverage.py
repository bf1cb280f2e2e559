"""Says how much of the code the tests run, and compares what they do not run with the list of what they cannot.

coverage.py ROOT LIST MEASURED...

ROOT: the folder that paths are told from. LIST: uncovered.md, which says of each line and branch why no test runs it.
MEASURED: what llvm-cov exports, lines as *.lcov, lines and branches as *.json. Exits with 1 where too little is run, where
something is not run that the list does not have, or where the list has what is run: then it says so of an older version.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

# The least that is run, in per cent of the lines.
FLOORS = {"Sources/PasswordRules": 98.0}


@dataclass
class File:
    """The measurements of a source file."""

    path: str
    source: list[str]
    counts: dict[int, int] = field(default_factory=dict)
    """How often each line ran, by its number."""
    branches: list[tuple[int, str, int]] = field(default_factory=list)
    """Line, condition and outcome, and how often it had that outcome."""

    def missed_lines(self) -> list[tuple[int, str]]:
        """The lines that did not run. A line of brackets alone says nothing that the one before it does not."""
        missed = [(number, self.source[number - 1].strip()) for number, count in self.counts.items() if count == 0]
        return [(number, text) for number, text in sorted(missed) if re.search(r"\w", text)]

    def missed(self) -> list[tuple[int, str]]:
        """Lines and branches, in the order of the file."""
        branches = [(number, text) for number, text, count in self.branches if count == 0]
        return sorted(self.missed_lines() + branches, key=lambda item: item[0])


@dataclass
class Reason:
    """A paragraph of the list with the code that it is about."""

    path: str
    code: list[str]
    text: str


# ---- What was measured ----


def read_lcov(text: str, root: Path) -> list[File]:
    files = []
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            files.append(open_file(value, root))
        elif key == "DA":
            number, count = value.split(",")[:2]
            files[-1].counts[int(number)] = int(count)
    return files


def read_json(text: str, root: Path) -> list[File]:
    """The branches; the lines are in the lcov file of the same measurement."""
    [export] = json.loads(text)["data"]
    files = []
    for measured in export["files"]:
        file = open_file(measured["filename"], root)
        # A branch inside a macro's definition is none of the file's own, and would go unseen.
        assert measured["summary"]["branches"]["count"] == 2 * len(measured["branches"])
        for line, column, end_line, end_column, if_true, if_false, *_ in measured["branches"]:
            condition = extract(file.source, line, column, end_line, end_column)
            file.branches.append((line, f"{condition}: never true", if_true))
            file.branches.append((line, f"{condition}: never false", if_false))
        files.append(file)
    return files


def open_file(name: str, root: Path) -> File:
    path = Path(name)
    return File(path.resolve().relative_to(root).as_posix(), path.read_text().split("\n"))


def extract(source: list[str], line: int, column: int, end_line: int, end_column: int) -> str:
    """The text from one place up to another, on one line; columns are in bytes, from 1."""
    lines = [text.encode() for text in source[line - 1 : end_line]]
    lines[-1] = lines[-1][: end_column - 1]
    lines[0] = lines[0][column - 1 :]
    return " ".join(b" ".join(lines).decode().split())


def merge(files: list[File]) -> dict[str, File]:
    """One record for each path."""
    merged: dict[str, File] = {}
    for file in files:
        known = merged.setdefault(file.path, File(file.path, file.source))
        for number, count in file.counts.items():
            known.counts[number] = known.counts.get(number, 0) + count
        known.branches += file.branches
    return merged


# ---- The list ----


def read_list(text: str) -> list[Reason]:
    """Headings are paths, indented lines are code, and the paragraph after them is the reason."""
    reasons: list[Reason] = []
    path = None
    code: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith("## "):
            path = block[3:].strip()
        elif block.startswith("    "):
            code += [line.strip() for line in block.splitlines()]
        elif path is not None:
            if not code:
                sys.exit(f"the list has a reason without code below {path}: {block}")
            reasons.append(Reason(path, code, " ".join(block.split())))
            code = []
    if code:
        sys.exit(f"the list has code without a reason below {path}: {code[0]}")
    return reasons


# ---- The comparison ----


def compare(files: dict[str, File], reasons: list[Reason]) -> tuple[list[str], list[str]]:
    """The report on everything that was not run, and the mistakes in the list."""
    told: list[str] = []
    wrong: list[str] = []
    last = None
    open_reasons: dict[tuple[str, str], list[str]] = {}
    for reason in reasons:
        for code in reason.code:
            open_reasons.setdefault((reason.path, code), []).append(reason.text)
    for path, file in sorted(files.items()):
        for number, text in file.missed():
            known = open_reasons.get((path, text))
            if known:
                # A reason follows all the lines that it applies to.
                reason = known.pop(0)
                if told and last == (path, reason):
                    told.pop()
                told += [f"{path}:{number}: {text}", f"    {reason}"]
                last = (path, reason)
            else:
                wrong.append(f"{path}:{number}: is not run, and the list does not say why: {text}")
    for (path, code), left in open_reasons.items():
        if left:
            wrong.append(f"{path}: is listed as not run, and is run or is not there: {code}")
    return told, wrong


def module(path: str) -> str:
    """The folder or the file that a row of the table is about."""
    return "/".join(path.split("/")[:2])


def table(files: dict[str, File]) -> tuple[list[str], list[str]]:
    """A row for each module, and which of them have too little."""
    rows = [f"{'':32}{'lines':>16}{'':>9}{'branches':>16}"]
    wrong = []
    covered, counted, taken, branches = Counter(), Counter(), Counter(), Counter()
    for path, file in files.items():
        name = module(path)
        counted[name] += len(file.counts)
        covered[name] += sum(count > 0 for count in file.counts.values())
        branches[name] += len(file.branches)
        taken[name] += sum(count > 0 for *_, count in file.branches)
    for name in sorted(counted):
        rows.append(f"{name:32}{share(covered[name], counted[name])}{share(taken[name], branches[name])}".rstrip())
    for name, floor in FLOORS.items():
        if 100 * covered[name] < floor * counted[name] or not counted[name]:
            wrong.append(f"{name}: less than {floor:g} % of the lines are run")
    return rows, wrong


def share(some: int, of_all: int) -> str:
    return f"{f'{some}/{of_all}':>16}{100 * some / of_all:8.2f}%" if of_all else f"{'':25}"


def main(root: str, list_path: str, *measured: str) -> int:
    base = Path(root).resolve()
    files = []
    for name in measured:
        read = read_json if name.endswith(".json") else read_lcov
        files += read(Path(name).read_text(), base)
    merged = merge(files)
    rows, too_little = table(merged)
    told, wrong = compare(merged, read_list(Path(list_path).read_text()))
    print("\n".join(rows + ([""] if told else []) + told))
    for text in too_little + wrong:
        print(f"coverage: {text}", file=sys.stderr)
    return 1 if too_little or wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
