"""Copies of the module that count elsewhere: the counts of the machine that runs the tests as root are its own."""

import shutil
from pathlib import Path

FOLDER = b"/var/lib/passwordrules\0"
# In the working directory of the program that runs the module.
PRIVATE_FOLDER = "state"


def copy_module(source: Path, directory: Path) -> None:
    """Copies the built files without changing their code, except the name of the folder."""
    target = directory / source.name
    shutil.copy(source, target)
    target.write_bytes(source.read_bytes().replace(FOLDER, PRIVATE_FOLDER.encode().ljust(len(FOLDER), b"\0")))
