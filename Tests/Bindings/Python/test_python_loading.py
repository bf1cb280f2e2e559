"""If the library is missing, older, or another one, the import fails and says so."""

import pytest

from passwordrules import __version__, _library
from tree import python


def load(*arguments):
    with pytest.raises(ImportError) as raised:
        _library.load(*arguments)
    assert raised.value.name == "passwordrules"
    return str(raised.value)


def test_missing():
    message = load("libpasswordrules-nowhere.so.1")
    assert message.startswith("libpasswordrules-nowhere.so.1: cannot open shared object file")
    assert message.endswith("on Debian, install the package libpasswordrules1")


@pytest.mark.parametrize("version", ["0.2.0", "1.0.0", "0.10.0", "9.9.9"])
def test_older(version):
    message = load(_library.NAME, version)
    assert f"passwordrules needs {version} or newer" in message and "upgrade the package libpasswordrules1" in message


@pytest.mark.parametrize("version", ["0.0.9", __version__, f"{__version__}99"])
def test_as_new_or_newer(version):
    assert _library.load(_library.NAME, version).passwordrules_version().decode() == __version__


def test_another_library():
    message = load("libc.so.6")
    assert message.startswith("libc.so.6 is not the library that passwordrules ") and "undefined symbol: passwordrules_" in message


def test_import_names_the_missing_package(tmp_path):
    # A file that is not a library, so that an installed one is not found either.
    (tmp_path / "libpasswordrules.so.1").write_text("nothing")
    done = python("import passwordrules", LD_LIBRARY_PATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: ")
    assert done.stderr.splitlines()[-1].endswith("; on Debian, install the package libpasswordrules1")


def test_import_needs_nothing_but_the_standard_library():
    done = python("import sys; import passwordrules; print(*sys.path)", "-S", "-W", "error")
    assert (done.returncode, done.stderr) == (0, "")
    assert "packages" not in done.stdout
