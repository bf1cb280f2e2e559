"""Policies and passwords for the tests of what is left in memory."""

import functools
import tempfile
from pathlib import Path

import pytest

# So that a failure of the checks there says as much as one in a test.
pytest.register_assert_rewrite("scanner")

from scanner import Process, Search


@pytest.fixture(scope="session", autouse=True)
def memory_can_be_read():
    """In some containers, a process may not inspect another one, not even its own child."""
    with Process("plants", "the heap") as process:
        process.proceed()
        try:
            process.scan(Search([]))
        except PermissionError as error:
            pytest.skip(f"this machine does not let the memory of a child be read: {error}")


@pytest.fixture(scope="session")
def place():
    """A folder that the library trusts, for every user who runs the tests."""
    with tempfile.TemporaryDirectory(prefix="passwordrules-secrets-") as name:
        yield Path(name)


@pytest.fixture(scope="session")
def write(place):
    """Writes a file once, and gives its path."""

    @functools.cache
    def write(contents: str | bytes, name: str = "policy") -> Path:
        path = Path(tempfile.mkdtemp(dir=place)) / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        path.chmod(0o644)
        return path

    return write


def pytest_terminal_summary(terminalreporter, config):
    copies = getattr(config, "copies_left", None)
    if copies is not None:
        terminalreporter.write_line("copies left: " + ", ".join(f"{library} {count}" for library, count in copies.items()))
