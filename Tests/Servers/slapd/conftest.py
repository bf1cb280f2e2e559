"""A Debian with slapd and our module, and servers in it."""

import pytest

from slapd_server import OWN, Server, enable
from worlds import debian_fixture, layers_fixture, world_fixture

PACKAGES = ["slapd", "ldap-utils", "valgrind", "libc6-dbg"]

world = world_fixture("slapd", PACKAGES)
layers = layers_fixture(OWN)


@pytest.fixture(scope="session")
def enabled_layers(world, layers):
    """With people in the directory, and the module enabled."""
    def enable_module(debian):
        with Server(debian) as server:
            enable(server)

    return world.over(layers, enable_module)


# Without the module, which is installed; and with a directory that asks it.
fresh = debian_fixture()
debian = debian_fixture("enabled_layers")


@pytest.fixture(scope="module")
def server(world, enabled_layers):
    """A server with the module, for the tests of a file that leave it as it is."""
    with world.debian(*enabled_layers) as debian, Server(debian) as running:
        # Alone, because 2.5 is safe from changes at once only after its first.
        running.set_password("short")
        yield running
