"""Lets `import passwordrules` find Sources/Bindings/Python, and lets the package find build/libpasswordrules.so.1."""

import ctypes
import subprocess
import sys

import pytest

from tree import LIBRARY, PACKAGE, TOOL

# Once loaded, a library is found by its name, wherever its file is.
ctypes.CDLL(LIBRARY)
sys.path.insert(0, PACKAGE)


@pytest.fixture
def policy_file(tmp_path):
    """Writes a policy file; returns its path."""
    def write(text, mode=0o644):
        path = tmp_path / "policy.conf"
        path.write_text(text)
        path.chmod(mode)
        return str(path)
    return write


@pytest.fixture(scope="session")
def list_path(tmp_path_factory):
    """A blocklist of three words, built to find them with leet substitutions."""
    folder = tmp_path_factory.mktemp("list")
    (folder / "words").write_text("dragon\nsunshine\npässwort\n")
    path = folder / "small.blocklist"
    subprocess.run([TOOL, "blocklist", "build", "-o", path, folder / "words"], check=True, capture_output=True)
    return str(path)


@pytest.fixture
def damaged_list(list_path, tmp_path):
    """The same list with one changed byte of an entry: it can be opened, but lookups fail."""
    data = bytearray(open(list_path, "rb").read())
    data[-1] ^= 1
    path = tmp_path / "damaged.blocklist"
    path.write_bytes(data)
    path.chmod(0o644)
    return str(path)
