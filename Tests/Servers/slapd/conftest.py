"""A Debian with slapd and our module, and servers in it."""

import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[2] / "Tool")]

from oracle import POLICY, POLICY_PATH
from slapd_server import OWN, Server, enable
from worlds import install_plugin, make_world

PACKAGES = ["slapd", "ldap-utils", "valgrind", "libc6-dbg"]


@pytest.fixture(scope="session")
def world(debs):
    # The packages are made before the process leaves the network.
    world = make_world("slapd", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def layers(world, debs):
    return install_plugin(world, debs, OWN)


@pytest.fixture(scope="session")
def enabled_layers(world, layers):
    """With people in the directory, and the module enabled."""
    debian = world.debian(*layers)
    debian.write(POLICY_PATH, POLICY)
    with Server(debian) as server:
        enable(server)
    debian.close()
    return [debian.upper, *layers]


@pytest.fixture
def fresh(world, layers):
    """A Debian with the module installed, and not enabled."""
    with world.debian(*layers) as debian:
        debian.write(POLICY_PATH, POLICY)
        yield debian


@pytest.fixture
def debian(world, enabled_layers):
    """A Debian whose directory asks the module."""
    with world.debian(*enabled_layers) as debian:
        yield debian


@pytest.fixture(scope="module")
def server(world, enabled_layers):
    """A server with the module, for the tests of a file that leave it as it is."""
    with world.debian(*enabled_layers) as debian, Server(debian) as running:
        yield running
