import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(TOP / "Tests" / "EndToEnd"))

from machine import Machine, Unavailable

BUILD = Path(os.environ["BUILD"])
TRACES = Path(os.environ["TRACES"])
NOBODY = "65534"


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
    """A folder that all users may read, on a file system whose pages can be evicted from the cache."""
    folder = BUILD / "tests" / "traces" / "list"
    folder.mkdir(exist_ok=True)
    for parent in (folder, *folder.parents):
        if os.stat(parent).st_mode & 0o005 != 0o005:
            pytest.skip(f"other users may not look into {parent}")
    return folder


@pytest.fixture
def shipped(folder):
    """The list that ships, and the policy that ships with the path of that."""
    path = folder / "common.blocklist"
    path.write_bytes((BUILD / "common.blocklist").read_bytes())
    path.chmod(0o644)
    os.sync()
    text = (TOP / "pam" / "passwordrules.conf").read_text(encoding="utf-8")
    assert text.count("\nblocklist = ") == 1
    line = next(line for line in text.splitlines() if line.startswith("blocklist = "))
    return path, text.replace(line, f"blocklist = {path}")


def resident_pages(path):
    """How many of a file's pages are in the kernel's cache, as root may know."""
    done = subprocess.run(["fincore", "--noheadings", "--output", "PAGES", path], capture_output=True, text=True, check=True)
    return int(done.stdout)


class Watcher:
    """The other user."""

    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen(
            [TRACES / "watcher", path, NOBODY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"the watcher ended with status {self.process.wait()}"
        return answer.strip()

    def evict(self):
        """Throws out all pages. Those that the kernel is still busy with stay for some milliseconds."""
        for _ in range(200):
            self._ask("evict")
            if resident_pages(self.path) == 0:
                return
            time.sleep(0.01)
        raise AssertionError("the pages of the list stay in the kernel's cache")

    def look(self):
        return self._ask("look")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def watcher(shipped):
    watcher = Watcher(shipped[0])
    yield watcher
    watcher.close()
