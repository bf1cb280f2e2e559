"""Debians with libpwquality, the programs that ask it, and our library in its place."""

import pytest

import base
import packages
import people
from pwquality_library import PACKAGE
from worlds import debian_fixture, install_plugin, world_fixture

# clevis and cockpit-system depend on libpwquality-tools by that name.
PACKAGES = ["libpwquality-tools", "python3-pwquality", "libpam-pwquality", "cracklib-runtime", "clevis", "cockpit-system",
            *(["systemd", "systemd-homed"] if base.SUITE == "trixie" else [])]

world = world_fixture("pwquality", PACKAGES)


@pytest.fixture(scope="session")
def before(world, debs):
    """The layers of a Debian with people, a policy, our tool and library, and Debian's libpwquality."""
    return world.over(install_plugin(world, debs), people.move_in)


@pytest.fixture(scope="session")
def layers(world, before, debs):
    """With ours in its place."""
    return world.over(before, lambda debian: packages.dpkg(debian, "--install", debs[PACKAGE]))


# A Debian with Debian's libpwquality, where ours can be installed; and one with ours in its place.
fresh = debian_fixture("before")
debian = debian_fixture()
