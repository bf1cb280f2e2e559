"""Where things are in the tree, and Python in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[3])
BUILD = os.path.join(ROOT, "build")
LIBRARY = os.path.join(BUILD, "libpasswordrules.so.1")
TOOL = os.path.join(BUILD, "passwordrules")
COMMON = os.path.join(BUILD, "common.blocklist")
RANKS = os.path.join(BUILD, "common.ranks")
INCLUDE = os.path.join(ROOT, "Include")
HEADER = os.path.join(INCLUDE, "passwordrules.h")
PACKAGE = os.path.join(ROOT, "Sources", "Bindings", "Python")

# The variables of the tests' environment that a program needs.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": BUILD, "PYTHONPATH": PACKAGE, "PYTHONDONTWRITEBYTECODE": "1"}


def python(program, *options, **environment):
    """Runs a Python program, given as text."""
    return subprocess.run([sys.executable, *options, "-c", program], env={**ENVIRONMENT, **environment}, text=True,
                          capture_output=True)
