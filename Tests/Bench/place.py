"""Where things are, and how programs are run."""

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
PEERS = BUILD / "peers"
# What is measured, in a folder of its own, as it would be after an installation: a file that was copied is mapped some
# microseconds sooner than one that a linker wrote, because the kernel's cache has it in larger pieces. So were the peers'.
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
    """Our Python package, with this library: the tests of the tables need neither."""
    ctypes.CDLL(str(LIBRARY))
    sys.path.insert(0, str(TOP / "Sources" / "Bindings" / "Python"))
    return importlib.import_module("passwordrules")


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*command, **options):
    """The output of a program. A failure ends the benchmark: half a table would mislead."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if result.returncode != 0:
        sys.exit(f"bench: {Path(command[0]).name} failed with status {result.returncode}; no table")
    return result.stdout
