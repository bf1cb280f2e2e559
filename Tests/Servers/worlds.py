"""Makes Debians with a server in them, and installs our packages there."""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import base
import packages
import pytest
from debian import Debian, World
from oracle import POLICY, POLICY_PATH

TESTS = Path(__file__).parents[1]
CLONE_NEWNET = 0x40000000
# Packages for all folders; each folder names those of its server and clients.
COMMON_PACKAGES = ["python3"]


def make_world(name: str, server_packages) -> World:
    """A namespace whose Debian has these packages; from here on this process has a network of its own."""
    try:
        tarball = base.tarball(TESTS.parent / "build" / "debian", name, [*COMMON_PACKAGES, *server_packages])
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
            raise base.Unavailable("no network of its own: " + os.strerror(ctypes.get_errno()))
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        # Connections of clients, which linger after they end, never have the port of a server that starts
        # later.
        Path("/proc/sys/net/ipv4/ip_local_port_range").write_text("61000 65535")
        return World(tarball)
    except base.Unavailable as reason:
        pytest.skip(str(reason))


def install_plugin(world: World, debs, *names: str):
    """The layers of a Debian with the tool, the lists, the library, these packages of ours, and the
    policy."""
    wanted = ["libpasswordrules1", "passwordrules", "passwordrules-blocklist", *names]

    def install(debian: Debian) -> None:
        packages.dpkg(debian, "--install", *(path for name, path in debs.items() if name in wanted))
        debian.write(POLICY_PATH, POLICY)

    return world.over([], install)


def plan_fault(debian: Debian, fault_so: Path, at: int, onwards: bool, report: str = "/run/report") -> dict[str, str]:
    """The environment of a server whose memory runs out at the library's or the plugin's call with this
    number, or from it on; the report has a line once that has happened.
    """
    shutil.copy(fault_so, debian.path("/usr/lib/fault.so"))
    debian.path(report).unlink(missing_ok=True)
    return {"LD_PRELOAD": "/usr/lib/fault.so", "FAULT_KIND": "alloc", "FAULT_AT": str(at), "FAULT_ONWARDS": str(int(onwards)),
            "FAULT_REPORT": report}


# ---- Makers of the fixtures `world`, `layers` and `debian` ----


def world_fixture(name: str, server_packages):
    """The world, with the server's packages."""
    @pytest.fixture(scope="session")
    def world(debs):
        # Asks for our packages, so that they are made before the process leaves the network.
        world = make_world(name, server_packages)
        yield world
        world.close()

    return world


def layers_fixture(*names: str):
    """The layers of a Debian with these packages of ours."""
    @pytest.fixture(scope="session")
    def layers(world, debs):
        return install_plugin(world, debs, *names)

    return layers


def debian_fixture(layers: str = "layers"):
    """A Debian for each test, over the layers of the fixture of this name."""
    @pytest.fixture
    def debian(world, request):
        with world.debian(*request.getfixturevalue(layers)) as debian:
            yield debian

    return debian
