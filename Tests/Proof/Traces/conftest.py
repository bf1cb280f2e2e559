import os
import re
import sys
import tempfile
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]
sys.path += [str(TOP / "Tests" / "EndToEnd"), str(TOP / "Tests" / "Proof")]

from machine import Machine, Unavailable
from watcher import Watcher

BUILD = Path(os.environ["BUILD"])
TRACES = Path(os.environ["TRACES"])


@pytest.fixture(scope="session")
def machine():
    """Another /etc, with the default policy, whose list all users may read."""
    try:
        machine = Machine(str(BUILD))
    except Unavailable as reason:
        pytest.skip(str(reason))
    machine.unix_arguments = "nodelay"
    machine.stack()
    yield machine
    machine.close()


@pytest.fixture(scope="session")
def words():
    return (BUILD / "common.words").read_text(encoding="utf-8").split()


@pytest.fixture
def folder():
    """A folder that all users may read, on a file system whose pages can be evicted from the cache. It is not in the
    source tree, which other users may not be able to enter."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture
def blocklist(folder):
    """A copy of the list that ships."""
    path = folder / "common.blocklist"
    path.write_bytes((BUILD / "common.blocklist").read_bytes())
    path.chmod(0o644)
    os.sync()
    return path


@pytest.fixture
def policy(folder, blocklist):
    """The policy that ships, with the path of that list."""
    text, count = re.subn("(?m)^blocklist = .*$", f"blocklist = {blocklist}",
                          (TOP / "pam" / "passwordrules.conf").read_text(encoding="utf-8"))
    assert count == 1
    path = folder / "passwordrules.conf"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return path


@pytest.fixture
def ranks(folder):
    """A copy of the list of ranked words that ships, in a folder of its own."""
    path = folder / "ranks" / "common.ranks"
    path.parent.mkdir()
    path.write_bytes((BUILD / "common.ranks").read_bytes())
    path.chmod(0o644)
    os.sync()
    return path


@pytest.fixture
def estimating_policy(policy, ranks):
    """The policy that ships, with a minimum of guesses that half of the passwords do not reach."""
    path = policy.with_name("estimating.conf")
    path.write_text(f"{policy.read_text()}\nmin-guesses = 10^14\nranked-words =\nranked-words = {ranks}\n", encoding="utf-8")
    path.chmod(0o644)
    return path


@pytest.fixture
def ranks_watcher(ranks):
    watcher = Watcher(ranks)
    yield watcher
    watcher.close()


@pytest.fixture
def watcher(blocklist):
    watcher = Watcher(blocklist)
    yield watcher
    watcher.close()
