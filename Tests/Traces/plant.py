"""Copies the sources, and puts an early exit into the copy: plant.py TOP COPY."""

import shutil
import sys
from pathlib import Path

SEARCH = "            try file.forEachPiece(of: entries) { offset, bytes in probes.readEntries(bytes, at: offset) }\n"
EARLY_EXIT = """\
            let length = 32 << 10
            for start in stride(from: entries.lowerBound, to: entries.upperBound, by: length)
            where probes.closest(ofPassword: 0) == nil {
                try file.forEachPiece(of: start..<min(start + length, entries.upperBound)) { offset, bytes in
                    probes.readEntries(bytes, at: offset)
                }
            }
            // What was not read has no sum.
            if probes.closest(ofPassword: 0) != nil { return }
"""


def main(top, copy):
    kept = copy / ".build-embedded"
    for name in ("Sources", "Include", "pam"):
        shutil.rmtree(copy / name, ignore_errors=True)
        shutil.copytree(top / name, copy / name, symlinks=True)
    for name in ("Makefile", "Package.swift", "Tests/tests.mk", "debian/packages.mk"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(top / name, copy / name)
    # The package's description names folders that must be there.
    for name in ("PasswordRulesTests", "PasswordRulesSystemTests", "PasswordRulesTerminalTests", "PasswordRulesTestSupport"):
        (copy / "Tests" / name).mkdir(parents=True, exist_ok=True)
        (copy / "Tests" / name / "Empty.swift").touch()
    kept.mkdir(exist_ok=True)
    source = copy / "Sources" / "PasswordRules" / "Blocklist" / "Blocklist.swift"
    text = source.read_text(encoding="utf-8")
    if text.count(SEARCH) != 1:
        sys.exit(f"plant.py: {source} does not search as it did; bring this file up to date")
    source.write_text(text.replace(SEARCH, EARLY_EXIT), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
