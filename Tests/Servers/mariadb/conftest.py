"""A Debian with MariaDB and our plugin, and servers in it."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from mariadb_server import ENABLE, OWN, Server, prepare
from worlds import install_plugin, make_world

# The server's own checks are measured beside ours. simple_password_check is in mariadb-server.
PACKAGES = ["mariadb-server", "mariadb-client", "mariadb-plugin-cracklib-password-check", "cracklib-runtime", "valgrind"]


@pytest.fixture(scope="session")
def world(debs):
    # The packages are made before the process leaves the network.
    world = make_world("mariadb", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def layers(world, debs):
    return install_plugin(world, debs, OWN)


@pytest.fixture
def fresh(world, layers):
    """A Debian with the plugin installed, and not enabled."""
    with world.debian(*layers) as debian:
        prepare(debian)
        yield debian


@pytest.fixture
def debian(fresh):
    """A Debian with the plugin enabled as its manual says."""
    fresh.run("sh", "-c", ENABLE)
    yield fresh


@pytest.fixture(scope="module")
def server(world, layers):
    """A server with the plugin, on the loopback too, for the tests of a file that leave it as it is."""
    with world.debian(*layers) as debian:
        prepare(debian)
        debian.run("sh", "-c", ENABLE)
        with Server(debian, "--skip-networking=OFF") as running:
            assert running.is_started, running.log()
            yield running
