"""Debians with libpwquality, the programs that ask it, and our library in its place."""

import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[2] / "Tool")]

import base
import packages
import people
from oracle import POLICY, POLICY_PATH
from pwquality_library import PACKAGE
from worlds import install_plugin, make_world

# The last two have what they need of libpwquality-tools, by that name.
PACKAGES = ["libpwquality-tools", "python3-pwquality", "libpam-pwquality", "cracklib-runtime", "clevis", "cockpit-system",
            *(["systemd", "systemd-homed"] if base.SUITE == "trixie" else [])]


@pytest.fixture(scope="session")
def world(debs):
    # The packages are made before the process leaves the network.
    world = make_world("pwquality", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def before(world, debs):
    """The layers of a Debian with people, a policy, our tool and library, and Debian's libpwquality."""
    below = install_plugin(world, debs)
    debian = world.debian(*below)
    people.move_in(debian)
    debian.write(POLICY_PATH, POLICY)
    debian.close()
    return [debian.upper, *below]


@pytest.fixture(scope="session")
def layers(world, before, debs):
    """With ours in its place."""
    debian = world.debian(*before)
    packages.dpkg(debian, "--install", debs[PACKAGE])
    debian.close()
    return [debian.upper, *before]


@pytest.fixture
def fresh(world, before):
    """A Debian with Debian's libpwquality, where ours can be installed."""
    with world.debian(*before) as debian:
        yield debian


@pytest.fixture
def debian(world, layers):
    """A Debian with our library in place of libpwquality's."""
    with world.debian(*layers) as debian:
        yield debian
