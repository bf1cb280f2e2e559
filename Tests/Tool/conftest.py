"""Shared fixtures of the tool's tests: what is installed, and signals as at a terminal."""

import signal

import pytest

from terminal import Terminal
from tool import install

# What started the tests may ignore some, as nohup does, and programs inherit it.
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """A folder below which the tool is installed with its list and the policy that ships."""
    folder = tmp_path_factory.mktemp("prefix")
    install(folder)
    return folder


@pytest.fixture
def start():
    """Starts `passwordrules try` on a terminal of its own, and waits for its screen."""
    terminals = []

    def start(*arguments, **options):
        terminals.append(Terminal(*arguments, **options))
        terminals[-1].until("New password:")
        return terminals[-1]
    yield start
    for terminal in terminals:
        terminal.__exit__()
