"""The version stands in many files and is the same in all of them; and so is the number of the ABI."""

import ctypes
import os
import re
import subprocess
import warnings

import pytest

from c_header import HEADER, LIBRARY, ROOT, read

BUILD = os.path.join(ROOT, "build")
NUMBER = r"(\d+\.\d+\.\d+)"
FOOT = rf"^\.Os passwordrules {NUMBER}$"

# Each line that has the version, by file: its one group is the version.
PLACES = {
    "CHANGELOG.md": [rf"\A# .*\n\n(?:[^#\n].*\n|\n)*## {NUMBER}$"],
    "Include/passwordrules.h": [rf'^#define PASSWORDRULES_VERSION "{NUMBER}"$',
                                rf'^ \* Returns: a text such as "{NUMBER}"\.$'],
    "Makefile": [rf"^VERSION := {NUMBER}$"],
    "README.md": [rf"^Version {NUMBER} is not released yet"],
    # The foot of each page; passwordrules.3 has more.
    **{f"Sources/Manual/{page}": [FOOT] for page in
       ("pam_passwordrules.8", "passwordrules-blocklist.5", "passwordrules-heimdal.5", "passwordrules-krb5.5",
        "passwordrules-mariadb.5", "passwordrules-postgresql.5", "passwordrules-pwquality.7", "passwordrules-ranks.5",
        "passwordrules-samba.5", "passwordrules-servers.7", "passwordrules-slapd.5", "passwordrules.1", "passwordrules.7",
        "passwordrules.conf.5", "pwmake.1", "pwscore.1")},
    "Sources/Manual/passwordrules.3": [FOOT, rf"^libpasswordrules, version {NUMBER}:$", rf"^\.Qq {NUMBER} \.$",
                                       rf'^PASSWORDRULES_VERSION\t"{NUMBER}"$'],
    "Sources/Packaging/passwordrules.spec": [rf"^Version: +{NUMBER}$", rf"^%changelog\n\* .* - {NUMBER}-1$"],
    "Sources/PasswordRulesABI/Status.swift": [rf'cString\("{NUMBER}"\)$'],
    "Sources/PasswordRulesTool/PasswordRulesCommand.swift": [rf'^        version: "{NUMBER}",$'],
    "Sources/Python/passwordrules/_version.py": [rf'^__version__ = "{NUMBER}"$'],
    "Tests/Python/test_python_loading.py": [rf'passwordrules_version\(\) == b"{NUMBER}"$',
                                            rf'"version", \["0\.0\.9", "{NUMBER}", '],
    "Tests/Tool/test_tool_check.py": [rf'run\("blocklist", "build", name\)\.lines == \["{NUMBER}"\]$'],
    # Debian's own revision may follow.
    "debian/changelog": [rf"\Apasswordrules \({NUMBER}(?:-\S+)?\) "],
}

# The version in which each symbol was added, which stays.
SYMBOLS = "debian/libpasswordrules1.symbols"
ADDED = rf"^ (?:passwordrules_|PASSWORDRULES_)[\w.]+@PASSWORDRULES_\d+\.\d+ {NUMBER}$"


def tracked():
    """The texts of all files of the repository, by their paths; also of those that are about to be committed."""
    if not os.path.exists(os.path.join(ROOT, ".git")):
        pytest.skip("this is no clone of the repository")
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    paths = [path for path in listed.split("\0") if path and os.path.isfile(os.path.join(ROOT, path))]
    found = {}
    for path in paths:
        with open(os.path.join(ROOT, path), "rb") as file:
            found[path] = file.read().decode(errors="replace")
    return found


@pytest.fixture(scope="module")
def files():
    return tracked()


@pytest.fixture(scope="module")
def version():
    return re.search(rf"(?m)^VERSION +:= {NUMBER}$", read("Makefile"))[1]


def faults(texts, version, places=tuple(PLACES)):
    """The mistakes in the version of these files."""
    found = []
    for path in places:
        for pattern in PLACES[path]:
            matches = re.findall(pattern, texts.get(path, ""), flags=re.MULTILINE)
            if matches != [version]:
                found.append(f"{path}: {matches or 'nothing'} where {version} should be")
    return found


def test_the_version_is_the_same_everywhere(files, version):
    found = faults(files, version)
    assert not found, "\n".join(found)


