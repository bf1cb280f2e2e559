"""A Debian with PostgreSQL and our module in it, and servers on clusters of their own."""

import subprocess

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


@pytest.fixture(scope="session")
def fault():
    """The file that makes the library's calls fail once a process has loaded it."""
    path = worlds.TESTS.parent / "build" / "tests" / "fault.so"
    subprocess.run(["make", "-s", "-C", worlds.TESTS / "Faults", path], check=True, stdout=subprocess.DEVNULL)
    return path
