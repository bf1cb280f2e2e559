"""Counts instructions, so that nothing else on the machine changes the result."""

import re
import shutil
import subprocess

import pytest

# The file of a whole process. Those of the parts that a process asks for also have a number, from 1.
FILE = "counted"


def run(folder, *command, **options):
    """Runs a program under callgrind, which counts into files in this folder."""
    if not shutil.which("valgrind"):
        pytest.skip("valgrind, which counts instructions, is not installed")
    counting = ["valgrind", "--tool=callgrind", "--quiet", "--vgdb=no", f"--callgrind-out-file={folder / FILE}"]
    return subprocess.run([*counting, *command], **options)


def whole(folder):
    """The instructions of the whole process."""
    return _count(folder / FILE)


def parts(folder):
    """The instructions of each part, in order."""
    return [_count(folder / f"{FILE}.{number}") for number in range(1, 1 + len(list(folder.glob(f"{FILE}.*"))))]


def _count(path):
    return int(re.search(r"^(?:summary|totals): (\d+)", path.read_text(errors="replace"), re.MULTILINE)[1])
