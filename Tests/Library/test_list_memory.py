"""The memory of lists: processes share it after a fork, it returns to the system, and it is neither zeroed nor wiped."""

import os
import subprocess
from pathlib import Path

import pytest

from c_header import INCLUDE, LIBRARY

BUILD = Path(LIBRARY).parent
BLOCKLIST, RANKS = BUILD / "common.blocklist", BUILD / "common.ranks"
PASSWORD = "quartz-Lemon-42-kettle"


@pytest.fixture
def size() -> int:
    """The size of both lists in bytes."""
    return sum(path.stat().st_size for path in (BLOCKLIST, RANKS))


@pytest.fixture
def run(tmp_path):
    """Compiles a program and runs it, for a policy with both lists; returns the numbers that it writes."""
    policy, program = tmp_path / "policy.conf", tmp_path / "program"
    policy.write_text(f"rules = minlength: 12;\nblocklist = {BLOCKLIST}\nmin-guesses = 10^6\nranked-words =\nranked-words = {RANKS}\n")

    def numbers(name, action):
        subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fno-builtin", "-I", INCLUDE, "-o", program,
                        Path(__file__).with_name(name), LIBRARY], check=True)
        done = subprocess.run([program, action, policy, PASSWORD, BLOCKLIST], capture_output=True, text=True, check=True,
                              env={**os.environ, "LD_LIBRARY_PATH": str(BUILD)})
        return map(int, done.stdout.split())

    return numbers


# ---- Processes ----


def test_child_uses_the_lists_of_its_parent(run, size):
    checked, freed, mappings = run("processes.c", "shared")
    assert checked * 1024 < size / 4 and freed * 1024 < size / 4
    # A mapping of the file itself would be shared with everybody who may read the file.
    assert mappings == 0


def test_freed_lists_return_to_the_system(run, size):
    checked, freed, mappings = run("processes.c", "own")
    assert checked * 1024 > size > 4 * freed * 1024 and mappings == 0


# ---- Zeros ----


def test_lists_are_neither_zeroed_nor_wiped(run, size):
    checking = {}
    for action in "keep", "once":
        loading, checking[action], freeing = run("zeroed.c", action)
        assert loading < size / 16 and freeing < size / 16
    # What a check has made from the password is wiped.
    assert checking["keep"] > 4096 and abs(checking["once"] - checking["keep"]) < 16384
