"""A Debian with PostgreSQL and our module in it, and servers on clusters of their own."""

import pytest

import servers
import worlds

world = worlds.world_fixture("postgresql", ["postgresql", "postgresql-contrib", "valgrind"])


@pytest.fixture(scope="session")
def layers(world, debs):
    """With the packages, which enable nothing."""
    with world.debian() as debian:
        version = servers.version_of(debian)
    return worlds.install_plugin(world, debs, f"postgresql-{version}-passwordrules")


debian = worlds.debian_fixture()


@pytest.fixture
def server(debian):
    with servers.Server(debian) as server:
        yield server
