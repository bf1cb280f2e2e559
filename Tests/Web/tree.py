"""Where things are in the tree, and Node in a process of its own."""

import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build"
WEB = BUILD / "web"
PACKAGE = WEB / "passwordrules"
TOOL = BUILD / "passwordrules"
VECTORS = ROOT / "Tests" / "Vectors"

# The variables of the tests' environment that a program needs.
ENVIRONMENT = {"PATH": os.environ["PATH"], "PASSWORDRULES_PACKAGE": str(PACKAGE)}


def node(script, *arguments, options=(), **environment):
    """The output of a script of this folder."""
    ran = subprocess.run(["node", *options, HERE / script, *arguments], env={**ENVIRONMENT, **environment}, text=True,
                         capture_output=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
