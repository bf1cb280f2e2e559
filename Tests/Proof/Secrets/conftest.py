"""Fixtures for the tests of what is left in memory."""

import functools
from pathlib import Path

import pytest

# Failed assertions there are then explained like those in tests.
pytest.register_assert_rewrite("scanner")

from scanner import Process, Search


@pytest.fixture(scope="session", autouse=True)
def memory_can_be_read():
    """In some containers, a process may not inspect another one, not even its own child."""
    with Process("calls", "check", "") as process:
        process.proceed()
        try:
            process.scan(Search([]))
        except PermissionError as error:
            pytest.skip(f"this machine does not let the memory of a child be read: {error}")


@pytest.fixture(scope="session")
def write(tmp_path_factory):
    """Writes a file once, and returns its path."""

    @functools.cache
    def write(contents: str | bytes, name: str = "policy") -> Path:
        path = tmp_path_factory.mktemp("written") / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        path.chmod(0o644)
        return path

    return write


def pytest_terminal_summary(terminalreporter, config):
    copies = getattr(config, "copies_left", None)
    if copies is not None:
        terminalreporter.write_line("copies left: " + ", ".join(f"{library} {count}" for library, count in copies.items()))
