"""A Debian with MariaDB and our plugin, and servers in it."""

import pytest

from mariadb_server import ENABLE, OWN, Server, disable_cracklib
from worlds import debian_fixture, install_plugin, world_fixture

# The server's own checks are measured beside ours. simple_password_check is in mariadb-server.
PACKAGES = ["mariadb-server", "mariadb-client", "mariadb-plugin-cracklib-password-check", "cracklib-runtime", "valgrind"]

world = world_fixture("mariadb", PACKAGES)


@pytest.fixture(scope="session")
def layers(world, debs):
    """With only our plugin: cracklib's is enabled by its package."""
    return world.over(install_plugin(world, debs, OWN), disable_cracklib)


# With the plugin installed, and not enabled.
fresh = debian_fixture()


@pytest.fixture
def debian(fresh):
    """A Debian with the plugin enabled as its manual says."""
    fresh.run("sh", "-c", ENABLE)
    return fresh


@pytest.fixture(scope="module")
def server(world, layers):
    """A server with the plugin, on the loopback too, for the tests of a file that leave it as it is."""
    with world.debian(*layers) as debian:
        debian.run("sh", "-c", ENABLE)
        with Server(debian, "--skip-networking=OFF") as running:
            assert running.is_started, running.log()
            yield running
