"""Runs a program. If it fails and should not, the error says what went wrong."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("SANITIZERS_BUILD", ROOT / "build"))
MAP = ROOT / "Sources" / "PasswordRulesABI" / "libpasswordrules.map"

# The pipes of vgdb are not needed. Every finding counts, even memory that is still reachable at the end.
VALGRIND = ["valgrind", "-q", "--vgdb=no", "--error-exitcode=99"]
MEMCHECK = [*VALGRIND, "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all",
            f"--suppressions={ROOT / 'Tests' / 'ABI' / 'services.supp'}"]
HELGRIND = [*VALGRIND, "--tool=helgrind"]


def size(name: str) -> int:
    """The number of rounds for a test, which the Makefile sets."""
    return int(os.environ.get(name, "100"))


def run(*command, library: Path = BUILD, environment: dict | None = None):
    """The output of a program; the library is loaded from the given folder."""
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, errors="replace", check=False,
        env=os.environ | {"LD_LIBRARY_PATH": str(library)} | (environment or {}),
    )


def must_run(*command, **options) -> str:
    """Like `run`, but the program must succeed, and print nothing on standard error."""
    done = run(*command, **options)
    assert (done.returncode, done.stderr[-20_000:]) == (0, ""), done.stdout[-2000:]
    return done.stdout


def undefined(library) -> set[str]:
    """The names that a shared library asks for."""
    output = must_run("nm", "-D", "--undefined-only", library)
    return {line.split()[-1].partition("@")[0] for line in output.splitlines()}


def functions() -> set[str]:
    """All functions of the library, by its map."""
    lines = (line.strip() for line in MAP.read_text().splitlines())
    return {line.rstrip(";") for line in lines if line.startswith("passwordrules_") and line.endswith(";")}