def test_numbers_of_the_header_are_those_of_its_text(version):
    numbers = {part: re.search(rf"(?m)^#define PASSWORDRULES_VERSION_{part} (\d+)$", read(HEADER))[1]
               for part in ("MAJOR", "MINOR", "PATCH")}
    assert list(numbers.values()) == version.split(".")
    manual = read("Sources", "Manual", "passwordrules.3")
    assert dict(re.findall(r"(?m)^PASSWORDRULES_VERSION_(\w+)\t(\d+)$", manual)) == numbers


def test_no_symbol_is_newer_than_the_library(version):
    """dpkg-shlibdeps makes programs depend on the version that is listed for each symbol they use."""
    numbers = re.findall(ADDED, read(SYMBOLS), flags=re.MULTILINE)
    assert len(numbers) == len(re.findall(r"(?m)^ [\w.]+@", read(SYMBOLS))) >= 38

    def key(number):
        return [int(part) for part in number.split(".")]

    assert all(key(number) <= key(version) for number in numbers)


# Products.

def test_products_have_the_version(version, tmp_path):
    library = ctypes.CDLL(LIBRARY)
    library.passwordrules_version.restype = ctypes.c_char_p
    assert library.passwordrules_version().decode() == version
    done = subprocess.run([os.path.join(BUILD, "passwordrules"), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == version + "\n"
    # Not the one in build, which may be older; and without the variables of the make that runs these tests.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    made = os.path.join(tmp_path, "passwordrules.pc")
    subprocess.run(["make", "-s", "-C", ROOT, f"BUILD={tmp_path}", made], env=environment, check=True)
    assert f"\nVersion: {version}\n" in read(made)


def test_metadata_of_python_have_the_version(version):
    pyprojecttoml = pytest.importorskip("setuptools.config.pyprojecttoml")
    with warnings.catch_warnings():
        # That this function may change.
        warnings.simplefilter("ignore")
        found = pyprojecttoml.read_configuration(os.path.join(ROOT, "Sources", "Python", "pyproject.toml"), expand=True)
    assert found["project"]["version"] == version


# The ABI: the number in names that a program or a package refers to.

ABI_NAMES = re.compile(r"\blibpasswordrules(?:\.so\.|(?=\d))(\d+)|\bPASSWORDRULES_(\d+)\.\d+\b")


# They tell of older ones too.
CHANGES = {"CHANGELOG.md", "debian/changelog"}


def abi_faults(texts, number):
    return [f"{path}: {match[0]}" for path, text in texts.items() if path not in CHANGES
            for match in ABI_NAMES.finditer(text) if number not in match.groups()]


def test_the_abi_is_the_same_everywhere(files):
    number = re.search(r"(?m)^ABI +:= (\d+)$", read("Makefile"))[1]
    found = abi_faults(files, number)
    assert not found, "\n".join(found)
    assert {path for path, text in files.items() if ABI_NAMES.search(text)} >= {
        "debian/control", "debian/libpasswordrules1.symbols", "debian/libpasswordrules1.install",
        "Sources/PasswordRulesABI/libpasswordrules.map", "Sources/Python/passwordrules/_library.py"}
    dynamic = subprocess.run(["readelf", "-d", LIBRARY], capture_output=True, text=True, check=True).stdout
    assert f"Library soname: [libpasswordrules.so.{number}]" in dynamic
    assert os.path.basename(LIBRARY) == f"libpasswordrules.so.{number}"
    assert [name for name in os.listdir(os.path.join(ROOT, "debian")) if re.match(r"libpasswordrules\d", name)] != []
    assert all(match[1] == number for name in os.listdir(os.path.join(ROOT, "debian"))
               if (match := re.match(r"libpasswordrules(\d+)", name)))


# The checkers. What they must find is put together here, so that they do not find it in this file.

def test_a_version_that_stayed_behind_is_found(files):
    # To a newer version, each place of the file stayed behind.
    path = "Include/passwordrules.h"
    assert len(faults({path: files[path]}, ".".join("987"), [path])) == len(PLACES[path])


def test_another_number_of_the_abi_is_found():
    name = f"libpasswordrules.so.{10}"
    assert abi_faults({"README.md": f"See {name}."}, "1") == [f"README.md: {name}"]
