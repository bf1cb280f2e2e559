"""The paths of the benchmark, and functions that run programs."""

import ctypes
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("BUILD") or TOP / "build").resolve()
OUT = BUILD / "bench"
# Copies of the files that are measured. A copied file, such as an installed one, is mapped some microseconds sooner than
# one that a linker wrote, because the kernel's cache has it in larger pieces.
INSTALLED = OUT / "installed"
LIBRARY, MODULE, LIST, RANKS = (
    INSTALLED / name for name in ("libpasswordrules.so.1", "pam_passwordrules.so", "common.blocklist", "common.ranks"))


def install():
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir(parents=True)
    for path in (LIBRARY, MODULE, LIST, RANKS):
        shutil.copy(BUILD / path.name, INSTALLED)
    # Pages that are not on the disk yet would count as dirtied by the process that loads them.
    os.sync()


def package():
    """Our Python package, with this library."""
    ctypes.CDLL(str(LIBRARY))
    sys.path.insert(0, str(TOP / "Sources/Bindings/Python"))
    return importlib.import_module("passwordrules")


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*command, **options):
    """The output of a program. A failure ends the benchmark: half a table would mislead."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"bench: {Path(command[0]).name} failed with status {result.returncode}; no table")
    return result.stdout


class Turns:
    """A program that measures once for each byte of its standard input."""

    def __init__(self, *command):
        self._name = Path(command[0]).name
        self._process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def figures(self):
        """The numbers of the next line."""
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"bench: {self._name} failed; no table")
        return list(map(float, line.split()))

    def turn(self):
        self._process.stdin.write("x")
        self._process.stdin.flush()
        return self.figures()

    def end(self):
        self._process.communicate()
