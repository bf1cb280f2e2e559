"""The replacement for libpwquality, in a namespace with a policy of its own, the lists and the
translations."""

import os
import shutil
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "EndToEnd"), str(TESTS / "Peers"), str(TESTS / "Proof" / "Secrets"), str(TESTS / "PAM")]

from library import BUILD, DEBIANS, LISTS, SHARE, Library
from private import MS_NODEV, MS_NOSUID, Unavailable, enter_namespace, mount

POLICY = Path("/etc/security/passwordrules.conf")


@pytest.fixture(scope="session", autouse=True)
def private_machine():
    """Hides this machine's files, and changes none of them."""
    try:
        enter_namespace()
        for folder in (POLICY.parent, SHARE):
            mount("none", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755")
    except Unavailable as reason:
        pytest.skip(str(reason))
    LISTS.mkdir()
    for name in ("common.blocklist", "common.ranks"):
        shutil.copy(BUILD / name, LISTS)
    shutil.copytree(BUILD / "locale", SHARE / "locale")


@pytest.fixture(scope="session")
def ours(private_machine):
    return Library()


@pytest.fixture(scope="session")
def debians():
    return Library(DEBIANS)


@pytest.fixture
def policy(private_machine):
    """Writes this machine's policy; at first there is none."""

    def write(text: str) -> Path:
        POLICY.write_text(text)
        POLICY.chmod(0o644)
        return POLICY

    POLICY.unlink(missing_ok=True)
    yield write
    POLICY.unlink(missing_ok=True)
    assert os.listdir(POLICY.parent) == []
