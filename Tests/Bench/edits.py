"""How long a developer waits after an edit of an engine file, and how many bytes a page waits for. The edit
is made in a copy."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import time

from place import BUILD, OUT, TOP, say
from table import OURS, add, size

TREE = OUT / "tree"
EDITED = "Sources/PasswordRules"
GOALS = {
    "From an edit of the engine to its unit tests": (["test-swift", "ONLY=CheckerTests"], 30e9),
    "From an edit of the engine to a library that tests load": (["build/libpasswordrules.so.1"], 45e9),
}
PARSER = TOP / ".build/checkouts/swift-argument-parser"
PACKAGE = BUILD / "web/passwordrules"


def make(goals):
    begun = time.monotonic_ns()
    # With a local copy of the dependency, no network is needed.
    more = {"PASSWORDRULES_ARGUMENT_PARSER": str(PARSER)} if PARSER.exists() else {}
    done = subprocess.run(["make", "-C", TREE, "FAST=1", *goals], env=os.environ | more, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"bench: make {' '.join(goals)} failed in {TREE}; no table\n{done.stdout[-2000:]}")
    return time.monotonic_ns() - begun


def measure_edits():
    shutil.rmtree(TREE, ignore_errors=True)
    shutil.copytree(TOP, TREE, symlinks=True, ignore=shutil.ignore_patterns("build", ".build*", ".git"))
    [file] = (TREE / EDITED).rglob("Checker.swift")
    for index, (title, (goals, limit)) in enumerate(GOALS.items()):
        say(f"Building a copy of the sources, then editing it: make FAST=1 {' '.join(goals)}")
        make(goals)
        edited, count = re.subn(r"(\bfunc [^\n]*\{\n)", rf"\g<1>        _ = {index}\n", file.read_text(encoding="utf-8"), count=1)
        assert count == 1, f"no function to edit in {file}"
        file.write_text(edited, encoding="utf-8")
        add(title, OURS, make(goals), limit=limit)
    shutil.rmtree(TREE)


def reached(name, found):
    """The names of a module of the npm package and of all modules that it imports."""
    if name not in found:
        found.add(name)
        for other in re.findall(r"^(?:import|export)[^;]*from '\./([^']+)'", (PACKAGE / name).read_text(encoding="utf-8"), re.M):
            reached(other, found)
    return found


def measure_page():
    """Measures what a page with a descriptor loads first, compressed as by a server."""
    if not (PACKAGE / "check.wasm").exists():
        say("The bytes that a page loads are left out: run make web first")
        return
    files = reached("index.mjs", set()) | {"check.wasm"}
    add(f"A page's first load: {len(files)} files, compressed", OURS,
        sum(len(gzip.compress((PACKAGE / name).read_bytes(), 9)) for name in files), form=size)
