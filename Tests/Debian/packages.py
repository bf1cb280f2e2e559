"""Our packages: built if necessary, installed, and changed into packages of another version."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from base import ARCHITECTURE, Unavailable
from debian import Debian
from installing import BUILD, ROOT, make

# The folder of the packages for this machine and for all architectures, and the folder of those for another architecture.
DIRECTORY = BUILD / "deb"
EMULATED = BUILD / ARCHITECTURE / "deb"

MODULE, LIBRARY, TOOL, PYTHON = "libpam-passwordrules", "libpasswordrules1", "passwordrules", "python3-passwordrules"
# Settings of pwquality as government standards demand them.
HARDENED_PWQUALITY = """\
minlen = 15
dcredit = -1
ucredit = -1
lcredit = -1
ocredit = -1
difok = 8
maxrepeat = 3
maxclassrepeat = 4
"""
# Packages that need a server or libpwquality. Tests/Servers tests them in Debians that have these.
SERVER_PLUGINS = {"krb5-passwordrules", "mariadb-plugin-passwordrules", "slapd-passwordrules",
                  "libpwquality1-passwordrules", "libpwquality-tools-passwordrules",
                  *(f"postgresql-{number}-passwordrules" for number in range(13, 19))}
LIST, TRANSLATIONS, DEVELOPMENT = "passwordrules-blocklist", "libpasswordrules-l10n", "libpasswordrules-dev"
# The packages whose programs read the list. The package of the list has a Breaks on their older versions.
READERS = {MODULE, LIBRARY, TOOL}

# Files that are not part of the packages, so that a change in them does not require new packages.
NOT_PACKAGED = {"Tests", "build", ".git"}


def made(directory: Path) -> list[Path]:
    """The packages that are there, without those of debugging symbols."""
    return [path for path in directory.glob("*.deb") if "-dbgsym_" not in path.name]


def of_now(directory: Path, *variables: str) -> list[Path]:
    """The packages in this folder, built again if the sources have changed."""
    found = made(directory)
    if not found or min(path.stat().st_mtime for path in found) < newest_source():
        if shutil.which("dpkg-buildpackage") is None and shutil.which("apt-get") is None:
            raise Unavailable("there are no packages in build/deb, and Debian's tools to make them are not here")
        done = make("deb", *variables)
        assert done.returncode == 0, "make deb failed:\n" + done.stdout[-3000:] + done.stderr[-3000:]
        found = made(directory)
    return found


def current() -> dict[str, Path]:
    """Our packages by name, of the sources as they are now."""
    found = of_now(DIRECTORY)
    if ARCHITECTURE:
        # The Python package is left out, because it needs Python.
        own = of_now(EMULATED, f"ARCH={ARCHITECTURE}")
        found = [*own, *(path for path in found if path.name.startswith((f"{LIST}_", f"{TRANSLATIONS}_")))]
    # The list comes after its readers, because it breaks old ones, and dpkg keeps this order.
    by_name = {path.name.split("_")[0]: path for path in found}
    return {name: by_name[name] for name in sorted(by_name, key=lambda name: (name == LIST, name))}


def newest_source() -> float:
    newest = 0.0
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders
                      if name not in NOT_PACKAGED and not name.startswith((".build", "__pycache__"))]
        newest = max([newest, *(os.lstat(os.path.join(folder, name)).st_mtime for name in files)])
    return newest


def version(package: Path) -> str:
    return subprocess.run(["dpkg-deb", "-f", package, "Version"], capture_output=True, text=True, check=True).stdout.strip()


def dpkg(debian: Debian, action: str, *packages, options=(), check=True) -> subprocess.CompletedProcess:
    """dpkg, with packages by name or as files from outside."""
    inside = []
    for package in packages:
        if isinstance(package, Path):
            directory = debian.path("/packages/ours")
            directory.mkdir(parents=True, exist_ok=True)
            shutil.copy(package, directory)
            package = f"/packages/ours/{package.name}"
        inside.append(package)
    return debian.run("dpkg", *options, action, *inside, check=check)


def install_others(debian: Debian, name: str) -> None:
    """Installs another module's packages, which the Debian already has as files."""
    inside = [f"/packages/{name}/{path.name}" for path in sorted(debian.path(f"/packages/{name}").iterdir())]
    debian.run("dpkg", "--install", *inside)


def status(debian: Debian, name: str) -> str:
    """The state of a package by dpkg: installed, config-files, not-installed and so on."""
    done = debian.run("dpkg-query", "--show", "--showformat", "${db:Status-Status}", name, check=False)
    return done.stdout if done.returncode == 0 else "not-installed"


def remake(package: Path, directory: Path, new_version: str = "", change=None) -> Path:
    """The same package with another version in it, and with changes to its unpacked tree."""
    tree = directory / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    if new_version:
        control = tree / "DEBIAN" / "control"
        old_version = re.escape(version(package))
        text = control.read_text()
        text = re.sub(r"(?m)^Version: .*$", f"Version: {new_version}", text)
        # Dependencies on the same version follow.
        text = re.sub(rf"\((=|>=|<<) {old_version}\)", rf"(\1 {new_version})", text)
        control.write_text(text)
    if change is not None:
        change(tree)
    target = directory / f"{package.name.split('_')[0]}_{new_version or 'changed'}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, target], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return target
