"""Debians with a server in them, for the plugins: each has its own network with only a loopback."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / folder) for folder in ("Debian", "EndToEnd", "PAM", "Packages", "Tool", "Translations", "Servers")]

pytest.register_assert_rewrite("hooks")

import base
import packages


@pytest.fixture(scope="session")
def debs():
    """Our packages by name."""
    try:
        return packages.current()
    except base.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def fault_so():
    """The file that makes the library's calls fail once a process has loaded it."""
    build = TESTS.parent / "build"
    path = build / "tests" / "fault.so"
    done = subprocess.run(["make", "-C", TESTS / "Proof" / "Faults", path, f"BUILD={build}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return path
