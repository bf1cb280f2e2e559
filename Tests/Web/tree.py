"""Where things are in the tree."""

import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build"
PACKAGE = BUILD / "web" / "passwordrules"
TOOL = BUILD / "passwordrules"
VECTORS = ROOT / "Tests" / "Vectors"

# Of the tests' environment, only the variables that a program needs.
ENVIRONMENT = {"PATH": os.environ["PATH"], "PASSWORDRULES_PACKAGE": str(PACKAGE)}


def node(*arguments, check=True, **options):
    """Runs Node."""
    return subprocess.run(["node", *map(str, arguments)], env=ENVIRONMENT, text=True, capture_output=True, check=check,
                          timeout=550, **options)
