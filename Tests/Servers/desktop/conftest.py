"""A Debian with programs of a desktop that ask libpwquality, and our library in its place; and with display
managers, and our module."""

import people
import pytest

from base import SUITE
from desktop import PERSON, Desktop
from people import OLD_PASSWORD
from worlds import install_plugin, layers_fixture, world_fixture

PACKAGE = "libpwquality1-passwordrules"
# The programs, the parts of a session that they need, and tools that read screens and type.
PACKAGES = ["gnome-control-center", "accountsservice", "seahorse", "gnome-keyring", "calamares", "cracklib-runtime",
            "dbus", "polkitd", "at-spi2-core", "openbox", "fonts-dejavu-core",
            "xvfb", "xdotool", "imagemagick", "gir1.2-atspi-2.0", "python3-gi",
            # The display managers.
            "lightdm", "lightdm-gtk-greeter", "greetd"]


@pytest.fixture(scope="session", autouse=True)
def screens_are_known():
    if SUITE != "bookworm":
        pytest.skip("the screens are known in Debian 12 alone")


world = world_fixture("desktop", PACKAGES)
layers = layers_fixture(PACKAGE)
with_module = layers_fixture("libpam-passwordrules")


def start(world, layers):
    with world.debian(*layers) as debian, Desktop(debian) as desktop:
        yield desktop


@pytest.fixture(scope="module")
def desktop(world, layers):
    """A desktop whose libpwquality is ours."""
    yield from start(world, layers)


@pytest.fixture
def debians_desktop(world, debs):
    """A desktop with our tool and policy, and Debian's libpwquality."""
    yield from start(world, install_plugin(world, debs))


@pytest.fixture
def expired(world, with_module):
    """A Debian with our module, where the person must change the password at the next login."""
    with world.debian(*with_module) as debian:
        debian.run("useradd", "--create-home", "--comment", "Ann Clerk", PERSON)
        debian.run("chpasswd", text=f"{PERSON}:{OLD_PASSWORD}\n")
        people.expire(debian, PERSON)
        yield debian
