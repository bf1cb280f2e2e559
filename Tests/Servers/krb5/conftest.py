"""A Debian with MIT Kerberos and our module, and a realm in it."""

import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[2] / "Tool")]

from krb5_realm import OWN, Server, create, enable
from oracle import POLICY, POLICY_PATH
from worlds import install_plugin, make_world

PACKAGES = ["krb5-kdc", "krb5-admin-server", "krb5-user", "valgrind", "libc6-dbg"]
PEOPLE = ["bob", "bob/admin", "alice", *(f"p{number}" for number in range(8))]


@pytest.fixture(scope="session")
def world(debs):
    # The packages are made before the process leaves the network.
    world = make_world("krb5", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def layers(world, debs):
    """With a realm, and the module installed and not enabled."""
    below = install_plugin(world, debs, OWN)
    debian = world.debian(*below)
    debian.write(POLICY_PATH, POLICY)
    create(debian, PEOPLE)
    debian.close()
    return [debian.upper, *below]


@pytest.fixture
def fresh(world, layers):
    """A realm without the module, which is installed."""
    with world.debian(*layers) as debian:
        yield debian


@pytest.fixture
def debian(fresh):
    """A realm that asks the module."""
    enable(fresh)
    return fresh


@pytest.fixture(scope="module")
def server(world, layers):
    """A server with the module, for the tests of a file that leave it as it is."""
    with world.debian(*layers) as debian:
        enable(debian)
        with Server(debian) as running:
            yield running


@pytest.fixture
def fresh_server(debian):
    """One for a test that looks at the whole log."""
    with Server(debian) as running:
        yield running
