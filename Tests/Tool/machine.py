"""Where the module and the tool that were built are used as on a machine: by an ordinary user too, and by
libpam."""

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
    """Copies of the built files in a folder from which every user may load them: a checkout may be closed to
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
    # What cannot be entered cannot be removed, but by root.
    for folder in directory.glob("*.d"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o755)
    shutil.rmtree(directory)
