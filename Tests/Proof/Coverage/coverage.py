"""Reports how much of the code the tests run, and fails if a line or a branch that no test runs has no
remark.

coverage.py ROOT LCOV

ROOT: the folder that paths are relative to. LCOV: the export of llvm-cov. A remark is a comment above code that no
test runs, `// UNCOVERED: why no test can run it`. It counts up to the next line that is run, is empty, or is
indented less. A remark above code that is run fails as well.
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

REMARK = re.compile(r"\s*(//|/\*) UNCOVERED: \w")
# Lines that need no remark: comments, and lone brackets.
SILENT = re.compile(r"\s*(//|/\*|\* |\W*$)")


@dataclass
class File:
    """A source file: how often each line ran, and each branch, with the number of its line."""

    source: dict[int, str]
    lines: dict[int, int] = field(default_factory=dict)
    branches: list[tuple[int, int]] = field(default_factory=list)

    def mistakes(self) -> dict[int, str]:
        """The lines, by number, that lack a remark or have a needless one, and the reason."""
        missed = {number: "branch" for number, count in self.branches if count == 0}
        missed |= {number: "line" for number, count in self.lines.items() if count == 0}
        missed = {line: kind for line, kind in missed.items() if not SILENT.match(self.source[line])}
        found = {line: f"no test runs this {kind}, and no remark says why" for line, kind in missed.items()}
        for remark in [number for number, text in self.source.items() if REMARK.match(text)]:
            explained = self.explained(remark, missed)
            found = {number: text for number, text in found.items() if number not in explained}
            if not explained:
                found[remark] = "tests run what is below this remark"
        return found

    def explained(self, remark: int, missed: dict[int, str]) -> list[int]:
        """The missed lines that a remark explains."""
        found = []
        [indentation] = re.findall(r"^\s*", self.source[remark])
        for number in range(remark + 1, len(self.source) + 1):
            text = self.source[number]
            is_run = number in self.lines and number not in missed and not SILENT.match(text)
            if is_run or not text.strip() or not text.startswith(indentation):
                break
            found += [number] if number in missed else []
        return found


def read(lcov: str, root: Path) -> dict[str, File]:
    files: dict[str, File] = {}
    for line in lcov.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            file = File(dict(enumerate(Path(value).read_text().splitlines(), 1)))
            files[Path(value).resolve().relative_to(root).as_posix()] = file
        elif key == "DA":
            number, count = value.split(",")[:2]
            file.lines[int(number)] = int(count)
        elif key == "BRDA":
            number, _, _, count = value.split(",")
            file.branches.append((int(number), 0 if count == "-" else int(count)))
    return files


def share(counts: list[int]) -> str:
    covered = sum(count > 0 for count in counts)
    return f"{f'{covered}/{len(counts)}':>16}{100 * covered / len(counts):8.2f}%" if counts else ""


def main(root: str, lcov: str) -> int:
    lines, branches, wrong = defaultdict(list), defaultdict(list), []
    for path, file in sorted(read(Path(lcov).read_text(), Path(root).resolve()).items()):
        wrong += [f"{path}:{number}: {text}: {file.source[number].strip()}"
                  for number, text in sorted(file.mistakes().items())]
        folder = "/".join(path.split("/")[:2]) if path.startswith("Sources/") else path.split("/")[0]
        lines[folder] += file.lines.values()
        branches[folder] += [count for _, count in file.branches]
    print(f"{'':32}{'lines':>16}{'':>9}{'branches':>16}")
    for folder in lines:
        print(f"{folder:32}{share(lines[folder])}{share(branches[folder])}")
    print("".join(f"coverage: {text}\n" for text in wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
