"""Where the package is, and Node in a process of its own."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
PACKAGE = os.path.join(BUILD, "web", "passwordrules")
TESTS = os.path.dirname(os.path.abspath(__file__))


def node(script, *arguments, options=(), timeout=600):
    """Runs a script of this folder; what it writes."""
    ran = subprocess.run(["node", *options, os.path.join(TESTS, script), *arguments], text=True, capture_output=True,
                         timeout=timeout)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout
