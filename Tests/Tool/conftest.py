"""Shared fixtures of the tool's tests: what is installed, and signals as at a terminal."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "Proof"))

from terminal import Terminal
from tool import install, write

# The program that started the tests may ignore signals, as nohup does. The tested programs would inherit that.
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """A folder below which the tool is installed with its list and the policy that ships."""
    folder = tmp_path_factory.mktemp("prefix")
    install(folder)
    return folder


@pytest.fixture(scope="session")
def faulty_random(tmp_path_factory):
    """The environment in which the tool gets its random bytes from faulty_random.c."""
    library = tmp_path_factory.mktemp("random") / "faulty_random.so"
    source = Path(__file__).with_name("faulty_random.c")
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", library, source], check=True)
    return {"LD_PRELOAD": str(library)}


@pytest.fixture
def policy(tmp_path):
    """Writes a policy file and returns its path."""
    return lambda text: write(tmp_path / "policy.conf", text)


@pytest.fixture
def folder(request, tmp_path):
    """A folder with the FILES of the test's module."""
    for name, text in request.module.FILES.items():
        write(tmp_path / name, text)
    return tmp_path


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
