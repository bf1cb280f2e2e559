"""The top Makefile is a page that people read, `make help` says what is in it, and shellcheck sees all scripts."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
BEGINS_AS_SHELL = re.compile(rb"#!/bin/(ba)?sh\n")


def make(*arguments):
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT, capture_output=True, text=True, check=True,
                          timeout=60).stdout


def scripts():
    paths = (path for folder in (".ci", "Sources", "Tests", "debian", "pam") for path in (ROOT / folder).rglob("*"))
    return {str(path.relative_to(ROOT)) for path in paths
            if path.is_file() and "DEBIAN" not in path.parts and BEGINS_AS_SHELL.match(path.read_bytes())}


def test_help_names_the_targets_that_people_call():
    named = re.findall(r"(?m)^make(?: ([a-z-]+))? {2,}\S", make("help"))
    public = " ".join(re.findall(r"(?m)^\.PHONY: (.*)$", MAKEFILE)).split()
    assert sorted(name or "all" for name in named) == sorted([
        *public, "bench-servers", "bench-web", "documentation", "lint", "test-debian", "test-servers", "test-web", "web"])


def test_the_top_makefile_is_short():
    assert len(MAKEFILE.splitlines()) <= 150


@pytest.mark.parametrize("flag", ["-Wconversion", ".SHELLFLAGS", "no:cacheprovider"])
def test_flags_stand_once(flag):
    makefiles = [ROOT / "Makefile", *ROOT.glob("Tests/*/Makefile"), *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk")]
    assert [str(path.relative_to(ROOT)) for path in makefiles if flag in path.read_text(encoding="utf-8")] == [
        "Sources/flags.mk"]


def test_what_ships_is_not_vectorized():
    plan = make("--dry-run", "--what-if=Package.swift", "build/libpasswordrules.o", "build/passwordrules").replace("\\\n", " ")
    library, tool = (" ".join(line.split()) for line in re.findall(r"(?m)^\s*swift build .*$", plan))
    for build in (library, tool):
        assert " -Xcc -fno-vectorize -Xswiftc -Xllvm -Xswiftc -vectorize-loops=false " in build
    # Compiled once more when they are linked.
    assert " -Xswiftc -Xclang-linker -Xswiftc -fno-vectorize -Xlinker -mllvm -Xlinker -vectorize-loops=false " in library


def test_lint_runs_shellcheck_on_all_scripts():
    [checked] = re.findall(r"(?m)^shellcheck (.*)$", make("--dry-run", "lint"))
    assert {".ci/run", "Sources/Installation/install", "debian/build-packages"} <= scripts() == set(checked.split())


def test_scripts_can_be_run():
    # dpkg runs these, and gives them their mode; the build makes one for each PostgreSQL of the last.
    of_dpkg = {f"debian/libpam-passwordrules.{name}" for name in ("postinst", "postrm", "prerm")}
    of_dpkg.add("debian/postgresql-passwordrules.prerm.in")
    assert [name for name in sorted(scripts() - of_dpkg) if not os.access(ROOT / name, os.X_OK)] == []
