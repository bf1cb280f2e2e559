"""`make deb` in this Debian, as somebody who has cloned the repository runs it, with the Swift toolchain of
this machine."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import base
from debian import Debian
from installing import BUILD, ROOT
from packages import SERVER_PLUGINS, dpkg, made
from private import MS_BIND, MS_RDONLY, MS_REMOUNT, mount
from test_debian_packages import is_working

# The packages that CONTRIBUTING.md requires. `make deb` installs the rest.
TOOLS = ["git", "make", "gcc", "libc6-dev", "ca-certificates"]
# Packages that Swift needs to run and to link programs.
TOOLS_OF_SWIFT = ["libxml2", "libcurl4", "libncurses6", "libsqlite3-0",
                  f"libstdc++-{12 if base.SUITE == 'bookworm' else 14}-dev"]
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
TREE = "/srv/passwordrules"
TOOLCHAIN, DEPENDENCY = "/opt/swift", "/opt/swift-argument-parser"


def toolchain() -> Path:
    """The folder with usr/bin/swift in it."""
    swift = shutil.which("swift")
    assert swift, "there is no swift on the PATH"
    return Path(swift).resolve().parents[2]


def dependency() -> Path:
    """The clone that SwiftPM keeps of the tool's one dependency."""
    [found] = (ROOT / ".build" / "repositories").glob("swift-argument-parser-*")
    return found


def show(debian: Debian, outside: Path, inside: str) -> None:
    """Shows a folder of this machine in the Debian, read-only."""
    target = debian.path(inside)
    target.mkdir()
    mount(outside, target, flags=MS_BIND)
    mount(None, target, flags=MS_BIND | MS_REMOUNT | MS_RDONLY)


def check_out(debian: Debian, tree: str) -> None:
    """Copies the files of the repository, without built ones, into a folder of the Debian."""
    listed = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "ls-files", "-z"], stdout=subprocess.PIPE,
                            text=True, check=True)
    mount("none", debian.path("/srv"), "tmpfs", options="mode=755,size=4g")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            copy = debian.path(f"{tree}/{name}")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy)


def install_tools(debian: Debian, *tools: str) -> None:
    shutil.copy("/etc/resolv.conf", debian.path("/etc/resolv.conf"))
    debian.run("apt-get", "-qq", "update")
    debian.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *tools)
    # Adds the certificates that this machine trusts, such as a proxy's.
    shutil.copy(CERTIFICATES, debian.path(CERTIFICATES))


def test_build_dependencies_are_installed(world, inhabited):
    """This test needs no Swift and takes only a minute, so it always runs with the tests of the packages."""
    with world.debian(*inhabited) as debian:
        check_out(debian, TREE)
        install_tools(debian, *TOOLS)
        debian.run("make", "-C", TREE, "packages-for-deb")
        debian.run("sh", "-c", f"cd {TREE} && dpkg-checkbuilddeps")


@pytest.mark.long
@pytest.mark.timeout(36000)
def test_packages_built_here_work_here(world, inhabited):
    with world.debian(*inhabited) as debian:
        check_out(debian, TREE)
        show(debian, toolchain(), TOOLCHAIN)
        show(debian, dependency(), DEPENDENCY)
        install_tools(debian, *TOOLS, *TOOLS_OF_SWIFT)
        debian.run("git", "config", "--system", f"url.{DEPENDENCY}.insteadOf", "https://github.com/apple/swift-argument-parser")

        debian.run("sh", "-c", f'PATH="$PATH:{TOOLCHAIN}/usr/bin" make -C {TREE} deb')

        built = debian.path(f"{TREE}/build")
        assert (built / "common.blocklist").read_bytes() == (BUILD / "common.blocklist").read_bytes()
        names = {path.name.split("_")[0] for path in made(built / "deb")}
        expected = set(re.findall(r"(?m)^Package: (.*)$", (ROOT / "debian" / "control").read_text()))
        # There is one PostgreSQL in each Debian.
        others = {name for name in expected if name.startswith("postgresql-")} - {
            f"postgresql-{15 if base.SUITE == 'bookworm' else 17}-passwordrules"}
        assert names == expected - others
        with world.debian(*inhabited) as other:
            dpkg(other, "--install", *(path for path in made(built / "deb") if path.name.split("_")[0] not in SERVER_PLUGINS))
            is_working(other)
