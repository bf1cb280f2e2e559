"""A Debian with programs of a desktop that ask libpwquality, and our library in its place."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from base import SUITE
from desktop import Desktop
from oracle import POLICY, POLICY_PATH
from worlds import install_plugin, make_world

PACKAGE = "libpwquality1-passwordrules"
# The programs; what they need of a session; and what looks and types.
PACKAGES = ["gnome-control-center", "accountsservice", "seahorse", "gnome-keyring", "calamares", "cracklib-runtime",
            "dbus", "polkitd", "at-spi2-core", "openbox", "fonts-dejavu-core",
            "xvfb", "xdotool", "imagemagick", "gir1.2-atspi-2.0", "python3-gi"]


@pytest.fixture(scope="session")
def world(debs):
    # The packages are made before the process leaves the network.
    if SUITE != "bookworm":
        pytest.skip("the screens are known in Debian 12 alone")
    world = make_world("desktop", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def layers(world, debs):
    return install_plugin(world, debs, PACKAGE)


def start(world, layers):
    with world.debian(*layers) as debian:
        debian.write(POLICY_PATH, POLICY)
        with Desktop(debian) as desktop:
            yield desktop


@pytest.fixture(scope="module")
def desktop(world, layers):
    """A desktop whose libpwquality is ours."""
    yield from start(world, layers)


@pytest.fixture
def debians_desktop(world, debs):
    """A desktop with our tool and policy, and Debian's libpwquality."""
    yield from start(world, install_plugin(world, debs))
