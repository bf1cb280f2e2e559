"""`make deb` in this Debian, as somebody who has cloned the repository runs it, with the Swift toolchain of this machine."""

import shutil
import subprocess
from pathlib import Path

import pytest

from debian import Debian
from installing import BUILD, ROOT
from packages import SERVER_PLUGINS, dpkg, made
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount
from test_debian_packages import is_working

# What CONTRIBUTING.md asks for beside Swift, and what Swift itself needs: to run, and to link programs. `make deb` installs the
# rest.
TOOLS = ["git", "make", "gcc", "g++", "ca-certificates", "libxml2", "libcurl4", "libncurses6", "libsqlite3-0"]
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
TREE = "/srv/passwordrules"
TOOLCHAIN, DEPENDENCY = "/opt/swift", "/opt/swift-argument-parser"


def toolchain() -> Path:
    """The folder with usr/bin/swift in it."""
    swift = shutil.which("swift")
    if swift is None:
        pytest.skip("there is no swift on the PATH")
    return Path(swift).resolve().parents[2]


def dependency() -> Path:
    """The clone that SwiftPM keeps of the tool's one dependency."""
    for found in (ROOT / ".build" / "repositories").glob("swift-argument-parser-*"):
        return found
    pytest.skip("the tool was not built here")


def show(debian: Debian, outside: Path, inside: str) -> None:
    """Makes a folder of this machine one of the Debian, which can read it."""
    target = debian.path(inside)
    target.mkdir()
    mount(outside, target, flags=MS_BIND)
    mount(None, target, flags=MS_BIND | MS_REMOUNT | MS_RDONLY)


def check_out(tree: Path) -> None:
    """The files that are in the repository, and none that was built."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is no clone of the repository")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_packages_that_are_built_here_work_here(world, inhabited):
    with world.debian(*inhabited) as debian:
        mount("none", debian.path("/srv"), "tmpfs", options="mode=755,size=4g")
        show(debian, toolchain(), TOOLCHAIN)
        show(debian, dependency(), DEPENDENCY)
        check_out(debian.path(TREE))
        shutil.copy("/etc/resolv.conf", debian.path("/etc/resolv.conf"))
        debian.run("apt-get", "-qq", "update")
        debian.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *TOOLS)
        # With those that this machine trusts besides, such as a proxy's.
        shutil.copy(CERTIFICATES, debian.path(CERTIFICATES))
        debian.run("git", "config", "--system", f"url.{DEPENDENCY}.insteadOf", "https://github.com/apple/swift-argument-parser")

        debian.run("sh", "-c", f'PATH="$PATH:{TOOLCHAIN}/usr/bin" make -C {TREE} deb', timeout=3000)

        built = debian.path(f"{TREE}/build")
        assert (built / "common.blocklist").read_bytes() == (BUILD / "common.blocklist").read_bytes()
        with world.debian(*inhabited) as other:
            dpkg(other, "--install", *(path for path in made(built / "deb") if path.name.split("_")[0] not in SERVER_PLUGINS))
            is_working(other)
