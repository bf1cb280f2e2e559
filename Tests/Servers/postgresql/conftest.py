"""A Debian with PostgreSQL and our module in it, and servers on clusters of their own."""

import pytest

import servers
import worlds


@pytest.fixture(scope="session")
def world():
    world = worlds.make_world("postgresql", ["postgresql", "postgresql-contrib", "valgrind"])
    yield world
    world.close()


@pytest.fixture(scope="session")
def layers(world, debs):
    """With the packages, which enable nothing."""
    with world.debian() as debian:
        version = servers.version_of(debian)
    return worlds.install_plugin(world, debs, f"postgresql-{version}-passwordrules")


@pytest.fixture
def debian(world, layers):
    with world.debian(*layers) as debian:
        debian.write(servers.POLICY_PATH, servers.POLICY)
        yield debian


@pytest.fixture
def server(debian):
    with servers.Server(debian) as server:
        yield server
