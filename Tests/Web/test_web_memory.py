"""Memory and randomness of the package, in Node; and in Node 18, which has no global `crypto`."""

import os
import subprocess

import pytest

from web import PACKAGE, TESTS, node


@pytest.mark.parametrize("options", [[], ["--no-experimental-global-webcrypto"]])
def test_passwords_are_drawn(options):
    lines = node("drawn.mjs", PACKAGE, options=options).split("\n")
    assert len(lines) == 101 and len(set(lines)) == 101


def test_memory():
    """No secrets stay in it, it does not grow, and it may run out: each test is one of memory.test.mjs."""
    ran = subprocess.run(["node", "--test", os.path.join(TESTS, "memory.test.mjs")], text=True, capture_output=True, timeout=600,
                         env={**os.environ, "PACKAGE": PACKAGE})
    assert ran.returncode == 0, ran.stdout + ran.stderr
