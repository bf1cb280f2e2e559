"""Gives the tests Debians to install the packages in."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "EndToEnd"), str(TESTS / "Packages"), str(TESTS / "Translations")]

import base
import packages
import people
from debian import World


@pytest.fixture(scope="session")
def debs():
    """Our packages by name, except those of servers."""
    try:
        found = packages.current()
    except base.Unavailable as reason:
        pytest.skip(str(reason))
    return {name: path for name, path in found.items() if name not in packages.SERVER_PLUGINS}


@pytest.fixture(scope="session")
def world():
    try:
        world = World(base.tarball(TESTS.parent / "build" / "debian"))
    except base.Unavailable as reason:
        pytest.skip(str(reason))
    yield world
    world.close()


@pytest.fixture(scope="session")
def inhabited(world):
    """The layers of a Debian with people, without a module for passwords."""
    return world.over([], people.move_in)


@pytest.fixture(scope="session")
def with_pwquality(world, inhabited):
    return world.over(inhabited, lambda debian: packages.install_others(debian, "pwquality"))


@pytest.fixture(scope="session")
def with_ours(world, inhabited, debs):
    return world.over(inhabited, lambda debian: packages.dpkg(debian, "--install", *debs.values()))


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
