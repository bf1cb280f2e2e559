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


# `fresh`: the module is installed, but not enabled. `debian`: the directory calls it.
fresh = debian_fixture()
debian = debian_fixture("enabled_layers")


@pytest.fixture(scope="module")
def server(world, enabled_layers):
    """A server with the module, for the tests of a file that leave it as it is."""
    with world.debian(*enabled_layers) as debian, Server(debian) as running:
        # One change alone: slapd 2.5 is safe from concurrent changes only after the first call of the module.
        running.set_password("short")
        yield running
