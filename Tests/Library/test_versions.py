"""Every binary has the Makefile's version and ABI number."""

import ctypes
import os
import re
import subprocess
import warnings

import pytest

from c_header import LIBRARY, ROOT, read

BUILD = os.path.join(ROOT, "build")


@pytest.fixture(scope="module")
def version():
    return re.search(r"(?m)^VERSION +:= (\d+\.\d+\.\d+)$", read("Makefile"))[1]


def test_products_have_the_version(version, tmp_path):
    library = ctypes.CDLL(LIBRARY)
    library.passwordrules_version.restype = ctypes.c_char_p
    assert library.passwordrules_version().decode() == version
    done = subprocess.run([os.path.join(BUILD, "passwordrules"), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == version + "\n"
    # Makes the file again, because the one in build may be older. The variables of the make that runs the tests are removed.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    made = os.path.join(tmp_path, "passwordrules.pc")
    subprocess.run(["make", "-s", "-C", ROOT, f"BUILD={tmp_path}", made], env=environment, check=True)
    assert f"\nVersion: {version}\n" in read(made)


def test_metadata_of_python_have_the_version(version):
    pyprojecttoml = pytest.importorskip("setuptools.config.pyprojecttoml")
    with warnings.catch_warnings():
        # This function of setuptools warns that it may change.
        warnings.simplefilter("ignore")
        found = pyprojecttoml.read_configuration(os.path.join(ROOT, "Sources", "Bindings", "Python", "pyproject.toml"), expand=True)
    assert found["project"]["version"] == version


def test_library_name_has_the_abi_number():
    number = re.search(r"(?m)^ABI +:= (\d+)$", read("Makefile"))[1]
    dynamic = subprocess.run(["readelf", "-d", LIBRARY], capture_output=True, text=True, check=True).stdout
    assert f"Library soname: [libpasswordrules.so.{number}]" in dynamic
    assert os.path.basename(LIBRARY) == f"libpasswordrules.so.{number}"
