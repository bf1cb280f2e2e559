"""A Debian with the real services of the Name Service Switch, the real passwd, and our module as it was
built."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BUILD = TESTS.parent / "build"
sys.path += [str(TESTS / folder) for folder in ("Debian", "EndToEnd", "PAM", "Servers", "Packages", "Translations")]

import directories
import people
from worlds import make_world

PACKAGES = ["passwd", "libnss-extrausers", "libnss-systemd", "libnss-sss", "sssd-ldap", "libnss-winbind", "winbind",
            "libnss-ldapd", "nslcd", "slapd"]
MODULE = "/usr/lib/security/pam_passwordrules.so"
POLICY = "rules = minlength: 8\nretry = 1\nsuggest = no\n[group strict]\nrules = minlength: 40\n"
STACK = f"""\
password requisite {MODULE}
password [success=1 default=ignore] pam_unix.so obscure use_authtok try_first_pass yescrypt nodelay
password requisite pam_deny.so
password required pam_permit.so
"""


@pytest.fixture(scope="session")
def world():
    world = make_world("services", PACKAGES)
    yield world
    world.close()


@pytest.fixture(scope="session")
def recorder(tmp_path_factory):
    """The shared library that logs which variables a program asks for."""
    target = tmp_path_factory.mktemp("recorder") / "variables.so"
    subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", target,
                    Path(__file__).with_name("variables.c")], check=True)
    return target


@pytest.fixture(scope="session")
def layers(world, recorder):
    """Layers of a Debian where every service has its data. Only services say that alice is in "strict"."""
    def install(debian):
        people.move_in(debian)
        debian.write("/etc/pam.d/common-password", STACK)
        debian.write("/etc/pam.d/passwd", "@include common-password\n")
        debian.write("/etc/security/passwordrules.conf", POLICY)
        module = debian.path(MODULE)
        module.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BUILD / "pam_passwordrules.so", module)
        shutil.copy(recorder, debian.path("/usr/lib/variables.so"))
        directories.write_data(debian)

    return world.over([], install)


@pytest.fixture
def debian(world, layers):
    with world.debian(*layers) as debian:
        yield debian
