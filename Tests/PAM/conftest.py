"""The fixtures of the tests of the PAM module."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

# Failed assertions in these modules then show their values, as in tests.
pytest.register_assert_rewrite("transaction", "counts", "person")

from counts import counts  # noqa: F401
from languages import locales, spoken  # noqa: F401
from peer_modules import peers  # noqa: F401
from person import accounts, people  # noqa: F401
from private_state import copy_module
from transaction import Machine

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build"
FLAGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Wconversion", "-Werror"]


@pytest.fixture(scope="session")
def programs():
    """Copies of the built files in a folder from which every user can load them. The repository may be in a home
    directory."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-pam-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        for file in [
            "libpasswordrules.so.1", "pam_passwordrules.so", "common.blocklist",
            "tests/conversation", "tests/pam_witness.so", "tests/pam_translated.so",
        ]:
            copy_module(BUILD / file, directory)
        yield directory


@pytest.fixture(scope="session")
def compiled(programs):
    """Compiles NAME.c of this folder, once: into a program in the folder of `programs`, or a shared object
    if the name ends in .so."""

    def compile(name, *libraries, folder=HERE):
        target = programs / name
        if not target.exists():
            kind = ["-fPIC", "-shared"] if target.suffix == ".so" else ["-rdynamic"]
            source = (folder / name).with_suffix(".c")
            subprocess.run(["cc", *FLAGS, *kind, "-o", target, source, *(f"-l{library}" for library in libraries)], check=True)
        return target

    return compile


@pytest.fixture(scope="session")
def odd_answers(compiled):
    """A function that returns the command to run a change in which one function returns an odd result; see
    odd_answers.c."""
    shim = compiled("odd_answers.so", "dl")

    def odd(call="", status=4, **settings):
        settings = {f"ODD_{name.upper()}": value for name, value in settings.items() if value is not None}
        return ("env", f"LD_PRELOAD={shim}", f"ODD_CALL={call}", f"ODD_STATUS={status}",
                *(f"{name}={value}" for name, value in settings.items()))

    return odd


@pytest.fixture
def machine(programs):
    """A separate folder for each test. Not tmp_path, which only its owner may enter."""
    directory = Path(tempfile.mkdtemp(dir=programs))
    directory.chmod(0o755)
    yield Machine(directory, programs)
    shutil.rmtree(directory)
