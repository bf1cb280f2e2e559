"""Copies of the module that count elsewhere: the counts of the machine that runs the tests as root are its
own."""

import shutil
from pathlib import Path

FOLDER = b"/var/lib/passwordrules\0"
# In the working directory of the program that runs the module.
PRIVATE_FOLDER = "passwordrules"
PRIVATE_PATH = b"." + f"{PRIVATE_FOLDER}\0".encode().rjust(len(FOLDER) - 1, b"/")
assert len(PRIVATE_PATH) == len(FOLDER)


def copy_module(source: Path, directory: Path) -> None:
    """Copies what was built, the code as it is: only the name of the folder is another. Its end stays, which
    the linker may have used for other strings, such as "rules"."""
    target = directory / source.name
    shutil.copy(source, target)
    target.write_bytes(source.read_bytes().replace(FOLDER, PRIVATE_PATH))
