import os

import pytest

from machine import Machine, Unavailable

BUILD = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "build")


@pytest.fixture(scope="session")
def session_machine():
    try:
        machine = Machine(BUILD)
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield machine
    machine.close()


@pytest.fixture
def machine(session_machine):
    """A machine where alice has her old password, nothing is logged yet, and our module has no arguments."""
    session_machine.reset()
    session_machine.stack()
    return session_machine
