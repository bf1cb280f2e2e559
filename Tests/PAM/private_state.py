"""Copies of the module that count in another folder, so that tests that run as root do not change the counts
of this machine."""

import shutil
from pathlib import Path

FOLDER = b"/var/lib/passwordrules\0"
# In the working directory of the program that runs the module.
PRIVATE_FOLDER = "passwordrules"
PRIVATE_PATH = b"." + f"{PRIVATE_FOLDER}\0".encode().rjust(len(FOLDER) - 1, b"/")
assert len(PRIVATE_PATH) == len(FOLDER)


def copy_module(source: Path, directory: Path) -> None:
    """Copies a built file, and replaces only the name of the folder in it. The new name has the same end, because the
    linker may share that end with other strings, such as "rules"."""
    target = directory / source.name
    shutil.copy(source, target)
    target.write_bytes(source.read_bytes().replace(FOLDER, PRIVATE_PATH))
