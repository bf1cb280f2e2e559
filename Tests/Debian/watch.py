"""Watches, while dpkg changes a package, whether the stack names a module that cannot work."""

import re
import subprocess
import threading
from pathlib import Path

from debian import Debian

STACK = "/etc/pam.d/common-password"
# The library is not needed, because the module contains it.
NEEDED = ("/pam_passwordrules.so", "/common.blocklist", "/passwordrules.conf")


def needed_files(debs: dict[str, Path]) -> list[str]:
    """The files of our packages without which a stack that names our module refuses every change."""
    found = []
    for package in debs.values():
        listing = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE, check=True).stdout
        names = subprocess.run(["tar", "-t"], input=listing, stdout=subprocess.PIPE, check=True).stdout.decode().split()
        found += [name.removeprefix(".") for name in names if name.endswith(NEEDED)]
    assert len(found) == len(NEEDED), found
    return found


def names_module(stack: str) -> bool:
    return re.search(r"(?m)^password\s.*\bpam_passwordrules\.so", stack) is not None


class Watch:
    """Use it with `with`; at the end it fails if it ever saw a file missing that the stack needed at that
    moment."""

    def __init__(self, debian: Debian, debs: dict[str, Path], but: str = ""):
        """Watches all needed files of these packages, except the one named `but`."""
        self._stack = debian.path(STACK)
        self._files = [debian.path(name) for name in needed_files(debs) if Path(name).name != but]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.missing: set[str] = set()
        self.looked = 0

    def _read(self) -> str:
        try:
            return self._stack.read_text()
        except FileNotFoundError:
            return ""

    def _look(self) -> None:
        while not self._stop.is_set():
            before = self._read()
            if names_module(before):
                missing = [path.name for path in self._files if not path.exists()]
                # Looks at the stack again: the profile may have been disabled after the first look, and before the file
                # was removed, which is the right order.
                if missing and names_module(self._read()):
                    self.missing.update(missing)
            self.looked += 1

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, kind, *_) -> None:
        self._stop.set()
        self._thread.join()
        assert self.looked > 100, f"looked only {self.looked} times"
        if kind is None:
            assert not self.missing, f"the stack named the module while there was no {', no '.join(sorted(self.missing))}"
