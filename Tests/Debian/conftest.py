"""Gives the tests Debians to install the packages in."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "EndToEnd"))

import base
import packages
import people
from debian import World

BUILD = Path(__file__).parents[2] / "build"


def pytest_collection_modifyitems(items):
    # Making the first Debian, and the packages, is part of the first test.
    for item in items:
        item.add_marker(pytest.mark.timeout(900))


@pytest.fixture(scope="session")
def debs():
    """Our packages by name."""
    try:
        return packages.current()
    except base.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def world():
    try:
        world = World(base.tarball(BUILD / "debian"))
    except base.Unavailable as reason:
        pytest.skip(str(reason))
    yield world
    world.close()


@pytest.fixture(scope="session")
def inhabited(world):
    """The layers of a Debian with people, without a module for passwords."""
    debian = world.debian()
    people.move_in(debian)
    debian.close()
    return [debian.upper]


@pytest.fixture(scope="session")
def with_pwquality(world, inhabited):
    """The layers of a Debian with libpam-pwquality."""
    debian = world.debian(*inhabited)
    packages.install_others(debian, "pwquality")
    debian.close()
    return [debian.upper, *inhabited]


@pytest.fixture(scope="session")
def with_ours(world, inhabited, debs):
    """The layers of a Debian with our packages."""
    debian = world.debian(*inhabited)
    packages.dpkg(debian, "--install", *debs.values())
    debian.close()
    return [debian.upper, *inhabited]


@pytest.fixture
def fresh(world, inhabited):
    """A Debian with people, without a module for passwords."""
    with world.debian(*inhabited) as debian:
        yield debian


@pytest.fixture
def installed(world, with_ours):
    """A Debian with our packages."""
    with world.debian(*with_ours) as debian:
        yield debian


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    """A place for packages that are made over."""
    directory = tmp_path_factory.mktemp("packages")
    yield directory
    shutil.rmtree(directory, ignore_errors=True)
