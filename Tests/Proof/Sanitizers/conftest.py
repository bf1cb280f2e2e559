"""Gives the tests the programs that the Makefile here built."""

import pytest

pytest.register_assert_rewrite("programs")

from programs import BUILD


@pytest.fixture(scope="session")
def built():
    """The folder of the programs."""
    return BUILD / "sanitizers"


@pytest.fixture(scope="session")
def blocklist(built):
    """A list of some common passwords."""
    return built / "words.blocklist"
