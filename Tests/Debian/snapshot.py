"""Everything in a private Debian, to be compared with its earlier state."""

import hashlib
import os
import stat
from pathlib import Path

from debian import Debian

# dpkg's own records and logs, caches of other programs, and files that do not belong to the system.
IGNORED = (
    "/proc", "/dev", "/run", "/tmp", "/packages", "/var/lib/dpkg", "/var/log", "/var/cache/debconf", "/var/cache/ldconfig",
    "/etc/ld.so.cache",
)


def content(path: Path) -> str | None:
    if path.is_symlink():
        return os.readlink(path)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def snapshot(debian: Debian) -> set[tuple]:
    """Every path, with owner, permissions and content."""
    found, root = set(), str(debian.root)
    for folder, folders, files in os.walk(root):
        inside = folder.removeprefix(root) + "/"
        folders[:] = [name for name in folders if inside + name not in IGNORED]
        for name in [*folders, *files]:
            if inside + name not in IGNORED:
                path = Path(folder, name)
                status = path.lstat()
                found.add((inside + name, stat.filemode(status.st_mode), status.st_uid, status.st_gid, content(path)))
    return found
