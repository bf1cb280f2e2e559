"""Shared fixtures of the tool's tests: what is installed, and signals as at a terminal."""

import signal

import pytest

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
