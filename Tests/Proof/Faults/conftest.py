"""The fixture for tests in which calls fail."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

pytest.register_assert_rewrite("faults")

from faults import FaultyMachine


@pytest.fixture(scope="session")
def faulty():
    """A machine in a folder from which every user can load the programs. The repository may be in a home directory."""
    if os.getuid() != 0:
        pytest.skip("only root can put other account databases in place")
    with tempfile.TemporaryDirectory(prefix="passwordrules-faults-") as name:
        Path(name).chmod(0o755)
        machine = FaultyMachine(Path(name))
        done = subprocess.run([*machine.cover, "true"], capture_output=True, check=False)
        if done.returncode != 0:
            pytest.skip("no private account databases here: " + done.stderr.decode().strip())
        yield machine
