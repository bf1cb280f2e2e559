"""A Debian with MIT Kerberos and our module, and a realm in it."""

import pytest

from krb5_realm import OWN, Server, create, enable
from worlds import debian_fixture, install_plugin, world_fixture

PACKAGES = ["krb5-kdc", "krb5-admin-server", "krb5-user", "valgrind", "libc6-dbg"]
PEOPLE = ["bob", "bob/admin", "alice", *(f"p{number}" for number in range(8))]

world = world_fixture("krb5", PACKAGES)


@pytest.fixture(scope="session")
def layers(world, debs):
    """With a realm, and the module installed and not enabled."""
    return world.over(install_plugin(world, debs, OWN), lambda debian: create(debian, PEOPLE))


# A realm where the module is installed, but not enabled.
fresh = debian_fixture()


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
    """A new server, for a test that looks at the whole log."""
    with Server(debian) as running:
        yield running
