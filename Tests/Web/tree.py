"""Paths in the source tree, and a function that runs a script in Node."""

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

# The environment of the scripts: only what Node and the scripts need.
ENVIRONMENT = {"PATH": os.environ["PATH"], "PASSWORDRULES_PACKAGE": str(PACKAGE)}


def node(script, *arguments, options=(), **environment):
    """Runs a script of this folder in Node, which must succeed. Returns its output."""
    ran = subprocess.run(["node", *options, HERE / script, *arguments], env={**ENVIRONMENT, **environment}, text=True,
                         capture_output=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
