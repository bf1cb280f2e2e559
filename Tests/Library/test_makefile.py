"""The options that the Makefile passes to the compilers."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_make(*arguments):
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def make(*arguments):
    done = run_make(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_shipped_code_is_not_vectorized():
    plan = make("--dry-run", "--what-if=Package.swift", "build/libpasswordrules.o", "build/passwordrules").replace("\\\n", " ")
    library, tool = (" ".join(line.split()) for line in re.findall(r"(?m)^\s*swift build .*$", plan))
    for build in (library, tool):
        assert " -Xcc -fno-vectorize -Xswiftc -Xllvm -Xswiftc -vectorize-loops=false " in build
    # The library is compiled again when it is linked, so these options also go to the linker.
    assert " -Xswiftc -Xclang-linker -Xswiftc -fno-vectorize -Xlinker -mllvm -Xlinker -vectorize-loops=false " in library


@pytest.mark.parametrize("goal", ["install", "deb", "rpm", "python", "web", "demo", "bench", "test", "test-secrets", "test-traces"])
def test_fast_build_is_never_installed_packaged_or_measured(goal):
    for arguments in (["FAST=1", goal], ["FAST=1", "all", goal]):
        done = run_make("--dry-run", *arguments)
        assert done.returncode == 2 and done.stdout == ""
        assert f'run "make {goal}" without FAST=1' in " ".join(done.stderr.split())


def test_make_after_a_fast_build_links_optimized_code(tmp_path):
    noted = tmp_path / "optimization"
    for arguments, text in (["FAST=1"], "none\n"), ([], "whole\n"):
        make(f"BUILD={tmp_path}", *arguments, str(noted))
        assert noted.read_text() == text
    products = ["build/libpasswordrules.so.1", "build/pam_passwordrules.so", "build/passwordrules"]
    plan = make("--dry-run", "--what-if=build/optimization", *products)
    assert re.search(r"-o build/libpasswordrules\.so\.1 build/libpasswordrules\.o ", plan)
    assert re.search(r"-o build/pam_passwordrules\.so .* build/libpasswordrules\.o ", plan)
    assert "swift build -c release --product passwordrules-tool" in plan
