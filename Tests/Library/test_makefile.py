"""What the Makefile passes to the compilers of what ships."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def make(*arguments):
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_what_ships_is_not_vectorized():
    plan = make("--dry-run", "--what-if=Package.swift", "build/libpasswordrules.o", "build/passwordrules").replace("\\\n", " ")
    library, tool = (" ".join(line.split()) for line in re.findall(r"(?m)^\s*swift build .*$", plan))
    for build in (library, tool):
        assert " -Xcc -fno-vectorize -Xswiftc -Xllvm -Xswiftc -vectorize-loops=false " in build
    # Compiled once more when they are linked.
    assert " -Xswiftc -Xclang-linker -Xswiftc -fno-vectorize -Xlinker -mllvm -Xlinker -vectorize-loops=false " in library
