"""Makes the Debian packages once for all tests."""

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from installing import BUILD, ROOT, make
from tree import POSTGRESQL, output

DEB = BUILD / "deb"
NAMES = [
    "krb5-passwordrules", "libpam-passwordrules", "libpasswordrules-dev", "libpasswordrules-l10n", "libpasswordrules1",
    "libpwquality-tools-passwordrules", "libpwquality1-passwordrules",
    "mariadb-plugin-passwordrules", "passwordrules", "passwordrules-blocklist", *POSTGRESQL, "python3-passwordrules",
    "slapd-passwordrules",
]
# Packages of debugging symbols.
DEBUG_NAMES = ["krb5-passwordrules-dbgsym", "libpam-passwordrules-dbgsym", "libpasswordrules1-dbgsym",
               "libpwquality-tools-passwordrules-dbgsym", "libpwquality1-passwordrules-dbgsym",
               "mariadb-plugin-passwordrules-dbgsym", "passwordrules-dbgsym", *(f"{name}-dbgsym" for name in POSTGRESQL),
               "slapd-passwordrules-dbgsym"]


class Package:
    """A .deb: its fields, its unpacked files, and what dpkg lists of them."""

    def __init__(self, path, folder):
        self.path, self.files, self.scripts = path, folder / "files", folder / "control"
        output("dpkg-deb", "-x", path, self.files)
        output("dpkg-deb", "-e", path, self.scripts)
        with open(folder / "files.tar", "wb") as file:
            subprocess.run(["dpkg-deb", "--fsys-tarfile", self.path], stdout=file, check=True)
        with tarfile.open(folder / "files.tar") as tar:
            self.members = {member.name[1:]: member for member in tar if member.name != "."}

    def field(self, name):
        return output("dpkg-deb", "-f", self.path, name).strip()

    def relations(self, name):
        """The names of the packages in a field such as Depends."""
        return {re.match(r"[^ (:]*", part.strip()).group() for part in self.field(name).split(",") if part.strip()}

    def names(self):
        """Its files, links and empty directories."""
        full = {str(Path(name).parent) for name in self.members}
        return sorted(name for name, member in self.members.items() if not member.isdir() or name not in full)

    def file(self, name):
        return self.files / name.lstrip("/")


@pytest.fixture(scope="session")
def made():
    for program in ["dpkg-buildpackage", "dh", "dh_python3", "lintian"]:
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program}, so no package can be built")
    done = make("deb")
    assert done.returncode == 0, done.stdout + done.stderr
    return DEB


@pytest.fixture(scope="session")
def packages(made, tmp_path_factory):
    found = {}
    for name in NAMES + DEBUG_NAMES:
        path, = made.glob(f"{name}_*.deb")
        found[name] = Package(path, tmp_path_factory.mktemp(name))
    return found


@pytest.fixture(scope="session")
def source(made, tmp_path_factory):
    """The unpacked source package."""
    description, = made.glob("*.dsc")
    folder = tmp_path_factory.mktemp("source") / "tree"
    output("dpkg-source", "--no-check", "-x", description, folder)
    return folder


@pytest.fixture(scope="session")
def version():
    return re.search(r"^VERSION +:= (.*)$", (ROOT / "Makefile").read_text(), flags=re.M).group(1)
