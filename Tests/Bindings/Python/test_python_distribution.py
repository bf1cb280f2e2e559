"""The wheel and the source distribution: built without a network, installed, complete."""

import email
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from tree import COMMON, ENVIRONMENT, HEADER, PACKAGE, ROOT

# find_spec is not enough for "build": the repository has a folder of that name.
TOOLS = {"build": "python3-build", "setuptools": "python3-setuptools", "wheel": "python3-wheel", "pip": "python3-pip"}
MISSING = [package for module, package in TOOLS.items()
           if subprocess.run([sys.executable, "-I", "-c", f"import {module}.__main__" if module in ("build", "pip") else
                              f"import {module}"], capture_output=True, cwd="/").returncode]
pytestmark = pytest.mark.skipif(bool(MISSING), reason="missing: " + " ".join(MISSING))

# So that nothing is fetched, whatever the machine's settings are.
OFFLINE = {**ENVIRONMENT, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
del OFFLINE["PYTHONPATH"]

PROGRAM = """
import os, passwordrules
from passwordrules import Blocklist, Rules
assert not Rules("minlength: 12").check("weak") and Rules("required: digit").generate()
assert "password" in Blocklist(%r)
assert os.path.exists(os.path.join(os.path.dirname(passwordrules.__file__), "py.typed"))
print(passwordrules.__version__, passwordrules.__file__)
""" % COMMON


def run(*command, **options):
    done = subprocess.run([str(one) for one in command], env=OFFLINE, text=True, capture_output=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


with open(HEADER, encoding="utf-8") as lines:
    VERSION = next(line.split('"')[1] for line in lines if line.startswith("#define PASSWORDRULES_VERSION "))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The wheel and the source distribution, built from a copy: setuptools leaves files behind."""
    folder = tmp_path_factory.mktemp("distribution")
    source = shutil.copytree(PACKAGE, folder / "source",
                             ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    for kind in ("sdist", "wheel"):
        run(sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", folder, source, cwd=folder)
    wheel, sdist = folder / f"passwordrules-{VERSION}-py3-none-any.whl", folder / f"passwordrules-{VERSION}.tar.gz"
    assert set(folder.iterdir()) == {source, wheel, sdist}
    return wheel, sdist


@pytest.fixture(scope="module")
def wheel(made):
    return made[0]


def contents(wheel):
    with zipfile.ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_wheel_holds_the_package_and_nothing_else(wheel):
    modules = {f"passwordrules/{name}" for name in os.listdir(f"{PACKAGE}/passwordrules") if name != "__pycache__"}
    assert {name for name in contents(wheel) if ".dist-info/" not in name} == modules
    assert "passwordrules/py.typed" in modules and len(modules) > 10


def test_metadata(wheel):
    [text] = [data for name, data in contents(wheel).items() if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(text)
    assert (metadata["Name"], metadata["Version"]) == ("passwordrules", VERSION)
    assert "MIT" in (metadata["License"] or metadata["License-Expression"])
    assert metadata["Requires-Python"] == ">=3.9" and metadata.get_all("Requires-Dist") is None
    assert metadata["Description-Content-Type"] == "text/markdown"
    with open(f"{PACKAGE}/README.md", encoding="utf-8") as readme:
        assert metadata.get_payload(decode=True).decode().strip() == readme.read().strip()
    assert {"Typing :: Typed", "Operating System :: POSIX :: Linux"} <= set(metadata.get_all("Classifier"))


def test_sdist_is_complete(made, tmp_path):
    """pip, which distributors use, builds the same wheel from the source distribution, outside the repository. Both have
    the licence."""
    wheel, sdist = made
    with open(f"{ROOT}/LICENSE", "rb") as file:
        licence = file.read()
    assert [data for name, data in contents(wheel).items() if name.endswith("/LICENSE")] == [licence]
    with tarfile.open(sdist) as archive:
        assert all(member.isfile() or member.isdir() for member in archive)
        assert archive.extractfile(f"passwordrules-{VERSION}/LICENSE").read() == licence
    run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", tmp_path, sdist, cwd="/")
    assert contents(tmp_path / wheel.name) == contents(wheel)


def pip(environment, *arguments):
    run(sys.executable, "-m", "pip", "--python", environment / "bin" / "python", *arguments, cwd="/")


def test_wheel_installs_and_uninstalls(wheel, tmp_path):
    """The wheel is installed in a virtual environment without other packages."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path)
    pip(tmp_path, "install", "--no-index", "--no-deps", wheel)
    version, path = run(tmp_path / "bin" / "python", "-c", PROGRAM, cwd="/").split()
    assert version == VERSION and path.startswith(str(tmp_path))
    program = "from importlib.metadata import version; print(version('passwordrules'))"
    assert run(tmp_path / "bin" / "python", "-c", program).strip() == version
    pip(tmp_path, "uninstall", "-y", "passwordrules")
    done = subprocess.run([tmp_path / "bin" / "python", "-c", "import passwordrules"], env=OFFLINE, cwd="/",
                          capture_output=True)
    assert done.returncode == 1 and b"No module named" in done.stderr


def test_nothing_is_left_in_the_tree():
    names = os.listdir(PACKAGE)
    assert "pyproject.toml" in names
    assert not [name for name in names if name in ("build", "dist") or name.endswith(".egg-info")]
