"""Gives the tests of the PAM module a place to work in."""

import shutil
import tempfile
from pathlib import Path

import pytest

# So that a failure of the checks there says as much as one in a test.
pytest.register_assert_rewrite("transaction", "counts")

from private_state import copy_module
from transaction import Machine

BUILD = Path(__file__).parents[2] / "build"


@pytest.fixture(scope="session")
def programs():
    """Copies of the built files in a folder from which every user may load them: a checkout may be closed to others."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-pam-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        for file in [
            "libpasswordrules.so.1", "pam_passwordrules.so",
            "tests/conversation", "tests/memory", "tests/pam_witness.so", "tests/pam_translated.so",
        ]:
            copy_module(BUILD / file, directory)
        yield directory


@pytest.fixture
def machine(programs):
    """A separate folder for each test. Not tmp_path, which only its owner may enter."""
    directory = Path(tempfile.mkdtemp(dir=programs))
    directory.chmod(0o755)
    yield Machine(directory, programs)
    shutil.rmtree(directory)
