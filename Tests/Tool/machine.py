"""Runs the built module and tool as on a machine: also by an ordinary user, and by libpam."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tool import ROOT

sys.path.append(os.path.join(ROOT, "Tests", "PAM"))

from private_state import copy_module  # noqa: E402
from transaction import Machine  # noqa: E402

BUILD = Path(ROOT) / "build"


@pytest.fixture(scope="session")
def programs():
    """Copies of the built files in a folder from which every user can load them: the repository may be closed to
    others."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-tool-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        shutil.copy(BUILD / "passwordrules", directory)
        for file in ["libpasswordrules.so.1", "pam_passwordrules.so", "tests/conversation", "tests/pam_witness.so"]:
            if not (BUILD / file).exists():
                pytest.skip(f"build/{file} is not there: make test builds it")
            copy_module(BUILD / file, directory)
        yield directory


@pytest.fixture
def machine(programs):
    """A separate folder for each test. Not tmp_path, which only its owner may enter."""
    directory = Path(tempfile.mkdtemp(dir=programs))
    directory.chmod(0o755)
    yield Machine(directory, programs)
    # Only root can remove a folder that may not be entered.
    for folder in directory.glob("*.d"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o755)
    shutil.rmtree(directory)
